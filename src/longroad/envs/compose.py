"""Composes bundles card by card: the steps that a seat may take next, and the action that a step completes.

A bundle that is being composed is kept outside the state, in the row of extras of its game. Its cards come in one
order only (what is given, then what is taken, each in the order of the resources, then the seats left out), so that
every legal bundle is composed in exactly one way; and a step is allowed only if a legal bundle can follow.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    DISCARD,
    GIVE_CARDS,
    MOST_COUNT,
    OFFER_TRADE,
    action_kind,
    add_count,
    bundle_count,
    bundle_to,
    empty_bundle,
)
from longroad.core.bits import lowest_bit, popcount
from longroad.core.compile.registry import rule
from longroad.core.layout import HAND, LEGAL, LEGAL_WORDS, PLAYERS, RESOURCES, Block
from longroad.core.legality.slots import FORM_WORD
from longroad.core.legality.words import list_legal
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.robber import discard_due
from longroad.core.rules.trade import most_asked

# The row of extras of a game: what an environment remembers beside the state.
PENDING: Final = 0  # the bundle that is being composed, 0 if none
STEPS: Final = 1  # the steps that are allowed, by the bits below
SEAT: Final = 2  # the seat that decides
ASK: Final = 3  # the set of seats still to be asked for a proposal
SEED: Final = 4  # of the game that is being played
EPISODE: Final = 5  # games begun in this place before it
COUNT: Final = 6  # decisions and steps taken in it
SCORES: Final = 7  # each seat's points before the last step, eight bits each
EXTRAS: Final = 8

ASK_DUE: Final = 1 << 8  # in ASK: the other seats are asked at the next decision of the turn's seat

# The bits of the steps.
GIVE_STEP: Final = 0  # + resource
TAKE_STEP: Final = GIVE_STEP + RESOURCES
LEAVE_OUT_STEP: Final = TAKE_STEP + RESOURCES  # + 1 to 5: the k-th seat after the one that decides
DONE_STEP: Final = LEAVE_OUT_STEP + 6
PASS_STEP: Final = DONE_STEP + 1
STEP_BITS: Final = PASS_STEP + 1

MOST_GIVEN: Final = RESOURCES - 1  # kinds of cards that an offer gives: it takes another


@rule
def new_bundle(s: Block, m: Block, seat: int) -> int:
    """Return the empty bundle of the form that the legality words allow; an offer goes to all others."""
    kind = lowest_bit(m[FORM_WORD])
    to = 0
    if kind == OFFER_TRADE:
        to = ((1 << s[PLAYERS]) - 1) & ~(1 << seat)
    return empty_bundle(kind, to)


@rule
def cards_due(s: Block, seat: int, kind: int) -> int:
    """Return how many cards a bundle of a kind must have, 0 if that is free."""
    if kind == DISCARD:
        return discard_due(s, seat)
    if kind == GIVE_CARDS:
        return FORCED_CARDS
    return 0


@rule
def cards_given(bundle: int) -> int:
    """Count the cards that a bundle gives."""
    given = 0
    for resource in range(RESOURCES):
        given += max(bundle_count(bundle, resource), 0)
    return given


@rule(inline=False)
def card_steps(s: Block, seat: int, bundle: int, due: int) -> int:
    """Return the cards that can be added to a discard or a gift: enough must be left after them in the order."""
    left = due - cards_given(bundle)
    steps = 0
    later = 0
    resource = RESOURCES - 1
    while resource >= 0:
        count = bundle_count(bundle, resource)
        more = s[HAND + RESOURCES * seat + resource] - count
        later += more
        if more > 0 and later >= left:
            steps |= 1 << (GIVE_STEP + resource)
        if count > 0:
            return steps
        resource -= 1
    return steps


@rule
def leave_out_steps(s: Block, seat: int, bundle: int) -> int:
    """Return the seats that an offer can still leave out, one after the other; one must stay."""
    to = bundle_to(bundle)
    steps = 0
    if popcount(to) > 1:
        k = s[PLAYERS] - 1
        while k > 0 and (to >> ((seat + k) % s[PLAYERS])) & 1 != 0:
            steps |= 1 << (LEAVE_OUT_STEP + k)
            k -= 1
    return steps


@rule(inline=False)
def deal_steps(s: Block, seat: int, bundle: int) -> int:
    """Return the steps by which an offer, a counter-offer or a proposal can go on."""
    kinds_given = 0
    last_given = 0
    last_taken = -1
    for resource in range(RESOURCES):
        count = bundle_count(bundle, resource)
        if count > 0:
            kinds_given += 1
            last_given = resource
        elif count < 0:
            last_taken = resource
    others = ((1 << s[PLAYERS]) - 1) & ~(1 << seat)
    is_offer = action_kind(bundle) == OFFER_TRADE
    steps = 0
    for resource in range(RESOURCES):
        count = bundle_count(bundle, resource)
        held = min(s[HAND + RESOURCES * seat + resource], MOST_COUNT)  # an unlimited bank fills hands
        if last_taken < 0 and resource >= last_given and count < held:
            if count > 0 or kinds_given < MOST_GIVEN:
                steps |= 1 << (GIVE_STEP + resource)
        if kinds_given > 0 and resource >= last_taken and count <= 0 and -count < most_asked(s):
            if not is_offer or bundle_to(bundle) == others:
                steps |= 1 << (TAKE_STEP + resource)
    if last_taken >= 0:
        steps |= 1 << DONE_STEP
        if is_offer:
            steps |= leave_out_steps(s, seat, bundle)
    return steps


@rule
def bundle_steps(s: Block, seat: int, bundle: int) -> int:
    """Return the steps by which a bundle can go on."""
    due = cards_due(s, seat, action_kind(bundle))
    if due > 0:
        return card_steps(s, seat, bundle, due)
    return deal_steps(s, seat, bundle)


@rule
def list_steps(s: Block, m: Block, e: Block, seat: int) -> None:
    """List what a seat can do: the legality words, or only steps while it composes a bundle."""
    e[STEPS] = 0
    if e[PENDING] != 0:
        forbid_all(m, e)
        e[STEPS] = bundle_steps(s, seat, e[PENDING])
        return
    list_legal(s, m, seat)
    if m[FORM_WORD] != 0:
        e[STEPS] = bundle_steps(s, seat, new_bundle(s, m, seat))
    if (e[ASK] >> seat) & 1 != 0:
        e[STEPS] |= 1 << PASS_STEP


@rule
def forbid_all(m: Block, e: Block) -> None:
    """Allow nothing, as in a game that is over."""
    for word in range(LEGAL_WORDS):
        m[LEGAL + word] = 0
    e[STEPS] = 0


@rule
def with_step(s: Block, bundle: int, seat: int, step: int) -> int:
    """Return a bundle after a step that changes it."""
    if step < TAKE_STEP:
        return add_count(bundle, step - GIVE_STEP, 1)
    if step < LEAVE_OUT_STEP:
        return add_count(bundle, step - TAKE_STEP, -1)
    other = (seat + step - LEAVE_OUT_STEP) % s[PLAYERS]
    return bundle - (empty_bundle(0, 1 << other) - empty_bundle(0, 0))


@rule(inline=False)
def take_step(s: Block, m: Block, e: Block, seat: int, step: int) -> int:
    """Take a step; return the action that it completes, 0 if none."""
    if step == PASS_STEP:
        e[ASK] &= ~(1 << seat)
        return 0
    bundle = e[PENDING]
    if bundle == 0:
        bundle = new_bundle(s, m, seat)
    if step != DONE_STEP:
        bundle = with_step(s, bundle, seat, step)
        due = cards_due(s, seat, action_kind(bundle))
        if due == 0 or cards_given(bundle) < due:
            e[PENDING] = bundle
            return 0
    e[PENDING] = 0
    return bundle
