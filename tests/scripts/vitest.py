"""Runs the page's own tests in Node.js, with files that a test in Python has written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


PROGRAM = "node_modules/vitest/vitest.mjs"  # without npm, which takes as long to start as some tests run


def vitest(*folders: str, environment: str = "node", **files: str) -> str:
    """Run the tests in folders of the client, which must pass; return what they print.

    `files` are environment variables. The environment "happy-dom" has a page, and takes a second to load.
    """
    node = [sys.executable, str(ROOT / "scripts/with_node.py"), "node"]
    done = subprocess.run(
        [*node, PROGRAM, "run", *folders, "--reporter=verbose", f"--environment={environment}"],
        cwd=ROOT / "client",
        env={**os.environ, **files, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
