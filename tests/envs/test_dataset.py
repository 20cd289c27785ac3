"""Training sets: what is read is what was written, and a file is complete or not there."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray
from pyarrow import parquet

from longroad.core.ruleset import Ruleset
from longroad.envs import dataset
from longroad.envs.dataset import COLUMNS, Dataset, DatasetWriter, InvalidDataset
from longroad.envs.sources import random_games
from longroad.envs.trajectories import Trajectory, Transcriber
from longroad.envs.vector import VectorEnvironment

SHORT = Ruleset(domestic_trade=False, limit=12)


def some_games(count: int, ruleset: Ruleset = SHORT) -> list[Trajectory]:
    return list(Transcriber(ruleset, backend="interpreted").write(random_games(count, 3)))


def write(path: Path, games: list[Trajectory], ruleset: Ruleset = SHORT) -> Dataset:
    with DatasetWriter(path, ruleset) as writer:
        for game in games:
            writer.add(game)
    return Dataset(path)


def read(data: Dataset, size: int = 1000) -> dict[str, NDArray[Any]]:
    batches = list(data.batches(size))
    return {name: np.concatenate([batch[name] for batch in batches]) for name in COLUMNS}


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    games = some_games(3)
    data = write(tmp_path / "games.parquet", games)
    columns = read(data, size=37)
    assert (data.games, len(data), data.ruleset) == (3, sum(map(len, games)), SHORT)
    assert np.array_equal(columns["observation"], np.concatenate([game.observations for game in games]))
    packed_masks = np.concatenate([game.masks for game in games])
    assert np.array_equal(np.packbits(columns["mask"], axis=1, bitorder="little"), packed_masks)
    assert columns["mask"].shape == (len(data), len(data.actions))
    expected: dict[str, list[NDArray[Any]]] = {
        "action": [game.actions for game in games],
        "seat": [game.seats for game in games],
        "reward": [game.rewards for game in games],
        "result": [game.results for game in games],
        "step": [np.arange(len(game)) for game in games],
    }
    expected |= {name: [np.full(len(game), value(game)) for game in games] for name, value in OF_GAMES.items()}
    for name, values in expected.items():
        assert columns[name].tolist() == np.concatenate(values).tolist(), name
    assert columns["points"].tolist() == [list(game.points) for game in games for _ in range(len(game))]
    assert set(columns["player"]) == {"random"}


OF_GAMES: dict[str, Callable[[Trajectory], int | None]] = {
    "game": lambda game: game.game,
    "seed": lambda game: game.seed,
    "winner": lambda game: game.winner,
    "turns": lambda game: game.turns,
    "length": len,
    "is_over": lambda game: game.is_over,
}


@pytest.mark.compiled
def test_the_environment_repeats_the_games_of_a_file(tmp_path: Path) -> None:
    columns = read(write(tmp_path / "games.parquet", some_games(2)))
    env = VectorEnvironment(SHORT, 1, restarts="never")
    for game in (0, 1):
        rows = np.flatnonzero(columns["game"] == game)
        env.reset(columns["seed"][rows[:1]])
        for row in rows:
            assert np.array_equal(env.observations[0], columns["observation"][row])
            assert np.array_equal(env.masks[0] != 0, columns["mask"][row])
            assert env.seats[0] == columns["seat"][row]
            env.step(columns["action"][row : row + 1])
        assert env.dones[0] == 1


def test_groups_of_rows_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "ROWS_A_GROUP", 50)
    games = some_games(2)
    data = write(tmp_path / "games.parquet", games)
    metadata = parquet.ParquetFile(tmp_path / "games.parquet").metadata
    groups = [metadata.row_group(k).num_rows for k in range(metadata.num_row_groups)]
    assert max(groups) == 50
    assert sum(groups) == len(data)
    assert metadata.row_group(0).column(0).compression == "ZSTD"


def test_other_programs_find_what_a_file_holds(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet", some_games(1))
    schema = parquet.read_schema(tmp_path / "games.parquet")
    assert schema.names == list(COLUMNS)
    metadata = schema.metadata
    assert metadata[b"longroad.ruleset"] == b"base,domestic_trade:no,limit:12"
    assert {b"longroad.actions_version", b"longroad.observation_version", b"longroad.version"} < set(metadata)


def test_an_error_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail() -> None:
        with DatasetWriter(tmp_path / "games.parquet", SHORT) as writer:
            writer.add(some_games(1)[0])
            assert [path.name.startswith(".") for path in tmp_path.iterdir()] == [True]
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        fail()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / f".games.parquet.{os.getpid()}.part").symlink_to("/dev/full")
    with (
        pytest.raises(OSError, match=os.strerror(errno.ENOSPC)),
        DatasetWriter(tmp_path / "games.parquet", SHORT) as writer,
    ):
        writer.add(some_games(1)[0])
    assert list(tmp_path.iterdir()) == []


def test_kept_games_are_a_complete_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = some_games(2)

    def interrupted(_: Trajectory) -> pa.Array:
        raise KeyboardInterrupt

    def stop() -> None:
        with DatasetWriter(tmp_path / "games.parquet", SHORT) as writer:
            writer.add(one)
            writer.keep()
            monkeypatch.setattr(dataset, "_players", interrupted)  # in the middle of the next game
            writer.add(two)

    with pytest.raises(KeyboardInterrupt):
        stop()
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]
    data = Dataset(tmp_path / "games.parquet")
    assert (data.games, len(data)) == (1, len(one))


def test_a_replaced_file_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    write(path, some_games(1))
    with DatasetWriter(path, SHORT) as writer:
        assert Dataset(path).games == 1
        for game in some_games(2):
            writer.add(game)
    assert Dataset(path).games == 2


@pytest.mark.parametrize(
    ("metadata", "why"),
    [
        ({}, "not a training set"),
        ({"longroad.dataset": "1", "longroad.actions_version": "0"}, "actions_version is 0"),
        ({"longroad.dataset": "9"}, "longroad.dataset is 9"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, metadata: dict[str, str], why: str) -> None:
    path = tmp_path / "other.parquet"
    parquet.write_table(pa.table({"x": [1]}).replace_schema_metadata(metadata or None), path)
    with pytest.raises(InvalidDataset, match=why):
        Dataset(path)


def test_a_file_that_is_not_parquet_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.parquet").write_text("no")
    with pytest.raises(InvalidDataset, match="not a Parquet file"):
        Dataset(tmp_path / "text.parquet")


def test_an_unknown_column_is_refused(tmp_path: Path) -> None:
    data = write(tmp_path / "games.parquet", some_games(1))
    with pytest.raises(ValueError, match="column 'moves': expected one of game, step"):
        next(data.batches(columns=["moves"]))
