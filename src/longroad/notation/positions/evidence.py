"""The fields and numbers that explain why a position is impossible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from longroad.core.check import violations as v
from longroad.core.island.material import STACK
from longroad.core.layout import (
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
from longroad.core.rules.hands import cards_of_each, stack_of
from longroad.core.words import RESOURCE_NAMES
from longroad.notation.positions.compact import CARD_LETTERS, write_counts, write_numbers
from longroad.notation.positions.fields import BY_LABEL
from longroad.notation.positions.seats import ITEMS, is_hidden
from longroad.notation.positions.where import loose_roads, near_pairs, seats_without_building

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
    v.TOO_MANY_CARDS: ("bank",),
    v.WRONG_STACK: ("stack", "queue"),
}


def evidence(s: list[int], m: list[int], code: int) -> str:
    """Return the values that a violation is about, in parentheses; empty if its sentence says everything."""
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
    each = cards_of_each(s)
    stacks = [stack_of(s, resource) for resource in range(RESOURCES)]
    if any(is_hidden(s, seat) for seat in range(s[PLAYERS])):
        held = sum(s[HAND_SIZE : HAND_SIZE + s[PLAYERS]])
        return f"{sum(stacks)} in the bank, {held} in hands; there are {each} of each resource"
    hands = [sum(s[HAND + RESOURCES * seat + resource] for seat in range(s[PLAYERS])) for resource in range(RESOURCES)]
    wrong = [resource for resource in range(RESOURCES) if stacks[resource] + hands[resource] != each]
    counts = (f"{RESOURCE_NAMES[w]}: {stacks[w]} in the bank, {hands[w]} in hands" for w in wrong)
    return f"{'; '.join(counts)}; there are {each}"


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


def _neighbors(s: list[int], m: list[int]) -> str:
    """Show the pairs of buildings that are next to each other."""
    return f"intersections {', '.join(f'{one} and {other}' for one, other in near_pairs(s))}"


def _loose_roads(s: list[int], m: list[int]) -> str:
    """Show the roads that are joined to no building of their owner."""
    return "; ".join(f"seat {seat}: {write_numbers(paths)}" for seat, paths in loose_roads(s, m).items())


def _without_building(s: list[int], m: list[int]) -> str:
    return f"seats {write_numbers(seats_without_building(s))}"


_NUMBERS: Final[Mapping[int, Callable[[list[int], list[int]], str]]] = {
    v.TOO_NEAR: _neighbors,
    v.LOOSE_ROAD: _loose_roads,
    v.NO_BUILDING: _without_building,
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
