"""Finds a Chromium for the tests in a browser, or installs the system's where that can be done without asking."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from longroad.bench.chromium import NoChromium, find_chromium

APT: Final = ("apt-get", "-q", "-y", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=300")
PACKAGE: Final = "chromium-headless-shell"
STEPS: Final = {
    "Asking which packages there are": (*APT, "update"),
    "Installing Chromium, in which the page is tested": (*APT, "install", "--no-install-recommends", PACKAGE),
}
SILENCE_S: Final = 10.0  # after which a line says that it is still going on
LINES_SHOWN: Final = 15  # of what a step that failed has said


class CannotInstall(RuntimeError):
    """Chromium cannot be installed from here; the message says what to do."""


def as_root() -> tuple[str, ...]:
    """Return what a command starts with that needs root's rights.

    Raises:
        CannotInstall: There is no Debian here, or no right to install anything without asking.
    """
    if shutil.which("apt-get") is None:
        raise CannotInstall("It is installed by itself only where there is apt-get.")
    if os.geteuid() == 0:
        return ()
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], stderr=subprocess.DEVNULL).returncode == 0:
        return ("sudo", "-n")
    raise CannotInstall(f"Only root can install it: sudo apt-get install {PACKAGE}")


def install() -> None:
    """Install the system's Chromium, and print how that goes.

    Raises:
        CannotInstall: It failed; what was said last is quoted.
    """
    root = as_root()
    for title, step in STEPS.items():
        _do(title, [*root, *step])


def _do(title: str, command: list[str]) -> None:
    begun = time.monotonic()
    print(f"{title} ...", file=sys.stderr, flush=True)
    with tempfile.TemporaryFile() as output:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=quiet)
        while True:
            try:
                status = process.wait(SILENCE_S)
                break
            except subprocess.TimeoutExpired:
                print(f"  {time.monotonic() - begun:.0f} s ...", file=sys.stderr, flush=True)
        output.seek(0)
        lines = output.read().decode(errors="replace").splitlines()
    if status:
        raise CannotInstall("\n".join([*lines[-LINES_SHOWN:], "Chromium could not be installed. Is there a network?"]))


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
            install()
            check(find_chromium())
            print(f"Installed {find_chromium()}.", file=sys.stderr)
    except (NoChromium, CannotInstall) as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
