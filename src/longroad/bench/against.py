"""Compares the speed of this code with that of another revision of the repository, taking turns in one run.

Each side plays in a process of its own, from its own source, and in every round both play the same games. The ratio is
that of the best rounds, and the median of the rounds' own ratios stands beside it.
"""

from __future__ import annotations

import io
import json
import statistics
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import longroad
from longroad.bench.worker import Worker
from longroad.core.compile.registry import backend

ROUNDS: Final = 9
SOURCE: Final = Path(longroad.__file__).parents[1]
GAMES: Final = {  # by prefix of the figures: the preset, its options, the back end, and the games of a round
    "random4": ("base", {"domestic_trade": False}, "compiled", 3000),
    "trade4": ("base", {}, "compiled", 1000),
    "extension6": ("extension", {"domestic_trade": False}, "compiled", 1500),
    "duel2": ("duel", {"domestic_trade": False}, "compiled", 3000),
    "interpreted": ("base", {"domestic_trade": False}, "interpreted", 20),
}
# What each side runs: for every name and round on its input it prints the CPU time and the plies, then the signature.
WORKER: Final = """
import json, sys, time
from longroad.bench import signature
from longroad.core.batch import Batch
from longroad.core.ruleset import Ruleset
games = json.loads(sys.argv[1])
batches = {
    name: Batch(Ruleset.preset(preset, **options), count, kind)
    for name, (preset, options, kind, count) in games.items()
}
for line in sys.stdin:
    name, number = line.split()
    if name == "signature":
        print(json.dumps(signature("compiled")), flush=True)
        continue
    count = games[name][3]
    start = time.process_time()
    plies = int(batches[name].play(range(int(number) * count, (int(number) + 1) * count), 1).sum())
    print(json.dumps([time.process_time() - start, plies]), flush=True)
"""


class UnknownRevision(ValueError):
    """A revision that the repository does not have, or code that is in no repository."""


class Side(Worker):
    """One side of the comparison: a process that plays games from a source folder."""

    def __init__(self, source: Path, games: Mapping[str, Any]) -> None:
        super().__init__(WORKER, str(source), json.dumps(games))


@contextmanager
def source_of(revision: str) -> Iterator[Path]:
    """Yield a folder with the source of a revision, as long as it is needed. Raises `UnknownRevision`."""
    command = ["git", "-C", str(SOURCE.parent), "archive", "--end-of-options", revision, "src"]
    try:
        packed = subprocess.run(command, capture_output=True, check=True).stdout
    except FileNotFoundError as error:
        raise UnknownRevision(f"{revision!r}: git is not installed here") from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip()
        raise UnknownRevision(f"{revision!r}: no revision of the repository in {SOURCE.parent}: {said}") from error
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder) / "src"


def measure_against(revision: str, quick: bool, report: Callable[[str], None]) -> dict[str, Any]:
    """Measure random games of both sides in turn: how many times as fast this code is. Raises `UnknownRevision`."""
    backend("compiled")  # or an error that says what is missing
    scale = 50 if quick else 1
    games = {name: (*what[:3], max(what[3] // scale, 1)) for name, what in GAMES.items()}
    with ExitStack() as stack:
        other = stack.enter_context(Side(stack.enter_context(source_of(revision)), games))
        own = stack.enter_context(Side(SOURCE, games))
        figures: dict[str, Any] = {"against": revision}
        for name in games:
            figures |= _compared(name, own, other, 2 if quick else ROUNDS, report)
        report("signing")
        figures["signature"], figures["signature_against"] = own.ask("signature", 0), other.ask("signature", 0)
    return figures


def _compared(name: str, own: Side, other: Side, rounds: int, report: Callable[[str], None]) -> dict[str, float]:
    """Play the rounds of one kind of game on both sides; the first round, which compiles, does not count."""
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(rounds + 1):
        report(f"{name}, round {number} of {rounds}" if number else f"{name}, getting ready")
        for side, speeds in ((own, ours), (other, theirs)) if number % 2 else ((other, theirs), (own, ours)):
            seconds, plies = side.ask(name, number)
            if number:
                speeds.append(plies / seconds)
    each = [one / another for one, another in zip(ours, theirs, strict=True)]
    return {f"{name}_ratio": max(ours) / max(theirs), f"{name}_ratio_median": statistics.median(each)}
