"""The tables in the documents are those of the code."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts import docs_tables


def test_no_document_is_stale() -> None:
    stale = [str(path) for path in docs_tables.stale_documents()]
    assert not stale, f"run: make docs-tables, which writes {', '.join(stale)} anew"


def test_every_part_stands_in_some_document() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in docs_tables.documents())
    assert {part[2] for part in docs_tables.PART.finditer(text)} == set(docs_tables.PARTS)


def test_a_stale_part_is_noticed_and_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text("before\n<!-- begin option-table -->\ngone\n<!-- end option-table -->\nafter\n")
    assert docs_tables.main(["--check"]) == 1
    assert docs_tables.main([]) == 0
    assert docs_tables.main(["--check"]) == 0
    text = (tmp_path / "README.md").read_text()
    assert text.startswith("before\n<!-- begin option-table -->\n| option |")
    assert text.endswith("|\n<!-- end option-table -->\nafter\n")
    assert "gone" not in text


def test_an_unknown_part_is_an_error() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        docs_tables.refreshed("<!-- begin nonsense -->\n<!-- end nonsense -->")
