"""Development cards: buying, drawing, playing (DEV)."""

from __future__ import annotations

from longroad.core.actions import (
    PAIRS,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROADS,
    PLENTY_FIRST,
    PLENTY_SECOND,
)
from longroad.core.bits import lowest_bit, popcount
from longroad.core.compile.registry import rule
from longroad.core.island.material import CARD_AT
from longroad.core.layout import (
    ACTOR,
    CARD_KINDS,
    CARDS,
    CARDS_PER_TURN,
    CARDS_PLAYED,
    CARDS_SIZE,
    DECK,
    DECK_SIZE,
    FREE_ROADS,
    FRESH,
    HAND,
    HAND_SIZE,
    NOBODY,
    PHASE,
    PLAYERS,
    PROGRESS_CARDS,
    QUEUE,
    QUEUE_SIZE,
    RESOURCES,
    WORD_BITS,
    Block,
)
from longroad.core.legality.codes import (
    BANK_LACKS,
    BETWEEN_ROLLS,
    CARD_PLAYED,
    NO_PLACE_FOR_ROAD,
    NO_SUCH_CARD,
    NO_SUCH_RESOURCE,
    TAKE_TWO,
)
from longroad.core.phases import CARD_DRAW, FREE_ROAD
from longroad.core.rules.awards import count_knight, is_won
from longroad.core.rules.building import build_road, note_building
from longroad.core.rules.hands import pay_cost, payable, payable_in_all, receive
from longroad.core.rules.network import has_road_place, road_places
from longroad.core.rules.robber import start_robber
from longroad.core.rules.turn import is_between_rolls, resume
from longroad.core.ruleset import RECYCLED
from longroad.core.words import KNIGHT_CARD, MONOPOLY_CARD, PLENTY_CARD, POINT_CARD, ROAD_CARD


@rule
def buy_card(s: Block, seat: int) -> None:
    """Pay for a development card; chance draws it (BLD-5)."""
    pay_cost(s, seat, CARD_AT)
    note_building(s, seat, 1)
    s[PHASE] = CARD_DRAW


@rule
def draw_card(s: Block, kind: int) -> None:
    """Move the card that was drawn to the buyer, from the stack or the queue under it (DEV-6)."""
    if s[DECK_SIZE] > 0:
        s[DECK + kind] -= 1
        s[DECK_SIZE] -= 1
    else:
        s[QUEUE_SIZE] -= 1
        for i in range(s[QUEUE_SIZE]):
            s[QUEUE + i] = s[QUEUE + i + 1]
        s[QUEUE + s[QUEUE_SIZE]] = NOBODY
    seat = s[ACTOR]
    s[CARDS + CARD_KINDS * seat + kind] += 1
    s[FRESH + CARD_KINDS * seat + kind] += 1
    s[CARDS_SIZE + seat] += 1
    if not is_won(s):
        resume(s)


@rule
def lay_card(s: Block, seat: int, kind: int) -> None:
    """Play a card from hand; a progress card may go under the stack (DEV-6)."""
    s[CARDS + CARD_KINDS * seat + kind] -= 1
    s[CARDS_SIZE + seat] -= 1
    s[CARDS_PLAYED] = 1
    if kind != KNIGHT_CARD and s[PROGRESS_CARDS] == RECYCLED:
        s[QUEUE + s[QUEUE_SIZE]] = kind
        s[QUEUE_SIZE] += 1


@rule
def play_knight(s: Block, seat: int) -> None:
    """Play a knight: it counts for the largest army, and the robber moves (ROB-5, DEV-2)."""
    lay_card(s, seat, KNIGHT_CARD)
    count_knight(s, seat)
    if not is_won(s):
        start_robber(s)


@rule
def play_roads(s: Block, m: Block, seat: int) -> None:
    """Play road building: up to two roads follow. If the first has only one place, it is built at once (DEV-3)."""
    lay_card(s, seat, ROAD_CARD)
    s[FREE_ROADS] = 2
    first = road_places(m, seat, 0)
    second = road_places(m, seat, 1)
    if popcount(first) + popcount(second) > 1:
        s[PHASE] = FREE_ROAD
    elif first != 0:
        build_road(s, m, seat, lowest_bit(first))
    else:
        build_road(s, m, seat, WORD_BITS + lowest_bit(second))


@rule
def stop_roads(s: Block) -> None:
    """Leave the second road of a road building card unbuilt (DEV-3)."""
    s[FREE_ROADS] = 0
    resume(s)


@rule
def play_plenty(s: Block, seat: int, pair: int) -> None:
    """Play year of plenty: take two cards from the bank, or the only one (DEV-4)."""
    lay_card(s, seat, PLENTY_CARD)
    receive(s, seat, PLENTY_FIRST[pair], 1)
    if PLENTY_SECOND[pair] >= 0:
        receive(s, seat, PLENTY_SECOND[pair], 1)


@rule
def play_monopoly(s: Block, seat: int, resource: int) -> None:
    """Play monopoly: every other player hands over all cards of a resource (DEV-5)."""
    lay_card(s, seat, MONOPOLY_CARD)
    for other in range(s[PLAYERS]):
        if other != seat:
            count = s[HAND + RESOURCES * other + resource]
            s[HAND + RESOURCES * other + resource] = 0
            s[HAND_SIZE + other] -= count
            s[HAND + RESOURCES * seat + resource] += count
            s[HAND_SIZE + seat] += count


# --- what can be played, and why not ----------------------------------------------------------------------------------


@rule
def is_playable(s: Block, seat: int, kind: int) -> bool:
    """Whether a seat holds a card of a kind that was not bought this turn (TRN-5)."""
    return s[CARDS + CARD_KINDS * seat + kind] > s[FRESH + CARD_KINDS * seat + kind]


@rule
def has_card_to_play(s: Block, seat: int) -> bool:
    """Whether a seat holds a card other than victory points, which are never played (DEV-1)."""
    return s[CARDS_SIZE + seat] != s[CARDS + CARD_KINDS * seat + POINT_CARD]


@rule
def may_play_card(s: Block) -> bool:
    """Whether another development card may be played this turn (TRN-4, TRN-6)."""
    return s[CARDS_PLAYED] == 0 or s[CARDS_PER_TURN] == 0


@rule(inline=False)
def plenty_pairs(s: Block) -> int:
    """Return the set of pairs that year of plenty can take, or of single cards if the bank has but one (DEV-4)."""
    pairs = 0
    if payable_in_all(s) == 1:
        for resource in range(RESOURCES):
            pairs |= int(payable(s, resource) > 0) << (PAIRS + resource)
        return pairs
    for pair in range(PAIRS):
        first = PLENTY_FIRST[pair]
        second = PLENTY_SECOND[pair]
        if payable(s, first) > int(first == second) and payable(s, second) > 0:
            pairs |= 1 << pair
    return pairs


@rule
def card_of(kind: int) -> int:
    """Return which card an action plays."""
    if kind == PLAY_KNIGHT:
        return KNIGHT_CARD
    if kind == PLAY_ROADS:
        return ROAD_CARD
    if kind == PLAY_PLENTY:
        return PLENTY_CARD
    return MONOPOLY_CARD


@rule
def refuse_play(s: Block, m: Block, seat: int, kind: int, number: int) -> int:
    """Return why a development card cannot be played."""
    if is_between_rolls(s) and kind != PLAY_KNIGHT:
        return BETWEEN_ROLLS
    if not is_playable(s, seat, card_of(kind)):
        return NO_SUCH_CARD
    if not may_play_card(s):
        return CARD_PLAYED
    if kind == PLAY_ROADS and not has_road_place(s, m, seat):
        return NO_PLACE_FOR_ROAD
    if kind == PLAY_MONOPOLY and number >= RESOURCES:
        return NO_SUCH_RESOURCE
    if kind == PLAY_PLENTY:
        if number >= PAIRS + RESOURCES:
            return BANK_LACKS
        if (plenty_pairs(s) >> number) & 1 == 0:
            if number >= PAIRS and payable(s, PLENTY_FIRST[number]) > 0:
                return TAKE_TWO
            return BANK_LACKS
    return 0
