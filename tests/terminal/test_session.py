"""A session in this process: what is offered, what a crash leaves, and replays without a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from longroad.cli import main
from longroad.core.ruleset import Ruleset
from longroad.game.game import Game
from longroad.narration import ENGLISH
from longroad.terminal.game_loop import GameLoop
from longroad.terminal.saves import Autosave, record_text
from longroad.terminal.session import GameOptions, Session, time_since
from tests.terminal.test_match import Script

OPTIONS = GameOptions(Ruleset.preset("beginner"), 7)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path))
    return tmp_path


def session(*lines: str) -> Session:
    """Begin a session with a script instead of a keyboard."""
    begun = Session(0, True)
    begun.prompt = Script(*lines)
    begun.is_tty = True
    return begun


def kept(data: Path, name: str, *texts: str) -> Path:
    game = Game("beginner", seed=7)
    for text in texts:
        game.push(text)
    path = data / "games" / name
    autosave = Autosave(path)
    autosave.save(game)
    autosave.release()
    return path


def test_a_crash_keeps_the_game_and_says_where(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crash(loop: GameLoop) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(GameLoop, "play", crash)
    with pytest.raises(RuntimeError, match="a bug"):
        session().run(OPTIONS)
    (path,) = (data / "games").glob("*.longroad")
    assert str(path) in capsys.readouterr().out.replace("\n", "")


def test_a_game_that_cannot_be_read_at_all_is_set_aside_and_the_next_one_offered(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(data, "old.longroad", "roll")
    (data / "games" / "new.longroad").write_text("no record\n")
    assert session("y", "quit").run(OPTIONS) == 0
    out = capsys.readouterr().out
    assert "cannot be resumed" in out
    assert "You have an unfinished game: 4 players, turn 1" in out
    assert sorted(path.name for path in (data / "games").iterdir()) == ["new.longroad.damaged", "old.longroad"]


def test_another_game_is_loaded_and_a_missing_one_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept(data, "other.longroad", "roll", "end", "roll")
    assert session("n", "load missing.longroad", f"load {path}", "points", "quit").run(OPTIONS) == 0
    out = capsys.readouterr().out
    assert "missing.longroad: No such file or directory" in out
    assert "Turn 2: Orange." in out


def test_a_copy_from_elsewhere_is_left_as_it_is(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = data / "mine.longroad"
    path.write_text(record_text(Game("beginner", seed=7)), encoding="utf-8")
    before = path.read_bytes()
    assert session("roll", "quit").run(OPTIONS._replace(resume=path)) == 0
    assert path.read_bytes() == before
    assert len(list((data / "games").glob("*.longroad"))) == 1


def test_end_of_input_keeps_the_game(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert session().run(OPTIONS) == 0
    assert "The game is saved in" in capsys.readouterr().out


def test_moments_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_000_000.0)
    ages = (5, 60, 600, 7300, 200_000)
    times = [ENGLISH.say(time_since(1_000_000.0 - age)) for age in ages]
    assert times == ["just now", "1 minute ago", "10 minutes ago", "2 hours ago", "2 days ago"]


# --- replay without a terminal ----------------------------------------------------------------------------------------


def record(data: Path, kind: str) -> Path:
    game = Game("beginner", chance="given")
    for text in ("roll", "rolled 3+3", "end") * 3:
        game.push(text)
    game.comments[1] = "A six at once."
    path = data / f"game.{kind}"
    texts = {
        "text": game.record.text,
        "jsonl": game.record.jsonl,
        "public": game.record.edition("public").text,
        "cut": game.record.text[:-4],
    }
    path.write_text(texts[kind], encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", ["text", "jsonl"])
def test_a_story_is_told_whole(kind: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record(data, kind)), "--plain"]) == 0
    out = capsys.readouterr().out
    assert "9 plies, result: unfinished." in out
    assert "Blue rolls 6" in out
    assert "# A six at once." in out
    assert re.search(r"^Turn 4: Red\.$", out, re.MULTILINE)
    assert out.count("Row 1: ") == 2, "the island before and after"


def test_one_ply_is_shown(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(record(data, "text"))
    assert main(["replay", path, "--ply", "2"]) == 0
    out = capsys.readouterr().out
    assert "Ply 2 of 9: *: rolled 3+3" in out
    assert "+-" in out
    assert main(["replay", path, "--ply", "0", "--plain"]) == 0
    assert "The beginning" in capsys.readouterr().out


def test_an_edition_that_hides_cards_is_told_in_its_plies(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record(data, "public"))]) == 0
    out = capsys.readouterr().out
    assert "public edition" in out
    assert "0: roll\n*: rolled 3+3\n" in out


def test_of_a_cut_record_the_beginning_is_told(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record(data, "cut")), "--plain"]) == 0
    out = capsys.readouterr().out
    assert "is damaged (ply 8" in out
    assert "8 plies, result: unfinished" in out


def test_a_name_cannot_steer_the_terminal(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game("beginner", seed=7)
    game.tags["Seat1"] = "Eve\x1b[2J\x07"
    path = data / "game.longroad"
    path.write_text(game.record.text, encoding="utf-8")
    assert main(["replay", str(path), "--plain"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\x07" not in out
    assert r"Eve\x1b[2J\x07" in out.replace("\n", "")
