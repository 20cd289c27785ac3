"""Runs the page's own tests in Node.js, with files that a test in Python has written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def vitest(folder: str, **files: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder of the client; `files` are environment variables."""
    node = [sys.executable, str(ROOT / "scripts/with_node.py"), "npm", "--prefix", str(ROOT / "client"), "exec", "--"]
    return subprocess.run(
        [*node, "vitest", "run", folder, "--reporter=verbose"],
        cwd=ROOT / "client",
        env={**os.environ, **files, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
