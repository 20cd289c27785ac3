"""What a person types: a command, or an action in the notation or in the looser words that people use."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final, NamedTuple

from longroad.core.actions import START_ROLLED
from longroad.core.words import SEAT_NAMES
from longroad.game.view import View
from longroad.narration.phrases import listed
from longroad.notation.actions import Action
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.resources import read_resource
from longroad.notation.spelling import SPELLINGS
from longroad.terminal.about import EXAMPLES, possible

COMMANDS: Final = {
    "help": "what can be typed; `help settle` tells more",
    "why": "why an action is not allowed: `why settle 17`",
    "undo": "take your last decision back",
    "hand": "your cards, and the others' numbers",
    "costs": "what things cost, and your rates with the bank",
    "board": "the island; `board numbers` numbers every place",
    "places": "the best places to build at now",
    "odds": "what a site yields: `odds 17`",
    "where": "a place in words: `where 17`, `where path 33`, `where hex 9`",
    "near": "what lies two steps around a site: `near 17`",
    "offers": "offers and proposals on the table",
    "points": "everybody's points",
    "log": "what has happened; `log 30`, `log all`",
    "hint": "what a computer player would do",
    "set": "settings: `set ask on`, `set refuse off`",
    "save": "write the game to a file as well: `save my.longroad`",
    "load": "go on with another saved game: `load my.longroad`",
    "quit": "leave; the game is kept and can be resumed",
}
NUMBERED: Final = ("settle", "city", "road", "robber", "deal", "take")  # actions that take one number
ACTION_WORDS: Final = tuple(dict.fromkeys(spelling.word for kind, spelling in SPELLINGS.items() if kind < START_ROLLED))

# What people say instead; a filler in front of an action says nothing.
ALSO_SAID: Final = {
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
FILLERS: Final = ("build", "play", "place", "move", "make", "do", "the", "a", "an", "i", "to")
NOISE: Final = ("a", "my", "the", "card", "development", "dice", "offer", "turn")  # after a word that takes nothing
PHRASES: Final = (("road building", "roadbuilding"), ("year of plenty", "plenty"), ("victory point", "point"))
_SEATS: Final = {name.lower(): str(seat) for seat, name in enumerate(SEAT_NAMES)}


class Command(NamedTuple):
    """A command and what follows it."""

    word: str
    rest: str


class Unclear(ValueError):
    """A line that is neither command nor action; the message quotes it and says what was possible."""


def read_line(line: str, view: View, seat: int) -> Command | Action:
    """Read what a person typed. Raises `Unclear`."""
    words = _plain_words(line)
    if not words:
        return _default(view, seat)
    if words[0].isdigit():
        words.insert(0, _numbered_kind(words, view, seat))
    first = resolve(words[0], view, seat)
    if first is None:
        raise Unclear(_nonsense(line, view, seat))
    if first in COMMANDS:
        return Command(
            first, " ".join(line.split()[1:]) if line.split()[0].lower() == words[0] else " ".join(words[1:])
        )
    try:
        return Action.parse(" ".join((first, *_arguments(first, words[1:], view, seat))), seat, view.players)
    except InvalidNotation as error:
        raise Unclear(_misspelt(line, first, str(error), view, seat)) from error


def _plain_words(line: str) -> list[str]:
    """Give the words of a line in small letters, without fillers in front."""
    text = " ".join(line.lower().split())
    for said, meant in PHRASES:
        text = text.replace(said, meant)
    words = text.strip(".!").split()
    while len(words) > 1 and words[0] in FILLERS:
        del words[0]
    return words


def _default(view: View, seat: int) -> Command | Action:
    """Tell what Enter alone means: rolling, or the only thing that can be done."""
    legal = view.legal_actions(seat)
    if "roll" in legal.by_kind:
        return legal.by_kind["roll"][0]
    if len(legal) == 1 and not legal.forms:
        return legal[0]
    raise Unclear(f"Enter alone decides nothing here. Possible: {possible(view, seat)}; `help` tells more.")


def _numbered_kind(words: list[str], view: View, seat: int) -> str:
    """Tell what a number alone is about: the one kind of action that takes a number now."""
    kinds = [kind for kind, actions in view.legal_actions(seat).by_kind.items() if re.search(r" \d", str(actions[0]))]
    if len(set(kinds)) != 1 or kinds[0] == "bank":
        raise Unclear(f"{quoted(' '.join(words))}: a number of what? Possible: {possible(view, seat)}.")
    return kinds[0]


def legal_words(view: View, seat: int) -> list[str]:
    """List the words that begin an action which the person can take now."""
    legal = view.legal_actions(seat)
    return [*legal.by_kind, *(form.kind for form in legal.forms)]


def resolve(word: str, view: View, seat: int) -> str | None:
    """Find the word that was meant: itself, another name, or the only one that begins so. Raises `Unclear`."""
    word = ALSO_SAID.get(word, word)
    if word in COMMANDS or word in ACTION_WORDS:
        return word
    for vocabulary in (legal_words(view, seat), tuple(COMMANDS), ACTION_WORDS, tuple(ALSO_SAID)):
        found = [known for known in dict.fromkeys(vocabulary) if known.startswith(word)]
        if len(found) == 1:
            return ALSO_SAID.get(found[0], found[0])
        if found:
            raise Unclear(f"{quoted(word)} could be {listed(found).replace(' and ', ' or ')}.")
    return None


def _arguments(first: str, words: list[str], view: View, seat: int) -> list[str]:
    """Give an action's arguments as the notation has them: seats as numbers, the bank's rate filled in."""
    seats = _SEATS if first in ("rob", "deal", "take", "offer", "road", "settle") else {}
    known = [seats.get(word, word) for word in words if word not in ("at", "on", "from", "with", "hex", "site", "path")]
    if first not in EXAMPLES and first not in NUMBERED:
        return [word for word in known if word not in NOISE]
    if first in ("deal", "take") and not known:
        actions = view.legal_actions(seat).by_kind.get(first, ())
        return [str(actions[0]).split()[1]] if len(actions) == 1 else []
    if view.phase == "neutral build" and len(known) == 1:  # for whom, if only one neutral player can
        begun = f"{first} {known[0]} for "
        legal = [str(action) for action in view.legal_actions(seat) if str(action).startswith(begun)]
        return legal[0].split()[1:] if len(legal) == 1 else known
    if first == "bank" and len(known) >= 3 and known[1] == "for" and not known[0].isdigit():
        rate = view.rates(seat)[read_resource(known[0])]
        return [str(rate), *known]
    return known


# --- when it was wrong ------------------------------------------------------------------------------------------------


def closest(text: str, view: View, seat: int) -> str | None:
    """Give the legal action or command that looks most like a text."""
    every = [*map(str, view.legal_actions(seat)), *legal_words(view, seat), *COMMANDS]
    found = get_close_matches(" ".join(text.lower().split()), every, 1, 0.6)
    return found[0] if found else None


def _nonsense(line: str, view: View, seat: int) -> str:
    close = closest(line, view, seat) or closest(line.split()[0], view, seat)
    hint = f" Did you mean {close}?" if close else ""
    return f"{quoted(line.strip())} is nothing known.{hint} Possible: {possible(view, seat)}; `help` lists the rest."


def _misspelt(line: str, first: str, reason: str, view: View, seat: int) -> str:
    """Say what is wrong with an action's arguments, and how it would be right."""
    if "is no action" in reason:
        example = EXAMPLES.get(first)
        number = f"{first} and a number" if first in NUMBERED else f"{first} alone"
        reason = f"{quoted(line.strip())}: expected {f'as in `{example}`' if example else number}"
    legal = [str(action) for action in view.legal_actions(seat).by_kind.get(first, ())]
    such = f" Possible: {shortened(legal)}." if legal else ""
    return f"{reason.removesuffix('.')}.{such}"


def shortened(texts: list[str], most: int = 8) -> str:
    """List texts, not too many; those that differ in a number only are put together.

    >>> shortened(["settle 3", "settle 17", "settle 20"])
    'settle 3, 17, 20'
    """
    shown = texts[:most]
    if len(texts) > 1 and all(re.fullmatch(r"[a-z]+ \d+", text) for text in texts):
        shown = [texts[0], *(text.split()[1] for text in texts[1:most])]
    return ", ".join(shown) + (", ..." if len(texts) > most else "")
