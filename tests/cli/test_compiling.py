"""While rules are compiled, a command shows a progress line in a terminal and then erases it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pyte
import pytest

from longroad.cli.bench import show_status
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
        terminal = Terminal(tmp_path / "data", "perft", "--depth", "1", is_fresh=True, LONGROAD_CACHE=str(cache.folder))
        terminal.until(LINE)
        terminal.until(r"\.\.\. 1 s")
        assert not [line for line in terminal.lines if "54" in line]
        for code in default_folder().glob("count_plies-*"):
            shutil.copy(code, cache.folder)
    assert terminal.leave() == 0
    assert "Compiling" not in "\n".join(terminal.lines)
    assert terminal.lines[1].split()[:2] == ["1", "54"]


@pytest.mark.compiled
def test_the_progress_line_takes_the_place_of_another_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from longroad.core.compile.cpu import progress

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    screen = pyte.Screen(80, 2)
    stream = pyte.Stream(screen)
    show_status("measuring: getting ready")
    with progress("Compiling"):
        stream.feed(capsys.readouterr().err)
        assert screen.display[0].rstrip() == "Compiling ... 0 s"
    stream.feed(capsys.readouterr().err)
    assert screen.display[0].strip() == ""
