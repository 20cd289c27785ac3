"""The legality test: which rule forbids an action, by code (0 if none). The legality words must agree with it.

Dispatch only: the reasons stand in the chapters beside this module.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    ACCEPT,
    BUILD_CITY,
    BUILD_ROAD,
    BUILD_SETTLEMENT,
    BUY_CARD,
    CALM_ROBBER,
    CLOSE_DEAL,
    COUNTER_OFFER,
    DISCARD,
    FORCE_TRADE,
    GIVE_CARDS,
    KIND_BITS,
    KINDS,
    MOVE_ROBBER,
    NEUTRAL_ROAD,
    NEUTRAL_SETTLEMENT,
    OFFER_TRADE,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROADS,
    PROPOSE_TRADE,
    REFUSE,
    RETIRE_KNIGHT,
    ROB,
    ROLL,
    START_ROLLED,
    STOP_ROADS,
    TAKE_PROPOSAL,
    TRADE_BANK,
    WITHDRAW,
    action_kind,
    action_number,
)
from longroad.core.compile.registry import rule
from longroad.core.layout import FREE_ROADS, PHASE, PLAYERS, TURN, Block
from longroad.core.legality.codes import (
    ALREADY_ROLLED,
    BETWEEN_ROLLS,
    CHANCE_DECIDES,
    DISCARD_FIRST,
    FOUNDING_ROAD,
    FOUNDING_SETTLEMENT,
    GAME_OVER,
    GIVE_FIRST,
    NEUTRAL_FIRST,
    NOT_AN_ACTION,
    NOT_YOUR_DECISION,
    NOTHING_PENDING,
    NOTHING_PLACED,
    OUT_OF_TURN,
    OWES_NOTHING,
    ROADS_FIRST,
    ROBBER_FIRST,
    ROLL_FIRST,
    SPECIAL_BUILD_ONLY,
    SUPERFLUOUS,
    VICTIM_FIRST,
)
from longroad.core.legality.words import may_act
from longroad.core.phases import BEFORE_ROLL, DISCARDING, IS_CHANCE, MAIN, OVER, PHASE_KINDS
from longroad.core.rules.building import refuse_card, refuse_city, refuse_road, refuse_settlement
from longroad.core.rules.cards import refuse_play
from longroad.core.rules.chance import refuse_chance
from longroad.core.rules.duel import refuse_duel_action, refuse_gift, refuse_neutral
from longroad.core.rules.robber import refuse_discard, refuse_robber, refuse_victim
from longroad.core.rules.trade import refuse_bank_trade, refuse_talk
from longroad.core.rules.turn import is_between_rolls

# What stands in the way of other kinds of action, by phase.
PENDING: Final = (
    CHANCE_DECIDES,
    FOUNDING_SETTLEMENT,
    FOUNDING_ROAD,
    ROLL_FIRST,
    CHANCE_DECIDES,
    DISCARD_FIRST,
    ROBBER_FIRST,
    VICTIM_FIRST,
    CHANCE_DECIDES,
    NOTHING_PENDING,
    CHANCE_DECIDES,
    ROADS_FIRST,
    NEUTRAL_FIRST,
    CHANCE_DECIDES,
    GIVE_FIRST,
    SPECIAL_BUILD_ONLY,
    GAME_OVER,
)

assert len(PENDING) == len(PHASE_KINDS)

TALK: Final = (
    1 << OFFER_TRADE
    | 1 << ACCEPT
    | 1 << REFUSE
    | 1 << COUNTER_OFFER
    | 1 << PROPOSE_TRADE
    | 1 << WITHDRAW
    | 1 << CLOSE_DEAL
    | 1 << TAKE_PROPOSAL
)


@rule
def refuse_kind(s: Block, seat: int, kind: int) -> int:
    """Return why no action of a kind fits here, whatever its arguments."""
    phase = s[PHASE]
    if seat < 0 or seat >= s[PLAYERS]:
        return NOT_YOUR_DECISION
    if IS_CHANCE[phase] != 0:
        return CHANCE_DECIDES
    if phase == MAIN:
        if kind == ROLL:
            return ALREADY_ROLLED
        if (PHASE_KINDS[phase] >> kind) & 1 == 0:
            return NOTHING_PENDING
        if seat != s[TURN] and (TALK >> kind) & 1 == 0:
            return OUT_OF_TURN
        return 0
    if (may_act(s) >> seat) & 1 == 0:
        if phase == DISCARDING:
            if kind == DISCARD:
                return OWES_NOTHING
            if seat == s[TURN]:
                return DISCARD_FIRST
        return NOT_YOUR_DECISION
    if (PHASE_KINDS[phase] >> kind) & 1 == 0:
        if phase == BEFORE_ROLL and is_between_rolls(s):
            return BETWEEN_ROLLS
        return PENDING[phase]
    return 0


@rule
def refuse_building(s: Block, m: Block, seat: int, kind: int, number: int) -> int:
    """Return why something cannot be built or bought."""
    if kind == BUILD_ROAD:
        return refuse_road(s, m, seat, number)
    if kind == BUILD_SETTLEMENT:
        return refuse_settlement(s, m, seat, number)
    if kind == BUILD_CITY:
        return refuse_city(s, m, seat, number)
    return refuse_card(s, seat)


@rule
def refuse_arguments(s: Block, m: Block, seat: int, action: int) -> int:
    """Return why an action whose kind fits is forbidden."""
    kind = action_kind(action)
    number = action_number(action)
    if kind == BUILD_ROAD or kind == BUILD_SETTLEMENT or kind == BUILD_CITY or kind == BUY_CARD:
        return refuse_building(s, m, seat, kind, number)
    if kind == TRADE_BANK:
        return refuse_bank_trade(s, seat, number)
    if (TALK >> kind) & 1 != 0:
        return refuse_talk(s, seat, action)
    if kind == PLAY_KNIGHT or kind == PLAY_ROADS or kind == PLAY_PLENTY or kind == PLAY_MONOPOLY:
        return refuse_play(s, m, seat, kind, number)
    if kind == MOVE_ROBBER:
        return refuse_robber(s, number)
    if kind == ROB:
        return refuse_victim(s, number)
    if kind == DISCARD:
        return refuse_discard(s, seat, action)
    if kind == GIVE_CARDS:
        return refuse_gift(s, seat, action)
    if kind == NEUTRAL_ROAD or kind == NEUTRAL_SETTLEMENT:
        return refuse_neutral(s, m, action)
    if kind == FORCE_TRADE or kind == CALM_ROBBER or kind == RETIRE_KNIGHT:
        return refuse_duel_action(s, seat, kind)
    if kind == STOP_ROADS and s[FREE_ROADS] != 1:
        return NOTHING_PLACED
    return 0


@rule(inline=False)
def refusal(s: Block, m: Block, seat: int, action: int) -> int:
    """Return which rule forbids an action of a seat, by its code; 0 if none does."""
    if s[PHASE] == OVER:
        return GAME_OVER
    kind = action_kind(action)
    if action <= 0 or kind == 0 or kind >= KINDS:
        return NOT_AN_ACTION
    if action & ~KIND_BITS[kind] != 0:
        return SUPERFLUOUS
    if kind >= START_ROLLED:
        return refuse_chance(s, seat, action)
    code = refuse_kind(s, seat, kind)
    if code != 0:
        return code
    return refuse_arguments(s, m, seat, action)
