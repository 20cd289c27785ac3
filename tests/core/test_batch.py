"""Batches: the same games on every back end and with any number of threads."""

from __future__ import annotations

import sys
import threading
import time

import numpy as np
import pytest

from longroad.core.actions import BUILD_SETTLEMENT, END_TURN, ROLL, action
from longroad.core.batch import NEW_GAME, NO_ACTION, Batch
from longroad.core.compile.registry import Kind
from longroad.core.island.given import Island
from longroad.core.island.material import BEGINNER_TERRAIN, BEGINNER_TOKENS
from longroad.core.layout import LEGAL, LEGAL_WORDS, TURN
from longroad.core.legality.codes import REFUSALS
from longroad.core.playout import can_only_roll
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from tests.core.games import game

KINDS: tuple[Kind, ...] = ("interpreted", "compiled")
BOTH = pytest.mark.parametrize("kind", ["interpreted", pytest.param("compiled", marks=pytest.mark.compiled)])


def contents(batch: Batch) -> list[bytes]:
    return [batch.state(i).to_bytes() for i in range(len(batch))]


@pytest.mark.compiled
@pytest.mark.parametrize("preset", PRESETS)
def test_compiled_play_equals_interpreted_play(preset: str) -> None:
    batches = [Batch(Ruleset.preset(preset), 3, kind) for kind in KINDS]
    plies = [batch.play(range(40, 43)).tolist() for batch in batches]
    assert plies[0] == plies[1]
    assert contents(batches[0]) == contents(batches[1])
    assert batches[0].chances.tolist() == batches[1].chances.tolist()
    assert all(batches[0].state(i).is_over for i in range(3))


@pytest.mark.compiled
def test_threads_play_the_same_games_as_one() -> None:
    one, three = (Batch(Ruleset(domestic_trade=False), 101) for _ in range(2))
    assert one.play(range(101)).tolist() == three.play(range(101), threads=3).tolist()
    assert contents(one) == contents(three)


def test_threads_work_interpreted_too() -> None:
    one, two = (Batch(Ruleset(domestic_trade=False), 4, "interpreted") for _ in range(2))
    assert one.play(range(4)).tolist() == two.play(range(4), threads=2).tolist()
    assert contents(one) == contents(two)


@pytest.mark.compiled
def test_compiled_play_lets_other_threads_run() -> None:
    """A thread that counts gets on while a single compiled call runs: it could not if the call held Python's lock.

    On a busy machine the thread may have to wait for others, but not each time.
    """
    batch = Batch(Ruleset(domestic_trade=False), 3000)
    batch.play(range(3000), most=1)  # so that nothing is compiled below
    assert any(longest_pause(batch) < 0.5 for _ in range(10))


def longest_pause(batch: Batch) -> float:
    """Play in another thread; return for how much of that time this one stood still at once."""
    worker = threading.Thread(target=batch.play, args=(range(3000),))
    patience = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    try:
        worker.start()
        began, longest, last = time.perf_counter(), 0.0, time.perf_counter()
        while worker.is_alive():
            time.sleep(0)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
    finally:
        sys.setswitchinterval(patience)
        worker.join()
    return longest / (last - began)


@BOTH
def test_play_stops_at_the_most_plies_and_goes_on(kind: Kind) -> None:
    batch = Batch(Ruleset(domestic_trade=False), 2, kind)
    assert batch.play([5, 6], most=50).tolist() == [50, 50]
    before = contents(batch)
    assert batch.play([5, 6], most=0, from_start=False).tolist() == [0, 0]
    assert contents(batch) == before
    batch.play([5, 6], from_start=False)
    assert all(batch.state(i).is_over for i in range(2))


@BOTH
def test_steps_follow_the_rules_and_list_what_is_legal(kind: Kind) -> None:
    batch = Batch(Ruleset(first_player="given"), 2, kind)
    assert batch.step([NEW_GAME, NEW_GAME], [0, 0], [1, 2]).tolist() == [0, 0]
    expected = [State.new(Ruleset(first_player="given"), seed) for seed in (1, 2)]
    assert contents(batch) == [state.to_bytes() for state in expected]
    codes = batch.step([0, 0], [action(BUILD_SETTLEMENT, 20), action(END_TURN)], [1, 2])
    expected[0].apply(0, action(BUILD_SETTLEMENT, 20))
    assert contents(batch) == [state.to_bytes() for state in expected]
    assert codes[0] == 0
    reason = REFUSALS[codes[1]]
    assert reason is not None
    assert reason == expected[1].why_not(0, action(END_TURN))
    for i, state in enumerate(expected):
        state.legal(0)
        assert batch.legality[i].tolist() == state.m[LEGAL : LEGAL + LEGAL_WORDS]


@BOTH
def test_nothing_is_listed_as_legal_once_a_game_is_over(kind: Kind) -> None:
    batch = Batch(Ruleset.preset("beginner", limit=1), 1, kind)
    batch.step([NEW_GAME], [0], [2])
    batch.step([0], [action(ROLL)], [2])
    assert batch.state(0).phase == "main"
    assert batch.step([0], [action(END_TURN)], [2]).tolist() == [0]
    assert batch.state(0).is_over
    assert not batch.legality.any()


@BOTH
def test_a_step_resolves_chance_only_if_asked(kind: Kind) -> None:
    batch = Batch(Ruleset(), 1, kind)
    batch.step([NEW_GAME], [0], [3], resolve_chance=False)
    assert batch.state(0).is_chance
    batch.step([NO_ACTION], [0], [3])
    assert batch.state(0).phase == "found settlement"
    assert batch.chances[0] >= 4


def test_an_island_can_be_given() -> None:
    ruleset = Ruleset(terrain="given", tokens="given")
    island = Island(terrain=BEGINNER_TERRAIN, tokens=BEGINNER_TOKENS)
    batch = Batch(ruleset, 1, "interpreted", island)
    batch.step([NEW_GAME], [0], [3])
    assert batch.state(0).island.tokens == BEGINNER_TOKENS


@BOTH
@pytest.mark.parametrize("robber", [None, 2])
def test_every_game_on_a_given_island_begins_with_the_robber_in_its_place(kind: Kind, robber: int | None) -> None:
    """Not where the game before has left it (BRD-11, BRD-12)."""
    island = Island(terrain=BEGINNER_TERRAIN, tokens=BEGINNER_TOKENS, robber=robber)
    batch = Batch(Ruleset(terrain="given", tokens="given", limit=40), 3, kind, island)
    place = 9 if robber is None else robber
    batch.play(range(3))
    assert [batch.state(i)["robber"] for i in range(3)] != [place] * 3
    after = contents(batch)
    batch.play(range(3))
    assert contents(batch) == after
    left = [batch.state(i)["robber"] for i in range(3)]
    batch.step([NEW_GAME, NEW_GAME, NO_ACTION], [0] * 3, range(3))
    assert [batch.state(i)["robber"] for i in range(3)] == [place, place, left[2]]


@BOTH
def test_nothing_can_be_done_in_a_game_that_has_not_begun(kind: Kind) -> None:
    batch = Batch(Ruleset(), 2, kind)
    before = list(batch.s[0])
    codes = batch.step([0, NO_ACTION], [action(END_TURN), 0], [1, 1])
    assert codes[0] != 0
    assert codes[1] == 0
    assert batch.play([1, 1], from_start=False).tolist() == [0, 0]
    assert list(batch.s[0]) == list(batch.s[1]) == before
    assert batch.chances.tolist() == [0, 0]


def test_a_state_of_a_batch_is_a_copy() -> None:
    batch = Batch(Ruleset(first_player="given"), 1, "interpreted")
    batch.step([NEW_GAME], [0], [3])
    batch.state(0).apply(0, action(BUILD_SETTLEMENT, 20))
    assert batch.state(0).phase == "found settlement"


def test_wrong_arguments_are_refused_with_what_is_possible() -> None:
    with pytest.raises(ValueError, match="n=0: expected a whole number from 1"):
        Batch(Ruleset(), 0)
    with pytest.raises(ValueError, match="'cuda': expected 'interpreted' or 'compiled'"):
        Batch(Ruleset(), 1, "cuda")
    batch = Batch(Ruleset(), 2, "interpreted")
    with pytest.raises(ValueError, match="3 seeds given for 2 games"):
        batch.play([1, 2, 3])
    with pytest.raises(ValueError, match="seed -1 of game 1: expected a whole number from 0"):
        batch.play([1, -1])
    with pytest.raises(ValueError, match=r"seed 0\.5 of game 0: expected a whole number from 0"):
        batch.play([0.5, 1])
    with pytest.raises(ValueError, match="seat 8 of game 0: expected a whole number from -1 to 7"):
        batch.step([8, 0], [0, 0], [0, 0])
    with pytest.raises(ValueError, match="threads=0: expected a whole number from 1"):
        batch.play([1, 2], threads=0)
    with pytest.raises(IndexError, match="game 2: expected 0 to 1"):
        batch.state(2)


def test_answers_are_arrays_on_every_back_end() -> None:
    batch = Batch(Ruleset(), 2, "interpreted")
    assert batch.step([NEW_GAME] * 2, [0, 0], [0, 1]).dtype == np.int64
    assert batch.legality.shape == (2, 20)


@BOTH
def test_results_are_those_of_the_states(kind: Kind) -> None:
    batch = Batch(Ruleset(players=3, limit=40), 6, kind)
    assert batch.winners.tolist() == [-1] * 6
    assert batch.lengths.tolist() == [0] * 6
    plies = batch.play(range(6))
    states = [batch.state(i) for i in range(6)]
    assert batch.winners.tolist() == [state["winner"] for state in states]
    assert batch.points.tolist() == [[state.points(seat) for seat in range(3)] for state in states]
    assert batch.turns.tolist() == [state["turns"] for state in states]
    assert batch.lengths.tolist() == plies.tolist()
    assert len({*batch.winners.tolist()}) > 1


@BOTH
def test_lengths_count_every_ply(kind: Kind) -> None:
    ruleset = Ruleset(domestic_trade=False)
    batch = Batch(ruleset, 2, kind)
    batch.play([5, 6], most=50)
    more = batch.play([5, 6], most=30, from_start=False)
    assert batch.lengths.tolist() == (50 + more).tolist()
    batch.step([NEW_GAME] * 2, [0] * 2, [5, 6])
    state = batch.state(0)
    begun = state["chances"]
    assert batch.lengths.tolist() == [begun, batch.state(1)["chances"]]
    batch.step([state.to_act[0], NO_ACTION], [state.legal(state.to_act[0])[0], 0], [5, 6])
    batch.step([0, 0], [action(ROLL)] * 2, [5, 6])  # nobody may roll yet
    assert batch.lengths.tolist() == [begun + 1, batch.state(1)["chances"]]


@pytest.mark.parametrize("number", range(len(PRESETS)))
def test_random_play_skips_the_choice_only_where_a_seat_can_do_nothing_but_roll(number: int) -> None:
    skipped = 0
    for state in game(number):
        if state.phase == "before roll" and can_only_roll(state.s, state.s[TURN]):
            assert state.legal(state.s[TURN]) == [action(ROLL)]
            skipped += 1
    assert skipped
