"""The built page is small, and in parts; tests/packaging shows that packages hold it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from longroad.bench.page import bundle_bytes, page_folder

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["index.html", "icon.svg"])
def test_the_page_has_been_built(name: str) -> None:
    assert (ROOT / "src/longroad/server/static" / name).is_file(), "make client"


def test_the_page_is_small() -> None:
    size = bundle_bytes()
    assert size is not None, "make client"
    assert size < 150 * 1024, f"{size / 1024:.1f} KB"


def test_the_start_page_is_smaller_still() -> None:
    folder = page_folder()
    loaded = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', (folder / "index.html").read_text(encoding="utf-8"))
    assert len(loaded) == 3
    assert sum(len(gzip.compress((folder / name).read_bytes(), 9)) for name in loaded) < 100 * 1024


def test_the_engine_is_loaded_by_its_worker_alone() -> None:
    folder = page_folder() / "assets"
    assert [len(list(folder.glob(name))) for name in ("worker-*.js", "longroad-*.wasm", "weights-*.bin")] == [1, 1, 1]
    for file in folder.glob("*.js"):
        is_worker = file.name.startswith("worker-")
        assert (".wasm" in file.read_text(encoding="utf-8")) == is_worker, file.name


@pytest.mark.parametrize(
    ("part", "later"),
    [
        ("index", "table"),
        ("start", "table"),
        *((part, later) for part in ("start", "table") for later in ("study", "reading", "rules", "coach")),
    ],
)
def test_a_page_needs_only_what_it_shows(part: str, later: str) -> None:
    folder = page_folder()
    assert f"{later}-" not in (folder / "index.html").read_text(encoding="utf-8")
    (file,) = (folder / "assets").glob(f"{part}-*.js")
    assert not re.search(rf"""(from|import)\s*["'`]\./{later}-""", file.read_text(encoding="utf-8"))
