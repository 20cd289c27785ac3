"""Completes what a person types: legal actions and commands, each with a short description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from longroad.core.words import RESOURCE_NAMES
from longroad.description.actions import describe_action
from longroad.game.view import View
from longroad.narration import Perspective, Words, say
from longroad.notation.forms import Form
from longroad.terminal.parser import ACTION_WORDS, COMMANDS, ParseError, legal_words, resolve

_WITH_CARDS: Final = {"offer", "counter", "propose", "discard", "give"}  # kinds that take a bundle


class Completion(NamedTuple):
    """A text that replaces the last `length` characters, and its description."""

    text: str
    length: int
    description: str


def completions(text: str, view: View, perspective: Perspective) -> list[Completion]:
    """Return the completions of a text."""
    typed = text.lower().lstrip()
    if " " not in typed:
        return list(_first_words(typed, view, perspective))
    first, _, rest = typed.partition(" ")
    try:
        word = resolve(first, view, perspective)
    except ParseError:
        return []
    if word is None:
        return []
    if word in _WITH_CARDS:
        return list(_bundle_words(word, rest, view, perspective))
    if word in COMMANDS:
        return list(_command_words(word, rest, perspective.words))
    return list(_actions(word, first, rest, view, perspective))


def _first_words(typed: str, view: View, perspective: Perspective) -> Iterator[Completion]:
    by_kind = view.legal_actions(perspective.viewer).by_kind
    for word in dict.fromkeys(legal_words(view, perspective.viewer)):
        if word.startswith(typed):
            actions = by_kind.get(word, ())
            if len(actions) == 1:
                yield Completion(str(actions[0]), len(typed), describe_action(view, actions[0], perspective))
            else:
                yield Completion(f"{word} ", len(typed), say(perspective.words, f"action.{word}"))
    if typed:
        for word in COMMANDS:
            if word.startswith(typed):
                yield Completion(word, len(typed), say(perspective.words, f"command.{word}"))


def _actions(word: str, first: str, rest: str, view: View, perspective: Perspective) -> Iterator[Completion]:
    begun = f"{word} {rest}"
    for action in view.legal_actions(perspective.viewer).by_kind.get(word, ()):
        if str(action).startswith(begun):
            yield Completion(str(action), len(first) + 1 + len(rest), describe_action(view, action, perspective))


def _command_words(command: str, rest: str, words: Words) -> Iterator[Completion]:
    topics: dict[str, str] = {}
    if command in ("help", "why"):
        topics = {kind: say(words, f"action.{kind}") for kind in ACTION_WORDS}
    if command == "help":
        topics |= {name: say(words, f"command.{name}") for name in COMMANDS}
    elif command == "board":
        topics = {name: say(words, f"choice.{name}") for name in ("numbers", "words")}
    elif command == "set":
        topics = {f"{name} {value}": "" for name in ("ask", "refuse") for value in ("on", "off")}
    for topic, description in topics.items():
        if topic.startswith(rest):
            yield Completion(topic, len(rest), description)


# --- bundles ----------------------------------------------------------------------------------------------------------


def _bundle_words(word: str, rest: str, view: View, perspective: Perspective) -> Iterator[Completion]:
    """Complete a bundle word by word: counts and resources, `for`, `to`."""
    form = next((form for form in view.legal_actions(perspective.viewer).forms if form.kind == word), None)
    if form is None:
        return
    *whole, last = rest.split(" ")
    for text, description in _next_words(form, [piece for piece in whole if piece], perspective):
        if text.startswith(last):
            yield Completion(text, len(last), description)


def _next_words(form: Form, words: list[str], perspective: Perspective) -> Iterator[tuple[str, str]]:
    """Yield the words that can follow in a bundle, each with a description."""
    gives, _, takes = " ".join(words).partition(" for")
    if "to" in words:
        asked = words[words.index("to") + 1 :]
        yield from ((str(other), perspective.name(other)) for other in form.to if str(other) not in asked)
        return
    is_taking = "for" in words
    counts = words and words[-1].isdigit()
    most = form.take if is_taking else form.give
    for name, count in zip(RESOURCE_NAMES, most, strict=True):
        named = name in (takes if is_taking else gives).split()
        if count and not named and not (is_taking and name in gives.split()):
            yield (
                name if counts else f"1 {name}",
                "" if is_taking else say(perspective.words, "choice.held", count=count),
            )
    if counts or not words:
        return
    if form.total is None and not is_taking:
        yield "for ", say(perspective.words, "choice.wanted")
    if form.to and is_taking and takes.strip():
        yield "to ", say(perspective.words, "choice.some")
