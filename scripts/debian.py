"""Finds programs for the tests, or installs Debian's packages where that can be done without asking."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

APT: Final = ("apt-get", "-q", "-y", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=300")
SILENCE_S: Final = 10.0  # after which a line says that it is still going on
LINES_SHOWN: Final = 15  # of what a step that failed has said


class CannotInstall(RuntimeError):
    """A package cannot be installed from here; the message says what to do."""


def provide(
    find: Callable[[], Path], missing: type[RuntimeError], package: str, purpose: str, variable: str = ""
) -> int:
    """Install a package if its program is not found; say what to do if that fails. Return the exit status.

    A program that a variable names is not replaced.
    """
    try:
        try:
            find()
        except missing as absent:
            if os.environ.get(variable):
                raise
            print(absent, file=sys.stderr)
            install(package, purpose)
            print(f"Installed {find()}.", file=sys.stderr)
    except (missing, CannotInstall) as why:
        print(why, file=sys.stderr)
        return 1
    return 0


def install(package: str, purpose: str) -> None:
    """Install a package, and print how that goes; the purpose says what it is and what for.

    Raises:
        CannotInstall: It failed; what was said last is quoted.
    """
    root = as_root(package)
    name = purpose.partition(",")[0]
    _do("Asking which packages there are", name, [*root, *APT, "update"])
    _do(f"Installing {purpose}", name, [*root, *APT, "install", "--no-install-recommends", package])


def as_root(package: str) -> tuple[str, ...]:
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
    raise CannotInstall(f"Only root can install it: sudo apt-get install {package}")


def _do(title: str, name: str, command: list[str]) -> None:
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
        raise CannotInstall("\n".join([*lines[-LINES_SHOWN:], f"{name} could not be installed. Is there a network?"]))
