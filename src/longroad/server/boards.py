"""Analysis boards: a record with its variations, a position or an empty island, as the page takes them."""

from __future__ import annotations

import random
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Final

from longroad.core.actions import ply_action, ply_seat
from longroad.core.island.given import InvalidIsland
from longroad.core.ruleset import InvalidRuleset
from longroad.core.state import State
from longroad.game.options import chosen_ruleset
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.islands import read_island
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.records.record import Record
from longroad.notation.records.start import island_at
from longroad.notation.records.text import write_tags
from longroad.notation.records.variations import Variation
from longroad.notation.rulesets import write_ruleset
from longroad.server.errors import RequestError
from longroad.server.room.record import colours_of
from longroad.server.wire.messages import PlyView, Seat, VariationView
from longroad.server.wire.meta import check_offered, ruleset_of
from longroad.server.wire.render import geometry, island_svg
from longroad.server.wire.responses import MOST_SEED, Board, BoardRequest

MOST_TREE: Final = 20_000  # plies of a record with all its variations


def board(record: Record, flaw: str | None = None) -> Board:
    """Build the board of a full record. Raises `RequestError` for a record that hides cards."""
    if record.viewer is not None:
        message = f"This is the {record.edition_name} edition, which hides cards; only a full record can be analysed."
        raise RequestError("bad_record", message)
    start = record.start
    island = start.island
    return Board(
        ruleset=write_ruleset(record.ruleset),
        seats=seats_of(record, [name or "" for name in record.names]),
        geometry=geometry(island),
        svg=island_svg(island, "light"),
        svg_dark=island_svg(island, "dark"),
        start=state_text(start),
        position=write_position(start),
        end=write_position(record.final),
        head=write_tags(record.parts),
        comment=record.foreword,
        plies=list(_ply_views(record)),
        result=record.result,
        tags=dict(record.tags),
        warning=flaw,
    )


def seats_of(record: Record, names: Sequence[str]) -> list[Seat]:
    """Return who sits where in a record, under these names."""
    return [
        Seat(seat=seat, kind="person", name=names[seat], colour=colour, text=text)
        for seat, (colour, text) in enumerate(zip(colours_of(record), record.texts, strict=True))
    ]


def state_text(state: State) -> str:
    """Return the bytes of a state in base64."""
    return b64encode(state.to_bytes()).decode()


# --- the plies --------------------------------------------------------------------------------------------------------


def _ply_views(line: Record | Variation) -> Iterable[PlyView]:
    """Yield the plies of a record or a variation."""
    for number, code in enumerate(line.codes):
        yield PlyView(
            ply=write_ply(code),
            seat=ply_seat(code),
            action=ply_action(code),
            comment=line.comments.get(number),
            clock_ms=line.clocks.get(number),
            variations=variation_views(line.variations.get(number, ())),
        )


def variation_views(variations: Sequence[Variation]) -> list[VariationView]:
    """Return the variations of a ply."""
    return [VariationView(name=one.name, comment=one.foreword, plies=list(_ply_views(one))) for one in variations]


def tree_size(line: Record | Variation) -> int:
    """Return how many plies a record or a variation has with all its variations."""
    return len(line.codes) + sum(tree_size(one) for many in line.variations.values() for one in many)


# --- without a record -------------------------------------------------------------------------------------------------


def record_of(asked: BoardRequest) -> Record:
    """Return a record without plies that begins at a position or on an island. Raises `RequestError`."""
    if asked.position is not None:
        return _record_at(asked.position)
    state = _on_island(asked)
    return Record(state.ruleset, island_at(state))


def _record_at(text: str) -> Record:
    state = read_full(text)
    return Record(state.ruleset, island_at(state), begins_at=write_position(state))


def read_full(text: str) -> State:
    """Read a full position. Raises `RequestError`."""
    try:
        state = read_position(text)
    except InvalidNotation as error:
        raise RequestError("bad_position", str(error), error.rule or None) from error
    if not isinstance(state, State):
        message = "This position hides what its viewer may not know; expected a full position."
        raise RequestError("bad_position", message)
    return state


def _on_island(asked: BoardRequest) -> State:
    """Begin a game by a preset with options, on the island that is given or drawn. Raises `RequestError`."""
    seed = random.SystemRandom().randrange(MOST_SEED) if asked.island_seed is None else asked.island_seed
    try:
        if asked.island is None and "," not in asked.preset:
            return State.new(ruleset_of(asked.preset, asked.options), seed)
        island = None if asked.island is None else read_island(asked.island)
        ruleset = chosen_ruleset(asked.preset, None, island, asked.options)
        if island is None:
            check_offered(ruleset)
        return State.new(ruleset, seed, island)
    except (InvalidNotation, InvalidRuleset, InvalidIsland) as error:
        raise RequestError("bad_settings", str(error)) from error
