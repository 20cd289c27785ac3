"""Chance as a player: the outcomes of a roll, a theft and a draw, with exact weights (PRO-1, PRO-6, ROB-3, BLD-5).

In every phase of chance the outcomes are numbered from 0; one `weight` serves the sampler, the search and perft.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    CARD_DRAWN,
    CARD_STOLEN,
    CARD_TAKEN,
    DICE_ROLLED,
    START_ROLLED,
    action_first,
    action_kind,
    action_number,
    action_second,
    action_third,
    pack_action,
    with_dice,
)
from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    ACTOR,
    CARD_KINDS,
    CHANCE,
    CHANCES,
    DECK,
    DECK_SIZE,
    DICE,
    DICE_DECK,
    DICE_LEFT,
    DICE_RESHUFFLE,
    FIRST,
    FOUNDING_ROLLS,
    HAND,
    HAND_SIZE,
    PHASE,
    PLAYERS,
    QUEUE,
    RESOURCES,
    ROLLED,
    ROLLING,
    ROLLS,
    SEATS,
    SUMS,
    TURN,
    VICTIM,
    Block,
)
from longroad.core.legality.codes import (
    NO_SUCH_DRAW,
    NO_SUCH_LOOT,
    NO_SUCH_ROLL,
    NO_SUCH_START_ROLL,
    NO_SUCH_TAKE,
    NOT_YOUR_DECISION,
    ONLY_CHANCE,
    SAME_SUM,
)
from longroad.core.phases import CARD_DRAW, DICE_ROLL, FORCED_TAKE, IS_CHANCE, ROLL_FOR_START, THEFT
from longroad.core.rng import CHANCE_STREAM, random_bits, scaled
from longroad.core.rules.cards import draw_card
from longroad.core.rules.duel import take_forced
from longroad.core.rules.founding import continue_founding
from longroad.core.rules.production import produce
from longroad.core.rules.robber import resolve_seven, steal
from longroad.core.rules.turn import resume
from longroad.core.ruleset import DICE_FROM_DECK

DICE_WEIGHTS: Final = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
DICE_TOTAL: Final = 36
DICE_OUTCOMES: Final = tuple(outcome for outcome in range(SUMS) for _ in range(DICE_WEIGHTS[outcome]))


@rule
def outcome_count(s: Block) -> int:
    """Return how many outcomes are numbered in this phase, impossible ones included."""
    if s[PHASE] == DICE_ROLL or s[PHASE] == ROLL_FOR_START:
        return SUMS
    return RESOURCES


@rule
def dice_weight(s: Block, outcome: int) -> int:
    """Weigh a sum of the production roll; the second roll of a duel differs from the first (DUO-4)."""
    if s[ROLLS] != 0 and outcome == s[ROLLED] - 2:
        return 0
    if s[DICE] == DICE_FROM_DECK:
        return s[DICE_DECK + outcome]
    return DICE_WEIGHTS[outcome]


@rule
def weight(s: Block, outcome: int) -> int:
    """Weigh an outcome of chance in this phase."""
    phase = s[PHASE]
    if phase == DICE_ROLL:
        return dice_weight(s, outcome)
    if phase == CARD_DRAW:
        if s[DECK_SIZE] > 0:
            return s[DECK + outcome]
        return int(s[QUEUE] == outcome)
    if phase == ROLL_FOR_START:
        return DICE_WEIGHTS[outcome]
    return s[HAND + RESOURCES * s[VICTIM] + outcome]


@rule
def total_weight(s: Block) -> int:
    """Add all weights of this phase up."""
    phase = s[PHASE]
    if phase == DICE_ROLL:
        total = DICE_TOTAL
        if s[DICE] == DICE_FROM_DECK:
            total = s[DICE_LEFT]
        if s[ROLLS] != 0:
            if s[DICE] == DICE_FROM_DECK:
                total -= s[DICE_DECK + s[ROLLED] - 2]
            else:
                total -= DICE_WEIGHTS[s[ROLLED] - 2]
        return total
    if phase == CARD_DRAW:
        if s[DECK_SIZE] > 0:
            return s[DECK_SIZE]
        return 1
    if phase == ROLL_FOR_START:
        return DICE_TOTAL
    return s[HAND_SIZE + s[VICTIM]]


@rule
def outcome_action(s: Block, outcome: int) -> int:
    """Return the action of chance for an outcome."""
    phase = s[PHASE]
    if phase == DICE_ROLL:
        return pack_action(DICE_ROLLED, outcome + 2, 0, 0, 0)
    if phase == CARD_DRAW:
        return pack_action(CARD_DRAWN, outcome, s[ACTOR], 0, 0)
    if phase == ROLL_FOR_START:
        return pack_action(START_ROLLED, outcome + 2, 0, 0, lowest_bit(int(s[ROLLING])))
    kind = CARD_TAKEN
    if phase == THEFT:
        kind = CARD_STOLEN
    return pack_action(kind, outcome, s[TURN], s[VICTIM], 0)


@rule
def next_bits(m: Block, seed: int) -> int:
    """Return the random bits that decide the next ply of chance: they follow from the seed and the plies so far."""
    return random_bits(seed, CHANCE_STREAM, m[CHANCES])


@rule
def sample(s: Block, m: Block, seed: int) -> int:
    """Return the action of chance that follows from the seed and the number of plies of chance so far."""
    return outcome_of(s, next_bits(m, seed))


@rule
def outcome_of(s: Block, bits: int) -> int:
    """Return the action of chance that 32 random bits stand for."""
    left = scaled(bits, total_weight(s))
    if s[PHASE] == DICE_ROLL and s[DICE] != DICE_FROM_DECK and s[ROLLS] == 0:
        return outcome_action(s, DICE_OUTCOMES[left])  # what the loop below would return
    outcome = 0
    while left >= weight(s, outcome):
        left -= weight(s, outcome)
        outcome += 1
    return outcome_action(s, outcome)


@rule(inline=False)
def shuffle_dice(s: Block) -> None:
    """Put all 36 cards back into the dice deck (PRO-6)."""
    for outcome in range(SUMS):
        s[DICE_DECK + outcome] = DICE_WEIGHTS[outcome]
    s[DICE_LEFT] = DICE_TOTAL


@rule
def start_roll(s: Block) -> None:
    """Begin the production roll; a deck with too few cards left is reshuffled."""
    s[PHASE] = DICE_ROLL
    if s[DICE] == DICE_FROM_DECK:
        if s[DICE_LEFT] < s[DICE_RESHUFFLE] or total_weight(s) == 0:
            shuffle_dice(s)


@rule
def roll_dice(s: Block, total: int) -> None:
    """Resolve a production roll."""
    s[ROLLED + s[ROLLS]] = total
    s[ROLLS] += 1
    if s[DICE] == DICE_FROM_DECK:
        s[DICE_DECK + total - 2] -= 1
        s[DICE_LEFT] -= 1
    if total == 7:
        resolve_seven(s)
    else:
        produce(s, total)
        resume(s)


@rule(inline=False)
def roll_for_start(s: Block, m: Block, seat: int, total: int) -> None:
    """Note a roll for the start; when all have rolled, the highest starts, and a tie rolls again (SET-2)."""
    s[FOUNDING_ROLLS + seat] = total
    s[ROLLING] &= ~(1 << seat)
    if s[ROLLING] != 0:
        return
    best = 0
    leaders = 0
    for other in range(s[PLAYERS]):
        roll = s[FOUNDING_ROLLS + other]
        if roll > best:
            best = roll
            leaders = 1 << other
        elif roll == best:
            leaders |= 1 << other
    if leaders & (leaders - 1) == 0:
        s[FIRST] = lowest_bit(leaders)
        continue_founding(s, m)
    else:
        s[ROLLING] = leaders
        for other in range(SEATS):
            s[FOUNDING_ROLLS + other] = 0


@rule
def apply_chance(s: Block, m: Block, action: int) -> None:
    """Apply an outcome of chance."""
    m[CHANCES] += 1
    number = action_number(action)
    phase = s[PHASE]
    if phase == DICE_ROLL:
        roll_dice(s, number)
    elif phase == THEFT:
        steal(s, number)
    elif phase == CARD_DRAW:
        draw_card(s, number)
    elif phase == FORCED_TAKE:
        take_forced(s, number)
    else:
        roll_for_start(s, m, action_third(action), number)


def next_roll_weights(s: Block) -> tuple[int, ...]:
    """Weigh the sums 2 to 12 of the next production roll of a turn; a dice deck is reshuffled if it must be."""
    is_dealt = s[DICE] == DICE_FROM_DECK and s[DICE_LEFT] >= max(s[DICE_RESHUFFLE], 1)
    return tuple(s[DICE_DECK + outcome] for outcome in range(SUMS)) if is_dealt else DICE_WEIGHTS


@rule
def is_possible(s: Block, action: int) -> bool:
    """Whether an action of chance is an outcome here. The faces of the dice, if given, add up to the sum."""
    kind = action_kind(action)
    outcome = action_number(action)
    plain = action
    if kind == DICE_ROLLED or kind == START_ROLLED:
        outcome -= 2
        first = action_first(action)
        second = action_second(action)
        if (first | second) != 0:
            if first == 0 or second == 0 or max(first, second) > 6 or first + second != outcome + 2:
                return False
            plain = with_dice(action, 0, 0)
    if outcome < 0 or outcome >= outcome_count(s) or weight(s, outcome) == 0:
        return False
    return plain == outcome_action(s, outcome)


@rule
def refuse_chance(s: Block, seat: int, action: int) -> int:
    """Return why an outcome is not possible here."""
    phase = s[PHASE]
    if seat != CHANCE:
        return ONLY_CHANCE
    if IS_CHANCE[phase] == 0:
        return NOT_YOUR_DECISION
    if is_possible(s, action):
        return 0
    if phase == DICE_ROLL:
        if s[ROLLS] != 0 and action_kind(action) == DICE_ROLLED and action_number(action) == s[ROLLED]:
            return SAME_SUM
        return NO_SUCH_ROLL
    if phase == THEFT:
        return NO_SUCH_LOOT
    if phase == CARD_DRAW:
        return NO_SUCH_DRAW
    if phase == FORCED_TAKE:
        return NO_SUCH_TAKE
    return NO_SUCH_START_ROLL


assert CARD_KINDS == RESOURCES, "a draw has as many outcomes as a theft"
