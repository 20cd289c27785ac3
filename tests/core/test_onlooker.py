"""Onlookers see of a game what is public, at every ply: the rules play it for them on what they know."""

from __future__ import annotations

from itertools import combinations

import pytest

from longroad.core import actions as a
from longroad.core.actions import UNKNOWN, action, action_kind, ply_action, ply_seat
from longroad.core.history import History
from longroad.core.island.topology import PATH_SITES, SITE_HEXES
from longroad.core.layout import (
    ALL,
    BANK,
    CHANCE,
    DISCARDS,
    FIELDS,
    HAND,
    HAND_SIZE,
    RESOURCES,
    ROADS_LEFT,
    ROBBER,
    TURN,
)
from longroad.core.onlooker import Change, Onlooker, beginning_of
from longroad.core.phases import OVER
from longroad.core.rules.network import place_road
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_log
from longroad.core.words import BRICK, DESERT, LUMBER, ORE
from tests.core.games import beginning, log_of
from tests.rules.table import Table
from tests.samples import first

NUMBERS = range(40)
PLIES = 700


def public_fields(state: State) -> dict[str, list[int]]:
    """Return all that everybody may see of a state, by field."""
    blocks = {"s": state.s, "m": state.m}
    return {
        field.name: blocks[field.block][field.offset : field.offset + field.size]
        for field in FIELDS
        if field.seen_by == ALL
    }


def hands(state: State) -> list[int]:
    return state.s[HAND:HAND_SIZE]


def true_changes(before: list[int], after: list[int]) -> list[Change]:
    return [
        Change(at // RESOURCES, at % RESOURCES, new - old)
        for at, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
    ]


def sizes(changes: list[Change]) -> dict[int, int]:
    """Add changes up by seat, whatever the resource."""
    return {seat: sum(c.gain for c in changes if c.seat == seat) for seat in {c.seat for c in changes}}


@pytest.mark.parametrize("number", first(16, NUMBERS))
def test_everybody_sees_what_is_public_until_a_monopoly_hides_it(number: int) -> None:
    plies, state = log_of(number)[:PLIES], beginning(number)
    viewer = (*range(state["players"]), PUBLIC)[number % (state["players"] + 1)]
    onlooker = Onlooker(beginning(number), viewer)
    for entry, seen in zip(plies, redact_log(plies, viewer, OVER), strict=True):
        before = hands(state)
        state.apply(ply_seat(entry), ply_action(entry))
        if action_kind(ply_action(entry)) == a.PLAY_MONOPOLY or state.is_over:
            break
        assert onlooker.why_not(ply_seat(seen), ply_action(seen)) is None
        changes, truth = onlooker.play(ply_seat(seen), ply_action(seen)), true_changes(before, hands(state))
        if any(change.resource == UNKNOWN for change in changes):
            assert sizes(changes) == sizes(truth)
        else:
            assert changes == truth
        assert public_fields(onlooker.state) == public_fields(state)


def test_the_beginning_of_a_game_follows_from_any_view_of_it() -> None:
    for number in NUMBERS:
        history = History(beginning(number))
        start = history.state.copy()
        for entry in log_of(number)[:200]:
            history.push(ply_seat(entry), ply_action(entry))
        if start["terrain"].count(DESERT) < 2:
            assert beginning_of(history.state.view(0)) == start


# --- what is no choice is no ply --------------------------------------------------------------------------------------


def paths_at(site: int) -> list[int]:
    return [path for path in range(72) if site in PATH_SITES[2 * path : 2 * path + 2]]


def other_end(path: int, site: int) -> int:
    return next(end for end in PATH_SITES[2 * path : 2 * path + 2] if end != site)


def dead_end() -> tuple[Table, int, int]:
    """Return a settlement of seat 0 on the coast with another's road on one of its paths: the site, the other path."""
    table = Table.set_up()
    site = next(site for site in range(54) if len(paths_at(site)) == 2)
    taken, free = paths_at(site)
    table.settle(0, site)
    place_road(table.s, table.m, 1, taken)
    return table, site, free


def pays_for_a_road(onlooker: Onlooker, path: int) -> bool:
    return Change(0, BRICK, -1) in onlooker.play(0, action(a.BUILD_ROAD, path))


def test_a_free_road_with_a_single_place_is_placed() -> None:
    table, site, free = dead_end()
    onlooker = Onlooker(table.copy(), viewer=1)
    onlooker.play(0, a.PLAY_ROADS)
    assert onlooker.state.s[ROADS_LEFT] == table.s[ROADS_LEFT] - 1
    onward = [path for path in paths_at(other_end(free, site)) if path != free]
    assert not pays_for_a_road(onlooker, onward[0])
    assert pays_for_a_road(onlooker, onward[1])


def test_a_free_road_without_a_place_is_lost() -> None:
    table, site, free = dead_end()
    for path in paths_at(other_end(free, site)):
        if path != free:
            place_road(table.s, table.m, 2, path)
    onlooker = Onlooker(table.copy(), viewer=1)
    onlooker.play(0, a.PLAY_ROADS)
    assert (onlooker.state["free_roads"], onlooker.state.phase) == (0, "main")


def surrounding_sites(desert: int) -> tuple[int, ...]:
    """Return six sites that touch every hex of the base island once but the one in its middle."""
    threes = {site: set(SITE_HEXES[3 * site : 3 * site + 3]) for site in range(54)}
    inland = [site for site, hexes in threes.items() if hexes <= set(range(19)) - {desert}]
    return next(six for six in combinations(inland, 6) if len(set().union(*(threes[site] for site in six))) == 18)


def test_a_friendly_robber_with_one_hex_to_go_to_goes_there() -> None:
    table = Table.set_up(friendly_robber=True)
    desert = table["terrain"].index(DESERT)
    for number, site in enumerate(surrounding_sites(desert)):
        table.settle(1 + number // 2, site)
    table.s[ROBBER] = 0
    onlooker = Onlooker(table.copy(), viewer=1)
    onlooker.play(0, a.PLAY_KNIGHT)
    assert onlooker.state.s[ROBBER] == desert


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_a_theft_between_others_changes_the_sizes_of_two_hands() -> None:
    table = Table.set_up()
    table.deal(1, grain=2)
    onlooker = Onlooker(table.copy(), viewer=2)
    changes = onlooker.play(CHANCE, action(a.CARD_STOLEN, UNKNOWN, 0, 1))
    assert sorted(changes) == [Change(0, UNKNOWN, 1), Change(1, UNKNOWN, -1)]


def test_what_a_monopoly_takes_is_hidden_and_a_seven_tells_how_much_is_left() -> None:
    table = Table.set_up()
    table.deal(1, brick=8)
    table.deal(2, lumber=8)
    onlooker = Onlooker(table.copy(), viewer=3)
    assert onlooker.play(0, action(a.PLAY_MONOPOLY, BRICK)) == []
    onlooker.expect_discards({2: 4})
    onlooker.play(0, a.ROLL)
    assert onlooker.play(CHANCE, action(a.DICE_ROLLED, 7)) == []
    gone = onlooker.play(2, a.bundle(a.DISCARD, (0, 4, 0, 0, 0)))
    assert gone == [Change(2, LUMBER, -4)]
    assert onlooker.state.s[BANK + LUMBER] == table.s[BANK + LUMBER] + 4
    assert onlooker.state.phase == "robber moves"


def test_whoever_builds_out_of_turn_was_not_passed_over() -> None:
    """After a monopoly nobody knows who has too few cards for the special build phase (EXT-1)."""
    table = Table.set_up(players=6, island="extension", special_build="after_turn")
    for seat in range(6):
        table.deal(seat, brick=2)
    onlooker = Onlooker(table.copy(), viewer=0)
    onlooker.play(0, action(a.PLAY_MONOPOLY, BRICK))
    onlooker.play(0, a.END_TURN)
    onlooker.play(3, a.END_TURN)
    assert onlooker.state["actor"] == 4
    onlooker.play(1, a.ROLL)
    assert (onlooker.state.s[TURN], onlooker.state.phase) == (1, "dice roll")


def test_the_next_player_rolls_though_a_large_hand_could_have_built_first() -> None:
    """After a monopoly the next player may seem to be asked to build, and begins its own turn instead (EXT-1)."""
    table = Table.set_up(players=6, island="extension", special_build="after_turn")
    for seat in range(6):
        table.deal(seat, brick=2)
    onlooker = Onlooker(table.copy(), viewer=0)
    onlooker.play(0, action(a.PLAY_MONOPOLY, BRICK))
    onlooker.play(0, a.END_TURN)
    assert (onlooker.state["actor"], onlooker.state.phase) == (1, "special building")
    onlooker.play(1, a.ROLL)
    assert (onlooker.state.s[TURN], onlooker.state.phase) == (1, "dice roll")
    onlooker.play(CHANCE, action(a.DICE_ROLLED, 2))
    onlooker.play(1, a.bundle(a.OFFER_TRADE, (0, 1, 0, 0, -1), 1 << 3))
    onlooker.play(3, a.ACCEPT)
    changes = onlooker.play(1, action(a.CLOSE_DEAL, 3))
    assert {change for change in changes if change.seat == 3} == {Change(3, LUMBER, 1), Change(3, ORE, -1)}


def test_hidden_discards_take_nothing_until_all_are_in() -> None:
    table = Table.set_up()
    table.deal(1, brick=8)
    table.deal(2, lumber=8)
    onlooker = Onlooker(table.copy(), viewer=PUBLIC)
    onlooker.play(0, a.ROLL)
    onlooker.play(CHANCE, action(a.DICE_ROLLED, 7))
    hidden = a.empty_bundle(a.DISCARD, 0)
    assert onlooker.play(1, hidden) == []
    assert sum(onlooker.state.s[DISCARDS : DISCARDS + 6 * RESOURCES]) == 4
    assert onlooker.play(2, hidden) == [Change(1, UNKNOWN, -4), Change(2, UNKNOWN, -4)]
