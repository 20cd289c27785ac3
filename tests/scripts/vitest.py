"""Runs the page's own tests in Node.js, with files that a test in Python has written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def vitest(*folders: str, **files: str) -> str:
    """Run the tests in folders of the client, which must pass; return what they print.

    `files` are environment variables.
    """
    node = [sys.executable, str(ROOT / "scripts/with_node.py"), "npm", "--prefix", str(ROOT / "client"), "exec", "--"]
    done = subprocess.run(
        [*node, "vitest", "run", *folders, "--reporter=verbose"],
        cwd=ROOT / "client",
        env={**os.environ, **files, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
