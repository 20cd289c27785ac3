"""Writes observations: what a seat may know of a game, in the order of the features (see `observations`)."""

from __future__ import annotations

from typing import Final

from longroad.core.actions import bundle_count, bundle_to
from longroad.core.bits import lowest_bit
from longroad.core.compile.registry import rule
from longroad.core.layout import (
    CITY_CODE,
    DOMESTIC_TRADE,
    DUEL,
    HARBOR,
    HARBORS,
    PHASE,
    PLAYERS,
    RESOURCES,
    ROADS,
    ROBBER,
    SITE,
    TERRAIN,
    TOKEN,
    TRADE_CARDS,
    TURNS,
    WORD_BITS,
    Block,
)
from longroad.core.words import SEA
from longroad.envs.compose import ASK, PENDING, SEAT
from longroad.envs.observations import HARBOR_WIDTH, HEX_WIDTH, PHASES
from longroad.envs.plan import (
    GAME_COPIES,
    GAME_TABLE,
    HARBORS_AT,
    HEXES_AT,
    HEXES_SHOWN,
    OWN_COPIES,
    OWN_TABLE,
    PATHS_AT,
    PLAYER_COPIES,
    PLAYER_SEATS,
    PLAYER_SETS,
    PLAYER_TABLE,
    PLAYER_WIDTH,
    PLAYERS_AT,
    ROBBER_AT,
    SEAT_TABLE,
    SEATS_SHOWN,
    SET_TABLE,
    SITES_AT,
    SITES_SHOWN,
    SIZE,
)

MOST_TURNS: Final = 127
PIPS: Final = (0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1)  # of each token: the rolls of 36 that have its number
TOKEN_COLUMN: Final = RESOURCES + 1


@rule
def shown_seat(s: Block, viewer: int, k: int) -> int:
    """Return the seat that is k-th from the viewer; neutral players keep their places."""
    seat = k
    if k < s[PLAYERS]:
        seat = viewer + k
        if seat >= s[PLAYERS]:
            seat -= s[PLAYERS]
    return seat


@rule
def place_from(s: Block, viewer: int, seat: int) -> int:
    """Return where a seat stands, counted from the viewer."""
    k = seat
    if seat < s[PLAYERS]:
        k = seat - viewer
        if k < 0:
            k += s[PLAYERS]
    return k


@rule
def observe_game(s: Block, m: Block, e: Block, plan: Block, viewer: int, row: Block) -> None:
    """Write the block of the game: the phase, public counts, the viewer's cards, what it composes."""
    for phase in range(PHASES):
        row[phase] = 0
    row[int(s[PHASE])] = 1
    at = PHASES
    table = plan[GAME_TABLE]
    count = plan[GAME_COPIES]
    for k in range(count):
        row[at + k] = s[plan[table + k]]
    at += count
    table = plan[OWN_TABLE]
    count = plan[OWN_COPIES]
    for k in range(count):
        row[at + k] = s[plan[table + 2 * k] + plan[table + 2 * k + 1] * viewer]
    at += count
    for resource in range(RESOURCES + 2):
        row[at + resource] = 0
    if e[SEAT] == viewer:
        if e[PENDING] != 0:
            for resource in range(RESOURCES):
                row[at + resource] = bundle_count(e[PENDING], resource)
            row[at + RESOURCES] = 1
        row[at + RESOURCES + 1] = (e[ASK] >> viewer) & 1
    row[at + RESOURCES + 2] = min(m[TURNS], MOST_TURNS)


@rule
def observe_player(s: Block, e: Block, plan: Block, viewer: int, k: int, row: Block) -> None:
    """Write the row of the player who is k-th from the viewer."""
    seat = shown_seat(s, viewer, k)
    at = plan[PLAYERS_AT] + plan[PLAYER_WIDTH] * k
    table = plan[PLAYER_TABLE]
    count = plan[PLAYER_COPIES]
    for column in range(count):
        row[at + column] = s[plan[table + 2 * column] + plan[table + 2 * column + 1] * seat]
    at += count
    table = plan[SET_TABLE]
    count = plan[PLAYER_SETS]
    for column in range(count):
        row[at + column] = (s[plan[table + column]] >> seat) & 1
    at += count
    table = plan[SEAT_TABLE]
    count = plan[PLAYER_SEATS]
    for column in range(count):
        row[at + column] = int(s[plan[table + column]] == seat)
    at += count
    for kind in range(HARBOR_WIDTH):
        row[at + kind] = (s[HARBORS + seat] >> (kind + 1)) & 1
    at += HARBOR_WIDTH
    row[at] = int(e[SEAT] == seat)
    if s[DOMESTIC_TRADE] != 0:
        at += 1
        row[at] = 0
        if e[SEAT] == viewer:
            row[at] = (bundle_to(e[PENDING]) >> seat) & 1
    if s[DUEL] != 0:
        at += 1
        row[at] = 0
        if k < s[PLAYERS]:
            row[at] = s[TRADE_CARDS + seat]


@rule
def observe_board(s: Block, m: Block, plan: Block, viewer: int, row: Block) -> None:
    """Write the robber, buildings and roads."""
    for place in range(plan[ROBBER_AT], plan[HEXES_AT]):
        row[place] = 0
    row[plan[ROBBER_AT] + s[ROBBER]] = 1
    width = plan[SEATS_SHOWN]
    at = plan[SITES_AT]
    for site in range(plan[SITES_SHOWN]):
        code = int(s[SITE + site])
        if code > CITY_CODE:
            row[at + width * site + place_from(s, viewer, code - CITY_CODE - 1)] = 2
        elif code > 0:
            row[at + width * site + place_from(s, viewer, code - 1)] = 1
    at = plan[PATHS_AT]
    for seat in range(width):
        place = place_from(s, viewer, seat)
        for word in range(2):
            roads = m[ROADS + 2 * seat + word]
            while roads != 0:
                row[at + width * (WORD_BITS * word + lowest_bit(roads)) + place] = 1
                roads &= roads - 1


@rule(inline=False)
def observe_island(s: Block, plan: Block, row: Block) -> None:
    """Write what stays during a game: terrain, tokens, harbors."""
    for place in range(plan[HEXES_AT], plan[SIZE]):
        row[place] = 0
    for h in range(plan[HEXES_SHOWN]):
        at = plan[HEXES_AT] + HEX_WIDTH * h
        if s[TERRAIN + h] < SEA:
            row[at + s[TERRAIN + h]] = 1
        row[at + TOKEN_COLUMN] = s[TOKEN + h]
        row[at + TOKEN_COLUMN + 1] = PIPS[int(s[TOKEN + h])]
    for site in range(plan[SITES_SHOWN]):
        if s[HARBOR + site] > 0:
            row[plan[HARBORS_AT] + HARBOR_WIDTH * site + s[HARBOR + site] - 1] = 1


@rule
def observe(s: Block, m: Block, e: Block, plan: Block, viewer: int, row: Block) -> None:
    """Write what a seat may know that changes during a game."""
    observe_game(s, m, e, plan, viewer, row)
    for k in range(plan[SEATS_SHOWN]):
        observe_player(s, e, plan, viewer, k, row)
    observe_board(s, m, plan, viewer, row)
