"""What is compared: everything on the table, in our numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from longroad.core.layout import CITY_CODE, WORD_BITS
from longroad.core.state import State

AWARD_POINTS: Final = 2
Counts = tuple[int, ...]


class Position(NamedTuple):
    """A position. Rows go by seat; sets of paths and sites are integers with a bit for each member."""

    turn: int
    robber: int
    bank: Counts
    hands: tuple[Counts, ...]
    cards: tuple[Counts, ...]
    stack: Counts
    knights: Counts
    roads: Counts
    settlements: Counts
    cities: Counts
    left: tuple[Counts, ...]  # roads, settlements, cities in supply
    road_lengths: Counts
    longest: int
    largest: int
    points: Counts  # what everyone sees
    all_points: Counts

    def differences(self, other: Position) -> dict[str, tuple[object, object]]:
        """Name the parts that differ, with both values."""
        parts = zip(self._fields, self, other, strict=True)
        return {name: (mine, its) for name, mine, its in parts if mine != its}

    def buildings(self, seat: int) -> int:
        """Return the set of sites with a seat's buildings."""
        return self.settlements[seat] | self.cities[seat]

    def foreign(self, seat: int) -> int:
        """Return the set of sites that opponents have built on."""
        return sum(self.buildings(other) for other in range(len(self.roads)) if other != seat)


def as_set(numbers: Iterable[int]) -> int:
    """Return the set of some numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def members(bits: int) -> list[int]:
    """List a set."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def position_of(state: State) -> Position:
    """Read the position of one of our states."""
    seats = range(state["players"])
    site = state["site"]

    def rows(name: str) -> tuple[Counts, ...]:
        return tuple(tuple(row) for row in state[name][: len(seats)])

    def entries(name: str) -> Counts:
        return tuple(state[name][: len(seats)])

    def sets(name: str) -> Counts:
        return tuple(low | high << WORD_BITS for low, high in state[name][: len(seats)])

    return Position(
        turn=state["turn"],
        robber=state["robber"],
        bank=tuple(state["bank"]),
        hands=rows("hand"),
        cards=rows("cards"),
        stack=tuple(state["deck"]),
        knights=entries("knights"),
        roads=sets("roads"),
        settlements=tuple(as_set(i for i, code in enumerate(site) if code == 1 + seat) for seat in seats),
        cities=tuple(as_set(i for i, code in enumerate(site) if code == 1 + CITY_CODE + seat) for seat in seats),
        left=tuple(zip(entries("roads_left"), entries("settlements_left"), entries("cities_left"), strict=True)),
        road_lengths=entries("road_length"),
        longest=state["longest"],
        largest=state["largest"],
        points=entries("points"),
        all_points=tuple(state.points(seat) for seat in seats),
    )
