"""Where the game of a record starts, and where its plies lead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from longroad.core.actions import ply_action, ply_seat
from longroad.core.island.given import Island
from longroad.core.layout import NOBODY, ROBBER_START
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import DESERT


def folded(beginning: State, plies: Iterable[int]) -> State:
    """Return the state after plies. Raises `IllegalAction`."""
    state = beginning.copy()
    for entry in plies:
        state.apply(ply_seat(entry), ply_action(entry))
    return state


def begun(ruleset: Ruleset, island: Island) -> State:
    """Begin a game on an island; without a hex for the robber, it is on the only desert.

    Raises `InvalidIsland` if the island is not complete.
    """
    deserts = [place for place, terrain in enumerate(island.terrain or ()) if terrain == DESERT]
    if island.robber is not None or len(deserts) != 1:
        return State.on_island(ruleset, island)
    state = State.on_island(ruleset, replace(island, robber=deserts[0]))
    state.s[ROBBER_START] = NOBODY
    return state


def island_at(beginning: State) -> Island:
    """Return the island that a game begins on, with the robber's hex unless it is the only desert."""
    island = beginning.island
    is_told = beginning.s[ROBBER_START] != NOBODY or (island.terrain or ()).count(DESERT) != 1
    return island if is_told else replace(island, robber=None)
