"""What a position is measured from: whether it differs from that of the last position, which is noted in the workspace.

Most positions of a search differ little from the one before; `measures` measures again only what depends on a change.
"""

from __future__ import annotations

from longroad.core.compile.registry import rule
from longroad.core.layout import (
    CARD_KINDS,
    CARDS,
    CITIES_LEFT,
    DECK_SIZE,
    DUEL,
    FRESH,
    HAND,
    HAND_SIZE,
    HARBORS,
    KNIGHTS,
    LARGEST,
    LAST_SITE,
    LONGEST,
    POINTS,
    RESOURCES,
    ROAD_LENGTH,
    ROADS_LEFT,
    ROBBER,
    SEATS,
    SETTLEMENTS_LEFT,
    SITE,
    SITES,
    TAKEN,
    TOUCHED,
    TRADE_CARDS,
    TURN,
    TURNS,
    Block,
)
from longroad.search.features import (
    BUILDINGS,
    HELD,
    HELD_CARDS,
    HELD_FRESH,
    HELD_HAND,
    HELD_ROW,
    LAID,
    LAID_WORDS,
    ROBBED,
    ROBBER_AT,
    SUPPLY,
    SUPPLY_ROW,
    TABLE,
    TABLE_KNIGHTS,
    TABLE_ROADS,
)
from longroad.search.sites import PART, PART_BITS, is_founding

assert TAKEN + 2 - TOUCHED == LAID_WORDS  # these words follow each other


@rule
def overwrite(f: Block, place: int, value: int) -> int:
    """Write a value; return 0 if it was there before."""
    changed = f[place] ^ value
    f[place] = value
    return changed


@rule
def buildings_changed(s: Block, f: Block) -> bool:
    """Whether other buildings stand than at the last measure; without an early exit, which is faster."""
    changed = 0
    for site in range(SITES):
        changed |= f[BUILDINGS + site] ^ s[SITE + site]
    return changed != 0


@rule
def robber_changed(s: Block, f: Block) -> bool:
    """Whether the robber stands elsewhere; note where."""
    return overwrite(f, ROBBER_AT, s[ROBBER]) != 0


@rule
def laid_changed(s: Block, m: Block, f: Block) -> bool:
    """Whether roads, or sites that are blocked, are not as they were; note them."""
    changed = overwrite(f, LAID + 2 * LAID_WORDS, s[LAST_SITE])
    for k in range(LAID_WORDS):
        word = m[TOUCHED + k]
        changed |= overwrite(f, LAID + 2 * k, word & PART)
        changed |= overwrite(f, LAID + 2 * k + 1, word >> PART_BITS)
    return changed != 0


@rule
def table_changed(s: Block, m: Block, f: Block) -> bool:
    """Whether anything that concerns all seats is not as it was, and note it; the first number is never 0."""
    changed = overwrite(f, TABLE, 1 + int(is_founding(s)))
    changed |= overwrite(f, TABLE + 1, s[TURN])
    changed |= overwrite(f, TABLE + 2, m[TURNS])
    changed |= overwrite(f, TABLE + 3, s[DECK_SIZE])
    changed |= overwrite(f, TABLE + 4, s[LARGEST])
    changed |= overwrite(f, TABLE + 5, s[LONGEST])
    for seat in range(SEATS):
        changed |= overwrite(f, TABLE + TABLE_KNIGHTS + seat, s[KNIGHTS + seat])
        changed |= overwrite(f, TABLE + TABLE_ROADS + seat, s[ROAD_LENGTH + seat])
    return changed != 0


@rule
def supply_changed(s: Block, f: Block, seat: int) -> bool:
    """Whether a seat has other harbors than before, or is robbed of something else; note it."""
    row = SUPPLY + SUPPLY_ROW * seat
    changed = overwrite(f, row, s[HARBORS + seat])
    for k in range(RESOURCES):
        changed |= overwrite(f, row + 1 + k, f[ROBBED + RESOURCES * seat + k])
    return changed != 0


@rule
def held_changed(s: Block, f: Block, seat: int) -> bool:
    """Whether a seat has other cards, pieces or points than before; note them."""
    row = HELD + HELD_ROW * seat
    changed = overwrite(f, row, s[HAND_SIZE + seat])
    changed |= overwrite(f, row + 1, s[POINTS + seat])
    changed |= overwrite(f, row + 2, s[ROADS_LEFT + seat])
    changed |= overwrite(f, row + 3, s[SETTLEMENTS_LEFT + seat])
    changed |= overwrite(f, row + 4, s[CITIES_LEFT + seat])
    if s[DUEL] != 0:
        changed |= overwrite(f, row + 5, s[TRADE_CARDS + seat])
    for k in range(RESOURCES):
        changed |= overwrite(f, row + HELD_HAND + k, s[HAND + RESOURCES * seat + k])
    for k in range(CARD_KINDS):
        changed |= overwrite(f, row + HELD_CARDS + k, s[CARDS + CARD_KINDS * seat + k])
        changed |= overwrite(f, row + HELD_FRESH + k, s[FRESH + CARD_KINDS * seat + k])
    return changed != 0
