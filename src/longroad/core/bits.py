"""Functions of a 64-bit word, in Python; the back ends replace them by the processor's instructions.

Words are non-negative (bit 63 stays unused), so Python's unbounded integers and machine words agree.
"""


def popcount(word: int) -> int:
    """How many bits of the word are set."""
    return word.bit_count()


def lowest_bit(word: int) -> int:
    """The index of the lowest set bit; the word is not 0."""
    return (word & -word).bit_length() - 1


def nth_bit(word: int, n: int) -> int:
    """The index of the set bit that has `n` set bits below it; the word has more than `n` bits set."""
    while n:
        word &= word - 1
        n -= 1
    return lowest_bit(word)
