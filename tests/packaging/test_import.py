"""`import longroad` is quick, and loads nothing that a plain user would wait for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MOST_S = 0.2
CPU = "import time; before = time.process_time(); import longroad; print(time.process_time() - before)"
HEAVY = {
    "numba",
    "numpy",
    "openskill",
    "resvg_py",
    "rich",
    "typer",
    "prompt_toolkit",
    "fastapi",
    "sqlalchemy",
    "pydantic",
}


def run(code: str, cache: Path) -> str:
    """Run Python with compiled modules kept in a folder, as after an installation."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", code]
    variables |= {"PYTHONPYCACHEPREFIX": str(cache)}
    return subprocess.run(command, env=variables, check=True, capture_output=True, text=True).stdout.strip()


def test_the_import_takes_less_than_a_fifth_of_a_second(tmp_path: Path) -> None:
    run(CPU, tmp_path)
    assert min(float(run(CPU, tmp_path)) for _ in range(3)) < MOST_S


def test_a_folder_of_the_library_is_there_at_once(tmp_path: Path) -> None:
    assert run("import longroad; print(longroad.notation.__name__)", tmp_path) == "longroad.notation"


def test_the_import_loads_nothing_heavy(tmp_path: Path) -> None:
    loaded = set(
        run("import longroad, sys; print(*{name.partition('.')[0] for name in sys.modules})", tmp_path).split()
    )
    assert loaded & HEAVY == set()
