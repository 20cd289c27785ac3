"""Finds an nginx for the tests of many servers behind a proxy, or installs the system's where it may."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Final

from scripts.debian import provide

PACKAGE: Final = "nginx"
PLACES: Final = ("nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx")  # not on the path of plain users


class NoNginx(RuntimeError):
    """No nginx was found."""


def find_nginx() -> Path:
    """Return the system's nginx.

    Raises:
        NoNginx: It is not there; the message says what to do.
    """
    found = next(filter(None, map(shutil.which, PLACES)), None)
    if found is None:
        raise NoNginx(f"No nginx here. Install it (Debian: apt install {PACKAGE})")
    return Path(found)


def main() -> int:
    """Say what to do if there is no nginx and none can be installed."""
    return provide(find_nginx, NoNginx, PACKAGE, "nginx, behind which several servers are tested")


if __name__ == "__main__":
    sys.exit(main())
