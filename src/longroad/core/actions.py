"""An action is one integer below 2**53: a kind and its arguments.

Bits 0-5 hold the kind. Then either a number (bits 6-13) and up to three seats or dice (bits 14-22), or a bundle: five
signed counts of six bits (bits 6-35; what is given is positive, what is taken negative), a set of seats (36-41), and a
seventh bit of each count (42-46), for more cards than are printed (PRO-7).
No other module knows these places: it packs and unpacks with the functions below.
"""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import rule

# Kinds without arguments. Their numbers are the bits of the first legality word.
ROLL: Final = 1
END_TURN: Final = 2
BUY_CARD: Final = 3
PLAY_KNIGHT: Final = 4
PLAY_ROADS: Final = 5
STOP_ROADS: Final = 6
ACCEPT: Final = 7
REFUSE: Final = 8
WITHDRAW: Final = 9
FORCE_TRADE: Final = 10
CALM_ROBBER: Final = 11
RETIRE_KNIGHT: Final = 12
# Kinds with a number: a place, a seat, a resource, a pair.
BUILD_SETTLEMENT: Final = 13
BUILD_CITY: Final = 14
BUILD_ROAD: Final = 15
MOVE_ROBBER: Final = 16
ROB: Final = 17
TRADE_BANK: Final = 18
PLAY_PLENTY: Final = 19
PLAY_MONOPOLY: Final = 20
CLOSE_DEAL: Final = 21
TAKE_PROPOSAL: Final = 22
NEUTRAL_ROAD: Final = 23
NEUTRAL_SETTLEMENT: Final = 24
# Bundles.
OFFER_TRADE: Final = 25
COUNTER_OFFER: Final = 26
PROPOSE_TRADE: Final = 27
DISCARD: Final = 28
GIVE_CARDS: Final = 29
# Chance.
START_ROLLED: Final = 30
DICE_ROLLED: Final = 31
CARD_DRAWN: Final = 32
CARD_STOLEN: Final = 33
CARD_TAKEN: Final = 34
KINDS: Final = 35

KIND_NAMES: Final = (
    "none",
    "roll",
    "end turn",
    "buy card",
    "play knight",
    "play road building",
    "stop roads",
    "accept",
    "refuse",
    "withdraw",
    "force trade",
    "calm robber",
    "retire knight",
    "build settlement",
    "build city",
    "build road",
    "move robber",
    "rob",
    "trade with bank",
    "play year of plenty",
    "play monopoly",
    "close deal",
    "take proposal",
    "neutral road",
    "neutral settlement",
    "offer trade",
    "counter offer",
    "propose trade",
    "discard",
    "give cards",
    "start rolled",
    "dice rolled",
    "card drawn",
    "card stolen",
    "card taken",
)

ROB_NOBODY: Final = 6  # the argument of ROB for 'nobody'
UNKNOWN: Final = 7  # a card that the reader may not know
COUNT_ZERO: Final = 32  # how a count of zero is stored in a bundle
MOST_ASKED: Final = COUNT_ZERO  # cards of a resource that a bundle can take
MOST_COUNT: Final = 127 - COUNT_ZERO  # cards of a resource that a bundle can give

# Year of plenty: the pairs of resources, then the single resources.
PLENTY_FIRST: Final = (0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 0, 1, 2, 3, 4)
PLENTY_SECOND: Final = (0, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4, -1, -1, -1, -1, -1)
PAIRS: Final = 15

KIND_MASK: Final = 63
NUMBER_MASK: Final = 255 << 6
FIRST_MASK: Final = 7 << 14
SECOND_MASK: Final = 7 << 17
THIRD_MASK: Final = 7 << 20
COUNTS_MASK: Final = ((1 << 30) - 1) << 6 | 31 << 42
TO_MASK: Final = 63 << 36
NO_COUNTS: Final = sum(COUNT_ZERO << (6 + 6 * r) for r in range(5))

# The bits that an action of each kind may use.
KIND_BITS: Final = (
    *(KIND_MASK for _ in range(BUILD_SETTLEMENT)),
    *(KIND_MASK | NUMBER_MASK for _ in range(BUILD_SETTLEMENT, NEUTRAL_ROAD)),
    *(KIND_MASK | NUMBER_MASK | FIRST_MASK for _ in range(NEUTRAL_ROAD, OFFER_TRADE)),
    KIND_MASK | COUNTS_MASK | TO_MASK,
    *(KIND_MASK | COUNTS_MASK for _ in range(COUNTER_OFFER, START_ROLLED)),
    KIND_MASK | NUMBER_MASK | FIRST_MASK | SECOND_MASK | THIRD_MASK,
    KIND_MASK | NUMBER_MASK | FIRST_MASK | SECOND_MASK,
    KIND_MASK | NUMBER_MASK | FIRST_MASK,
    KIND_MASK | NUMBER_MASK | FIRST_MASK | SECOND_MASK,
    KIND_MASK | NUMBER_MASK | FIRST_MASK | SECOND_MASK,
)

SEAT_BITS: Final = 48  # a ply is an action with the seat that took it in bits 48-50
ABSENT_BIT: Final = 51  # set where the seat was absent and the action is the stated default (END-2)
PLY_BITS: Final = ABSENT_BIT + 1
ACTION_MASK: Final = (1 << SEAT_BITS) - 1


# --- reading an action ------------------------------------------------------------------------------------------------


@rule
def action_kind(action: int) -> int:
    """Return the kind of an action or a ply."""
    return action & KIND_MASK


@rule
def action_number(action: int) -> int:
    """Return an action's number: a place, a seat, a resource, a pair, a sum."""
    return (action >> 6) & 255


@rule
def action_first(action: int) -> int:
    """Return an action's first seat or die."""
    return (action >> 14) & 7


@rule
def action_second(action: int) -> int:
    """Return an action's second seat or die."""
    return (action >> 17) & 7


@rule
def action_third(action: int) -> int:
    """Return an action's third seat."""
    return (action >> 20) & 7


@rule
def bundle_count(action: int, resource: int) -> int:
    """Return how many cards of a resource a bundle gives (positive) or takes (negative)."""
    return ((action >> (6 + 6 * resource)) & 63) + (((action >> (42 + resource)) & 1) << 6) - COUNT_ZERO


@rule
def bundle_to(action: int) -> int:
    """Return the set of seats that a bundle is offered to."""
    return (action >> 36) & 63


@rule
def bank_rate(number: int) -> int:
    """Return how many cards a maritime trade gives; `number` is the action's."""
    return number // 25


@rule
def bank_pair(number: int) -> int:
    """Return what a maritime trade exchanges: 5 * the resource given + the one taken."""
    return number % 25


@rule
def pair_give(pair: int) -> int:
    """Return the resource that a pair gives."""
    return pair // 5


@rule
def pair_take(pair: int) -> int:
    """Return the resource that a pair takes."""
    return pair % 5


# --- packing an action, unchecked -------------------------------------------------------------------------------------


@rule
def pack_action(kind: int, number: int, first: int, second: int, third: int) -> int:
    """Pack an action that is not a bundle."""
    return kind | number << 6 | first << 14 | second << 17 | third << 20


@rule
def with_number(action: int, number: int) -> int:
    """Return an action or a ply with another number."""
    return (action & ~NUMBER_MASK) | number << 6


@rule
def with_dice(action: int, first: int, second: int) -> int:
    """Return a roll with the faces of its dice; 0 where they are unknown."""
    return (action & ~(FIRST_MASK | SECOND_MASK)) | first << 14 | second << 17


@rule
def pack_bank(rate: int, pair: int) -> int:
    """Return the number of a maritime trade."""
    return 25 * rate + pair


@rule
def empty_bundle(kind: int, to: int) -> int:
    """Pack a bundle without cards, offered to a set of seats."""
    return kind | NO_COUNTS | to << 36


@rule
def swap_bundle(kind: int, to: int, give: int, take: int) -> int:
    """Pack a bundle of one card for another, offered to a set of seats."""
    return empty_bundle(kind, to) + (1 << (6 + 6 * give)) - (1 << (6 + 6 * take))


@rule
def add_count(action: int, resource: int, count: int) -> int:
    """Return a bundle, or its ply, that gives `count` more cards of a resource (fewer if negative)."""
    stored = bundle_count(action, resource) + COUNT_ZERO
    more = stored + count
    return (
        action
        + (((more & 63) - (stored & 63)) << (6 + 6 * resource))
        + (((more >> 6) - (stored >> 6)) << (42 + resource))
    )


# --- packing an action, checked ---------------------------------------------------------------------------------------


def action(kind: int, number: int = 0, first: int = 0, second: int = 0, third: int = 0) -> int:
    """Pack an action that is not a bundle. Raises `ValueError` for an argument that has no room.

    >>> action_number(action(BUILD_ROAD, 33))
    33
    """
    _check_room("number", number, 0, 255)
    for seat in (first, second, third):
        _check_room("seat or die", seat, 0, 7)
    return pack_action(kind, number, first, second, third)


def _check_room(name: str, value: int, least: int, most: int) -> None:
    """Check that an argument fits into its bits: one that does not would turn into another action."""
    if not least <= value <= most:
        raise ValueError(f"{name} {value!r}: an action has room for {least} to {most}")


def bank_trade(rate: int, give: int, take: int) -> int:
    """Pack a maritime trade: `rate` cards of `give` for one of `take`."""
    return action(TRADE_BANK, pack_bank(rate, 5 * give + take))


def bundle(kind: int, counts: tuple[int, ...] | list[int], to: int = 0) -> int:
    """Pack a bundle of five counts. Raises `ValueError` if there are others, or if one has no room.

    >>> [bundle_count(bundle(DISCARD, (0, 2, 0, 1, 0)), r) for r in range(5)]
    [0, 2, 0, 1, 0]
    """
    if len(counts) != 5:
        raise ValueError(f"counts {counts!r}: a bundle has five")
    _check_room("set of seats", to, 0, 63)
    for count in counts:
        _check_room("count", count, -MOST_ASKED, MOST_COUNT)
    packed = empty_bundle(kind, to)
    for resource, count in enumerate(counts):
        packed = add_count(packed, resource, count)
    return packed


def hidden_bundle(kind: int, number: int = 0) -> int:
    """Pack a bundle of `number` cards whose kinds are unknown, counted below zero; 0 if the number is unknown too.

    No rule allows such a bundle: it only stands in a log for one that the reader could not see.

    >>> hidden_number(hidden_bundle(DISCARD, 40)), hidden_number(bundle(DISCARD, (0, 2, 0, 1, 0)))
    (40, None)
    """
    return bundle(kind, [-count for count in spread(number)])


def hidden_number(action: int) -> int | None:
    """Return how many cards a bundle hides, 0 if it does not say; None for one whose cards are known."""
    counts = [bundle_count(action, resource) for resource in range(5)]
    return None if max(counts) > 0 else -sum(counts)


def spread(number: int) -> list[int]:
    """Spread cards over the resources, no more of each than a bundle has room for."""
    most = COUNT_ZERO - 1
    return [min(max(number - most * resource, 0), most) for resource in range(5)]


# --- plies ------------------------------------------------------------------------------------------------------------


@rule
def pack_ply(seat: int, action: int) -> int:
    """Pack a seat and its action."""
    return action | seat << SEAT_BITS


def ply(seat: int, action: int, is_absent: bool = False) -> int:
    """Pack what a log holds: a seat, its action, and whether that was played for the seat in its absence (END-2)."""
    return pack_ply(seat, action) | is_absent << ABSENT_BIT


@rule
def ply_seat(ply: int) -> int:
    """Return who took a ply (6: chance)."""
    return (ply >> SEAT_BITS) & 7


def ply_is_absent(ply: int) -> bool:
    """Whether a ply was played for an absent seat."""
    return bool((ply >> ABSENT_BIT) & 1)


@rule
def ply_action(ply: int) -> int:
    """Return a ply's action."""
    return ply & ACTION_MASK
