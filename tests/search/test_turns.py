"""The search of a turn: what it finds, and that it plays by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from longroad.core import actions as a
from longroad.core.actions import action_kind
from longroad.core.layout import CHANCE, HAND, HAND_SIZE, PHASE, PLAYERS, RESOURCES, SMALL_SIZE, TURN, WORDS_SIZE
from longroad.core.phases import (
    CARD_DRAW,
    DISCARDING,
    FORCED_GIVE,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    MAIN,
    ROBBER_MOVES,
    SPECIAL_BUILDING,
    THEFT,
)
from longroad.core.state import State
from longroad.search.endings import NODES, OUTCOME, TRIAL, choose_cards, expected_value
from longroad.search.evaluate import CERTAIN, evaluate
from longroad.search.turns import ACTIONS, KEY
from tests.rules.duels import seated
from tests.rules.table import Table, before_roll
from tests.search.scenes import Bench, scenes

OTHER_CHOICES = {DISCARDING, FORCED_GIVE, FOUND_SETTLEMENT, FOUND_ROAD}
TALK = {a.ACCEPT, a.REFUSE, a.WITHDRAW, a.CLOSE_DEAL, a.TAKE_PROPOSAL}


def turns(one_in: int) -> Iterator[tuple[State, int]]:
    """Yield positions in which a turn can be searched, and who acts."""
    for state in scenes(one_in):
        if state.is_over or state.is_chance or state.s[PHASE] in OTHER_CHOICES:
            continue
        seat = state.to_act[0]
        if any(action_kind(action) not in TALK for action in state.legal(seat)):
            yield state, seat


# --- an immediate victory ---------------------------------------------------------------------------------------------


def almost(points: int = 3) -> Table:
    """Seat 0 has two settlements, and wins with so many points."""
    table = Table.set_up(victory_points=points)
    table.settle(0, 31, 9)
    table.pave(0, 31, 25)
    table.settle(1, 44)
    table.settle(2, 21)
    return table


def by_settlement() -> Table:
    table = almost()
    table.pave(0, 25, 19)
    table.fund(0, "settlement")
    return table


def by_city() -> Table:
    table = almost()
    table.fund(0, "city")
    return table


def by_road_and_settlement() -> Table:
    table = almost()
    table.fund(0, "road", "settlement")
    return table


def by_trade_and_city() -> Table:
    table = almost()
    table.deal(0, ore=3, grain=1, wool=4)
    return table


def by_two_trades_and_settlement() -> Table:
    table = almost()
    table.pave(0, 25, 19)
    table.deal(0, wool=9, grain=1)
    return table


def by_roads() -> Table:
    table = almost(4)
    table.pave(0, 25, 19, 24)
    table.fund(0, "road", "road")
    return table


def by_road_building() -> Table:
    table = almost(4)
    table.pave(0, 25, 19, 24)
    table.hold(0, "road building")
    return table


def by_army() -> Table:
    table = almost(4)
    table.muster(0, 2)
    table.hold(0, "knight")
    return table


def by_plenty() -> Table:
    table = almost()
    table.deal(0, ore=2, grain=1)
    table.hold(0, "year of plenty")
    return table


def by_monopoly() -> Table:
    table = almost()
    table.deal(0, ore=3)
    table.deal(1, grain=1)
    table.deal(2, grain=1)
    table.hold(0, "monopoly")
    return table


def by_knight_before_the_roll() -> Table:
    table = before_roll(victory_points=4)
    table.settle(0, 31, 9)
    table.settle(1, 44)
    table.muster(0, 2)
    table.hold(0, "knight")
    return table


WAYS = (
    by_settlement,
    by_city,
    by_road_and_settlement,
    by_trade_and_city,
    by_two_trades_and_settlement,
    by_roads,
    by_road_building,
    by_army,
    by_plenty,
    by_monopoly,
    by_knight_before_the_roll,
)


@pytest.mark.parametrize("way", WAYS)
def test_an_immediate_victory_is_found_and_played(way: Callable[[], Table]) -> None:
    """Action by action, searched again each time, without an end of the turn or a roll on the way."""
    table = way()
    for _ in range(6):
        action, worth = next(iter(Bench(table).search(0, NODES).items()))
        assert worth == CERTAIN
        assert action_kind(action) not in (a.END_TURN, a.ROLL)
        table.apply(0, action)
        if table.is_over:
            break
    assert table["winner"] == 0


def test_a_bought_point_is_expected_as_often_as_it_is_drawn() -> None:
    """With one card of the stack a point, buying wins once in so many; with nothing but points it is certain."""
    table = almost()
    table.fund(0, "card")
    for kind, count in enumerate((0, 0, 0, 0, 5)):
        table.put("deck", count, kind)
    table.put("deck_size", 5)
    found = Bench(table).search(0, NODES)
    assert found[a.BUY_CARD] == CERTAIN
    assert next(iter(found)) == a.BUY_CARD
    table.put("deck", 4, 0)
    table.put("deck", 1, 4)
    assert CERTAIN // 5 <= Bench(table).search(0, NODES)[a.BUY_CARD] < CERTAIN


# --- by the rules -----------------------------------------------------------------------------------------------------


def test_the_actions_are_the_legal_ones_without_talk() -> None:
    for state, seat in turns(60):
        found = Bench(state).search(seat, 2)
        legal = [action for action in state.legal(seat) if action_kind(action) not in TALK]
        assert sorted(found) == sorted(legal)
        assert len(legal) <= ACTIONS


def test_every_action_is_weighed() -> None:
    """Also those that lead to where another one leads, and what is built for neutral players."""
    checked = 0
    for state, seat in turns(80):
        found = Bench(state).search(seat, 24)
        assert all(0 <= worth <= CERTAIN for worth in found.values())
        checked += 1
    assert checked > 40


def test_actions_that_come_to_the_same_are_worth_the_same() -> None:
    """A monopoly on what nobody has, whichever it is."""
    table = almost(10)
    table.deal(1, ore=1)
    table.hold(0, "monopoly")
    found = Bench(table).search(0, 64)
    worths = [worth for action, worth in found.items() if action_kind(action) == a.PLAY_MONOPOLY]
    assert len(worths) == 5
    assert len(set(worths[:4])) == 1
    assert worths[4] != worths[0] >= 0


def test_places_to_found_at_are_all_weighed() -> None:
    kinds = set()
    for state in scenes(40):
        if state.s[PHASE] in (FOUND_SETTLEMENT, FOUND_ROAD):
            seat = state.to_act[0]
            assert sorted(Bench(state).places(seat)) == sorted(state.legal(seat))
            kinds.add(state.s[PHASE])
    assert kinds == {FOUND_SETTLEMENT, FOUND_ROAD}


def test_the_state_that_is_asked_about_stays_as_it_is() -> None:
    for state, seat in turns(250):
        before = state.to_bytes()
        bench = Bench(state)
        bench.search(seat, 24)
        assert state.to_bytes() == before
        assert bench.rows[0][:SMALL_SIZE] == state.s[:SMALL_SIZE]
        assert bench.words[0][:WORDS_SIZE] == state.m[:WORDS_SIZE]


@pytest.mark.parametrize("nodes", [1, 2, 7, 24])
def test_few_nodes_suffice_to_compare_all_actions(nodes: int) -> None:
    state, seat = next((state, seat) for state, seat in turns(20) if len(state.legal(seat)) > 24)
    bench = Bench(state)
    found = bench.search(seat, nodes)
    assert len(found) >= 24
    assert min(found.values()) >= 0
    used = {row for row in range(len(bench.rows)) if any(bench.rows[row])}
    assert used <= {*range(len(found) + 2), TRIAL, OUTCOME}  # no action is followed by a second one


def nodes_of(state: State, seat: int, nodes: int) -> int:
    """Search, and return how many nodes were written, one that was only tried among them."""
    bench = Bench(state)
    bench.search(seat, nodes)
    return sum(any(row) for row in bench.rows[:TRIAL])


def test_nodes_are_expanded_until_there_are_as_many_as_were_asked_for() -> None:
    state, seat = next((state, seat) for state, seat in turns(20) if nodes_of(state, seat, NODES) > 100)
    few, some = nodes_of(state, seat, 8), nodes_of(state, seat, 48)
    assert 8 <= few < 48 <= some < nodes_of(state, seat, NODES)


def test_there_is_no_room_for_more_nodes() -> None:
    state, seat = next((state, seat) for state, seat in turns(20) if nodes_of(state, seat, NODES) == NODES)
    bench = Bench(state)
    assert bench.search(seat, 10 * NODES) == Bench(state).search(seat, NODES)
    keys = bench.notes[KEY : KEY + NODES]
    assert keys[NODES - 2] != 0
    assert keys[NODES - 1] == 0  # its row is for trying


def test_the_same_search_finds_the_same() -> None:
    for state, seat in turns(250):
        assert Bench(state).search(seat, 32) == Bench(state).search(seat, 32)


def test_more_nodes_never_find_less() -> None:
    """The worth of an action is the best of what was seen behind it, and those seen by few nodes are seen by more."""
    for state, seat in turns(250):
        few, many = Bench(state).search(seat, 48), Bench(state).search(seat, 96)
        assert max(many.values()) >= max(few.values())


def test_a_robber_who_robs_nobody_is_valued_as_if_the_turn_ended_there_like_a_theft() -> None:
    checked = 0
    for state in scenes(12):
        if state.s[PHASE] != ROBBER_MOVES:
            continue
        seat = state.to_act[0]
        values = Bench(state).search(seat, 64)
        for action, value in values.items():
            after = state.copy()
            after.apply(seat, action)
            if after.s[PHASE] == MAIN:
                after.apply(seat, a.END_TURN)
                assert value == Bench(after).share(seat)
                checked += 1
    assert checked > 10


def test_ending_the_turn_is_worth_what_the_position_is_worth_then() -> None:
    seen = 0
    for state, seat in turns(60):
        if state.s[PHASE] == MAIN and state.s[TURN] == seat and a.END_TURN in state.legal(seat):
            after = state.copy()
            after.apply(seat, a.END_TURN)
            assert Bench(state).search(seat, 8)[a.END_TURN] == Bench(after).share(seat)
            seen += 1
    assert seen > 5


def test_everything_that_can_be_built_for_neutral_players_is_weighed() -> None:
    table = seated()
    table.fund(0, "road")
    table.road(0, 28, 34)
    built = [action for action in table.legal(0) if action_kind(action) == a.NEUTRAL_ROAD]
    assert len(built) > 3
    found = Bench(table).search(0, NODES)
    assert sorted(found) == sorted(built)
    assert min(found.values()) >= 0


def test_what_is_built_for_neutral_players_leaves_room_for_the_other_buildings() -> None:
    """A few nodes weigh every road of one's own, with a piece of a neutral player's behind it."""
    table = seated()
    table.fund(0, "road")
    roads = [action for action in table.legal(0) if action_kind(action) == a.BUILD_ROAD]
    assert len(roads) > 3
    found = Bench(table).search(0, len(roads) + 2)
    assert min(found[road] for road in roads) >= 0
    for road in roads:
        after = table.copy()
        after.apply(0, road)
        shares = []
        for built in after.legal(0):
            ended = after.copy()
            ended.apply(0, built)
            ended.apply(0, a.END_TURN)
            shares.append(Bench(ended).share(0))
        assert min(shares) <= found[road] <= max(shares)


# --- chance -----------------------------------------------------------------------------------------------------------


def plain_mean(state: State, seat: int) -> int:
    """Take the mean over the outcomes of chance, each played by the rules, and the turn ended then."""
    total = weights = 0
    for outcome, weight in state.outcomes():
        after = state.copy()
        after.apply(CHANCE, outcome)
        if not after.is_over and after.s[PHASE] in (MAIN, SPECIAL_BUILDING) and after.to_act == (seat,):
            after.apply(seat, a.END_TURN)
        total += weight * Bench(after).share(seat)
        weights += weight
    return total // weights


@pytest.mark.parametrize("phase", [CARD_DRAW, THEFT])
def test_chance_is_expected_exactly(phase: int) -> None:
    checked = 0
    for state in scenes(7):
        if state.s[PHASE] == phase and checked < 25:
            seat = state["actor"]
            bench = Bench(state)
            found = expected_value(bench.rows, bench.words, 0, 0, bench.board, bench.weights, bench.measures, seat)
            assert found == plain_mean(state, seat)
            checked += 1
    assert checked >= 8


# --- cards to lay down ------------------------------------------------------------------------------------------------


def laid_down(state: State, seat: int) -> int:
    bench = Bench(state)
    return choose_cards(bench.rows, bench.words, 0, OUTCOME, bench.board, bench.weights, bench.measures, seat)


def test_discards_are_legal() -> None:
    checked = 0
    for state in scenes(3):
        if state.s[PHASE] in (DISCARDING, FORCED_GIVE) and checked < 12:
            for seat in state.to_act:
                action = laid_down(state, seat)
                assert any(form.fits(action) for form in state.forms(seat))
                state.copy().apply(seat, action)
                checked += 1
    assert checked >= 10


def test_no_other_cards_leave_a_seat_better_off() -> None:
    checked = 0
    for state in scenes(3):
        if state.s[PHASE] == DISCARDING and checked < 3:
            seat = state.to_act[0]
            best = worth_without(state, seat, laid_down(state, seat))
            [form] = state.forms(seat)
            hand, count = form.give, form.total
            for counts in product(*(range(cards + 1) for cards in hand)):
                if sum(counts) == count:
                    assert worth_without(state, seat, a.bundle(a.DISCARD, counts)) <= best
            checked += 1
    assert checked == 3


def worth_without(state: State, seat: int, action: int) -> int:
    """Return the value of a position for a seat that has laid cards down."""
    bench = Bench(state)
    hand = HAND + RESOURCES * seat
    for resource in range(RESOURCES):
        bench.rows[0][hand + resource] -= a.bundle_count(action, resource)
        bench.rows[0][HAND_SIZE + seat] -= a.bundle_count(action, resource)
    return evaluate(bench.rows[0], bench.words[0], bench.board, bench.weights, bench.measures, seat)


def test_the_cards_for_a_city_are_kept_where_the_rest_is_of_no_use() -> None:
    """Five cards pay for the city that wins, and four of another resource are to be laid down."""
    table = before_roll(victory_points=3)
    table.settle(0, 31, 9)
    table.fund(0, "city")
    table.deal(0, wool=3)
    table.deal(0, brick=1)
    table.roll(7)
    action = laid_down(table, 0)
    assert [a.bundle_count(action, resource) for resource in range(5)] == [1, 0, 3, 0, 0]


def test_cards_are_laid_down_from_a_copy() -> None:
    table = before_roll()
    table.settle(0, 31)
    table.deal(0, ore=5, wool=4)
    table.roll(7)
    before = table.to_bytes()
    bench = Bench(table)
    choose_cards(bench.rows, bench.words, 0, OUTCOME, bench.board, bench.weights, bench.measures, 0)
    assert table.to_bytes() == before
    assert bench.rows[0][:SMALL_SIZE] == table.s[:SMALL_SIZE]
    assert table.s[PLAYERS] == 4
