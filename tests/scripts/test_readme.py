"""What the README shows works."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from scripts.docs import island as island_script

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)


def marks(example: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.compiled] if "Batch" in example else []


@pytest.mark.parametrize("example", [pytest.param(text, marks=marks(text), id=text[:40]) for text in EXAMPLES])
def test_an_example_does_what_it_says(example: str) -> None:
    test = doctest.DocTestParser().get_doctest(example, {}, "README", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


def test_links_to_files_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", README) + re.findall(r'src="([^"]+)"', README)
    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_commands_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"[`$] ?make ([a-z-]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("is_new", [False, True])
def test_the_picture_shows_a_whole_island(is_new: bool) -> None:
    committed = (ROOT / "docs" / "island.svg").read_text(encoding="utf-8")
    text = island_script.picture(island_script.position(3, 90)) if is_new else committed
    titles = [element.text or "" for element in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}title")]
    assert sum(": forest" in title for title in titles) == 4
    assert sum(": 2:1" in title for title in titles) == 5
    assert sum(": 3:1" in title for title in titles) == 4
    assert sum(title.endswith((", 6", ", 8")) for title in titles) == 4
