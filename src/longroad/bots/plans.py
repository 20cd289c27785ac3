"""The plans of a seat: what it could build next, which cards that needs, and which cards it can spare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from longroad.bots.sites import helps_race, road_goal, yields_of
from longroad.core import actions as a
from longroad.core.island.material import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
from longroad.core.layout import (
    CITIES_LEFT,
    DECK_SIZE,
    HAND,
    PLAYERS,
    POINTS,
    QUEUE_SIZE,
    RESOURCES,
    SETTLEMENTS,
    SETTLEMENTS_LEFT,
    VICTORY_POINTS,
    WORD_BITS,
)
from longroad.core.rules.network import has_road_place, has_settlement_place, road_places
from longroad.core.sets import members
from longroad.core.state import View
from longroad.narration import Phrase

NEAR_VICTORY: Final = 2  # points short of victory from which nobody trades with a player
IN_SIGHT: Final = 4  # points short of victory from which nobody helps a leader
NEVER_ROLLED: Final = 1.5  # missing cards that one card counts for if the seat's hexes do not yield it

MORE_CARDS: Final = 0.1  # missing cards that count for getting more cards than one gives
FEWER_CARDS: Final = 0.4  # missing cards that count for each card given beyond those received


class Plan(NamedTuple):
    """Something to save for: the message of its name, its cost, and the missing cards by which it is preferred."""

    kind: int
    key: str
    cost: tuple[int, ...]
    merit: float

    @property
    def name(self) -> Phrase:
        """What it is called."""
        return Phrase(self.key)


CITY: Final = Plan(a.BUILD_CITY, "bot.plan_city", CITY_COST, 1.0)
SETTLEMENT: Final = Plan(a.BUILD_SETTLEMENT, "bot.plan_settlement", SETTLEMENT_COST, 1.5)
ROAD: Final = Plan(a.BUILD_ROAD, "bot.plan_road", ROAD_COST, 0.5)
CARD: Final = Plan(a.BUY_CARD, "bot.plan_card", CARD_COST, 0.0)
NOTHING: Final = Plan(0, "bot.plan_nothing", (0,) * RESOURCES, 0.0)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A seat's hand and yields, its plans, and the next of them."""

    seat: int
    hand: tuple[int, ...]
    yields: tuple[int, ...]
    plans: tuple[Plan, ...]
    plan: Plan

    @property
    def lack(self) -> list[int]:
        """The cards that the next plan lacks."""
        return self.lack_for(self.plan)

    def lack_for(self, plan: Plan) -> list[int]:
        """Count the cards that a plan lacks."""
        return [max(need - held, 0) for need, held in zip(plan.cost, self.hand, strict=True)]

    @property
    def spare(self) -> list[int]:
        """The cards that the next plan does not need."""
        return [max(held - need, 0) for need, held in zip(self.plan.cost, self.hand, strict=True)]

    def distance(self, hand: Sequence[int]) -> float:
        """Return how far a hand is from the closest plan, in missing cards."""
        return min((_distance(plan, hand, self.yields) for plan in self.plans), default=0.0)

    def gain(self, change: Sequence[int]) -> float:
        """Return by how many missing cards a trade brings a plan closer; the number of cards counts a little too.

        A trade that cannot be paid brings nothing.
        """
        after = self._after(change)
        more = sum(change)
        if min(after) < 0:
            return -1.0
        return self.distance(self.hand) - self.distance(after) + (MORE_CARDS if more > 0 else FEWER_CARDS * more)

    def plan_after(self, change: Sequence[int]) -> Plan:
        """Return the plan that a trade brings closest."""
        after = self._after(change)
        return min(self.plans, key=lambda plan: _distance(plan, after, self.yields), default=NOTHING)

    def _after(self, change: Sequence[int]) -> list[int]:
        return [held + more for held, more in zip(self.hand, change, strict=True)]


def _distance(plan: Plan, hand: Sequence[int], yields: Sequence[int]) -> float:
    missing = 0.0
    for resource in range(RESOURCES):
        lacking = plan.cost[resource] - hand[resource]
        if lacking > 0:
            missing += lacking * (1.0 if yields[resource] else NEVER_ROLLED)
    return missing - plan.merit


def outlook_of(seen: View, seat: int, guess: tuple[int, ...] | None = None) -> Outlook:
    """Return the outlook of a seat, from its hand or a guess at it."""
    hand = guess or tuple(seen.s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)])
    own = yields_of(seen, seat)
    plans = tuple(_possible(seen, seat, own))
    nearest = min(plans, key=lambda plan: _distance(plan, hand, own), default=NOTHING)
    return Outlook(seat, hand, tuple(own), plans, nearest)


def _possible(seen: View, seat: int, own: list[int]) -> list[Plan]:
    """Return what a seat could build if it had the cards, best first."""
    s, m = seen.s, seen.m
    has_place = has_settlement_place(s, m, seat)
    possible = {
        CITY: s[CITIES_LEFT + seat] > 0 and (m[SETTLEMENTS + 2 * seat] | m[SETTLEMENTS + 2 * seat + 1]) != 0,
        SETTLEMENT: has_place,
        ROAD: not has_place and has_road_place(s, m, seat) and _leads_somewhere(seen, seat, own),
        CARD: s[DECK_SIZE] + s[QUEUE_SIZE] > 0,
    }
    return [plan for plan, is_possible in possible.items() if is_possible]


def _leads_somewhere(seen: View, seat: int, own: list[int]) -> bool:
    """Return whether a road leads to a site where the seat could settle, or helps to win the longest road."""
    has_piece = seen.s[SETTLEMENTS_LEFT + seat] > 0
    paths = [WORD_BITS * word + bit for word in range(2) for bit in members(road_places(seen.m, seat, word))]
    if has_piece and any(road_goal(seen, seat, own, path)[1] >= 0 for path in paths):
        return True
    return any(helps_race(seen, seat, path) for path in paths)


# --- others -----------------------------------------------------------------------------------------------------------


def is_near_victory(seen: View, seat: int) -> bool:
    """Return whether a player is so close to winning that nobody should trade with it."""
    return seen.s[POINTS + seat] >= seen.s[VICTORY_POINTS] - NEAR_VICTORY


def is_leading(seen: View, seat: int, me: int) -> bool:
    """Return whether a player leads me and everybody else, with victory in sight."""
    points = seen.s[POINTS : POINTS + seen.s[PLAYERS]]
    return points[seat] >= max(seen.s[VICTORY_POINTS] - IN_SIGHT, points[me] + 2, *points)


def is_dangerous(seen: View, seat: int, me: int) -> bool:
    """Return whether a trade should not help a player."""
    return is_near_victory(seen, seat) or is_leading(seen, seat, me)
