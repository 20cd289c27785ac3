"""Renders what one viewer may know: views as snapshots and decisions, plies as entries of the log, islands as geometry.

Everything that leaves a room goes through here, and everything here comes from a `View`, from `ply_facts` for the
viewer's perspective, or from `redact_ply`; nothing else of a state is sent, except what a roll yields, which is public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple

from longroad.core import actions as a
from longroad.core.island.given import IslandParts
from longroad.core.island.topology import ISLAND_HEXES, ISLAND_SITE_COUNT
from longroad.core.layout import PHASE
from longroad.core.phases import DISCARDING, VICTIM_CHOICE
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_ply
from longroad.core.words import SEAT_NAMES
from longroad.draw import svg
from longroad.draw.board import HEX_SPOTS, SITE_SPOTS, board_of, frame_of
from longroad.game.snapshot import (
    DecisionFacts,
    SeatFacts,
    decision_as,
    decision_facts,
    geometry_of,
    seat_facts,
    seat_view_as,
    snapshot_as,
    table_as,
)
from longroad.game.table import Table
from longroad.game.view import View
from longroad.narration import Perspective, ply_facts
from longroad.notation.actions import write_ply
from longroad.notation.legal import LegalActions
from longroad.server.wire.gains import gains_of
from longroad.server.wire.log import Entry
from longroad.server.wire.messages import Decision, Geometry, SeatView, Snapshot


@dataclass(frozen=True, slots=True)
class Times:
    """What the clocks show, in tenths of a second: each seat's reserve, and the time left for the current decision."""

    reserves: Mapping[int, float] = field(default_factory=dict)
    deadline: float | None = None


NO_CLOCKS: Final = Times()


# --- the table --------------------------------------------------------------------------------------------------------


def snapshot(view: View, dice: Sequence[int] = (), times: Times = NO_CLOCKS) -> Snapshot:
    """Return what a view shows."""
    shown = snapshot_as(Snapshot, _seat_view, view, dice=list(dice), deadline_s=times.deadline)
    seats = [_timed(seat, times.reserves.get(seat.seat)) for seat in shown.seats]
    return replace(shown, seats=seats) if times.reserves else shown


def public_table(view: View) -> Snapshot:
    """Return what the public's view shows of everything but the seats."""
    return table_as(Snapshot, _seat_view, view, seats=[])


def seat_view(table: Table, seat: int) -> SeatView:
    """Return what can be seen of a seat, without its clock."""
    return _seat_view(seat_facts(table, seat))


@lru_cache(8192)  # most plies change one seat, or none
def _seat_view(facts: SeatFacts) -> SeatView:
    return seat_view_as(SeatView, facts)


def _timed(seat: SeatView, reserve: float | None) -> SeatView:
    """Add what a seat's clock shows, if it has one."""
    return seat if reserve is None else replace(seat, clock_s=reserve)


class Asked(NamedTuple):
    """Everything that the message about a decision follows from, so that equal ones are written once."""

    facts: DecisionFacts
    can_undo: bool
    is_auto_refused: bool
    is_automatic: bool
    victims: tuple[tuple[int, tuple[int, ...]], ...]


def asked(
    table: Table,
    seat: int,
    id: int,  # noqa: A002
    legal: LegalActions,
    can_undo: bool = False,
    is_auto_refused: bool = False,
    is_automatic: bool = False,
) -> Asked | None:
    """Return what is expected of a seat that can do what `legal` says; None where it can do nothing."""
    if not legal.codes and not legal.packed_forms and not can_undo:
        return None
    victims = _victims(table, legal) if table.seen.s[PHASE] == VICTIM_CHOICE else ()
    return Asked(decision_facts(table, seat, id, legal), can_undo, is_auto_refused, is_automatic, victims)


def decision(asked: Asked, join: Callable[[Iterable[str]], list[str]] = list) -> Decision:
    """Return what is expected of a seat as a message; `join` may write several actions together."""
    return decision_as(
        Decision,
        asked.facts,
        join,
        can_undo=asked.can_undo,
        is_auto_refused=asked.is_auto_refused,
        is_automatic=asked.is_automatic,
        victims={seat: list(sites) for seat, sites in asked.victims},
    )


def _victims(table: Table, legal: LegalActions) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the seats that can be robbed, and their buildings beside the robber (ROB-3)."""
    robbed = (a.action_number(code) for code in legal.codes if a.action_kind(code) == a.ROB)
    pieces = {site: table.piece(site) for site in table.hex(table.robber).sites}
    return tuple(
        (seat, tuple(site for site, piece in pieces.items() if piece and piece.seat == seat))
        for seat in robbed
        if seat != a.ROB_NOBODY
    )


# --- the log ----------------------------------------------------------------------------------------------------------


def ply_entries(
    before: State,
    ply: int,
    after: State,
    viewers: Iterable[int | None],
    event: int,
    names: tuple[str, ...] = SEAT_NAMES,
) -> dict[int | None, Entry]:
    """Return a ply as each viewer may know it: the redacted notation, the facts, and what a roll brought to each seat.

    Seats that it does not mention read what the public does, and share its entry.
    """
    gains, mentioned = gains_of(before, ply, after), set[int]()

    def entry(viewer: int, mentioned: set[int] | None = None) -> Entry:
        text = write_ply(redact_ply(ply, viewer, after.s[PHASE] == DISCARDING))
        facts = ply_facts(before, ply, after, Perspective(viewer, names, mentioned=mentioned))
        return Entry(event, a.ply_seat(ply), text, facts, gains.cards, gains.hexes)

    public = entry(PUBLIC, mentioned)
    return {viewer: entry(viewer) if viewer in mentioned else public for viewer in viewers}


def undo_entry(ply: int, viewer: int | None, event: int, names: tuple[str, ...] = SEAT_NAMES) -> Entry:
    """Return the entry of a seat that has undone its last ply."""
    seat = a.ply_seat(ply)
    perspective = Perspective(PUBLIC if viewer is None else viewer, names)
    return Entry(event, seat, write_ply(ply), [perspective.about("log.taken_back", seat)], is_undone=True)


def seat_names(names: Sequence[str | None]) -> tuple[str, ...]:
    """Return the names of all six seats: the colour where there is no name, as for neutral players."""
    return tuple(name or colour for name, colour in zip_longest(names, SEAT_NAMES))


# --- the island -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def geometry(island: IslandParts) -> Geometry:
    """Return what there is on an island, and where its places are in its drawing."""
    frame = frame_of(island.number)
    return Geometry(
        view_box=(_round(frame.left), _round(frame.top), _round(frame.width), _round(frame.height)),
        hexes=[_spot(spot) for spot in HEX_SPOTS[: ISLAND_HEXES[island.number]]],
        sites=[_spot(spot) for spot in SITE_SPOTS[: ISLAND_SITE_COUNT[island.number]]],
        **vars(geometry_of(island)),
    )


def _spot(spot: tuple[float, float]) -> tuple[float, float]:
    return _round(spot[0]), _round(spot[1])


def _round(number: float) -> float:
    return round(number, 2)


@lru_cache(maxsize=32)
def island_svg(island: IslandParts, theme: str = "light") -> str:
    """Draw an island without pieces and without the robber; it never changes, so that it can be cached."""
    return svg(replace(board_of(island), robber=None), theme=theme)
