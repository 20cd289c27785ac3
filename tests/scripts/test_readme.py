"""What the README shows works."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scripts.docs import island as island_script
from tests.scripts.test_docs_pages import commands

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BUILT = ("build/", "dist/", ".venv", "client/node_modules", "src/longroad/server/static")
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
    for target in re.findall(r"[`$] ?make ([a-z-]+)", README + CONTRIBUTING):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for command, options in re.findall(r"[`$] ?longroad ([a-z]+)((?: [^`\n]*)?)", README + CONTRIBUTING):
        assert set(re.findall(r"--[a-z]+", options)) <= commands()[command]


def test_every_path_that_is_named_exists() -> None:
    """In a row of the table of folders, later paths may be relative to the first."""
    missing = []
    for line in (README + CONTRIBUTING).splitlines():
        named = [path for path in re.findall(r"`([\w.-]+/[\w./-]*)`", line) if not path.startswith(BUILT)]
        missing += [path for path in named if not ((ROOT / path).exists() or (ROOT / named[0] / path).exists())]
    assert missing == []


def test_the_table_has_every_folder() -> None:
    table = README[README.index("## The folders") :]
    folders = [path.name for path in (ROOT / "src/longroad").iterdir() if (path / "__init__.py").exists()]
    assert [name for name in folders if f"`src/longroad/{name}/`" not in table] == []
    parents = {Path(name).parts[0] for name in re.findall(r"`([\w.-]+/)[\w./-]*`", table)}
    top = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert top - parents - {"build", "dist", "shared", "__pycache__"} == set()


def test_the_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(re.findall(r"longroad\[([a-z]+)\]", README)) == set(project["optional-dependencies"])


@pytest.mark.parametrize("is_new", [False, True])
def test_the_picture_shows_a_whole_island(is_new: bool) -> None:
    committed = (ROOT / "docs" / "island.svg").read_text(encoding="utf-8")
    text = island_script.picture(island_script.position(3, 90)) if is_new else committed
    titles = [element.text or "" for element in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}title")]
    assert sum(": forest" in title for title in titles) == 4
    assert sum(": 2:1" in title for title in titles) == 5
    assert sum(": 3:1" in title for title in titles) == 4
    assert sum(title.endswith((", 6", ", 8")) for title in titles) == 4
