"""Games of the search against itself, many at a time, each seat with weights of its own."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from longroad.core.batch import Batch
from longroad.core.compile.registry import backend
from longroad.core.layout import SEATS, SMALL_ROW, SMALL_SIZE, WORDS_ROW, WORDS_SIZE
from longroad.core.ruleset import PRESETS, InvalidRuleset, Ruleset
from longroad.core.state import State
from longroad.search.endings import NODES, ROWS
from longroad.search.evaluate import WEIGHTS, WORKSPACE, can_trade
from longroad.search.features import BOARD_SIZE, FEATURES
from longroad.search.games import PLIES_MOST, play_search
from longroad.search.turns import NOTES
from longroad.search.weights import packed
from scripts.tuning.positions import Positions

Weights: TypeAlias = NDArray[np.int32]  # a block as the evaluation reads it
Job = TypeVar("Job")
Done = TypeVar("Done")

KEEPS: Final = 5  # one turn's beginning in this many is kept, and one place of the founding
ROOM: Final = PLIES_MOST // (2 * KEEPS)  # kept positions a game, on average, at most: a turn has two plies or more
PARTS: Final = 4096  # of a run, each with games of its own
GAMES_A_PART: Final = 1 << 28
MOST_RUNS: Final = 1 << 22


class Played(NamedTuple):
    """The results of some games: by game the winner, -1 if there is none, and the positions that were recorded."""

    winners: NDArray[np.int64]
    positions: Positions


def read_table(name: str) -> Ruleset:
    """Read who sits at a table and by which rules: a preset, perhaps the number of players, and whether they trade.

    >>> read_table("base3").players, read_table("duel").players, read_table("extension5").island
    (3, 2, 'extension')
    >>> read_table("base4").domestic_trade, read_table("base4+trade").domestic_trade
    (False, True)
    """
    table, plus, more = name.partition("+")
    preset = table.rstrip("0123456789")
    if plus and more != "trade":
        raise InvalidRuleset(f"table {name!r}: behind the plus stands trade")
    if preset not in PRESETS:
        raise InvalidRuleset(
            f"table {name!r}: expected one of {', '.join(PRESETS)}, then perhaps the number of players, and +trade"
        )
    changes = {"players": int(table[len(preset) :])} if table != preset else {}
    return Ruleset.preset(preset, domestic_trade=bool(plus), **changes)


def read_weights(path: Path) -> Weights:
    """Read a file of weights. Raises `ValueError` if it is not one."""
    written = read_object(path)
    try:
        block = packed(written)
        if len(block) != WEIGHTS:
            raise ValueError(f"{len(block)} numbers instead of {WEIGHTS}")
        return block_of(block)
    except (ValueError, KeyError, IndexError, TypeError, OverflowError) as error:
        why = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise ValueError(
            f"{path}: expected files of weights, such as src/longroad/search/weights.json ({why})"
        ) from error


def read_object(path: Path) -> dict[str, Any]:
    """Read a JSON object from a file. Raises `ValueError` if there is none."""
    try:
        written = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: expected files of JSON ({error})") from error
    if not isinstance(written, dict):
        raise ValueError(f"{path}: expected files of a JSON object")
    return written


def block_of(numbers: Sequence[int]) -> Weights:
    """Return weights as the compiled games read them. Raises `OverflowError` if they do not fit."""
    return np.array(numbers, np.int32)


def game_seeds(run: int, part: int, games: range) -> NDArray[np.int64]:
    """Return the seeds of some games of a run's part; other games of any run have others."""
    if not 0 <= run < MOST_RUNS:
        raise ValueError(f"seed {run}: expected a whole number from 0 to {MOST_RUNS - 1}")
    return np.arange(games.start, games.stop, dtype=np.int64) + (run * PARTS + part) * GAMES_A_PART


def play(
    ruleset: Ruleset, seeds: NDArray[np.int64], by_seat: Sequence[Weights], nodes: int, explores: int = 0
) -> Played:
    """Play games, each seat with its weights; with `explores`, one choice in that many is random.

    Positions are kept, to learn from, only if random choices are made too.
    """
    batch, by_player = Batch(ruleset, len(seeds)), [explores] * ruleset.players
    return _run(batch, True, seeds, by_seat, nodes, by_player, KEEPS if explores else 0)


def play_out(
    state: State, seeds: NDArray[np.int64], by_seat: Sequence[Weights], nodes: int, explores: Sequence[int]
) -> NDArray[np.int64]:
    """Play a state to its end once for each seed, and return the winners, -1 if there is none.

    `explores` has by seat how many choices there are for one that is random, 0 if none is.
    """
    batch = Batch(state.ruleset, len(seeds))
    batch.s[:, :SMALL_SIZE] = state.s
    batch.m[:, :WORDS_SIZE] = state.m[:WORDS_SIZE]
    return _run(batch, False, seeds, by_seat, nodes, explores, 0).winners


def _run(
    batch: Batch,
    from_start: bool,
    seeds: NDArray[np.int64],
    by_seat: Sequence[Weights],
    nodes: int,
    explores: Sequence[int],  # by seat
    keeps: int,  # one in that many positions is kept, or none
) -> Played:
    """Play the games of a batch to their end."""
    if not 1 <= nodes <= NODES:
        raise ValueError(f"nodes={nodes}: expected a whole number from 1 to {NODES}")
    games, players = len(seeds), batch.ruleset.players
    room = ROOM * games if keeps else 0
    kept = np.zeros((max(room, 1), FEATURES * SEATS + 1), np.int16)
    labels = np.zeros(1 + max(room, 1), np.int64)
    labels[0] = room
    results = np.zeros(1 + 2 * games, np.int64)
    seats = [min(seat, players - 1) for seat in range(SEATS)]
    weights = np.stack([by_seat[seat] for seat in seats])
    exploring = np.array([explores[seat] for seat in seats], np.int64)
    *blocks, measures = _workspace()
    entry = backend("compiled").entry(play_search)
    asked = (nodes, exploring, keeps, kept, labels, results)
    entry(batch.s, batch.m, 0, games, seeds, int(from_start), *blocks, weights, measures, *asked)
    count, winners = int(results[0]), results[1::2].copy()
    game = labels[1 : 1 + count]
    decided = winners[game] >= 0
    features = kept[:count, : FEATURES * players].reshape(count, players, FEATURES)[decided]
    game = game[decided]
    trading = np.full(len(game), can_trade(batch.s[0]))
    return Played(winners, Positions(features, seeds[game], winners[game].astype(np.int8), trading))


def _workspace() -> tuple[Any, ...]:
    """Return the blocks that a search works in, for one thread."""
    return (
        np.zeros((ROWS, SMALL_ROW), np.int8),
        np.zeros((ROWS, WORDS_ROW), np.int64),
        np.zeros(NOTES, np.int64),
        np.zeros(BOARD_SIZE, np.int64),
        np.zeros(WORKSPACE, np.int32),
    )


def in_order(work: Callable[[Job], Done], jobs: Iterable[Job], workers: int) -> Iterator[Done]:
    """Work on jobs in threads, and yield what comes of them in order; compiled games run beside Python's lock."""
    waiting = iter(jobs)
    with ThreadPoolExecutor(workers) as pool:
        pending: deque[Future[Done]] = deque(pool.submit(work, job) for job in islice(waiting, 4 * workers))
        try:
            while pending:
                yield pending.popleft().result()
                pending.extend(pool.submit(work, job) for job in islice(waiting, 1))
        finally:
            for future in pending:
                future.cancel()


def chunks(count: int, size: int) -> list[range]:
    """Cut a number of games into pieces.

    >>> chunks(5, 2)
    [range(0, 2), range(2, 4), range(4, 5)]
    """
    return [range(first, min(first + size, count)) for first in range(0, count, size)]
