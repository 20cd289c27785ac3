"""Games of the library played at random, for tests to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import longroad as lr


def played(preset: str, seed: int, most: int = 400, **options: Any) -> Iterator[lr.Game]:
    """Play at random with bundles of one card for one, and yield the game before every decision."""
    game, rng = lr.Game(preset, seed=seed, **options), random.Random(seed)
    while not game.is_over and len(game.plies) < most:
        yield game
        seat = rng.choice(game.to_act)
        legal = game.legal_actions(seat)
        totals = [form for form in legal.forms if form.total is not None]
        game.push(rng.choice(legal) if legal else rng.choice(list(totals[0].actions())), seat)
