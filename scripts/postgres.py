"""Finds a PostgreSQL for the tests of the store, or installs the system's where that can be done without asking."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Final

from scripts.debian import provide

PACKAGE: Final = "postgresql"
PROGRAMS: Final = ("initdb", "postgres")
PLACES: Final = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")


class NoPostgres(RuntimeError):
    """No PostgreSQL was found, or none at the given path."""


def find_postgres() -> Path:
    """Return the folder of PostgreSQL's programs: the one that $POSTGRES names, or the system's newest.

    Raises:
        NoPostgres: They are not there; the message says what to do.
    """
    named = os.environ.get("POSTGRES")
    if named:
        if _is_whole(Path(named)):
            return Path(named)
        raise NoPostgres(f"$POSTGRES is {named!r}, but that is no folder with {' and '.join(PROGRAMS)}.")
    on_path = shutil.which("postgres")
    folders = [Path(on_path).resolve().parent] if on_path else []
    for place in PLACES:
        folders += sorted(Path("/").glob(place[1:]), key=_version, reverse=True)
    found = next(filter(_is_whole, folders), None)
    if found is None:
        install_it = f"Debian: apt install {PACKAGE}"
        raise NoPostgres(f"No PostgreSQL here. Install it ({install_it}), or name its folder: POSTGRES=/path/to/bin")
    return found


def _is_whole(folder: Path) -> bool:
    return all(shutil.which(folder / program) for program in PROGRAMS)


def _version(folder: Path) -> int:
    """Return the version in the name of a folder.

    >>> _version(Path("/usr/lib/postgresql/15/bin"))
    15
    """
    return int("".join(filter(str.isdigit, folder.parent.name)) or 0)


def main() -> int:
    """Say what to do if there is no PostgreSQL and none can be installed."""
    return provide(find_postgres, NoPostgres, PACKAGE, "PostgreSQL, with which the store is tested", "POSTGRES")


if __name__ == "__main__":
    sys.exit(main())
