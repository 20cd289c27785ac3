"""Fixtures of the tests of bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from longroad.bots.program.bot import Program
from tests.bots.programs import PATIENT, PYTHON, SOURCE, Make


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Make]:
    """Make programs from Python code, and end them."""
    programs: list[Program] = []

    def make(*does: str, limits: str = PATIENT, seed: int = 1, greets: str = "") -> Program:
        path = tmp_path / f"program{len(programs)}.py"
        source = SOURCE.replace('"tester"', f'"tester", {greets}' if greets else '"tester"')
        path.write_text(source.replace("...", "\n    ".join(line for each in does for line in each.splitlines())))
        programs.append(Program(f"{limits} {PYTHON} -S {path}", seed))
        return programs[-1]

    yield make
    for each in programs:
        each.close()
