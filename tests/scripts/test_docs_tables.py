"""The tables in the documents are those of the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.docs import pictures, tables


def test_no_document_is_stale() -> None:
    stale = [str(path) for path in tables.stale_documents()]
    assert not stale, f"run: make docs-tables, which rewrites {', '.join(stale)}"


def test_every_part_stands_in_some_document() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in tables.documents())
    assert {part[2] for part in tables.PART.finditer(text)} == set(tables.PARTS)


def test_a_stale_part_is_noticed_and_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text("before\n<!-- begin option-table -->\ngone\n<!-- end option-table -->\nafter\n")
    assert tables.main(["--check"]) == 1
    assert tables.main([]) == 0
    assert tables.main(["--check"]) == 0
    text = (tmp_path / "README.md").read_text()
    assert text.startswith("before\n<!-- begin option-table -->\n| option |")
    assert text.endswith("|\n<!-- end option-table -->\nafter\n")
    assert "gone" not in text


def test_an_unknown_part_is_an_error() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        tables.refreshed("<!-- begin nonsense -->\n<!-- end nonsense -->")


def test_a_stale_picture_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "old.svg"
    old.write_text("<svg/>")
    monkeypatch.setattr(tables, "PICTURES", {old: lambda: "<svg></svg>"})
    assert tables.stale_documents() == {old: "<svg></svg>"}


def test_the_layers_are_those_of_the_contract() -> None:
    layers = pictures.layers()
    assert layers[0] == ["cli"]
    assert layers[-1] == ["core"]
    assert ["game"] in layers


def test_a_phase_that_finds_no_way_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pictures.PLACES, "theft", pictures.Box(900, 10, 10, 10))
    with pytest.raises(ValueError, match="'robber moves' to 'theft': move the boxes"):
        pictures.phases()
