"""The features of a position, computed a second time: slowly, with the library, from the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from longroad.core.words import RESOURCE_NAMES
from longroad.game.holdings import Cards
from longroad.game.table import Table
from longroad.notation.resources import Resources

YIELD = {"hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore"}
Hand = tuple[int, ...]


def pips(token: int | None) -> int:
    """Count the ways to roll a number with two dice."""
    return 0 if token is None else sum(one + other == token for one in range(1, 7) for other in range(1, 7))


def buildings(table: Table, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the intersections of a seat's buildings, and how many cards each yields."""
    yield from ((site, 1) for site in table.settlements(seat))
    yield from ((site, 2) for site in table.cities(seat))


def yields(table: Table, site: int) -> dict[str, int]:
    """Return the pips of an intersection by resource, as if there were no robber."""
    found = dict.fromkeys(RESOURCE_NAMES, 0)
    for number in table.site(site).hexes:
        place = table.hex(number)
        if place.terrain in YIELD:
            found[YIELD[place.terrain]] += pips(place.token)
    return found


def incomes(table: Table, seat: int) -> dict[str, int]:
    """Return a seat's pips by resource."""
    found = dict.fromkeys(RESOURCE_NAMES, 0)
    for site, cards in buildings(table, seat):
        for name, count in yields(table, site).items():
            found[name] += cards * count
    return found


def robbed(table: Table, seat: int) -> int:
    """Count the pips that the robber keeps from a seat."""
    place = table.hex(table.robber)
    if place.terrain not in YIELD:
        return 0
    return sum(cards * pips(place.token) for site, cards in buildings(table, seat) if site in place.sites)


def sums(table: Table, seat: int) -> set[int | None]:
    """Return the numbers that bring a seat something."""
    around = [table.hex(number) for site, _ in buildings(table, seat) for number in table.site(site).hexes]
    return {place.token for place in around if place.terrain in YIELD}


def harbors(table: Table, seat: int) -> set[str | None]:
    """Return the harbors of a seat."""
    return {table.site(site).harbor for site, _ in buildings(table, seat)} - {None}


@cache
def lacking(hand: Hand, cost: Hand, rates: Hand) -> int:
    """Count the cards that are lacking for something after the trades with the bank that help most, trying all."""
    least = sum(max(price - held, 0) for price, held in zip(cost, hand, strict=True))
    for given in range(5):
        if least and hand[given] - cost[given] >= rates[given]:
            for taken in range(5):
                if hand[taken] < cost[taken]:
                    after = list(hand)
                    after[given] -= rates[given]
                    after[taken] += 1
                    least = min(least, lacking(tuple(after), cost, rates))
    return least


def lacks(table: Table, seat: int, what: str) -> int:
    """Count the cards that a seat lacks for something."""
    hand = table.hand(seat)
    assert hand is not None
    return lacking(tuple(hand), tuple(table.cost(what)), tuple(table.rates(seat)))


# --- places -----------------------------------------------------------------------------------------------------------


def is_free(table: Table, site: int) -> bool:
    """Return whether an intersection and those around it are empty."""
    return all(table.piece(place) is None for place in (site, *table.site(site).neighbors))


def steps(table: Table, seat: int) -> list[set[int]]:
    """Return the intersections that a seat's network reaches at once, by one road more, and by two."""
    here = {site for path in table.roads(seat) for site in table.path(path).sites}
    here |= {site for site, _ in buildings(table, seat)}
    found = [here]
    for _ in range(2):
        beyond = set()
        for site in found[-1]:
            piece = table.piece(site)
            if piece is None or piece.seat == seat:
                for path in table.site(site).paths:
                    if table.road(path) is None:
                        beyond |= set(table.path(path).sites)
        found.append(beyond - set().union(*found))
    return found


def free_steps(table: Table, seat: int) -> list[list[int]]:
    """Return the sites among them where a seat could settle."""
    return [sorted(site for site in sites if is_free(table, site)) for sites in steps(table, seat)]


# --- races ------------------------------------------------------------------------------------------------------------


def race(own: int, others: list[int], least: int) -> int:
    """Count what a seat lacks to take an award: more than anybody else, and no fewer than the rules ask for."""
    wanted = least
    while own >= wanted or any(other >= wanted for other in others):
        wanted += 1
    return wanted - own


def most_pips(table: Table, name: str, sites: list[int]) -> int:
    """Return the most pips of a resource that a site has."""
    return max((yields(table, site)[name] for site in sites), default=0)


def monopoly_gain(table: Table, others: list[int]) -> int:
    """Return the most cards of one resource that others hold."""
    hands = [table.hand(other) for other in others]
    return min(max(sum(hand[name] for hand in hands if hand is not None) for name in RESOURCE_NAMES), 20)


def points_held(table: Table, seat: int) -> int:
    """Count a seat's points, with cards that only count from its next turn on."""
    points, cards = table.points(seat), table.cards(seat)
    assert cards is not None
    return points - points.point_cards + cards.point


def measured(table: Table, seat: int) -> dict[str, int]:
    """Return the features of a seat that follow from what is written about them alone."""
    income, hand, cards, fresh = incomes(table, seat), table.hand(seat), table.cards(seat), table.fresh_cards(seat)
    assert isinstance(hand, Resources)
    assert isinstance(cards, Cards)
    assert isinstance(fresh, Cards)
    supply, goal = table.supply(seat), table.ruleset.victory_points
    others = [other for other in range(table.players) if other != seat]
    points = [points_held(table, who) for who in range(table.players)]
    to_go = [max(goal - count, 0) for count in points]
    free = free_steps(table, seat)
    kinds = harbors(table, seat)
    settlements = table.settlements(seat)
    size = sum(hand)
    has_army, has_road = table.largest_army == seat, table.longest_road == seat
    knights, road = table.knights(seat), table.road_length(seat)
    most_knights = max(table.knights(other) for other in others)
    neutral = [2, 3] if table.ruleset.duel else []
    longest = max(table.road_length(other) for other in others + neutral)
    rivals = sorted(to_go[other] for other in others)
    rival_incomes = [sum(incomes(table, other).values()) for other in others]
    raised = sorted((sum(yields(table, site).values()) for site in settlements), reverse=True)
    near = [{*places[0], *places[1]} for places in (free_steps(table, who) for who in range(table.players))]
    own = near[seat] - set().union(*(near[other] for other in others))
    rates = table.rates(seat)
    ready = cards.knight - fresh.knight
    roads = min(hand.brick, hand.lumber) + 2 * min(cards.roadbuilding, 1)
    roads_at_hand = min(roads, supply.roads, 6)
    is_founding = table.phase in ("found settlement", "found road")
    return {
        **{f"{name} harbor": int(name in kinds) for name in RESOURCE_NAMES},
        **{f"{name} within a road": most_pips(table, name, free[0] + free[1]) for name in RESOURCE_NAMES},
        **{f"{name} two roads away": most_pips(table, name, free[2]) for name in RESOURCE_NAMES},
        "sites at hand": min(len(free[0]), 6),
        "sites two roads away": min(len(free[2]), 12),
        "sites of its own": min(len(own), 8),
        "pips of the sums": sum(map(pips, sums(table, seat))),
        "trades at hand": sum(held // rate for held, rate in zip(hand, rates, strict=True)),
        "roads at hand": roads_at_hand,
        "cities at hand": min(hand.grain // 2, hand.ore // 3, len(settlements), supply.cities),
        "knights ready": ready,
        "army at hand": int(not has_army and race(knights, [most_knights], 3) <= min(ready, 1)),
        "longest road at hand": int(not has_road and min(race(road, [longest], 5), 6) <= roads_at_hand),
        "monopoly gain": monopoly_gain(table, others) if cards.monopoly else 0,
        "second settlement to raise": [*raised, 0, 0][1],
        "stack": min(table.deck_size, 12),
        "points to go of the second rival": rivals[1] if len(rivals) > 1 else goal,
        "lead in points": rivals[0] - to_go[seat],
        "points of the others": sum(points[other] for other in others),
        "income of the best rival": max(rival_incomes),
        "lead in income": sum(income.values()) - max(rival_incomes),
        "settlements to found": 2 - len(list(buildings(table, seat))) if is_founding else 0,
        "points": points[seat],
        "points to go": to_go[seat],
        "one point to go": int(to_go[seat] <= 1),
        "two points to go": int(to_go[seat] <= 2),
        "three points to go": int(to_go[seat] <= 3),
        **{f"{name} income": count for name, count in income.items()},
        "income": sum(income.values()),
        "income robbed": robbed(table, seat),
        "kinds of income": sum(count > 0 for count in income.values()),
        "sums": len(sums(table, seat)),
        "least income": min(income.values()),
        "generic harbor": int("generic" in kinds),
        "fitting harbors": sum(count for name, count in income.items() if name in kinds),
        **{f"{name} in hand": min(getattr(hand, name), 6) for name in RESOURCE_NAMES},
        "cards in hand": min(size, 20),
        "cards over the limit": min(max(size - table.ruleset.discard_limit, 0), 12),
        "settlement lacks": lacks(table, seat, "settlement") if supply.settlements and free[0] else 5,
        "city lacks": lacks(table, seat, "city") if supply.cities and settlements else 5,
        "card lacks": lacks(table, seat, "card"),
        "road lacks": lacks(table, seat, "road"),
        "knights held": cards.knight,
        "roads held": cards.roadbuilding,
        "plenty held": cards.plenty,
        "monopoly held": cards.monopoly,
        "fresh cards": sum(fresh) - fresh.point,
        "knights played": min(knights, 8),
        "has largest army": int(has_army),
        "knights to the army": 0 if has_army else min(race(knights, [most_knights], 3), 5),
        "army lead": min(knights + cards.knight - most_knights, 5) if has_army else 0,
        "road length": road,
        "has longest road": int(has_road),
        "roads to the longest": 0 if has_road else min(race(road, [longest], 5), 6),
        "road lead": min(road - longest, 5) if has_road else 0,
        "sites within a road": min(len(free[0]) + len(free[1]), 8),
        "settlements left": supply.settlements,
        "cities left": supply.cities,
        "roads left": min(supply.roads, 6),
        "settlements to raise": len(settlements),
        "best settlement to raise": max((sum(yields(table, site).values()) for site in settlements), default=0),
        "turns to wait": (seat - table.turn) % table.players,
        "is leader": int(to_go[seat] <= min(to_go[other] for other in others)),
        "points to go of the best rival": min(to_go[other] for other in others),
    }
