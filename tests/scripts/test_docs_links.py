"""The links of the documents lead somewhere, and those that do not are noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.docs import links

ROOT = Path(__file__).parents[2]


def test_every_link_of_the_documents_leads_somewhere() -> None:
    assert list(links.document_faults(ROOT)) == []


def test_there_are_links() -> None:
    read = {path: links.read_document((ROOT / path).read_text(encoding="utf-8")) for path in links.documents(ROOT)}
    assert {Path("README.md"), Path("CONTRIBUTING.md"), Path("docs/rules.md")} <= set(read)
    assert sum(len(document.links) for document in read.values()) > 500


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a README, a page, a picture and some code."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("# A house\n\n## A & B\n\n## A & B\n")
    (tmp_path / "docs" / "page.md").write_text("# A page\n")
    (tmp_path / "docs" / "island.svg").write_text("<svg/>")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_walk.py").write_text("class TestWalk:\n    def test_walk(self): ...\n")
    return tmp_path


def faults(project: Path, text: str) -> list[str]:
    """Add a document with this text and check all."""
    (project / "docs" / "new.md").write_text(f"# New\n\n{text}\n")
    return [fault.removeprefix("docs/new.md: ") for fault in links.document_faults(project)]


@pytest.mark.parametrize(
    "text",
    [
        "[a](page.md)",
        "[a](../README.md#a--b-1)",
        "[a](#new)",
        "![an island](island.svg)",
        '<img src="island.svg" alt="an island">',
        "[a](../tests/test_walk.py#test_walk)",
        "[a](https://example.org/nowhere)",
        "`[a](nowhere.md)` is code",
        "```\n[a](nowhere.md)\n```",
        "a reference\n\n[a][b]\n\n[b]: page.md#a-page",
    ],
)
def test_good_links(project: Path, text: str) -> None:
    assert faults(project, text) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[a](nowhere.md)", "nowhere.md: there is no such file"),
        ("[a](page.md#nowhere)", "page.md#nowhere: there is no such heading or function"),
        ("[a](#nowhere)", "#nowhere: there is no such heading or function"),
        ("[a](../README.md#a-b)", "../README.md#a-b: there is no such heading or function"),
        ("![an island](islands.svg)", "islands.svg: there is no such file"),
        ('<img src="islands.svg">', "islands.svg: there is no such file"),
        ("![an island](https://example.org/island.svg)", "https://example.org/island.svg: a picture from outside"),
        ("[a](../tests/test_walk.py#test_run)", "../tests/test_walk.py#test_run: there is no such heading or function"),
        ("[a](/docs/page.md)", "/docs/page.md: is not relative"),
        ("[a](../../elsewhere.md)", "../../elsewhere.md: there is no such file"),
        ("[a](../tests)", "../tests: a folder has no page on the site"),
        ("[a](http://example.org)", "http://example.org: leads outside without https"),
    ],
)
def test_bad_links(project: Path, text: str, fault: str) -> None:
    assert faults(project, text) == [fault]


def test_a_site_is_searched_for_links_that_lead_nowhere_and_for_what_comes_from_outside(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="page.html#here"></a><a href="page.html#there"></a><a href="/gone"></a>'
    )
    (tmp_path / "page.html").write_text(
        '<p id="here"><img src="gone.svg"><script src="https://example.org/a.js"></script><a href="https://example.org"></a>'
    )
    assert list(links.site_faults(tmp_path)) == [
        "index.html: page.html#there: leads nowhere",
        "index.html: /gone: leads nowhere",
        "page.html: loads https://example.org/a.js from outside",
        "page.html: gone.svg: leads nowhere",
    ]
