"""The server of the tests: the real one, with an additional route.

`python -m tests.browser.server PORT FOLDER` serves it; with `--grace 1` before these, bots take
over for people who have been away for a second.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from longroad.server.http import serving
from longroad.server.http.app import Hosting, create_app
from longroad.server.http.clients import registry_of
from longroad.server.room.pace import DEFAULT_TIMING
from longroad.server.wire.messages import Join, NewGame, Seated
from tests.server.priority import kept_priority

NO_LIMIT = (10_000, 1000)
scripted = APIRouter()


class Scripted(BaseModel):
    """A game that starts from a position, with the first outcomes of chance scripted."""

    new_game: NewGame
    begin: str | None = None
    script: Annotated[list[str], Field(default_factory=list)]


@scripted.post("/api/tests/games")
async def set_up(request: Request, setting: Scripted) -> list[Seated]:
    """Open a room, fill its open seats with people and start the game; return all tokens, the host's first."""
    room, host = await registry_of(request).open(setting.new_game)
    seated = [host]
    for seat in room.table(None).room.seats:
        if seat.kind == "open":
            seated.append(await room.join(Join(seat=seat.seat, name=seat.name)))
    await room.start(room.viewer_of(host.token), setting.begin, tuple(setting.script))
    return seated


def main(grace_s: float, port: int, folder: str) -> None:
    """Serve until stopped, without rate limits."""
    hosting = Hosting(
        f"sqlite+aiosqlite:///{folder}/games.db",
        openings=NO_LIMIT,
        previews=NO_LIMIT,
        replays=NO_LIMIT,
        joins=NO_LIMIT,
        records=NO_LIMIT,
        analyses=NO_LIMIT,
        changes=NO_LIMIT,
        reads=NO_LIMIT,
        malformed=NO_LIMIT,
        timing=replace(DEFAULT_TIMING, grace=grace_s, sweep=min(grace_s, DEFAULT_TIMING.sweep)),
    )
    app = create_app(hosting)
    for route in reversed(scripted.routes):  # before the page, which serves every address
        app.router.routes.insert(0, route)
    with kept_priority():
        serving.run(app, serving.listen("127.0.0.1", port))


if __name__ == "__main__":
    *grace, port, folder = sys.argv[1:]
    main(float(grace[1]) if grace else DEFAULT_TIMING.grace, int(port), folder)
