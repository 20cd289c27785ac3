"""Games on disk: kept whole, found again, and saved as far as they are sound."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from longroad.bots.levels import make_bot
from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.narration import ENGLISH
from longroad.notation.records.reader import read_record
from longroad.terminal.replay import ReplayLog
from longroad.terminal.saves import (
    Autosave,
    InvalidSave,
    data_folder,
    load,
    new_path,
    record_text,
    save_copy,
    unfinished,
    user_path,
    write_whole,
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path))
    return tmp_path


def begun(**options: object) -> Game:
    game = Game("beginner", seed=7) if not options else Game("beginner", **options)  # type: ignore[arg-type]
    game.tags["Person"] = "2"
    game.push("roll")
    return game


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LONGROAD_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "longroad"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "longroad"


def test_a_kept_game_comes_back_with_its_seat_and_chance(data: Path) -> None:
    game = begun()
    path = new_path()
    Autosave(path).save(game)
    loaded = load(path)
    assert (loaded.seat, loaded.warning) == (2, None)
    assert loaded.game.position == game.position
    assert loaded.game.seed == 7
    for each in (game, loaded.game):
        for text in ("end", "roll"):
            each.push(text)
    assert loaded.game.position == game.position


def test_verifiable_dice_go_on_after_coming_back(data: Path) -> None:
    game = begun(chance=FairDice("ab" * 32).with_text(0, "luck"))
    path = new_path()
    Autosave(path).save(game)
    again = load(path).game
    for each in (game, again):
        if each.phase == "main":
            each.push("end")
            each.push("roll")
    assert again.position == game.position


def test_writing_leaves_the_old_text_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.longroad"
    write_whole(path, "old\n")

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new\n")
    assert path.read_text() == "old\n"
    assert os.listdir(tmp_path) == ["game.longroad"], "nothing half-written is left behind"


def test_a_copy_goes_over_nothing_but_another_record(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada,\n")
    with pytest.raises(InvalidSave, match="is not a record: choose another name"):
        save_copy(letter, begun())
    assert letter.read_text() == "Dear Ada,\n"
    path = tmp_path / "game.longroad"
    for _ in range(2):
        save_copy(path, begun())
    assert load(path).game.position == begun().position
    with pytest.raises(InvalidSave, match="null"):
        save_copy(tmp_path / "a\0b", begun())


def test_homes_are_found_where_there_are_any(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_path("~/game") == tmp_path / "game"
    assert user_path("~nobody-of-this-name/game") == Path("~nobody-of-this-name/game")


def test_a_folder_that_cannot_be_written_to_is_told_and_no_disaster(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where a folder should be")
    autosave = Autosave(tmp_path / "games" / "game.longroad")
    autosave.save(begun())
    assert autosave.problem is not None
    assert "cannot be saved" in ENGLISH.say(autosave.problem)


def test_unfinished_games_are_listed_newest_first_and_not_while_they_are_played(data: Path) -> None:
    autosaves = []
    for number in range(3):
        path = data / "games" / f"{number}.longroad"
        autosaves.append(Autosave(path))
        autosaves[-1].save(begun())
        os.utime(path, (1000 * number, 1000 * number))
    assert unfinished() == []
    for autosave in autosaves[:2]:
        autosave.release()
    assert [path.name for path in unfinished()] == ["1.longroad", "0.longroad"]


def test_a_game_that_is_over_moves_to_the_finished_ones(data: Path) -> None:
    game = begun(seed=7, victory_points=3)
    while not game.is_over:
        seat = game.to_act[0]
        game.push(make_bot("novice").choose(game.view(seat)), seat)
    autosave = Autosave(data / "games" / "game.longroad")
    autosave.save(game)
    assert autosave.path == data / "finished" / "game.longroad"
    assert unfinished() == []
    assert os.listdir(data / "games") == []


# --- damage -----------------------------------------------------------------------------------------------------------


def cut(text: str) -> str:
    return text[: text.index("rolled 3+3") + 4]


def changed(text: str) -> str:
    return text.replace("rolled 3+3", "rolled 3+4")


def unhashed(text: str) -> str:
    return text.replace('SHA256 "', 'SHA256 "0')


@pytest.mark.parametrize(("damage", "plies"), [(cut, 1), (unhashed, 2)])
def test_of_a_damaged_game_the_valid_beginning_is_kept(damage: object, plies: int, data: Path) -> None:
    assert callable(damage)
    path = data / "games" / "game.longroad"
    path.parent.mkdir()
    path.write_text(damage(record_text(begun())), encoding="utf-8")
    damaged = path.read_bytes()
    loaded = load(path)
    assert loaded.warning is not None
    assert "is damaged" in ENGLISH.say(loaded.warning)
    assert f"Its first {plies} plies" in ENGLISH.say(loaded.warning)
    assert len(loaded.game.plies) >= plies
    assert (data / "games" / "game.longroad.damaged").read_bytes() == damaged
    load(path)
    assert (data / "games" / "game.longroad.damaged-1").exists(), "an older damaged file is not overwritten"


def test_a_changed_roll_is_noticed(data: Path) -> None:
    path = data / "game.longroad"
    path.write_text(changed(record_text(begun())), encoding="utf-8")
    warning = load(path).warning
    assert warning is not None
    assert re.search("the text was changed|another position", ENGLISH.say(warning))


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\x00", b"{}\n", b'[Longroad "1"]\n'])
def test_what_is_no_record_is_refused_with_a_reason(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.longroad"
    path.write_bytes(content)
    with pytest.raises(InvalidSave, match=r"game\.longroad: "):
        load(path)
    with pytest.raises(InvalidSave, match=r"game\.longroad: "):
        ReplayLog.read(path)
    with pytest.raises(InvalidSave, match="No such file"):
        load(tmp_path / "missing.longroad")


def test_an_edition_that_hides_cards_cannot_be_played_on(tmp_path: Path) -> None:
    path = tmp_path / "game.longroad"
    path.write_text(begun().record.edition("public").text, encoding="utf-8")
    with pytest.raises(InvalidSave, match="it hides something"):
        load(path)


def test_dice_without_their_secret_cannot_be_rolled_on(tmp_path: Path) -> None:
    path = tmp_path / "game.longroad"
    path.write_text(begun(chance=FairDice("ab" * 32)).record.text, encoding="utf-8")
    with pytest.raises(InvalidSave, match="the secret of its dice is not in the file"):
        load(path)


def test_a_seat_that_the_game_does_not_have_is_refused(tmp_path: Path) -> None:
    game = Game("duel", seed=1)
    game.tags["Person"] = "4"
    path = tmp_path / "game.longroad"
    path.write_text(game.record.text, encoding="utf-8")
    with pytest.raises(InvalidSave, match="the game has seats 0 to 1"):
        load(path)


def test_a_saved_game_is_a_record_that_anybody_can_read() -> None:
    record = read_record(record_text(begun()))
    assert record.result == "unfinished"
    assert record.ending is not None
