"""Steps of environments: entry points that take one action in every game, and write what the next seat observes."""

from __future__ import annotations

from typing import Final

from longroad.core.bits import lowest_bit, nth_bit, popcount
from longroad.core.compile.registry import entry, rule
from longroad.core.layout import (
    DOMESTIC_TRADE,
    LEGAL,
    NEUTRAL_OWED,
    OFFERED_TO,
    PHASE,
    PLAYERS,
    TURN,
    VICTORY_POINTS,
    WINNER,
    Block,
    Matrix,
)
from longroad.core.legality.slots import (
    DEAL_WORD,
    LISTED_WORDS,
    NEUTRAL_WORDS,
    PROPOSAL_WORD,
    VICTIM_WORD,
    listed_action,
)
from longroad.core.legality.words import can_propose, to_act
from longroad.core.phases import DICE_ROLL, IS_CHANCE, MAIN, OVER
from longroad.core.rng import CHOICE_STREAM, EPISODE_STREAM, random_below, random_bits
from longroad.core.rules.apply import apply_decision
from longroad.core.rules.awards import total_points
from longroad.core.rules.chance import apply_chance, sample
from longroad.core.rules.duel import SETTLEMENT_OWED
from longroad.core.rules.start import new_game
from longroad.envs.actions import BITS, OWED_WORDS, STEP_WORD
from longroad.envs.compose import (
    ASK,
    ASK_DUE,
    COUNT,
    EPISODE,
    PENDING,
    SCORES,
    SEAT,
    SEED,
    STEPS,
    forbid_all,
    list_steps,
    take_step,
)
from longroad.envs.observe import observe, observe_island
from longroad.envs.plan import ACTIONS, HEAD, INDICES

NEW_GAME: Final = -1  # in place of an action: begin a new game
NO_STEP: Final = -2  # in place of an action: leave the game as it is

# The options of an environment.
REWARDS: Final = 0
MOST_STEPS: Final = 1  # after which a game is cut off, 0 for never
RESTARTS: Final = 2  # whether a new game begins at once when one is done
OPTIONS: Final = 3
WIN, POINTS, SHAPED = range(3)  # what is rewarded

GOING, ENDED, CUT = range(3)  # what `dones` says

SEED_BITS: Final = 30
SLOT_MASK: Final = BITS - 1
WORD_SHIFT: Final = BITS.bit_length() - 1
NEUTRAL: Final = NEUTRAL_WORDS - LEGAL
VICTIMS: Final = VICTIM_WORD - LEGAL
DEALS: Final = DEAL_WORD - LEGAL
PROPOSALS: Final = PROPOSAL_WORD - LEGAL


# --- slots ------------------------------------------------------------------------------------------------------------


@rule
def names_seat(word: int) -> bool:
    """Whether the bits of a listed word are seats."""
    return word == VICTIMS or word == DEALS or word == PROPOSALS


@rule
def turned_seats(seats: int, seat: int, players: int) -> int:
    """Return a set of seats as counted from a seat; what lies beyond the players stays."""
    everybody = (1 << players) - 1
    inside = seats & everybody
    return (((inside >> seat) | (inside << (players - seat))) & everybody) | (seats & ~everybody)


@rule
def slot_bits(s: Block, m: Block, e: Block, word: int) -> int:
    """Return the bits of a listed word, or of the steps, as they are numbered."""
    if word == STEP_WORD:
        return e[STEPS]
    if names_seat(word):
        return turned_seats(m[LEGAL + word], e[SEAT], s[PLAYERS])
    return m[LEGAL + word]


@rule
def slot_word(s: Block, word: int) -> int:
    """Return the word of the numbering for a listed word: neutral settlements have their own."""
    if NEUTRAL <= word < NEUTRAL + 4 and s[NEUTRAL_OWED] == SETTLEMENT_OWED:
        return word - NEUTRAL + OWED_WORDS
    return word


@rule
def is_allowed(s: Block, m: Block, e: Block, plan: Block, index: int) -> bool:
    """Whether an action is one of those listed last."""
    if index < 0 or index >= plan[ACTIONS]:
        return False
    slot = int(plan[HEAD + index])
    word = slot >> WORD_SHIFT
    listed = word
    if word >= OWED_WORDS:
        listed = word - OWED_WORDS + NEUTRAL
    return slot_word(s, listed) == word and (slot_bits(s, m, e, listed) >> (slot & SLOT_MASK)) & 1 != 0


@rule
def chosen_action(s: Block, m: Block, e: Block, plan: Block, index: int) -> int:
    """Return the core's action for an allowed one; 0 for a step that completes none."""
    slot = int(plan[HEAD + index])
    word = slot >> WORD_SHIFT
    bit = slot & SLOT_MASK
    seat = e[SEAT]
    if word == STEP_WORD:
        return take_step(s, m, e, seat, bit)
    if word >= OWED_WORDS:
        word += NEUTRAL - OWED_WORDS
    if names_seat(word) and bit < s[PLAYERS]:
        bit = (seat + bit) % s[PLAYERS]
    return listed_action(s, seat, word, bit)


@rule
def write_mask(s: Block, m: Block, e: Block, plan: Block, mask: Block) -> None:
    """Write 1 for each action that is allowed."""
    for index in range(plan[ACTIONS]):
        mask[index] = 0
    for word in range(LISTED_WORDS + 1):
        bits = slot_bits(s, m, e, word)
        if bits != 0:
            indices = plan[INDICES] + BITS * slot_word(s, word)
            while bits != 0:
                mask[plan[indices + lowest_bit(bits)]] = 1
                bits &= bits - 1


@rule(inline=False)
def random_index(s: Block, m: Block, e: Block, plan: Block) -> int:
    """Choose one of the actions listed last, all equally likely, by the seed and the steps so far; 0 if none."""
    count = popcount(e[STEPS])
    for word in range(LISTED_WORDS):
        count += popcount(m[LEGAL + word])
    if count == 0:
        return 0
    pick = random_below(e[SEED], CHOICE_STREAM, e[COUNT], count)
    word = STEP_WORD
    held = popcount(e[STEPS])
    while pick >= held:
        pick -= held
        word = (word + 1) % (LISTED_WORDS + 1)
        held = popcount(m[LEGAL + word])
    return int(plan[plan[INDICES] + BITS * slot_word(s, word) + nth_bit(slot_bits(s, m, e, word), pick)])


# --- the course of a game ---------------------------------------------------------------------------------------------


@rule
def take_outcome(s: Block, m: Block, e: Block, action: int) -> None:
    """Apply an outcome of chance; after the dice the others are asked for proposals."""
    if s[PHASE] == DICE_ROLL:
        e[ASK] = ASK_DUE
    apply_chance(s, m, action)


@rule(inline=False)
def resolve_chance(s: Block, m: Block, e: Block) -> None:
    """Resolve chance until a seat decides."""
    while IS_CHANCE[s[PHASE]] != 0:
        take_outcome(s, m, e, sample(s, m, e[SEED]))


@rule
def episode_seed(seed: int, episode: int) -> int:
    """Return the seed of a place's next game: the first has the place's own."""
    if episode == 0:
        return seed
    high = random_bits(seed, EPISODE_STREAM, 2 * episode) >> (32 - SEED_BITS)
    return high << SEED_BITS | random_bits(seed, EPISODE_STREAM, 2 * episode + 1) >> (32 - SEED_BITS)


@rule(inline=False)
def begin(s: Block, m: Block, e: Block, seed: int) -> None:
    """Begin the next game of a place."""
    e[PENDING] = 0
    e[ASK] = 0
    e[COUNT] = 0
    e[SEED] = episode_seed(seed, e[EPISODE])
    e[EPISODE] += 1
    new_game(s, m, e[SEED])
    resolve_chance(s, m, e)
    e[SCORES] = scores(s)


@rule
def scores(s: Block) -> int:
    """Return the points of all seats, eight bits each."""
    packed = 0
    for seat in range(s[PLAYERS]):
        packed |= int(total_points(s, seat)) << (8 * seat)
    return packed


@rule
def decider(s: Block, e: Block) -> int:
    """Return the seat that decides next: one that is asked for a proposal, clockwise, or the lowest to act."""
    if e[ASK] != 0 and s[PHASE] == MAIN:
        if e[ASK] == ASK_DUE:
            e[ASK] = 0
            if s[DOMESTIC_TRADE] != 0:
                e[ASK] = ((1 << s[PLAYERS]) - 1) & ~(1 << s[TURN])
        for k in range(1, s[PLAYERS]):
            seat = (s[TURN] + k) % s[PLAYERS]
            if (e[ASK] >> seat) & 1 != 0:
                if can_propose(s, seat):
                    return seat
                e[ASK] &= ~(1 << seat)
    return lowest_bit(to_act(s))


@rule
def take_action(s: Block, m: Block, e: Block, seat: int, action: int) -> None:
    """Apply a seat's action; if it closes an offer, the others are asked for proposals."""
    had_offer = s[OFFERED_TO]
    e[ASK] &= ~(1 << seat)
    apply_decision(s, m, seat, action)
    if had_offer != 0 and s[OFFERED_TO] == 0:
        e[ASK] = ASK_DUE


@rule
def take_decision(s: Block, m: Block, e: Block, plan: Block, index: int) -> int:
    """Take an allowed action; return the core's action, 0 for a step that completes none."""
    e[COUNT] += 1
    action = chosen_action(s, m, e, plan, index)
    if action != 0:
        take_action(s, m, e, e[SEAT], action)
    return action


@rule
def reward(s: Block, e: Block, kind: int, row: Block) -> None:
    """Write what each seat gains by a step."""
    if kind != WIN:
        now = scores(s)
        for seat in range(s[PLAYERS]):
            row[seat] += ((now >> (8 * seat)) & 255) - ((e[SCORES] >> (8 * seat)) & 255)
        e[SCORES] = now
    if kind != POINTS and s[PHASE] == OVER and s[WINNER] >= 0:
        worth = 1
        if kind == SHAPED:
            worth = s[VICTORY_POINTS]
        for seat in range(s[PLAYERS]):
            if seat == s[WINNER]:
                row[seat] += worth
            else:
                row[seat] -= worth


@rule
def progress(s: Block, e: Block, most: int) -> int:
    """Return whether the game goes on, has ended or is cut off."""
    if s[PHASE] == OVER:
        return ENDED
    if most > 0 and e[COUNT] >= most:
        return CUT
    return GOING


@rule
def advance(s: Block, m: Block, e: Block, plan: Block, options: Block, seed: int, index: int, gains: Block) -> int:
    """Take an allowed action or begin a new game, and list what can be done next; return how the game stands."""
    for seat in range(s[PLAYERS]):
        gains[seat] = 0
    done = GOING
    if index != NEW_GAME:
        if take_decision(s, m, e, plan, index) != 0:
            resolve_chance(s, m, e)
        reward(s, e, options[REWARDS], gains)
        done = progress(s, e, options[MOST_STEPS])
    if done != GOING and options[RESTARTS] == 0:
        forbid_all(m, e)
        return done
    if done != GOING or index == NEW_GAME:
        begin(s, m, e, seed)
    e[SEAT] = decider(s, e)
    list_steps(s, m, e, e[SEAT])
    return done


@rule
def show(s: Block, m: Block, e: Block, plan: Block, observation: Block, mask: Block) -> None:
    """Write what the seat to act observes, and what it may do; the island only when a game has begun."""
    if e[COUNT] == 0:
        observe_island(s, plan, observation)
    observe(s, m, e, plan, e[SEAT], observation)
    write_mask(s, m, e, plan, mask)


# --- entry points -----------------------------------------------------------------------------------------------------


@entry("i8[:,::1], i2[::1], i8[::1], i8[::1]", rare=True)
def check_steps(s: Block, m: Block, i: int, extras: Matrix, plan: Block, actions: Block, codes: Block) -> None:
    """Answer whether the action of game i is refused."""
    codes[i] = 1
    if is_allowed(s, m, extras[i], plan, actions[i]):
        codes[i] = 0


@entry("i8[:,::1], i2[::1], i8[::1], i8[::1], i8[::1], i1[:,::1], i1[:,::1], i1[:,::1], i1[::1], i1[::1]")
def step_environments(
    s: Block,
    m: Block,
    i: int,
    extras: Matrix,
    plan: Block,
    options: Block,
    seeds: Block,
    actions: Block,
    observations: Matrix,
    masks: Matrix,
    rewards: Matrix,
    dones: Block,
    seats: Block,
) -> None:
    """Take an allowed action in game i, begin a new game, or do nothing; write what the seat to act observes."""
    if actions[i] != NO_STEP:
        e = extras[i]
        dones[i] = advance(s, m, e, plan, options, seeds[i], actions[i], rewards[i])
        seats[i] = e[SEAT]
        show(s, m, e, plan, observations[i], masks[i])


@entry("i8[:,::1], i2[::1], i8[::1], i1[:,::1]", rare=True)
def observe_environments(
    s: Block, m: Block, i: int, extras: Matrix, plan: Block, viewers: Block, observations: Matrix
) -> None:
    """Write what any seat observes of game i."""
    observe_island(s, plan, observations[i])
    observe(s, m, extras[i], plan, viewers[i], observations[i])


@entry("i8[:,::1], i2[::1], i8[::1]", rare=True)
def choose_at_random(s: Block, m: Block, i: int, extras: Matrix, plan: Block, actions: Block) -> None:
    """Choose an allowed action of game i, each as likely as any other, by the seed and the steps so far; 0 if none."""
    actions[i] = random_index(s, m, extras[i], plan)
