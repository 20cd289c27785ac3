"""The features that estimate: how long cards take, what sites are worth, what can be built at once, how rivals stand.

As in `oracle`, they are computed a second time from what is written about them: with fractions, with sets of sites, and
by trying all ways to build.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor

from longroad.core.words import RESOURCE_NAMES
from longroad.game.table import Table
from longroad.notation.resources import Resources
from tests.search.oracle import YIELD, free_steps, incomes, is_free, measured, robbed, yields

LONGEST = 240  # sixteenths of a turn: longer waits count the same
LONGEST_WIN = 480  # eighths of a turn: longer ways to victory count the same
Features = dict[str, int]


@dataclass(frozen=True)
class Standing:
    """What the estimates of a seat are computed from."""

    table: Table
    seat: int
    income: dict[str, int]
    hand: Resources
    places: list[list[int]]  # where the seat could settle: at once, after one road, after two

    @property
    def near(self) -> set[int]:
        """The sites within one road."""
        return {*self.places[0], *self.places[1]}

    @property
    def can_raise(self) -> bool:
        """Whether the seat has a settlement and a city to put in its place."""
        return bool(self.table.settlements(self.seat)) and self.table.supply(self.seat).cities > 0


def standing(table: Table, seat: int) -> Standing:
    """Look at a seat."""
    hand = table.hand(seat)
    assert hand is not None
    return Standing(table, seat, incomes(table, seat), hand, free_steps(table, seat))


# --- waiting ----------------------------------------------------------------------------------------------------------


def sold(own: Standing, names: Iterable[str]) -> Fraction:
    """Count the cards that the bank gives in 36 rolls for the income of some resources."""
    rates = own.table.rates(own.seat)
    return sum((Fraction(own.income[name], rates[name]) for name in names), Fraction(0))


def waits(own: Standing, blocked: dict[str, int]) -> dict[str, int]:
    """Return by resource the rolls until a card comes, in sixteenths; a card from the bank counts half."""
    found = {}
    for name in RESOURCE_NAMES:
        others = [other for other in RESOURCE_NAMES if other != name]
        cards = own.income[name] - blocked.get(name, 0) + sold(own, others) / 2
        found[name] = floor(16 * 36 / cards) if cards else LONGEST
    return found


def blocked_pips(table: Table, seat: int) -> dict[str, int]:
    """Return the pips that the robber keeps from a seat, by resource."""
    terrain = table.hex(table.robber).terrain
    return {YIELD[terrain]: robbed(table, seat)} if terrain in YIELD else {}


def turns(cost: Resources, hand: Resources, each: dict[str, int]) -> int:
    """Return the wait for a cost: that for the slowest resource, and a third of those for the others."""
    lacks = {name: price - hand[name] for name, price in cost.items() if price > hand[name]}
    if not lacks:
        return 0
    *others, slowest = sorted(min(count * each[name], LONGEST) for name, count in lacks.items())
    return min(slowest + sum(others) // 3, LONGEST)


def waiting(own: Standing) -> Features:
    """Return what a seat waits for, with the robber and without."""
    table, free = own.table, waits(own, {})
    now, nothing = waits(own, blocked_pips(table, own.seat)), Resources()
    things = {"settlement": "settlements", "city": "cities", "card": "cards"}
    return {
        "trade power": int(12 * sold(own, RESOURCE_NAMES)),
        **{f"wait for {name}": min(count, LONGEST) for name, count in free.items()},
        **{f"turns to {what}": turns(table.cost(what), own.hand, now) for what in things},
        **{f"pace of {many}": turns(table.cost(what), nothing, free) for what, many in things.items()},
        "turns to road": turns(table.cost("road"), own.hand, free),
    }


# --- the way to victory -----------------------------------------------------------------------------------------------


def roads_to_site(own: Standing) -> int | None:
    """Count the roads to the nearest site where a seat can build a settlement, None if it has no piece or no site."""
    if not own.table.supply(own.seat).settlements:
        return None
    return next((roads for roads, sites in enumerate(own.places) if sites), None)


def pace(wait: int) -> int:
    """Return how much of a point comes in a sixteenth of a turn, in 4096ths, if a point takes so many of them."""
    return 4096 // max(wait, 1)


def way_to_victory(own: Standing, to_go: int) -> Features:
    """Return how long a seat needs to its next settlement and point and to victory if it goes on as now."""
    table, each, nothing = own.table, waits(own, {}), Resources()
    road, settlement, city, card = (table.cost(what) for what in ("road", "settlement", "city", "card"))
    roads = roads_to_site(own)
    next_settlement = LONGEST
    speeds = [pace(turns(card, nothing, each)) // 3]
    points = []
    if roads is not None:
        next_settlement = turns(settlement + roads * road, own.hand, each)
        speeds.append(pace(turns(settlement + road, nothing, each)))
    if own.can_raise:
        points.append(turns(city, own.hand, each))
        speeds.append(pace(turns(city, nothing, each)))
    win = Fraction(to_go * 4096, 2 * sum(speeds)) if sum(speeds) else (LONGEST_WIN if to_go else 0)
    return {
        "turns to next settlement": next_settlement,
        "turns to next point": min([next_settlement, *points]),
        "turns to victory": min(floor(win), LONGEST_WIN),
    }


# --- what can be built at once ----------------------------------------------------------------------------------------


@cache
def most_built(hand: Resources, settlements: int, cities: int, *, can_settle: bool) -> int:
    """Return the most points that a hand can build, trying all: cities, and one settlement if it can be placed."""
    settlement, city = Table.cost("settlement"), Table.cost("city")
    most = 0
    if can_settle and hand >= settlement:
        most = 1 + most_built(hand - settlement, settlements + 1, cities, can_settle=False)
    if settlements and cities and hand >= city:
        most = max(most, 1 + most_built(hand - city, settlements - 1, cities - 1, can_settle=can_settle))
    return most


def at_hand(own: Standing, found: Features) -> Features:
    """Return what a seat can have at once."""
    table, supply = own.table, own.table.supply(own.seat)
    settlements = len(table.settlements(own.seat))
    built = most_built(own.hand, settlements, supply.cities, can_settle=roads_to_site(own) == 0)
    points = built + 2 * found["army at hand"] + 2 * found["longest road at hand"]
    return {
        **{f"{what} at hand": int(found[f"{what} lacks"] == 0) for what in ("settlement", "city", "card")},
        "points at hand": points,
        "victory at hand": int(points >= found["points to go"]),
        "victory almost at hand": int(points + 1 >= found["points to go"]),
    }


# --- sites ------------------------------------------------------------------------------------------------------------


def pips_worth(pips: int, income: int) -> int:
    """Rate the pips of one resource at a site, more if little of it comes in so far."""
    if not pips:
        return 0
    if not income:
        return 6 + 6 * pips
    return 5 * pips if income < 3 else 4 * pips


def harbor_worth(own: Standing, site: int, generic: int) -> int:
    """Rate a site's harbor: `generic` for any resource, else 2 and the income of its resource."""
    harbor = own.table.site(site).harbor
    if harbor is None:
        return 0
    return generic if harbor == "generic" else 2 + own.income[harbor]


def worth(own: Standing, site: int) -> int:
    """Rate a site; 1 if there is nothing."""
    pips = yields(own.table, site)
    return 1 + sum(pips_worth(pips[name], own.income[name]) for name in pips) + harbor_worth(own, site, generic=4)


def best(own: Standing, sites: Iterable[int]) -> list[int]:
    """Return what the two best of some sites are worth, 0 for what is not there."""
    return sorted([0, 0, *(worth(own, site) for site in sites)], reverse=True)[:2]


def rivals_at_best(own: Standing, others: list[Standing]) -> int:
    """Count the others who are within one road of all the best sites, which are at hand or else one road away."""
    sites = own.places[0] or own.places[1]
    most = best(own, sites)[0]
    wanted = {site for site in sites if worth(own, site) == most}
    return sum(wanted <= other.near for other in others) if wanted else 0


def best_to_found(own: Standing) -> int:
    """Return what the best free site of the island is worth."""
    table = own.table
    island = {site for number in range(len(table.island.tokens or ())) for site in table.hex(number).sites}
    return best(own, (site for site in island if is_free(table, site)))[0]


def around(own: Standing, others: list[Standing], found: Features) -> Features:
    """Return what the sites around a seat's roads are worth to it."""
    here, beyond, after = (best(own, places) for places in own.places)
    alone = own.near.difference(*(other.near for other in others))
    return {
        "best site": here[0],
        "second site": here[1],
        "best site one road away": beyond[0],
        "second site one road away": beyond[1],
        "best site two roads away": after[0],
        "best site of its own": best(own, alone)[0],
        "harbor within a road": max((harbor_worth(own, site, generic=3) for site in own.near), default=0),
        "rivals at the best site": rivals_at_best(own, others),
        "best site to found": best_to_found(own) if found["settlements to found"] else 0,
    }


# --- the others -------------------------------------------------------------------------------------------------------


def shares(own: Standing, everybody: list[Standing]) -> Features:
    """Return by resource a seat's part of what all seats' buildings yield, in 32nds."""
    found = {}
    for name in RESOURCE_NAMES:
        total = sum(other.income[name] for other in everybody)
        found[f"share of {name}"] = floor(Fraction(32 * own.income[name], total)) if total else 0
    return found


def dangers(own: Standing, found: list[Features]) -> Features:
    """Return whether another seat can take an award in its next turn: with one knight, with the roads at hand."""
    table, seat = own.table, own.seat
    others = [other for other in range(table.players) if other != seat]
    armed = [other for other in others if found[other]["knights held"]]
    knights = any(table.knights(other) + 1 > table.knights(seat) for other in armed)
    roads = any(table.road_length(other) + found[other]["roads at hand"] > table.road_length(seat) for other in others)
    return {
        "army in danger": int(table.largest_army == seat and knights),
        "longest road in danger": int(table.longest_road == seat and roads),
    }


def rivals(own: Standing, found: list[Features]) -> Features:
    """Return how near the others are to victory."""
    others = [features for seat, features in enumerate(found) if seat != own.seat]
    soonest = min(features["turns to victory"] for features in others)
    lead = soonest - found[own.seat]["turns to victory"]
    return {
        "turns to victory of the best rival": soonest,
        "lead in turns to victory": max(-LONGEST, min(lead, LONGEST)),
        "rivals with victory at hand": sum(features["victory at hand"] for features in others),
    }


def expected(table: Table) -> list[Features]:
    """Return all features of all seats."""
    everybody = [standing(table, seat) for seat in range(table.players)]
    found = [measured(table, seat) for seat in range(table.players)]
    for own, features in zip(everybody, found, strict=True):
        others = [other for other in everybody if other is not own]
        features |= waiting(own) | way_to_victory(own, features["points to go"]) | at_hand(own, features)
        features |= around(own, others, features) | shares(own, everybody)
        features["trade cards"] = table.trade_cards(own.seat) if table.ruleset.duel else 0
        features["players"] = table.players
        features["rounds"] = min(table.turn_number // table.players, 40)
    return [features | rivals(own, found) | dangers(own, found) for own, features in zip(everybody, found, strict=True)]
