"""The schedule of a run: which faults come when, all from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

KILLS = ("server", "worker", "postmaster", "backend")
LONG = ("freeze", "database stall")  # some last longer than a process may live without a heartbeat

# How often each fault comes, by database.
WEIGHTS = {
    "sqlite": {
        "server": 50,
        "worker": 36,
        "freeze": 2,
        "restart": 2,
        "full disk": 3,
        "clock": 2,
        "cut": 2,
        "stall": 1,
        "delay": 1,
        "half-close": 1,
    },
    "postgres": {
        "server": 28,
        "worker": 32,
        "postmaster": 11,
        "backend": 15,
        "freeze": 1,
        "restart": 1,
        "full disk": 1,
        "clock": 1,
        "lease clock": 1,
        "cut": 1,
        "stall": 1,
        "delay": 1,
        "half-close": 1,
        "database cut": 1,
        "database stall": 1,
        "database delay": 1,
        "database half-close": 1,
    },
}


@dataclass(frozen=True)
class Fault:
    """One fault: its kind, when it comes, and what follows."""

    number: int
    kind: str
    after_s: float  # since the one before, or since all games went on
    lasts_s: float  # how long a network, disk or process is in trouble, or a killed one stays down
    which: int  # of the servers
    is_settled: bool  # whether the next one waits until every game has gone on
    seed: int  # of what else has to be chosen


def schedule(seed: int, database: str) -> Iterator[Fault]:
    """Yield the faults of a run without end: first one of each kind, then by their weights."""
    rng = Random(f"{database} {seed}")
    weights = WEIGHTS[database]
    first = list(weights)
    rng.shuffle(first)
    for number in count(1):
        kind = first.pop() if first else rng.choices(list(weights), list(weights.values()))[0]
        yield Fault(
            number,
            kind,
            after_s=rng.uniform(0.0, 0.6),
            lasts_s=_duration(kind, rng),
            which=rng.randrange(100),
            is_settled=rng.random() < (0.35 if kind in KILLS else 1.0),
            seed=rng.getrandbits(32),
        )


def _duration(kind: str, rng: Random) -> float:
    if kind in KILLS:
        return rng.choice((0.0, 0.5, 2.0))
    return rng.choice((1.0, 4.5)) if kind in LONG else rng.uniform(0.2, 2.0)
