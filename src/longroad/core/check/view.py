"""Invariants of views: what is hidden can be filled in so that a state results in which everything holds.

Filling in checks only what must hold: there are enough cards of each kind, also for what is offered, and nobody has the
points to win in a game that goes on. Every real view passes, wherever the hidden cards are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from longroad.core.check.invariants import corruption, out_of_range
from longroad.core.check.violations import NOT_ENDED, VIOLATIONS, WRONG_CARDS, WRONG_OFFER, WRONG_QUEUE, WRONG_STACK
from longroad.core.island.material import STACK
from longroad.core.layout import (
    ACCEPTED,
    ACTOR,
    CARD_KINDS,
    CARDS,
    CARDS_SIZE,
    DECK,
    DECK_SIZE,
    DISCARDS,
    DUEL,
    FRESH,
    HAND,
    HAND_SIZE,
    ISLAND,
    KNIGHTS,
    NOBODY,
    OFFER,
    OFFERED_TO,
    OWES,
    PHASE,
    PLAYERS,
    POINT_CARDS,
    POINTS,
    PROGRESS_CARDS,
    PROPOSAL,
    PROPOSED,
    QUEUE,
    QUEUE_SIZE,
    RESOURCES,
    SEATS,
    TURN,
    VICTORY_POINTS,
    VIEWER,
    WIN_ON,
)
from longroad.core.phases import DISCARDING, OVER
from longroad.core.rules.hands import cards_of_each, put_stacks, stack_of
from longroad.core.rules.robber import discard_due
from longroad.core.ruleset import OWN_TURN, POINTS_NEXT_TURN, REMOVED
from longroad.core.view import PUBLIC, redacted
from longroad.core.words import KNIGHT_CARD, POINT_CARD

Held = Mapping[int, Sequence[int]]  # cards by seat
_NOTHING_KNOWN: Final[Held] = MappingProxyType({})
_NO_VIEWER: Final = "it is nobody's view"
_NOT_REDACTED: Final = "it shows what its viewer may not see"


def view_corruption(s: list[int], m: list[int]) -> str:
    """Return why blocks read from outside are not a view, as a sentence; empty if they are."""
    whole, words = s.copy(), m.copy()
    whole[VIEWER] = NOBODY
    reason = out_of_range(whole, words) or _wrong_redaction(s)
    if not reason and s[PHASE] != OVER:
        whole[VIEWER] = s[VIEWER]
        codes = fill_in(whole)
        reason = VIOLATIONS[codes[0]] if codes else ""
    return reason or corruption(whole, words)


def fill_in(s: list[int], at_least: Held = _NOTHING_KNOWN) -> list[int]:
    """Turn the blocks of a view into those of a state that fits; return the codes of why that is impossible.

    `at_least` has cards by hidden seat that it is known to hold.
    """
    hidden = [seat for seat in range(s[PLAYERS]) if seat != s[VIEWER]]
    s[VIEWER] = NOBODY
    codes = [] if s[PHASE] == OVER else [_fill_hands(s, hidden, at_least), _fill_cards(s, hidden)]
    return [code for code in codes if code]


def put_some_bank(s: list[int], at_least: Held = _NOTHING_KNOWN) -> None:
    """Put a bank into a view that adds up with its hands, whose hidden cards are as even as possible.

    It holds what is left if hidden hands need more cards than there are.
    """
    hidden = [seat for seat in range(s[PLAYERS]) if seat != s[VIEWER]]
    bank = [cards_of_each(s)] * RESOURCES
    for seat in range(s[PLAYERS]):
        held = _sure(s, seat, at_least) if seat in hidden else _row(s, HAND, seat)
        bank = [max(count - some, 0) for count, some in zip(bank, held, strict=True)]
    for seat in hidden:
        for _ in range(s[HAND_SIZE + seat] - sum(_sure(s, seat, at_least))):
            most = bank.index(max(bank))
            bank[most] = max(bank[most] - 1, 0)
    put_stacks(s, bank)


def _wrong_redaction(s: list[int]) -> str:
    if s[VIEWER] != PUBLIC and not 0 <= s[VIEWER] < s[PLAYERS]:
        return _NO_VIEWER
    return "" if redacted(s, s[VIEWER]) == s else _NOT_REDACTED


def _row(s: Sequence[int], field: int, seat: int) -> Sequence[int]:
    """Return a seat's five counts; kinds of development cards are as many as resources."""
    return s[field + RESOURCES * seat : field + RESOURCES * (seat + 1)]


def _put(s: list[int], field: int, seat: int, counts: Sequence[int]) -> None:
    s[field + RESOURCES * seat : field + RESOURCES * (seat + 1)] = counts


def _taken(from_counts: list[int], number: int) -> list[int]:
    """Take `number` cards, the first kinds first."""
    taken: list[int] = []
    for kind, count in enumerate(from_counts):
        taken.append(min(count, number - sum(taken)))
        from_counts[kind] -= taken[-1]
    return taken


# --- resource cards ---------------------------------------------------------------------------------------------------


def _fill_hands(s: list[int], hidden: list[int], at_least: Held) -> int:
    """Deal hidden hands from the cards that lie nowhere else; return the code of why that is impossible, or 0."""
    left = [cards_of_each(s) - stack_of(s, resource) for resource in range(RESOURCES)]
    for seat in range(s[PLAYERS]):
        left = [all_ - held for all_, held in zip(left, _row(s, HAND, seat), strict=True)]
    if min(left) < 0 or sum(left) != sum(s[HAND_SIZE + seat] for seat in hidden):
        return WRONG_CARDS
    sure = {seat: _sure(s, seat, at_least) for seat in hidden}
    left = [all_ - sum(counts) for all_, *counts in zip(left, *sure.values(), strict=True)]
    if min(left) < 0 or any(sum(sure[seat]) > s[HAND_SIZE + seat] for seat in hidden):
        return WRONG_CARDS if at_least else WRONG_OFFER
    for seat in hidden:
        more = _taken(left, s[HAND_SIZE + seat] - sum(sure[seat]))
        hand = [count + rest for count, rest in zip(sure[seat], more, strict=True)]
        _put(s, HAND, seat, hand)
        if s[PHASE] == DISCARDING and not s[OWES] >> seat & 1:
            _put(s, DISCARDS, seat, _taken(hand, discard_due(s, seat)))
    return 0


def _sure(s: list[int], seat: int, at_least: Held) -> list[int]:
    """Return the cards that a seat certainly holds, those of `at_least` among them."""
    return [*map(max, sure_to_hold(s, seat), at_least.get(seat, (0,) * RESOURCES))]


def sure_to_hold(s: list[int], seat: int) -> list[int]:
    """Return the cards that a seat certainly holds: what it offers, proposes or has agreed to give."""
    offer = s[OFFER : OFFER + RESOURCES]
    gives = _row(s, PROPOSAL, seat) if s[PROPOSED] >> seat & 1 else [0] * RESOURCES
    agreed = [0] * RESOURCES
    if seat == s[TURN] and s[OFFERED_TO]:
        agreed = offer
    elif s[ACCEPTED] >> seat & 1:
        agreed = [-count for count in offer]
    return [max(one, other, 0) for one, other in zip(gives, agreed, strict=True)]


# --- development cards ------------------------------------------------------------------------------------------------


def _fill_cards(s: list[int], hidden: list[int]) -> int:
    """Deal the stack and the hidden development cards; return the code of why that is impossible, or 0."""
    queue = s[QUEUE : QUEUE + s[QUEUE_SIZE]]
    if NOBODY in queue:
        return WRONG_QUEUE
    first = CARD_KINDS * s[ISLAND]
    left = [STACK[first + kind] - queue.count(kind) for kind in range(CARD_KINDS)]
    left[KNIGHT_CARD] -= sum(s[KNIGHTS : KNIGHTS + SEATS])
    for seat in range(s[PLAYERS]):
        left = [all_ - held for all_, held in zip(left, _row(s, CARDS, seat), strict=True)]
    gone = sum(left) - s[DECK_SIZE] - sum(s[CARDS_SIZE + seat] for seat in hidden)
    may_go = [0] * CARD_KINDS
    for kind in range(POINT_CARD):
        if s[DUEL] if kind == KNIGHT_CARD else s[PROGRESS_CARDS] == REMOVED:
            may_go[kind] = left[kind]
    if min(left) < 0 or not 0 <= gone <= sum(may_go):
        return WRONG_STACK
    left = [all_ - some for all_, some in zip(left, _taken(may_go, gone), strict=True)]
    return _deal_cards(s, hidden, left)


def _deal_cards(s: list[int], hidden: list[int], left: list[int]) -> int:
    """Deal as many victory point cards to the stack as it takes, others to players who do not win by them."""
    points = min(left[POINT_CARD], s[DECK_SIZE])
    held: dict[int, int] = {}
    for seat in hidden:
        held[seat] = min(left[POINT_CARD] - points - sum(held.values()), _room_for_points(s, seat))
    if points + sum(held.values()) < left[POINT_CARD]:
        return NOT_ENDED
    left[POINT_CARD] = 0
    _put(s, DECK, 0, _taken(left, s[DECK_SIZE] - points))
    s[DECK + POINT_CARD] = points
    for seat in hidden:
        _put(s, CARDS, seat, _taken(left, s[CARDS_SIZE + seat] - held[seat]))
        s[CARDS + CARD_KINDS * seat + POINT_CARD] = held[seat]
        if s[POINT_CARDS] == POINTS_NEXT_TURN:
            s[FRESH + CARD_KINDS * seat + POINT_CARD] = held[seat]
    return 0


def _room_for_points(s: list[int], seat: int) -> int:
    """Return how many victory point cards a seat can hold without having won."""
    can_win = s[WIN_ON] != OWN_TURN or seat == s[TURN] == s[ACTOR]
    if not can_win or s[POINT_CARDS] == POINTS_NEXT_TURN:
        return s[CARDS_SIZE + seat]
    return max(0, min(s[CARDS_SIZE + seat], s[VICTORY_POINTS] - 1 - s[POINTS + seat]))
