"""Random play that tries out everything, with invariants and legality checked on the way: an entry point.

Unlike in `playout`, which is made for speed, any seat that may act does so, in any order, with bundles of any size.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    DISCARD,
    GIVE_CARDS,
    OFFER_TRADE,
    action_kind,
    add_count,
    empty_bundle,
    pack_ply,
    ply_action,
    ply_seat,
)
from longroad.core.bits import nth_bit, popcount
from longroad.core.check.invariants import violation
from longroad.core.check.legality import any_listed, check_legality
from longroad.core.check.violations import NOT_IN_TABLE, TOO_LONG
from longroad.core.compile.registry import entry, rule
from longroad.core.layout import CHANCE, HAND, HAND_SIZE, PHASE, PLAYERS, RESOURCES, TURNS, Block
from longroad.core.legality.slots import FORM_WORD, count_listed
from longroad.core.legality.words import may_act, note_legal, to_act
from longroad.core.phases import IS_CHANCE, OVER, PHASE_KINDS, PHASE_TABLE
from longroad.core.playout import random_bundle, random_swap
from longroad.core.rng import CHOICE_STREAM, random_below
from longroad.core.rules.apply import apply
from longroad.core.rules.chance import sample
from longroad.core.rules.start import new_game

NUMBERS_A_PLY: Final = 256  # random numbers set aside for each ply
GUESSES_FROM: Final = 32  # those from here on are for invented actions
INTERJECT_ONE_IN: Final = 8  # how often all seats that may act are asked, not only those the game waits for
LARGE_ONE_IN: Final = 4  # how often a bundle is more than a card for a card
GUESS_ONE_IN: Final = 8  # at how many plies of a thorough game legality is checked

# What can follow each phase, as sets; and how many words it takes to note what did, and by which kinds of action.
FOLLOWING: Final = tuple(sum(1 << phase for phase in row.follows) for row in PHASE_TABLE)
PHASE_COUNT: Final = len(PHASE_TABLE)
SEEN_WORDS: Final = 2 * PHASE_COUNT


@rule(inline=False)
def large_bundle(s: Block, seat: int, kind: int, seed: int, k: int) -> int:
    """Offer several cards for several; an offer goes to some of the others."""
    pick = random_below(seed, CHOICE_STREAM, k, s[HAND_SIZE + seat])
    given = 0
    while pick >= s[HAND + RESOURCES * seat + given]:
        pick -= s[HAND + RESOURCES * seat + given]
        given += 1
    taken = (given + 1 + random_below(seed, CHOICE_STREAM, k + 1, RESOURCES - 1)) % RESOURCES
    to = 0
    if kind == OFFER_TRADE:
        others = ((1 << s[PLAYERS]) - 1) & ~(1 << seat)
        to = others & random_below(seed, CHOICE_STREAM, k + 9, 1 << s[PLAYERS])
        if to == 0:
            to = others
    bundle = empty_bundle(kind, to)
    for resource in range(RESOURCES):
        most = min(s[HAND + RESOURCES * seat + resource], 3)
        if resource == given:
            count = 1 + random_below(seed, CHOICE_STREAM, k + 2, most)
        elif resource == taken:
            count = -1 - random_below(seed, CHOICE_STREAM, k + 3, 3)
        else:
            count = random_below(seed, CHOICE_STREAM, k + 4 + resource, most + 2) - 1
        bundle = add_count(bundle, resource, count)
    return bundle


@rule(inline=False)
def some_bundle(s: Block, m: Block, seat: int, seed: int, k: int) -> int:
    """Make any bundle whose form the legality words allow."""
    kinds = m[FORM_WORD]
    kind = nth_bit(kinds, random_below(seed, CHOICE_STREAM, k, popcount(kinds)))
    if kind == DISCARD or kind == GIVE_CARDS:
        return random_bundle(s, seat, seed, k + 1)
    if random_below(seed, CHOICE_STREAM, k + 1, LARGE_ONE_IN) == 0:
        return large_bundle(s, seat, kind, seed, k + 2)
    return random_swap(s, seat, seed, k + 2)


@rule(inline=False)
def any_ply(s: Block, m: Block, seed: int, k: int) -> int:
    """Return the next ply: an outcome of chance, or any action of any seat that may act; random numbers from `k` on."""
    if IS_CHANCE[s[PHASE]] != 0:
        return pack_ply(CHANCE, sample(s, m, seed))
    seats = to_act(s)
    if random_below(seed, CHOICE_STREAM, k, INTERJECT_ONE_IN) == 0:
        seats = may_act(s)
    seat = nth_bit(seats, random_below(seed, CHOICE_STREAM, k + 1, popcount(seats)))
    note_legal(s, m, seat)
    count = count_listed(s, m)
    pick = random_below(seed, CHOICE_STREAM, k + 2, count + int(m[FORM_WORD] != 0))
    if pick < count:
        return pack_ply(seat, any_listed(s, m, seat, pick))
    return pack_ply(seat, some_bundle(s, m, seat, seed, k + 3))


@rule
def follow(s: Block, m: Block, ply: int) -> int:
    """Apply a ply; return the code of a violation if the table of phases does not allow it."""
    action = ply_action(ply)
    before = s[PHASE]
    apply(s, m, ply_seat(ply), action)
    if (PHASE_KINDS[before] >> action_kind(action)) & 1 == 0 or (FOLLOWING[before] >> s[PHASE]) & 1 == 0:
        return NOT_IN_TABLE
    return 0


@rule
def fuzz_check(s: Block, m: Block, seed: int, k: int, is_thorough: int, is_turn: int) -> int:
    """Check a state after a ply: always if thorough, else if a turn has begun or the game has ended."""
    code = 0
    if is_thorough != 0 or is_turn != 0 or s[PHASE] == OVER:
        code = violation(s, m)
    if code == 0 and is_thorough != 0 and random_below(seed, CHOICE_STREAM, k + 3, GUESS_ONE_IN) == 0:
        code = check_legality(s, m, seed, k + GUESSES_FROM)
    return code


@entry("i8[::1], i8[::1], i8, i8[::1], i8[::1], i8[::1]")
def fuzz_games(
    s: Block,
    m: Block,
    i: int,
    seeds: Block,
    thorough: Block,
    most: int,
    codes: Block,
    plies: Block,
    seen: Block,
) -> None:
    """Play game i to its end, checking at every ply if thorough, else at every turn; stop at the first violation.

    `codes[i]` is its code, `plies[i]` the number of plies made. The game's part of `seen` notes what followed each
    phase, and which kinds of action were taken in it.
    """
    seed = seeds[i]
    new_game(s, m, seed)
    code = violation(s, m)
    k = 0
    while s[PHASE] != OVER and code == 0:
        if k == most:
            code = TOO_LONG
        else:
            phase = s[PHASE]
            turns = m[TURNS]
            ply = any_ply(s, m, seed, NUMBERS_A_PLY * k)
            code = follow(s, m, ply)
            seen[SEEN_WORDS * i + phase] |= 1 << s[PHASE]
            seen[SEEN_WORDS * i + PHASE_COUNT + phase] |= 1 << action_kind(ply)
            if code == 0:
                code = fuzz_check(s, m, seed, NUMBERS_A_PLY * k, thorough[i], int(m[TURNS] != turns))
            k += 1
    codes[i] = code
    plies[i] = k


assert GUESSES_FROM + 16 * 12 + 16 <= NUMBERS_A_PLY
