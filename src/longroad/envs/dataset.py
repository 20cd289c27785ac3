"""Training sets: games as Parquet files, one row for each step of an environment.

A file has the games of one ruleset, each in rows that follow one another. Its metadata says which ruleset, and which
versions of the numbering of actions and of the observations it was written with.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from longroad.core.ruleset import Ruleset
from longroad.envs.actions import ACTIONS_VERSION, ActionSpace
from longroad.envs.observations import OBSERVATION_VERSION, ObservationSpace
from longroad.envs.trajectories import Trajectory
from longroad.notation.errors import InvalidNotation
from longroad.notation.rulesets import read_ruleset, write_ruleset
from longroad.version import __version__

try:
    import pyarrow as pa
    from pyarrow import parquet
except ImportError as error:
    raise ImportError('training sets need pyarrow: pip install "longroad[parquet]"') from error

FORMAT: Final = 1
ROWS_A_GROUP: Final = 16_384  # rows that are compressed, and read, together

# What the columns mean, in their order; the documents have this table.
COLUMNS: Final = {
    "game": "the number of the game: of the match, or of the record in the order given",
    "step": "the number of the step in its game, from 0",
    "seat": "the seat that decides",
    "player": "the name of who decides, a level or a person; null where the stated default was played for them",
    "observation": "what the seat sees: the row of int8 of the environments, as bytes",
    "mask": "which actions are allowed: one bit each, the first in the lowest bit of the first byte",
    "action": "what the seat did, by its number",
    "reward": "the victory points that the seat gains until it decides again, or until the end",
    "result": "1 if the seat won in the end, -1 if another did, 0 if nobody has won",
    "winner": "the seat that won, -1 if none",
    "points": "the victory points of all seats at the end, hidden ones included",
    "length": "how many steps the game has",
    "turns": "how many turns it had",
    "is_over": "whether it was played to its end",
    "seed": "the seed that repeats the game in a `VectorEnvironment`; null if it was not played in one",
}


class InvalidDataset(ValueError):
    """A file that is no training set, or one that this version cannot read."""


class Spaces:
    """The spaces of a ruleset, and the schema of its files."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.actions, self.features = ActionSpace(ruleset), ObservationSpace(ruleset)

    @property
    def schema(self) -> pa.Schema:
        """The columns with their types, and the metadata.

        >>> schema = Spaces(Ruleset()).schema
        >>> schema.field("observation").type, schema.field("mask").type
        (FixedSizeBinaryType(fixed_size_binary[1192]), FixedSizeBinaryType(fixed_size_binary[35]))
        """
        types = {
            "game": pa.int64(),
            "step": pa.int32(),
            "seat": pa.int8(),
            "player": pa.string(),
            "observation": pa.binary(self.features.size),
            "mask": pa.binary(-(-len(self.actions) // 8)),
            "action": pa.int16(),
            "reward": pa.int8(),
            "result": pa.int8(),
            "winner": pa.int8(),
            "points": pa.list_(pa.int8(), self.ruleset.players),
            "length": pa.int32(),
            "turns": pa.int32(),
            "is_over": pa.bool_(),
            "seed": pa.int64(),
        }
        nullable = ("player", "seed")
        return pa.schema([pa.field(name, types[name], name in nullable) for name in COLUMNS], self.metadata)

    @property
    def metadata(self) -> dict[str, str]:
        """What a file says about itself."""
        return {
            "longroad.dataset": str(FORMAT),
            "longroad.ruleset": write_ruleset(self.ruleset),
            "longroad.actions_version": str(ACTIONS_VERSION),
            "longroad.observation_version": str(OBSERVATION_VERSION),
            "longroad.version": __version__,
        }


# --- writing ----------------------------------------------------------------------------------------------------------


class DatasetWriter:
    """Writes a training set; a context manager.

    The file gets its name only when it is complete: until then it is a hidden file beside it. If the block is left by
    an exception, nothing is left behind, unless `keep` was called: then the games so far are a complete file.
    """

    def __init__(self, path: Path | str, ruleset: Ruleset) -> None:
        """Begin a file. Raises `OSError` if there can be none."""
        self.path = Path(path)
        self.games = self.rows = 0
        self._is_kept = False
        self._partial = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        self._schema = Spaces(ruleset).schema
        self._waiting: list[pa.Table] = []
        self._thread = ThreadPoolExecutor(1)  # compresses without Python's lock while the next games are made
        self._writing: Future[None] | None = None
        self._waiting_rows = 0
        self._file = open(self._partial, "wb")  # noqa: SIM115 (closed at the end of the block)
        self._writer = parquet.ParquetWriter(
            self._file,
            self._schema,
            compression="zstd",
            use_dictionary=[name for name in COLUMNS if name not in ("observation", "mask", "step")],
            write_statistics=["game", "winner", "seat", "action"],
        )

    def __enter__(self) -> Self:
        return self

    def add(self, game: Trajectory) -> None:
        """Add a game."""
        table = _table(game, self._schema)
        self._waiting.append(table)  # from here on it is counted and kept, also after an interrupt
        self.games += 1
        self.rows += len(game)
        self._waiting_rows += len(game)
        if self._waiting_rows >= ROWS_A_GROUP:
            self._flush()

    def _flush(self) -> None:
        """Have what is waiting written, in groups of bounded size, once that before it has been."""
        self._finish_writing()
        if self._waiting:
            table = pa.concat_tables(self._waiting)
            self._writing = self._thread.submit(self._writer.write_table, table, ROWS_A_GROUP)
        self._waiting, self._waiting_rows = [], 0

    def _finish_writing(self) -> None:
        """Wait for what is being written. Raises what went wrong with it."""
        if self._writing is not None:
            self._writing.result()
        self._writing = None

    def keep(self) -> None:
        """Keep the games so far, whatever happens from now on."""
        self._is_kept = True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None or self._is_kept:
                self._flush()
                self._finish_writing()
                self._writer.add_key_value_metadata({"longroad.games": str(self.games)})
                self._writer.close()
                self._file.close()
                os.replace(self._partial, self.path)
        finally:
            self._thread.shutdown()
            for dropped in (self._writer, self._file):  # complete by now, unless the games are dropped
                with contextlib.suppress(Exception):  # such as a full disk, where closing fails too
                    dropped.close()
            self._partial.unlink(missing_ok=True)


def _table(game: Trajectory, schema: pa.Schema) -> pa.Table:
    """Return the rows of a game."""
    rows = len(game)
    columns: dict[str, Any] = {
        "game": _same(game.game, rows, np.int64),
        "step": np.arange(rows, dtype=np.int32),
        "seat": game.seats,
        "player": _players(game),
        "observation": _bytes(game.observations),
        "mask": _bytes(game.masks),
        "action": game.actions,
        "reward": game.rewards,
        "result": game.results,
        "winner": _same(game.winner, rows, np.int8),
        "points": pa.FixedSizeListArray.from_arrays(np.tile(np.array(game.points, np.int8), rows), len(game.points)),
        "length": _same(rows, rows, np.int32),
        "turns": _same(game.turns, rows, np.int32),
        "is_over": _same(game.is_over, rows, np.bool_),
        "seed": pa.nulls(rows, pa.int64()) if game.seed is None else _same(game.seed, rows, np.int64),
    }
    return pa.table([pa.array(columns[name]) for name in COLUMNS], schema=schema)


def _same(value: int, rows: int, dtype: type[np.generic]) -> NDArray[Any]:
    return np.full(rows, value, dtype)


def _bytes(table: NDArray[Any]) -> pa.Array:
    """Return the rows of a table as values of a fixed number of bytes, without a copy."""
    flat = np.ascontiguousarray(table)
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(flat.shape[1]), len(flat), [None, pa.py_buffer(flat)])


def _players(game: Trajectory) -> pa.Array:
    """Return who decides at each step."""
    names = pa.array([*game.names, None], pa.string())
    return names.take(pa.array(np.where(game.is_absent, len(game.names), game.seats), pa.int8()))


# --- reading ----------------------------------------------------------------------------------------------------------


class Dataset:
    """A training set, read in batches of NumPy arrays.

    Raises `InvalidDataset` for a file that is none, or that has other numbers of actions or other observations.

    >>> from tempfile import TemporaryDirectory
    >>> from longroad.envs.trajectories import RandomGame, Transcriber
    >>> ruleset = Ruleset(domestic_trade=False, limit=20)
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "random.parquet")
    ...     with DatasetWriter(path, ruleset) as writer:
    ...         for game in Transcriber(ruleset, backend="interpreted").write([RandomGame(0, 7)]):
    ...             writer.add(game)
    ...     data = Dataset(path)
    ...     batch = next(data.batches(50, ["observation", "mask", "action"]))
    >>> data.games, {name: array.shape for name, array in batch.items()}
    (1, {'observation': (50, 1142), 'mask': (50, 258), 'action': (50,)})
    >>> bool(batch["mask"][np.arange(50), batch["action"]].all())
    True
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            self._file = parquet.ParquetFile(path)
        except pa.ArrowInvalid as error:
            raise InvalidDataset(f"{path}: not a Parquet file: {error}") from error
        metadata = {key.decode(): value.decode() for key, value in (self._file.metadata.metadata or {}).items()}
        spaces = Spaces(_checked(path, metadata))
        self.ruleset, self.actions, self.features = spaces.ruleset, spaces.actions, spaces.features
        self.games = int(metadata["longroad.games"])

    def __len__(self) -> int:
        return int(self._file.metadata.num_rows)

    def batches(self, size: int = 8192, columns: Sequence[str] | None = None) -> Iterator[dict[str, NDArray[Any]]]:
        """Yield all rows in order, at most `size` at a time, as arrays by the name of their column.

        Observations are (row, feature) of int8, masks (row, action) of bool, points (row, seat); `player` is an array
        of strings, and `seed` is -1 where there is none. Raises `ValueError` for a column that does not exist.
        """
        for name in columns or ():
            if name not in COLUMNS:
                raise ValueError(f"column {name!r}: expected one of {', '.join(COLUMNS)}")
        for batch in self._file.iter_batches(size, columns=list(columns or COLUMNS)):
            yield {name: self._array(name, batch.column(name)) for name in batch.schema.names}

    def _array(self, name: str, column: pa.Array) -> NDArray[Any]:
        """Return a column as an array."""
        if name == "observation":
            return _rows(column, self.features.size).view(np.int8)
        if name == "mask":
            bits = np.unpackbits(_rows(column, column.type.byte_width), 1, len(self.actions), "little")
            return bits.view(np.bool_)
        if name == "points":
            return np.asarray(column.flatten()).reshape(len(column), -1)
        if name == "seed":
            column = column.fill_null(-1)
        result: NDArray[Any] = column.to_numpy(zero_copy_only=False)
        return result


def _rows(column: pa.Array, width: int) -> NDArray[np.uint8]:
    """Return values of a fixed number of bytes as a table, without a copy."""
    values = np.frombuffer(column.buffers()[1], np.uint8)
    return values[column.offset * width : (column.offset + len(column)) * width].reshape(-1, width)


def _checked(path: Path | str, metadata: Mapping[str, str]) -> Ruleset:
    """Return the ruleset of a file, and check its versions. Raises `InvalidDataset`."""
    here = {
        "dataset": FORMAT,
        "actions_version": ACTIONS_VERSION,
        "observation_version": OBSERVATION_VERSION,
    }
    if "longroad.dataset" not in metadata:
        raise InvalidDataset(f"{path}: this Parquet file is not a training set: it has no entry longroad.dataset")
    for name, version in here.items():
        found = metadata.get(f"longroad.{name}")
        if found != str(version):
            raise InvalidDataset(f"{path}: longroad.{name} is {found}, and this version of Longroad reads {version}")
    try:
        return read_ruleset(metadata["longroad.ruleset"])
    except (KeyError, InvalidNotation) as error:
        raise InvalidDataset(f"{path}: the ruleset cannot be read: {error}") from error


def column_types() -> dict[str, str]:
    """Return the types of the columns in `base`, for the documents.

    >>> column_types()["observation"]
    'fixed_size_binary[1192]'
    """
    return {field.name: str(field.type) for field in Spaces(Ruleset()).schema}
