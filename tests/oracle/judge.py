"""The rulebook's word on what the engines can disagree about, computed on its own, and what Catanatron makes of it.

Nothing here asks either engine: roads are walked, claims added up and cards awarded again from the pieces on the board.
A function called `flawed_...` says what Catanatron 3.2.1 is known to do instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from longroad.core.island.given import Island
from longroad.core.island.topology import HEX_SITES, PATH_SITES, SITE_NEIGHBORS, SITE_PATHS
from longroad.core.layout import NOBODY
from longroad.core.words import DESERT
from tests.oracle.position import Counts, Position, as_set, members

LEAST_ROAD: Final = 5

# --- roads ---


def other_end(path: int, site: int) -> int:
    """Return the site at the other end of a path."""
    return PATH_SITES[2 * path] + PATH_SITES[2 * path + 1] - site


def roads_at(roads: int, site: int) -> list[int]:
    """List the roads of a set that meet at a site."""
    return [path for path in SITE_PATHS[3 * site : 3 * site + 3] if path >= 0 and roads >> path & 1]


def ends(roads: int) -> int:
    """Return the set of sites that roads lead to."""
    return as_set(site for path in members(roads) for site in PATH_SITES[2 * path : 2 * path + 2])


def _walk(roads: int, foreign: int, site: int, may_end_there: bool) -> int:
    """Measure the longest way on from a site; at an opponent's building it ends, if it may come there at all."""
    best = 0
    for path in roads_at(roads, site):
        there = other_end(path, site)
        if foreign >> there & 1:
            best = max(best, int(may_end_there))
        else:
            best = max(best, 1 + _walk(roads & ~(1 << path), foreign, there, may_end_there))
    return best


@lru_cache(1024)
def road_length(roads: int, foreign: int) -> int:
    """Measure the longest road: no path twice, no way through an opponent's building, but up to it (AWD-1, AWD-2)."""
    return max((_walk(roads, foreign, site, True) for site in members(ends(roads))), default=0)


@lru_cache(1024)
def flawed_road_length(roads: int, foreign: int, starts: int) -> int:
    """Measure as they do: a road starts at the known sites of a network, and never enters an opponent's building."""
    return max((_walk(roads, foreign, site, False) for site in members(starts)), default=0)


def holder(before: int, lengths: Sequence[int]) -> int:
    """Return who holds the longest road after lengths have changed (AWD-1, AWD-3, AWD-4)."""
    best = max(lengths)
    leaders = [seat for seat, length in enumerate(lengths) if length == best]
    if best < LEAST_ROAD:
        return NOBODY
    if before in leaders:
        return before
    return leaders[0] if len(leaders) == 1 else NOBODY


def flawed_holder_after_cut(lengths: Sequence[int], order: Iterable[int]) -> int:
    """Return who holds the card as they see it when a road was cut: the first of the longest, however short."""
    return max(order, key=lambda seat: lengths[seat])


def cut_seat(position: Position, seat: int, site: int) -> int:
    """Return whose road a new settlement interrupts, if anybody's."""
    for other, roads in enumerate(position.roads):
        if other != seat and len(roads_at(roads, site)) == 2:
            return other
    return NOBODY


def is_near(site: int, buildings: int) -> bool:
    """Return whether one of some buildings is two paths from a site."""
    around = [near for near in SITE_NEIGHBORS[3 * site : 3 * site + 3] if near >= 0]
    return any(
        buildings >> there & 1 for near in around for there in SITE_NEIGHBORS[3 * near : 3 * near + 3] if there >= 0
    )


def cuts_near(position: Position, seat: int, path: int) -> int:
    """Return whether a settlement could cut a road at the end of a path (2), one path further (1), or not (0)."""
    built = sum(position.buildings(other) for other in range(len(position.roads)))

    def can_cut(site: int) -> bool:
        around = as_set(near for near in (site, *SITE_NEIGHBORS[3 * site : 3 * site + 3]) if near >= 0)
        return not built & around and cut_seat(position, seat, site) != NOBODY

    ends_ = PATH_SITES[2 * path : 2 * path + 2]
    if any(can_cut(site) for site in ends_):
        return 2
    return int(any(can_cut(near) for site in ends_ for near in SITE_NEIGHBORS[3 * site : 3 * site + 3] if near >= 0))


def spread(roads: int, foreign: int, site: int) -> frozenset[int]:
    """Return the sites that roads connect with a site, opponents' buildings at their ends included."""
    reached, todo = {site}, [site]
    while todo:
        here = todo.pop()
        if not foreign >> here & 1:
            fresh = {other_end(path, here) for path in roads_at(roads, here)} - reached
            reached |= fresh
            todo += fresh
    return frozenset(reached)


def networks(position: Position, seat: int) -> list[frozenset[int]]:
    """Split the sites of a seat into networks, which opponents' buildings part (BLD-1)."""
    roads, foreign = position.roads[seat], position.foreign(seat)
    own = [site for site in members(ends(roads) | position.buildings(seat)) if not foreign >> site & 1]
    return list(dict.fromkeys(spread(roads, foreign, site) for site in own))


# --- production ---


def claims(position: Position, island: Island, total: int) -> list[list[int]]:
    """Add up what each seat claims of each resource for a roll (PRO-1 to PRO-3)."""
    assert island.terrain is not None
    assert island.tokens is not None
    claimed = [[0] * 5 for _ in position.roads]
    for hex_, (terrain, token) in enumerate(zip(island.terrain, island.tokens, strict=True)):
        if token == total and hex_ != position.robber and terrain != DESERT:
            corners = as_set(HEX_SITES[6 * hex_ : 6 * hex_ + 6])
            for seat, claim in enumerate(claimed):
                claim[terrain] += (position.settlements[seat] & corners).bit_count()
                claim[terrain] += 2 * (position.cities[seat] & corners).bit_count()
    return claimed


def payments(claimed: Sequence[Sequence[int]], bank: Counts, single: bool) -> list[list[int]]:
    """Pay claims from the bank; in a shortage nobody, or with `single` the only claimant what is left (PRO-4)."""
    paid = [list(claim) for claim in claimed]
    for resource, stock in enumerate(bank):
        column = [claim[resource] for claim in claimed]
        if sum(column) > stock:
            is_single = single and sum(count > 0 for count in column) == 1
            for claim in paid:
                claim[resource] = min(claim[resource], stock) if is_single else 0
    return paid


def after_payments(position: Position, paid: Sequence[Sequence[int]]) -> Position:
    """Return the position after cards were paid out."""
    hands = tuple(
        tuple(have + got for have, got in zip(hand, row, strict=True))
        for hand, row in zip(position.hands, paid, strict=True)
    )
    bank = tuple(stock - sum(row[resource] for row in paid) for resource, stock in enumerate(position.bank))
    return position._replace(hands=hands, bank=bank)
