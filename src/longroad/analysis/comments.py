"""A review in the comments of a record: machine-readable marks as in chess, `[%chances ...]` and `[%choice ...]`.

Chances are whole numbers of `CERTAIN`ths, so that a review that is read back is the same.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from longroad.analysis.games import KINDS, names_of
from longroad.analysis.reviews import DECISIONS, Choice, Review, ReviewedPly, changed
from longroad.core.actions import action_kind, ply_action
from longroad.notation.actions import Action
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.record import Record
from longroad.search.evaluate import CERTAIN

CHANCES: Final = re.compile(r"\[%chances ([0-9,]+)\]")
CHOICE: Final = re.compile(r"\[%choice (-?[0-9.e-]+) ([0-9.e-]+) ([^\]|]+)\|([^\]]*)\]")
MARKS: Final = re.compile(r"\s*\[%(?:chances|choice) [^\]]*\]")


def annotate(record: Record, review: Review) -> Record:
    """Return a record with a review in its comments; comments of people stay. Raises `ValueError` if they do not fit.

    >>> from longroad import Game
    >>> from longroad.analysis import review
    >>> game = Game("beginner", seed=7)
    >>> game.push("roll")
    >>> found = review(game, None)
    >>> read_review(annotate(game.record, found)) == found
    True
    """
    if [str(ply) for ply in record.plies] != [str(one.ply) for one in review.plies]:
        raise ValueError("the review is of another game than the record")
    comments = {one.number: _joined(_own(record.comments.get(one.number)), _marks(one)) for one in review.plies}
    start = f"[%chances {_written(review.start)}]"
    return replace(record, comments=comments, foreword=_joined(_own(record.foreword), start))


def read_review(record: Record) -> Review:
    """Read the review from the comments of a record. Raises `InvalidNotation` if there is none, or it is damaged."""
    shares = [_chances(record.foreword, "before the first ply", record)]
    plies = []
    for number, (ply, code) in enumerate(zip(record.plies, record.codes, strict=True)):
        comment = record.comments.get(number)
        shares.append(_chances(comment, f"after ply {number}", record))
        kind = KINDS.get(action_kind(ply_action(code)), DECISIONS)
        found = CHOICE.search(comment or "")
        choice = None if found is None else _choice(ply.action, found)
        plies.append(ReviewedPly(number, ply, kind, shares[-1], changed(*shares[-2:]), choice))
    return Review(tuple(names_of(record)), shares[0], tuple(plies))


def _marks(one: ReviewedPly) -> str:
    chances = f"[%chances {_written(one.chances)}]"
    if one.choice is None:
        return chances
    loss, error = one.choice.loss, one.choice.loss_error
    return f"{chances} [%choice {loss!r} {error!r} {one.choice.best}|{one.choice.reason}]"


def _written(chances: tuple[float, ...]) -> str:
    return ",".join(str(round(CERTAIN * chance)) for chance in chances)


def _own(comment: str | None) -> str:
    """Return what a comment says beside the marks."""
    return MARKS.sub("", comment or "")


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _chances(comment: str | None, where: str, record: Record) -> tuple[float, ...]:
    found = CHANCES.search(comment or "")
    if found is None:
        raise InvalidNotation(f"this record has no review: no [%chances ...] {where}")
    chances = tuple(int(number) / CERTAIN for number in found[1].split(","))
    if len(chances) != record.ruleset.players or sum(chances) != 1.0:
        raise InvalidNotation(f"{found[0]!r} {where}: expected the chances of {record.ruleset.players} seats")
    return chances


def _choice(action: Action, found: re.Match[str]) -> Choice:
    try:
        return Choice(action, Action(found[3].strip()), float(found[1]), float(found[2]), found[4])
    except ValueError as error:
        raise InvalidNotation(f"{found[0]!r}: {error}") from error
