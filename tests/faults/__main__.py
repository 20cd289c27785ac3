"""Try faults: `python -m tests.faults simulate` (virtual time) or `kill` (real processes)."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.faults.real.run import TABLES, kill
from tests.faults.simulate import simulate


def main() -> int:
    """Run what is asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
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
    given = parser.parse_args()
    if given.command == "simulate":
        return 1 if simulate(given.games, given.seed, given.workers) else 0
    kinds = ("sqlite", "postgres") if given.database == "both" else (given.database,)
    return 1 if kill(kinds, given.kills, given.seed, given.processes, given.tables, given.json) else 0


if __name__ == "__main__":
    raise SystemExit(main())
