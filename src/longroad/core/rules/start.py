"""From options to a game that can begin: supplies, stacks, pieces that are placed beforehand (SET-1, BRD-9, DUO-1)."""

from __future__ import annotations

from typing import Final

from longroad.core.compile.registry import rule
from longroad.core.island.material import (
    BANK_CARDS,
    BEGINNER_PATHS,
    BEGINNER_SITES,
    CITIES_EACH,
    ROADS_EACH,
    SETTLEMENTS_EACH,
    STACK,
)
from longroad.core.island.setup import make_island, neutral_site
from longroad.core.layout import (
    BANK,
    CARD_KINDS,
    CITIES_LEFT,
    DECK,
    DECK_SIZE,
    DUEL,
    FIRST,
    FIRST_PLAYER,
    FOUNDING,
    HEXES,
    HEXES_OF,
    ISLAND,
    LARGEST,
    LAST_SITE,
    LIMIT,
    LONGEST,
    NEUTRAL_SITE,
    NOBODY,
    PHASE,
    PLAYERS,
    QUEUE,
    RESOURCES,
    ROADS_LEFT,
    ROBBER,
    ROLLING,
    SETTLEMENTS_LEFT,
    SMALL_SIZE,
    SUMS,
    TRADE_CARDS,
    VICTIM,
    VIEWER,
    WINNER,
    WORDS_SIZE,
    Block,
)
from longroad.core.phases import ROLL_FOR_START
from longroad.core.rules.chance import shuffle_dice
from longroad.core.rules.duel import FIRST_NEUTRAL, START_TRADE_CARDS
from longroad.core.rules.founding import continue_founding
from longroad.core.rules.hands import UNLIMITED_STACK, is_unlimited
from longroad.core.rules.network import place_road, place_settlement
from longroad.core.rules.production import take_starting_income
from longroad.core.ruleset import FIRST_GIVEN, FOUNDED_BEFORE

QUEUE_LENGTH: Final = 9


@rule
def clear(s: Block, m: Block) -> None:
    """Clear everything but the ruleset, the island and the first seat."""
    first = s[FIRST]
    stack = UNLIMITED_STACK * int(is_unlimited(s))
    for i in range(VIEWER, SMALL_SIZE):
        s[i] = 0
    limit = m[LIMIT]
    for i in range(WORDS_SIZE):
        m[i] = 0
    m[LIMIT] = limit
    s[FIRST] = first
    s[VIEWER] = NOBODY
    s[LAST_SITE] = NOBODY
    s[VICTIM] = NOBODY
    s[LONGEST] = NOBODY
    s[LARGEST] = NOBODY
    s[WINNER] = NOBODY
    for resource in range(RESOURCES):
        s[BANK + resource] = stack
    for i in range(QUEUE_LENGTH):
        s[QUEUE + i] = NOBODY


@rule
def deal(s: Block) -> None:
    """Fill the bank, the stacks and the players' supplies (SET-1)."""
    island = s[ISLAND]
    if not is_unlimited(s):
        for resource in range(RESOURCES):
            s[BANK + resource] = BANK_CARDS[island]
    for kind in range(CARD_KINDS):
        s[DECK + kind] = STACK[CARD_KINDS * island + kind]
        s[DECK_SIZE] += STACK[CARD_KINDS * island + kind]
    for seat in range(s[PLAYERS] + 2 * s[DUEL]):
        s[ROADS_LEFT + seat] = ROADS_EACH
        s[SETTLEMENTS_LEFT + seat] = SETTLEMENTS_EACH
        s[CITIES_LEFT + seat] = CITIES_EACH
    shuffle_dice(s)


@rule(inline=False)
def place_beginners(s: Block, m: Block) -> None:
    """Place the settlements and roads of the beginner set-up, and give the starting income (BRD-9)."""
    for seat in range(s[PLAYERS]):
        for k in range(2):
            place_settlement(s, m, seat, BEGINNER_SITES[2 * seat + k])
            place_road(s, m, seat, BEGINNER_PATHS[2 * seat + k])
        take_starting_income(s, seat, BEGINNER_SITES[2 * seat + 1])


@rule(inline=False)
def place_neutrals(s: Block, m: Block) -> None:
    """Place one settlement for each neutral player, and give the players their trade cards (DUO-1, DUO-3)."""
    for k in range(2):
        site = s[NEUTRAL_SITE + k]
        if site < 0:
            site = neutral_site(s, k)
        place_settlement(s, m, FIRST_NEUTRAL + k, site)
        s[TRADE_CARDS + k] = START_TRADE_CARDS


@rule
def start_game(s: Block, m: Block) -> None:
    """Begin a game on the island in `s`."""
    clear(s, m)
    deal(s)
    if s[DUEL] != 0:
        place_neutrals(s, m)
    if s[FOUNDING] == FOUNDED_BEFORE:
        place_beginners(s, m)
    if s[FIRST_PLAYER] == FIRST_GIVEN:
        continue_founding(s, m)
    else:
        s[FIRST] = 0
        s[ROLLING] = (1 << s[PLAYERS]) - 1
        s[PHASE] = ROLL_FOR_START


@rule
def new_game(s: Block, m: Block, seed: int) -> None:
    """Make an island as the options say, and begin a game on it."""
    make_island(s, seed)
    start_game(s, m)


assert VIEWER > ROBBER > HEXES_OF > HEXES > SUMS, "the ruleset and the island come first in a state"
assert max(sum(STACK[1:4]), sum(STACK[6:9])) == QUEUE_LENGTH
