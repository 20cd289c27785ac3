"""Finds a Chromium for the tests in a browser, or installs the system's where that can be done without asking."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from longroad.bench.chromium import NoChromium, find_chromium
from scripts.debian import provide

PACKAGE: Final = "chromium-headless-shell"


def find_working() -> Path:
    """Return a Chromium that starts.

    Raises:
        NoChromium: There is none, or it does not start.
    """
    chromium = find_chromium()
    try:
        asked = subprocess.run([chromium, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoChromium(f"{chromium} does not start: {error}") from error
    if asked.returncode:
        raise NoChromium(f"{chromium} does not start: {(asked.stdout + asked.stderr).strip()[-500:]}")
    return chromium


def main() -> int:
    """Say what to do if there is no Chromium and none can be installed."""
    return provide(find_working, NoChromium, PACKAGE, "Chromium, in which the page is tested", "CHROMIUM")


if __name__ == "__main__":
    sys.exit(main())
