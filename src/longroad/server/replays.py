"""Replays: a full record as a snapshot for each ply, with all cards face up."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Final

from longroad.core.actions import DICE_ROLLED, action_kind, ply_action, ply_seat
from longroad.core.state import State
from longroad.core.view import PUBLIC
from longroad.game.table import Table
from longroad.game.view import View
from longroad.narration import ENGLISH, Perspective, Words, narrate
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.reader import InvalidRecord, read_record
from longroad.notation.records.record import Record
from longroad.notation.records.text import write_tags
from longroad.notation.rulesets import write_ruleset
from longroad.server.boards import MOST_TREE, seats_of, state_text, tree_size, variation_views
from longroad.server.errors import RequestError
from longroad.server.wire.messages import Replay, Snapshot, Step
from longroad.server.wire.render import geometry, island_svg, seat_names, seat_view, snapshot

MOST_PLIES: Final = 5000  # of a record that is uploaded: several times what a long game has


def read_given(text: str) -> tuple[Record, str | None]:
    """Read a record that is uploaded; also return its error if only its beginning is valid.

    Raises `RequestError` for anything else, and for a record that hides cards or is too long.
    """
    try:
        record, flaw = read_record(text), None
    except InvalidRecord as error:
        if error.beginning is None:
            raise RequestError("bad_record", f"This is not a record that can be shown: {error}") from error
        record, flaw = error.beginning, str(error)
    except InvalidNotation as error:
        raise RequestError("bad_record", f"This is not a record: {error}") from error
    for count, most, what in (
        (len(record.codes), MOST_PLIES, "plies"),
        (tree_size(record), MOST_TREE, "plies with all variations"),
    ):
        if count > most:
            raise RequestError("bad_record", f"This record has {count} {what}; at most {most} can be shown.")
    if record.viewer is not None:
        message = f"This is the {record.edition_name} edition, which hides cards; only a full record can be replayed."
        raise RequestError("bad_record", message)
    return record, flaw


def replay(record: Record, flaw: str | None = None, words: Words = ENGLISH) -> Replay:
    """Build the replay of a full record."""
    start, names = record.start, seat_names(record.names)
    island = start.island
    return Replay(
        ruleset=write_ruleset(record.ruleset),
        seats=seats_of(record, names),
        geometry=geometry(island),
        svg=island_svg(island, "light"),
        svg_dark=island_svg(island, "dark"),
        steps=list(_steps(record, names, words)),
        start=state_text(start),
        head=write_tags(record.parts),
        result=record.result,
        tags=dict(record.tags),
        warning=flaw,
    )


def _steps(record: Record, names: tuple[str, ...], words: Words) -> Iterator[Step]:
    """Yield the beginning and every ply."""
    perspective = Perspective(names=names, is_open=True, words=words.without_numbers)
    states = record.states()
    before = next(states)
    yield Step(ply=None, seat=None, sentences=[], snapshot=_open_snapshot(before), comment=record.foreword)
    dice: tuple[int, ...] = ()
    for number, (ply, after) in enumerate(zip(record.codes, states, strict=True)):
        text = write_ply(ply)
        dice = _faces(text, ply) or (dice if after["rolled"] == before["rolled"] else ())
        yield Step(
            ply=text,
            seat=ply_seat(ply),
            sentences=narrate(before, ply, after, perspective),
            snapshot=_open_snapshot(after, dice),
            comment=record.comments.get(number),
            action=ply_action(ply),
            variations=variation_views(record.variations.get(number, ())),
        )
        before = after


class OpenTable(Table):
    """A game at one moment, with nothing hidden."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def seen(self) -> State:
        """The core's state."""
        return self._state


def _open_snapshot(state: State, dice: Sequence[int] = ()) -> Snapshot:
    """Return a snapshot with all hands and cards face up."""
    public, opened = snapshot(View(state.view(PUBLIC)), dice), OpenTable(state)
    return dataclasses.replace(public, seats=[seat_view(opened, seat) for seat in range(opened.players)])


def _faces(text: str, ply: int) -> tuple[int, ...]:
    """Read the faces of the dice from a roll, if they are known."""
    if action_kind(ply_action(ply)) != DICE_ROLLED or "+" not in text:
        return ()
    return tuple(int(face) for face in text.rpartition(" ")[2].split("+"))
