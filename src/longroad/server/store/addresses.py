"""The address of a database: the path of an SQLite file, or a URL."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from longroad.server.settings import hide_password
from longroad.server.store.errors import UnusableDatabase

EXPECTED: Final = "expected sqlite:///FILE or postgresql://USER@HOST/DATABASE"


def read_address(address: str) -> Path | URL:
    """Return the path of an SQLite file, or the URL of a PostgreSQL database. Raises `UnusableDatabase`.

    >>> read_address("games.db") == read_address("sqlite:///games.db") == Path("games.db").resolve()
    True
    >>> read_address("postgresql://ada@db/games")
    postgresql://ada@db/games
    """
    if "://" not in address:
        return Path(address).resolve()
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise UnusableDatabase(f"{hide_password(address)!r:.80} is not the URL of a database: {EXPECTED}") from None
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        return Path(url.database).resolve()
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url
    raise UnusableDatabase(f"{shown(url):.80} cannot hold games: {EXPECTED}")


def shown(url: URL) -> str:
    """Return a URL without its password."""
    return url.render_as_string(hide_password=True)
