"""Actions and plies as text and JSON: `settle 17`, `offer 2 wool for 1 ore to 1 3`, `*: rolled 3+5`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, NamedTuple

from longroad.core.actions import KIND_BITS, KINDS, action_kind, ply, ply_action, ply_is_absent, ply_seat
from longroad.core.layout import CHANCE, SEATS
from longroad.notation.errors import InvalidNotation, listed, quoted
from longroad.notation.resources import Resources
from longroad.notation.spelling import SLOTS, SPELLINGS, Spelling

CHANCE_SIGN: Final = "*"  # the seat of chance in text
ABSENT_SIGN: Final = "!"  # a ply played for a seat in its absence (END-2)
LONGEST_TEXT: Final = 200  # characters; no action needs more
# Other words that people use -> the word of the notation.
MEANT: Final = {
    "pass": "end",
    "done": "end",
    "next": "end",
    "yes": "accept",
    "no": "refuse",
    "decline": "refuse",
    "reject": "refuse",
    "trade": "offer' or 'bank",
    "swap": "offer' or 'bank",
    "build": "settle', 'city' or 'road",
    "settlement": "settle",
    "draw": "buy",
    "steal": "rob",
    "dice": "roll",
}
REMEMBERED: Final = 1 << 14  # cached texts and codes, since games repeat them

_BY_WORD: Final[dict[str, list[tuple[re.Pattern[str], Spelling]]]] = {}
for _spelling in SPELLINGS.values():
    _BY_WORD.setdefault(_spelling.word, []).append((_spelling.pattern(), _spelling))


class Action:
    """One decision, or one outcome of chance, made from its notation or from its code. It cannot be changed.

    An action equals its canonical text, the one that `str` returns, and has the same hash, so that text finds it in a
    set or a dictionary. Any other spelling is read wherever an action is taken (`push`, `is_legal`, `in`), but is not
    equal to it. `code` is the integer that the rules know the action by; an action does not equal it.

    Raises `InvalidNotation` for text or a number that is not an action.

    >>> action = Action("Settle  17")
    >>> action, action.kind, action.code
    (Action('settle 17'), 'settle', 1101)
    >>> action == Action(1101) == "settle 17", action == "Settle  17", action in {"settle 17"}
    (True, False, True)
    """

    __slots__ = ("code",)
    code: int

    def __init__(self, action: str | int) -> None:
        code = _code_of_text(action) if isinstance(action, str) else action
        if not is_action_code(code):
            why = "no action has this code" if isinstance(code, int) else "expected text or a code"
            raise InvalidNotation(f"action {action!r:.80}: {why}")
        object.__setattr__(self, "code", code)

    @classmethod
    def parse(cls, text: str, seat: int | None = None, players: int | None = None) -> Action:
        """Read an action; an offer without seats goes to all others, which follow from `seat` and `players`.

        Raises `InvalidNotation`.

        >>> Action.parse("Offer 2 wool for ore", seat=0, players=4)
        Action('offer 2 wool for 1 ore to 1 2 3')
        >>> Action.parse("fly 17")
        Traceback (most recent call last):
        ...
        longroad.notation.errors.InvalidNotation: 'fly 17' is not an action: expected one of roll, end, buy, ...
        """
        words = text.lower().split() if isinstance(text, str) else []
        if words[:1] == ["offer"] and "to" not in words and seat is not None and players is not None:
            words += ["to", *(str(other) for other in range(players) if other != seat)]
        return cls(_read_action(" ".join(words)) if words else _refuse(text))

    @property
    def kind(self) -> str:
        """The word that names the kind of action.

        >>> Action.parse("0 stole wool from 2").kind
        'stole'
        """
        return SPELLINGS[action_kind(self.code)].word

    @property
    def place(self) -> int | None:
        """The hex, intersection or path that the action names, if it names one.

        >>> Action.parse("road 33").place, Action.parse("end").place
        (33, None)
        """
        values = self._values()
        found: int | None = next((values[name] for name in ("site", "path", "hex") if name in values), None)
        return found

    @property
    def seat(self) -> int | None:
        """The seat that the action names: who is robbed, dealt with or built for, who rolled, drew or took a card.

        >>> Action.parse("rob 2").seat, Action.parse("rob nobody").seat
        (2, None)
        """
        values = self._values()
        found: int | None = next((values[name] for name in ("seat", "victim", "for") if name in values), None)
        return found

    @property
    def give(self) -> Resources:
        """The cards that the action gives away, as far as they are known: in a trade, a discard or a forced trade.

        >>> Action.parse("bank 4 wool for 1 ore").give
        Resources(wool=4)
        """
        values = self._values()
        given = values.get("give") or values.get("cards")
        return Resources.from_json(given if isinstance(given, dict) else {})

    @property
    def take(self) -> Resources:
        """The cards that the action takes in return.

        >>> print(Action.parse("offer 2 wool for 1 ore to 1 3").take)
        1 ore
        """
        return Resources.from_json(self._values().get("take") or {})

    @property
    def to(self) -> tuple[int, ...]:
        """The seats that an offer is made to.

        >>> Action.parse("offer 2 wool for 1 ore to 1 3").to
        (1, 3)
        """
        return tuple(self._values().get("to", ()))

    def _values(self) -> dict[str, Any]:
        return SPELLINGS[action_kind(self.code)].unpack(self.code)

    def to_json(self) -> dict[str, Any]:
        """Return the action as an object with its kind and its values.

        >>> Action.parse("bank 4 wool for 1 ore").to_json()
        {'kind': 'bank', 'give': {'wool': 4}, 'take': {'ore': 1}}
        """
        spelling, values = SPELLINGS[action_kind(self.code)], self._values()
        return {"kind": spelling.word} | {name: values[name] for name in spelling.slots}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Action:
        """Read what `to_json` returns. Raises `InvalidNotation`.

        >>> Action.from_json({"kind": "settle", "site": 17})
        Action('settle 17')
        """
        if not isinstance(values, Mapping):
            raise InvalidNotation(f"{quoted(repr(values))} is not an action: expected an object with a kind")
        action = cls(_code_of(values))
        if action.to_json() != values:
            raise InvalidNotation(f"{quoted(repr(values))} is not an action; did you mean {action.to_json()}?")
        return action

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an action cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[type[Action], tuple[int]]:
        return Action, (self.code,)

    def __index__(self) -> int:
        return self.code

    def __str__(self) -> str:
        return write_action(self.code)

    def __repr__(self) -> str:
        return f"Action({write_action(self.code)!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Action):
            return other.code == self.code
        return write_action(self.code) == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(write_action(self.code))


@lru_cache(REMEMBERED)
def action_of(code: int) -> Action:
    """Return the action of a code that the rules have listed, without checking it again."""
    action = object.__new__(Action)
    object.__setattr__(action, "code", code)
    return action


class Ply(NamedTuple):
    """One entry of a game's log: the seat (6 is chance), its action, and whether it was played in the seat's absence.

    >>> print(Ply(2, Action.parse("settle 17")), "|", Ply(CHANCE, Action.parse("rolled 3+5")))
    2: settle 17 | *: rolled 3+5
    """

    seat: int
    action: Action
    is_absent: bool = False

    @classmethod
    def parse(cls, text: str, players: int | None = None) -> Ply:
        """Read a ply. Raises `InvalidNotation`.

        >>> Ply.parse("2!: end")
        Ply(seat=2, action=Action('end'), is_absent=True)
        """
        head, colon, tail = text.partition(":")
        sign = head.strip()
        is_absent = sign.endswith(ABSENT_SIGN) and not sign.startswith(CHANCE_SIGN)
        seat = _SEATS.get(sign.removesuffix(ABSENT_SIGN) if is_absent else sign)
        if not colon or seat is None:
            raise InvalidNotation(
                f"{quoted(text)} is not a ply: expected a seat from 0 to {SEATS - 1}, or {CHANCE_SIGN} for chance, "
                "a colon and an action"
            )
        return cls(seat, Action.parse(tail, seat, players), is_absent)

    @classmethod
    def from_code(cls, code: int) -> Ply:
        """Return the ply of a code from the core's log.

        >>> Ply.from_code(Ply.parse("1: roll").code)
        Ply(seat=1, action=Action('roll'), is_absent=False)
        """
        return cls(ply_seat(code), Action(ply_action(code)), ply_is_absent(code))

    @property
    def code(self) -> int:
        """The integer that the core's log holds.

        >>> Ply.parse("2: settle 17").code & 0xFFFF
        1101
        """
        return ply(self.seat, self.action.code, self.is_absent)

    def __str__(self) -> str:
        return write_ply(self.code)


_SEATS: Final = {str(seat): seat for seat in range(SEATS)} | {CHANCE_SIGN: CHANCE}


def write_ply(code: int) -> str:
    """Write an entry of the core's log."""
    seat = ply_seat(code)
    who = CHANCE_SIGN if seat == CHANCE else str(seat)
    return f"{who}{ABSENT_SIGN if ply_is_absent(code) else ''}: {write_action(ply_action(code))}"


@lru_cache(REMEMBERED)
def write_action(code: int) -> str:
    """Write an action of the core."""
    return SPELLINGS[action_kind(code)].write(code)


@lru_cache(REMEMBERED)
def _read_action(text: str) -> int:
    """Read an action in small letters and with single spaces. Raises `InvalidNotation`."""
    if len(text) > LONGEST_TEXT:
        raise InvalidNotation(f"{quoted(text)} is not an action: it has {len(text)} characters")
    words = text.split(" ")
    word = words[1] if len(words) > 1 and words[0] in _SEATS else words[0]
    for pattern, spelling in _BY_WORD.get(word, ()):
        match = pattern.fullmatch(text)
        if match is not None:
            slots = zip(spelling.slots, match.groups(), strict=True)
            return spelling.pack(spelling.kind, {name: SLOTS[name].read(value) for name, value in slots})
    return _refuse(text, word)


def _code_of_text(text: str) -> int:
    """Read an action in any case and with any spaces. Raises `InvalidNotation`."""
    words = text.lower().split()
    return _read_action(" ".join(words)) if words else _refuse(text)


def _refuse(text: object, word: str = "") -> int:
    """Raise the error for text that is not an action."""
    if word in _BY_WORD:
        possible = " or ".join(repr(usage(spelling)) for _, spelling in _BY_WORD[word])
        raise InvalidNotation(f"{quoted(str(text))} is not an action: expected {possible}")
    close = [MEANT[word]] if word in MEANT else get_close_matches(word[:20], _BY_WORD, 1)
    hint = f" (did you mean '{close[0]}'?)" if close else ""
    given = quoted(text) if isinstance(text, str) else repr(text)
    raise InvalidNotation(f"{given} is not an action{hint}: expected one of {listed(_BY_WORD)}")


def usage(spelling: Spelling) -> str:
    """Show how a kind of action is written, with the slots in capitals.

    >>> usage(SPELLINGS[action_kind(Action.parse("settle 17").code)])
    'settle SITE'
    """
    return re.sub(r"{(\w+)}", lambda slot: slot[1].upper(), spelling.template)


def is_action_code(code: object) -> bool:
    """Return whether an integer is an action that can be written down, legal or not."""
    if type(code) is not int or code <= 0 or action_kind(code) >= KINDS or code & ~KIND_BITS[action_kind(code)]:
        return False
    return _is_written(code)


@lru_cache(REMEMBERED)
def _is_written(code: int) -> bool:
    try:
        return action_kind(code) > 0 and _read_action(write_action(code)) == code
    except (InvalidNotation, IndexError, KeyError):
        return False


def _code_of(values: Mapping[str, Any]) -> int:
    """Find the spelling that fits an object, and read its text."""
    for _, spelling in _BY_WORD.get(str(values.get("kind")), ()):
        if {"kind", *spelling.slots} == set(values):
            try:
                written = {name: SLOTS[name].write(values[name]) for name in spelling.slots}
            except (TypeError, ValueError, AttributeError) as error:
                raise InvalidNotation(f"{quoted(repr(dict(values)))} is not an action: {error}") from error
            return _read_action(spelling.template.format(**written))
    raise InvalidNotation(f"{quoted(repr(dict(values)))} is not an action: {_expected(str(values.get('kind')))}")


def _expected(kind: str) -> str:
    if kind not in _BY_WORD:
        return f"expected a kind, one of {listed(_BY_WORD)}"
    return "expected " + " or ".join(listed(("kind", *spelling.slots)) for _, spelling in _BY_WORD[kind])
