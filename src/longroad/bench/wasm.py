"""Measures the page's WebAssembly in Node.js, next to native code: speed, size, time to a first answer."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from longroad.core.batch import MOST_PLIES, Batch
from longroad.core.compile.node import find_node
from longroad.core.compile.registry import CompilerMissing, backend, compiled_available
from longroad.core.playout import play_games
from longroad.core.ruleset import Ruleset
from longroad.search.exports import EXPORTS
from longroad.search.searcher import Searcher

if TYPE_CHECKING:
    from longroad.core.compile.wasm import Wasm

ROUNDS: Final = 7
NODES: Final = 64  # of a search
PLIES: Final = 300  # of a random game before it is searched
BROTLI: Final = "process.stdout.write(String(zlib.brotliCompressSync(fs.readFileSync(0)).length))"

Blocks = tuple[np.ndarray[Any, np.dtype[np.int8]], np.ndarray[Any, np.dtype[np.int64]]]


class Rates(NamedTuple):
    """How many things native code and the module do in a second."""

    native: float
    wasm: float

    @property
    def ratio(self) -> float:
        """The module's speed as a part of that of native code."""
        return self.wasm / self.native


def measure_wasm(quick: bool, report: Callable[[str], None]) -> dict[str, Any]:
    """Build the module and measure it. Raises `CompilerMissing` without Numba or Node.js."""
    if not compiled_available():
        raise CompilerMissing('WebAssembly is built with Numba: pip install "longroad[fast]"')
    from longroad.core.compile.wasm import Wasm, build

    find_node()  # before the module is built
    report("building the module")
    module, rounds = build(EXPORTS), 2 if quick else ROUNDS
    with Wasm(EXPORTS) as wasm:
        report("games")
        games = _games(wasm, 200 if quick else 2000, rounds)
        report("searches")
        searches = _searches(wasm, 64 if quick else 256, rounds)
    return {
        "wasm_games_per_s": games.wasm,
        "wasm_native_games_per_s": games.native,
        "wasm_games_ratio": games.ratio,
        "wasm_searches_per_s": searches.wasm,
        "wasm_native_searches_per_s": searches.native,
        "wasm_search_ratio": searches.ratio,
        "wasm_kb": len(module) / 1000,
        "wasm_brotli_kb": brotli_size(module) / 1000,
        "wasm_first_answer_ms": min(first_answer_ms() for _ in range(rounds)),
    }


def _games(wasm: Wasm, count: int, rounds: int) -> Rates:
    """Compare random games of four who trade with the bank only."""
    batch = Batch(Ruleset.preset("base", domestic_trade=False), count)
    seeds, plies = np.arange(count), np.zeros(count, np.int64)

    def play(way: Any) -> None:
        way.entry(play_games)(batch.s, batch.m, 0, count, seeds, 1, MOST_PLIES, plies)

    return _compared(play, wasm, count, rounds)


def _searches(wasm: Wasm, count: int, rounds: int) -> Rates:
    """Compare searches of turns in random games."""
    searchers = {way.kind: Searcher(backend=way) for way in (backend("compiled"), wasm)}
    small, words = searched_states(count)

    def search(way: Any) -> None:
        searchers[way.kind].value_states(small.copy(), words.copy(), NODES)

    return _compared(search, wasm, len(small), rounds)


def _compared(work: Callable[[Any], None], wasm: Wasm, count: int, rounds: int) -> Rates:
    """Compare native code and the module, which take turns at some work; the best round of each counts."""
    native, seconds = backend("compiled"), (float("inf"), float("inf"))
    work(native)  # compiled or loaded before anything is measured
    for _ in range(rounds):
        began = time.perf_counter()
        work(native)
        taken = time.perf_counter() - began
        work(wasm)
        seconds = min(seconds[0], taken), min(seconds[1], wasm.process.milliseconds / 1000)
    return Rates(count / seconds[0], count / seconds[1])


def searched_states(count: int) -> Blocks:
    """Return states of random games in which a seat decides."""
    batch = Batch(Ruleset.preset("base", domestic_trade=False), 2 * count)
    batch.play(range(batch.n), most=PLIES)
    chosen = [i for i in range(batch.n) if not (batch.state(i).is_over or batch.state(i).is_chance)][:count]
    return batch.s[chosen], batch.m[chosen]


def brotli_size(module: bytes) -> int:
    """Return how many bytes are sent to a browser."""
    code = f"const zlib = require('zlib'), fs = require('fs'); {BROTLI}"
    return int(subprocess.run([find_node(), "-e", code], input=module, capture_output=True, check=True).stdout)


def first_answer_ms() -> float:
    """Return how long it takes in a new process to load the module and value a first position."""
    from longroad.core.compile.wasm import Wasm

    with Wasm(EXPORTS) as wasm:
        loading = wasm.process.milliseconds
        Searcher(backend=wasm).value_states(*searched_states(1), NODES)
        return loading + wasm.process.milliseconds
