"""Random numbers as a function of a seed and a count, without a generator that keeps a state.

The k-th number of a stream does not depend on the ones before it, so a game can be replayed, continued or split
between machines. Only the low 32 bits of products are kept, so that Python's integers and wrapped ones agree.
"""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import rule

ISLAND_STREAM: Final = 0
CHANCE_STREAM: Final = 1
CHOICE_STREAM: Final = 2
FACES_STREAM: Final = 3
EPISODE_STREAM: Final = 4  # the seeds of an environment's later games
PLACES_STREAM: Final = 5  # where others found in rollouts
STREAM_LENGTH: Final = 1 << 28
LOW: Final = 0xFFFFFFFF
MOST_SEED: Final = (1 << 62) - 1


@rule
def mixed(x: int) -> int:
    """Scramble 32 bits (a published low-bias integer hash)."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & LOW
    x = ((x ^ (x >> 15)) * 0x846CA68B) & LOW
    return x ^ (x >> 16)


@rule
def random_bits(seed: int, stream: int, k: int) -> int:
    """Return the k-th 32 random bits of a stream; the seed is from 0 to `MOST_SEED`."""
    place = (stream * STREAM_LENGTH + k + (seed >> 32) * 0x9E3779B1) & LOW
    return mixed(mixed(place) ^ (seed & LOW))


@rule
def scaled(bits: int, limit: int) -> int:
    """Return the number from 0 to limit - 1 that 32 random bits stand for."""
    return (bits * limit) >> 32


@rule
def random_below(seed: int, stream: int, k: int, limit: int) -> int:
    """Return the k-th random number of a stream, from 0 to limit - 1."""
    return scaled(random_bits(seed, stream, k), limit)
