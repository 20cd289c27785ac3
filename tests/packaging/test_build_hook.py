"""A package without the page is not built."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.installed import ROOT

NEEDED = ("pyproject.toml", "README.md", "LICENSE", "scripts/build_hook.py", "src/longroad/version.py")


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_build_without_the_page_fails_with_a_sentence(target: str, tmp_path: Path) -> None:
    for name in NEEDED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    command = [sys.executable, "-m", "hatchling", "build", "-d", "dist", "-t", target]
    built = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert built.returncode != 0
    assert built.stderr.splitlines()[-1] == (
        "The page is not built (src/longroad/server/static/index.html is missing). Build it first: make client"
    )
    assert not (tmp_path / "dist").exists() or not list((tmp_path / "dist").iterdir())
