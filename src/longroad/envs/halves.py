"""A step of environments in two halves, for a GPU: its threads go different ways through the first, and one way through
the second, which writes neighbouring addresses."""

from __future__ import annotations

from longroad.core.compile.registry import entry
from longroad.core.layout import Block, Matrix
from longroad.envs.compose import SEAT
from longroad.envs.step import NO_STEP, advance, show


@entry("i8[:,::1], i2[::1], i8[::1], i8[::1], i8[::1], i1[:,::1], i1[::1], i1[::1]")
def advance_environments(
    s: Block,
    m: Block,
    i: int,
    extras: Matrix,
    plan: Block,
    options: Block,
    seeds: Block,
    actions: Block,
    rewards: Matrix,
    dones: Block,
    seats: Block,
) -> None:
    """Take an allowed action in game i, begin a new game, or do nothing; list what can be done next."""
    if actions[i] != NO_STEP:
        e = extras[i]
        dones[i] = advance(s, m, e, plan, options, seeds[i], actions[i], rewards[i])
        seats[i] = e[SEAT]


@entry("i8[:,::1], i2[::1], i8[::1], i1[:,::1], i1[:,::1]")
def show_environments(
    s: Block, m: Block, i: int, extras: Matrix, plan: Block, actions: Block, observations: Matrix, masks: Matrix
) -> None:
    """Write what the seat to act in game i observes, and what it may do."""
    if actions[i] != NO_STEP:
        show(s, m, extras[i], plan, observations[i], masks[i])
