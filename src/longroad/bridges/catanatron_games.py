"""Random games played by Catanatron, to measure against; it is a development dependency and may be missing."""

from __future__ import annotations

import importlib.metadata
import importlib.util


def version() -> str | None:
    """Tell the installed version of Catanatron, None if there is none."""
    if importlib.util.find_spec("catanatron") is None:
        return None
    return importlib.metadata.version("catanatron")


def play_random_games(first: int, count: int) -> int:
    """Play so many games of four random players by default settings, and tell how many actions they took.

    They are seeded from `first` on, which is not 0. Within one process a seed gives the same game every time; another
    process orders Catanatron's sets otherwise.
    """
    from catanatron import Color, Game, RandomPlayer

    actions = 0
    for seed in range(first, first + count):
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(game.state.actions)
    return actions
