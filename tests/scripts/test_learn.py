"""The weights of the search can be learned again: positions, networks, rounds and their matches, in small."""

from __future__ import annotations

import json
import sys
import time
import zipfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from longroad.core.layout import CHANCE, PHASE, WINNER
from longroad.core.phases import OVER
from longroad.core.state import State
from longroad.search.evaluate import (
    DIRECT,
    HIDDEN,
    HIDDEN_MOST,
    KNOWS_FOUNDING,
    OUTPUT,
    SCORE_BITS,
    SHARPNESS,
    TRADING,
    WORKSPACE,
    score,
)
from longroad.search.features import (
    FEATURES,
    INCOME_ROBBED,
    PLAYERS_ALL,
    POINTS_ALL,
    ROUNDS,
    TO_FOUND,
)
from longroad.search.weights import FILE, FIRST_FILE, packed, weights
from scripts import learn
from scripts.tuning import learning
from scripts.tuning.fitting import Fitting, Variant, rate
from scripts.tuning.learning import CHOICE_PART, MOST_ROUNDS, Candidate, Limits, Run, Settings, record
from scripts.tuning.matches import MATCH_PART, MatchSettings, one_among
from scripts.tuning.network import Network, NoTorch, Scale, import_torch
from scripts.tuning.play import block_of, game_seeds, play, play_out, read_table, read_weights
from scripts.tuning.positions import Positions, Tables, by_seats
from scripts.tuning.start import start

FIRST = learn.ROOT / "src/longroad/search/weights-1.json"
LUCK = {2: np.log(2), 3: np.log(3), 4: np.log(4), 6: np.log(6)}


def made_up(count: int, seats: int, seed: int, length: int = 5) -> Positions:
    """Make positions up in which points alone decide, with some luck; whoever is robbed wins more often."""
    rng = np.random.default_rng(seed)
    features = np.zeros((count, seats, FEATURES), np.int16)
    features[:, :, POINTS_ALL] = rng.integers(0, 10, (count, seats))
    features[:, :, PLAYERS_ALL] = seats
    winners = (features[:, :, POINTS_ALL] + rng.gumbel(0, 1, (count, seats))).argmax(1)
    games = np.arange(count) // length
    return Positions(features, games, winners.astype(np.int8), games % 2 == 1)


def tables(*seats: int, count: int = 4000) -> Tables:
    """Make tables up."""
    return by_seats([made_up(count, players, players) for players in seats])


# --- positions --------------------------------------------------------------------------------------------------------


def test_positions_are_kept_in_a_file(tmp_path: Path) -> None:
    made_up(20, 3, 1).save(tmp_path / "some.npz")
    again = Positions.load(tmp_path / "some.npz")
    assert (again.features == made_up(20, 3, 1).features).all()
    assert (again.trading == made_up(20, 3, 1).trading).all()
    assert again.seats == 3
    assert len(again) == 20


def test_positions_are_parted_between_games() -> None:
    first, last = made_up(100, 4, 1, length=7).split(0.1)
    assert len(first) + len(last) == 100
    assert 10 <= len(last) < 17
    assert not set(first.games) & set(last.games)


@pytest.mark.slow  # it compiles games of the search, which only learning plays: half a minute
@pytest.mark.compiled
def test_the_kept_positions_are_of_the_table_and_its_games_in_order() -> None:
    for name, players in (("base3", 3), ("duel", 2), ("extension5+trade", 5)):
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
        assert positions.features[:, :, INCOME_ROBBED].any()
        assert (positions.trading == name.endswith("+trade")).all()


@pytest.mark.slow  # it compiles the same games
@pytest.mark.compiled
def test_deals_are_made_where_players_trade() -> None:
    """The same weights on the same islands with the same dice: three players go other ways, two do not."""
    for table, differs in (("base3", True), ("duel", False)):
        ruleset, seeds = read_table(table), game_seeds(1, 1, range(6))
        plain, trading = (
            play(one, seeds, [start()] * ruleset.players, nodes=24, explores=16).positions
            for one in (ruleset, ruleset.but(domestic_trade=True))
        )
        assert not plain.trading.any()
        assert trading.trading.all() == differs
        assert (plain.features.shape != trading.features.shape or (plain.features != trading.features).any()) == differs


@pytest.mark.slow  # it compiles the same games
@pytest.mark.compiled
def test_games_that_have_begun_are_played_on_and_one_seat_alone_can_choose_at_random() -> None:
    ruleset, seeds = read_table("base3"), game_seeds(1, 1, range(30))
    state = State.new(ruleset, 5)
    while state.phase.startswith("found") or state.is_chance:
        if state.is_chance:
            state.apply(CHANCE, state.sample(5))
        else:
            state.apply(state.to_act[0], state.legal(state.to_act[0])[0])
    assert (play_out(state, seeds, [start()] * 3, 24, [0, 2, 2]) == 0).sum() > 20
    state.s[WINNER], state.s[PHASE] = 1, OVER
    assert (play_out(state, seeds, [start()] * 3, 24, [0, 0, 0]) == 1).all()


# --- networks ---------------------------------------------------------------------------------------------------------


def test_without_pytorch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(NoTorch, match=r"longroad\[train\]"):
        import_torch()


@pytest.mark.parametrize(
    "text",
    [
        "64",
        "64:warm:1:1:1:1",
        "64:warm:1:1:0",
        "64:warm:2:1",
        "64:hot:1:1",
        "64:warm:1:0",
        "x:warm:1:1",
        f"{HIDDEN_MOST + 1}:scratch:1:1",
        "0:warm:1:1",
        f"2x{HIDDEN_MOST}:joined:1:1",
        "x64:warm:1:1",
    ],
)
def test_a_variant_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"variant '{text}': "):
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
        fitted = fitting.fit(Variant(1, 4, "scratch", trace, 30), 1, start())
        assert fitted.weights[HIDDEN] == 4
        assert fitted.weights[KNOWS_FOUNDING] == 1
        limit = 0.75 if trace == 1 else 0.95
        assert all(loss < limit * LUCK[seats] for seats, loss in fitted.losses.items())

    def test_the_network_of_a_pass_judges_for_the_next(self) -> None:
        fitting, variant = Fitting(tables(4), "cpu"), Variant(1, 4, "scratch", 0.2, 3)
        once = fitting.fit(variant, 1, start()).weights
        twice = fitting.fit(replace(variant, passes=2), 1, start()).weights
        again = fitting.fit(variant, 1, once).weights
        assert np.abs(twice - again).sum() < np.abs(twice - once).sum() / 10  # weights are rounded between the fits

    def test_networks_are_joined_to_one_with_the_mean_of_their_scores(self) -> None:
        part = tables(4)
        networks = [Network(Scale(part), hidden, seed=hidden) for hidden in (3, 5)]
        inputs = networks[0].torch.from_numpy(part[4].features[:20]), networks[0].torch.from_numpy(part[4].trading[:20])
        joined = Network.joined(networks)
        means = sum(network.log_shares(*inputs) for network in networks) / 2  # they differ from scores by a constant
        assert joined.hidden == 8
        assert joined.log_shares(*inputs).detach().numpy() == pytest.approx(
            means.log_softmax(1).detach().numpy(), abs=1e-5
        )

    def test_several_networks_are_fitted_beside_each_other(self) -> None:
        fitting = Fitting(tables(4), "cpu")
        one = fitting.fit(Variant(1, 4, "scratch", 1.0, 4), 1, start())
        both = fitting.fit(Variant(2, 4, "scratch", 1.0, 4), 1, start())
        assert both.weights[HIDDEN] == 8
        assert both.losses[4] < one.losses[4] + 0.05
        output = both.weights[OUTPUT : OUTPUT + 8]
        assert np.abs(2 * output[:4] - one.weights[OUTPUT : OUTPUT + 4]).max() <= 1  # the first is the same, halved
        assert len(set(output)) == 8

    def test_networks_are_joined_to_the_champion(self) -> None:
        """The champion then counts as much as each of them."""
        fitting = Fitting(tables(4), "cpu")
        champion = fitting.fit(Variant(1, 3, "scratch", 1.0, 1), 7, start()).weights
        alone = fitting.fit(Variant(2, 4, "scratch", 1.0, 2), 1, champion).weights
        joined = fitting.fit(Variant(2, 4, "joined", 1.0, 2), 1, champion).weights
        assert joined[HIDDEN] == 3 + 2 * 4
        assert np.abs(3 * joined[OUTPUT : OUTPUT + 3] - champion[OUTPUT : OUTPUT + 3]).max() <= 2  # a third of it
        assert np.abs(3 * joined[OUTPUT + 3 : OUTPUT + 11] - 2 * alone[OUTPUT : OUTPUT + 8]).max() <= 3

    def test_the_block_scores_as_the_network_does(self) -> None:
        part = tables(4)
        network = Network(Scale(part), 8, seed=2)
        with network.torch.no_grad():
            network.trade_change[:] = network.torch.linspace(-1, 1, 8)
        features, trading = part[4].features[:20], part[4].trading[:20]
        assert set(trading) == {False, True}
        inputs = network.torch.from_numpy(features), network.torch.from_numpy(trading)
        shares = network.log_shares(*inputs).exp().detach().numpy()
        block = [int(value) for value in network.weights()]
        for k in range(20):
            f = [0] * WORKSPACE
            f[: 4 * FEATURES] = features[k].reshape(-1).tolist()
            f[TRADING] = int(trading[k])
            scores = np.array([score(f, block, seat) for seat in range(4)]) / (1 << SCORE_BITS)
            powers = np.exp(scores - scores.max())
            assert powers / powers.sum() == pytest.approx(shares[k], abs=0.01)

    def test_weights_in_use_can_be_taken_over(self) -> None:
        """By a network with more units too, which count for nothing at first."""
        scale = Scale(tables(4))
        for file in (FILE, FIRST_FILE):
            self.take_over(scale, file)

    def take_over(self, scale: Scale, file: str) -> None:
        """Load the weights of a file into a network of as many units, and into one of as many as there can be."""
        network = Network(scale, HIDDEN_MOST, seed=1)
        network.load(block_of(weights(file)))
        again = network.weights(knows_founding=bool(weights(file)[KNOWS_FOUNDING]))
        smaller = Network(scale, weights(file)[HIDDEN], seed=1)
        smaller.load(block_of(weights(file)))
        assert np.abs(smaller.weights() - np.array(weights(file)))[DIRECT:SHARPNESS].max() <= 64
        some = made_up(50, 4, 3)
        inputs = network.torch.from_numpy(some.features), network.torch.from_numpy(some.trading)
        one, other = (net.log_shares(*inputs).detach().numpy() for net in (network, smaller))
        assert one == pytest.approx(other, abs=1e-4)
        assert again[HIDDEN] == HIDDEN_MOST

    def test_no_unit_is_dropped(self) -> None:
        units = weights()[HIDDEN]
        with pytest.raises(ValueError, match=f"a network of {units - 1} units cannot begin with weights of {units}"):
            Network(Scale(tables(4)), units - 1, seed=1).load(block_of(weights()))

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
        later = judge.log_shares(*part.inputs).exp().detach().numpy()
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
        base = "--games 80 --nodes 2 --match 8 --last 1 --variant 4:scratch:1:4 --variant 256:warm:0.8:2"
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
                "played-001.json",
                "settings.json",
                "weights-001-256-warm-0.8-2.json",
                "weights-001-4-scratch-1-4.json",
            ]
        found = record(tmp_path / "run/weights-002-4-scratch-1-4.json")
        assert found["match"]["games"] == 8
        assert set(found["losses"]) == {"3", "4"}
        assert (found["games"], found["limited by"], found["seed"]) == (160, "games", 1)
        assert found["start"] == "the weights in use"
        assert [command.split()[:4] for command in found["commands"]] == [
            ["python", "scripts/learn.py", "--rounds", rounds] for rounds in "12"
        ]
        assert read_weights(tmp_path / "run/champion-000.json").tolist() == list(weights())
        champion = tmp_path / "run/champion-002.json"
        assert read_weights(champion).tolist() == packed(json.loads(champion.read_text("utf-8")))
        assert not list((tmp_path / "run").glob("positions-001-*"))
        assert list((tmp_path / "run").glob("positions-002-*"))

    @pytest.mark.compiled
    def test_games_that_were_played_are_not_played_again(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whether networks were not fitted in time, or others are wanted."""
        base = "--rounds 1 --games 80 --nodes 2 --match 4 --table base4 --table base3"
        arguments = [*base.split(), "--out", str(tmp_path)]
        assert learn.main([*arguments, "--variant", "4:scratch:1:4"]) == 0
        (tmp_path / "champion-001.json").unlink()
        monkeypatch.delattr(learning, "play")
        assert learn.main([*arguments, "--variant", "5:scratch:1:4"]) == 0
        assert "round 1: 80 games, " in (said := capsys.readouterr().out)
        assert "played before" in said
        one, other = (record(tmp_path / f"weights-001-{units}-scratch-1-4.json") for units in "45")
        assert one["commands"] == other["commands"][:1]
        assert "--variant 5:scratch:1:4" in other["commands"][-1]
        assert (one["games"], one["positions"]) == (other["games"], other["positions"])
        assert one["learned from"] == other["learned from"]


class TestRun:
    """A run in its folder, in which nothing is fitted."""

    @pytest.fixture(autouse=True)
    def device(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Pretend that networks can be fitted on any device."""
        monkeypatch.setattr(learning, "check_device", lambda device: None)

    def begin(self, folder: Path, *arguments: str) -> int:
        """Begin a run, without the time to play."""
        return learn.main(["--out", str(folder), "--seconds", "30", *arguments])

    def test_a_run_without_time_does_nothing(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.begin(tmp_path) == 0
        assert "champion-000" in capsys.readouterr().out

    def test_a_run_that_goes_on_has_the_weights_that_it_began_with(self, tmp_path: Path) -> None:
        """Also when others have come into use since."""
        folder, first = tmp_path / "run", read_weights(FIRST)
        assert self.begin(folder, "--start", str(FIRST)) == 0
        settings = Settings(1, 48, 1, learn.TABLES, 1, (), 1, "cpu")
        assert (Run(folder, settings, None, 1)._first == first).all()
        assert (Run(folder, settings, FIRST, 1)._first == first).all()

    @pytest.mark.parametrize(
        "other", ["--seed 2", "--nodes 24", "--table base4", f"--start {learn.ROOT}/src/longroad/search/weights.json"]
    )
    def test_a_folder_holds_one_run(self, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.begin(tmp_path, "--start", str(FIRST)) == 0
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert self.begin(tmp_path, *other.split()) == 1
        assert "take another --out" in capsys.readouterr().err
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before

    def test_positions_of_another_format_do_not_mix(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert self.begin(tmp_path) == 0
        monkeypatch.setattr(learning, "POSITIONS_FORMAT", 0)
        assert self.begin(tmp_path) == 1
        assert "format of positions: take another --out" in capsys.readouterr().err

    def test_the_usual_variants_can_be_fitted_after_the_weights_in_use(self) -> None:
        assert not any(Variant.read(text).obstacle(block_of(weights())) for text in learn.VARIANTS)

    def test_other_games_and_variants_go_on_in_the_same_folder(self, tmp_path: Path) -> None:
        assert self.begin(tmp_path) == 0
        assert self.begin(tmp_path, "--games", "5", "--match", "7", "--variant", "64:scratch:1:1") == 0

    def test_a_warm_variant_has_all_units_of_the_champion(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.begin(tmp_path / "new", "--variant", "16:warm:1:1") == 1
        assert f"variant 16:warm:1:1: warm, it needs the {weights()[HIDDEN]} hidden units" in capsys.readouterr().err
        assert not (tmp_path / "new").exists()
        assert self.begin(tmp_path / "first", "--variant", "16:warm:1:1", "--start", str(FIRST)) == 0

    def test_a_network_that_is_joined_to_the_champion_leaves_it_room(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        units, variant = weights()[HIDDEN], f"{HIDDEN_MOST}:joined:1:1"
        assert self.begin(tmp_path / "new", "--variant", variant) == 1
        assert f"joined to the champion's {units}, it has more than {HIDDEN_MOST} units" in capsys.readouterr().err
        assert self.begin(tmp_path / "first", "--variant", "64:joined:1:1", "--start", str(FIRST)) == 0

    def test_a_champion_that_stays_is_called_so(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = {"round": 1, "variant": "64:scratch:1:4", "match": {"share": 0.3}}
        monkeypatch.setattr(Run, "go", lambda *_: iter([(1, found), (2, found)]))
        assert learn.main(["--out", str(tmp_path)]) == 0
        said = [line.split("  ")[-1] for line in capsys.readouterr().out.splitlines()]
        assert said[:2] == ["champion: 64:scratch:1:4, 30.0 %", "champion: as before, 30.0 %"]

    @pytest.mark.compiled
    def test_a_match_of_one_game_is_one_at_every_table(self, tmp_path: Path) -> None:
        run = Run(tmp_path, Settings(1, 2, 1, ("base4", "base3", "duel"), 1, (), 1, "cpu"), None, 1)
        found = run._with_other_tables(Candidate(start(), {}), Limits(time.monotonic() + 1e6, 1)).record
        assert {name: match["games"] for name, match in found["other tables"].items()} == {"base3": 3, "duel": 2}

    def test_an_interrupted_run_says_so(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(Run, "_play_round", interrupted)
        assert learn.main(["--out", str(tmp_path)]) == 130
        assert capsys.readouterr().err == "Interrupted.\n"


def test_champions_are_chosen_by_other_deals_than_those_of_a_match() -> None:
    """By games of the same run: neither those learned from nor those that `tune.py match` confirms them by."""
    assert MOST_ROUNDS < CHOICE_PART != MATCH_PART
    one, other = (game_seeds(1, part, range(10)) for part in (CHOICE_PART, MATCH_PART))
    assert not set(one) & set(other)


@pytest.mark.compiled
def test_a_run_plays_its_matches_by_these_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "check_device", lambda device: None)
    run = Run(tmp_path, Settings(1, 2, 1, ("base4",), 4, (), 1, "cpu"), FIRST, 1)
    table = MatchSettings(read_table("base4"), 2, 1, 1)
    parts = [
        table.play_match(start(), read_weights(FIRST), one_among(4), 5, part) for part in (CHOICE_PART, MATCH_PART)
    ]
    assert run.play_match("base4", start(), 20) == parts[0] != parts[1]


@pytest.mark.parametrize("missing", ["torch", "device"])
def test_a_run_that_could_not_fit_plays_nothing(
    missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_device(*_: object, **__: object) -> None:
        raise RuntimeError("no such device\nand much more")

    torch = None if missing == "torch" else SimpleNamespace(zeros=no_device)
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert learn.main(["--out", str(tmp_path / "run"), "--device", "cuda"]) == 1
    said = capsys.readouterr().err
    wanted = (
        'pip install "longroad[train]"' if torch is None else "--device cuda: PyTorch cannot compute there (no such"
    )
    assert wanted in said
    assert said.count("\n") == 1
    assert not (tmp_path / "run").exists()


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
        ["--table", "base4+trades"],
        ["--variant", "x"],
        ["--variant", f"{HIDDEN_MOST + 1}:scratch:1:1"],
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
    assert wrong[1] in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
