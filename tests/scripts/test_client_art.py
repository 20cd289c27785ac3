"""The signs, shapes and marks of the page are those of the drawings."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.client import art


def test_the_art_of_the_page_is_not_stale() -> None:
    assert art.main(["--check"]) == 0, "run: python -m scripts.client.art"


def test_stale_art_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(art, "TARGET", tmp_path / "art.ts")
    assert art.main(["--check"]) == 1
    assert art.main([]) == 0
    assert art.main(["--check"]) == 0
