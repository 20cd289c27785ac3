"""The documentation site can be built from what is here, and reads the same as the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import longroad
from scripts.docs import doctests, links, pages

ROOT = Path(__file__).parents[2]


def build(root: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of a project into its build/site, as `make docs` does."""
    pages.write_site_files(root)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site, of a folder that shares everything with the checkout but what is built."""
    folder = tmp_path_factory.mktemp("project")
    for path in ROOT.iterdir():
        if path.name not in ("build", ".cache", "mkdocs.yml"):
            (folder / path.name).symlink_to(path)
    shutil.copy(ROOT / "mkdocs.yml", folder)
    built = build(folder)
    assert built.returncode == 0, built.stdout + built.stderr
    assert (folder / "build/site/index.html").exists()
    return folder / "build/site"


@pytest.mark.slow
def test_every_link_of_the_site_leads_somewhere_and_nothing_is_loaded_from_outside(site: Path) -> None:
    assert list(links.site_faults(site)) == []


@pytest.mark.slow
def test_a_rule_leads_to_its_tests(site: Path) -> None:
    catalogue = links.Page((site / "rules.html").read_text(encoding="utf-8"))
    assert "pro-4" in catalogue.anchors
    assert links.Link("rules-tests.html#pro-4", False) in catalogue.links
    tests = links.Page((site / "rules-tests.html").read_text(encoding="utf-8"))
    assert any(link.address.startswith("source/tests/rules/test_pro.py.html#test_") for link in tests.links)


@pytest.mark.slow
def test_a_number_in_a_text_leads_to_the_rule(site: Path) -> None:
    assert links.Link("rules.html#tra-10", False) in links.Page((site / "options.html").read_text()).links
    assert links.Link("../rules.html#brd-12", False) in links.Page((site / "howto/island.html").read_text()).links


@pytest.mark.slow
def test_a_broken_link_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        (tmp_path / name).write_text("# Empty\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# Longroad\n\n[nowhere](nowhere.md)\n")
    config = (ROOT / "mkdocs.yml").read_text()
    (tmp_path / "mkdocs.yml").write_text(config[: config.index("\nnav:")])
    built = build(tmp_path)
    assert built.returncode != 0
    assert "page does not exist" in built.stdout + built.stderr


def pages_of(entries: list[Any]) -> Iterator[str]:
    """Yield the pages of a navigation, which nests lists in dicts."""
    for entry in entries:
        for value in entry.values():
            yield from [value] if isinstance(value, str) else pages_of(value)


def test_the_navigation_has_every_page() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = list(pages_of(yaml.safe_load(text[text.index("\nnav:") :])["nav"]))
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted(written | {"contributing.md", "changelog.md"})


def test_the_reference_has_every_public_name() -> None:
    reference = (ROOT / "docs" / "reference" / "library.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^::: longroad\.(\w+)", reference, re.MULTILINE))
    assert set(longroad.__all__) - named == set()


@pytest.mark.parametrize(
    ("page", "address", "expected"),
    [
        ("README.md", "rules.md", "rules.md"),
        ("README.md", "../README.md", "README.md"),
        ("README.md", "../CONTRIBUTING.md#tests", "contributing.md#tests"),
        ("howto/bot.md", "../../src/longroad/bots/novice.py#choose", "../source/src/longroad/bots/novice.py.md#choose"),
        ("howto/bot.md", "../rules.md#tra-trade", "../rules.md#tra-trade"),
        ("contributing.md", "docs/rules.md", "rules.md"),
        ("contributing.md", "CHANGELOG.md", "changelog.md"),
        ("changelog.md", "https://example.org/", "https://example.org/"),
        ("rules.md", "#presets", "#presets"),
    ],
)
def test_links_between_files_become_links_between_pages(page: str, address: str, expected: str) -> None:
    assert pages.translated(address, page) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PRO-4", "[PRO-4](../rules.md#pro-4)"),
        ("`PRO-4`", "`PRO-4`"),
        ("``a ` PRO-4``", "``a ` PRO-4``"),
        ("```\nPRO-4\n```", "```\nPRO-4\n```"),
        ("## PRO-4", "## PRO-4"),
        ("### On PRO-4", "### On [PRO-4](../rules.md#pro-4)"),
        ("[of PRO-4](../rules.md)", "[of PRO-4](../rules.md)"),
        ("[`a`](../../src/a.py) PRO-4", "[`a`](../source/src/a.py.md) [PRO-4](../rules.md#pro-4)"),
        ('<img src="../island.svg">', '<img src="../island.svg">'),
        ("see docs/gpu.md", "see [gpu](../gpu.md)"),
        ("XPRO-4 PRO-4x", "XPRO-4 PRO-4x"),
    ],
)
def test_rules_and_links_outside_code_are_fitted(text: str, expected: str) -> None:
    assert pages.fitted(text, "howto/bot.md") == expected


def test_files_that_are_gone_leave_the_folder(tmp_path: Path) -> None:
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "docs/README.md", "docs/old.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# A page\n")
    pages.write_site_files(tmp_path)
    (tmp_path / "docs" / "old.md").unlink()
    pages.write_site_files(tmp_path)
    written = {path.name for path in (tmp_path / pages.FOLDER).iterdir()}
    assert written == {"README.md", "contributing.md", "changelog.md"}


def test_a_session_in_a_docstring_is_fenced() -> None:
    text = "Add.\n\n>>> add(1, 2)\n3\n>>> for x in y:\n...     x\n\nAfter."
    assert doctests.fenced(text) == "Add.\n\n```pycon\n>>> add(1, 2)\n3\n>>> for x in y:\n...     x\n```\n\nAfter."
    assert doctests.fenced("```pycon\n>>> 1\n1\n```") == "```pycon\n>>> 1\n1\n```"


def test_a_source_has_its_functions_as_anchors() -> None:
    page = links.Page(pages.source_page("tests/scripts/test_docs_site.py"))
    assert "test_a_source_has_its_functions_as_anchors" in page.anchors
