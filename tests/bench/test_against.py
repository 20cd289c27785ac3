"""Two revisions are compared in one run: both play the same games in turn."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from longroad.bench import against
from longroad.bench.against import SOURCE, Side, UnknownRevision, source_of
from longroad.bench.worker import WorkerEnded
from longroad.cli import main

SMALL: dict[str, Any] = {"interpreted": ("beginner", {}, "interpreted", 1)}


class FakeSide:
    """A side that plays so many plies a second, and notes what it is asked."""

    def __init__(self, name: str, speed: float, asked: list[str]) -> None:
        self._name, self._speed, self._asked = name, speed, asked

    def ask(self, name: str, number: int) -> Any:
        """Say that the round took its time."""
        self._asked.append(f"{self._name}{number}")
        return [1.0 / self._speed, 1]


def test_both_sides_take_turns_and_the_round_that_compiles_does_not_count() -> None:
    asked: list[str] = []
    sides: list[Any] = [FakeSide("a", 6.0, asked), FakeSide("b", 4.0, asked)]
    figures = against._compared("x", sides[0], sides[1], 2, lambda text: None)
    assert figures == {"x_ratio": pytest.approx(1.5), "x_ratio_median": pytest.approx(1.5)}
    assert asked == ["b0", "a0", "a1", "b1", "b2", "a2"]


def test_a_side_plays_the_same_games_again() -> None:
    with Side(SOURCE, SMALL) as one, Side(SOURCE, SMALL) as other:
        assert one.ask("interpreted", 3)[1] == other.ask("interpreted", 3)[1] > 0


def test_a_side_plays_its_own_source_wherever_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "longroad").mkdir()
    (tmp_path / "longroad" / "__init__.py").write_text("raise ImportError")
    monkeypatch.chdir(tmp_path)
    with Side(SOURCE, SMALL) as side:
        assert side.ask("interpreted", 0)[1] > 0


class FakeSources:
    """Sides that play at a speed each, and whose rules have a signature each."""

    def __init__(self, source: Path, games: Any) -> None:
        self._is_own = source == against.SOURCE
        assert set(games) == set(against.GAMES)

    def __enter__(self) -> FakeSources:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def ask(self, name: str, number: int) -> Any:
        """Take half of the other's time."""
        return f"signed {self._is_own}" if name == "signature" else [1.0 if self._is_own else 2.0, 1]


@pytest.mark.compiled
def test_all_kinds_of_games_are_compared(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(against, "Side", FakeSources)
    figures = against.measure_against("HEAD", True, lambda text: None)
    assert all(figures[f"{name}_ratio"] == figures[f"{name}_ratio_median"] == 2.0 for name in against.GAMES)
    assert main(["bench", "--against", "HEAD"]) == 0
    table = capsys.readouterr().out
    assert table.count("2.000") == 2 * len(against.GAMES)
    for text in ("signatures: the rules differ", "signed True", "signed False"):
        assert text in table


def test_a_side_that_ends_is_no_answer() -> None:
    with Side(SOURCE, SMALL) as side, pytest.raises(WorkerEnded, match="ended with status 1"):
        side.ask("nonsense")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one revision, as the one that the code is from."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "then.py").write_text("")
    for command in ("init -q", "add .", "-c user.name=a -c user.email=a@b commit -qm then"):
        subprocess.run(["git", "-C", tmp_path, *command.split()], check=True)
    monkeypatch.setattr(against, "SOURCE", tmp_path / "src")
    return tmp_path


def test_the_source_of_a_revision_is_there_as_long_as_it_is_needed(repository: Path) -> None:
    (repository / "src" / "now.py").write_text("")
    with source_of("HEAD") as source:
        assert [path.name for path in source.iterdir()] == ["then.py"]
    assert not source.exists()


@pytest.mark.parametrize("revision", ["nonsense", "--output=file", ""])
def test_an_unknown_revision_is_refused(revision: str, repository: Path) -> None:
    with pytest.raises(UnknownRevision, match="no revision"), source_of(revision):
        pass
    assert not (repository / "file").exists()


@pytest.mark.compiled
def test_the_command_quotes_it(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--against", "nonsense"]) == 2
    assert "--against 'nonsense': no revision of the repository" in capsys.readouterr().err
