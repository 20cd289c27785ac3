"""Which browser is driven, and what is said where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroad.bench import chromium
from longroad.bench.chromium import NoChromium, find_chromium
from scripts import chromium as script


def put(folder: Path, name: str) -> Path:
    """Put a program that does nothing."""
    program = folder / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


def test_the_named_browser_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    system, named = put(tmp_path, "chromium"), put(tmp_path, "another")
    assert find_chromium() == system
    monkeypatch.setenv("CHROMIUM", str(named))
    assert find_chromium() == named


def test_a_named_browser_that_is_not_there_is_not_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "nothing"))
    with pytest.raises(NoChromium, match="no such program"):
        find_chromium()
    assert script.main() == 1


def test_a_browser_that_does_not_start_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = put(tmp_path, "broken")
    named.write_text("#!/bin/sh\necho a library is missing\nexit 1\n")
    monkeypatch.setenv("CHROMIUM", str(named))
    assert script.main() == 1
    assert "does not start: a library is missing" in capsys.readouterr().err


def test_who_may_not_install_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "PLACES", ())
    put(tmp_path, "apt-get")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert script.main() == 1
    assert "Only root can install it" in capsys.readouterr().err


def test_what_the_package_manager_cannot_fetch_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "PLACES", ())
    put(tmp_path, "apt-get").write_text("#!/bin/sh\necho no route to the archive\nexit 100\n")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert script.main() == 1
    said = capsys.readouterr().err
    assert "no route to the archive" in said
    assert "Is there a network" in said
