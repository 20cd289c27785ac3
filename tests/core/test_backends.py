"""Compiled equals interpreted: the same log gives the same bytes, legality words and refusals at every ply."""

from __future__ import annotations

import random

import numpy as np
import pytest

from longroad.core.actions import ply_action, ply_seat
from longroad.core.batch import NEW_GAME, NO_ACTION, Batch
from longroad.core.check.legality import guess_action
from longroad.core.compile.registry import backend
from longroad.core.island.setup import make_island, neutral_site
from longroad.core.layout import CHANCE, LEGAL, LEGAL_WORDS, PLAYERS
from longroad.core.legality.refusal import refusal
from longroad.core.legality.words import list_legal
from longroad.core.state import State
from tests.core.games import beginning, log_of, rules_for
from tests.rules.islands import WAYS, asked
from tests.samples import first

pytestmark = pytest.mark.compiled
GAMES = pytest.mark.parametrize("number", first(14, range(40)))  # the presets, then random rulesets


def step(batch: Batch, seat: int, action: int, seed: int) -> int:
    return int(batch.step([seat], [action], [seed], resolve_chance=False)[0])


def begun(number: int) -> tuple[State, Batch]:
    """Begin a game interpreted and compiled."""
    rules = rules_for(number)
    batch = Batch(rules.ruleset, 1, "compiled", rules.island)
    assert step(batch, NEW_GAME, 0, number) == 0
    return beginning(number), batch


def compare(state: State, batch: Batch) -> None:
    assert batch.state(0).to_bytes() == state.to_bytes()
    if not state.is_over:
        list_legal(state.s, state.m, min(state.to_act))
        assert batch.legality[0].tolist() == state.m[LEGAL : LEGAL + LEGAL_WORDS]


@GAMES
def test_the_same_log_gives_the_same_bytes_at_every_ply(number: int) -> None:
    state, batch = begun(number)
    compare(state, batch)
    for entry in log_of(number):
        state.apply(ply_seat(entry), ply_action(entry))
        assert step(batch, ply_seat(entry), ply_action(entry), 0) == 0
        compare(state, batch)
    assert state.is_over


@GAMES
def test_the_same_actions_are_refused_for_the_same_reason(number: int) -> None:
    rng = random.Random(number)
    state, batch = begun(number)
    for entry in log_of(number)[:200]:
        seat = rng.choice((*range(state.s[PLAYERS]), CHANCE))
        action = max(guess_action(state.s, state.m, seat, rng.randrange(1 << 30), 0), 0)
        code = refusal(state.s, state.m, seat, action)
        if code:
            assert step(batch, seat, action, 0) == code
            assert batch.state(0).to_bytes() == state.to_bytes()
        state.apply(ply_seat(entry), ply_action(entry))
        step(batch, ply_seat(entry), ply_action(entry), 0)


@pytest.mark.parametrize("number", range(12))
def test_chance_follows_from_the_seed_in_the_same_way(number: int) -> None:
    state, batch = begun(number)
    for entry in log_of(number):
        while state.is_chance:
            state.apply(CHANCE, state.sample(99))
        batch.step([NO_ACTION], [0], [99])
        assert batch.state(0).to_bytes() == state.to_bytes()
        if refusal(state.s, state.m, ply_seat(entry), ply_action(entry)):
            break
        state.apply(ply_seat(entry), ply_action(entry))
        step(batch, ply_seat(entry), ply_action(entry), 0)


def test_two_games_in_one_batch_do_not_meet() -> None:
    numbers = (0, 0)
    batch = Batch(rules_for(0).ruleset, 2, "compiled")
    batch.step([NEW_GAME, NEW_GAME], [0, 0], numbers, resolve_chance=False)
    state = beginning(0)
    for entry in log_of(0)[:60]:
        before = batch.state(1).to_bytes()
        batch.step([ply_seat(entry), NO_ACTION], [ply_action(entry), 0], [0, 0], resolve_chance=False)
        state.apply(ply_seat(entry), ply_action(entry))
        assert batch.state(0).to_bytes() == state.to_bytes()
        assert batch.state(1).to_bytes() == before


@pytest.mark.parametrize("number", range(60))
def test_compiled_games_begin_as_interpreted_ones(number: int) -> None:
    """On islands of all kinds, and with what else the seed decides."""
    rules = rules_for(number)
    batch = Batch(rules.ruleset, 4, "compiled", rules.island)
    seeds = (0, number, 1000 + number, (1 << 62) - 1)
    batch.step([NEW_GAME] * 4, [0] * 4, seeds, resolve_chance=False)
    for place, seed in enumerate(seeds):
        assert batch.state(place).to_bytes() == State.new(rules.ruleset, seed, rules.island).to_bytes()


@pytest.mark.slow
def test_compiled_islands_are_the_interpreted_ones() -> None:
    make, neutral = (backend("compiled").function(function) for function in (make_island, neutral_site))
    for options in WAYS:
        for seed in (*range(20), (1 << 62) - 1):
            s, compiled = asked(**options), np.array(asked(**options), np.int8)
            assert make_island(s, seed) == make(compiled, seed)
            assert s == compiled.tolist()
            if options["island"] == "base":
                assert [neutral(compiled, k) for k in (0, 1)] == [neutral_site(s, k) for k in (0, 1)]
