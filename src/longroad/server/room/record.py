"""The record of a room's game, without what was undone, in an edition that the viewer may see."""

from __future__ import annotations

from dataclasses import replace

from longroad.core.words import SEAT_NAMES
from longroad.narration import Phrase
from longroad.notation.records.record import Record
from longroad.server.errors import RequestError
from longroad.server.room.state import RoomState

FORMATS = ("text", "jsonl")
EDITIONS = ("full", "seat", "public")
COLOURS = "Colours"  # a tag of the server's records


def record_of(state: RoomState, viewer: int | None, edition: str, format: str) -> str:  # noqa: A002
    """Return the record as text; the full one only once the game is over. Raises `RequestError`."""
    if edition not in EDITIONS or format not in FORMATS:
        raise RequestError(
            "malformed", f"Expected an edition ({', '.join(EDITIONS)}) and a format ({', '.join(FORMATS)})."
        )
    if state.game is None:
        raise RequestError("not_started", Phrase("error.not_started"))
    if edition == "full" and state.status != "over":
        raise RequestError("record_hidden", Phrase("error.record_hidden"))
    if edition == "seat" and viewer is None:
        raise RequestError("not_seated", Phrase("error.public_edition"))
    record = _whole(state)
    if edition != "full":
        record = record.edition("public" if edition == "public" or viewer is None else viewer)
    return record.text if format == "text" else record.jsonl


def _whole(state: RoomState) -> Record:
    """Return the full record, with the source of chance if all chance can be computed again."""
    assert state.game is not None
    record = state.game.record
    record = replace(record, tags={**record.tags, **_colour_tag(state)})
    if state.is_scripted:
        return record
    record = replace(record, tags={**record.tags, **_island_tag(state)})
    dice = state.chances.dice
    if dice is None:
        return replace(record, tags={**record.tags, "Seed": str(state.chances.seed)})
    ending = record.ending and replace(record.ending, secret=dice.secret)
    texts = {f"Text{seat}": text for seat, text in enumerate(dice.texts) if text}
    return replace(record, tags={**record.tags, "Commitment": dice.commitment, **texts}, ending=ending)


def _island_tag(state: RoomState) -> dict[str, str]:
    """Return the tag with the seed of an island that somebody chose."""
    chosen = state.settings.island_seed
    return {} if chosen is None else {"IslandSeed": str(chosen)}


def _colour_tag(state: RoomState) -> dict[str, str]:
    """Return the tag with the colours by seat, where others than the seats' own were chosen."""
    is_chosen = any(seat.colour for seat in state.seats)
    return {COLOURS: " ".join(state.colours)} if is_chosen else {}


def colours_of(record: Record) -> list[str]:
    """Return the colours by seat: those of the record's tag, or the seats' own."""
    tagged = record.tags.get(COLOURS, "").split()
    own = [name.lower() for name in SEAT_NAMES]
    is_sound = len(set(tagged)) == len(tagged) == record.ruleset.players and set(tagged) <= set(own)
    return tagged if is_sound else own[: record.ruleset.players]
