"""Applies an action. Dispatch only: the rules are in the chapters beside this module.

Every function here assumes that the action is legal.
"""

from __future__ import annotations

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
    END_TURN,
    FORCE_TRADE,
    GIVE_CARDS,
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
    action_first,
    action_kind,
    action_number,
)
from longroad.core.compile.registry import rule
from longroad.core.layout import PHASE, Block
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT
from longroad.core.rules.building import build_city, build_road, build_settlement, finish_neutral
from longroad.core.rules.cards import buy_card, play_knight, play_monopoly, play_plenty, play_roads, stop_roads
from longroad.core.rules.chance import apply_chance, start_roll
from longroad.core.rules.duel import ROAD_OWED, SETTLEMENT_OWED, calm_robber, force_trade, give_forced, retire_knight
from longroad.core.rules.founding import found_road, found_settlement
from longroad.core.rules.robber import discard, move_robber, rob
from longroad.core.rules.trade import (
    answer,
    close_deal,
    close_trade,
    open_offer,
    propose,
    take_proposal,
    trade_with_bank,
    withdraw,
)
from longroad.core.rules.turn import end_turn


@rule(inline=False)
def apply_talk_or_duel(s: Block, m: Block, seat: int, action: int) -> None:
    """Apply an action of trade between players, or of the two-player game."""
    kind = action_kind(action)
    number = action_number(action)
    if kind == OFFER_TRADE:
        open_offer(s, action)
    elif kind == COUNTER_OFFER or kind == PROPOSE_TRADE:
        propose(s, seat, action)
    elif kind == ACCEPT:
        answer(s, seat, True)
    elif kind == REFUSE:
        answer(s, seat, False)
    elif kind == WITHDRAW:
        withdraw(s, seat)
    elif kind == CLOSE_DEAL:
        close_deal(s, seat, number)
    elif kind == TAKE_PROPOSAL:
        take_proposal(s, seat, number)
    else:
        close_trade(s)
        if kind == FORCE_TRADE:
            force_trade(s, seat)
        elif kind == CALM_ROBBER:
            calm_robber(s, seat)
        elif kind == RETIRE_KNIGHT:
            retire_knight(s, seat)
        elif kind == GIVE_CARDS:
            give_forced(s, seat, action)
        elif kind == NEUTRAL_ROAD:
            finish_neutral(s, m, ROAD_OWED, action_first(action), number)
        elif kind == NEUTRAL_SETTLEMENT:
            finish_neutral(s, m, SETTLEMENT_OWED, action_first(action), number)


@rule
def is_talk_or_duel(kind: int) -> bool:
    """Whether a kind of action is dispatched by `apply_talk_or_duel`."""
    return ACCEPT <= kind <= RETIRE_KNIGHT or CLOSE_DEAL <= kind <= PROPOSE_TRADE or kind == GIVE_CARDS


@rule
def apply(s: Block, m: Block, seat: int, action: int) -> None:
    """Apply a legal action of a seat, or an outcome of chance."""
    if action_kind(action) >= START_ROLLED:
        apply_chance(s, m, action)
    else:
        apply_decision(s, m, seat, action)


@rule
def apply_decision(s: Block, m: Block, seat: int, action: int) -> None:
    """Apply a legal action of a seat."""
    kind = action_kind(action)
    number = action_number(action)
    if is_talk_or_duel(kind):
        apply_talk_or_duel(s, m, seat, action)
    else:
        close_trade(s)
        if kind == END_TURN:
            end_turn(s, m)
        elif kind == ROLL:
            start_roll(s)
        elif kind == TRADE_BANK:
            trade_with_bank(s, seat, action)
        elif kind == BUILD_ROAD:
            if s[PHASE] == FOUND_ROAD:
                found_road(s, m, seat, number)
            else:
                build_road(s, m, seat, number)
        elif kind == BUILD_SETTLEMENT:
            if s[PHASE] == FOUND_SETTLEMENT:
                found_settlement(s, m, seat, number)
            else:
                build_settlement(s, m, seat, number)
        elif kind == BUILD_CITY:
            build_city(s, m, seat, number)
        elif kind == BUY_CARD:
            buy_card(s, seat)
        elif kind == MOVE_ROBBER:
            move_robber(s, number)
        elif kind == ROB:
            rob(s, number)
        elif kind == DISCARD:
            discard(s, seat, action)
        elif kind == PLAY_KNIGHT:
            play_knight(s, seat)
        elif kind == PLAY_ROADS:
            play_roads(s, m, seat)
        elif kind == STOP_ROADS:
            stop_roads(s)
        elif kind == PLAY_PLENTY:
            play_plenty(s, seat, number)
        elif kind == PLAY_MONOPOLY:
            play_monopoly(s, seat, number)
