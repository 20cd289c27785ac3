"""What bots ask of the search: the same answers compiled and interpreted, from the same seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
import pytest

from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number
from longroad.core.layout import HAND, HAND_SIZE, PHASE, PLAYERS, RESOURCES, ROLLED, SETTLEMENTS
from longroad.core.phases import DICE_ROLL, DISCARDING, FORCED_GIVE, FOUND_SETTLEMENT, MAIN, SPECIAL_BUILDING
from longroad.core.rng import CHANCE_STREAM, MOST_SEED, random_bits
from longroad.core.state import State
from longroad.search import searcher as searcher_module
from longroad.search.endings import OUTCOME, choose_cards
from longroad.search.evaluate import CERTAIN
from longroad.search.rollouts import noise_of, noisy_place, play_on, resolve_turn_chance, stratified_bits
from longroad.search.searcher import MOST_STATES, Numbers, Searcher
from longroad.search.turns import ACTION, COUNT, NOTES, WORTH
from longroad.search.weights import FIRST_FILE
from tests.bots.views import begun
from tests.rules.table import Table, before_roll, bundle
from tests.samples import first
from tests.search.scenes import Bench, scenes

TALK = {a.ACCEPT, a.REFUSE, a.WITHDRAW, a.CLOSE_DEAL, a.TAKE_PROPOSAL}
NO_DEAL: tuple[int, ...] = (-1, 0, 0, 0, 0, 0)


def filled(searcher: Searcher, *states: State) -> Searcher:
    """Put states into the first rows of a searcher."""
    for row, state in enumerate(states):
        searcher.small[row] = 0
        searcher.words[row] = 0
        searcher.small[row, : len(state.s)] = state.s
        searcher.words[row, : len(state.m)] = state.m
    return searcher


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Searcher]:
    """Make searchers that use no compiler."""

    def make() -> Searcher:
        with monkeypatch.context() as patch:
            patch.setattr(searcher_module, "compiled_available", lambda: False)
            return Searcher()

    return make


def decisions(one_in: int) -> Iterator[tuple[State, int]]:
    """Yield positions in which somebody decides otherwise than by talk."""
    for state in scenes(one_in):
        if not state.is_over and not state.is_chance:
            seat = state.to_act[0]
            is_silent = any(action_kind(action) not in TALK for action in state.legal(seat))
            if is_silent or state.s[PHASE] in (DISCARDING, FORCED_GIVE):
                yield state, seat


def deals_of(state: State, seat: int) -> list[tuple[int, ...]]:
    """Return some deals with everybody: none, possible and impossible ones."""
    deals: list[tuple[int, ...]] = [NO_DEAL]
    for other in range(state.s[PLAYERS]):
        if other != seat:
            held = state["hand"][other]
            own = state["hand"][seat]
            for give in range(RESOURCES):
                take = (give + 1 + other) % RESOURCES
                if own[give] and (held[take] or give == 0):
                    deals.append((other, *((kind == give) - (kind == take) for kind in range(RESOURCES))))
    return deals[:6]


# --- compiled and interpreted -----------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("one_in", first(1, [210, 70]))
def test_actions_are_weighed_the_same_compiled_and_interpreted(
    one_in: int, interpreted: Callable[[], Searcher]
) -> None:
    slow, fast = interpreted(), Searcher()
    checked = 0
    for state, seat in decisions(one_in):
        one, two = (filled(searcher, state).weigh_actions(1, seat, 24) for searcher in (slow, fast))
        assert one[0] == two[0]
        assert one[1].tolist() == two[1].tolist()
        checked += 1
    assert checked > 4200 / one_in


@pytest.mark.compiled
def test_positions_are_valued_the_same_compiled_and_interpreted(interpreted: Callable[[], Searcher]) -> None:
    slow, fast = interpreted(), Searcher()
    checked, in_extension = 0, 0
    for state, _ in decisions(300):
        one, two = (
            filled(searcher, state).value_states(searcher.small[:1].copy(), searcher.words[:1].copy(), 8)
            for searcher in (slow, fast)
        )
        assert one.tolist() == two.tolist()
        checked += 1
        in_extension += state.s[PLAYERS] > 4 and state.s[PHASE] in (MAIN, SPECIAL_BUILDING)
    assert checked > 14
    assert in_extension > 2


@pytest.mark.compiled
def test_rollouts_end_the_same_compiled_and_interpreted(interpreted: Callable[[], Searcher]) -> None:
    slow, fast = interpreted(), Searcher()
    checked = founding = 0
    for state, seat in decisions(1000):
        actions = [action for action in state.legal(seat) if action_kind(action) not in TALK][:2]
        if actions:
            one, two = (
                filled(searcher, state, state).roll_actions(2, seat, actions, 1, 3, 5, strata=2, noise=CERTAIN // 9)
                for searcher in (slow, fast)
            )
            assert one.tolist() == two.tolist()
            checked += 1
            founding += state.s[PHASE] == FOUND_SETTLEMENT
    assert checked > 5
    assert founding


@pytest.mark.compiled
@pytest.mark.parametrize("most", first(1, [3, 8]))
def test_deals_are_weighed_the_same_compiled_and_interpreted(most: int, interpreted: Callable[[], Searcher]) -> None:
    slow, fast = interpreted(), Searcher()
    checked = 0
    for state, seat in decisions(100):
        if state.s[PHASE] == MAIN and checked < most:
            deals = deals_of(state, seat)
            one, two = (filled(searcher, state).weigh_deals(1, seat, deals, 2, 6, 3) for searcher in (slow, fast))
            assert [numbers.tolist() for numbers in one] == [numbers.tolist() for numbers in two]
            checked += 1
    assert checked == most


@pytest.mark.compiled
def test_shares_are_the_same_compiled_and_interpreted() -> None:
    """Asked as the search asks: a turn that is ended at once."""
    searcher = Searcher()
    for state, seat in decisions(60):
        if state.s[PHASE] == MAIN and a.END_TURN in state.legal(seat):
            after = state.copy()
            after.apply(seat, a.END_TURN)
            actions, worths = filled(searcher, state).weigh_actions(1, seat, 2)
            assert worths[0, actions.index(a.END_TURN)] == Bench(after).share(seat)


# --- many states at once ----------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_states_are_thought_about_one_by_one_and_left_as_they_are() -> None:
    searcher = Searcher()
    for state, seat in decisions(400):
        others = [state.copy() for _ in range(3)]
        for number, other in enumerate(others):
            other.s[HAND + RESOURCES * ((seat + 1) % state.s[PLAYERS])] += number
            other.s[HAND_SIZE + (seat + 1) % state.s[PLAYERS]] += number
        filled(searcher, *others)
        before = searcher.small.copy(), searcher.words.copy()
        together = searcher.weigh_actions(3, seat, 32)[1]
        assert (searcher.small == before[0]).all()
        assert (searcher.words == before[1]).all()
        alone = [filled(searcher, other).weigh_actions(1, seat, 32)[1][0] for other in others]
        assert together.tolist() == np.array(alone).tolist()


@pytest.mark.compiled
def test_there_is_room_for_many_states() -> None:
    state, seat = next(decisions(60))
    searcher = filled(Searcher(), *[state] * MOST_STATES)
    actions, worths = searcher.weigh_actions(MOST_STATES, seat, 8)
    assert worths.shape == (MOST_STATES, len(actions))
    assert (worths == worths[0]).all()


# --- rollouts ---------------------------------------------------------------------------------------------------------


def rolled(searcher: Searcher, state: State, seat: int, seed: int, actions: list[int], noise: int = 0) -> Numbers:
    strata = 8 if noise else 1
    return filled(searcher, *[state] * 8).roll_actions(8, seat, actions, 3, 12, seed, strata, noise)[:, :, seat]


@pytest.mark.compiled
def test_the_same_seed_rolls_the_same_and_another_otherwise() -> None:
    searcher = Searcher()
    differing = checked = 0
    for state, seat in decisions(400):
        actions = [action for action in state.legal(seat) if action_kind(action) not in TALK][:3]
        if not actions:
            continue
        one, same, other = (rolled(searcher, state, seat, seed, actions) for seed in (5, 5, 500))
        assert one.tolist() == same.tolist()
        assert ((one >= 0) & (one <= CERTAIN)).all()
        differing += one.tolist() != other.tolist()
        checked += 1
    assert differing > 0.8 * checked > 5


@pytest.mark.compiled
def test_an_action_meets_the_same_chance_whatever_it_is_compared_with() -> None:
    searcher = Searcher()
    for state, seat in decisions(1000):
        actions = [action for action in state.legal(seat) if action_kind(action) not in TALK][:3]
        if actions:
            for noise in (0, CERTAIN // 9):
                together = rolled(searcher, state, seat, 7, actions, noise)
                alone = [rolled(searcher, state, seat, 7, [action], noise)[:, 0] for action in actions]
                assert together.tolist() == np.stack(alone, axis=1).tolist()


@pytest.mark.compiled
def test_a_rollout_of_a_won_game_is_certain() -> None:
    table = Table.set_up(victory_points=3)
    table.settle(0, 31, 9)
    table.fund(0, "city")
    worths = rolled(Searcher(), table, 0, 1, [a.action(a.BUILD_CITY, 31), a.END_TURN])
    assert (worths[:, 0] == CERTAIN).all()
    assert (worths[:, 1] < CERTAIN).any()


@pytest.mark.compiled
def test_foundings_can_be_rolled_out() -> None:
    state = next(state for state in scenes(40) if state.s[PHASE] == FOUND_SETTLEMENT)
    seat = state.to_act[0]
    worths = rolled(Searcher(), state, seat, 1, state.legal(seat)[:4])
    assert len({tuple(column) for column in worths.T.tolist()}) > 1


def beginning_of_a_founding() -> tuple[State, int, list[int]]:
    """Return the beginning of a founding, the seat that begins, and some of its places."""
    state = begun("base", 1, first_player="given").state
    return state, 0, state.legal(0)[::18]


@pytest.mark.compiled
def test_the_more_noise_there_is_the_more_rollouts_of_a_founding_end_otherwise() -> None:
    state, seat, places = beginning_of_a_founding()
    searcher = filled(Searcher(), *[state] * 16)
    without, little, much = (
        searcher.roll_actions(16, seat, places, 1, 12, 5, strata=16, noise=noise)
        for noise in (0, CERTAIN // 50, CERTAIN // 5)
    )
    assert little[0].tolist() == without[0].tolist() == much[0].tolist()
    others = [int((ends != without).any((1, 2)).sum()) for ends in (little, much)]
    assert 4 < others[0] < others[1] <= 15


def test_noise_rises_evenly_and_a_single_rollout_has_none() -> None:
    assert [noise_of(number, 5, 1000) for number in range(5)] == [0, 250, 500, 750, 1000]
    assert noise_of(0, 1, 1000) == 0


@pytest.mark.compiled
def test_by_weights_that_give_places_no_chances_there_is_no_noise() -> None:
    state, seat, places = beginning_of_a_founding()
    searcher = filled(Searcher(FIRST_FILE), *[state] * 8)
    without, noisy = (
        searcher.roll_actions(8, seat, places, 1, 12, 5, strata=8, noise=noise) for noise in (0, CERTAIN // 5)
    )
    assert noisy.tolist() == without.tolist()


def test_the_others_settle_with_noise_and_the_seat_itself_where_it_looks_best() -> None:
    """In a duel the second seat places its second settlement before the first seat does."""
    state = begun("one_on_one", 4, first_player="given").state
    for _ in range(3):
        state.apply(state.to_act[0], state.legal(state.to_act[0])[-1])
    assert state.to_act == (1,)
    settled = []
    for noise, seed in [(0, 1), *((CERTAIN // 2, seed) for seed in range(1, 9))]:
        bench = Bench(state.copy())
        blocks = (bench.notes, bench.board, bench.weights, bench.measures)
        play_on(bench.rows, bench.words, 0, *blocks, 1, 2, seed, 0, 1, 1, noise)
        settled.append([tuple(bench.words[0][SETTLEMENTS + 2 * seat : SETTLEMENTS + 2 * seat + 2]) for seat in (0, 1)])
    assert len({own for _, own in settled}) == 1
    assert len({other for other, _ in settled}) > 2


def weighed_places(worths: dict[int, int]) -> list[int]:
    """Return notes of a search that has weighed these places, in this order."""
    notes = [0] * NOTES
    notes[COUNT] = len(worths)
    notes[ACTION : ACTION + len(worths)] = [a.action(a.BUILD_SETTLEMENT, place) for place in worths]
    notes[WORTH : WORTH + len(worths)] = worths.values()
    return notes


def test_a_noisy_place_is_never_worse_than_the_best_by_more_than_the_noise() -> None:
    notes = weighed_places({10: 700, 11: 1000, 12: 940, 13: 880, 14: 990})
    assert {action_number(noisy_place(notes, seed, 3, 0)) for seed in range(50)} == {11}
    found = Counter(action_number(noisy_place(notes, seed, 3, 100)) for seed in range(2000))
    assert found.keys() == {11, 12, 14}
    assert found[11] > found[14] > found[12] > 20


def test_a_place_has_the_same_noise_whatever_other_places_there_are() -> None:
    all_places, some = (dict.fromkeys(places, 1000) for places in (range(40), range(0, 40, 2)))
    for seed in range(100):
        chosen = noisy_place(weighed_places(all_places), seed, 3, 500)
        if action_number(chosen) % 2 == 0:
            assert noisy_place(weighed_places(some), seed, 3, 500) == chosen


def test_each_rollout_has_a_stratum_of_its_own() -> None:
    for k in (1, 65, 129):
        for seed in (0, 77, MOST_SEED - 36):
            bits = [stratified_bits(k, seed + number, number, 36) for number in range(36)]
            assert sorted(36 * b >> 32 for b in bits) == list(range(36))


def test_all_strata_are_as_likely_for_every_rollout() -> None:
    """Chi-square, 15 degrees of freedom: above 37.7 once in a thousand such samples."""
    for number in (0, 7, 15):
        found = Counter(16 * stratified_bits(65, 1000 * seed + number, number, 16) >> 32 for seed in range(4000))
        assert sum((found[stratum] - 250) ** 2 / 250 for stratum in range(16)) < 37.7


@pytest.mark.parametrize("other", [96, 128])
def test_the_strata_of_one_roll_say_nothing_about_those_of_another(other: int) -> None:
    """Of another turn, or of the same in a duel. Chi-square, 63 degrees of freedom: above 103.4 once in a thousand."""
    pairs = Counter(
        tuple(8 * stratified_bits(k, 100 * seed + 3, 3, 8) >> 32 for k in (64, other)) for seed in range(6400)
    )
    assert sum((pairs[one, two] - 100) ** 2 / 100 for one in range(8) for two in range(8)) < 103.4


def test_the_dice_of_a_single_rollout_are_the_usual_ones() -> None:
    assert [stratified_bits(k, 5, 0, 1) for k in range(50)] == [random_bits(5, CHANCE_STREAM, k) for k in range(50)]


def test_36_rollouts_with_stratified_dice_roll_each_number_as_often_as_two_dice_can() -> None:
    table = before_roll()
    table.s[PHASE] = DICE_ROLL
    sums = []
    for number in range(36):
        other = table.copy()
        resolve_turn_chance(other.s, other.m, 100 + number, number, 36)
        sums.append(other.s[ROLLED])
    assert Counter(sums) == {one + other: 6 - abs(7 - one - other) for one in range(1, 7) for other in range(1, 7)}


def test_stratified_dice_end_a_turn_of_dice_alone_the_same_for_every_seed(
    interpreted: Callable[[], Searcher],
) -> None:
    """Nobody holds cards, so that the one roll is all that chance decides."""
    table = before_roll()
    for seat, site in enumerate((31, 44, 21, 2)):
        table.settle(seat, site)
    searcher = filled(interpreted(), *[table] * 36)
    roll = table.legal(0)[:1]
    ends = {
        strata: [sorted(searcher.roll_actions(36, 0, roll, 1, 2, seed, strata)[:, 0, 0]) for seed in (5, 5000)]
        for strata in (1, 36)
    }
    assert ends[36][0] == ends[36][1]
    assert ends[1][0] != ends[1][1]


# --- deals ------------------------------------------------------------------------------------------------------------


def bargain() -> Table:
    """Seat 0 lacks a grain for a city, and seat 1 an ore for a card."""
    table = Table.set_up()
    table.settle(0, 31, 9)
    table.settle(1, 44, 14)
    table.settle(2, 21)
    table.settle(3, 2)
    table.deal(0, ore=4, grain=1)
    table.deal(1, grain=2, wool=1)
    return table


@pytest.mark.compiled
def test_a_deal_for_which_the_cards_are_not_there_is_impossible() -> None:
    table = bargain()
    deals = [NO_DEAL, (1, 0, 0, 0, -1, 1), (2, 0, 0, 0, -1, 1), (1, 1, 0, 0, -1, 0), (1, 0, 0, 0, -3, 1)]
    for shares in filled(Searcher(), table).weigh_deals(1, 0, deals, 2, 16, 1):
        assert [(row >= 0).tolist() for row in shares[0, :, :4]] == [
            [ok] * 4 for ok in (True, True, False, False, False)
        ]


@pytest.mark.compiled
def test_deals_are_told_at_the_end_of_the_turn_and_some_turns_later() -> None:
    """Both are the same if only this turn is asked about, and else the turns go on from its end."""
    deals = [NO_DEAL, (1, 0, 0, 0, -1, 1)]
    near, far = filled(Searcher(), bargain()).weigh_deals(1, 0, deals, 1, 16, 1)
    assert (near == far).all()
    again, later = filled(Searcher(), bargain()).weigh_deals(1, 0, deals, 4, 16, 1)
    assert (again == near).all()
    assert (later != near).any()
    for shares in (near, later):
        assert abs(shares[0, :, :4].sum(1) - CERTAIN).max() < 8


@pytest.mark.compiled
def test_a_deal_that_wins_at_once_is_certain() -> None:
    table = bargain()
    table.put("victory_points", 3)
    near, far = filled(Searcher(), table).weigh_deals(1, 0, [NO_DEAL, (1, 0, 0, 0, -1, 1)], 3, 16, 1)
    assert near[0, 1, 0] == far[0, 1, 0] == CERTAIN > near[0, 0, 0]
    assert near[0, 1, 1] == far[0, 1, 1] == 0


@pytest.mark.compiled
def test_deals_change_nothing_in_the_states() -> None:
    searcher = filled(Searcher(), bargain())
    before = searcher.small.copy()
    searcher.weigh_deals(1, 0, [NO_DEAL, (1, 0, 0, 0, -1, 1)], 1, 16, 1)
    assert (searcher.small == before).all()


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_each_state_names_the_cards_that_it_would_discard() -> None:
    """Two states of three have ore alone, so ore is what most of them name."""
    tables = []
    for resource in ("ore", "wool", "ore"):
        table = before_roll()
        table.deal(0, **{resource: 8})
        table.roll(7)
        tables.append(table)
    actions, worths = filled(Searcher(), *tables).weigh_actions(3, 0, 16)
    assert actions == [bundle(a.DISCARD, ore=4), bundle(a.DISCARD, wool=4)]
    assert worths.tolist() == [[CERTAIN, 0], [0, CERTAIN], [CERTAIN, 0]]


def discarding(**cards: int) -> Table:
    """A table at which seat 0 has to discard half of its cards."""
    table = before_roll()
    table.settle(0, 31)
    table.deal(0, **cards)
    table.roll(7)
    return table


@pytest.mark.compiled
def test_all_bundles_of_cards_that_are_due_are_weighed() -> None:
    table = discarding(brick=3, lumber=1, wool=2, ore=2)
    actions, worths = filled(Searcher(), table).weigh_actions(1, 0, 16)
    [form] = table.forms(0)
    possible = [counts for counts in product(*(range(cards + 1) for cards in form.give)) if sum(counts) == 4]
    assert sorted(actions) == sorted(a.bundle(a.DISCARD, counts) for counts in possible)
    assert len(set(worths[0].tolist())) > 1


@pytest.mark.compiled
def test_of_very_many_bundles_the_best_one_is_named() -> None:
    table = discarding(brick=8, lumber=8, wool=8, grain=8, ore=8)
    actions, worths = filled(Searcher(), table).weigh_actions(1, 0, 16)
    assert worths.tolist() == [[0]]
    assert actions == [best_cards(table, 0)]


def best_cards(state: State, seat: int) -> int:
    bench = Bench(state)
    return choose_cards(bench.rows, bench.words, 0, OUTCOME, bench.board, bench.weights, bench.measures, seat)


@pytest.mark.compiled
def test_the_best_of_all_bundles_is_the_one_that_rollouts_choose() -> None:
    phases = set()
    for state in scenes(3):
        if state.s[PHASE] in (DISCARDING, FORCED_GIVE) and state.s[PHASE] not in phases:
            seat = state.to_act[0]
            actions, worths = filled(Searcher(), state).weigh_actions(1, seat, 16)
            assert actions[int(worths[0].argmax())] == best_cards(state, seat)
            phases.add(state.s[PHASE])
    assert phases == {DISCARDING, FORCED_GIVE}
