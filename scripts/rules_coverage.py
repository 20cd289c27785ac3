"""Print every rule of docs/rules.md with the tests that show it, and fail if one has none.

A test carries the numbers it shows as a marker: `@pytest.mark.rule("PRO-4", "PRO-5")`. A test that is always skipped,
expected to fail, or left out of `make test` shows nothing. Exits 1 if a rule has no test, or a marker names a rule that
does not exist, or docs/rules-tests.md, which lists the same with links, is stale.

    python scripts/rules_coverage.py [test file or folder ...]      # those in tests that name rules by default
    python scripts/rules_coverage.py --write                        # only write docs/rules-tests.md
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

CATALOGUE = Path("docs/rules.md")
TESTS = Path("tests")
PAGE = Path("docs/rules-tests.md")
CHAPTER = re.compile(r"^## ([A-Z]{3}) (.+)$")
NUMBER = re.compile(r"^- ([A-Z]{3}-\d+) ")
NOT_RUN = ("skip", "xfail", "slow")

Shown = dict[str, Counter[str]]  # rule number -> test -> cases


class Chapter(NamedTuple):
    """One chapter of the catalogue with its rule numbers in order."""

    title: str
    numbers: list[str]


def read_catalogue(text: str) -> list[Chapter]:
    """List the chapters of the catalogue and their numbers."""
    chapters: list[Chapter] = []
    for line in text.splitlines():
        if heading := CHAPTER.match(line):
            chapters.append(Chapter(f"{heading[1]} {heading[2]}", []))
        elif rule := NUMBER.match(line):
            chapters[-1].numbers.append(rule[1])
    return chapters


class MarkerCollector:
    """A pytest plugin that notes which tests carry which rule numbers."""

    def __init__(self) -> None:
        self.shown: Shown = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Read the markers once everything is collected."""
        for item in session.items:
            if any(any(item.iter_markers(name)) for name in NOT_RUN):
                continue
            test = item.nodeid.split("[")[0]
            for number in {str(number) for marker in item.iter_markers("rule") for number in marker.args}:
                self.shown.setdefault(number, Counter())[test] += 1


def marked(folder: Path) -> list[str]:
    """List the test files of a folder that name rules; to import all others takes several times as long."""
    files = sorted(folder.rglob("test_*.py"))
    return [str(file) for file in files if "mark.rule" in file.read_text(encoding="utf-8")]


def collect(paths: list[str]) -> tuple[Shown, str]:
    """Collect the tests without running them; the second value is pytest's complaint, empty if it had none."""
    collector, output = MarkerCollector(), io.StringIO()
    without = ["-p", "no:cacheprovider", "-p", "no:unraisableexception"]  # the latter collects garbage five times
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        code = pytest.main(["--collect-only", "-qq", *without, *paths], plugins=[collector])
    fine = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return collector.shown, "" if fine else output.getvalue()


def table(chapters: list[Chapter], shown: Shown) -> str:
    """Write the rules by chapter, each with its tests."""
    lines: list[str] = []
    for chapter in chapters:
        lines += ["", chapter.title]
        for number in chapter.numbers:
            tests = [describe(test, cases) for test, cases in sorted(shown.get(number, Counter()).items())]
            first, *others = tests or ["-- no test"]
            lines += [f"  {number:<7} {first}", *(f"  {'':<7} {other}" for other in others)]
    return "\n".join(lines[1:])


def describe(test: str, cases: int) -> str:
    """Name a test by its file and function, with the number of its cases if there are several."""
    name = test.removeprefix("tests/").replace("::", " ")
    return f"{name} ({cases} cases)" if cases > 1 else name


def page(chapters: list[Chapter], shown: Shown) -> str:
    """Write the page that leads from each rule to its tests."""
    lines = [
        "# The tests of each rule",
        "",
        "Every rule of the [catalogue](rules.md), with the tests that show it. `make docs-tables` writes this page",
        "from the markers of the tests; `make rules` prints the same, and fails on a gap or if this page is stale.",
    ]
    for chapter in chapters:
        lines += ["", f"## {chapter.title}"]
        for number in chapter.numbers:
            lines += ["", f"### {number}", "", *sorted(map(item, shown.get(number, Counter())))]
    return "\n".join([*lines, ""])


def item(test: str) -> str:
    """Write a test as a sentence that leads to its source."""
    file, *_, name = test.split("::")
    return f"- [{name.removeprefix('test_').replace('_', ' ')}](../{file}#{name})"


def is_written(text: str) -> bool:
    """Whether the page is up to date."""
    return PAGE.exists() and PAGE.read_text(encoding="utf-8") == text


def main(arguments: list[str]) -> int:
    """Print the table and what is wrong with it; return 1 if something is."""
    is_writing = "--write" in arguments
    paths = [argument for argument in arguments if argument != "--write"]
    chapters = read_catalogue(CATALOGUE.read_text(encoding="utf-8"))
    numbers = [number for chapter in chapters for number in chapter.numbers]
    shown, complaint = collect(paths or marked(TESTS) or [str(TESTS)])
    if complaint:
        print(complaint, "The tests could not be collected, see above.", sep="\n")
        return 1
    if is_writing:
        if not is_written(text := page(chapters, shown)):
            PAGE.write_text(text, encoding="utf-8")
            print(f"{PAGE}: written")
        return 0
    missing = [number for number in numbers if number not in shown]
    unknown = sorted(set(shown) - set(numbers))
    tests = {test for cases in shown.values() for test in cases}
    print(table(chapters, shown))
    print(f"\n{len(numbers) - len(missing)} of {len(numbers)} rules are shown by {len(tests)} tests.")
    if missing:
        print("Without a test:", *missing)
    for number in unknown:
        print(f"Not in {CATALOGUE}: {number}, named by", ", ".join(sorted(shown[number])))
    is_stale = not paths and not is_written(page(chapters, shown))
    if is_stale:
        print(f"{PAGE} is stale: make docs-tables")
    return 1 if missing or unknown or is_stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
