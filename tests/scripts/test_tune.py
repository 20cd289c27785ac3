"""Weights can be compared: who sits where, the games of a match, and what a file of weights must hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from longroad.search.features import NAMES
from longroad.search.weights import FIRST_FILE, weights
from scripts import tune
from scripts.tuning.matches import MatchSettings, half_each, one_among
from scripts.tuning.play import block_of, game_seeds, play, read_table
from scripts.tuning.spsa import Values
from scripts.tuning.start import start
from scripts.tuning.targets import DirectWeights

# The winners of some games with the first weights, by the code of when they were in use (8125ce4^), in which only the
# search was changed to compare all actions of a position.
FIRST_WINNERS = {"base4": "3313303313312320", "duel": "1001110100010011", "extension5": "2423234421113330"}


@pytest.mark.compiled
@pytest.mark.parametrize("table", FIRST_WINNERS)
def test_the_first_weights_play_as_they_did(table: str) -> None:
    """Whatever features have been added since, and however scores are computed."""
    played = play(read_table(table), game_seeds(1, 1, range(16)), [block_of(weights(FIRST_FILE))] * 6, nodes=24)
    assert "".join(map(str, played.winners)) == FIRST_WINNERS[table]


@pytest.mark.parametrize("name", ["bse4", "base7", "4"])
def test_a_table_that_there_is_not_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.main(["match", str(tune.WEIGHTS), str(tune.WEIGHTS), "--table", name]) == 1
    assert capsys.readouterr().err


# --- matches ----------------------------------------------------------------------------------------------------------


def test_everybody_sits_everywhere() -> None:
    assert one_among(3) == ((True, False, False), (False, True, False), (False, False, True))
    for players in range(2, 7):
        assert [sum(seats) for seats in zip(*one_among(players), strict=True)] == [1] * players
        assert [sum(seats) for seats in zip(*half_each(players), strict=True)] == [1] * players


@pytest.mark.compiled
@pytest.mark.parametrize(("table", "players"), [("base4", 4), ("base3", 3), ("duel", 2)])
def test_a_match_of_equal_weights_is_fair_to_the_last_game(table: str, players: int) -> None:
    match_settings = MatchSettings(read_table(table), nodes=4, workers=2, seed=3)
    one = match_settings.play_match(start(), start(), one_among(players), deals=12)
    assert set(one.wins) == {1.0}
    assert one.share == pytest.approx(1 / players)
    assert one.interval[0] < 1 / players < one.interval[1]
    assert match_settings.play_match(start(), start(), half_each(players), deals=12).share == 0.5


@pytest.mark.compiled
def test_better_weights_win_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blind = tmp_path / "blind.json"
    good = tmp_path / "good.json"
    blind.write_text(written_with(dict.fromkeys(NAMES, 0)), "utf-8")
    good.write_text(tune.WEIGHTS.read_text("utf-8"), "utf-8")
    assert tune.main(["match", str(good), str(blind), "--games", "40", "--nodes", "8"]) == 0
    output = capsys.readouterr().out
    share = float(output.split(": ")[1].split(" %")[0])
    assert share > 60
    assert "of 40 games" in output
    assert "By luck alone 25.0 %" in output


def written_with(values: Values) -> str:
    """Write weights of a score that adds some features up."""
    match_settings = MatchSettings(read_table("base4"), 4, 1, 1)
    target = DirectWeights.named(tune.WEIGHTS, match_settings, ["income robbed"])
    block = json.loads(target.text(values, {}))
    block["output"] = [0] * len(block["output"])
    return json.dumps(block)


@pytest.mark.compiled
def test_matches_repeat_themselves_with_any_number_of_threads() -> None:
    table = read_table("base4")
    scores = [
        MatchSettings(table, 4, workers, 5).play_match(block_of(weights()), start(), one_among(4), deals=25)
        for workers in (1, 3)
    ]
    assert scores[0] == scores[1]
    low, high = scores[0].interval
    assert low < scores[0].share < high
