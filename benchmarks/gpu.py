"""Random games on a GPU, played to their end and stepped as environments: how many a second, and whether they go as on
the CPU.

`prepare` compiles the kernels and plays the first games on the CPU; it needs the extra `gpu` but no device. `run` needs
a device and CuPy, but no compiler; without a prepared folder it prepares one first.

    python benchmarks/gpu.py prepare
    python benchmarks/gpu.py run --json
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from longroad.core.compile.launch import Kernel
from longroad.core.layout import SMALL_ROW, SMALL_SIZE, WORDS_ROW, WORDS_SIZE
from longroad.core.playout import play_games
from longroad.core.ruleset import Ruleset
from longroad.core.state import ruleset_fields, template
from longroad.envs.device import read_kernel, write_kernels
from longroad.envs.vector import OUTPUTS, Place, VectorEnvironment

FOLDER = Path("build/gpu")
CHECKED = 1 << 16  # games whose final states are compared
MOST_PLIES = 100_000
COMPARED_GAMES, COMPARED_STEPS = 256, 1000  # of environments
GAMES_AT_ONCE, WARM_UP, TIMED_STEPS = 1 << 20, 300, 60
RULESETS = {
    "random4": Ruleset(domestic_trade=False),
    "random4_trade": Ruleset(),
    "extension6": Ruleset.preset("extension"),
    "duel": Ruleset.preset("duel"),
}


def rows(ruleset: Ruleset, games: int, xp: Any = np) -> tuple[Any, Any]:
    """Allocate games that have not begun."""
    small, words = template(ruleset)
    s = xp.zeros((games, SMALL_ROW), np.int8)
    m = xp.zeros((games, WORDS_ROW), np.int64)
    s[:, : len(small)] = xp.asarray(small, np.int8)
    m[:, : len(words)] = xp.asarray(words, np.int64)
    return s, m


def checksums(s: Any, m: Any) -> Any:
    """Return a checksum of the bytes of each state."""
    pairs = zip(s[:, :SMALL_SIZE], m[:, :WORDS_SIZE], strict=True)
    return np.array([zlib.crc32(words.tobytes(), zlib.crc32(small.tobytes())) for small, words in pairs], np.uint32)


def traced(ruleset: Ruleset, backend: Place, folder: Path | None = None) -> Any:
    """Step some games at random, and return a checksum of everything that each step writes."""
    env: Any = VectorEnvironment(ruleset, COMPARED_GAMES, backend=backend, kernels=folder, reward="shaped")
    env.reset(np.arange(COMPARED_GAMES))
    sums = np.zeros(COMPARED_STEPS, np.uint32)
    for step in range(COMPARED_STEPS):
        env.step(env.random_actions())
        for name in OUTPUTS:
            array = getattr(env, name)
            here = array if backend == "compiled" else array.get()
            sums[step] = zlib.crc32(np.ascontiguousarray(here).tobytes(), int(sums[step]))
    return sums


def prepare(folder: Path) -> None:
    """Compile the kernels, and play the first games of each ruleset on the CPU."""
    from longroad.core.compile.gpu import Cuda
    from longroad.core.compile.registry import backend

    folder.mkdir(parents=True, exist_ok=True)
    write_kernels(folder)
    play = backend("compiled").entry(play_games)
    expected = {}
    for name, ruleset in RULESETS.items():
        start = time.perf_counter()
        kernel = Cuda().kernel(play_games, SMALL_ROW, WORDS_ROW, fixed=ruleset_fields(ruleset))
        print(f"{name}: {len(kernel.ptx) / 1e6:.1f} MB of PTX in {time.perf_counter() - start:.0f} s", flush=True)
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "play_games.json").write_text(kernel.to_json())
        s, m = rows(ruleset, CHECKED)
        play(s, m, 0, CHECKED, np.arange(CHECKED), 1, MOST_PLIES, np.zeros(CHECKED, np.int64))
        expected[name] = checksums(s, m)
        expected[f"{name}_steps"] = traced(ruleset, "compiled")
        print(f"{name}: {CHECKED} games played on the CPU", flush=True)
    np.savez(folder / "expected.npz", **expected)


def measure(kernel: Kernel, ruleset: Ruleset, games: int, repeats: int) -> dict[str, Any]:
    """Play `games` games several times, and return the best and the median rate with the first final states."""
    import cupy

    s, m = rows(ruleset, games, cupy)
    seeds = cupy.arange(games, dtype=np.int64)
    plies = cupy.zeros(games, np.int64)
    seconds = []
    for _ in range(repeats):
        first, last = cupy.cuda.Event(), cupy.cuda.Event()
        first.record()
        kernel(s, m, 0, games, seeds, 1, MOST_PLIES, plies)
        last.record()
        last.synchronize()
        seconds.append(cupy.cuda.get_elapsed_time(first, last) / 1000)
    total = int(plies.sum())
    return {
        "games": games,
        "games_per_s": games / min(seconds),
        "median_games_per_s": games / sorted(seconds)[len(seconds) // 2],
        "actions_per_s": total / min(seconds),
        "plies": total,
        "states": (s[:CHECKED].get(), m[:CHECKED].get()),
    }


def measure_environments(ruleset: Ruleset, folder: Path) -> dict[str, Any]:
    """Step many games at random, with observations and masks, and return how many steps a second."""
    import cupy

    env = VectorEnvironment(ruleset, GAMES_AT_ONCE, backend="cuda", kernels=folder)
    env.reset(np.arange(GAMES_AT_ONCE))
    for _ in range(WARM_UP):  # so that games are in all phases
        env.step(env.random_actions())
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    for _ in range(TIMED_STEPS):
        env.step(env.random_actions())
    cupy.cuda.Device().synchronize()
    rate = TIMED_STEPS * GAMES_AT_ONCE / (time.perf_counter() - start)
    return {"steps_per_s": rate, "games_at_once": GAMES_AT_ONCE, "bytes_a_game": env.nbytes / GAMES_AT_ONCE}


def run(folder: Path, games: int, repeats: int, as_json: bool) -> None:
    """Measure all rulesets, and compare the first final states with the CPU's."""
    if games < CHECKED:
        raise SystemExit(f"--games {games}: at least {CHECKED} are needed, whose final states are compared")
    if not all((folder / name).is_dir() for name in RULESETS):
        prepare(folder)
    import cupy

    expected = np.load(folder / "expected.npz")
    results: dict[str, Any] = {"device": cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()}
    for name, ruleset in RULESETS.items():
        result = measure(read_kernel(folder / name, play_games), ruleset, games, repeats)
        differing = int((checksums(*result.pop("states")) != expected[name]).sum())
        steps = measure_environments(ruleset, folder)
        differing += int((traced(ruleset, "cuda", folder) != expected[f"{name}_steps"]).sum())
        results[name] = result | steps | {"compared": CHECKED, "differing_from_cpu": differing}
        rates = f"{result['games_per_s']:12,.0f} games/s {result['actions_per_s'] / 1e6:8,.0f} M actions/s"
        rates += f" {steps['steps_per_s'] / 1e6:6,.0f} M observed steps/s"
        line = f"{name:14} {rates}, {differing} states or steps differ from the CPU's"
        print(line, file=sys.stderr if as_json else sys.stdout, flush=True)
    if as_json:
        print(json.dumps(results, indent=1))
    if any(result["differing_from_cpu"] for result in results.values() if isinstance(result, dict)):
        raise SystemExit("states or steps differ from the CPU's")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=("prepare", "run"))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--games", type=int, default=1 << 22)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.job == "prepare":
        prepare(arguments.folder)
    else:
        run(arguments.folder, arguments.games, arguments.repeats, arguments.json)


if __name__ == "__main__":
    main()
