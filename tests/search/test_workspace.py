"""The workspace keeps what the last evaluation computed: nothing that is kept may change what is found."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from longroad.core.actions import ply_action, ply_seat
from longroad.core.layout import BLOCKED, HEXES, SITE, TERRAIN, TOKEN, WORD_BITS
from longroad.core.ruleset import PRESETS
from longroad.core.state import State
from longroad.core.words import DESERT, RESOURCE_NAMES
from longroad.search.evaluate import forget, prepare
from longroad.search.weights import FIRST_FILE, weights
from scripts.tuning.play import block_of, game_seeds, play, read_table
from tests.bots.views import begun, played
from tests.rules.table import Table
from tests.samples import first
from tests.search.scenes import Bench, Shown, scenes

# The winners when the weights in use and the first ones sit in alternate seats, found while nothing was kept at all.
MIXED_WINNERS = {"base4": "0101020002000111", "duel": "0001000001010000", "extension5": "4020242012022240"}
JUMPS = 30
HOME = 31


def compare_with_new(bench: Bench, state: State) -> None:
    """Compare what a workspace finds with what a new one does."""
    fresh = Bench(state)
    fresh.weights = bench.weights
    bench.state = state
    assert bench.board == fresh.board
    assert bench.features() == fresh.features()
    assert bench.shares() == fresh.shares()


def test_other_weights_score_as_in_a_new_workspace() -> None:
    for state in scenes(200):
        if not state.is_over:
            bench = Bench(state)
            bench.weights = list(weights(FIRST_FILE))
            bench.shares()
            bench.weights = list(weights())
            forget(bench.measures)
            compare_with_new(bench, state)


def test_on_another_island_sites_are_explored_again() -> None:
    """Two tokens are swapped that a seat does not touch: neither its income nor anything in its way has changed."""
    table = Table.set_up()
    table.settle(0, HOME)
    table.pave(0, HOME, Shown(table).site(HOME).neighbors[0])
    away = [k for k in range(HEXES) if table.s[TERRAIN + k] < DESERT and HOME not in Shown(table).hex(k).sites]
    found = set()
    bench = Bench(table)
    for one, other in combinations(away[:8], 2):
        swap_tokens(table, one, other)
        prepare(table.s, bench.board, bench.measures)
        compare_with_new(bench, table)
        features = bench.features()[0]
        found.add((*(features[f"{name} income"] for name in RESOURCE_NAMES), features["best site two roads away"]))
    assert len({incomes[:-1] for incomes in found}) == 1
    assert len(found) > 1


def swap_tokens(table: Table, one: int, other: int) -> None:
    """Swap the tokens of two hexes."""
    table.s[TOKEN + one], table.s[TOKEN + other] = table.s[TOKEN + other], table.s[TOKEN + one]


@pytest.mark.parametrize("seed", first(1, range(3)))
def test_jumps_in_a_game_are_scored_in_one_workspace_as_in_many(seed: int) -> None:
    """In games of all presets, in any order."""
    rng = Random(seed)
    bench = None
    for number, preset in enumerate(PRESETS):
        states = states_of(preset, number)
        bench = bench or Bench(states[0])
        prepare(states[0].s, bench.board, bench.measures)
        for state in rng.choices(states, k=JUMPS):
            compare_with_new(bench, state)


def states_of(preset: str, number: int) -> list[State]:
    """Return the states of a game that goes on, one in three."""
    game, again = played(preset, number, "novice"), begun(preset, number)
    found = []
    for place, entry in enumerate(game.plies):
        if place % 3 == 0 and not again.state.is_over:
            found.append(State.from_own_bytes(again.state.to_bytes()))
        again.push(ply_seat(entry), ply_action(entry))
    return found


@pytest.mark.parametrize("what", ["blocked", "site"])
def test_a_site_that_is_blocked_or_taken_is_seen(what: str) -> None:
    """Each by itself, though in a game one never comes without the other."""
    table = Table.set_up()
    table.settle(0, HOME)
    beyond = Shown(table).site(HOME).neighbors[0]
    table.pave(0, HOME, beyond)
    bench = Bench(table)
    compare_with_new(bench, table)
    before = bench.features()[0]
    if what == "blocked":
        target = next(site for site in Shown(table).site(beyond).neighbors if site != HOME)
        table.m[BLOCKED + target // WORD_BITS] |= 1 << target % WORD_BITS
    else:
        table.s[SITE + beyond] = 2  # of seat 1: no way leads through it
    compare_with_new(bench, table)
    assert bench.features()[0] != before


@pytest.mark.compiled
@pytest.mark.parametrize("table", MIXED_WINNERS)
def test_games_of_two_sets_of_weights_end_as_if_nothing_were_kept(table: str) -> None:
    sides = [block_of(weights()), block_of(weights(FIRST_FILE))]
    played_games = play(read_table(table), game_seeds(1, 2, range(16)), 3 * sides, nodes=24)
    assert "".join(map(str, played_games.winners)) == MIXED_WINNERS[table]
