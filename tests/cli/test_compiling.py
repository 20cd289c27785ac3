"""While rules are compiled, a command shows a progress line in a terminal and then erases it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from longroad.core.check.perft import count_plies
from longroad.core.compile.cache import CodeCache, default_folder
from longroad.core.compile.registry import backend
from tests.terminal.screen import Terminal

LINE = r"Compiling the rules for the first time \(count_plies\) \.\.\. \d+ s"


@pytest.mark.compiled
def test_the_progress_line_counts_seconds_and_is_erased(tmp_path: Path) -> None:
    """Another process compiles, so that this test costs no compiling of its own."""
    cache = CodeCache(tmp_path / "cache")
    backend("compiled").entry(count_plies)
    with cache.alone():
        terminal = Terminal(tmp_path / "data", "perft", "--depth", "1", LONGROAD_CACHE=str(cache.folder))
        terminal.until(LINE)
        terminal.until(r"\.\.\. 1 s")
        assert not [line for line in terminal.lines if "54" in line]
        for code in default_folder().glob("count_plies-*"):
            shutil.copy(code, cache.folder)
    assert terminal.leave() == 0
    assert "Compiling" not in "\n".join(terminal.lines)
    assert terminal.lines[1].split()[:2] == ["1", "54"]


@pytest.mark.compiled
def test_ctrl_c_while_compiling_erases_the_line(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "data", "perft", "--depth", "1", LONGROAD_CACHE=str(tmp_path / "cache"))
    terminal.until(LINE)
    terminal.type("\x03")
    assert terminal.leave() in (130, -2)
    assert "Compiling" not in "\n".join(terminal.lines)
    assert "Traceback" not in terminal.text
