"""The two-player game: neutral players, trade cards and their actions (DUO)."""

from __future__ import annotations

from typing import Final

from longroad.core.actions import (
    CALM_ROBBER,
    FORCE_TRADE,
    NEUTRAL_SETTLEMENT,
    action_first,
    action_kind,
    action_number,
    bundle_count,
)
from longroad.core.bits import lowest_bit, popcount
from longroad.core.compile.registry import rule
from longroad.core.island.topology import COASTAL, ISLAND_HEXES, SITE_HEXES
from longroad.core.layout import (
    DUEL,
    FORCED_LEFT,
    HAND,
    HAND_SIZE,
    ISLAND,
    KNIGHT_SOLD,
    KNIGHTS,
    NEUTRAL_OWED,
    PHASE,
    POINTS,
    RESOURCES,
    ROBBER,
    SITES,
    TERRAIN,
    TRADE_CARDS,
    TURN,
    VICTIM,
    WORD_BITS,
    Block,
)
from longroad.core.legality.codes import (
    BETWEEN_ROLLS,
    KNIGHT_GONE,
    NEUTRAL_PLACE,
    NO_DUEL,
    NO_KNIGHT,
    NO_SUCH_PLACE,
    NO_TRADE_CARDS,
    NOT_NEUTRAL,
    OTHER_NEUTRAL_PIECE,
    ROBBER_AT_HOME,
    TOO_FEW_CARDS,
    TRADE_CARDS_FULL,
    WRONG_GIFT,
)
from longroad.core.phases import FORCED_GIVE, FORCED_TAKE, NEUTRAL_BUILD
from longroad.core.rules.awards import is_won, uncount_knight
from longroad.core.rules.hands import move_card
from longroad.core.rules.network import (
    has_road_place,
    has_settlement_place,
    place_road,
    place_settlement,
    road_places,
    settlement_places,
)
from longroad.core.rules.turn import is_between_rolls, resume
from longroad.core.words import DESERT

START_TRADE_CARDS: Final = 4
MOST_TRADE_CARDS: Final = 7
FIRST_NEUTRAL: Final = 2  # the neutral players sit at 2 and 3
NOTHING_OWED: Final = 0
ROAD_OWED: Final = 1
SETTLEMENT_OWED: Final = 2
FORCED_CARDS: Final = 2
KNIGHT_PRICE: Final = 2  # trade cards for a knight


@rule
def gain_trade_cards(s: Block, seat: int, count: int) -> None:
    """Take trade cards, up to seven (DUO-11)."""
    s[TRADE_CARDS + seat] = min(s[TRADE_CARDS + seat] + count, MOST_TRADE_CARDS)


@rule
def is_beside_desert(s: Block, site: int) -> bool:
    """Whether an intersection touches the desert."""
    for k in range(3):
        hex_ = SITE_HEXES[3 * site + k]
        if hex_ >= 0 and s[TERRAIN + hex_] == DESERT:
            return True
    return False


@rule(inline=False)
def reward_settlement(s: Block, seat: int, site: int) -> None:
    """Award the trade cards of a new settlement: two at the desert, one on the coast (DUO-11)."""
    count = COASTAL[SITES * s[ISLAND] + site]
    if is_beside_desert(s, site):
        count += 2
    gain_trade_cards(s, seat, count)


@rule
def action_price(s: Block, seat: int) -> int:
    """Return what a special action costs in trade cards (DUO-9)."""
    if s[POINTS + seat] <= s[POINTS + 1 - seat]:
        return 1
    return 2


@rule
def desert_hex(s: Block) -> int:
    """Return where the desert is."""
    for hex_ in range(ISLAND_HEXES[s[ISLAND]]):
        if s[TERRAIN + hex_] == DESERT:
            return hex_
    return -1


@rule(inline=False)
def calm_robber(s: Block, seat: int) -> None:
    """Pay for sending the robber to the desert; nothing is stolen (DUO-8)."""
    s[TRADE_CARDS + seat] -= action_price(s, seat)
    s[ROBBER] = desert_hex(s)


@rule(inline=False)
def force_trade(s: Block, seat: int) -> None:
    """Pay for a forced trade; chance takes up to two cards from the opponent (DUO-7)."""
    s[TRADE_CARDS + seat] -= action_price(s, seat)
    s[VICTIM] = 1 - seat
    s[FORCED_LEFT] = min(s[HAND_SIZE + 1 - seat], FORCED_CARDS)
    s[PHASE] = FORCED_TAKE


@rule(inline=False)
def take_forced(s: Block, resource: int) -> None:
    """Take one random card of a forced trade."""
    move_card(s, s[VICTIM], s[TURN], resource)
    s[FORCED_LEFT] -= 1
    if s[FORCED_LEFT] == 0:
        s[PHASE] = FORCED_GIVE


@rule(inline=False)
def give_forced(s: Block, seat: int, action: int) -> None:
    """Hand over two cards in exchange."""
    for resource in range(RESOURCES):
        count = bundle_count(action, resource)
        s[HAND + RESOURCES * seat + resource] -= count
        s[HAND + RESOURCES * (1 - seat) + resource] += count
    s[HAND_SIZE + seat] -= FORCED_CARDS
    s[HAND_SIZE + 1 - seat] += FORCED_CARDS
    s[VICTIM] = -1
    resume(s)


@rule(inline=False)
def retire_knight(s: Block, seat: int) -> None:
    """Turn a face-up knight into trade cards (DUO-10)."""
    uncount_knight(s, seat)
    gain_trade_cards(s, seat, KNIGHT_PRICE)
    s[KNIGHT_SOLD] = 1
    is_won(s)


@rule
def neutral_places(s: Block, m: Block, owed: int, seat: int, word: int) -> int:
    """Return one word of the places where a neutral player can build what is owed."""
    if owed == SETTLEMENT_OWED:
        if has_settlement_place(s, m, seat):
            return settlement_places(m, seat, word)
    elif has_road_place(s, m, seat):
        return road_places(m, seat, word)
    return 0


@rule
def count_neutral_places(s: Block, m: Block, owed: int) -> int:
    """Count the ways to build what is owed for either neutral player."""
    count = 0
    for seat in range(FIRST_NEUTRAL, FIRST_NEUTRAL + 2):
        for word in range(2):
            count += popcount(neutral_places(s, m, owed, seat, word))
    return count


@rule
def build_neutral(s: Block, m: Block, owed: int, seat: int, place: int) -> None:
    """Build a road or settlement for a neutral player."""
    s[NEUTRAL_OWED] = NOTHING_OWED
    if owed == SETTLEMENT_OWED:
        place_settlement(s, m, seat, place)
    else:
        place_road(s, m, seat, place)


@rule(inline=False)
def build_only_neutral(s: Block, m: Block, owed: int) -> None:
    """Build at the only place there is."""
    for seat in range(FIRST_NEUTRAL, FIRST_NEUTRAL + 2):
        for word in range(2):
            places = neutral_places(s, m, owed, seat, word)
            if places != 0:
                build_neutral(s, m, owed, seat, WORD_BITS * word + lowest_bit(places))
                return


@rule(inline=False)
def owe_neutral(s: Block, m: Block, owed: int) -> None:
    """Ask for a neutral player's road or settlement; a road if no settlement is possible, else nothing (DUO-5)."""
    if owed == SETTLEMENT_OWED and count_neutral_places(s, m, owed) == 0:
        owed = ROAD_OWED
    count = count_neutral_places(s, m, owed)
    if count == 1:
        build_only_neutral(s, m, owed)
    elif count > 1:
        s[NEUTRAL_OWED] = owed
        s[PHASE] = NEUTRAL_BUILD


# --- why not ----------------------------------------------------------------------------------------------------------


@rule(inline=False)
def refuse_duel_action(s: Block, seat: int, kind: int) -> int:
    """Return why a player of a duel cannot take a special action, or retire a knight."""
    if s[DUEL] == 0:
        return NO_DUEL
    if is_between_rolls(s) and kind != CALM_ROBBER:
        return BETWEEN_ROLLS
    if kind == CALM_ROBBER or kind == FORCE_TRADE:
        if s[TRADE_CARDS + seat] < action_price(s, seat):
            return NO_TRADE_CARDS
        if kind == CALM_ROBBER:
            if s[ROBBER] == desert_hex(s):
                return ROBBER_AT_HOME
        elif s[HAND_SIZE + seat] < FORCED_CARDS or s[HAND_SIZE + 1 - seat] == 0:
            return TOO_FEW_CARDS
        return 0
    if s[KNIGHTS + seat] == 0:
        return NO_KNIGHT
    if s[KNIGHT_SOLD] != 0:
        return KNIGHT_GONE
    if s[TRADE_CARDS + seat] >= MOST_TRADE_CARDS:
        return TRADE_CARDS_FULL
    return 0


@rule
def refuse_gift(s: Block, seat: int, action: int) -> int:
    """Return why these cards cannot be given in a forced trade."""
    total = 0
    for resource in range(RESOURCES):
        count = bundle_count(action, resource)
        if count < 0 or count > s[HAND + RESOURCES * seat + resource]:
            return WRONG_GIFT
        total += count
    if total != FORCED_CARDS:
        return WRONG_GIFT
    return 0


@rule
def refuse_neutral(s: Block, m: Block, action: int) -> int:
    """Return why this cannot be built for a neutral player."""
    owed = ROAD_OWED
    if action_kind(action) == NEUTRAL_SETTLEMENT:
        owed = SETTLEMENT_OWED
    place = action_number(action)
    seat = action_first(action)
    if owed != s[NEUTRAL_OWED]:
        return OTHER_NEUTRAL_PIECE
    if seat < FIRST_NEUTRAL or seat >= FIRST_NEUTRAL + 2:
        return NOT_NEUTRAL
    if place >= 2 * WORD_BITS:
        return NO_SUCH_PLACE
    word = int(place >= WORD_BITS)
    if (neutral_places(s, m, owed, seat, word) >> (place - WORD_BITS * word)) & 1 == 0:
        return NEUTRAL_PLACE
    return 0
