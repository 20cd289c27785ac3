"""Try faults: `python -m tests.faults simulate` (in virtual time), `kill` (real processes), or both without either."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.faults.real.run import TABLES, kill
from tests.faults.real.site import Kind
from tests.faults.simulate import simulate


def main() -> int:
    """Run what is asked for, or everything; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    simulated = commands.add_parser("simulate", help="simulated games in virtual time")
    simulated.add_argument("--games", type=int, default=100_000)
    simulated.add_argument("--seed", type=int, default=0, help="of the first game")
    simulated.add_argument("--workers", type=int, default=None, help="processes; as many as cores by default")
    killed = commands.add_parser("kill", help="real servers and databases that are killed, cut off and filled up")
    killed.add_argument("--kills", type=int, default=500, help="in all, over the databases")
    killed.add_argument("--seed", type=int, default=0, help="of the faults, and of what people do")
    killed.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    killed.add_argument("--processes", type=int, default=2, help="servers on PostgreSQL")
    killed.add_argument("--tables", type=int, default=TABLES, help="games at once")
    killed.add_argument("--json", type=Path, default=None, metavar="FILE", help="write the summary there, too")
    asked = sys.argv[1:]
    failures = [_run(parser.parse_args(each)) for each in ([asked] if asked else [["simulate"], ["kill"]])]
    return 1 if any(failures) else 0


def _run(given: argparse.Namespace) -> int:
    """Run one of the halves; return how much went wrong."""
    if given.command == "simulate":
        return simulate(given.games, given.seed, given.workers)
    kinds: tuple[Kind, ...] = ("sqlite", "postgres") if given.database == "both" else (given.database,)
    return kill(kinds, given.kills, given.seed, given.processes, given.tables, given.json)


if __name__ == "__main__":
    raise SystemExit(main())
