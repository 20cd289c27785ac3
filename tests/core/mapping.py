"""Ways to say the same game otherwise: turned or mirrored islands, other seats, brick for lumber.

A mapping takes states and plies of one game to those of another; the rules must not notice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from longroad.core import actions as a
from longroad.core.actions import PLENTY_FIRST, PLENTY_SECOND, ply_action, ply_seat
from longroad.core.island.setup import find_hexes
from longroad.core.island.topology import ISLAND_SITES, Symmetry
from longroad.core.layout import BLOCKED, CHANCE, FIELDS, HEXES_OF, ISLAND, RESOURCES, SEATS, WORD_BITS, Field
from longroad.core.state import State

Numbers = Sequence[int]
_FIELD = {field.name: field for field in FIELDS}

PLACED_BY_SITE = ("harbor", "site")
PLACED_BY_HEX = ("terrain", "token")
SETS_OF_SITES = ("settlements", "touched", "blocked")
SETS_OF_PATHS = ("roads", "reach", "taken")
ONE_SEAT = ("turn", "actor", "first", "longest", "largest", "winner", "victim")
SETS_OF_SEATS = ("rolling", "owes", "offered_to", "waiting", "accepted", "proposed")
BY_RESOURCE = ("offer", "proposal", "bank", "hand", "discards")
PLACE_KINDS = {
    a.BUILD_SETTLEMENT: "sites",
    a.BUILD_CITY: "sites",
    a.BUILD_ROAD: "paths",
    a.MOVE_ROBBER: "hexes",
    a.NEUTRAL_ROAD: "paths",
    a.NEUTRAL_SETTLEMENT: "sites",
}


@dataclass(frozen=True)
class Mapping:
    """Where hexes, sites, paths, seats and resources go."""

    symmetry: Symmetry
    seats: tuple[int, ...] = tuple(range(SEATS))
    resources: tuple[int, ...] = tuple(range(RESOURCES))

    def state(self, state: State) -> State:
        """Map a state."""
        new = state.copy()
        for field in FIELDS:
            _write(new, field, self._values(field, _read(state, field)))
        find_hexes(new.s)
        forget_absent_sites(new)
        return new

    def _values(self, field: Field, values: list[int]) -> list[int]:
        """Map the values of a field: first where they stand, then what they say."""
        name = field.name
        if name in PLACED_BY_SITE:
            values = _moved(values, self.symmetry.sites)
        elif name in PLACED_BY_HEX:
            values = _moved(values, self.symmetry.hexes)
        elif field.shape[:1] == (SEATS,):
            width = field.size // SEATS
            values = _moved_rows(values, self.seats, width)
        elif name == "trade_cards" and max(self.seats[:2]) == 1:
            values = _moved(values, self.seats[:2])
        if name in BY_RESOURCE:
            values = [values[i - i % 5 + self.resources.index(i % 5)] for i in range(len(values))]
        if name in SETS_OF_SITES or name in SETS_OF_PATHS:
            places = self.symmetry.sites if name in SETS_OF_SITES else self.symmetry.paths
            return [word for i in range(0, len(values), 2) for word in _mapped_words(values[i : i + 2], places)]
        return [self._value(name, value) for value in values]

    def _value(self, name: str, value: int) -> int:
        if name == "terrain" and value < RESOURCES:
            return self.resources[value]
        if name == "harbor":
            return self.harbor(value)
        if name == "harbors":
            return sum(1 << self.harbor(kind) for kind in range(7) if value >> kind & 1)
        if name == "site" and value > 0:
            return self.seats[(value - 1) % SEATS] + 1 + (value - 1) // SEATS * SEATS
        if name == "robber":
            return self.symmetry.hexes[value]
        if name in ("last_site", "neutral_site") and value >= 0:
            return self.symmetry.sites[value]
        if name in ONE_SEAT and value >= 0:
            return self.seats[value]
        if name in SETS_OF_SEATS:
            return self.seat_set(value)
        return value

    def harbor(self, kind: int) -> int:
        """Map a kind of harbor."""
        return 1 + self.resources[kind - 1] if 1 <= kind <= RESOURCES else kind

    def seat_set(self, seats: int) -> int:
        """Map a set of seats."""
        return sum(1 << self.seats[seat] for seat in range(SEATS) if seats >> seat & 1)

    def seat(self, seat: int) -> int:
        """Map a seat; chance stays."""
        return seat if seat == CHANCE else self.seats[seat]

    def action(self, action: int) -> int:
        """Map an action."""
        kind, number = a.action_kind(action), a.action_number(action)
        first, second, third = a.action_first(action), a.action_second(action), a.action_third(action)
        if a.OFFER_TRADE <= kind <= a.GIVE_CARDS:
            counts = [a.bundle_count(action, self.resources.index(resource)) for resource in range(RESOURCES)]
            return a.bundle(kind, counts, self.seat_set(a.bundle_to(action)))
        if kind in PLACE_KINDS:
            number = getattr(self.symmetry, PLACE_KINDS[kind])[number]
            if kind in (a.NEUTRAL_ROAD, a.NEUTRAL_SETTLEMENT):
                first = self.seats[first]
        elif kind in _NUMBERS:
            number = _NUMBERS[kind](self, number)
        if kind in (a.CARD_DRAWN, a.CARD_STOLEN, a.CARD_TAKEN):
            first = self.seats[first]
            second = self.seats[second] if kind != a.CARD_DRAWN else second
        elif kind == a.START_ROLLED:
            third = self.seats[third]
        return a.action(kind, number, first, second, third)

    def ply(self, entry: int) -> int:
        """Map a ply."""
        return a.ply(self.seat(ply_seat(entry)), self.action(ply_action(entry)))

    def pair(self, number: int) -> int:
        """Map the pair of a year of plenty."""
        first, second = PLENTY_FIRST[number], PLENTY_SECOND[number]
        wanted = sorted(self.resources[resource] for resource in (first, second) if resource >= 0)
        pairs = zip(PLENTY_FIRST, PLENTY_SECOND, strict=True)
        return next(i for i, pair in enumerate(pairs) if [resource for resource in pair if resource >= 0] == wanted)

    def trade(self, number: int) -> int:
        """Map a maritime trade."""
        return number // 25 * 25 + self.resources[number // 5 % 5] * 5 + self.resources[number % 5]


_NUMBERS: dict[int, Callable[[Mapping, int], int]] = {
    a.ROB: lambda mapping, number: mapping.seat(number),
    a.CLOSE_DEAL: lambda mapping, number: mapping.seats[number],
    a.TAKE_PROPOSAL: lambda mapping, number: mapping.seats[number],
    a.TRADE_BANK: lambda mapping, number: mapping.trade(number),
    a.PLAY_PLENTY: lambda mapping, number: mapping.pair(number),
    a.PLAY_MONOPOLY: lambda mapping, number: mapping.resources[number],
    a.CARD_STOLEN: lambda mapping, number: mapping.resources[number],
    a.CARD_TAKEN: lambda mapping, number: mapping.resources[number],
}


def forget_absent_sites(state: State) -> None:
    """Take intersections that the island does not have out of the blocked ones: they stand still where others move."""
    for word in range(2):
        state.m[BLOCKED + word] &= ISLAND_SITES[2 * state.s[ISLAND] + word]


def _read(state: State, field: Field) -> list[int]:
    block = state.s if field.block == "s" else state.m
    return block[field.offset : field.offset + field.size]


def _write(state: State, field: Field, values: list[int]) -> None:
    block = state.s if field.block == "s" else state.m
    block[field.offset : field.offset + field.size] = values


def _moved(values: list[int], where: Numbers) -> list[int]:
    moved = values.copy()
    for place, value in enumerate(values):
        moved[where[place]] = value
    return moved


def _moved_rows(values: list[int], where: Numbers, width: int) -> list[int]:
    moved = values.copy()
    for row in range(SEATS):
        moved[width * where[row] : width * (where[row] + 1)] = values[width * row : width * (row + 1)]
    return moved


def _mapped_words(words: list[int], where: Numbers) -> list[int]:
    members = [i for i in range(len(where)) if words[i // WORD_BITS] >> i % WORD_BITS & 1]
    bits = sum(1 << where[member] for member in members)
    return [bits & (1 << WORD_BITS) - 1, bits >> WORD_BITS]


assert _FIELD["hexes_of"].offset == HEXES_OF
