"""Finds a Chromium for the tests in a browser, or installs the system's where that can be done without asking."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from longroad.bench.chromium import NoChromium, find_chromium


def can_install() -> bool:
    """Whether the system's package can be installed from here: Debian's, as root, and none is named."""
    return not os.environ.get("CHROMIUM") and shutil.which("apt-get") is not None and os.geteuid() == 0


def install() -> bool:
    """Install the system's Chromium; give whether that went well."""
    print("Installing Chromium, in which the page is tested ...", file=sys.stderr)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    steps = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"])
    return all(subprocess.run(step, env=quiet, stdout=subprocess.DEVNULL).returncode == 0 for step in steps)


def main() -> int:
    """Say where Chromium is, or what to do."""
    try:
        find_chromium()
        return 0
    except NoChromium as absent:
        if not can_install():
            print(absent, file=sys.stderr)
            return 1
    if not install():
        print("Chromium could not be installed. Is there a network?", file=sys.stderr)
        return 1
    print(f"Installed {find_chromium()}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
