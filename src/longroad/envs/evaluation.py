"""The features of the search's evaluation as an observation: what a seat's view shows of every player, by name.

They are measured on the view, so that nothing hidden is in them: another player's hand counts by its size, its
development cards not at all.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from longroad.core.compile.registry import entry, rule
from longroad.core.layout import PLAYERS, Block, Matrix
from longroad.core.state import View
from longroad.core.view import PUBLIC, redact
from longroad.envs.observe import shown_seat
from longroad.search.endings import copy_state
from longroad.search.evaluate import WORKSPACE, prepare
from longroad.search.features import BOARD_SIZE, FEATURES, NAMES
from longroad.search.measures import measure

EVALUATION_NAMES: Final = NAMES


@rule(inline=False)
def write_measures(s: Block, m: Block, b: Block, f: Block, viewer: int, row: Block) -> None:
    """Write the features of all players, the viewer's first, measured on its view."""
    prepare(s, b, f)
    measure(s, m, b, f)
    for k in range(s[PLAYERS]):
        start = FEATURES * shown_seat(s, viewer, k)
        for feature in range(FEATURES):
            row[FEATURES * k + feature] = f[start + feature]


@entry("i8[::1], i1[::1], i8[::1], i8[::1], i4[::1], i4[:,::1]", rare=True)
def measure_environments(
    s: Block,
    m: Block,
    i: int,
    viewers: Block,
    view: Block,
    words: Block,
    b: Block,
    f: Block,
    measures: Matrix,
) -> None:
    """Measure game i as a seat sees it."""
    copy_state(s, m, view, words)
    redact(view, viewers[i])
    write_measures(view, words, b, f, viewers[i], measures[i])


def evaluation_features(view: View) -> NDArray[np.int32]:
    """Return the features of all players, the viewer's first: (player, feature). Raises `ValueError` for anything else.

    >>> from longroad.core.ruleset import Ruleset
    >>> from longroad.core.state import State
    >>> features = evaluation_features(State.new(Ruleset(), seed=7).view(0))
    >>> features.shape, dict(zip(EVALUATION_NAMES, features[0].tolist()))["points to go"]
    ((4, 128), 10)
    """
    if not isinstance(view, View):
        raise ValueError(f"a {type(view).__name__}: expected the view of a seat, such as state.view(0)")
    if view.viewer == PUBLIC:
        raise ValueError("the public's view: expected the view of a seat")
    players = view.s[PLAYERS]
    row = [0] * (FEATURES * players)
    write_measures(view.s, view.m.copy(), [0] * BOARD_SIZE, [0] * WORKSPACE, view.viewer, row)
    return np.array(row, np.int32).reshape(players, FEATURES)
