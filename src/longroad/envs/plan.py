"""The plan of an environment: the tables of its actions and features as one block of integers for rule functions.

One compiled program serves all rulesets; the plan tells it where what lies.
"""

from __future__ import annotations

from typing import Final

from longroad.envs.actions import ActionSpace
from longroad.envs.observations import ObservationSpace

# The head of a plan: sizes, where blocks begin in an observation, and where tables begin in the plan.
ACTIONS: Final = 0  # how many actions there are
INDICES: Final = 1  # table: the action of each slot
SEATS_SHOWN: Final = 2  # players, neutral ones included
SITES_SHOWN: Final = 3
PATHS_SHOWN: Final = 4
HEXES_SHOWN: Final = 5
PLAYERS_AT: Final = 6  # in an observation, whose first block is the game
PLAYER_WIDTH: Final = 7
ROBBER_AT: Final = 8
SITES_AT: Final = 9
PATHS_AT: Final = 10
HEXES_AT: Final = 11
HARBORS_AT: Final = 12
SIZE: Final = 13  # of an observation
GAME_COPIES: Final = 14  # how many values of the game are copied
GAME_TABLE: Final = 15  # table: their places in the state
OWN_COPIES: Final = 16  # how many values of the observer are copied
OWN_TABLE: Final = 17  # table: places in the state for seat 0, and the step to the next seat
PLAYER_COPIES: Final = 18
PLAYER_TABLE: Final = 19  # table: the same for all players
PLAYER_SETS: Final = 20
SET_TABLE: Final = 21  # table: places in the state of sets of seats
PLAYER_SEATS: Final = 22
SEAT_TABLE: Final = 23  # table: places in the state of single seats
HEAD: Final = 24  # the slot of each action follows


def make_plan(actions: ActionSpace, observations: ObservationSpace) -> list[int]:
    """Return the plan of an environment.

    >>> from longroad.core.ruleset import Ruleset
    >>> plan = make_plan(ActionSpace(Ruleset()), ObservationSpace(Ruleset()))
    >>> plan[ACTIONS], plan[SIZE]
    (277, 1192)
    """
    shapes, offsets = observations.shapes, observations.offsets
    plan = [0] * HEAD
    plan[ACTIONS] = len(actions)
    plan[SEATS_SHOWN] = observations.seats
    plan[SITES_SHOWN], plan[PATHS_SHOWN], plan[HEXES_SHOWN] = (shapes[b][0] for b in ("sites", "paths", "hexes"))
    plan[PLAYER_WIDTH] = shapes["players"][1]
    places = (PLAYERS_AT, ROBBER_AT, SITES_AT, PATHS_AT, HEXES_AT, HARBORS_AT)
    for place, block in zip(places, ("players", "robber", "sites", "paths", "hexes", "harbors"), strict=True):
        plan[place] = offsets[block]
    plan[SIZE] = observations.size
    plan += actions.slots
    plan[INDICES] = len(plan)
    plan += actions.indices
    _add_table(plan, GAME_COPIES, _copied(observations, "game", "copy"))
    _add_table(plan, OWN_COPIES, _copied(observations, "game", "own"), 2)
    _add_table(plan, PLAYER_COPIES, _copied(observations, "players", "copy"), 2)
    _add_table(plan, PLAYER_SETS, _copied(observations, "players", "set"))
    _add_table(plan, PLAYER_SEATS, _copied(observations, "players", "seat"))
    return plan


def _add_table(plan: list[int], count: int, table: list[tuple[int, int]], width: int = 1) -> None:
    """Append a table, and note how many rows it has and where it begins."""
    plan[count], plan[count + 1] = len(table), len(plan)
    for row in table:
        plan += row[:width]


def _copied(observations: ObservationSpace, block: str, how: str) -> list[tuple[int, int]]:
    """Return the place in the state and the step from seat to seat of each column that is made in one way."""
    return [
        (feature.offset + k, feature.step)
        for feature in observations.features
        if feature.block == block and feature.how == how
        for k in range(feature.width)
    ]
