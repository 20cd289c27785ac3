"""What Catanatron's state says, put into ours where the two differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bridges.catanatron.places import BANK_ORDER, CARDS, RESOURCES, Places
from longroad.core import layout
from longroad.core.derive import derive_board
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT
from longroad.core.layout import CARD_KINDS, CITY_CODE, NOBODY, WORD_BITS
from longroad.core.phases import BEFORE_ROLL, DISCARDING, FOUND_ROAD, FOUND_SETTLEMENT, FREE_ROAD, MAIN, ROBBER_MOVES
from longroad.core.state import State

PROMPTS: Final = {
    "BUILD_INITIAL_SETTLEMENT": FOUND_SETTLEMENT,
    "BUILD_INITIAL_ROAD": FOUND_ROAD,
    "DISCARD": DISCARDING,
    "MOVE_ROBBER": ROBBER_MOVES,
    "DECIDE_TRADE": MAIN,
    "DECIDE_ACCEPTEES": MAIN,
}


def correct(ours: State, theirs: Any, places: Places) -> Iterator[str]:
    """Overwrite what differs from their state, and name each part; while cards are being discarded, nothing."""
    if theirs.current_prompt.name == "DISCARD" and ours.s[layout.PHASE] == DISCARDING:
        return  # ours go to the bank together, when all are in (ROB-4)
    phase = _phase(theirs)
    seat = theirs.current_turn_index
    if (ours.s[layout.PHASE], ours.s[layout.TURN]) != (phase, seat):
        _put_phase(ours, phase, seat, theirs)
        yield "phase"
    if _put(ours.s, layout.HAND, _hands(theirs)) | _put(ours.s, layout.BANK, _bank(theirs)):
        _put(ours.s, layout.HAND_SIZE, [sum(hand) for hand in _rows(theirs, RESOURCES)])
        yield "hands"
    if _put_cards(ours, theirs):
        yield "cards"
    if _put(ours.s, layout.ROBBER, [places.hexes[theirs.board.robber_coordinate]]):
        yield "robber"
    if _put_pieces(ours, theirs, places):
        yield "pieces"
    yield from _put_awards(ours, theirs)


def _put(s: list[int], field: int, values: list[int]) -> bool:
    """Write values from a field on; return whether something changed."""
    is_same = s[field : field + len(values)] == values
    s[field : field + len(values)] = values
    return not is_same


def _entries(theirs: Any, name: str) -> list[int]:
    """Read an entry of every seat."""
    return [int(theirs.player_state[f"P{seat}_{name}"]) for seat in range(len(theirs.colors))]


def _rows(theirs: Any, names: tuple[str, ...]) -> list[list[int]]:
    """Read what every seat has in hand of these cards."""
    state = theirs.player_state
    return [[state[f"P{seat}_{name}_IN_HAND"] for name in names] for seat in range(len(theirs.colors))]


def _hands(theirs: Any) -> list[int]:
    return [count for hand in _rows(theirs, RESOURCES) for count in hand]


def _bank(theirs: Any) -> list[int]:
    return [theirs.resource_freqdeck[i] for i in BANK_ORDER]


# --- the course of the turn -------------------------------------------------------------------------------------------


def _phase(theirs: Any) -> int:
    """Return our phase for one of their states."""
    name = theirs.current_prompt.name
    if name in PROMPTS:
        return PROMPTS[name]
    if theirs.is_road_building:
        return FREE_ROAD
    return MAIN if theirs.player_state[f"P{theirs.current_turn_index}_HAS_ROLLED"] else BEFORE_ROLL


def _put_phase(ours: State, phase: int, seat: int, theirs: Any) -> None:
    ours.s[layout.PHASE] = phase
    ours.s[layout.TURN] = ours.s[layout.ACTOR] = seat
    ours.s[layout.ROLLS] = int(theirs.player_state[f"P{seat}_HAS_ROLLED"])
    ours.s[layout.CARDS_PLAYED] = int(theirs.player_state[f"P{seat}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"])
    ours.s[layout.FREE_ROADS] = theirs.free_roads_available if phase == FREE_ROAD else 0
    ours.s[layout.VICTIM] = NOBODY
    ours.s[layout.OWES] = 1 << theirs.current_player_index if phase == DISCARDING else 0


# --- development cards ------------------------------------------------------------------------------------------------


def _put_cards(ours: State, theirs: Any) -> bool:
    """Correct development cards, knights and the stack; return whether something changed."""
    s, rows = ours.s, _rows(theirs, CARDS)
    changed = _put(s, layout.CARDS, [count for row in rows for count in row])
    changed |= _put(s, layout.KNIGHTS, _entries(theirs, "PLAYED_KNIGHT"))
    if changed:
        _put(s, layout.CARDS_SIZE, [sum(row) for row in rows])
        _put(s, layout.DECK, [theirs.development_listdeck.count(name) for name in CARDS])
        s[layout.DECK_SIZE] = len(theirs.development_listdeck)
        for i in range(CARD_KINDS * len(rows)):
            s[layout.FRESH + i] = min(s[layout.FRESH + i], s[layout.CARDS + i])
    return changed


# --- the board --------------------------------------------------------------------------------------------------------


def _put_pieces(ours: State, theirs: Any, places: Places) -> bool:
    """Correct buildings and roads with all that follows from them; return whether something changed."""
    sites = [0] * ISLAND_SITE_COUNT[0]
    for node, (color, kind) in theirs.board.buildings.items():
        sites[places.sites[node]] = 1 + theirs.color_to_index[color] + (CITY_CODE if kind == "CITY" else 0)
    roads = [0] * (2 * len(theirs.colors))
    for edge, color in theirs.board.roads.items():
        word, bit = divmod(places.paths[edge], WORD_BITS)
        roads[2 * theirs.color_to_index[color] + word] |= 1 << bit
    if not _put(ours.s, layout.SITE, sites) | _put(ours.m, layout.ROADS, roads):
        return False
    for field in layout.FIELDS:
        if field.name in _DERIVED:
            block = ours.s if field.block == "s" else ours.m
            block[field.offset : field.offset + field.size] = [0] * field.size
    derive_board(ours.s, ours.m)
    return True


_DERIVED: Final = frozenset(("points", "harbors", "settlements", "reach", "touched", "blocked", "taken"))


def _put_awards(ours: State, theirs: Any) -> Iterator[str]:
    """Correct the special cards, the points that everybody sees and the lengths of the roads."""
    s = ours.s
    lengths = [theirs.board.road_lengths.get(color, 0) for color in theirs.colors]
    if _put(s, layout.ROAD_LENGTH, lengths):
        yield "road lengths"
    if _put(s, layout.LONGEST, [_holder(theirs, "HAS_ROAD")]):
        yield "longest road"
    if _put(s, layout.LARGEST, [_holder(theirs, "HAS_ARMY")]):
        yield "largest army"
    if _put(s, layout.POINTS, _entries(theirs, "VICTORY_POINTS")):
        yield "points"


def _holder(theirs: Any, name: str) -> int:
    entries = _entries(theirs, name)
    return entries.index(1) if 1 in entries else NOBODY


assert ISLAND_PATH_COUNT[0] > WORD_BITS, "roads of the base island take both words"
