"""Games for the broad checks: random rulesets, random plies by anybody who may act, and states met on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from longroad.core.actions import ply_action, ply_seat
from longroad.core.check.fuzz import NUMBERS_A_PLY, any_ply
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from scripts.fuzz import Rules, random_rules

LIMIT = 60  # turns, enough to see everything but the rarest
LONG_LIMIT = 300  # of every fifth game


def rules_for(number: int) -> Rules:
    """Return the presets one by one, then random rulesets."""
    limit = LONG_LIMIT if number % 5 == 0 else LIMIT
    if number < len(PRESETS):
        return Rules(Ruleset.preset(list(PRESETS)[number], limit=limit))
    rules = random_rules(random.Random(number))
    return Rules(rules.ruleset.but(limit=min(rules.ruleset.limit, limit)), rules.island)


def beginning(number: int) -> State:
    """Begin the game of this number."""
    rules = rules_for(number)
    return State.new(rules.ruleset, number, rules.island)


def walk(state: State, seed: int, most: int = 1 << 30) -> Iterator[int]:
    """Play on in place at random; yield each ply before it is taken."""
    taken = 0
    while not state.is_over and taken < most:
        ply = any_ply(state.s, state.m, seed, NUMBERS_A_PLY * taken)
        yield ply
        state.apply(ply_seat(ply), ply_action(ply))
        taken += 1


@cache
def log_of(number: int) -> tuple[int, ...]:
    """Return the whole log of a game."""
    return tuple(walk(beginning(number), number))


def game(number: int) -> Iterator[State]:
    """Yield a game's state at every ply, the same object each time."""
    state = beginning(number)
    yield state
    for ply in log_of(number):
        state.apply(ply_seat(ply), ply_action(ply))
        yield state


@cache
def states_met(games: int, one_in: int) -> tuple[bytes, ...]:
    """Return states met in the first games, a random one in so many, as bytes."""
    rng = random.Random(games)
    return tuple(state.to_bytes() for number in range(games) for state in game(number) if rng.randrange(one_in) == 0)
