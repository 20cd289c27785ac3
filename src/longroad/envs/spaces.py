"""Gymnasium's spaces of the environments, which PettingZoo and PufferLib use too."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces


def masked_space(features: int, actions: int) -> spaces.Space[Any]:
    """Return the space of observations with their masks.

    >>> sorted(masked_space(1192, 277))
    ['action_mask', 'observation']
    """
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": row_space(features), "action_mask": mask})


def row_space(features: int) -> spaces.Box:
    """Return the space of rows of small integers."""
    return spaces.Box(-128, 127, (features,), np.int8)
