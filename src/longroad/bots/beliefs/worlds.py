"""All possible hands, each with its weight.

A possibility (a *world*) is all hands packed into one integer. Most changes are the same in all worlds, so these are
added up in one place, and the worlds hold only what they differ by.

Above a limit the least likely worlds are dropped. Where a ply then contradicts all that are left, each is mended: cards
are exchanged between hidden hands, so that their sizes and the bank stay right. The count survives, but is not exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from operator import itemgetter
from typing import Final

from longroad.core.actions import bundle_count
from longroad.core.layout import RESOURCES, SEATS

MOST_WORLDS: Final = 512

# A hand in a world: a byte for each resource, its highest bit clear, then its size.
COUNT_BITS: Final = 8
ONE_COUNT: Final = (1 << COUNT_BITS) - 1
SIZE_AT: Final = COUNT_BITS * RESOURCES
ONE_SIZE: Final = 255
HAND_BITS: Final = SIZE_AT + 8
COUNTS: Final = (1 << SIZE_AT) - 1
ONE_HAND: Final = COUNTS | ONE_SIZE << SIZE_AT
BORROW: Final = sum(1 << COUNT_BITS * resource + COUNT_BITS - 1 for resource in range(RESOURCES))
SIZES: Final = sum(ONE_SIZE << HAND_BITS * seat + SIZE_AT for seat in range(SEATS))
CARD: Final = tuple((1 << COUNT_BITS * resource) + (1 << SIZE_AT) for resource in range(RESOURCES))

Hand = tuple[int, ...]


def pack(counts: Sequence[int]) -> int:
    """Pack a hand, or cards to add or remove.

    >>> unpack(pack((0, 2, 0, 1, 0)))
    (0, 2, 0, 1, 0)
    """
    return sum(count * card for count, card in zip(counts, CARD, strict=True))


def pack_sizes(sizes: Sequence[int]) -> int:
    """Pack the sizes of all hands as a world has them."""
    return sum(size << HAND_BITS * seat + SIZE_AT for seat, size in enumerate(sizes))


def unpack(hand: int) -> Hand:
    """Return the counts of a packed hand; higher bits are ignored."""
    return (hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24 & 255, hand >> 32 & 255)  # spelled out for speed


def pack_all(hands: Sequence[Sequence[int]]) -> int:
    """Pack the hands of all seats into a world."""
    return sum(pack(hand) << HAND_BITS * seat for seat, hand in enumerate(hands))


def unpack_all(world: int, players: int) -> tuple[Hand, ...]:
    """Return the hands of a world by seat."""
    return tuple(unpack(world >> HAND_BITS * seat) for seat in range(players))


def given(code: int) -> int:
    """Pack what a bundle gives."""
    cards = 0
    for resource, card in enumerate(CARD):
        count = bundle_count(code, resource)
        if count > 0:
            cards += count * card
    return cards


def taken(code: int) -> int:
    """Pack what a bundle takes."""
    cards = 0
    for resource, card in enumerate(CARD):
        count = bundle_count(code, resource)
        if count < 0:
            cards -= count * card
    return cards


class Worlds:
    """The possible hands, as one of the players knows them."""

    def __init__(self, viewer: int, players: int) -> None:
        self.is_cut = False  # whether worlds have been dropped for their number, or mended
        self._viewer = viewer
        self._players = players
        self._common = 0  # what is to be added to all worlds
        self._weights = {0: 1.0}
        self._sizes_differ = False
        self.totals_differ = False  # whether the cards of all hands together differ from world to world

    def __bool__(self) -> bool:
        return bool(self._weights)

    def clear(self) -> None:
        """Drop all worlds: the log does not explain the hands."""
        self._weights = {}

    def fitting(self, sizes: int) -> dict[int, float]:
        """Return the worlds, with their weights, in which the hands have these packed sizes."""
        common = self._common
        if self._sizes_differ:
            return {key + common: weight for key, weight in self._weights.items() if key + common & SIZES == sizes}
        worlds = {key + common: weight for key, weight in self._weights.items()}
        return worlds if all(world & SIZES == sizes for world in worlds) else {}

    def weigh(self, likelihood: Callable[[int], float]) -> None:
        """Multiply the weight of each world by a likelihood; nothing changes if no world would be left."""
        common = self._common
        weights = {key: weight * likelihood(key + common) for key, weight in self._weights.items()}
        total = sum(weights.values())
        if total > 0:
            self._weights = {key: weight / total for key, weight in weights.items() if weight > 0}

    def add(self, seat: int, cards: int) -> None:
        """Put packed cards into a hand."""
        self._common += cards << HAND_BITS * seat

    def remove(self, seat: int, cards: int) -> None:
        """Take packed cards out of a hand that held them."""
        self.require(seat, cards)
        self._common -= cards << HAND_BITS * seat

    def require(self, seat: int, cards: int) -> None:
        """Rule out the worlds in which a seat does not hold packed cards."""
        common, shift, counts = self._common, HAND_BITS * seat, cards & COUNTS
        possible = {
            key: weight
            for key, weight in self._weights.items()
            if ((key + common >> shift & COUNTS | BORROW) - counts) & BORROW == BORROW
        }
        self._weights = possible or self._mended(seat, cards)

    def _mended(self, seat: int, cards: int) -> dict[int, float]:
        """Return the worlds with cards exchanged so that a seat holds packed cards; none if it cannot."""
        self.is_cut = True
        weights: dict[int, float] = {}
        if seat == self._viewer:
            return weights
        others = [other for other in range(self._players) if other not in (seat, self._viewer)]
        for key, weight in self._weights.items():
            exchanged = _exchange(key + self._common, seat, unpack(cards), others)
            if exchanged is not None:
                mended = exchanged - self._common
                weights[mended] = weights.get(mended, 0.0) + weight
        return weights

    def require_half(self, seat: int, size: int) -> None:
        """Rule out the worlds in which `size` is not half of a hand, rounded down."""
        if self._sizes_differ:
            common, at = self._common, HAND_BITS * seat + SIZE_AT
            self._weights = {
                key: weight for key, weight in self._weights.items() if (key + common >> at & ONE_SIZE) >> 1 == size
            }

    def steal(self, thief: int, victim: int, resource: int) -> None:
        """Move a card that the viewer saw; worlds in which the victim had more of its kind become more likely."""
        if len(self._weights) > 1 and victim != self._viewer:
            common, shift, at = self._common, HAND_BITS * victim, COUNT_BITS * resource
            weights = {}
            for key, weight in self._weights.items():
                hand = key + common >> shift
                count = hand >> at & ONE_COUNT
                if count:
                    weights[key] = weight * count / (hand >> SIZE_AT & ONE_SIZE or 1)
            if weights:
                self._weights = weights
        self.remove(victim, CARD[resource])
        self.add(thief, CARD[resource])

    def steal_unseen(self, thief: int, victim: int) -> None:
        """Branch every world into the kinds that may have been stolen, weighted by the victim's hand."""
        common, shift = self._common, HAND_BITS * victim
        moves = [(COUNT_BITS * resource, _move(resource, victim, thief)) for resource in range(RESOURCES)]
        weights: dict[int, float] = {}
        for key, weight in self._weights.items():
            hand = key + common >> shift & ONE_HAND
            share = weight / (hand >> SIZE_AT or 1)
            for at, move in moves:
                count = hand >> at & ONE_COUNT
                if count:
                    moved = key + move
                    weights[moved] = weights.get(moved, 0.0) + share * count
        self._weights = weights
        self._keep_heaviest()

    def discard_unseen(self, seat: int, number: int) -> None:
        """Branch every world into the cards that a seat may have discarded, as if it had drawn them from its hand."""
        common, shift = self._common, HAND_BITS * seat
        weights: dict[int, float] = {}
        for key, weight in self._weights.items():
            for cards, odds in _draws(key + common >> shift & COUNTS, number):
                left = key - (cards << shift)
                weights[left] = weights.get(left, 0.0) + weight * odds
        self._weights = weights
        self.totals_differ = True
        self._keep_heaviest()

    def _keep_heaviest(self) -> None:
        """Drop the least likely worlds above the limit."""
        if len(self._weights) <= MOST_WORLDS:
            return
        kept = sorted(self._weights.items(), key=itemgetter(1), reverse=True)[:MOST_WORLDS]
        total = sum(weight for _, weight in kept)
        self._weights = {key: weight / total for key, weight in kept}
        self.is_cut = True

    def monopolize(self, seat: int, resource: int) -> None:
        """Move all cards of a resource to a seat; their number differs from world to world."""
        common = self._common
        others = [other for other in range(self._players) if other != seat]
        moves = [(HAND_BITS * other + COUNT_BITS * resource, _move(resource, other, seat)) for other in others]
        weights: dict[int, float] = {}
        for key, weight in self._weights.items():
            moved = key
            for at, move in moves:
                moved += (key + common >> at & ONE_COUNT) * move
            weights[moved] = weights.get(moved, 0.0) + weight
        self._weights = weights
        self._sizes_differ = self._sizes_differ or len(weights) > 1


def _move(resource: int, giver: int, taker: int) -> int:
    """Return what to add to a world in which a card moves from hand to hand."""
    return (CARD[resource] << HAND_BITS * taker) - (CARD[resource] << HAND_BITS * giver)


def _exchange(world: int, seat: int, cards: Sequence[int], others: Sequence[int]) -> int | None:
    """Deal a seat the cards that it lacks for those that it has most of; None if that is impossible.

    They come from the hand that has most of them.
    """
    for resource, count in enumerate(cards):
        while (hand := unpack(world >> HAND_BITS * seat))[resource] < count:
            giver = max(others, key=lambda other: _count(world, other, resource), default=seat)
            spare = max(range(RESOURCES), key=lambda kind: hand[kind] - cards[kind])
            if giver == seat or _count(world, giver, resource) == 0 or hand[spare] <= cards[spare]:
                return None
            world += _move(resource, giver, seat) + _move(spare, seat, giver)
    return world


def _count(world: int, seat: int, resource: int) -> int:
    return world >> HAND_BITS * seat + COUNT_BITS * resource & ONE_COUNT


@lru_cache(1024)
def _draws(hand: int, number: int) -> tuple[tuple[int, float], ...]:
    """Return all ways to draw some cards from a packed hand, packed, with their odds."""
    counts = unpack(hand)
    ways = comb(sum(counts), number)
    return tuple(
        (pack(drawn), prod(map(comb, counts, drawn)) / ways)
        for drawn in product(*(range(min(count, number) + 1) for count in counts))
        if sum(drawn) == number
    )


def with_totals(worlds: dict[int, float], players: int, viewer: int, totals: Sequence[int]) -> dict[int, float]:
    """Return the worlds whose hands together hold so many cards of each resource.

    If there are none, the hidden hands of each are changed, as little as possible, so that they do.
    """
    fitting = {world: weight for world, weight in worlds.items() if _totals(world, players) == tuple(totals)}
    if fitting:
        return fitting
    hidden = [seat for seat in range(players) if seat != viewer]
    for world, weight in worlds.items():
        changed = _turn_cards(world, hidden, [*map(int.__sub__, totals, _totals(world, players))])
        if changed is not None:
            fitting[changed] = fitting.get(changed, 0.0) + weight
    return fitting


def _totals(world: int, players: int) -> Hand:
    return unpack(sum(world >> HAND_BITS * seat & COUNTS for seat in range(players)))


def _turn_cards(world: int, hidden: Sequence[int], missing: list[int]) -> int | None:
    """Turn hidden cards of which there are too many into those that are missing; None if that is impossible."""
    while any(missing):
        short, excess = missing.index(max(missing)), missing.index(min(missing))
        holder = max(hidden, key=lambda seat: _count(world, seat, excess))
        if sum(missing) or _count(world, holder, excess) == 0:
            return None
        world += CARD[short] - CARD[excess] << HAND_BITS * holder
        missing[short] -= 1
        missing[excess] += 1
    return world
