"""Learn the weights of the search from its own games, in rounds: play, fit several networks, and match them.

    python scripts/learn.py --out build/learn                            # again goes on with the next rounds
    python scripts/learn.py --out build/learn --device cuda --seconds 570 --playing 240 --zip learned.zip

Needs Numba and PyTorch (the extra `train`). The weights that the run begins with, those in use or of --start, are also
those to beat: every candidate plays a match of one seat against them, and the best one plays the next round's games. A
call in the same folder goes on with them, and needs the same tables, nodes and seed.
With the same options and no time limit, the same weights are found on the same device. Nothing is written to the
package: copy the champion's file over `src/longroad/search/weights.json` if it is to be used.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # run as a script, Python finds this folder alone
    sys.path.insert(0, str(ROOT))

from longroad.search.endings import NODES  # noqa: E402
from scripts.tuning.fitting import Variant  # noqa: E402
from scripts.tuning.learning import MOST_ROUNDS, Limits, Run, Settings  # noqa: E402
from scripts.tuning.options import check_numbers, path_of  # noqa: E402
from scripts.tuning.play import GAMES_A_PART, MOST_RUNS  # noqa: E402

TABLES = (
    *("base4:6", "base4+trade:5", "base3", "base3+trade", "duel:2"),
    *("extension5", "extension5+trade", "extension6", "extension6+trade"),
)
VARIANTS = ("128:scratch:0.75:12", "2x128:scratch:0.75:12", "256:scratch:0.75:12")
NO_LIMIT = 1e9  # seconds
RESERVE = 20.0  # seconds before the end at which nothing may be under way
POSSIBLE = {  # by option: the least and the most
    "rounds": (1, MOST_ROUNDS),
    "games": (1, GAMES_A_PART),
    "match": (1, GAMES_A_PART),
    "nodes": (2, NODES),
    "last": (1, MOST_ROUNDS),
    "workers": (1, 1000),
    "seed": (0, MOST_RUNS - 1),
}


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder of the run; the same one goes on")
    parser.add_argument("--start", type=Path, help="the weights to begin with (those in use)")
    parser.add_argument("--rounds", type=int, default=4, help="rounds in all (4)")
    parser.add_argument("--games", type=int, default=200_000, help="games a round (200000)")
    parser.add_argument("--last", type=int, default=3, help="rounds whose positions are learned from (3)")
    parser.add_argument("--table", action="append", help=f"a table, with its share of the games ({' '.join(TABLES)})")
    parser.add_argument("--nodes", type=int, default=48, help="nodes of a search (48)")
    variant = f"[networks x]hidden:warm|scratch|joined:trace:epochs[:passes] ({' '.join(VARIANTS)})"
    parser.add_argument("--variant", action="append", help=variant)
    parser.add_argument("--match", type=int, default=4000, help="games of each match (4000)")
    parser.add_argument("--device", default="cpu", help="where networks are fitted: cpu or cuda (cpu)")
    parser.add_argument("--workers", type=int, default=2, help="threads that play (2)")
    parser.add_argument("--seed", type=int, default=1, help="what everything is drawn from (1)")
    parser.add_argument("--seconds", type=float, default=NO_LIMIT, help="stop some time before so long")
    parser.add_argument("--playing", type=float, default=NO_LIMIT, help="seconds that a round plays at most")
    parser.add_argument("--zip", type=Path, help="a file into which all weights are packed at the end")
    return parser.parse_args(arguments)


def learn(options: argparse.Namespace, began: float) -> None:
    """Do the rounds."""
    check_numbers(options, POSSIBLE)
    variants = tuple(map(Variant.read, options.variant or VARIANTS))
    tables = tuple(options.table or TABLES)
    numbers = (options.games, options.nodes, options.last)
    settings = Settings(*numbers, tables, options.match, variants, options.seed, options.device)

    def report(line: str) -> None:
        print(f"{time.monotonic() - began:5.0f} s  {line}", flush=True)

    run = Run(options.out, settings, options.start, options.workers, command_of(options, settings), report)
    limits = Limits(began + options.seconds - RESERVE, options.playing)
    for number, found in run.go(options.rounds, limits):
        champion = found["variant"] if found.get("round") == number else "as before"
        report(f"champion: {champion}, {100 * found['match']['share']:.1f} %")
    report(f"The champion's weights are in {run.champion_path(run.rounds)}")


def command_of(options: argparse.Namespace, settings: Settings) -> str:
    """Write the command for the record, without the folder."""
    start = f" --start {shlex.quote(path_of(options.start))}" if options.start else ""
    tables = "".join(f" --table {table}" for table in settings.tables)
    variants = "".join(f" --variant {variant}" for variant in settings.variants)
    numbers = "".join(f" --{name} {getattr(options, name)}" for name in POSSIBLE)
    times = {name: getattr(options, name) for name in ("playing", "seconds")}
    limits = "".join(f" --{name} {seconds:g}" for name, seconds in times.items() if seconds < NO_LIMIT)
    return f"python scripts/learn.py{start}{numbers}{limits} --device {options.device}{tables}{variants}"


def pack(folder: Path, path: Path) -> None:
    """Pack the weights of a run."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(folder.glob("*.json")):
            packed.write(file, file.name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    began = time.monotonic()
    options = read_options(arguments)
    try:
        learn(options, began)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130
    finally:
        if options.zip and options.out.is_dir():
            pack(options.out, options.zip)
    return 0


if __name__ == "__main__":
    sys.exit(main())
