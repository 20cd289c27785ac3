"""The table of rules and tests misses nothing and accepts no number that does not exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import rules_coverage

CATALOGUE = """# Rules

## PRO Production
- PRO-1 One.
- PRO-2 Two.

## ROB The robber
- ROB-1 Seven.

## Presets
"""

TESTS = """
import pytest

@pytest.mark.rule("PRO-1", "ROB-1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_both(seat):
    raise AssertionError("collected, never run")

@pytest.mark.rule("PRO-2")
def test_two():
    pass
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a catalogue of three rules and tests for all of them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take longer than these tests
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "rules.md").write_text(CATALOGUE)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    rule(*numbers): rules\n")
    return tmp_path


def run(project: Path, name: str, tests: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run the command on one test file; the name is new each time because modules are imported once."""
    (project / name).write_text(tests)
    return rules_coverage.main([name]), capsys.readouterr().out


def test_the_catalogue_is_read_by_chapter() -> None:
    chapters = rules_coverage.read_catalogue(CATALOGUE)
    assert [tuple(chapter) for chapter in chapters] == [
        ("PRO Production", ["PRO-1", "PRO-2"]),
        ("ROB The robber", ["ROB-1"]),
    ]


def test_the_real_catalogue_numbers_each_chapter_without_gaps() -> None:
    for chapter in rules_coverage.read_catalogue(Path("docs/rules.md").read_text(encoding="utf-8")):
        prefix = chapter.title[:3]
        assert chapter.numbers == [f"{prefix}-{k + 1}" for k in range(len(chapter.numbers))]


def test_all_shown(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(project, "test_coverage_all.py", TESTS, capsys)
    assert code == 0
    assert out.splitlines() == [
        "PRO Production",
        "  PRO-1   test_coverage_all.py test_both (3 cases)",
        "  PRO-2   test_coverage_all.py test_two",
        "",
        "ROB The robber",
        "  ROB-1   test_coverage_all.py test_both (3 cases)",
        "",
        "3 of 3 rules are shown by 2 tests.",
    ]


def test_a_rule_without_a_test_fails(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(project, "test_coverage_gap.py", TESTS.replace('"PRO-2"', '"PRO-1"'), capsys)
    assert code == 1
    assert "Without a test: PRO-2" in out


def test_an_unknown_number_fails(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(project, "test_coverage_unknown.py", TESTS.replace('"PRO-2"', '"PRO-2", "PRO-9"'), capsys)
    assert code == 1
    assert "Not in docs/rules.md: PRO-9, named by test_coverage_unknown.py::test_two" in out


@pytest.mark.parametrize("mark", ["skip", "xfail"])
def test_a_test_that_proves_nothing_does_not_count(
    project: Path, capsys: pytest.CaptureFixture[str], mark: str
) -> None:
    tests = TESTS.replace('@pytest.mark.rule("PRO-2")', f'@pytest.mark.{mark}\n@pytest.mark.rule("PRO-2")')
    code, out = run(project, f"test_coverage_{mark}.py", tests, capsys)
    assert code == 1
    assert "Without a test: PRO-2" in out


def test_a_broken_test_file_fails(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(project, "test_coverage_broken.py", TESTS + "\n1 / 0\n", capsys)
    assert code == 1
    assert "ZeroDivisionError" in out


def test_the_page_leads_from_each_rule_to_its_tests_and_a_stale_one_fails(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "tests").mkdir()
    (project / "tests" / "test_coverage_page.py").write_text(TESTS)
    assert rules_coverage.main([]) == 1
    assert "docs/rules-tests.md is stale: make docs-tables" in capsys.readouterr().out
    assert rules_coverage.main(["--write"]) == 0
    assert "### PRO-2\n\n- [two](../tests/test_coverage_page.py#test_two)\n" in rules_coverage.PAGE.read_text()
    assert rules_coverage.main([]) == 0
    (project / "docs" / "rules-tests.md").write_text("# Old\n")
    assert rules_coverage.main([]) == 1
