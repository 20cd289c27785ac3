import pytest

from longroad.core.bits import lowest_bit, nth_bit, popcount


@pytest.mark.parametrize(("word", "count"), [(0, 0), (1, 1), (0b1011, 3), (1 << 62, 1), ((1 << 63) - 1, 63)])
def test_popcount_counts_set_bits(word: int, count: int) -> None:
    assert popcount(word) == count


@pytest.mark.parametrize(("word", "index"), [(1, 0), (0b1100, 2), (1 << 62, 62), ((1 << 63) - 1, 0)])
def test_lowest_bit_is_the_index_of_the_lowest_set_bit(word: int, index: int) -> None:
    assert lowest_bit(word) == index


@pytest.mark.parametrize("word", [1, 0b1011, 1 << 62, (1 << 63) - 1, 0x5A5A_0000_F00F_0001])
def test_nth_bit_counts_set_bits_from_below(word: int) -> None:
    indexes = [index for index in range(63) if word >> index & 1]
    assert [nth_bit(word, n) for n in range(len(indexes))] == indexes
