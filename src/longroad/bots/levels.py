"""The computer players there are, by name. One that is added here appears in every list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from longroad.bots.novice import Novice
from longroad.bots.protocol import Bot
from longroad.bots.random import RandomBot


class Level(NamedTuple):
    """How well a computer player plays: a sentence about it, and what makes one from a seed."""

    description: str
    make: Callable[[int | str], Bot]


LEVELS: Final[dict[str, Level]] = {
    "random": Level("Does anything that is legal, without a thought.", RandomBot),
    "novice": Level("Builds, trades and robs with a beginner's sense, and makes a beginner's mistakes.", Novice),
}
DEFAULT_LEVEL: Final = "novice"


def make_bot(name: str, seed: int | str = 0) -> Bot:
    """Make a computer player of a level. Raises `ValueError` for a name that there is not.

    >>> make_bot("random", seed=7).explain()
    'I have not chosen anything yet.'
    >>> make_bot("grandmaster")
    Traceback (most recent call last):
    ...
    ValueError: 'grandmaster': there are the computer players random, novice
    """
    if name not in LEVELS:
        raise ValueError(f"{name!r}: there are the computer players {', '.join(LEVELS)}")
    return LEVELS[name].make(seed)
