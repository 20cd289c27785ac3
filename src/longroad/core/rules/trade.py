"""Trade with the bank and between players (TRA).

The player on turn has one offer, every other seat one answer and one slot for a counter-offer or proposal, so that the
order in which answers come cannot matter. Any other action closes them, so the giver of an open bundle always holds it.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    ACCEPT,
    CLOSE_DEAL,
    COUNTER_OFFER,
    MOST_ASKED,
    OFFER_TRADE,
    PROPOSE_TRADE,
    REFUSE,
    TAKE_PROPOSAL,
    action_kind,
    action_number,
    bank_pair,
    bank_rate,
    bundle_count,
    bundle_to,
    pair_give,
    pair_take,
)
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    ACCEPTED,
    BANK,
    BUILD_OPEN,
    DOMESTIC_TRADE,
    HAND,
    HAND_SIZE,
    HARBORS,
    NOBODY,
    OFFER,
    OFFERED_TO,
    OFFERS,
    OFFERS_PER_TURN,
    PHASES,
    PLAYERS,
    PROPOSAL,
    PROPOSALS,
    PROPOSALS_PER_TURN,
    PROPOSED,
    RESOURCES,
    TURN,
    VIEWER,
    WAITING,
    Block,
)
from longroad.core.legality.codes import (
    ANSWER_FIRST,
    BANK_HAS_NONE,
    IS_THE_TURN,
    LIKE_FOR_LIKE,
    NO_DOMESTIC_TRADE,
    NO_GIFTS,
    NO_SUCH_RATE,
    NOBODY_ASKED,
    NOT_ACCEPTED,
    NOT_ASKED,
    NOT_HELD,
    NOT_PROPOSED,
    NOT_THE_TURN,
    NOTHING_OPEN,
    TOO_FEW_TO_TRADE,
    TOO_MANY_OFFERS,
    TOO_MANY_PROPOSALS,
    TOO_MUCH_ASKED,
    TRADE_OVER,
)
from longroad.core.rules.hands import cards_of_each, pay, receive
from longroad.core.ruleset import STRICT
from longroad.core.words import GENERIC_HARBOR


def _best_rate(harbors: int, resource: int) -> int:
    """Return the rate for a resource with a set of kinds of harbor."""
    return 2 if harbors >> (resource + 1) & 1 else 3 if harbors >> GENERIC_HARBOR & 1 else 4


HARBOR_SETS: Final = 1 << (GENERIC_HARBOR + 1)
# By set of kinds of harbor and resource.
BEST_RATES: Final = tuple(_best_rate(harbors, give) for harbors in range(HARBOR_SETS) for give in range(RESOURCES))


@rule
def is_trade_open(s: Block) -> bool:
    """Whether the build phase has not closed trade yet (TRN-2, TRN-8)."""
    return s[PHASES] != STRICT or s[BUILD_OPEN] == 0


@rule
def best_rate(s: Block, seat: int, resource: int) -> int:
    """Return how many cards of a resource a seat needs for one of the bank's (TRA-7, TRA-8)."""
    return BEST_RATES[RESOURCES * s[HARBORS + seat] + resource]


@rule
def trade_with_bank(s: Block, seat: int, action: int) -> None:
    """Exchange cards with the bank."""
    number = action_number(action)
    pair = bank_pair(number)
    pay(s, seat, pair_give(pair), bank_rate(number))
    receive(s, seat, pair_take(pair), 1)


@rule
def close_trade(s: Block) -> None:
    """Close the offer and all counter-offers and proposals."""
    if (s[OFFERED_TO] | s[PROPOSED]) != 0:
        clear_offer(s)
        s[PROPOSED] = 0
        for i in range(s[PLAYERS] * RESOURCES):
            s[PROPOSAL + i] = 0


@rule
def clear_offer(s: Block) -> None:
    """Close the offer of the player on turn."""
    s[OFFERED_TO] = 0
    s[WAITING] = 0
    s[ACCEPTED] = 0
    for resource in range(RESOURCES):
        s[OFFER + resource] = 0


@rule
def open_offer(s: Block, action: int) -> None:
    """Open an offer, in place of an earlier one; proposals stay."""
    s[OFFERS] += 1
    for resource in range(RESOURCES):
        s[OFFER + resource] = bundle_count(action, resource)
    s[OFFERED_TO] = bundle_to(action)
    s[WAITING] = s[OFFERED_TO]
    for seat in range(s[PLAYERS]):
        if s[HAND_SIZE + seat] == 0:
            s[WAITING] &= ~(1 << seat)  # a seat without cards, which is public, has no choice
    s[ACCEPTED] = 0


@rule
def propose(s: Block, seat: int, action: int) -> None:
    """Put a counter-offer or proposal into a seat's slot; a counter-offer answers the open offer."""
    if (s[WAITING] >> seat) & 1 != 0:
        s[WAITING] &= ~(1 << seat)
    else:
        s[PROPOSALS + seat] += 1
    s[PROPOSED] |= 1 << seat
    for resource in range(RESOURCES):
        s[PROPOSAL + RESOURCES * seat + resource] = bundle_count(action, resource)


@rule
def answer(s: Block, seat: int, accepts: bool) -> None:
    """Accept or refuse the open offer."""
    s[WAITING] &= ~(1 << seat)
    if accepts:
        s[ACCEPTED] |= 1 << seat


@rule
def withdraw(s: Block, seat: int) -> None:
    """Withdraw a seat's offer or proposal."""
    if seat == s[TURN]:
        clear_offer(s)
    else:
        s[PROPOSED] &= ~(1 << seat)
        for resource in range(RESOURCES):
            s[PROPOSAL + RESOURCES * seat + resource] = 0


@rule
def exchange(s: Block, bundle: int, giver: int, taker: int) -> None:
    """Carry a bundle out between its maker and the other seat."""
    for resource in range(RESOURCES):
        count = s[bundle + resource]
        s[HAND + RESOURCES * giver + resource] -= count
        s[HAND_SIZE + giver] -= count
        s[HAND + RESOURCES * taker + resource] += count
        s[HAND_SIZE + taker] += count
    close_trade(s)


@rule
def close_deal(s: Block, seat: int, other: int) -> None:
    """Carry out the offer of the player on turn with a seat that accepted it."""
    exchange(s, OFFER, seat, other)


@rule
def take_proposal(s: Block, seat: int, other: int) -> None:
    """Carry out another seat's counter-offer or proposal."""
    exchange(s, PROPOSAL + RESOURCES * other, other, seat)


@rule
def can_take(s: Block, bundle: int, seat: int) -> bool:
    """Whether a seat holds what the maker of a bundle would take."""
    for resource in range(RESOURCES):
        if s[HAND + RESOURCES * seat + resource] < -s[bundle + resource]:
            return False
    return True


# --- why not ----------------------------------------------------------------------------------------------------------


@rule
def refuse_bank_trade(s: Block, seat: int, number: int) -> int:
    """Return why a maritime trade is not possible."""
    rate = bank_rate(number)
    give = pair_give(bank_pair(number))
    take = pair_take(bank_pair(number))
    if not is_trade_open(s):
        return TRADE_OVER
    if give == take:
        return LIKE_FOR_LIKE
    if rate > 4 or (rate != 4 and not has_rate(s, seat, give, rate)):
        return NO_SUCH_RATE
    if s[HAND + RESOURCES * seat + give] < rate:
        return TOO_FEW_TO_TRADE
    if s[BANK + take] == 0:
        return BANK_HAS_NONE
    return 0


@rule
def has_rate(s: Block, seat: int, resource: int, rate: int) -> bool:
    """Whether a seat's harbors entitle it to a rate of 2 or 3 (TRA-8)."""
    kinds = s[HARBORS + seat]
    if rate == 2:
        return (kinds >> (resource + 1)) & 1 != 0
    return rate == 3 and (kinds >> GENERIC_HARBOR) & 1 != 0


@rule
def most_asked(s: Block) -> int:
    """Return the most cards of a resource that a bundle can ask for: all there are, as far as it has room."""
    return min(cards_of_each(s), MOST_ASKED)


@rule
def refuse_bundle(s: Block, seat: int, action: int) -> int:
    """Return why a bundle cannot be offered: a gift, or more than is held. Its sign keeps a resource on one side."""
    gives = 0
    takes = 0
    for resource in range(RESOURCES):
        count = bundle_count(action, resource)
        if count > s[HAND + RESOURCES * seat + resource]:
            return NOT_HELD
        if -count > most_asked(s):
            return TOO_MUCH_ASKED
        gives += int(count > 0)
        takes += int(count < 0)
    if gives == 0 or takes == 0:
        return NO_GIFTS
    return 0


@rule
def refuse_offer(s: Block, seat: int, action: int) -> int:
    """Return why the player on turn cannot make an offer."""
    if s[OFFERS] >= s[OFFERS_PER_TURN]:
        return TOO_MANY_OFFERS
    to = bundle_to(action)
    if to == 0 or (to >> seat) & 1 != 0 or to >> s[PLAYERS] != 0:
        return NOBODY_ASKED
    return refuse_bundle(s, seat, action)


@rule
def refuse_proposal(s: Block, seat: int, action: int) -> int:
    """Return why another player cannot make a counter-offer or a proposal."""
    if action_kind(action) == COUNTER_OFFER:
        if (s[WAITING] >> seat) & 1 == 0:
            return NOT_ASKED
    else:
        if (s[WAITING] >> seat) & 1 != 0:
            return ANSWER_FIRST
        if s[PROPOSALS + seat] >= s[PROPOSALS_PER_TURN]:
            return TOO_MANY_PROPOSALS
    return refuse_bundle(s, seat, action)


@rule
def refuse_deal(s: Block, seat: int, action: int) -> int:
    """Return why the player on turn cannot conclude a deal with a seat; hands are checked again (TRA-2)."""
    other = action_number(action)
    if action_kind(action) == CLOSE_DEAL:
        if other >= s[PLAYERS] or (s[ACCEPTED] >> other) & 1 == 0:
            return NOT_ACCEPTED
        if s[VIEWER] == NOBODY and not can_take(s, OFFER, other):
            return NOT_HELD
    else:
        if other >= s[PLAYERS] or (s[PROPOSED] >> other) & 1 == 0:
            return NOT_PROPOSED
        if not can_take(s, PROPOSAL + RESOURCES * other, seat):
            return NOT_HELD
    return 0


@rule
def refuse_answer(s: Block, seat: int, kind: int) -> int:
    """Return why a seat cannot accept or refuse."""
    if (s[WAITING] >> seat) & 1 == 0:
        return NOT_ASKED
    if kind == ACCEPT and not can_take(s, OFFER, seat):
        return NOT_HELD
    return 0


@rule
def refuse_withdrawal(s: Block, seat: int) -> int:
    """Return why a seat has nothing to withdraw."""
    if seat == s[TURN]:
        if s[OFFERED_TO] == 0:
            return NOTHING_OPEN
    elif (s[PROPOSED] >> seat) & 1 == 0:
        return NOTHING_OPEN
    return 0


@rule(inline=False)
def refuse_talk(s: Block, seat: int, action: int) -> int:
    """Return why a seat cannot do something about trade between players."""
    kind = action_kind(action)
    if s[DOMESTIC_TRADE] == 0:
        return NO_DOMESTIC_TRADE
    if not is_trade_open(s):
        return TRADE_OVER
    if kind == OFFER_TRADE or kind == CLOSE_DEAL or kind == TAKE_PROPOSAL:
        if seat != s[TURN]:
            return NOT_THE_TURN
        if kind == OFFER_TRADE:
            return refuse_offer(s, seat, action)
        return refuse_deal(s, seat, action)
    if kind == PROPOSE_TRADE or kind == COUNTER_OFFER:
        if seat == s[TURN]:
            return IS_THE_TURN
        return refuse_proposal(s, seat, action)
    if kind == ACCEPT or kind == REFUSE:
        return refuse_answer(s, seat, kind)
    return refuse_withdrawal(s, seat)
