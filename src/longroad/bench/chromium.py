"""Finds a Chromium that measurements, tests and screenshots of the page can drive."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

# The headless shell is the same engine without the windows of a browser, and starts pages sooner.
NAMES: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
PLACES: Final = (  # where it is on systems that do not put it on the path
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Without a screen, and without requests of its own to the network.
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
)


class NoChromium(RuntimeError):
    """No Chromium was found, or none at the given path."""


def find_chromium() -> Path:
    """Return the browser that $CHROMIUM names, or the system's.

    Raises:
        NoChromium: It is not there; the message says what to do.
    """
    named = os.environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        if found is None:
            raise NoChromium(f"$CHROMIUM is {named!r}, but there is no such program.")
        return Path(found)
    for candidate in (*NAMES, *PLACES):
        found = shutil.which(candidate)
        if found is not None:
            return Path(found)
    install = "Debian: apt install chromium-headless-shell"
    raise NoChromium(f"No Chromium here. Install it ({install}), or name one: CHROMIUM=/path/to/it")
