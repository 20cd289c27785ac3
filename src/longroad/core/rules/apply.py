"""What an action does. Dispatch only: the rules stand in the chapters beside this module.

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
from longroad.core.bits import lowest_bit, popcount
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    ACTOR,
    BUILD_OPEN,
    DUEL,
    FOUNDED,
    FREE_ROADS,
    HAS_BUILT,
    LAST_SITE,
    NOBODY,
    OFFER,
    PHASE,
    PLAYERS,
    PROPOSAL,
    RESOURCES,
    TURN,
    WORD_BITS,
    Block,
)
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT, FREE_ROAD, NEUTRAL_BUILD
from longroad.core.rules.awards import is_won
from longroad.core.rules.building import (
    has_road_place,
    pay,
    place_city,
    place_road,
    place_settlement,
    road_places,
)
from longroad.core.rules.cards import buy_card, play_knight, play_monopoly, play_plenty, play_roads
from longroad.core.rules.chance import apply_chance, start_roll
from longroad.core.rules.duel import (
    ROAD_OWED,
    SETTLEMENT_OWED,
    build_neutral,
    calm_robber,
    force_trade,
    give_forced,
    owe_neutral,
    retire_knight,
    reward_settlement,
)
from longroad.core.rules.production import take_starting_income
from longroad.core.rules.robber import discard, move_robber, rob
from longroad.core.rules.trade import (
    answer,
    close_trade,
    exchange,
    open_offer,
    propose,
    trade_with_bank,
    withdraw,
)
from longroad.core.rules.turn import continue_founding, end_turn, resume
from longroad.core.words import BRICK, GRAIN, LUMBER, ORE, WOOL


@rule
def note_building(s: Block, seat: int, is_paid: int) -> None:
    """Take note that the player on turn has built or bought something (TRN-8, EXT-2)."""
    if seat == s[TURN]:
        s[HAS_BUILT] = 1
        if is_paid != 0:
            s[BUILD_OPEN] = 1


@rule
def continue_building(s: Block, m: Block) -> None:
    """Go on with the free roads of a card, or back to the turn (DEV-3)."""
    if s[FREE_ROADS] > 0 and has_road_place(s, m, s[ACTOR]):
        s[PHASE] = FREE_ROAD
    else:
        s[FREE_ROADS] = 0
        resume(s)


@rule
def finish_piece(s: Block, m: Block, owed: int) -> None:
    """After a road or settlement: the win is checked first, then a neutral player builds (DUO-5)."""
    if is_won(s):
        return
    if s[DUEL] != 0:
        owe_neutral(s, m, owed)
        if s[PHASE] == NEUTRAL_BUILD or is_won(s):
            return
    continue_building(s, m)


@rule(inline=False)
def found_settlement(s: Block, m: Block, seat: int, site: int) -> None:
    """Place a founding settlement; the second one yields its starting income (SET-3, SET-5)."""
    place_settlement(s, m, seat, site)
    s[LAST_SITE] = site
    s[FOUNDED] += 1
    if s[DUEL] != 0:
        reward_settlement(s, seat, site)
    if s[FOUNDED] > s[PLAYERS]:
        take_starting_income(s, seat, site)
    s[PHASE] = FOUND_ROAD


@rule(inline=False)
def build_road(s: Block, m: Block, seat: int, path: int) -> None:
    """Build a road: in founding, for a card, or for brick and lumber."""
    if s[PHASE] == FOUND_ROAD:
        place_road(s, m, seat, path)
        s[LAST_SITE] = NOBODY
        continue_founding(s, m)
        return
    if s[FREE_ROADS] > 0:
        s[FREE_ROADS] -= 1
        note_building(s, seat, 0)
    else:
        pay(s, seat, BRICK, 1)
        pay(s, seat, LUMBER, 1)
        note_building(s, seat, 1)
    place_road(s, m, seat, path)
    finish_piece(s, m, ROAD_OWED)


@rule
def build_settlement(s: Block, m: Block, seat: int, site: int) -> None:
    """Build a settlement for brick, lumber, wool and grain (BLD-3)."""
    pay(s, seat, BRICK, 1)
    pay(s, seat, LUMBER, 1)
    pay(s, seat, WOOL, 1)
    pay(s, seat, GRAIN, 1)
    note_building(s, seat, 1)
    place_settlement(s, m, seat, site)
    if s[DUEL] != 0:
        reward_settlement(s, seat, site)
    finish_piece(s, m, SETTLEMENT_OWED)


@rule
def build_city(s: Block, m: Block, seat: int, site: int) -> None:
    """Build a city for two grain and three ore (BLD-4)."""
    pay(s, seat, GRAIN, 2)
    pay(s, seat, ORE, 3)
    note_building(s, seat, 1)
    place_city(s, m, seat, site)
    is_won(s)


@rule
def start_free_roads(s: Block, m: Block, seat: int) -> None:
    """Play road building; if the first road has only one place, it is no choice (DEV-3)."""
    play_roads(s, seat)
    first = road_places(m, seat, 0)
    second = road_places(m, seat, 1)
    if popcount(first) + popcount(second) > 1:
        s[PHASE] = FREE_ROAD
    elif first != 0:
        build_road(s, m, seat, lowest_bit(first))
    else:
        build_road(s, m, seat, WORD_BITS + lowest_bit(second))


@rule
def finish_neutral(s: Block, m: Block, owed: int, seat: int, place: int) -> None:
    """Build for a neutral player, and go on."""
    build_neutral(s, m, owed, seat, place)
    if not is_won(s):
        continue_building(s, m)


@rule(inline=False)
def apply_talk_or_duel(s: Block, m: Block, seat: int, action: int) -> None:
    """Do what is said and done about trade between players, and the actions of the two-player game."""
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
        exchange(s, OFFER, seat, number)
    elif kind == TAKE_PROPOSAL:
        exchange(s, PROPOSAL + RESOURCES * number, number, seat)
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
    """Tell whether a kind of action is dispatched by `apply_talk_or_duel`."""
    return ACCEPT <= kind <= RETIRE_KNIGHT or CLOSE_DEAL <= kind <= PROPOSE_TRADE or kind == GIVE_CARDS


@rule
def apply(s: Block, m: Block, seat: int, action: int) -> None:
    """Do a legal action of a seat, or let an outcome of chance happen."""
    if action_kind(action) >= START_ROLLED:
        apply_chance(s, m, action)
    else:
        apply_decision(s, m, seat, action)


@rule
def apply_decision(s: Block, m: Block, seat: int, action: int) -> None:
    """Do a legal action of a seat."""
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
            build_road(s, m, seat, number)
        elif kind == BUILD_SETTLEMENT:
            if s[PHASE] == FOUND_SETTLEMENT:
                found_settlement(s, m, seat, number)
            else:
                build_settlement(s, m, seat, number)
        elif kind == BUILD_CITY:
            build_city(s, m, seat, number)
        elif kind == BUY_CARD:
            note_building(s, seat, 1)
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
            start_free_roads(s, m, seat)
        elif kind == STOP_ROADS:
            s[FREE_ROADS] = 0
            resume(s)
        elif kind == PLAY_PLENTY:
            play_plenty(s, seat, number)
        elif kind == PLAY_MONOPOLY:
            play_monopoly(s, seat, number)
