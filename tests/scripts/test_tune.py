"""The weights of the search can be found again: games, regression, rounds and matches, in small."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.search.evaluate import DIRECT, HIDDEN, SCORE_BITS, WORKSPACE, score
from longroad.search.features import FEATURES, INCOME_ROBBED, NAMES, POINTS_ALL
from longroad.search.weights import packed, weights
from scripts import tune
from scripts.tuning import rounds as rounds_module
from scripts.tuning.matches import MatchSettings, half_each, one_among
from scripts.tuning.network import DIRECT_ONE, ROBBED_WEIGHT, Network, fit
from scripts.tuning.play import block_of, game_seeds, play, read_table, read_weights
from scripts.tuning.positions import Positions
from scripts.tuning.rounds import OtherRun, Run, Settings, record, start
from scripts.tuning.spsa import Values
from scripts.tuning.targets import DirectWeights

SMALL = Settings(games=60, nodes=4, hidden=4, epochs=6, last=2, tables=("base4:2", "base3"), seed=1)


def made_up(count: int, seats: int, seed: int) -> Positions:
    """Make positions up in which points alone decide, with some luck; whoever is robbed wins more often."""
    rng = np.random.default_rng(seed)
    features = np.zeros((count, seats, FEATURES), np.int16)
    features[:, :, POINTS_ALL] = rng.integers(0, 10, (count, seats))
    winners = (features[:, :, POINTS_ALL] + rng.gumbel(0, 1, (count, seats))).argmax(1)
    features[np.arange(count), winners, INCOME_ROBBED] = 5
    return Positions.of_table(features, winners.astype(np.int64))


# --- the regression ---------------------------------------------------------------------------------------------------


def test_the_regression_learns_what_wins() -> None:
    fitted = fit(made_up(4000, 4, 1), made_up(500, 4, 2), hidden=4, epochs=80)
    assert fitted.uniform == pytest.approx(np.log(4))
    assert fitted.loss < 0.75 * fitted.uniform
    assert fitted.weights[HIDDEN] == 4


def test_tables_of_any_size_are_learned_from_together() -> None:
    learned = Positions.joined([made_up(1500, players, players) for players in (2, 3, 6)])
    held_out = Positions.joined([made_up(200, players, 10 + players) for players in (2, 3, 6)])
    assert learned.features.shape == (4500, 6, FEATURES)
    fitted = fit(learned, held_out, hidden=4, epochs=80)
    assert fitted.uniform == pytest.approx(np.log([2, 3, 6]).mean())
    assert fitted.loss < 0.75 * fitted.uniform


def test_empty_seats_have_no_share() -> None:
    both = Positions.joined([made_up(50, 2, 1), made_up(50, 4, 1)])
    shares, _, _ = Network(both, 4, seed=1).shares(both.features, both.seats)
    assert (shares[:50, 2:] == 0).all()
    assert shares.sum(1) == pytest.approx(np.ones(100), abs=1e-5)


def test_being_robbed_is_not_learned() -> None:
    fitted = fit(made_up(2000, 4, 1), made_up(200, 4, 2), hidden=4, epochs=2)
    block = fitted.weights
    assert block[DIRECT + INCOME_ROBBED] == round(ROBBED_WEIGHT * DIRECT_ONE)
    changed = made_up(200, 4, 2)
    changed.features[:, :, INCOME_ROBBED] = 0
    assert fit(made_up(2000, 4, 1), changed, hidden=4, epochs=2).loss == pytest.approx(fitted.loss)


def test_the_block_scores_as_the_network_does() -> None:
    positions = made_up(300, 4, 3)
    network = Network(positions, 8, seed=2)
    shares, _, _ = network.shares(positions.features, positions.seats)
    block = [int(value) for value in network.weights()]
    block[DIRECT + INCOME_ROBBED] = 0
    for k in range(20):
        f = [0] * WORKSPACE
        f[: 4 * FEATURES] = positions.features[k].reshape(-1).tolist()
        scores = np.array([score(f, block, seat) for seat in range(4)]) / (1 << SCORE_BITS)
        powers = np.exp(scores - scores.max())
        assert powers / powers.sum() == pytest.approx(shares[k], abs=0.02)


def test_the_gradient_is_that_of_the_loss() -> None:
    positions = Positions.joined([made_up(20, 4, 5), made_up(20, 3, 6)])
    network = Network(positions, 3, seed=1)
    winners = positions.winners.astype(np.int64)
    gradient = network.gradient(positions.features, positions.seats, winners)
    for name, values in network.parameters.items():
        place = tuple(0 for _ in values.shape) if name != "direct" else (POINTS_ALL,)
        before, step = float(values[place]), 0.02
        values[place] = before + step
        above = network.loss(positions)
        values[place] = before - step
        below = network.loss(positions)
        values[place] = before
        assert gradient[name][place] == pytest.approx((above - below) / (2 * step), rel=0.05, abs=1e-3)


# --- rounds -----------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("games", [80, pytest.param(200, marks=pytest.mark.slow)])
def test_a_run_learns_and_is_read_back(games: int, tmp_path: Path) -> None:
    arguments = f"fit --rounds 2 --games {games} --nodes 2 --hidden 4 --epochs 4 --match 8 --workers 2"
    assert tune.main([*arguments.split(), "--out", str(tmp_path)]) == 0
    found = record(tmp_path / "weights.json")
    assert found["loss"] < found["loss of equal shares"] == round(np.log(4), 4)
    assert found["rounds"] == 2
    assert found["games"] == 2 * games
    assert found["rulesets"] == ["base4, no domestic trade"]
    assert found["command"].startswith(f"python scripts/tune.py fit --rounds 2 --games {games} --nodes 2 --hidden 4")
    assert str(tmp_path) not in json.dumps(found)
    assert record(tmp_path / "weights-002.json")["against the last"]["games"] == 8
    assert found["against the start"]["base4"]["games"] == 8
    assert read_weights(tmp_path / "weights.json").tolist() == packed(
        json.loads((tmp_path / "weights.json").read_text("utf-8"))
    )


def files(folder: Path) -> dict[str, bytes]:
    """Read the weights of a run."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("weights*.json"))}


@pytest.mark.compiled
def test_an_interrupted_run_goes_on_to_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Run(tmp_path / "whole", SMALL)
    assert len(list(whole.go(2))) == 3
    real, calls = fit, []

    def interrupted(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(rounds_module, "fit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(Run(tmp_path / "parts", SMALL).go(2))
    assert (tmp_path / "parts/positions-002.npz").exists()
    assert not (tmp_path / "parts/weights-002.json").exists()
    monkeypatch.setattr(rounds_module, "play", lambda *arguments: pytest.fail("these games were played before"))
    list(Run(tmp_path / "parts", SMALL, workers=2).go(2))
    assert files(tmp_path / "parts") == files(tmp_path / "whole")


@pytest.mark.compiled
def test_a_finished_run_has_nothing_to_do_and_can_be_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(tmp_path, SMALL)
    list(run.go(1))
    with monkeypatch.context() as nothing:
        nothing.setattr(rounds_module, "fit", lambda *arguments: pytest.fail("this was fitted before"))
        assert [found["rounds"] for found in run.go(1)] == [1, 1]
    assert [found["rounds"] for found in run.go(2)] == [1, 2, 2]


def test_a_folder_of_another_run_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Run(tmp_path, SMALL)
    with pytest.raises(OtherRun, match="another run"):
        Run(tmp_path, replace(SMALL, hidden=8))
    with pytest.raises(OtherRun, match="another run"):
        Run(tmp_path, SMALL, begin=tune.WEIGHTS)
    assert tune.main(["fit", "--out", str(tmp_path)]) == 1
    assert "another --out" in capsys.readouterr().err


@pytest.mark.compiled
def test_tables_share_the_games_of_a_run_that_begins_with_any_weights(tmp_path: Path) -> None:
    list(Run(tmp_path, replace(SMALL, games=120), begin=tune.WEIGHTS).go(1))
    assert read_weights(tmp_path / "weights-000.json").tolist() == list(weights())
    seats = Positions.load(tmp_path / "positions-001.npz").seats
    assert 0.5 < (seats == 4).mean() < 0.9
    assert set(seats.tolist()) == {3, 4}


@pytest.mark.compiled
def test_the_kept_positions_are_of_the_table_and_its_games() -> None:
    for name, players in (("base3", 3), ("duel", 2), ("extension5", 5)):
        played = play(read_table(name), game_seeds(1, 1, range(4)), [start()] * players, nodes=24, explores=16)
        assert set(played.winners.tolist()) <= set(range(players))
        assert played.positions.features.shape[1] == players
        assert set(played.positions.winners.tolist()) == set(played.winners.tolist())
        assert (played.positions.features[:, :, POINTS_ALL] >= 2).all()


@pytest.mark.parametrize("name", ["bse4", "base7", "4", "base4:0", "base4:x"])
def test_a_table_that_there_is_not_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.main(["fit", "--out", str(tmp_path / "run"), "--table", name]) == 1
    assert capsys.readouterr().err
    assert not (tmp_path / "run").exists()


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
