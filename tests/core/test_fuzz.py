"""Thousands of random games over all presets and options, and what the table of phases says of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.core import actions as a
from longroad.core.batch import Batch
from longroad.core.check.fuzz import SEEN_WORDS, fuzz_games
from longroad.core.check.invariants import violation
from longroad.core.check.violations import VIOLATIONS, WRONG_CARDS
from longroad.core.compile.registry import Kind, backend
from longroad.core.island.topology import HEX_SITES, symmetries
from longroad.core.layout import HAND, PHASE
from longroad.core.phases import DISCARDING, MAIN, NEUTRAL_BUILD, OVER, PHASE_TABLE
from longroad.core.ruleset import CHOICES, Ruleset
from longroad.core.state import State
from scripts import fuzz
from tests.core.games import rules_for
from tests.rules.table import Table, bundle

GAMES = 20_000
COMPARED = (0, 3, 5, 9, 11)
RUN = f"""
import json
from scripts.fuzz import play_run, unseen
from tests.core.test_fuzz import COMPARED, fuzzed
done, failed, seen = play_run(seed=20, games={GAMES}, seconds=0, workers=1, quiet=True)
ends = [fuzzed(number, "compiled") for number in COMPARED]
print(json.dumps([done, failed, unseen(seen), ends]))
"""
# What can follow, but so seldom that it is shown below by itself.
RARE = {"discarding -> main", "neutral build -> over"}


def fuzzed(number: int, kind: Kind) -> list[Any]:
    """Play a game with all checks; return its end, what was found, how many plies it took and what was seen."""
    rules = rules_for(number)
    batch = Batch(rules.ruleset.but(limit=20), 1, kind, rules.island)
    others: list[Any] = [[number], [1], [0], [0], [0] * SEEN_WORDS]
    if kind == "compiled":
        others = [np.array(values, np.int64) for values in others]
    seeds, thorough, codes, plies, seen = others
    backend(kind).entry(fuzz_games)(batch.s, batch.m, 0, 1, seeds, thorough, 100_000, codes, plies, seen)
    return [batch.state(0).to_bytes().hex(), int(codes[0]), int(plies[0]), [int(word) for word in seen]]


@pytest.mark.compiled
@pytest.mark.slow
def test_random_games_violate_nothing_and_show_the_whole_table_of_phases() -> None:
    """In code that is compiled so that it checks every index; some games are also played interpreted."""
    environment = os.environ | {"LONGROAD_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    root = Path(fuzz.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", RUN], capture_output=True, text=True, check=False, env=environment, cwd=root
    )
    assert done.returncode == 0, done.stderr
    games, failed, missing, ends = json.loads(done.stdout)
    assert failed is None, f"python scripts/fuzz.py --seed 20 --game {failed}"
    assert games == GAMES
    assert set(missing) <= RARE
    assert ends == [fuzzed(number, "interpreted") for number in COMPARED]


@pytest.mark.compiled
def test_some_hundred_random_games_violate_nothing() -> None:
    """Of the presets and of random rulesets, looked at on the way and at the end."""
    for number in range(25):
        rules = rules_for(number)
        batch = Batch(rules.ruleset, 12, "compiled", rules.island)
        for plies in (30 * number, 100_000):
            batch.play(range(12), most=plies, from_start=plies < 100_000)
            for state in map(batch.state, range(12)):
                assert VIOLATIONS[violation(state.s, state.m)] == ""
                assert state.is_over or plies < 100_000


def test_the_same_seed_gives_the_same_games() -> None:
    assert [fuzz.rules_of(3, game) for game in range(0, 400, 20)] == [
        fuzz.rules_of(3, game) for game in range(0, 400, 20)
    ]
    assert fuzz.rules_of(3, 0) == fuzz.rules_of(3, fuzz.SAME_RULES - 1)
    assert len({fuzz.rules_of(3, game).ruleset for game in range(0, 2000, fuzz.SAME_RULES)}) > 90
    assert len({fuzz.seed_of(seed, game) for seed in range(3) for game in range(100)}) == 300


def test_random_rulesets_use_every_value_of_every_option() -> None:
    rulesets = [fuzz.rules_of(1, game * fuzz.SAME_RULES).ruleset for game in range(1500)]
    for name, values in CHOICES.items():
        assert {getattr(ruleset, name) for ruleset in rulesets} == set(values), name
    assert {ruleset.players for ruleset in rulesets} == {2, 3, 4, 5, 6}
    for name in ("duel", "friendly_robber", "domestic_trade"):
        assert {getattr(ruleset, name) for ruleset in rulesets} == {True, False}
    assert all(ruleset.limit for ruleset in rulesets)
    assert any(ruleset.neutral_sites for ruleset in rulesets)


# --- what a failure looks like ----------------------------------------------------------------------------------------


def is_long(ruleset: Ruleset) -> bool:
    """Whether a game under these rules lasts long enough for seat 0 to get a brick after the founding."""
    return ruleset.founding == "players" and ruleset.victory_points >= 10


def test_a_failure_is_shown_with_its_command_and_a_short_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if it were a violation that seat 0 has a brick after the founding."""

    def broken(s: list[int], m: list[int]) -> int:
        return WRONG_CARDS if s[HAND] > 0 and s[PHASE] > 2 else 0

    monkeypatch.setattr(fuzz, "violation", broken)
    game = next(game for game in range(0, 4000, 20) if is_long(fuzz.rules_of(0, game).ruleset))
    assert fuzz.main(["--game", str(game), "--folder", str(tmp_path)]) == 1
    shown = capsys.readouterr().out
    assert VIOLATIONS[WRONG_CARDS] in shown
    assert f"--seed 0 --game {game}" in shown
    assert "Ruleset(" in shown
    log = json.loads((tmp_path / f"fuzz-0-{game}.json").read_text())
    rules = fuzz.rules_of(0, game)
    state = State.new(rules.ruleset, log["seed"], rules.island)
    for entry in log["plies"]:
        assert not broken(state.s, state.m)
        state.apply(a.ply_seat(entry), a.ply_action(entry))
    assert broken(state.s, state.m)


def test_a_game_without_a_violation_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert fuzz.main(["--game", "240", "--folder", str(tmp_path)]) == 0
    assert "no violation" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


# --- what follows seldom ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ROB-7")
def test_main_follows_discarding_where_a_friendly_robber_has_no_place() -> None:
    """Three opponents with two settlements each, spared by the robber, are beside all hexes but its own."""
    table = Table.set_up(players=4, friendly_robber=True, rolled=False)
    site = next(iter({*HEX_SITES[0:6]} & {*HEX_SITES[6:12]} & {*HEX_SITES[24:30]}))  # of the hexes 0, 1 and 4
    for number, turn in enumerate(symmetries(0)[:6]):
        table.settle(1 + number % 3, turn.sites[site])
    table.deal(0, wool=8)
    table.roll(7)
    assert table["phase"] == DISCARDING
    table.apply(0, bundle(a.DISCARD, wool=4))
    assert table["phase"] == MAIN
    assert table["robber"] == 9
    assert MAIN in PHASE_TABLE[DISCARDING].follows
    table.check()


@pytest.mark.rule("DUO-5")
def test_the_end_follows_a_neutral_settlement_that_breaks_the_longest_road() -> None:
    table = Table.set_up(players=2, duel=True, neutral_sites=(19, 44), victory_points=3)
    table.pave(1, 3, 0, 4, 1, 5, 2, 6)
    table.pave(0, 47, 51, 48, 52, 49, 53)
    table.pave(2, 8, 4)
    table.fund(0, "settlement")
    assert table["longest"] == 1
    table.do(0, a.BUILD_SETTLEMENT, 51)
    assert table["phase"] == NEUTRAL_BUILD
    table.do(0, a.NEUTRAL_SETTLEMENT, 4, 2)
    assert (table["phase"], table["longest"], table["winner"]) == (OVER, 0, 0)
    assert OVER in PHASE_TABLE[NEUTRAL_BUILD].follows
