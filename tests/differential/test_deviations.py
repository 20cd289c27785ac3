"""Each accepted deviation: the position, what the rulebook says, and what Catanatron does instead.

Ours is the rulebook's side in every case. The sites are numbered row by row from the top (`core.island.topology`).
"""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest
from catanatron.models.enums import Action, ActionType
from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap
from catanatron.state import apply_action

from longroad.core import actions as a
from longroad.core import layout
from longroad.core.island.topology import HEX_NEIGHBORS, ISLAND_HEXES
from longroad.core.layout import NOBODY
from longroad.core.words import BRICK, ORE, WOOL
from tests.differential.pair import Pair
from tests.oracle import deviations as d
from tests.oracle.moves import COLORS
from tests.oracle.places import our_island
from tests.rules.table import path_between


def assert_found(pair: Pair, *deviations: d.Deviation) -> None:
    assert pair.found == Counter(deviations)


# --- production and the robber ---


@pytest.mark.rule("PRO-4")
def test_single_claimant_gets_what_is_left() -> None:
    pair = Pair(rolled=False)
    pair.build_city(0, 31)  # at mountains 8
    pair.deal(2, ore=18)
    pair.ready()
    pair.do(a.ROLL, 0, 8)
    assert_found(pair, d.SHORTAGE)
    assert pair.theirs is not None
    assert (pair.position.hands[0][ORE], pair.theirs.hands[0][ORE]) == (1, 0)
    assert (pair.position.bank[ORE], pair.theirs.bank[ORE]) == (0, 1)


@pytest.mark.rule("PRO-4")
def test_several_claimants_get_nothing_in_both() -> None:
    pair = Pair(rolled=False)
    pair.build_city(0, 31)
    pair.settle(1, 26)
    pair.deal(2, ore=18)
    pair.ready()
    pair.do(a.ROLL, 0, 8)
    assert_found(pair)
    assert pair.position.bank[ORE] == 1


@pytest.mark.rule("ROB-1")
def test_discards_are_chosen() -> None:
    pair = Pair(rolled=False)
    pair.deal(1, brick=4, ore=4)
    pair.ready()
    pair.do(a.ROLL, 0, 7)
    assert pair.moves() == [a.DISCARD]
    assert_found(pair, d.DISCARD)
    (form,) = pair.table.forms(1)
    assert len(list(form.bundles())) == 5  # of brick and ore 4 and 0, 3 and 1, and so on
    assert _drawn_discards(pair, first=True) != _drawn_discards(pair, first=False)
    pair.discard({1: (1, 0, 0, 0, 3)})
    assert pair.position.hands[1] == (3, 0, 0, 0, 1)


def _drawn_discards(pair: Pair, *, first: bool) -> list[str]:
    """Make them discard as they do when left alone, with a generator that draws the first or the last cards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random, "sample", lambda hand, k: hand[:k] if first else hand[-k:])
        discarded = apply_action(pair.twin.state.copy(), Action(COLORS[1], ActionType.DISCARD, None)).value
    return list(discarded)


@pytest.mark.rule("ROB-1")
def test_discard_limit_holds_for_everyone() -> None:
    pair = Pair(rolled=False, discard_limit=9)
    pair.twin.state.discard_limit = 9
    pair.deal(0, brick=5, ore=5)
    pair.deal(1, wool=8)
    pair.ready()
    pair.do(a.ROLL, 0, 7)
    assert pair.table.to_act == (0,)
    pair.twin.apply(0, a.DISCARD, (5, 0, 0, 0, 0))
    assert pair.twin.legal() == (
        1,
        frozenset({a.DISCARD}),
    )  # though 8 cards are safe: it counts with 7 from the second on


# --- development cards ---


@pytest.mark.rule("TRN-4")
def test_any_card_can_be_played_before_the_roll() -> None:
    pair = Pair(rolled=False)
    pair.settle(0, 16)
    for name in ("knight", "road building", "year of plenty", "monopoly"):
        pair.hold(0, name)
    pair.deal(1, wool=3)
    pair.ready()
    kinds = {a.action_kind(move) for move in pair.moves()}
    assert kinds == {a.ROLL, a.PLAY_KNIGHT, a.PLAY_ROADS, a.PLAY_PLENTY, a.PLAY_MONOPOLY}
    assert pair.twin.legal()[1] == {a.ROLL, a.PLAY_KNIGHT}
    assert_found(pair, d.EARLY_CARD)
    pair.do(a.PLAY_MONOPOLY, WOOL)
    assert pair.position.hands[0][WOOL] == 3
    assert pair.moves() == [a.ROLL]


@pytest.mark.rule("TRN-5")
def test_card_cannot_be_played_on_the_turn_it_was_bought() -> None:
    pair = Pair()
    pair.hold(0, "monopoly")
    pair.fund(0, "card")
    pair.ready()
    pair.do(a.BUY_CARD, 0, 0)
    assert a.PLAY_KNIGHT not in pair.moves()
    assert a.PLAY_KNIGHT in pair.twin.legal()[1]
    assert_found(pair, d.FRESH_CARD)
    ours, theirs = pair.offered(a.PLAY_MONOPOLY)
    assert ours == theirs == {0, 1, 2, 3, 4}  # an older card can


@pytest.mark.rule("DEV-3")
def test_free_roads_need_no_cards() -> None:
    pair = Pair()
    pair.settle(0, 16)
    pair.hold(0, "road building")
    pair.deal(0, brick=1)
    pair.ready()
    assert a.PLAY_ROADS in pair.moves()
    assert a.PLAY_ROADS not in pair.twin.legal()[1]
    pair.do(a.PLAY_ROADS)
    assert pair.moves()
    assert not pair.twin.legal()[1]
    pair.do(a.BUILD_ROAD, path_between(16, 22))  # after which they give the second road up
    pair.do(a.BUILD_ROAD, path_between(22, 17))
    assert_found(pair, d.PAID_ROADS, d.PAID_ROADS, d.PAID_ROADS)
    assert pair.position.roads[0].bit_count() == 2
    assert pair.position.hands[0][BRICK] == 1


@pytest.mark.rule("DEV-3")
def test_one_may_stop_after_the_first_free_road() -> None:
    pair = Pair()
    pair.settle(0, 16)
    pair.hold(0, "road building")
    pair.fund(0, "road")
    pair.ready()
    pair.do(a.PLAY_ROADS)
    assert a.STOP_ROADS not in pair.moves()
    assert_found(pair)
    pair.do(a.BUILD_ROAD, path_between(16, 22))
    assert a.STOP_ROADS in pair.moves()
    assert_found(pair, d.NO_STOP)
    pair.do(a.STOP_ROADS)
    assert a.END_TURN in pair.moves()


@pytest.mark.rule("DEV-4")
def test_year_of_plenty_takes_two_cards_if_the_bank_has_two() -> None:
    pair = Pair()
    pair.hold(0, "year of plenty")
    pair.deal(1, brick=18, lumber=19, wool=19, grain=19, ore=18)
    pair.ready()
    pair.moves()
    ours, theirs = pair.offered(a.PLAY_PLENTY)
    brick_and_ore = 4
    assert ours == {brick_and_ore}
    assert theirs == {brick_and_ore, a.PAIRS + BRICK, a.PAIRS + ORE}
    assert_found(pair, d.ONE_CARD)


@pytest.mark.rule("DEV-4")
def test_year_of_plenty_takes_the_only_card_in_both() -> None:
    pair = Pair()
    pair.hold(0, "year of plenty")
    pair.deal(1, brick=18, lumber=19, wool=19, grain=19, ore=19)
    pair.ready()
    pair.moves()
    assert_found(pair)
    pair.do(a.PLAY_PLENTY, a.PAIRS + BRICK)
    assert pair.position.bank == (0, 0, 0, 0, 0)
    assert pair.position.hands[0] == (1, 0, 0, 0, 0)


# --- roads ---


@pytest.mark.rule("BLD-1")
def test_no_road_passes_an_opponents_settlement_in_both() -> None:
    pair = Pair()
    pair.settle(1, 16)
    pair.pave(1, 16, 22, 17)
    pair.settle(0, 7)
    pair.pave(0, 7, 12, 17)
    pair.fund(0, "settlement")
    pair.ready()
    beyond = path_between(17, 23)
    assert pair.twin.road_places(1) >> beyond & 1
    pair.do(a.BUILD_SETTLEMENT, 17)
    assert not pair.twin.road_places(1) >> beyond & 1
    assert_found(pair)


@pytest.mark.rule("BLD-1")
def test_roads_stay_roads_when_another_is_cut() -> None:
    pair = Pair()
    pair.settle(1, 16, 25)
    pair.pave(1, 16, 22, 17, 23, 18)
    pair.settle(0, 9, 7)
    pair.pave(0, 9, 13, 18)
    pair.pave(0, 7, 12, 17)
    pair.fund(0, "settlement", "settlement")
    pair.ready()
    pair.do(a.BUILD_SETTLEMENT, 18)  # one road of seat 1 ends here ...
    pair.pave(1, 25, 19, 24, 18)  # ... and another comes from elsewhere: for them now one network
    pair.ready()
    free, left_alone = path_between(19, 14), deepcopy(pair.twin)
    assert left_alone.road_places(1) >> free & 1
    left_alone.apply(0, a.action(a.BUILD_SETTLEMENT, 17))  # cuts the first
    assert not left_alone.road_places(1) >> free & 1
    pair.do(a.BUILD_SETTLEMENT, 17)
    assert_found(pair, d.NETWORK, d.SHORT_ROAD)
    assert pair.table.m[layout.REACH + 2] >> free & 1
    assert pair.twin.road_places(1) >> free & 1  # put right


# --- the special cards ---


@pytest.mark.rule("AWD-2")
def test_road_may_end_at_an_opponents_building() -> None:
    pair = Pair()
    pair.settle(0, 16)
    pair.settle(1, 24)
    pair.pave(0, 16, 22, 17, 23, 18)
    pair.fund(0, "road")
    pair.ready()
    pair.do(a.BUILD_ROAD, path_between(18, 24))
    assert_found(pair, d.ROAD_END)
    assert pair.theirs is not None
    assert (pair.position.road_lengths[0], pair.theirs.road_lengths[0]) == (5, 4)
    assert (pair.position.longest, pair.theirs.longest) == (0, NOBODY)
    assert (pair.position.points[0], pair.theirs.points[0]) == (3, 1)


def cut_pair(walk: list[int], *others: tuple[int, list[int]]) -> Pair:
    """Make seat 0 be about to cut the road of seat 2 at site 23; the other walks are paved first."""
    pair = Pair()
    for seat, sites in others:
        pair.settle(seat, sites[0])
        pair.pave(seat, *sites)
    pair.settle(2, walk[0])
    pair.pave(2, *walk)
    if not pair.table["roads"][0][0]:
        pair.settle(0, 35)
    pair.pave(0, 35, 29, 23)
    pair.fund(0, "settlement")
    pair.ready()
    assert pair.position.longest == 2
    return pair


@pytest.mark.rule("AWD-1", "AWD-4")
def test_longest_road_of_fewer_than_five_is_set_aside() -> None:
    pair = cut_pair([16, 22, 17, 23, 18, 24])
    pair.do(a.BUILD_SETTLEMENT, 23)
    assert_found(pair, d.SHORT_ROAD)
    assert pair.theirs is not None
    assert pair.position.road_lengths == (2, 0, 3)
    assert (pair.position.longest, pair.theirs.longest) == (NOBODY, 2)


@pytest.mark.rule("AWD-4")
def test_longest_road_is_set_aside_when_others_tie() -> None:
    pair = cut_pair([16, 22, 17, 23, 18, 24, 19], (1, [47, 51, 48, 52, 49, 53]), (0, [35, 30, 36, 31]))
    assert pair.position.road_lengths == (5, 5, 6)
    pair.do(a.BUILD_SETTLEMENT, 23)
    assert_found(pair, d.TIE)
    assert pair.theirs is not None
    assert pair.position.road_lengths == (5, 5, 3)
    assert (pair.position.longest, pair.theirs.longest) == (NOBODY, 1)


@pytest.mark.rule("AWD-3", "AWD-4")
def test_holder_keeps_the_longest_road_when_still_longest_though_tied() -> None:
    pair = cut_pair([16, 22, 17, 23, 18, 24, 19, 25, 20], (1, [47, 51, 48, 52, 49, 53]))
    pair.do(a.BUILD_SETTLEMENT, 23)
    assert_found(pair, d.TIE)
    assert pair.theirs is not None
    assert pair.position.road_lengths == (2, 5, 5)
    assert (pair.position.longest, pair.theirs.longest) == (2, 1)


@pytest.mark.rule("WIN-3")
def test_points_reached_on_anothers_turn_win_only_on_ones_own() -> None:
    pair = cut_pair([16, 22, 17, 23, 18, 24, 19], (1, [47, 51, 48, 52, 49, 53]))
    pair.build_city(1, 38, 42, 27)
    pair.settle(1, 45)  # with the settlement at 47 that makes 8
    pair.ready()
    assert pair.position.all_points[1] == 8
    pair.do(a.BUILD_SETTLEMENT, 23)
    assert pair.position.all_points[1] == 10
    assert_found(pair, d.EARLY_WIN)
    assert pair.twin.winner == 1
    assert pair.table.phase == "main"
    pair.do(a.END_TURN)
    assert pair.table.phase == "over"
    assert pair.table["winner"] == pair.twin.winner == 1


# --- setting up ---


@pytest.mark.rule("BRD-7")
def test_red_tokens_lie_side_by_side_on_their_islands() -> None:
    assert any(_has_adjacent_reds() for _ in range(200))


def _has_adjacent_reds() -> bool:
    island = our_island(CatanMap.from_template(BASE_MAP_TEMPLATE))
    assert island.tokens is not None
    reds = {hex_ for hex_ in range(ISLAND_HEXES[0]) if island.tokens[hex_] in (6, 8)}
    return any(near in reds for hex_ in reds for near in HEX_NEIGHBORS[6 * hex_ : 6 * hex_ + 6])


# --- the list ---


def test_every_deviation_is_written_down() -> None:
    text = Path("docs/differential.md").read_text()
    for deviation in d.DEVIATIONS:
        assert f"| {deviation.rule} | {deviation.name} | {deviation.sentence} " in text
