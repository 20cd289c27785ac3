"""Parses what a person types: a command, or an action in the notation or in the looser words that people use."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final, NamedTuple

from longroad.core.actions import START_ROLLED
from longroad.core.words import SEAT_NAMES
from longroad.description.actions import EXAMPLES, possible
from longroad.game.view import View
from longroad.narration import ENGLISH, Perspective, say
from longroad.notation.actions import Action
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.resources import read_resource
from longroad.notation.spelling import SPELLINGS

# What each command does is in the message files, under `command`.
COMMANDS: Final = (
    *("help", "why", "undo", "hand", "costs", "board", "places", "odds", "where", "near", "offers", "points", "log"),
    *("hint", "set", "save", "load", "quit"),
)
NUMBERED: Final = ("settle", "city", "road", "robber", "deal", "take")  # actions that take one number
ACTION_WORDS: Final = tuple(dict.fromkeys(spelling.word for kind, spelling in SPELLINGS.items() if kind < START_ROLLED))

SYNONYMS: Final = {
    "settlement": "settle",
    "village": "settle",
    "dice": "roll",
    "pass": "end",
    "done": "end",
    "next": "end",
    "card": "buy",
    "yes": "accept",
    "y": "accept",
    "no": "refuse",
    "n": "refuse",
    "decline": "refuse",
    "steal": "rob",
    "exchange": "bank",
    "port": "bank",
    "thief": "robber",
    "exit": "quit",
    "bye": "quit",
    "q": "quit",
    "?": "help",
    "map": "board",
    "island": "board",
    "cards": "hand",
    "history": "log",
    "resume": "load",
    "score": "points",
    "standings": "points",
    "cost": "costs",
    "settings": "set",
    "back": "undo",
    "best": "places",
}
FILLERS: Final = ("build", "play", "place", "move", "make", "do", "the", "a", "an", "i", "to")  # before an action
NOISE: Final = ("a", "my", "the", "card", "development", "dice", "offer", "turn")  # after a word that takes nothing
PHRASES: Final = (("road building", "roadbuilding"), ("year of plenty", "plenty"), ("victory point", "point"))
_SEATS: Final = {name.lower(): str(seat) for seat, name in enumerate(SEAT_NAMES)}


class Command(NamedTuple):
    """A command and what follows it."""

    word: str
    rest: str


class ParseError(ValueError):
    """A line that is neither command nor action; the message quotes it and lists what is possible."""


def parse_line(line: str, view: View, perspective: Perspective) -> Command | Action:
    """Parse what a person typed. Raises `ParseError`."""
    words = _plain_words(line)
    if not words:
        return _default(view, perspective)
    if words[0].isdigit():
        words.insert(0, _numbered_kind(words, view, perspective))
    first = resolve(words[0], view, perspective)
    if first is None:
        raise ParseError(_unknown(line, view, perspective))
    if first in COMMANDS:
        return Command(
            first, " ".join(line.split()[1:]) if line.split()[0].lower() == words[0] else " ".join(words[1:])
        )
    try:
        arguments = _arguments(first, words[1:], view, perspective.viewer)
        return Action.parse(" ".join((first, *arguments)), perspective.viewer, view.players)
    except InvalidNotation as error:
        raise ParseError(_wrong_arguments(line, first, str(error), view, perspective)) from error


def _plain_words(line: str) -> list[str]:
    """Return the words of a line in lower case, without fillers in front."""
    text = " ".join(line.lower().split())
    for phrase, word in PHRASES:
        text = text.replace(phrase, word)
    words = text.strip(".!").split()
    while len(words) > 1 and words[0] in FILLERS:
        del words[0]
    return words


def _default(view: View, perspective: Perspective) -> Command | Action:
    """Return what Enter alone means: rolling, or the only possible action."""
    legal = view.legal_actions(perspective.viewer)
    if "roll" in legal.by_kind:
        return legal.by_kind["roll"][0]
    if len(legal) == 1 and not legal.forms:
        return legal[0]
    raise ParseError(say(perspective.words, "input.enter", possible=possible(view, perspective)))


def _numbered_kind(words: list[str], view: View, perspective: Perspective) -> str:
    """Return the kind of action that a bare number means: the only one that takes a number now."""
    by_kind = view.legal_actions(perspective.viewer).by_kind
    kinds = [kind for kind, actions in by_kind.items() if re.search(r" \d", str(actions[0]))]
    if len(set(kinds)) != 1 or kinds[0] == "bank":
        text = quoted(" ".join(words))
        raise ParseError(say(perspective.words, "input.number", text=text, possible=possible(view, perspective)))
    return kinds[0]


def legal_words(view: View, seat: int) -> list[str]:
    """List the words that begin an action which the person can take now."""
    legal = view.legal_actions(seat)
    return [*legal.by_kind, *(form.kind for form in legal.forms)]


def resolve(word: str, view: View, perspective: Perspective) -> str | None:
    """Find the command or action word: itself, a synonym, or the only word with this beginning. Raises `ParseError`."""
    word = SYNONYMS.get(word, word)
    if word in COMMANDS or word in ACTION_WORDS:
        return word
    for vocabulary in (legal_words(view, perspective.viewer), COMMANDS, ACTION_WORDS, tuple(SYNONYMS)):
        found = [known for known in dict.fromkeys(vocabulary) if known.startswith(word)]
        if len(found) == 1:
            return SYNONYMS.get(found[0], found[0])
        if found:
            words = perspective.words.join(found, "or")
            raise ParseError(say(perspective.words, "input.ambiguous", text=quoted(word), words=words))
    return None


def _arguments(first: str, words: list[str], view: View, seat: int) -> list[str]:
    """Return an action's arguments in the notation: seats as numbers, the bank's rate filled in."""
    seats = _SEATS if first in ("rob", "deal", "take", "offer", "road", "settle") else {}
    known = [seats.get(word, word) for word in words if word not in ("at", "on", "from", "with", "hex", "site", "path")]
    if first not in EXAMPLES and first not in NUMBERED:
        return [word for word in known if word not in NOISE]
    if first in ("deal", "take") and not known:
        actions = view.legal_actions(seat).by_kind.get(first, ())
        return [str(actions[0]).split()[1]] if len(actions) == 1 else []
    if view.phase == "neutral build" and len(known) == 1:  # the seat may be left out if only one neutral player can
        begun = f"{first} {known[0]} for "
        legal = [str(action) for action in view.legal_actions(seat) if str(action).startswith(begun)]
        return legal[0].split()[1:] if len(legal) == 1 else known
    if first == "bank" and len(known) >= 3 and known[1] == "for" and not known[0].isdigit():
        rate = view.rates(seat)[read_resource(known[0])]
        return [str(rate), *known]
    return known


# --- errors -----------------------------------------------------------------------------------------------------------


def closest(text: str, view: View, seat: int) -> str | None:
    """Return the legal action or command that looks most like a text."""
    every = [*map(str, view.legal_actions(seat)), *legal_words(view, seat), *COMMANDS]
    found = get_close_matches(" ".join(text.lower().split()), every, 1, 0.6)
    return found[0] if found else None


def _unknown(line: str, view: View, perspective: Perspective) -> str:
    close = closest(line, view, perspective.viewer) or closest(line.split()[0], view, perspective.viewer)
    values = {"text": quoted(line.strip()), "possible": possible(view, perspective)}
    if close is None:
        return say(perspective.words, "input.unknown", **values)
    return say(perspective.words, "input.close", close=close, **values)


def _wrong_arguments(line: str, first: str, reason: str, view: View, perspective: Perspective) -> str:
    """Return what is wrong with an action's arguments, and what was expected."""
    # The notation's reasons are in English, and for a wrong form they only show its grammar.
    is_wrong_form = re.match(r"'.* is (no|not an) action", reason) is not None
    message = f"{reason.removesuffix('.')}."
    if is_wrong_form or perspective.words is not ENGLISH:
        message = _right_form(quoted(line.strip()), first, perspective)
    legal = [str(action) for action in view.legal_actions(perspective.viewer).by_kind.get(first, ())]
    return f"{message} {say(perspective.words, 'input.possible', possible=shorten(legal))}" if legal else message


def _right_form(text: str, first: str, perspective: Perspective) -> str:
    """Return how an action is written."""
    if first in EXAMPLES:
        return say(perspective.words, "input.expected_as", text=text, example=EXAMPLES[first])
    key = "input.expected_number" if first in NUMBERED else "input.expected_alone"
    return say(perspective.words, key, text=text, word=first)


def shorten(texts: list[str], most: int = 8) -> str:
    """List at most some texts; those that differ only in a number are put together.

    >>> shorten(["settle 3", "settle 17", "settle 20"])
    'settle 3, 17, 20'
    """
    shown = texts[:most]
    if len(texts) > 1 and all(re.fullmatch(r"[a-z]+ \d+", text) for text in texts):
        shown = [texts[0], *(text.split()[1] for text in texts[1:most])]
    return ", ".join(shown) + (", ..." if len(texts) > most else "")
