"""Random games played by Catanatron, for comparison; it is a development dependency and may be missing."""

from __future__ import annotations

import importlib.metadata
import importlib.util


def version() -> str | None:
    """Return the installed version of Catanatron, None if there is none."""
    if importlib.util.find_spec("catanatron") is None:
        return None
    return importlib.metadata.version("catanatron")


def play_random_games(first: int, count: int) -> int:
    """Play `count` games of four random players with default settings; return the number of actions.

    Their seeds are `first`, which is not 0, and the numbers after it. A seed repeats its game within one process;
    another process orders Catanatron's sets differently.
    """
    from catanatron import Color, Game, RandomPlayer

    actions = 0
    for seed in range(first, first + count):
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(game.state.actions)
    return actions
