"""A table to set positions up on, for the tests of the rules: the beginner island, and whatever a test puts there."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from longroad.core import actions as a
from longroad.core import layout
from longroad.core.check.invariants import violation
from longroad.core.check.network import has_building
from longroad.core.check.violations import LOOSE_ROAD, NO_BUILDING, VIOLATIONS
from longroad.core.island.topology import PATH_SITES, SITE_NEIGHBORS
from longroad.core.layout import CHANCE
from longroad.core.phases import BEFORE_ROLL, MAIN
from longroad.core.rules.awards import count_knight, owners
from longroad.core.rules.hands import receive
from longroad.core.rules.network import place_city, place_road, place_settlement
from longroad.core.ruleset import Ruleset
from longroad.core.sets import contains
from longroad.core.state import IllegalAction, State
from longroad.core.words import CARD_NAMES, NO_HARBOR, RESOURCE_NAMES

TOUCHED = range(layout.TOUCHED, layout.TOUCHED + 2 * layout.SEATS, 2)
COSTS = {
    "road": {"brick": 1, "lumber": 1},
    "settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
    "city": {"grain": 2, "ore": 3},
    "card": {"wool": 1, "grain": 1, "ore": 1},
}


class Table(State):
    """A state on the fixed island, with seat 0 on turn and an empty board; methods change it beside the rules."""

    @classmethod
    def set_up(cls, *, rolled: bool = True, **options: Any) -> Table:
        """Lay the table: after the roll of seat 0's turn, or before it."""
        fixed = {"terrain": "fixed", "tokens": "fixed", "harbors": "fixed"} if options.get("island") is None else {}
        state = State.new(Ruleset(**(fixed | {"first_player": "given"} | options)))
        table = cls(state.s, state.m)
        table.put("founded", 2 * state["players"])
        table.put("phase", MAIN if rolled else BEFORE_ROLL)
        rolls = state["duel"] + 1 if rolled else 0
        table.put("rolls", rolls)
        for i in range(rolls):
            table.put("rolled", 5 + i, i)
        table.put("turns", 1)
        return table

    def put(self, name: str, value: int, *index: int) -> None:
        """Write a field, or one entry of it."""
        field = next(f for f in layout.FIELDS if f.name == name)
        offset = 0
        for i, size in zip(index, field.shape, strict=True):
            offset = offset * size + i
        (self.s if field.block == "s" else self.m)[field.offset + offset] = value

    def give_turn(self, seat: int) -> None:
        """Start a seat's turn, as if it were the starting player."""
        for name in ("first", "turn", "actor"):
            self.put(name, seat)

    def settle(self, seat: int, *sites: int) -> None:
        """Place settlements."""
        for site in sites:
            place_settlement(self.s, self.m, seat, site)

    def build_city(self, seat: int, *sites: int) -> None:
        """Place cities."""
        for site in sites:
            place_settlement(self.s, self.m, seat, site)
            place_city(self.s, self.m, seat, site)

    def pave(self, seat: int, *sites: int) -> None:
        """Place roads along a walk from site to site."""
        for one, other in itertools.pairwise(sites):
            place_road(self.s, self.m, seat, path_between(one, other))

    def deal(self, seat: int, **cards: int) -> None:
        """Give resource cards from the bank: `deal(0, brick=1, ore=3)`."""
        for name, count in cards.items():
            receive(self.s, seat, RESOURCE_NAMES.index(name), count)

    def fund(self, seat: int, *things: str) -> None:
        """Give the cards that things cost: `fund(0, "road", "city")`."""
        for thing in things:
            self.deal(seat, **COSTS[thing])

    def hold(self, seat: int, *names: str, fresh: bool = False) -> None:
        """Give development cards from the stack: `hold(0, "knight", "monopoly")`."""
        for name in names:
            kind = CARD_NAMES.index(name)
            entry = layout.CARD_KINDS * seat + kind
            self.s[layout.DECK + kind] -= 1
            self.s[layout.DECK_SIZE] -= 1
            self.s[layout.CARDS + entry] += 1
            self.s[layout.FRESH + entry] += int(fresh)
            self.s[layout.CARDS_SIZE + seat] += 1

    def muster(self, seat: int, knights: int) -> None:
        """Lay knights face up, as if they had been bought and played."""
        for _ in range(knights):
            self.s[layout.DECK] -= 1
            self.s[layout.DECK_SIZE] -= 1
            count_knight(self.s, seat)

    def hand(self, seat: int) -> dict[str, int]:
        """Return the resources that a hand holds, with their counts."""
        return {name: n for name, n in zip(RESOURCE_NAMES, self["hand"][seat], strict=True) if n}

    def apply(self, seat: int, action: int) -> None:
        """Take an action, and assert that one which no rule forbids is listed or fits a form."""
        assert seat == CHANCE or self.why_not(seat, action) is not None or self.is_listed(seat, action)
        super().apply(seat, action)

    def is_listed(self, seat: int, action: int) -> bool:
        """Return whether an action is listed, a maritime trade at any rate, or fits a form."""
        if a.action_kind(action) == a.TRADE_BANK:
            pairs = [number % 25 for number in self.listed(seat, a.TRADE_BANK)]
            return a.action_number(action) % 25 in pairs
        return action in self.legal(seat) or any(form.fits(action) for form in self.forms(seat))

    def do(self, seat: int, kind: int, number: int = 0, first: int = 0) -> None:
        """Take an action that is not a bundle."""
        self.apply(seat, a.action(kind, number, first))

    def road(self, seat: int, *sites: int) -> None:
        """Build roads along a walk from site to site, each an action."""
        for one, other in itertools.pairwise(sites):
            self.apply(seat, road(one, other))

    def build_on(self, seat: int, *sites: int) -> None:
        """Make the turn come to a seat, which then pays for roads along a walk."""
        self.pass_to(seat)
        self.fund(seat, *["road"] * (len(sites) - 1))
        self.road(seat, *sites)

    def refuse(self, rule: str, seat: int, action: int) -> None:
        """Assert that a rule forbids an action, that it is not listed and fits no form, and that it changes nothing."""
        before = self.to_bytes()
        with pytest.raises(IllegalAction) as caught:
            self.apply(seat, action)
        assert caught.value.refusal.rule == rule, caught.value
        assert action not in self.legal(seat)
        assert not any(form.fits(action) for form in self.forms(seat))
        assert self.to_bytes() == before

    def roll(self, total: int) -> None:
        """Roll the dice with this sum."""
        self.do(self["turn"], a.ROLL)
        self.apply(CHANCE, a.action(a.DICE_ROLLED, total))

    def pass_to(self, seat: int) -> None:
        """Make turns pass, each with a roll of 2, until a seat is on turn and has rolled."""
        while self["turn"] != seat:
            self.do(self["turn"], a.END_TURN)
            self.roll(2)

    def chance(self, number: int) -> None:
        """Make chance take its outcome with this number: a resource, a card, a sum."""
        outcome = next(action for action, _ in self.outcomes() if a.action_number(action) == number)
        self.apply(CHANCE, outcome)

    def listed(self, seat: int, kind: int) -> list[int]:
        """List the numbers of a seat's legal actions of a kind."""
        return [a.action_number(action) for action in self.legal(seat) if a.action_kind(action) == kind]

    def road_places(self, seat: int) -> set[tuple[int, int]]:
        """Return the ends of the paths where a seat may build a road."""
        return {(PATH_SITES[2 * path], PATH_SITES[2 * path + 1]) for path in self.listed(seat, a.BUILD_ROAD)}

    def found(self) -> None:
        """Place a settlement for everybody who has none, where it is in nobody's way, as if they had founded."""
        for seat in range(owners(self.s)):
            if not has_building(self.s, seat):
                free = (site for site in range(54) if not contains(self.m, layout.BLOCKED, site))
                away = (site for site in free if not any(contains(self.m, base, site) for base in TOUCHED))
                self.settle(seat, next(site for site in away if self["harbor"][site] == NO_HARBOR))

    def check(self) -> None:
        """Check all invariants, but for what a founding leads to: a test puts on the table only what it needs."""
        code = violation(self.s, self.m)
        assert code in (0, LOOSE_ROAD, NO_BUILDING), VIOLATIONS[code]


def before_roll(**options: Any) -> Table:
    """Lay the table before seat 0's roll."""
    return Table.set_up(rolled=False, **options)


def path_between(one: int, other: int) -> int:
    """Find the path between two neighboring sites."""
    for path in range(layout.PATHS):
        if {PATH_SITES[2 * path], PATH_SITES[2 * path + 1]} == {one, other}:
            return path
    raise AssertionError(
        f"no path between {one} and {other}; the neighbors are {SITE_NEIGHBORS[3 * one : 3 * one + 3]}"
    )


def road(one: int, other: int) -> int:
    """Pack the building of a road between two neighboring sites."""
    return a.action(a.BUILD_ROAD, path_between(one, other))


def settlement(site: int) -> int:
    """Pack the building of a settlement."""
    return a.action(a.BUILD_SETTLEMENT, site)


def bundle(kind: int, to: int = 0, **counts: int) -> int:
    """Pack a bundle by names: given is positive, taken negative."""
    return a.bundle(kind, [counts.get(name, 0) for name in RESOURCE_NAMES], to)
