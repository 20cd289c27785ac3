"""What is known of each hand: the bounds of the possible hands, and the likeliest.

Cards that the log does not explain, since the game began from a position, may be of any kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.beliefs.worlds import Hand
from longroad.core.layout import HAND_SIZE, RESOURCES
from longroad.game.view import View


@dataclass(frozen=True, slots=True)
class Holding:
    """What is known of a hand: its size, the least and the most of each resource, and when each last came."""

    size: int
    least: Hand
    most: Hand
    likely: Hand  # of the possible hands
    came: Hand  # by resource: the number of the last ply that brought one, or may have

    @property
    def is_known(self) -> bool:
        """Whether more of the cards are known than not."""
        return 2 * sum(self.least) > self.size


def count_cards(view: View, beliefs: Beliefs | None = None) -> list[Holding]:
    """Count the cards of every seat; beliefs that have followed the game save replaying its log.

    >>> from longroad import Game
    >>> game = Game("beginner")
    >>> count_cards(game.view(0))[1].least == tuple(game.view(1).hand(1))
    True
    """
    beliefs = (beliefs or Beliefs()).follow(view)
    if not beliefs.is_known:
        return [_unknown(view, seat, beliefs.came(seat)) for seat in range(view.players)]
    possible = list(beliefs.possibilities())
    return [
        _holding([(hands[seat], odds) for hands, odds in possible], beliefs.came(seat)) for seat in range(view.players)
    ]


def _holding(possible: list[tuple[Hand, float]], came: Hand) -> Holding:
    odds: dict[Hand, float] = {}
    for hand, more in possible:
        odds[hand] = odds.get(hand, 0.0) + more
    likely = max(odds, key=lambda hand: (odds[hand], hand))
    by_resource = list(zip(*odds, strict=True))
    return Holding(sum(likely), tuple(map(min, by_resource)), tuple(map(max, by_resource)), likely, came)


def _unknown(view: View, seat: int, came: Hand) -> Holding:
    """Return what is known of a hand that the log does not explain: its size, and what the view says beside."""
    hand = view.hand(seat)
    if hand is not None:
        held = tuple(hand)
        return Holding(hand.total, held, held, held, came)
    size, least = view.seen.s[HAND_SIZE + seat], tuple(view.at_least(seat))
    rest = size - sum(least)
    likely = (count + (rest + RESOURCES - 1 - resource) // RESOURCES for resource, count in enumerate(least))
    return Holding(size, least, tuple(count + rest for count in least), tuple(likely), came)
