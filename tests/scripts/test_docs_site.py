"""The documentation site can be built from what is here, and reads the same as the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.docs import doctests, links
from scripts.docs import site as site_module

import longroad

ROOT = Path(__file__).parents[2]


def build(root: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as `make docs` does; `--quiet` would make mkdocs overlook its own warnings."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    return subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=False, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    built = build(ROOT, folder)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


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
    for name in ("mkdocs.yml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    (tmp_path / "src").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# Longroad\n\n[nowhere](nowhere.md)\n")
    config = (tmp_path / "mkdocs.yml").read_text()
    (tmp_path / "mkdocs.yml").write_text(config[: config.index("\nnav:")])
    built = build(tmp_path, tmp_path / "site")
    assert built.returncode != 0
    assert "'nowhere.md'" in built.stdout + built.stderr


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
    assert site_module.translated(address, page) == expected


def test_a_session_in_a_docstring_is_fenced() -> None:
    text = "Add.\n\n>>> add(1, 2)\n3\n>>> for x in y:\n...     x\n\nAfter."
    assert doctests.fenced(text) == "Add.\n\n```pycon\n>>> add(1, 2)\n3\n>>> for x in y:\n...     x\n```\n\nAfter."
    assert doctests.fenced("```pycon\n>>> 1\n1\n```") == "```pycon\n>>> 1\n1\n```"


def test_a_source_has_its_functions_as_anchors() -> None:
    page = links.Page(site_module.source_page("tests/scripts/test_docs_site.py"))
    assert "test_a_source_has_its_functions_as_anchors" in page.anchors
