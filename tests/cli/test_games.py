"""`longroad games`: plays and converts games into training sets, and says what is wrong with its input."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import longroad as lr
from longroad.arena.match_spec import MatchSpec
from longroad.arena.results_file import ResultsFile
from longroad.arena.workers import GameFailed, play_locally
from longroad.cli import games as command
from longroad.cli.app import run
from longroad.cli.commands import app  # noqa: F401 (registers the commands)
from longroad.core.ruleset import Ruleset
from longroad.envs.dataset import Dataset
from tests.played import played

pytestmark = pytest.mark.compiled


def read(path: Path, *columns: str) -> dict[str, Any]:
    batches = list(Dataset(path).batches(columns=columns))
    return {name: np.concatenate([batch[name] for batch in batches]) for name in columns}


def some_record(seed: int = 1, most: int = 300, **options: Any) -> lr.Record:
    for game in played("base", seed, most, **options):
        last = game
    return last.record


def test_random_games_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.parquet"
    arguments = ["games", "--games", "3", "--seed", "5", "--option", "limit=9", "--players", "3", "--json"]
    assert run([*arguments, "--out", str(out)]) == 0
    summary = json.loads(capsys.readouterr().out)
    data = Dataset(out)
    assert (summary["games"], summary["rows"], summary["bytes"]) == (3, len(data), out.stat().st_size)
    assert data.ruleset == Ruleset(players=3, limit=9)
    assert sorted(set(read(out, "seed")["seed"].tolist())) == [5, 6, 7]


def test_games_of_bots_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.parquet"
    bots = ["--bots", "novice", "--bots", "learner", "--bots", "random"]
    arguments = ["games", "--games", "2", "--players", "3", "--option", "limit=15", "--workers", "1", *bots]
    assert run([*arguments, "--out", str(out)]) == 0
    assert "2 games" in capsys.readouterr().out
    columns = read(out, "game", "seat", "player")
    names = {(game, seat): name for game, seat, name in zip(*columns.values(), strict=True)}
    spec = MatchSpec(("novice", "learner", "random"), Ruleset(players=3, limit=15), 0)
    for game in (0, 1):
        seats = [spec.entrants[entrant] for entrant in spec.table(game).seats]
        assert [names[game, seat] for seat in range(3)] == seats


def test_records_are_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, lines, out = tmp_path / "one.longroad", tmp_path / "two.jsonl", tmp_path / "games.parquet"
    first, second = some_record(1), some_record(2)
    text.write_text(first.text + some_record(3).text)
    lines.write_text(second.jsonl)
    assert run(["games", str(text), str(lines), "--out", str(out), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["games"], summary["unfinished"], summary["unnumbered"]) == (3, 3, 0)
    columns = read(out, "game", "is_over", "seed", "player")
    assert set(columns["game"]) == {0, 1, 2}
    assert not columns["is_over"].any()
    assert set(columns["seed"]) == {-1}


def test_a_file_of_the_arena_becomes_a_training_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results, out = tmp_path / "match.jsonl", tmp_path / "games.parquet"
    spec = MatchSpec(("novice", "random"), Ruleset.preset("duel", limit=9), 4)
    with ResultsFile(results, spec) as file:
        for result in play_locally(spec, range(3), 1):
            file.add(result)
    assert run(["games", str(results), "--out", str(out), "--workers", "1"]) == 0
    columns = read(out, "game", "turns", "player")
    turns = dict(zip(columns["game"].tolist(), columns["turns"].tolist(), strict=True))
    assert turns == {number: result.turns for number, result in file.games.items()}
    assert set(columns["player"]) == {"novice", "random"}
    capsys.readouterr()
    results.write_text(results.read_text().replace(spec.code, "0" * len(spec.code)))
    assert "another version" in complaint(capsys, str(results), "--out", str(tmp_path / "other.parquet"))
    head = results.read_text().splitlines()[0]
    for rest, why in (("\n{}\n", "line 2: not a game"), ("\n", "no game of this match has been played yet")):
        results.write_text(head + rest)
        assert why in complaint(capsys, str(results), "--out", str(tmp_path / "other.parquet"))
    assert [path.name for path in tmp_path.glob("*.parquet")] == ["games.parquet"]


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["games", *arguments]) == 2
    return capsys.readouterr().err


def test_bad_options_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "games.parquet")
    (tmp_path / "there.parquet").touch()
    for arguments, why in (
        (["--out", str(tmp_path / "games.csv")], "ends in .parquet"),
        (["--out", str(tmp_path / "there.parquet")], "--new replaces it"),
        (["--out", str(tmp_path / "none" / "x.parquet")], "there is no folder"),
        (["--out", out, "--bots", "grandmaster"], "'grandmaster': expected one of random, learner"),
        (["--out", out, "--bots", "novice", "--bots", "random"], "expected one for all, or 4"),
        (["--out", out, "--games", "0"], "--games 0: expected a whole number from 1"),
        (["--out", out, "--workers", "0"], "--workers 0: expected"),
        (["--out", out, "--preset", "chess"], "chess"),
        (["--out", out, "--games", "3", "game.longroad"], "--games: only for games that are played"),
        (["--out", out, str(tmp_path / "missing.longroad")], "No such file"),
    ):
        assert why in complaint(capsys, *arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["there.parquet"]


def test_bad_records_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, bad = tmp_path / "games.parquet", tmp_path / "bad.longroad"
    good = some_record().text
    lines = good.count("\n")
    for text, why in (
        (good + good.replace("roll\n", "dance\n", 1), "game 2: ply"),
        (good + '[Longroad "1"]\n', f"game 2: line {lines + 1}: tag Rules is missing"),
        (good + some_record(players=3).text, "the ruleset is base,players:3, and that of the first game is base"),
        (good + some_record().edition(1).text, "the seat1 edition hides cards; a full edition is needed"),
    ):
        bad.write_text(text)
        found = complaint(capsys, str(bad), "--out", str(out))
        assert why in found, found
        assert [path.name for path in tmp_path.iterdir()] == ["bad.longroad"]


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt(), 130), (GameFailed("game 7: no memory"), 1)])
def test_what_ends_the_command_early_keeps_the_games_so_far(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
) -> None:
    def stopped(writer: Any, trajectories: Iterator[Any], count: int | None, tally: dict[str, int]) -> None:
        writer.add(next(trajectories))
        raise error

    monkeypatch.setattr(command, "_add_games", stopped)
    out = tmp_path / "games.parquet"
    assert run(["games", "--out", str(out), "--option", "limit=5"]) == code
    printed = capsys.readouterr()
    assert "Interrupted; the games so far are kept." in printed.out
    assert printed.err == (f"longroad: {error}\n" if code == 1 else "")
    assert Dataset(out).games == 1


def test_a_missing_package_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert 'pip install "longroad[parquet]"' in complaint(capsys, "--out", str(tmp_path / "games.parquet"))
