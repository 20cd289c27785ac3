"""Exports games as records: those that are over in full, the others as the public may know them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, NamedTuple

from longroad.notation.errors import InvalidNotation
from longroad.notation.records.reader import read_record
from longroad.server.logs import where
from longroad.server.room.record import record_of
from longroad.server.room.state import RoomState
from longroad.server.store.admin import AdminDatabase, GameRow

SUFFIX: Final = ".longroad"


class Exported(NamedTuple):
    """What became of a game: the edition of its record, none if it has not begun, or an error."""

    game: str
    edition: str | None = None
    error: str | None = None


async def export_games(database: AdminDatabase, folder: Path) -> AsyncIterator[Exported]:
    """Write each game that has begun to a file in a folder, and check it by reading it again. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for row in await database.games():
        try:
            yield await _export(database, folder, row)
        except (InvalidNotation, ValueError, KeyError, IndexError, TypeError) as error:
            yield Exported(row.id, error=where(error))


async def _export(database: AdminDatabase, folder: Path, row: GameRow) -> Exported:
    state = RoomState(row.id)
    await state.catch_up(await database.events(row.id))
    if state.game is None:
        return Exported(row.id)
    edition = "full" if state.status == "over" else "public"
    text = record_of(state, None, edition, "text")
    if read_record(text).text != text:
        return Exported(row.id, error="its record reads differently")
    part = folder / f".{row.id}.part"
    part.write_text(text, encoding="utf-8")
    part.replace(folder / f"{row.id}{SUFFIX}")
    return Exported(row.id, edition)
