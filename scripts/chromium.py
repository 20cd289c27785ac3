"""Finds a Chromium for the tests in a browser, or installs the system's where that can be done without asking."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from longroad.bench.chromium import NoChromium, find_chromium
from scripts.debian import CannotInstall, install

PACKAGE: Final = "chromium-headless-shell"


def check(chromium: Path) -> None:
    """See that a Chromium starts.

    Raises:
        NoChromium: It does not.
    """
    try:
        asked = subprocess.run([chromium, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoChromium(f"{chromium} does not start: {error}") from error
    if asked.returncode:
        raise NoChromium(f"{chromium} does not start: {(asked.stdout + asked.stderr).strip()[-500:]}")


def main() -> int:
    """Say what to do if there is no Chromium and none can be installed."""
    try:
        try:
            check(find_chromium())
        except NoChromium as absent:
            if os.environ.get("CHROMIUM"):
                raise
            print(absent, file=sys.stderr)
            install(PACKAGE, "Chromium, in which the page is tested")
            check(find_chromium())
            print(f"Installed {find_chromium()}.", file=sys.stderr)
    except (NoChromium, CannotInstall) as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
