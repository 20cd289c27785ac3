"""Builds the messages to a program from a view, so nothing that is hidden from a seat can be sent to its program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Final

from longroad.bots.program.messages import Analyse, Begin, Clock, Decide, Log, Over
from longroad.core.words import SEAT_NAMES
from longroad.game.analysis import BudgetName
from longroad.game.snapshot import decision_of, geometry_of, snapshot_of
from longroad.game.table import COSTS
from longroad.game.view import View
from longroad.notation.actions import write_ply
from longroad.notation.positions.position import write_position
from longroad.notation.records.endings import result_of
from longroad.notation.rulesets import write_ruleset

SEED_BITS: Final = 53  # whole numbers below 2**53 are exact in every language


def program_seed(seed: int | str) -> int:
    """Return the seed that is sent to a program: a whole number that is exact in every language.

    >>> program_seed(7), program_seed("room 3") < 2**53
    (7, True)
    """
    if isinstance(seed, int) and 0 <= seed < 1 << SEED_BITS:
        return seed
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8], "big") >> 64 - SEED_BITS


def begin_of(view: View, seat: int, seed: int, clock: Clock) -> Begin:
    """Build the message that begins a game."""
    ruleset = view.seen.ruleset
    return Begin(
        seat=seat,
        seed=seed,
        ruleset=write_ruleset(ruleset),
        options=asdict(ruleset),
        geometry=geometry_of(view.seen.island),
        colours=[name.lower() for name in SEAT_NAMES[: view.players]],
        costs={name: view.cost(name).to_json() for name in COSTS},
        clock=clock,
    )


def decide_of(view: View, seat: int, number: int, clock: Clock, log: Log) -> Decide:
    """Build the message that asks a seat for a decision."""
    return Decide(
        decision=decision_of(view, seat, number),
        clock=clock,
        log=log,
        snapshot=snapshot_of(view),
        position=write_position(view.seen),
    )


def analyse_of(view: View, seat: int, number: int, budget: BudgetName, clock: Clock, log: Log) -> Analyse:
    """Build the message that asks for an analysis."""
    return Analyse(
        decision=decision_of(view, seat, number),
        budget=budget,
        clock=clock,
        log=log,
        snapshot=snapshot_of(view),
        position=write_position(view.seen),
    )


def over_of(view: View, log: Log) -> Over:
    """Build the message that ends a game."""
    points = [int(view.points(seat)) for seat in range(view.players)]
    return Over(result=result_of(view.seen), winner=view.winner, points=points, log=log, snapshot=snapshot_of(view))


def log_of(log: Sequence[int], sent: Sequence[int]) -> Log:
    """Return what is new in a log since it was sent: all from a discard that is now open, or an undone ply, on."""
    since = next((i for i, (new, old) in enumerate(zip(log, sent, strict=False)) if new != old), None)
    since = min(len(log), len(sent)) if since is None else since
    return Log(since=since, plies=[write_ply(entry) for entry in log[since:]])
