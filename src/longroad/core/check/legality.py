"""Legality both ways: what is listed or fits a form is not refused, everything else is, and asking changes nothing."""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    BUILD_SETTLEMENT,
    DICE_ROLLED,
    DISCARD,
    GIVE_CARDS,
    KIND_BITS,
    KIND_MASK,
    KINDS,
    MOST_COUNT,
    NEUTRAL_ROAD,
    OFFER_TRADE,
    START_ROLLED,
    TRADE_BANK,
    action_first,
    action_kind,
    action_number,
    action_second,
    add_count,
    bank_pair,
    bank_rate,
    bundle_count,
    bundle_to,
    empty_bundle,
    pack_action,
    pair_give,
    with_dice,
)
from longroad.core.bits import lowest_bit
from longroad.core.check.violations import CHANGED_BY_ASKING, LISTED_BUT_REFUSED, MAY_BUT_CANNOT, REFUSED_BUT_FITS
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    CHANCE,
    HAND,
    HARBORS,
    LEGAL,
    PHASE,
    PLAYERS,
    RESOURCES,
    SMALL_SIZE,
    WORDS_SIZE,
    Block,
)
from longroad.core.legality.refusal import refusal
from longroad.core.legality.slots import BANK_WORD, FORM_WORD, LISTED_WORDS, count_listed, listed_action, nth_listed
from longroad.core.legality.words import may_act, note_legal, to_act
from longroad.core.phases import IS_CHANCE, OVER
from longroad.core.rng import CHOICE_STREAM, mixed, random_below, random_bits
from longroad.core.rules.chance import outcome_action, outcome_count, weight
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.robber import discard_due
from longroad.core.rules.trade import best_rate, most_asked
from longroad.core.words import GENERIC_HARBOR

GUESSES: Final = 12  # invented actions that are tried each time
NUMBERS: Final = 140  # a little more than any argument can be
ACTION_BITS: Final = 50  # a little more than an action takes
WAYS_TO_GUESS: Final = 5


@rule(inline=False)
def checksum(s: Block, m: Block) -> int:
    """Sum a state up in one number."""
    total = 0
    for i in range(SMALL_SIZE):
        total = mixed(total + (s[i] & 255))
    for i in range(WORDS_SIZE):
        total = mixed(mixed(total + (m[i] & 0xFFFFFFFF)) + (m[i] >> 32))
    return total


# --- what is legal, from the legality words and the forms -------------------------------------------------------------


@rule(inline=False)
def any_listed(s: Block, m: Block, seat: int, n: int) -> int:
    """Return the n-th listed action, from code that exists once."""
    return nth_listed(s, m, seat, n)


@rule(inline=False)
def is_listed(s: Block, m: Block, seat: int, action: int) -> bool:
    """Return whether an action is listed in the legality words of a seat."""
    for word in range(LISTED_WORDS):
        bits = m[LEGAL + word]
        while bits != 0:
            if listed_action(s, seat, word, lowest_bit(bits)) == action:
                return True
            bits &= bits - 1
    return False


@rule(inline=False)
def is_worse_rate(s: Block, m: Block, seat: int, action: int) -> bool:
    """Return whether a maritime trade is listed at a better rate, and the seat may also use this one (TRA-8)."""
    number = action_number(action)
    rate = bank_rate(number)
    pair = bank_pair(number)
    give = pair_give(pair)
    if action != pack_action(TRADE_BANK, number, 0, 0, 0) or (m[BANK_WORD] >> pair) & 1 == 0:
        return False
    if rate <= best_rate(s, seat, give) or s[HAND + RESOURCES * seat + give] < rate:
        return False
    return rate == 4 or (rate == 3 and (s[HARBORS + seat] >> GENERIC_HARBOR) & 1 != 0)


@rule(inline=False)
def fits_form(s: Block, m: Block, seat: int, action: int) -> bool:
    """Return whether a bundle fits a form that the legality words of a seat allow."""
    kind = action_kind(action)
    if kind < OFFER_TRADE or kind > GIVE_CARDS or (m[FORM_WORD] >> kind) & 1 == 0 or action & ~KIND_BITS[kind] != 0:
        return False
    given = 0
    taken = 0
    for resource in range(RESOURCES):
        count = bundle_count(action, resource)
        if count > s[HAND + RESOURCES * seat + resource] or -count > most_asked(s):
            return False
        given += max(count, 0)
        taken += max(-count, 0)
    to = bundle_to(action)
    if kind == OFFER_TRADE:
        return given > 0 and taken > 0 and to != 0 and to >> s[PLAYERS] == 0 and (to >> seat) & 1 == 0
    if to != 0:
        return False
    if kind == DISCARD:
        return taken == 0 and given == discard_due(s, seat)
    if kind == GIVE_CARDS:
        return taken == 0 and given == FORCED_CARDS
    return given > 0 and taken > 0


@rule(inline=False)
def is_outcome(s: Block, action: int) -> bool:
    """Return whether an action is an outcome of chance here, with or without the faces of the dice."""
    if IS_CHANCE[s[PHASE]] == 0:
        return False
    plain = action
    kind = action_kind(action)
    first = action_first(action)
    second = action_second(action)
    if (kind == START_ROLLED or kind == DICE_ROLLED) and 1 <= first <= 6 and 1 <= second <= 6:
        if first + second == action_number(action):
            plain = with_dice(action, 0, 0)
    for outcome in range(outcome_count(s)):
        if weight(s, outcome) > 0 and outcome_action(s, outcome) == plain:
            return True
    return False


@rule(inline=False)
def is_legal(s: Block, m: Block, seat: int, action: int) -> bool:
    """Return whether an action is listed, fits a form or is an outcome; writes the legality words."""
    if seat == CHANCE:
        return is_outcome(s, action)
    if seat < 0 or seat >= s[PLAYERS]:
        return False
    note_legal(s, m, seat)
    return is_listed(s, m, seat, action) or fits_form(s, m, seat, action) or is_worse_rate(s, m, seat, action)


# --- actions to try ---------------------------------------------------------------------------------------------------


@rule
def random_word(seed: int, k: int) -> int:
    """Return 53 random bits."""
    return (random_bits(seed, CHOICE_STREAM, k) << 21) ^ random_bits(seed, CHOICE_STREAM, k + 1)


@rule(inline=False)
def guess_bundle(s: Block, seat: int, kind: int, seed: int, k: int) -> int:
    """Invent a bundle that is close to what a seat holds."""
    to = 0
    if kind == OFFER_TRADE:
        to = random_below(seed, CHOICE_STREAM, k + RESOURCES, 1 << s[PLAYERS])
    bundle = empty_bundle(kind, to)
    for resource in range(RESOURCES):
        most = 1
        if 0 <= seat < s[PLAYERS]:
            most += s[HAND + RESOURCES * seat + resource]
        count = random_below(seed, CHOICE_STREAM, k + resource, most + 3) - 2
        if kind >= DISCARD and count < 0:
            count = 0
        bundle = add_count(bundle, resource, min(count, MOST_COUNT))
    return bundle


@rule(inline=False)
def guess_action(s: Block, m: Block, seat: int, seed: int, k: int) -> int:
    """Invent an action: any number, any of a kind, a likely one, a legal one with one bit changed, a bundle."""
    way = random_below(seed, CHOICE_STREAM, k, WAYS_TO_GUESS)
    word = random_word(seed, k + 1)
    kind = 1 + random_below(seed, CHOICE_STREAM, k + 3, KINDS - 1)
    if way == 0:
        return word - (1 << 50)
    if way == 1:
        return (word & KIND_BITS[kind] & ~KIND_MASK) | kind
    if way == 3 and 0 <= seat < s[PLAYERS]:
        note_legal(s, m, seat)
        count = count_listed(s, m)
        if count > 0:
            action = any_listed(s, m, seat, random_below(seed, CHOICE_STREAM, k + 4, count))
            return action ^ (1 << random_below(seed, CHOICE_STREAM, k + 5, ACTION_BITS))
    if way == 4 or OFFER_TRADE <= kind <= GIVE_CARDS:
        kind = OFFER_TRADE + kind % (GIVE_CARDS - OFFER_TRADE + 1)
        return guess_bundle(s, seat, kind, seed, k + 4)
    if kind < BUILD_SETTLEMENT:
        return kind
    number = random_below(seed, CHOICE_STREAM, k + 4, NUMBERS)
    if kind < NEUTRAL_ROAD:
        return pack_action(kind, number, 0, 0, 0)
    return pack_action(kind, number, word & 7, (word >> 3) & 7, (word >> 6) & 7) & KIND_BITS[kind]


# --- the checks -------------------------------------------------------------------------------------------------------


@rule(inline=False)
def check_lists(s: Block, m: Block) -> int:
    """Check that what is listed is not refused, and that exactly those who may act have something listed or a form."""
    may = may_act(s)
    if to_act(s) & ~may != 0:
        return MAY_BUT_CANNOT
    for seat in range(s[PLAYERS]):
        note_legal(s, m, seat)
        count = count_listed(s, m)
        if (count != 0 or m[FORM_WORD] != 0) != ((may >> seat) & 1 != 0):
            return MAY_BUT_CANNOT
        for n in range(count):
            if refusal(s, m, seat, any_listed(s, m, seat, n)) != 0:
                return LISTED_BUT_REFUSED
    return 0


@rule(inline=False)
def check_guesses(s: Block, m: Block, seed: int, k: int) -> int:
    """Check that a few invented actions are refused exactly if they are not legal."""
    for n in range(GUESSES):
        first = k + 16 * n
        seat = random_below(seed, CHOICE_STREAM, first, s[PLAYERS] + 3) - 1
        if seat >= s[PLAYERS]:
            seat += CHANCE - s[PLAYERS]
        action = guess_action(s, m, seat, seed, first + 1)
        code = refusal(s, m, seat, action)
        if is_legal(s, m, seat, action):
            if code != 0:
                return LISTED_BUT_REFUSED
        elif code == 0:
            return REFUSED_BUT_FITS
    return 0


@rule(inline=False)
def check_legality(s: Block, m: Block, seed: int, k: int) -> int:
    """Check legality both ways, with actions invented from random numbers from `k` on; writes the legality words."""
    before = checksum(s, m)
    code = 0
    if s[PHASE] != OVER:
        code = check_lists(s, m)
    if code == 0:
        code = check_guesses(s, m, seed, k)
    if code == 0 and checksum(s, m) != before:
        code = CHANGED_BY_ASKING
    return code
