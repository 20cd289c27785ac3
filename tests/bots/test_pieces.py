"""The pieces that a log does not show, since placing them was no choice."""

from __future__ import annotations

from itertools import combinations

from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.beliefs.pieces import FREE_ROADS, Pieces
from longroad.core import actions as a
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.island.topology import PATH_SITES, SITE_HEXES
from longroad.core.words import DESERT
from tests.bots.looks import begun, look_back
from tests.core.games import beginning, log_of


def paths_at(site: int) -> list[int]:
    return [path for path in range(72) if site in PATH_SITES[2 * path : 2 * path + 2]]


def other_end(path: int, site: int) -> int:
    return next(end for end in PATH_SITES[2 * path : 2 * path + 2] if end != site)


def dead_end() -> tuple[Pieces, int, int]:
    """Found a settlement on the coast, with an opponent's road on one of its two paths; give the site and the other."""
    pieces = Pieces(begun("base", 1).state.view(0))
    site = next(site for site in range(54) if len(paths_at(site)) == 2)
    taken, free = paths_at(site)
    pieces.note(a.BUILD_SETTLEMENT, 0, site)
    pieces.note(a.BUILD_ROAD, 1, taken)
    return pieces, site, free


def test_a_free_road_with_a_single_place_is_placed() -> None:
    pieces, _, _ = dead_end()
    assert pieces.grant_roads(0) == 1
    assert pieces.grant_roads(0) == FREE_ROADS


def test_a_free_road_without_a_place_is_lost() -> None:
    pieces, site, free = dead_end()
    for path in paths_at(other_end(free, site)):
        if path != free:
            pieces.note(a.BUILD_ROAD, 2, path)
    assert pieces.grant_roads(0) == 0


def test_free_roads_of_choice_are_left_to_choose() -> None:
    pieces, site, free = dead_end()
    pieces.note(a.BUILD_ROAD, 0, free)
    assert pieces.grant_roads(0) == FREE_ROADS
    pieces.note(a.BUILD_ROAD, 0, next(path for path in paths_at(other_end(free, site)) if path != free))
    assert pieces.roads_left(0, 1) == 1


def surrounding_sites(desert: int) -> tuple[int, ...]:
    """Give six sites that touch every hex of the base island once but the one in its middle."""
    threes = {site: set(SITE_HEXES[3 * site : 3 * site + 3]) for site in range(54)}
    inland = [site for site, hexes in threes.items() if hexes <= set(range(19)) - {desert}]
    return next(six for six in combinations(inland, 6) if len(set().union(*(threes[site] for site in six))) == 18)


def test_a_friendly_robber_with_one_hex_to_go_to_goes_there() -> None:
    state = begun("tournament", 1, friendly_robber=True).state
    desert = state["terrain"].index(DESERT)
    pieces = Pieces(state.view(0))
    sites = surrounding_sites(desert)
    for number, site in enumerate(sites):
        pieces.note(a.BUILD_SETTLEMENT, 1 + number // 2, site)
    assert pieces.only_hex(0, 0) == desert
    assert pieces.only_hex(0, desert) == desert  # it stays
    pieces.note(a.BUILD_CITY, 1, sites[0])  # three points are not spared
    assert pieces.only_hex(0, 0) == 0


def test_roads_are_paid_for_once_a_card_has_no_place_for_more() -> None:
    """In this game somebody places one free road, has no place for the other, and builds a road later."""
    history = History(beginning(0))
    beliefs = Beliefs()
    for number, entry in enumerate(log_of(0)[:900]):
        history.push(ply_seat(entry), ply_action(entry))
        if number > 700:
            assert beliefs.follow(look_back(history, 0)).is_known
