"""Sets of intersections and paths as two words of bits, and sets of seats as one."""

from __future__ import annotations

from functools import lru_cache

from longroad.core.bits import popcount
from longroad.core.compile.registry import rule
from longroad.core.layout import WORD_BITS, Block


@rule
def contains(m: Block, base: int, member: int) -> int:
    """Whether the set at `base` has a member."""
    if member < WORD_BITS:
        return (m[base] >> member) & 1
    return (m[base + 1] >> (member - WORD_BITS)) & 1


@rule
def include(m: Block, base: int, member: int) -> None:
    """Put a member into the set at `base`."""
    if member < WORD_BITS:
        m[base] |= 1 << member
    else:
        m[base + 1] |= 1 << (member - WORD_BITS)


@rule
def exclude(m: Block, base: int, member: int) -> None:
    """Take a member out of the set at `base`."""
    if member < WORD_BITS:
        m[base] &= ~(1 << member)
    else:
        m[base + 1] &= ~(1 << (member - WORD_BITS))


@rule
def size(m: Block, base: int) -> int:
    """Count the members of the set at `base`."""
    return popcount(m[base]) + popcount(m[base + 1])


@lru_cache(4096)  # the same roads and seats are listed again and again
def members(bits: int) -> tuple[int, ...]:
    """List the members of a set that is one integer.

    >>> members(0b1011)
    (0, 1, 3)
    """
    return tuple([member for member in range(bits.bit_length()) if bits >> member & 1])
