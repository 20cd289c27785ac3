"""The record of a room's game: the surviving line, in the edition that whoever asks may have."""

from __future__ import annotations

from dataclasses import replace

from longroad.core.words import SEAT_NAMES
from longroad.narration import Said
from longroad.notation.records.record import Record
from longroad.server.errors import RequestError
from longroad.server.room.state import RoomState

FORMATS = ("text", "jsonl")
EDITIONS = ("full", "seat", "public")
COLOURS = "Colours"  # a tag that these records have


def record_of(course: RoomState, viewer: int | None, edition: str, format: str) -> str:  # noqa: A002
    """Write a game down; in full only once it is over. Raises `RequestError`."""
    if edition not in EDITIONS or format not in FORMATS:
        raise RequestError(
            "malformed", f"Possible editions are {', '.join(EDITIONS)}; formats are {', '.join(FORMATS)}."
        )
    if course.game is None:
        raise RequestError("not_started", Said("wrong.not_started"))
    if edition == "full" and course.status != "over":
        raise RequestError("record_hidden", Said("wrong.record_hidden"))
    if edition == "seat" and viewer is None:
        raise RequestError("not_seated", Said("wrong.public_edition"))
    record = _whole(course)
    if edition != "full":
        record = record.edition("public" if edition == "public" or viewer is None else viewer)
    return record.text if format == "text" else record.jsonl


def _whole(course: RoomState) -> Record:
    """Give the full record, which tells where chance came from if all of it can be computed again."""
    assert course.game is not None
    record = course.game.record
    record = replace(record, tags={**record.tags, **_looks(course)})
    if course.is_scripted:
        return record
    dice = course.chances.dice
    if dice is None:
        is_one_seed = course.settings.island_seed is None
        return replace(record, tags={**record.tags, "Seed": str(course.chances.seed)}) if is_one_seed else record
    ending = record.ending and replace(record.ending, secret=dice.secret)
    texts = {f"Text{seat}": text for seat, text in enumerate(dice.texts) if text}
    return replace(record, tags={**record.tags, "Commitment": dice.commitment, **texts}, ending=ending)


def _looks(course: RoomState) -> dict[str, str]:
    """Give the tag that tells the colours by seat, where others than the seats' own were chosen."""
    is_chosen = any(chair.colour for chair in course.chairs)
    return {COLOURS: " ".join(course.colours)} if is_chosen else {}


def colours_of(record: Record) -> list[str]:
    """Give the colours by seat that a record tells, or the seats' own."""
    told = record.tags.get(COLOURS, "").split()
    own = [name.lower() for name in SEAT_NAMES]
    is_sound = len(set(told)) == len(told) == record.ruleset.players and set(told) <= set(own)
    return told if is_sound else own[: record.ruleset.players]
