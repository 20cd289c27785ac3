"""The workspace keeps what the last evaluation computed: nothing that is kept may change what is found."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from longroad.core.actions import ply_action, ply_seat
from longroad.core.island.topology import ISLAND_SITE_COUNT
from longroad.core.layout import BLOCKED, FIELDS, HEXES, PLAYERS, SITE, TERRAIN, TOKEN, WORD_BITS, Field
from longroad.core.phases import PHASE_TABLE
from longroad.core.ruleset import PRESETS
from longroad.core.state import State
from longroad.core.words import DESERT, RESOURCE_NAMES
from longroad.search.evaluate import forget_scores, prepare
from longroad.search.weights import FIRST_FILE, weights
from scripts.tuning.play import block_of, game_seeds, play, read_table
from tests.bots.views import begun, played
from tests.rules.table import Table
from tests.samples import first
from tests.search.scenes import Bench, Shown, scenes

# The winners when the weights in use and the first ones sit in alternate seats, found while nothing was kept at all.
MIXED_WINNERS = {"base4": "0120223132000013", "duel": "0001001000000000", "extension5": "2220003312012444"}
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
            forget_scores(bench.measures)
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


# What never changes in a game; whoever changes it calls `prepare`.
FIXED = [
    "version",
    "players",
    "island",
    "victory_points",
    "discard_limit",
    "duel",
    "domestic_trade",
    "terrain",
    "token",
    "harbor",
    "hexes_of",
]


@pytest.mark.parametrize("one_in", first(1, [900, 100]))
def test_every_field_that_changes_by_itself_is_seen(one_in: int) -> None:
    rng = Random(one_in)
    for state in scenes(one_in):
        bench = Bench(state)
        bench.features()
        kept = list(bench.measures)
        for field in FIELDS:
            if field.name not in FIXED:
                bench.measures = list(kept)
                bench.state = changed(state, field, rng)
                assert bench.features() == Bench(bench.state).features(), field.name


def changed(state: State, field: Field, rng: Random) -> State:
    """Change one entry of a field, to something that can be measured."""
    s, m = list(state.s), list(state.m)
    block = s if field.block == "s" else m
    place = field.offset + rng.randrange(ISLAND_SITE_COUNT[0] if field.name == "site" else field.size)
    players = state.s[PLAYERS]
    among = {
        "site": range(1 + players),
        "robber": range(5),
        "turn": range(players),
        "longest": range(-1, players),
        "largest": range(-1, players),
        "last_site": range(-1, 9),
        "harbors": range(0, 128, 2),
        "phase": range(len(PHASE_TABLE)),
    }.get(field.name)
    if among is not None:
        block[place] = rng.choice([value for value in among if value != block[place]])
    elif block is s:
        block[place] += 1 if block[place] <= 0 else rng.choice([-1, 1])
    elif field.size == 1:
        block[place] += rng.randrange(1, 20)
    else:
        block[place] ^= 1 << rng.randrange(WORD_BITS if (place - field.offset) % 2 == 0 else 12)
    return State(s, m)


@pytest.mark.compiled
@pytest.mark.parametrize("table", MIXED_WINNERS)
def test_games_of_two_sets_of_weights_end_as_if_nothing_were_kept(table: str) -> None:
    sides = [block_of(weights()), block_of(weights(FIRST_FILE))]
    played_games = play(read_table(table), game_seeds(1, 2, range(16)), 3 * sides, nodes=24)
    assert "".join(map(str, played_games.winners)) == MIXED_WINNERS[table]
