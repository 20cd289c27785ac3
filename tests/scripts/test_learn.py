"""The weights of the search can be learned again: positions, networks, rounds and their matches, in small."""

from __future__ import annotations

import json
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.search.evaluate import DIRECT, HIDDEN, KNOWS_FOUNDING, SCORE_BITS, WORKSPACE, score
from longroad.search.features import (
    FEATURES,
    INCOME_ROBBED,
    PLAYERS_ALL,
    POINTS_ALL,
    ROUNDS,
    TO_FOUND,
)
from longroad.search.weights import packed, weights
from scripts import learn
from scripts.tuning.fitting import Fitting, Variant, rate
from scripts.tuning.learning import Limits, record
from scripts.tuning.network import DIRECT_ONE, ROBBED_WEIGHT, Network, NoTorch, Scale, import_torch
from scripts.tuning.play import block_of, game_seeds, play, read_table, read_weights
from scripts.tuning.positions import Positions, Tables, by_seats
from scripts.tuning.start import start

LUCK = {2: np.log(2), 3: np.log(3), 4: np.log(4), 6: np.log(6)}


def made_up(count: int, seats: int, seed: int, length: int = 5) -> Positions:
    """Make positions up in which points alone decide, with some luck; whoever is robbed wins more often."""
    rng = np.random.default_rng(seed)
    features = np.zeros((count, seats, FEATURES), np.int16)
    features[:, :, POINTS_ALL] = rng.integers(0, 10, (count, seats))
    features[:, :, PLAYERS_ALL] = seats
    winners = (features[:, :, POINTS_ALL] + rng.gumbel(0, 1, (count, seats))).argmax(1)
    features[np.arange(count), winners, INCOME_ROBBED] = 5
    return Positions(features, np.arange(count) // length, winners.astype(np.int8))


def tables(*seats: int, count: int = 4000) -> Tables:
    """Make tables up."""
    return by_seats([made_up(count, players, players) for players in seats])


# --- positions --------------------------------------------------------------------------------------------------------


def test_positions_are_kept_in_a_file(tmp_path: Path) -> None:
    made_up(20, 3, 1).save(tmp_path / "some.npz")
    again = Positions.load(tmp_path / "some.npz")
    assert (again.features == made_up(20, 3, 1).features).all()
    assert again.seats == 3
    assert len(again) == 20


def test_positions_are_parted_between_games() -> None:
    first, last = made_up(100, 4, 1, length=7).split(0.1)
    assert len(first) + len(last) == 100
    assert 10 <= len(last) < 17
    assert not set(first.games) & set(last.games)


@pytest.mark.compiled
def test_the_kept_positions_are_of_the_table_and_its_games_in_order() -> None:
    for name, players in (("base3", 3), ("duel", 2), ("extension5", 5)):
        seeds = game_seeds(1, 1, range(4))
        played = play(read_table(name), seeds, [start()] * players, nodes=24, explores=16)
        positions = played.positions
        assert positions.seats == players
        assert set(positions.games) == set(seeds)
        assert positions.winners.tolist() == [played.winners[seeds.tolist().index(game)] for game in positions.games]
        for seed in seeds:
            rounds = positions.features[positions.games == seed][:, 0, ROUNDS].tolist()
            assert rounds == sorted(rounds)
        assert positions.features[:, :, TO_FOUND].any()
        assert not positions.features[:, :, INCOME_ROBBED].any()


# --- networks ---------------------------------------------------------------------------------------------------------


def test_without_pytorch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(NoTorch, match=r"longroad\[train\]"):
        import_torch()


@pytest.mark.parametrize("text", ["64", "64:warm:2:1", "64:hot:1:1", "64:warm:1:0", "x:warm:1:1"])
def test_a_variant_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"variant|literal"):
        Variant.read(text)


def test_the_rate_rises_and_falls() -> None:
    rates = [rate(step, 1000) for step in range(1000)]
    assert max(rates) == pytest.approx(1, abs=0.05)
    assert rates[0] < 0.02
    assert rates[-1] < 0.02


class TestFitting:
    """With PyTorch."""

    @pytest.fixture(autouse=True)
    def torch(self) -> Any:
        return pytest.importorskip("torch")

    @pytest.mark.parametrize("trace", [1.0, 0.5])
    def test_it_learns_what_wins_at_tables_of_any_size(self, trace: float) -> None:
        fitting = Fitting(tables(2, 3, 6), "cpu")
        fitted = fitting.fit(Variant(4, False, trace, 30), 1, start())
        assert fitted.weights[HIDDEN] == 4
        assert fitted.weights[KNOWS_FOUNDING] == 1
        limit = 0.75 if trace == 1 else 0.95
        assert all(loss < limit * LUCK[seats] for seats, loss in fitted.losses.items())

    def test_being_robbed_is_not_learned(self) -> None:
        fitted = Fitting(tables(4), "cpu").fit(Variant(4, False, 1.0, 1), 1, start())
        assert fitted.weights[DIRECT + INCOME_ROBBED] == round(ROBBED_WEIGHT * DIRECT_ONE)
        part = tables(4)
        part[4].features[:, :, INCOME_ROBBED] = 0
        assert Fitting(part, "cpu").fit(Variant(4, False, 1.0, 1), 1, start()).losses == pytest.approx(fitted.losses)

    def test_the_block_scores_as_the_network_does(self) -> None:
        part = tables(4)
        network = Network(Scale(part), 8, seed=2)
        features = part[4].features[:20]
        shares = network.log_shares(network.torch.from_numpy(features)).exp().detach().numpy()
        block = [int(value) for value in network.weights()]
        block[DIRECT + INCOME_ROBBED] = 0
        for k in range(20):
            f = [0] * WORKSPACE
            f[: 4 * FEATURES] = features[k].reshape(-1).tolist()
            scores = np.array([score(f, block, seat) for seat in range(4)]) / (1 << SCORE_BITS)
            powers = np.exp(scores - scores.max())
            assert powers / powers.sum() == pytest.approx(shares[k], abs=0.01)

    def test_weights_in_use_can_be_taken_over(self) -> None:
        """By a network with more units too, which count for nothing at first."""
        scale = Scale(tables(4))
        network = Network(scale, 64, seed=1)
        network.load(block_of(weights()))
        again = network.weights(knows_founding=bool(weights()[KNOWS_FOUNDING]))
        smaller = Network(scale, max(weights()[HIDDEN], 1), seed=1)
        smaller.load(block_of(weights()))
        assert np.abs(smaller.weights() - np.array(weights()))[DIRECT:].max() <= 64
        features = network.torch.from_numpy(made_up(50, 4, 3).features)
        one, other = (net.log_shares(features).detach().numpy() for net in (network, smaller))
        assert one == pytest.approx(other, abs=1e-4)
        assert again[HIDDEN] == 64

    def test_sums_that_could_overflow_are_refused(self) -> None:
        network = Network(Scale(tables(4)), 2, seed=1)
        with network.torch.no_grad():
            network.input[POINTS_ALL] = 1e4
        with pytest.raises(ValueError, match="32 bits"):
            network.weights()

    def test_targets_lie_between_the_winner_and_what_is_thought_later(self) -> None:
        """With a trace of 0, a target is the share at the next position of the game; at the last one, who won."""
        fitting = Fitting(tables(3, count=100), "cpu")
        part = fitting._loaded[0]
        judge = Network(fitting.scale, 4, seed=1)
        targets = {trace: fitting._targets(part, judge, trace).numpy() for trace in (0.0, 0.25, 1.0)}
        later = judge.log_shares(part.features).exp().detach().numpy()
        games = part.positions.games
        for k in range(len(games)):
            if k + 1 < len(games) and games[k + 1] == games[k]:
                assert targets[0.0][k] == pytest.approx(later[k + 1])
                assert targets[0.25][k] == pytest.approx(0.75 * later[k + 1] + 0.25 * targets[0.25][k + 1])
            else:
                assert targets[0.0][k].tolist() == targets[1.0][k].tolist()
            assert targets[0.25][k].sum() == pytest.approx(1)

    # --- rounds -------------------------------------------------------------------------------------------------------

    @pytest.mark.compiled
    def test_a_run_goes_on_and_its_weights_are_packed(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        base = "--games 80 --nodes 2 --match 8 --last 1 --variant 4:scratch:1:4 --variant 8:warm:0.8:2"
        arguments = [*base.split(), "--table", "base4:2", "--table", "base3", "--out", str(tmp_path / "run")]
        assert learn.main([*arguments, "--rounds", "1", "--zip", str(tmp_path / "all.zip")]) == 0
        assert "round 1: 80 games" in capsys.readouterr().out
        assert learn.main([*arguments, "--rounds", "2"]) == 0
        output = capsys.readouterr().out
        assert "round 2: 80 games" in output
        assert "round 1:" not in output
        with zipfile.ZipFile(tmp_path / "all.zip") as names:
            assert names.namelist() == [
                "champion-000.json",
                "champion-001.json",
                "weights-001-4-scratch-1-4.json",
                "weights-001-8-warm-0.8-2.json",
            ]
        found = record(tmp_path / "run/weights-002-4-scratch-1-4.json")
        assert found["match"]["games"] == 8
        assert set(found["losses"]) == {"3", "4"}
        assert read_weights(tmp_path / "run/champion-000.json").tolist() == list(weights())
        champion = tmp_path / "run/champion-002.json"
        assert read_weights(champion).tolist() == packed(json.loads(champion.read_text("utf-8")))
        assert not list((tmp_path / "run").glob("positions-001-*"))
        assert list((tmp_path / "run").glob("positions-002-*"))

    def test_a_run_without_time_does_nothing(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert learn.main(["--out", str(tmp_path), "--seconds", "30"]) == 0
        assert "champion-000" in capsys.readouterr().out


def test_a_round_leaves_time_to_fit() -> None:
    now = time.monotonic()
    assert Limits(now + 100, 1e9).last_game == pytest.approx(now + 60, abs=1)
    assert Limits(now + 100, 10).last_game == pytest.approx(now + 10, abs=1)
    assert not Limits(now + 100, 10).allow(101)


@pytest.mark.parametrize(
    "wrong",
    [
        ["--table", "base4:0"],
        ["--table", "bse4"],
        ["--variant", "x"],
        ["--games", "0"],
        ["--rounds", "0"],
        ["--last", "-1"],
        ["--match", "0"],
        ["--workers", "0"],
        ["--start", "nowhere.json"],
    ],
)
def test_what_cannot_be_is_refused(wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert learn.main(["--out", str(tmp_path / "run"), *wrong]) == 1
    assert capsys.readouterr().err
    assert not (tmp_path / "run").exists()
