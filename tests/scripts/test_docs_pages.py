"""What the pages of the documentation show works, from the first block of a page to the last."""

from __future__ import annotations

import doctest
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.main import get_command

from longroad.cli.commands import app

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(pycon|python|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMPILED = "Batch("  # what needs Numba
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if BLOCK.search(path.read_text(encoding="utf-8"))]


class Block(NamedTuple):
    """A fenced block: its language, what stands in it, and the line where that begins."""

    language: str
    text: str
    line: int


def blocks(path: Path) -> Iterator[Block]:
    """Yield the blocks of a page in order."""
    text = path.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        yield Block(found[1], found[2], text[: found.start(2)].count("\n"))


def marks(path: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.compiled] if COMPILED in path.read_text(encoding="utf-8") else []


EACH_PAGE = pytest.mark.parametrize(
    "path", [pytest.param(path, marks=marks(path), id=path.relative_to(ROOT).as_posix()) for path in PAGES]
)


@EACH_PAGE
def test_the_examples_of_a_page_do_what_they_say(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__page__"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks(path):
        if block.language == "python":
            exec(compile("\n" * block.line + block.text, str(path), "exec"), names)
        elif block.language == "pycon":
            test = doctest.DocTestParser().get_doctest(block.text, names, path.name, str(path), block.line)
            runner.run(test, clear_globs=False)
            names = test.globs
    assert runner.summarize().failed == 0


@pytest.mark.parametrize(
    "name", ["tutorial.md", "howto/bot.md", "howto/island.md", "howto/record.md", "howto/position.md"]
)
def test_a_page_that_teaches_has_examples(name: str) -> None:
    assert sum(block.language == "pycon" for block in blocks(ROOT / "docs" / name)) >= 2


def commands() -> dict[str, set[str]]:
    """List the commands of the command line with their options; those before a command stand under ''."""
    group = get_command(app)
    found = {"": group, **getattr(group, "commands")}  # noqa: B009
    found |= {f"admin {name}": command for name, command in getattr(found["admin"], "commands").items()}  # noqa: B009
    return {name: {option for p in command.params for option in p.opts} for name, command in found.items()}


@EACH_PAGE
def test_the_commands_of_a_page_exist(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    lines = [line for block in blocks(path) if block.language == "console" for line in block.text.splitlines()]
    for line in lines:
        words = line.partition("#")[0].removeprefix("$ ").split()
        if words[:1] == ["make"]:
            assert re.search(rf"^{words[1]}:", makefile, re.MULTILINE), line
        elif words and os.path.basename(words[0]) == "longroad":
            command = "" if words[1].startswith("--") else words[1]
            command = " ".join(words[1:3]) if command == "admin" else command
            options = {word.partition("=")[0] for word in words[1:] if word.startswith("--")}
            assert options <= commands()[command] | {"--help"}, line
