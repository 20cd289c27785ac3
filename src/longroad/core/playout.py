"""Random play, and single steps, of many games: two of the entry points of compiled code (see `perft` and `fuzz`)."""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    ACCEPT,
    COUNTER_OFFER,
    DISCARD,
    GIVE_CARDS,
    OFFER_TRADE,
    PROPOSE_TRADE,
    ROLL,
    WITHDRAW,
    add_count,
    bundle_count,
    empty_bundle,
    pair_give,
    pair_take,
    swap_bundle,
)
from longroad.core.bits import lowest_bit, nth_bit, popcount
from longroad.core.compile.registry import entry, rule
from longroad.core.layout import (
    ACTOR,
    ASKED,
    CHANCE,
    DOMESTIC_TRADE,
    DRAWN,
    DUEL,
    HAND,
    KNIGHTS,
    OFFERED_TO,
    PHASE,
    PLAYED,
    PLAYERS,
    RESOURCES,
    SPECIAL_BUILD,
    TRADE_CARDS,
    TURN,
    WAITING,
    Block,
)
from longroad.core.legality.refusal import refusal
from longroad.core.legality.slots import SWAP_WORD, count_listed, nth_listed
from longroad.core.legality.words import can_propose, list_legal, note_legal, simple_answers, swaps, to_act
from longroad.core.phases import BEFORE_ROLL, DICE_ROLL, DISCARDING, IS_CHANCE, MAIN, OVER, SPECIAL_BUILDING
from longroad.core.rng import CHOICE_STREAM, random_below, random_bits, scaled
from longroad.core.rules.apply import apply, apply_decision
from longroad.core.rules.cards import has_card_to_play
from longroad.core.rules.chance import apply_chance, next_bits, outcome_of, sample
from longroad.core.rules.duel import FORCED_CARDS, action_price
from longroad.core.rules.hands import affordable
from longroad.core.rules.robber import discard_due
from longroad.core.rules.start import new_game
from longroad.core.rules.trade import answer, propose, withdraw
from longroad.core.rules.turn import end_turn

PROPOSE_ONE_IN: Final = 4  # how often a random player proposes when asked
STEPS_AT_ONCE: Final = 128  # decisions after which random play pauses, for devices (see `entry`)


@rule
def random_cards(s: Block, seat: int, kind: int, count: int, seed: int, k: int) -> int:
    """Choose cards from a hand at random, as a bundle."""
    bundle = empty_bundle(kind, 0)
    hand = HAND + RESOURCES * seat
    left = 0
    for resource in range(RESOURCES):
        left += s[hand + resource]
    for i in range(count):
        pick = random_below(seed, CHOICE_STREAM, k + i, left)
        resource = 0
        held = s[hand] - bundle_count(bundle, 0)
        while pick >= held:
            pick -= held
            resource += 1
            held = s[hand + resource] - bundle_count(bundle, resource)
        bundle = add_count(bundle, resource, 1)
        left -= 1
    return bundle


@rule(inline=False)
def random_bundle(s: Block, seat: int, seed: int, k: int) -> int:
    """Choose a discard or a gift at random."""
    if s[PHASE] == DISCARDING:
        return random_cards(s, seat, DISCARD, discard_due(s, seat), seed, k)
    return random_cards(s, seat, GIVE_CARDS, FORCED_CARDS, seed, k)


@rule(inline=False)
def random_swap(s: Block, seat: int, seed: int, k: int) -> int:
    """Offer, counter or propose one random card for another; an offer goes to all."""
    pairs = swaps(s, seat)
    pair = nth_bit(pairs, random_below(seed, CHOICE_STREAM, k, popcount(pairs)))
    kind = PROPOSE_TRADE
    to = 0
    if seat == s[TURN]:
        kind = OFFER_TRADE
        to = ((1 << s[PLAYERS]) - 1) & ~(1 << seat)
    elif (s[WAITING] >> seat) & 1 != 0:
        kind = COUNTER_OFFER
    return swap_bundle(kind, to, pair_give(pair), pair_take(pair))


@rule
def random_action(s: Block, m: Block, seat: int, seed: int, k: int) -> int:
    """Choose among a seat's legal actions, listed in the legality words, at random; all swaps together count as one."""
    count = count_listed(s, m)
    choices = count + int(m[SWAP_WORD] != 0)
    if choices == 0:
        return random_bundle(s, seat, seed, k)
    pick = scaled(m[DRAWN], choices)
    if pick == count:
        return random_swap(s, seat, seed, k + 1)
    return nth_listed(s, m, seat, pick)


@rule
def can_only_roll(s: Block, seat: int) -> bool:
    """Whether a seat before its roll has no development card to play, nor in a duel what pays for an action."""
    if has_card_to_play(s, seat):
        return False
    return s[DUEL] == 0 or (s[KNIGHTS + seat] == 0 and s[TRADE_CARDS + seat] < action_price(s, seat))


@rule
def random_answer(s: Block, seat: int, seed: int, k: int) -> None:
    """Answer an offer at random; whoever is asked has cards, so a counter-offer is always possible."""
    answers = simple_answers(s, seat)
    count = popcount(answers)
    pick = random_below(seed, CHOICE_STREAM, k, count + 1)
    if pick == count:
        propose(s, seat, random_swap(s, seat, seed, k + 1))
        return
    kind = nth_bit(answers, pick)
    if kind == WITHDRAW:
        withdraw(s, seat)
    else:
        answer(s, seat, kind == ACCEPT)


@rule(inline=False)
def answer_offer(s: Block, seed: int, plies: int, most: int) -> int:
    """Let all who are asked answer the open offer at random; return the plies played by then."""
    while s[WAITING] != 0 and plies < most:
        random_answer(s, lowest_bit(s[WAITING]), seed, 16 * plies)
        plies += 1
    return plies


@rule
def pass_building(s: Block, m: Block, plies: int, most: int) -> int:
    """Pass for seats that can pay for nothing in the special build phase; return the plies played by then."""
    while s[PHASE] == SPECIAL_BUILDING and affordable(s, s[ACTOR]) == 0 and plies < most:
        end_turn(s, m)
        plies += 1
    return plies


@rule(inline=False)
def random_proposals(s: Block, seed: int, k: int, most: int) -> int:
    """Ask every other seat once for a proposal until `most` were made; return how many were."""
    made = 0
    for seat in range(s[PLAYERS]):
        if seat != s[TURN] and can_propose(s, seat) and made < most:
            if random_below(seed, CHOICE_STREAM, k + 2 * seat, PROPOSE_ONE_IN) == 0:
                propose(s, seat, random_swap(s, seat, seed, k + 2 * seat + 1))
                made += 1
    return made


@rule
def play_on(s: Block, m: Block, seed: int, most: int, steps: int) -> None:
    """Play at random until the game is over, has lasted `most` plies in all, or `steps` steps later.

    A step is everything up to one decision of the player who acts: answers to an offer, seats that can build nothing in
    the special build phase, a forced roll, a ply of chance. On a device, games side by side take steps at the same
    pace, and only the decision takes long.
    """
    plies = m[PLAYED]
    is_asked = m[ASKED]
    luck = next_bits(m, seed)  # drawn long before it is needed, as the bits for a choice are: that is time saved
    while s[PHASE] != OVER and plies < most and steps > 0:
        steps -= 1
        if s[DOMESTIC_TRADE] != 0 and s[WAITING] != 0 and is_asked != 0:
            plies = answer_offer(s, seed, plies, most)
        if s[SPECIAL_BUILD] != 0:
            plies = pass_building(s, m, plies, most)
        for _ in range(1 + s[DUEL]):  # a duel has two rolls
            if s[PHASE] == BEFORE_ROLL and can_only_roll(s, s[TURN]) and plies < most:
                apply_decision(s, m, s[TURN], ROLL)
                plies += 1
            if IS_CHANCE[s[PHASE]] != 0 and plies < most:
                if s[PHASE] == DICE_ROLL:
                    is_asked = 0
                apply_chance(s, m, outcome_of(s, luck))
                luck = next_bits(m, seed)
                plies += 1
        if s[PHASE] == MAIN and s[DOMESTIC_TRADE] != 0 and is_asked == 0 and plies < most:
            is_asked = 1
            plies += random_proposals(s, seed, 16 * plies, most - plies)
        if IS_CHANCE[s[PHASE]] == 0 and s[PHASE] != OVER and plies < most:
            m[DRAWN] = random_bits(seed, CHOICE_STREAM, 16 * plies)  # now: a local would be drawn when used
            seat = lowest_bit(to_act(s))
            list_legal(s, m, seat)
            had_offer = s[OFFERED_TO]
            apply_decision(s, m, seat, random_action(s, m, seat, seed, 16 * plies))
            if had_offer != 0 and s[OFFERED_TO] == 0:
                is_asked = 0
            plies += 1
    m[PLAYED] = plies
    m[ASKED] = is_asked


@entry("i8[::1], i8, i8, i8[::1]", repeats=True)
def play_games(s: Block, m: Block, i: int, seeds: Block, is_new: int, most: int, plies: Block) -> int:
    """Play game i at random to its end, from the start or from where it stands, a part at a time."""
    if is_new != 0 and m[PLAYED] == 0:
        new_game(s, m, seeds[i])
    play_on(s, m, seeds[i], most, STEPS_AT_ONCE)
    if s[PHASE] != OVER and m[PLAYED] < most:
        return 1
    plies[i] = m[PLAYED]
    m[PLAYED] = 0
    m[ASKED] = 0
    m[DRAWN] = 0
    return 0


@entry("i8[::1], i8[::1], i8[::1], i8, i8[::1]", rare=True)
def step_games(
    s: Block, m: Block, i: int, seats: Block, actions: Block, seeds: Block, resolves: int, codes: Block
) -> None:
    """Take one action in game i if it is legal, resolve chance from the seed if asked, and list what is legal next.

    `seats[i]` is -1 to begin a new game, 7 to take no action; `codes[i]` says why the action was refused.
    """
    codes[i] = 0
    if seats[i] < 0:
        new_game(s, m, seeds[i])
    elif seats[i] <= CHANCE:
        codes[i] = refusal(s, m, seats[i], actions[i])
        if codes[i] == 0:
            apply(s, m, seats[i], actions[i])
    if resolves != 0:
        while IS_CHANCE[s[PHASE]] != 0:
            apply(s, m, CHANCE, sample(s, m, seeds[i]))
    seat = 0  # nobody can do anything in a game that is over
    if s[PHASE] != OVER:
        seat = lowest_bit(to_act(s))
    note_legal(s, m, seat)
