"""Break one rule after the other, and see that the tests catch each mistake.

The mistakes stand in scripts/mutants.txt. Each is made in a copy of the project, in which the tests that carry the
rule's number run interpreted; one of them must fail.

    python scripts/mutants.py                   # all of them, several at a time
    python scripts/mutants.py --only ROB-1      # those of a rule, or of a chapter: --only ROB
    python scripts/mutants.py --list            # what there is

Exits 1 if a mistake survives, or cannot be made because the text that it changes is gone.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import cache_from_source
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_suffix(".txt")
CORE = Path("src/longroad/core")
COPIED = ("src", "tests", "scripts", "docs", "pyproject.toml", "conftest.py")
SEARCHED = ("tests/rules", "tests/core")  # where tests are quick
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "tests.without_numba")
SECONDS = 120.0  # a test that takes longer has caught a mistake that never comes to an end

HEADING = re.compile(r"([A-Z]{3}-\d+) (.+)")
MODULE = re.compile(r"(?:\w+/)*\w+\.py")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::\S+)", re.MULTILINE)  # where nothing can be imported, no test is named


@dataclass(frozen=True)
class Edit:
    """A text of a module, and what to put in its place."""

    module: str
    old: str
    new: str


@dataclass
class Mutant:
    """A mistake: the rule it breaks, what is wrong, and the edits that make it."""

    rule: str
    what: str
    edits: list[Edit] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.rule} {self.what}"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a mistake: the test that caught it, or what else happened."""

    mutant: Mutant
    killer: str
    trouble: str
    seconds: float


class BadTable(ValueError):
    """A table of mistakes that cannot be read."""


class TestsFail(RuntimeError):
    """The tests fail before a mistake is made."""


# --- the table --------------------------------------------------------------------------------------------------------


def read_table(text: str) -> list[Mutant]:
    """Read the table of mistakes. Raises `BadTable` with the line that does not fit."""
    mutants: list[Mutant] = []
    module = ""
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not line.startswith("#")]
    for mark, lines in groupby(numbered, key=lambda pair: pair[1][:1] if pair[1][:1] in ("-", "+") else ""):
        texts = list(lines)
        if mark:
            block = "\n".join(line[2:] for _, line in texts)
            _add_block(mutants, module, mark, block, texts[0][0])
            continue
        for number, line in texts:
            if heading := HEADING.fullmatch(line):
                mutants.append(Mutant(heading[1], heading[2]))
            elif MODULE.fullmatch(line):
                module = line
            elif line:
                raise BadTable(
                    f"line {number}: {line!r} is not a rule with a mistake, no module, and not marked - or +"
                )
    return mutants


def _add_block(mutants: list[Mutant], module: str, mark: str, block: str, number: int) -> None:
    """Add old text as an edit of the last mistake, or new text to its last edit."""
    if not mutants or not module:
        raise BadTable(f"line {number}: a rule with a mistake and a module come before the lines marked {mark}")
    edits = mutants[-1].edits
    if mark == "-":
        edits.append(Edit(module, block, block))
    elif not edits or edits[-1].new != edits[-1].old:
        raise BadTable(f"line {number}: lines marked - come before those marked +")
    else:
        edits[-1] = Edit(module, edits[-1].old, block)


def complaints(mutants: Iterable[Mutant], root: Path = ROOT) -> Iterator[str]:
    """Name the mistakes that cannot be made: they change nothing, or their old text is not there exactly once."""
    for mutant in mutants:
        if not mutant.edits or any(edit.old == edit.new for edit in mutant.edits):
            yield f"{mutant}: changes nothing"
        for edit in mutant.edits:
            path = root / CORE / edit.module
            count = path.read_text(encoding="utf-8").count(edit.old) if path.exists() else 0
            if count != 1:
                yield f"{mutant}: {edit.module} has this {count} times, not once:\n{edit.old}"


def chosen(mutants: Iterable[Mutant], only: str | None) -> list[Mutant]:
    """Choose the mistakes of a rule or of a chapter, or all."""
    return [mutant for mutant in mutants if only is None or only in (mutant.rule, mutant.rule[:3])]


# --- the hunt ---------------------------------------------------------------------------------------------------------


def copy_project(folder: Path) -> None:
    """Copy what the tests need."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)


@contextmanager
def made(mutant: Mutant, folder: Path) -> Iterator[None]:
    """Make a mistake in a copy of the project, and undo it at the end."""
    right = {edit.module: (folder / CORE / edit.module).read_text(encoding="utf-8") for edit in mutant.edits}
    wrong = dict(right)
    for edit in mutant.edits:
        wrong[edit.module] = wrong[edit.module].replace(edit.old, edit.new)
    _write(folder, wrong)
    try:
        yield
    finally:
        _write(folder, right)


def _write(folder: Path, modules: dict[str, str]) -> None:
    """Write modules, and drop what Python has kept of them: it would not notice two changes within a second."""
    for name, text in modules.items():
        path = folder / CORE / name
        path.write_text(text, encoding="utf-8")
        Path(cache_from_source(str(path))).unlink(missing_ok=True)


def files_of(rules: set[str], folder: Path) -> list[str]:
    """List the test files that name one of these rules."""
    marks = [f'"{rule}"' for rule in rules]
    paths = [path for place in SEARCHED for path in sorted((folder / place).glob("test_*.py"))]
    texts = ((path, path.read_text(encoding="utf-8")) for path in paths)
    return [str(path.relative_to(folder)) for path, text in texts if any(mark in text for mark in marks)]


def run_tests(rules: set[str], folder: Path) -> tuple[int, str]:
    """Run the tests of some rules in a copy; return pytest's exit status and what it printed.

    Raises `subprocess.TimeoutExpired`.
    """
    files = files_of(rules, folder)
    if not files:
        return 5, "no test carries the rule's number"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [*PYTEST, "-p", "tests.only_rules", "--rules", ",".join(sorted(rules)), "-m", "not slow", *files],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(folder / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def hunt(mutant: Mutant, folder: Path) -> Outcome:
    """Make a mistake in a copy, run the tests, and return the outcome."""
    start = time.perf_counter()
    with made(mutant, folder):
        try:
            status, output = run_tests({mutant.rule}, folder)
        except subprocess.TimeoutExpired:
            return Outcome(mutant, "no test came to an end", "", SECONDS)
    seconds = time.perf_counter() - start
    if status == 1 and (failed := FAILED.search(output)):
        return Outcome(mutant, failed[1].removeprefix("tests/").removeprefix("rules/"), "", seconds)
    trouble = "SURVIVED" if status == 0 else "THE TESTS DO NOT RUN: " + output.strip()[-2000:]
    return Outcome(mutant, "", trouble, seconds)


def hunt_all(mutants: Sequence[Mutant], jobs: int) -> Iterator[Outcome]:
    """Hunt mistakes, several at a time, each job in a copy of its own; the outcomes come in order.

    Raises `TestsFail`.
    """
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary, ThreadPoolExecutor(jobs) as pool:
        folders: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            copy_project(Path(temporary) / str(job))
            folders.put(Path(temporary) / str(job))

        def work(mutant: Mutant) -> Outcome:
            folder = folders.get()
            try:
                return hunt(mutant, folder)
            finally:
                folders.put(folder)

        status, output = run_tests({mutant.rule for mutant in mutants}, Path(temporary) / "0")
        if status != 0:
            raise TestsFail(f"The tests fail without a mistake:\n{output}")
        try:
            yield from pool.map(work, mutants)
        finally:
            pool.shutdown(cancel_futures=True)


# --- the command ------------------------------------------------------------------------------------------------------


def show_all(outcomes: Iterable[Outcome], total: int) -> list[Outcome]:
    """Print each outcome as it comes, and return those with trouble."""
    troubles = []
    for number, outcome in enumerate(outcomes, 1):
        found = outcome.killer or outcome.trouble.partition(":")[0]
        print(f"{number:>4}/{total} {outcome.mutant!s:<88} {outcome.seconds:5.1f} s  {found}", flush=True)
        if outcome.trouble:
            troubles.append(outcome)
    return troubles


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Break one rule after the other; the tests must catch each mistake.")
    parser.add_argument("--list", action="store_true", help="list the mistakes and make none")
    parser.add_argument("--only", metavar="RULE", help="a rule (ROB-1) or a chapter (ROB)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time (one a core)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = read_options(arguments)
    mutants = chosen(read_table(TABLE.read_text(encoding="utf-8")), options.only)
    if not mutants:
        print(f"There is no mistake for {options.only!r}.")
        return 1
    if options.list:
        print(*mutants, sep="\n")
        return 0
    if stale := list(complaints(mutants)):
        print(*stale, f"{len(stale)} texts are not as {TABLE.name} says. Bring it up to date.", sep="\n")
        return 1
    start = time.perf_counter()
    try:
        troubles = show_all(hunt_all(mutants, min(options.jobs, len(mutants))), len(mutants))
    except TestsFail as failure:
        print(failure)
        return 1
    for outcome in troubles:
        print(f"\n{outcome.mutant}: {outcome.trouble}")
    caught = len(mutants) - len(troubles)
    print(f"\n{caught} of {len(mutants)} mistakes were caught in {time.perf_counter() - start:.0f} s.")
    return int(bool(troubles))


if __name__ == "__main__":
    sys.exit(main())
