"""What to show of a position that cannot be, so that its reason is understood: the fields and numbers it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from longroad.core.check import violations as v
from longroad.core.island.material import BANK_CARDS, STACK
from longroad.core.layout import (
    BANK,
    CARD_KINDS,
    HAND,
    HAND_SIZE,
    ISLAND,
    KNIGHTS,
    PLAYERS,
    RESOURCES,
    ROAD_LENGTH,
    TURNS,
)
from longroad.core.rules.awards import owners
from longroad.core.words import RESOURCE_NAMES
from longroad.notation.positions.compact import CARD_LETTERS, write_counts, write_numbers
from longroad.notation.positions.fields import BY_LABEL
from longroad.notation.positions.seats import ITEMS, is_hidden

# The fields that a reason is about.
_FIELDS: Final[Mapping[int, tuple[str, ...]]] = {
    v.WRONG_QUEUE: ("queue",),
    v.WRONG_DICE_DECK: ("dice",),
    v.WRONG_LONGEST: ("longest",),
    v.WRONG_LARGEST: ("largest",),
    v.WRONG_SEAT: ("turn", "actor", "phase"),
    v.WRONG_START: ("start", "turn", "phase"),
    v.WRONG_FOUNDING: ("last", "phase"),
    v.WRONG_ROLLS: ("rolled", "done", "phase"),
    v.WRONG_TURN_COUNT: ("turn", "phase"),
    v.WRONG_NOTES: ("done", "rolled", "phase"),
    v.WRONG_DISCARDS: ("owes", "phase"),
    v.WRONG_ROBBERY: ("robber", "victim", "phase"),
    v.WRONG_FREE_ROADS: ("free", "done", "phase"),
    v.WRONG_NEUTRAL: ("owed", "phase"),
    v.WRONG_FORCED: ("take", "victim", "phase"),
    v.WRONG_COUNTS: ("offers", "rolled"),
    v.TRADE_NOT_CLOSED: ("offer", "phase", "done"),
    v.WRONG_OFFER: ("offer", "waiting", "accepted", "offers"),
    v.WRONG_WINNER: ("winner", "turn", "phase"),
    v.NOT_ENDED: ("winner", "phase"),
    v.WRONG_STACK: ("stack", "queue"),
}


def evidence(s: list[int], m: list[int], reason: str) -> str:
    """Show what a reason is about, in parentheses after it; nothing where the reason says all."""
    code = v.VIOLATIONS.index(reason) if reason in v.VIOLATIONS else 0
    shown = [_show(s, m, label) for label in _FIELDS.get(code, ())]
    if code in _NUMBERS:
        shown.append(_NUMBERS[code](s, m))
    return f" ({'; '.join(shown)})" if shown else ""


def _show(s: list[int], m: list[int], label: str) -> str:
    text = BY_LABEL[label].write(s, m)
    return f"{label}:{text}" if text else f"no {label}"


def _road_lengths(s: list[int], m: list[int]) -> str:
    return f"roads of {write_numbers(s[ROAD_LENGTH : ROAD_LENGTH + owners(s)])}"


def _armies(s: list[int], m: list[int]) -> str:
    return f"knights played: {write_numbers(s[KNIGHTS : KNIGHTS + s[PLAYERS]])}"


def _all_cards(s: list[int], m: list[int]) -> str:
    each = BANK_CARDS[s[ISLAND]]
    if any(is_hidden(s, seat) for seat in range(s[PLAYERS])):
        banked, held = sum(s[BANK : BANK + RESOURCES]), sum(s[HAND_SIZE : HAND_SIZE + s[PLAYERS]])
        return f"{banked} in the bank, {held} in hands; there are {each} of each resource"
    hands = [sum(s[HAND + RESOURCES * seat + resource] for seat in range(s[PLAYERS])) for resource in range(RESOURCES)]
    wrong = next(resource for resource in range(RESOURCES) if s[BANK + resource] + hands[resource] != each)
    return f"{RESOURCE_NAMES[wrong]}: {s[BANK + wrong]} in the bank, {hands[wrong]} in hands; there are {each}"


def _all_development(s: list[int], m: list[int]) -> str:
    first = CARD_KINDS * s[ISLAND]
    return f"there are {write_counts(STACK[first : first + CARD_KINDS], CARD_LETTERS)}"


def _turns(s: list[int], m: list[int]) -> str:
    return f"{m[TURNS]} turns have begun"


def _items(letters: str) -> Callable[[list[int], list[int]], str]:
    """Show some items of all seats."""
    items = [item for item in ITEMS if item.letter in letters]

    def show(s: list[int], m: list[int]) -> str:
        texts = []
        for seat in range(owners(s)):
            parts = [item.letter + text for item in items if (text := item.write(s, m, seat))]
            if parts:
                texts.append(f"{seat}:{','.join(parts)}")
        return "; ".join(texts) or f"no {', '.join(letters)}"

    return show


_NUMBERS: Final[Mapping[int, Callable[[list[int], list[int]], str]]] = {
    v.WRONG_LONGEST: _road_lengths,
    v.WRONG_LARGEST: _armies,
    v.WRONG_CARDS: _all_cards,
    v.WRONG_STACK: _all_development,
    v.WRONG_TURN_COUNT: _turns,
    v.WRONG_FRESH: _items("df"),
    v.WRONG_DISCARDS: _items("hx"),
    v.WRONG_OFFER: _items("h"),
    v.WRONG_PROPOSAL: _items("hp"),
}
