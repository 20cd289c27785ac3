"""The server that the tests play on: the real one, with routes that exist only here.

`python -m tests.browser.house PORT FOLDER` serves it.
"""

from __future__ import annotations

import sys

from fastapi import FastAPI

from longroad.server import serving
from longroad.server.app import Hosting, create_app


def make_house(folder: str) -> FastAPI:
    """Make the application; whoever tests may open as many games as they like."""
    hosting = Hosting(f"sqlite+aiosqlite:///{folder}/games.db", openings=(10_000, 1000), previews=(10_000, 1000))
    return create_app(hosting)


def main(port: str, folder: str) -> None:
    """Serve until told to stop."""
    serving.run(make_house(folder), serving.listen("127.0.0.1", int(port)))


if __name__ == "__main__":
    main(*sys.argv[1:])
