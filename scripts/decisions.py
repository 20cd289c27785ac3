"""Makes the benchmark of decisions: `src/longroad/bench/decisions.jsonl.xz`.

Four steps, each of which goes on where it was interrupted:

    python scripts/decisions.py games      # plays the games: most of an hour on two cores
    python scripts/decisions.py kernel     # compiles the rollouts for a GPU; needs the extra `gpu`, but no device
    python scripts/decisions.py roll       # samples decisions and rolls their candidates out, on a GPU with --gpu
    python scripts/decisions.py pack       # writes the file

The same seeds give the same file, whatever it was made on: a GPU computes what the CPU does. Parts of the rollouts can
be done on several machines, with --part: their results lie in files of their own.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # run as a script, Python finds this folder alone
    sys.path.insert(0, str(ROOT))

from longroad.bench.decisions import KINDS  # noqa: E402

FOLDER = Path("build/decisions")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("games", "kernel", "roll", "pack"))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--games", type=int, default=41, help="games of each table")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--gpu", action="store_true", help="roll out on a GPU, with the kernel that was compiled before"
    )
    parser.add_argument("--batch", type=int, default=0, help="rollouts at a time")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop rolling out after so long")
    parser.add_argument("--kinds", default=",".join(KINDS), help="roll only these kinds out")
    parser.add_argument("--part", default="1/1", help="roll only part K of N out")
    parser.add_argument("--results", type=Path, help="the file of this machine's results (verdicts.jsonl)")
    given = parser.parse_args()
    if given.step == "games":
        from scripts.deciding.games import keep_games

        keep_games(given.folder / "games", given.games, given.workers)
    elif given.step == "kernel":
        from scripts.deciding.kernel import write_kernel

        write_kernel(given.folder / "kernel.json")
    elif given.step == "roll":
        from scripts.deciding.verdicts import roll

        roll(given)
    else:
        from scripts.deciding.packing import pack

        pack(given.folder)


if __name__ == "__main__":
    main()
