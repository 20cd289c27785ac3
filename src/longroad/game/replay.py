"""Stepping through a record: the game, or what an edition shows of it, after every ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from longroad.core.history import History
from longroad.game.game import Game
from longroad.game.view import View
from longroad.notation.actions import Ply
from longroad.notation.records.editions import edition_views
from longroad.notation.records.record import Record
from longroad.notation.records.variations import Variation


class Step(NamedTuple):
    """One step of a replay: a ply (None at the beginning), the game after it, its comment, its clock, its variations.

    `game` is a `Game` for a full record and a `View` for the edition of a seat or the public; both have a position and
    legal actions. The comment at the beginning is the record's foreword; the clock is in milliseconds.
    """

    ply: Ply | None
    game: Game | View
    comment: str | None = None
    clock: int | None = None
    variations: Sequence[Variation] = ()


def replay(record: Record | str | bytes) -> Iterator[Step]:
    """Step through a record, from its beginning to its last ply; text and JSON Lines are read first.

    Every game of a full record is independent of the others: it can be pushed, and chance is given in it. Every view
    of an edition has the plies as the edition has them. An edition does not say how many cards a monopoly took from
    each hand, so after one the position is not known.
    Raises `InvalidRecord`, `IllegalAction`, and `ValueError` at a monopoly in an edition, or if one of a game that is
    over was not closed.

    >>> game = Game("beginner", seed=7)
    >>> game.push("roll")
    >>> game.comments[0] = "Here we go."
    >>> for step in replay(game.record):
    ...     print(step.ply, "|", step.game.phase, "|", len(step.game.legal_actions()), "|", step.comment)
    None | before roll | 1 | None
    0: roll | dice roll | 11 | Here we go.
    *: rolled 3+3 | main | 9 | None
    """
    if not isinstance(record, Record):
        record = Record.parse(record)
    games: Iterator[Game | View] = _games(record) if record.viewer is None else _views(record)
    yield Step(None, next(games), record.foreword)
    for number, (ply, game) in enumerate(zip(record.plies, games, strict=True)):
        variations = record.variations.get(number, ())
        yield Step(ply, game, record.comments.get(number), record.clocks.get(number), variations)


def _games(record: Record) -> Iterator[Game]:
    game = Game._of(History(record.start), "given", None, record.begins_at is not None)
    yield game.copy()
    for ply in record.plies:
        game.push(ply)
        yield game.copy()


def _views(record: Record) -> Iterator[View]:
    for count, view in enumerate(edition_views(record)):
        yield View(view, record.codes[:count])
