"""`longroad play --plain` without a terminal: moves from a pipe, and games that cannot be saved."""

from __future__ import annotations

import re
from pathlib import Path

from longroad.terminal.saves import load
from tests.cli.test_endings import shell


def saved(folder: Path) -> list[Path]:
    return sorted((folder / "data" / "games").glob("*.longroad"))


def test_moves_are_read_from_a_pipe_and_the_game_is_saved_at_their_end(tmp_path: Path) -> None:
    done = shell("printf 'roll\\nend\\nhand' | longroad play --plain --preset beginner --seed 7", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Blue: roll\nYou roll " in done.stdout
    assert "Blue: end\n" in done.stdout
    assert "Blue: hand\nYou have " in done.stdout
    (path,) = saved(tmp_path)
    assert f"The game is saved in {path}\n" in done.stdout
    game = load(path).game
    assert [str(ply) for ply in game.plies[:1]] == ["0: roll"]
    assert "0: end" in map(str, game.plies)


def test_a_game_is_continued_from_a_pipe(tmp_path: Path) -> None:
    shell("echo roll | longroad play --plain --preset beginner --seed 7", tmp_path)
    (path,) = saved(tmp_path)
    done = shell(f"echo end | longroad play --plain --resume {path}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0: end" in map(str, load(path).game.plies)


def test_nonsense_from_a_pipe_is_answered_and_the_rest_is_read(tmp_path: Path) -> None:
    done = shell("printf 'dance\\n\\377\\nroll\\n' | longroad play --plain --preset beginner --seed 7", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Unknown: 'dance'." in done.stdout
    assert "You roll " in done.stdout


def test_a_game_in_a_folder_that_cannot_be_made_is_not_said_to_be_saved(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    done = shell("printf 'roll\\nsave\\n' | longroad play --plain --preset beginner --seed 7", tmp_path)
    assert done.returncode == 0
    assert "is saved" not in done.stdout
    assert re.search(r"The game is NOT saved\. The game cannot be saved in .*/data/games/", done.stdout)
    assert len(re.findall(r"^The game cannot be saved in", done.stdout, re.MULTILINE)) == 1, "a problem is said once"


def test_a_game_on_a_full_disk_is_not_said_to_be_saved(tmp_path: Path) -> None:
    done = shell("ulimit -f 0; echo roll | longroad play --plain --preset beginner --seed 7 | cat", tmp_path)
    assert "is saved" not in done.stdout
    assert "The game is NOT saved. The game cannot be saved in" in done.stdout
    assert "File too large" in done.stdout
    assert saved(tmp_path) == []


def test_a_disk_that_fills_up_leaves_what_was_saved_and_says_how_much(tmp_path: Path) -> None:
    shell("echo roll | longroad play --plain --preset beginner --seed 7", tmp_path)
    (path,) = saved(tmp_path)
    plies = len(load(path).game.plies)
    command = f"ulimit -f 0; printf 'end\\nroll\\n' | longroad play --plain --resume {path} | cat"
    done = shell(command, tmp_path)
    assert f"The game is saved only up to ply {plies}, in {path}. The game cannot be saved in" in done.stdout
    assert len(load(path).game.plies) == plies
