"""Try faults: `python -m tests.faults simulate` (virtual time)."""

from __future__ import annotations

import argparse

from tests.faults.simulate import simulate


def main() -> int:
    """Run what is asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    simulated = commands.add_parser("simulate", help="simulated games in virtual time")
    simulated.add_argument("--games", type=int, default=100_000)
    simulated.add_argument("--seed", type=int, default=0, help="of the first game")
    simulated.add_argument("--workers", type=int, default=None, help="processes; as many as cores by default")
    given = parser.parse_args()
    return 1 if simulate(given.games, given.seed, given.workers) else 0


if __name__ == "__main__":
    raise SystemExit(main())
