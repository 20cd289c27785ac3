"""The signs, shapes and marks of the page are those of the drawings."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts import client_art


def test_the_art_of_the_page_is_not_stale() -> None:
    assert client_art.main(["--check"]) == 0, "run: python scripts/client_art.py"


def test_stale_art_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_art, "TARGET", tmp_path / "art.ts")
    assert client_art.main(["--check"]) == 1
    assert client_art.main([]) == 0
    assert client_art.main(["--check"]) == 0
