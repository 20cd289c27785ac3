"""Which actions a seat has: the legality words, and who the game waits for.

Legality is kept as words of bits, one or two for each kind of action; lists, masks and random picks are derived from
them. There are too many bundles to list: the last word says which kinds of bundle are allowed.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    ACCEPT,
    BUY_CARD,
    CALM_ROBBER,
    COUNTER_OFFER,
    DISCARD,
    END_TURN,
    FORCE_TRADE,
    GIVE_CARDS,
    OFFER_TRADE,
    PLAY_KNIGHT,
    PLAY_ROADS,
    PROPOSE_TRADE,
    REFUSE,
    RETIRE_KNIGHT,
    ROB_NOBODY,
    ROLL,
    STOP_ROADS,
    WITHDRAW,
)
from longroad.core.compile.registry import rule
from longroad.core.island.material import CHEAPEST_COST
from longroad.core.island.topology import ISLAND_SITES, SITE_PATHS_MASK
from longroad.core.layout import (
    ACCEPTED,
    ACTOR,
    BANK,
    BLOCKED,
    CHANCE,
    CITIES_LEFT,
    DECK_SIZE,
    DOMESTIC_TRADE,
    DUEL,
    FREE_ROADS,
    HAND,
    HAND_SIZE,
    HARBORS,
    ISLAND,
    KNIGHT_SOLD,
    KNIGHTS,
    LAST_SITE,
    LEGAL,
    LEGAL_WORDS,
    NEUTRAL_OWED,
    OFFER,
    OFFERED_TO,
    OFFERS,
    OFFERS_PER_TURN,
    OWES,
    PHASE,
    PLAYERS,
    PROPOSAL,
    PROPOSALS,
    PROPOSALS_PER_TURN,
    PROPOSED,
    QUEUE_SIZE,
    RESOURCES,
    ROADS_LEFT,
    ROBBER,
    SETTLEMENTS,
    SETTLEMENTS_LEFT,
    SITES,
    STEAL,
    TAKEN,
    TRADE_CARDS,
    TURN,
    WAITING,
    Block,
)
from longroad.core.legality.slots import (
    BANK_WORD,
    CITY_WORDS,
    DEAL_WORD,
    FORM_WORD,
    MONOPOLY_WORD,
    NEUTRAL_WORDS,
    PLENTY_WORD,
    PROPOSAL_WORD,
    ROAD_WORDS,
    ROBBER_WORD,
    SETTLEMENT_WORDS,
    SIMPLE,
    SWAP_WORD,
    VICTIM_WORD,
)
from longroad.core.phases import (
    BEFORE_ROLL,
    DISCARDING,
    FORCED_GIVE,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FREE_ROAD,
    IS_CHANCE,
    MAIN,
    NEUTRAL_BUILD,
    OVER,
    ROBBER_MOVES,
    SPECIAL_BUILDING,
    VICTIM_CHOICE,
)
from longroad.core.rules.cards import has_card_to_play, is_playable, may_play_card, plenty_pairs
from longroad.core.rules.duel import (
    FIRST_NEUTRAL,
    FORCED_CARDS,
    MOST_TRADE_CARDS,
    action_price,
    desert_hex,
    neutral_places,
)
from longroad.core.rules.hands import PAYS_CARD, PAYS_CITY, PAYS_ROAD, PAYS_SETTLEMENT, affordable
from longroad.core.rules.network import has_road_place, road_places, settlement_places
from longroad.core.rules.robber import robber_hexes, victims
from longroad.core.rules.trade import BEST_RATES, can_take, is_trade_open
from longroad.core.rules.turn import is_between_rolls
from longroad.core.ruleset import MAY_STEAL
from longroad.core.words import KNIGHT_CARD, MONOPOLY_CARD, PLENTY_CARD, ROAD_CARD

ALL_RESOURCES: Final = 31
BEST_RATE: Final = 2  # no trade with the bank takes fewer cards


# --- who acts ---------------------------------------------------------------------------------------------------------


@rule
def to_act(s: Block) -> int:
    """Return the set of seats that the game waits for; chance is seat 6."""
    phase = s[PHASE]
    if phase == MAIN:
        if s[WAITING] != 0:
            return s[WAITING]
        return 1 << s[TURN]
    if phase == DISCARDING:
        return s[OWES]
    if phase == OVER:
        return 0
    if IS_CHANCE[phase] != 0:
        return 1 << CHANCE
    return 1 << s[ACTOR]


@rule
def can_propose(s: Block, seat: int) -> bool:
    """Whether a seat other than the turn's may propose a trade, its hand permitting."""
    return (
        s[DOMESTIC_TRADE] != 0
        and (s[WAITING] >> seat) & 1 == 0
        and s[PROPOSALS + seat] < s[PROPOSALS_PER_TURN]
        and s[HAND_SIZE + seat] > 0
        and is_trade_open(s)
    )


@rule
def may_act(s: Block) -> int:
    """Return the set of seats that may act now: those the game waits for, and those that may propose a trade."""
    seats = to_act(s)
    if s[PHASE] == MAIN:
        seats |= 1 << s[TURN]
        for seat in range(s[PLAYERS]):
            if seat != s[TURN] and (can_propose(s, seat) or (s[PROPOSED] >> seat) & 1 != 0):
                seats |= 1 << seat
    return seats


# --- what is possible -------------------------------------------------------------------------------------------------


@rule
def list_building(s: Block, m: Block, seat: int) -> None:
    """List what a seat can pay for and place: places are masked, not tested, since branches would be mispredicted."""
    if s[HAND_SIZE + seat] < CHEAPEST_COST:
        return
    pays = affordable(s, seat)
    if pays == 0:
        return
    roads = -((pays >> PAYS_ROAD) & int(s[ROADS_LEFT + seat] > 0))
    settlements = -((pays >> PAYS_SETTLEMENT) & int(s[SETTLEMENTS_LEFT + seat] > 0))
    cities = -((pays >> PAYS_CITY) & int(s[CITIES_LEFT + seat] > 0))
    for word in range(2):
        m[ROAD_WORDS + word] = road_places(m, seat, word) & roads
        m[SETTLEMENT_WORDS + word] = settlement_places(m, seat, word) & settlements
        m[CITY_WORDS + word] = m[SETTLEMENTS + 2 * seat + word] & cities
    m[SIMPLE] |= ((pays >> PAYS_CARD) & int(s[DECK_SIZE] + s[QUEUE_SIZE] > 0)) << BUY_CARD


@rule
def list_cards(s: Block, m: Block, seat: int) -> None:
    """List the development cards that can be played; between the rolls of a duel knights only (DUO-4)."""
    if not has_card_to_play(s, seat) or not may_play_card(s):
        return
    if is_playable(s, seat, KNIGHT_CARD):
        m[SIMPLE] |= 1 << PLAY_KNIGHT
    if is_between_rolls(s):
        return
    if is_playable(s, seat, ROAD_CARD) and has_road_place(s, m, seat):
        m[SIMPLE] |= 1 << PLAY_ROADS
    if is_playable(s, seat, PLENTY_CARD):
        m[PLENTY_WORD] = plenty_pairs(s)
    if is_playable(s, seat, MONOPOLY_CARD):
        m[MONOPOLY_WORD] = ALL_RESOURCES


@rule
def list_bank_trades(s: Block, m: Block, seat: int) -> None:
    """List the maritime trades at the best rate (TRA-7 to TRA-9), without branches."""
    if s[HAND_SIZE + seat] < BEST_RATE:
        return
    bank = 0
    for take in range(RESOURCES):
        bank |= int(s[BANK + take] != 0) << take
    trades = 0
    rates = RESOURCES * s[HARBORS + seat]
    for give in range(RESOURCES):
        pays = -int(s[HAND + RESOURCES * seat + give] >= BEST_RATES[rates + give])
        trades |= (bank & ~(1 << give) & pays) << (RESOURCES * give)
    m[BANK_WORD] = trades


@rule
def swaps(s: Block, seat: int) -> int:
    """Return the set of bundles of one card held for one other."""
    pairs = 0
    for give in range(RESOURCES):
        if s[HAND + RESOURCES * seat + give] > 0:
            pairs |= (ALL_RESOURCES & ~(1 << give)) << (RESOURCES * give)
    return pairs


@rule(inline=False)
def list_offers(s: Block, m: Block, seat: int) -> None:
    """List what the player on turn can do about trade with the others (TRA-1 to TRA-5)."""
    if s[OFFERS] < s[OFFERS_PER_TURN] and s[HAND_SIZE + seat] > 0:
        m[FORM_WORD] |= 1 << OFFER_TRADE
        m[SWAP_WORD] = swaps(s, seat)
    if s[OFFERED_TO] != 0:
        m[SIMPLE] |= 1 << WITHDRAW
    m[DEAL_WORD] = s[ACCEPTED]
    for other in range(s[PLAYERS]):
        if (s[PROPOSED] >> other) & 1 != 0 and can_take(s, PROPOSAL + RESOURCES * other, seat):
            m[PROPOSAL_WORD] |= 1 << other


@rule
def simple_answers(s: Block, seat: int) -> int:
    """Return what another player can say about trade without naming cards, as a set of kinds."""
    kinds = ((s[PROPOSED] >> seat) & 1) << WITHDRAW
    if (s[WAITING] >> seat) & 1 != 0:
        kinds |= (1 << REFUSE) | (int(can_take(s, OFFER, seat)) << ACCEPT)
    return kinds


@rule(inline=False)
def list_answers(s: Block, m: Block, seat: int) -> None:
    """List what another player can do about trade while it is somebody's turn (TRA-2)."""
    m[SIMPLE] = simple_answers(s, seat)
    if (s[WAITING] >> seat) & 1 != 0:
        if s[HAND_SIZE + seat] > 0:
            m[FORM_WORD] |= 1 << COUNTER_OFFER
            m[SWAP_WORD] = swaps(s, seat)
    elif can_propose(s, seat):
        m[FORM_WORD] |= 1 << PROPOSE_TRADE
        m[SWAP_WORD] = swaps(s, seat)


@rule(inline=False)
def list_duel(s: Block, m: Block, seat: int) -> None:
    """List the actions that trade cards pay for, and the knight that can be turned into them (DUO-7 to DUO-10)."""
    can_pay = s[TRADE_CARDS + seat] >= action_price(s, seat)
    if can_pay and s[ROBBER] != desert_hex(s):
        m[SIMPLE] |= 1 << CALM_ROBBER
    if is_between_rolls(s):
        return
    if can_pay and s[HAND_SIZE + seat] >= FORCED_CARDS and s[HAND_SIZE + 1 - seat] > 0:
        m[SIMPLE] |= 1 << FORCE_TRADE
    if s[KNIGHTS + seat] > 0 and s[KNIGHT_SOLD] == 0 and s[TRADE_CARDS + seat] < MOST_TRADE_CARDS:
        m[SIMPLE] |= 1 << RETIRE_KNIGHT


@rule
def list_main(s: Block, m: Block, seat: int) -> None:
    """List what the player on turn can do after the roll."""
    m[SIMPLE] = 1 << END_TURN
    list_building(s, m, seat)
    list_cards(s, m, seat)
    if is_trade_open(s):
        list_bank_trades(s, m, seat)
        if s[DOMESTIC_TRADE] != 0:
            list_offers(s, m, seat)
    if s[DUEL] != 0:
        list_duel(s, m, seat)


@rule(inline=False)
def list_founding(s: Block, m: Block) -> None:
    """List the places for a founding settlement, or for the road at the one just founded (SET-3, SET-4)."""
    for word in range(2):
        if s[PHASE] == FOUND_SETTLEMENT:
            m[SETTLEMENT_WORDS + word] = ISLAND_SITES[2 * s[ISLAND] + word] & ~m[BLOCKED + word]
        else:
            row = 2 * (SITES * s[ISLAND] + s[LAST_SITE])
            m[ROAD_WORDS + word] = SITE_PATHS_MASK[row + word] & ~m[TAKEN + word]


@rule(inline=False)
def list_neutral(s: Block, m: Block) -> None:
    """List where a neutral player can build what is owed (DUO-5)."""
    for i in range(4):
        m[NEUTRAL_WORDS + i] = neutral_places(s, m, s[NEUTRAL_OWED], FIRST_NEUTRAL + (i >> 1), i & 1)


@rule
def list_pending(s: Block, m: Block, seat: int) -> None:
    """List what can resolve something that is pending."""
    phase = s[PHASE]
    if phase == ROBBER_MOVES:
        m[ROBBER_WORD] = robber_hexes(s)
    elif phase == VICTIM_CHOICE:
        m[VICTIM_WORD] = victims(s)
        if s[STEAL] == MAY_STEAL:
            m[VICTIM_WORD] |= 1 << ROB_NOBODY
    elif phase == FREE_ROAD:
        m[ROAD_WORDS] = road_places(m, seat, 0)
        m[ROAD_WORDS + 1] = road_places(m, seat, 1)
        if s[FREE_ROADS] == 1:
            m[SIMPLE] = 1 << STOP_ROADS
    elif phase == FOUND_SETTLEMENT or phase == FOUND_ROAD:
        list_founding(s, m)
    elif phase == NEUTRAL_BUILD:
        list_neutral(s, m)
    elif phase == FORCED_GIVE:
        m[FORM_WORD] = 1 << GIVE_CARDS


@rule
def list_legal(s: Block, m: Block, seat: int) -> None:
    """Write the legality words of a seat."""
    for word in range(LEGAL, LEGAL + LEGAL_WORDS):
        m[word] = 0
    phase = s[PHASE]
    if phase == MAIN:
        if seat == s[TURN]:
            list_main(s, m, seat)
        else:
            list_answers(s, m, seat)
    elif phase == DISCARDING:
        if (s[OWES] >> seat) & 1 != 0:
            m[FORM_WORD] = 1 << DISCARD
    elif seat == s[ACTOR] and IS_CHANCE[phase] == 0:
        if phase == BEFORE_ROLL:
            m[SIMPLE] = 1 << ROLL
            list_cards(s, m, seat)
            if s[DUEL] != 0:
                list_duel(s, m, seat)
        elif phase == SPECIAL_BUILDING:
            m[SIMPLE] = 1 << END_TURN
            list_building(s, m, seat)
        else:
            list_pending(s, m, seat)


@rule(inline=False)
def note_legal(s: Block, m: Block, seat: int) -> None:
    """Write the legality words of a seat, from code that exists once however many entry points ask for them."""
    list_legal(s, m, seat)
