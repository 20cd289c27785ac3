"""The entry point that writes the steps of whole games: of logs, whose bundles it composes, or of random play.

A log has actions of the rules, and chance. Where the environment asks a seat for a proposal and the log goes on without
one, the seat has passed. A proposal that comes when nobody is asked is written as if its seat had been asked.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    ABSENT_BIT,
    ACTION_MASK,
    OFFER_TRADE,
    PROPOSE_TRADE,
    SEAT_BITS,
    action_kind,
    bundle_count,
    bundle_to,
)
from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import entry, rule
from longroad.core.layout import CHANCE, LEGAL, PHASE, PLAYERS, RESOURCES, Block, Matrix
from longroad.core.legality.slots import FORM_WORD, LISTED_WORDS, listed_action
from longroad.core.phases import OVER
from longroad.core.rules.awards import total_points
from longroad.envs.actions import BITS, STEP_WORD
from longroad.envs.compose import (
    ASK,
    DONE_STEP,
    GIVE_STEP,
    LEAVE_OUT_STEP,
    PASS_STEP,
    PENDING,
    SEAT,
    STEPS,
    TAKE_STEP,
    list_steps,
    new_bundle,
)
from longroad.envs.observe import observe, observe_island
from longroad.envs.plan import INDICES
from longroad.envs.step import (
    begin,
    decider,
    names_seat,
    random_index,
    resolve_chance,
    slot_word,
    take_action,
    take_decision,
    take_outcome,
    write_mask,
)

# The row of a place, which has one game after the other.
KIND: Final = 0  # what is written: nothing, a log, or random play from its beginning or from where it stands
SEED_GIVEN: Final = 1  # of random play
PLY: Final = 2  # the next ply of the log
PLIES: Final = 3  # how many it has
ROWS: Final = 4  # steps written by the last call
UNNUMBERED: Final = 5  # plies that no numbered action stands for
PLACE: Final = 8
NOTHING, LOG, NEW_PLAY, PLAY = range(4)

NO_INDEX: Final = -1


# --- the number of an action ------------------------------------------------------------------------------------------


@rule
def step_index(plan: Block, step: int) -> int:
    """Return the number of a step."""
    return int(plan[plan[INDICES] + BITS * STEP_WORD + step])


@rule(inline=False)
def step_towards(s: Block, seat: int, bundle: int, goal: int) -> int:
    """Return the step by which a bundle becomes another: there is only one order."""
    for resource in range(RESOURCES):
        if bundle_count(bundle, resource) < bundle_count(goal, resource):
            return GIVE_STEP + resource
    for resource in range(RESOURCES):
        if bundle_count(bundle, resource) > bundle_count(goal, resource):
            return TAKE_STEP + resource
    left_out = bundle_to(bundle) & ~bundle_to(goal)
    for k in range(1, s[PLAYERS]):
        if (left_out >> ((seat + k) % s[PLAYERS])) & 1 != 0:
            return LEAVE_OUT_STEP + k
    return DONE_STEP


@rule
def bundle_index(s: Block, m: Block, e: Block, plan: Block, goal: int) -> int:
    """Return the number of the next step towards a bundle, or that there is none."""
    seat = e[SEAT]
    bundle = e[PENDING]
    if bundle == 0:
        if (m[FORM_WORD] >> action_kind(goal)) & 1 == 0:
            return NO_INDEX
        bundle = new_bundle(s, m, seat)
    if action_kind(bundle) != action_kind(goal):
        return NO_INDEX
    step = step_towards(s, seat, bundle, goal)
    if (e[STEPS] >> step) & 1 == 0:
        return NO_INDEX
    return step_index(plan, step)


@rule(inline=False)
def number_of(s: Block, m: Block, e: Block, plan: Block, action: int) -> int:
    """Return the number of an action among those listed last, or of the next step towards it; -1 if there is none."""
    if action_kind(action) >= OFFER_TRADE:
        return bundle_index(s, m, e, plan, action)
    for word in range(LISTED_WORDS):
        bits = m[LEGAL + word]
        while bits != 0:
            bit = lowest_bit(bits)
            if listed_action(s, e[SEAT], word, bit) == action:
                if names_seat(word) and bit < s[PLAYERS]:
                    bit = (bit + s[PLAYERS] - e[SEAT]) % s[PLAYERS]
                return int(plan[plan[INDICES] + BITS * slot_word(s, word) + bit])
            bits &= bits - 1
    return NO_INDEX


# --- the next step ----------------------------------------------------------------------------------------------------


@rule
def has_passed(e: Block, seat: int, action: int) -> bool:
    """Whether the seat that decides is asked for a proposal, and the log goes on with something else."""
    is_asked = (e[ASK] >> e[SEAT]) & 1 != 0
    return is_asked and not (e[SEAT] == seat and action_kind(action) == PROPOSE_TRADE)


@rule(inline=False)
def next_of_log(s: Block, m: Block, e: Block, plan: Block, place: Block, entry: int) -> int:
    """Return the number of the next step of a log; -1 if its ply, which is then applied, has none."""
    seat = (entry >> SEAT_BITS) & 7
    action = entry & ACTION_MASK
    if seat == CHANCE:
        take_outcome(s, m, e, action)
        place[PLY] += 1
        return NO_INDEX
    if e[PENDING] == 0:
        e[SEAT] = decider(s, e)
        if has_passed(e, seat, action):
            list_steps(s, m, e, e[SEAT])
            return step_index(plan, PASS_STEP)
    if action_kind(action) == PROPOSE_TRADE:
        e[ASK] |= 1 << seat
    e[SEAT] = seat
    list_steps(s, m, e, seat)
    index = number_of(s, m, e, plan, action)
    if index == NO_INDEX:
        e[PENDING] = 0
        take_action(s, m, e, seat, action)
        place[PLY] += 1
        place[UNNUMBERED] += 1
    return index


@rule
def next_at_random(s: Block, m: Block, e: Block, plan: Block, place: Block) -> int:
    """Choose the next step of random play; -1 if the game is over."""
    if s[PHASE] == OVER:
        place[KIND] = NOTHING
        return NO_INDEX
    e[SEAT] = decider(s, e)
    list_steps(s, m, e, e[SEAT])
    return random_index(s, m, e, plan)


@rule
def finish_step(s: Block, m: Block, e: Block, plan: Block, place: Block, index: int) -> None:
    """Take a step; chance acts after it in random play, and in a log the next ply does once the ply is complete."""
    take_decision(s, m, e, plan, index)
    if place[KIND] == PLAY:
        resolve_chance(s, m, e)
    elif e[PENDING] == 0 and index != step_index(plan, PASS_STEP):
        place[PLY] += 1


@entry(
    "i8[:,::1], i2[::1], i8[:,::1], i8[:,::1], i8, i1[:,::1], i1[:,::1], i2[::1], i1[::1], i1[::1], i1[::1]",
    rare=True,
)
def write_steps(
    s: Block,
    m: Block,
    i: int,
    extras: Matrix,
    plan: Block,
    places: Matrix,
    logs: Matrix,
    room: int,
    observations: Matrix,
    masks: Matrix,
    actions: Block,
    seats: Block,
    points: Block,
    absent: Block,
) -> None:
    """Write the next steps of the game in place i, at most `room`, into the rows of that place."""
    e = extras[i]
    place = places[i]
    if place[KIND] == NEW_PLAY:
        place[KIND] = PLAY
        begin(s, m, e, place[SEED_GIVEN])
    place[ROWS] = 0
    while place[KIND] != NOTHING and place[ROWS] < room:
        row = room * i + place[ROWS]
        absent[row] = 0
        index = NO_INDEX
        if place[KIND] == PLAY:
            index = next_at_random(s, m, e, plan, place)
        elif place[PLY] == place[PLIES]:
            place[KIND] = NOTHING
        else:
            log = logs[i]
            entry = log[place[PLY]]
            index = next_of_log(s, m, e, plan, place, entry)
            if (entry >> SEAT_BITS) & 7 == e[SEAT]:
                absent[row] = (entry >> ABSENT_BIT) & 1
        if index != NO_INDEX:
            seats[row] = e[SEAT]
            points[row] = total_points(s, e[SEAT])
            actions[row] = index
            observe_island(s, plan, observations[row])
            observe(s, m, e, plan, e[SEAT], observations[row])
            write_mask(s, m, e, plan, masks[row])
            finish_step(s, m, e, plan, place, index)
            place[ROWS] += 1
