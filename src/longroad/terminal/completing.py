"""What can come next while a person types: legal actions and commands, each with a short description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from longroad.core.words import RESOURCE_NAMES, SEAT_NAMES
from longroad.game.view import View
from longroad.notation.forms import Form
from longroad.terminal.about import ABOUT, about
from longroad.terminal.reading import ACTION_WORDS, COMMANDS, Unclear, legal_words, resolve

_FOLLOWED: Final = {"offer", "counter", "propose", "discard", "give"}  # kinds that take a bundle


class Completion(NamedTuple):
    """What would replace the last `length` characters, and what it is about."""

    text: str
    length: int
    about: str


def completions(text: str, view: View, seat: int) -> list[Completion]:
    """List what can be typed on from a text."""
    typed = text.lower().lstrip()
    if " " not in typed:
        return list(_first_words(typed, view, seat))
    first, _, rest = typed.partition(" ")
    try:
        word = resolve(first, view, seat)
    except Unclear:
        return []
    if word is None:
        return []
    if word in _FOLLOWED:
        return list(_bundle_words(word, rest, view, seat))
    if word in COMMANDS:
        return list(_command_words(word, rest, view, seat))
    return list(_actions(word, first, rest, view, seat))


def _first_words(typed: str, view: View, seat: int) -> Iterator[Completion]:
    by_kind = view.legal_actions(seat).by_kind
    for word in dict.fromkeys(legal_words(view, seat)):
        if word.startswith(typed):
            actions = by_kind.get(word, ())
            if len(actions) == 1:
                yield Completion(str(actions[0]), len(typed), about(view, actions[0]))
            else:
                yield Completion(f"{word} ", len(typed), ABOUT[word])
    if typed:
        yield from (Completion(word, len(typed), told) for word, told in COMMANDS.items() if word.startswith(typed))


def _actions(word: str, first: str, rest: str, view: View, seat: int) -> Iterator[Completion]:
    begun = f"{word} {rest}"
    for action in view.legal_actions(seat).by_kind.get(word, ()):
        if str(action).startswith(begun):
            yield Completion(str(action), len(first) + 1 + len(rest), about(view, action))


def _command_words(word: str, rest: str, view: View, seat: int) -> Iterator[Completion]:
    topics: dict[str, str] = {}
    if word == "help":
        topics = {**{kind: ABOUT[kind] for kind in ACTION_WORDS}, **COMMANDS}
    elif word == "why":
        topics = {kind: ABOUT[kind] for kind in ACTION_WORDS}
    elif word == "board":
        topics = {"numbers": "every place with its number", "words": "in words alone"}
    elif word == "set":
        topics = {f"{name} {value}": "" for name in ("ask", "refuse") for value in ("on", "off")}
    for topic, told in topics.items():
        if topic.startswith(rest):
            yield Completion(topic, len(rest), told)


# --- bundles ----------------------------------------------------------------------------------------------------------


def _bundle_words(word: str, rest: str, view: View, seat: int) -> Iterator[Completion]:
    """Complete a bundle word by word: counts and resources, `for`, `to`."""
    form = next((form for form in view.legal_actions(seat).forms if form.kind == word), None)
    if form is None:
        return
    *whole, last = rest.split(" ")
    for text, told in _next_words(form, [piece for piece in whole if piece], seat):
        if text.startswith(last):
            yield Completion(text, len(last), told)


def _next_words(form: Form, words: list[str], seat: int) -> Iterator[tuple[str, str]]:
    """Give the words that can follow in a bundle."""
    gives, _, takes = " ".join(words).partition(" for")
    if "to" in words:
        asked = words[words.index("to") + 1 :]
        yield from ((str(other), SEAT_NAMES[other]) for other in form.to if str(other) not in asked)
        return
    is_taking = "for" in words
    counts = words and words[-1].isdigit()
    most = form.take if is_taking else form.give
    for name, count in zip(RESOURCE_NAMES, most, strict=True):
        named = name in (takes if is_taking else gives).split()
        if count and not named and not (is_taking and name in gives.split()):
            told = f"you hold {count}" if not is_taking else ""
            yield (name if counts else f"1 {name}"), told
    if counts or not words:
        return
    if form.total is None and not is_taking:
        yield "for ", "what you want in return"
    if form.to and is_taking and takes.strip():
        yield "to ", "to some of the others only"
