"""The hunt for mistakes: its table fits the code, a sample of it is caught, and what is not caught is named."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from scripts import mutants
from scripts.mutants import BadTable, Edit, Mutant, complaints, read_table
from scripts.rules_coverage import CATALOGUE, read_catalogue

ALL = read_table(mutants.TABLE.read_text(encoding="utf-8"))
SAMPLE = {
    "PRO-1 a city yields one card",
    "BLD-1 a road passes an opponent's building",
    "DUO-4 the two rolls may be equal",
    "PUB-2 the log tells the drawn card",
}

HARMLESS = """
ROB-6 nothing is wrong
rules/robber.py
- without neutral players.
+ without neutral players

ROB-6 the module cannot be imported
rules/robber.py
- SPARED_BELOW: Final = 3
+ SPARED_BELOW: Final = THREE
"""


def test_every_mistake_can_be_made() -> None:
    stale = "\n".join(complaints(ALL))
    assert not stale, f"Bring {mutants.TABLE.name} up to date:\n{stale}"


def test_every_rule_is_broken_and_every_mistake_has_a_name_of_its_own() -> None:
    chapters = read_catalogue((mutants.ROOT / CATALOGUE).read_text(encoding="utf-8"))
    assert {mutant.rule for mutant in ALL} == {number for chapter in chapters for number in chapter.numbers}
    assert Counter(map(str, ALL)).most_common(1)[0][1] == 1


@pytest.mark.slow
def test_a_sample_is_caught() -> None:
    sample = [mutant for mutant in ALL if str(mutant) in SAMPLE]
    assert len(sample) == len(SAMPLE)
    for outcome in mutants.hunt_all(sample, jobs=1):
        assert not outcome.trouble, f"{outcome.mutant}: {outcome.trouble}"
        assert "::test_" in outcome.killer


def use_table(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    """Make the command read another table."""
    monkeypatch.setattr(mutants, "TABLE", folder / "table.txt")
    mutants.TABLE.write_text(text)


def test_what_survives_or_does_not_run_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_table(monkeypatch, tmp_path, HARMLESS)
    assert mutants.main(["--jobs", "2"]) == 1
    printed = capsys.readouterr().out
    assert "ROB-6 nothing is wrong: SURVIVED" in printed
    assert "ROB-6 the module cannot be imported: THE TESTS DO NOT RUN" in printed
    assert "name 'THREE' is not defined" in printed
    assert "0 of 2 mistakes were caught" in printed


def test_old_text_that_is_gone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_table(monkeypatch, tmp_path, "ROB-1 stale\nrules/robber.py\n- nobody wrote this\n+ or this\n")
    assert mutants.main([]) == 1
    assert "ROB-1 stale: rules/robber.py has this 0 times, not once:\nnobody wrote this" in capsys.readouterr().out


def test_mistakes_that_cannot_be_made_are_named() -> None:
    wrong = [
        Mutant("ROB-1", "empty"),
        Mutant("ROB-1", "the same", [Edit("rules/robber.py", "SPARED_BELOW: Final = 3", "SPARED_BELOW: Final = 3")]),
        Mutant("ROB-1", "too often", [Edit("rules/robber.py", "@rule", "@entry")]),
        Mutant("ROB-1", "nowhere", [Edit("rules/bandit.py", "@rule", "@entry")]),
    ]
    said = [complaint.partition("\n")[0] for complaint in complaints(wrong)]
    assert said[:2] == ["ROB-1 empty: changes nothing", "ROB-1 the same: changes nothing"]
    assert said[2].startswith("ROB-1 too often: rules/robber.py has this ")
    assert said[3] == "ROB-1 nowhere: rules/bandit.py has this 0 times, not once:"


def test_tests_that_never_end_have_caught_the_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_for_ever(rules: set[str], folder: Path) -> tuple[int, str]:
        raise subprocess.TimeoutExpired("pytest", mutants.SECONDS)

    monkeypatch.setattr(mutants, "run_tests", run_for_ever)
    outcome = mutants.hunt(Mutant("ROB-1", "an endless loop"), tmp_path)
    assert (outcome.killer, outcome.trouble) == ("no test came to an end", "")


def test_mistakes_are_listed_by_rule_and_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["--list", "--only", "ROB-2"]) == 0
    assert capsys.readouterr().out.startswith("ROB-2 the robber may stay\n")
    assert mutants.main(["--list", "--only", "ROB"]) == 0
    assert capsys.readouterr().out.count("\nROB-") > 20
    assert mutants.main(["--only", "ROB-99"]) == 1


def test_table_is_read_exactly() -> None:
    table = "# a remark\n\nROB-1 two edits\nrules/robber.py\n- a\n-     b\n+\n- c\n+ d\nrules/turn.py\n- e\n+ f\n"
    edits = [
        Edit("rules/robber.py", "a\n    b", ""),
        Edit("rules/robber.py", "c", "d"),
        Edit("rules/turn.py", "e", "f"),
    ]
    assert read_table(table) == [Mutant("ROB-1", "two edits", edits)]


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("ROB-1 a\nrobber\n", "line 2: 'robber' is not a rule with a mistake"),
        ("- a\n", "line 1: a rule with a mistake and a module come before the lines marked -"),
        ("ROB-1 a\nrules/robber.py\n+ a\n", "line 3: lines marked - come before those marked [+]"),
    ],
)
def test_table_that_cannot_be_read_is_refused(table: str, why: str) -> None:
    with pytest.raises(BadTable, match=why):
        read_table(table)
