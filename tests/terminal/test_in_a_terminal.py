"""Whole games and everything around them, as a person plays them: in a pseudo-terminal, by keyboard alone."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from longroad.game.game import Game
from longroad.notation.records.reader import read_record
from tests.samples import first
from tests.terminal.screen import Terminal

SEED = ("--seed", "5", "--speed", "0")


def finished(data: Path) -> str:
    (path,) = (data / "finished").glob("*.longroad")
    return path.read_text(encoding="utf-8")


# --- whole games ------------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played_with_a_drawn_island(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, "--name", "Ada", rows=40)
    assert terminal.play() > 30
    assert terminal.leave() == 0
    record = read_record(finished(tmp_path))
    assert record.result.endswith("wins")
    assert record.names == ("Ada", "Computer", "Computer", "Computer")
    assert "has won." in terminal.text or "You have won." in terminal.text
    assert b"48;5;226" in terminal.written, "places where one can act stand out"
    assert re.search(r"\d/|Victory points", terminal.text)
    assert "Traceback" not in terminal.text


def test_a_whole_game_is_played_in_plain_words(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", "--plain", *SEED)
    assert terminal.play() > 30
    assert terminal.leave() == 0
    assert read_record(finished(tmp_path)).result.endswith("wins")
    assert b"\x1b" not in terminal.written, "no colour and no cursor moves"
    assert "+-" not in terminal.text, "no drawing"
    assert re.search(r"^Possible: .*end\.$", terminal.text, re.MULTILINE)
    assert re.search(r"^You have \d", terminal.text, re.MULTILINE)


@pytest.mark.parametrize(
    ("preset", "plain", "decisions"),
    first(1, [("duel", "--terminal", 60), ("extension", "--terminal", 40), ("classic", "--plain", 30)], unpack=True),
)
def test_other_presets_are_played(preset: str, plain: str, decisions: int, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", "--preset", preset, plain, *SEED, rows=50)
    assert terminal.play(decisions=decisions) == decisions
    terminal.settle()
    terminal.enter("quit", "The game is saved in")
    assert terminal.leave() == 0
    assert "Traceback" not in terminal.text
    assert len(terminal.saved().plies) > decisions


def test_a_dumb_terminal_gets_plain_words(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, TERM="dumb")
    terminal.until("Place your first settlement")
    assert b"\x1b" not in terminal.written
    terminal.type("\x04")
    assert terminal.leave() == 0
    assert "The game is saved in" in terminal.text


# --- typing -----------------------------------------------------------------------------------------------------------


def test_legal_actions_are_completed_with_a_description(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, rows=40)
    terminal.until("Place your first settlement")
    terminal.settle()
    terminal.type("set")
    terminal.until_shown(r"settle +build a settlement")
    terminal.type("tle 4")
    screen = terminal.until_shown(r"settle 4\d? +\w+ \d+, .* of 36")
    assert "settle 17" not in screen
    terminal.type("0\t")
    terminal.settle()
    output = terminal.enter("", r"Now a road next to the new settlement: road \d+, \d+ or \d+\.")
    assert "You place a settlement at site 40" in output
    assert terminal.saved().settlements(0) == (40,)
    terminal.type("road \t")
    terminal.until_shown(r"road \d+ +to site \d+: ")  # Tab shows where the roads lead
    terminal.type("\x03")
    assert terminal.leave() == 130


def test_questions_are_answered_and_nonsense_is_quoted(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", "--plain", *SEED)
    terminal.until("Place your first settlement")
    terminal.enter("setle 40", r"Unknown: 'setle 40'\. Did you mean settle 40\?")
    terminal.enter("settle 99", r"site '99': expected a whole number from 0 to 79")
    terminal.enter("settle 79", r"settle 79: There is no such place on this island\. \[BRD-1\] Possible: settle ")
    terminal.enter("roll", r"roll: Place a settlement now\. \[SET-3\]")
    terminal.enter("why roll", r"roll: rule SET-3\. Place a settlement now\.")
    terminal.enter("why", r"roll: rule SET-3\.")
    terminal.enter("why settle 40", r"Nothing forbids it: settle 40 is possible now\.")
    terminal.enter("", r"Enter alone decides nothing here\. Possible: settle \(\d+ places\)")
    terminal.enter("help", r"undo: undo your last decision")
    terminal.enter("help settle", r"settle SITE, as in: settle 17")
    terminal.enter("odds 40", r"At each roll: \w+ \d+% \(1 in \d+\)")
    terminal.enter("where 40", r"Site 40: \w+ \d+, .*\.")
    terminal.enter("where hex 3", r"Hex 3: .*\.")
    terminal.enter("near 40", r"Two steps, site \d+: free; ")
    terminal.enter("places", r"Settle \d+: .* of 36 rolls\.")
    terminal.enter("hint", r"A bot would choose: settle \d+")
    terminal.enter("board", r"Row 5: hex 16 ")
    terminal.enter("costs", r"City: 2 grain and 3 ore\.")
    terminal.enter("hand", r"You have nothing\.")
    terminal.enter("offers", r"There is no open offer\.")
    terminal.enter("log", r"You go first\.")
    terminal.enter("\x1b[A;;;" * 3, r"Unknown: |could be")
    terminal.enter("ü" * 300, r"Unknown: ")
    terminal.enter("q", "The game is saved in")
    assert terminal.leave() == 0


def test_undo_is_granted_until_something_is_revealed(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", "--plain", *SEED)
    terminal.until("Place your first settlement")
    terminal.enter("undo", "You haven't done anything yet")
    terminal.enter("settle 40", "Now a road")
    terminal.enter("undo", r"Undone: settle 40\.[\s\S]*Place your first settlement")
    assert terminal.saved().settlements(0) == ()
    terminal.enter("40", "Now a road")
    terminal.enter("51", "Place your second settlement")
    terminal.enter("undo", r"You can't undo 'road 51': \w+ has acted since\.")
    terminal.enter(str(terminal.saved().legal_actions()[0]), "Now a road")
    terminal.enter("r", "Possible: road")
    terminal.enter(str(terminal.saved().legal_actions()[0].place), r"Roll the dice \(Enter\)")
    terminal.enter("", r"Possible: .*end|Move the robber")
    terminal.enter("undo", r"You can't undo 'roll': (something has been revealed|\w+ has acted) since")
    terminal.enter("quit", "The game is saved in")
    assert terminal.leave() == 0


# --- leaving and coming back ------------------------------------------------------------------------------------------


def test_ctrl_c_loses_nothing_and_the_next_start_offers_to_resume(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, rows=40)
    terminal.until("Place your first settlement")
    terminal.enter("settle 40", "Now a road")
    position = terminal.saved().position
    terminal.type("road 5\x03")
    assert terminal.leave() == 130
    assert "The game is saved in" in terminal.text
    again = Terminal(tmp_path, "play", "--terminal", "--speed", "0", rows=40)
    again.until(r"unfinished game: 4 players, setup, saved just now\.")
    again.enter("maybe", "please answer yes or no")
    again.enter("y", "Now a road next to the new settlement")
    assert again.saved().position == position
    assert len(again.kept) == 1
    again.enter("51", "Place your second settlement")
    again.type("\x04")
    assert again.leave() == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_signals_lose_nothing(number: signal.Signals, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, rows=40)
    terminal.until("Place your first settlement")
    terminal.enter("settle 40", "Now a road")
    position = terminal.saved().position
    terminal.process.send_signal(number)
    assert terminal.leave() == (-9 if number == signal.SIGKILL else 128 + number)
    assert "Traceback" not in terminal.text
    again = Terminal(tmp_path, "play", "--terminal", "--plain", "--speed", "0")
    again.enter("", "Now a road next to the new settlement")
    assert again.saved().position == position
    again.type("\x03")
    assert again.leave() == 130


def test_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, rows=40)
    terminal.until("Place your first settlement")
    terminal.enter("settle 40", "Now a road")
    position = terminal.saved().position
    terminal.hang_up()
    assert terminal.saved().position == position


def test_a_game_that_is_being_played_is_not_offered_twice(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", "--plain", *SEED)
    terminal.until("Place your first settlement")
    other = Terminal(tmp_path, "play", "--terminal", "--plain", *SEED)
    other.until("Place your first settlement")
    assert "unfinished game" not in other.text
    other.enter("quit", "The game is saved in")
    other.leave()
    terminal.enter("load", "Place your first settlement")
    terminal.enter("quit", "The game is saved in")
    terminal.leave()
    third = Terminal(tmp_path, "play", "--terminal", "--plain", *SEED)
    third.enter("n", "Place your first settlement")
    assert len(third.kept) == 3
    third.type("\x03")
    third.leave()


def test_a_damaged_game_goes_on_from_its_valid_beginning(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", "--plain", *SEED)
    terminal.until("Place your first settlement")
    terminal.enter("settle 40", "Now a road")
    terminal.enter("51", "Place your second settlement")
    terminal.enter("quit", "The game is saved in")
    terminal.leave()
    (path,) = terminal.kept
    content = path.read_bytes()
    path.write_bytes(content[: content.index(b"0: road 51")] + b"0: road 3\n" + content[-40:])
    again = Terminal(tmp_path, "play", "--terminal", "--plain", "--speed", "0")
    again.until(r"is damaged \(ply \d+, line \d+: .* Its\s+first \d+ plies are intact")
    again.enter("yes", "Now a road next to the new settlement")
    assert again.saved().settlements(0) == (40,)
    assert len(list((tmp_path / "games").glob("*.damaged"))) == 1
    again.enter("quit")
    again.leave()


# --- windows ----------------------------------------------------------------------------------------------------------


def test_a_window_of_24_lines_shows_the_whole_island(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, rows=24)
    terminal.until("Place your first settlement")
    screen = "\n".join(terminal.settle())
    assert screen.count("2:1") + screen.count("3:1") >= 7
    assert sum(len(re.findall(rf"(?<![\d(]){token}(?!\d)", screen)) >= 1 for token in range(2, 13) if token != 7) == 10
    terminal.type("\x03")
    terminal.leave()


def test_a_narrow_window_gets_words_and_a_wider_one_the_drawing(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, rows=20, columns=40)
    terminal.until("Place your first")
    assert "A drawing needs 69 columns" in terminal.text.replace("\n", " ")
    terminal.resize(50, 100)
    terminal.settle()
    mark = len(terminal.text)
    terminal.enter("board")
    assert re.search(r"\| +\w+ +\|", terminal.until(r"3:1[\s\S]*Blue \(B\)", since=mark))
    terminal.resize(10, 30)
    terminal.settle()
    terminal.enter("settle 40", "Now a road")
    terminal.type("\x03")
    assert terminal.leave() == 130
    assert "Traceback" not in terminal.text


# --- verifiable dice --------------------------------------------------------------------------------------------------


def test_verifiable_dice_are_promised_take_a_text_and_verify(tmp_path: Path) -> None:
    from longroad.cli import main

    terminal = Terminal(
        tmp_path, "play", "--terminal", "--plain", "--verifiable", "--preset", "beginner", "--speed", "0"
    )
    terminal.until("Your own text for the dice")
    commitment = re.search(r"\b[0-9a-f]{64}\b", terminal.text)
    assert commitment is not None
    terminal.enter("for luck", r"Roll the dice \(Enter\)")
    assert terminal.play(decisions=12) == 12
    terminal.settle()
    terminal.type("\x03")
    assert terminal.leave() == 130
    record = read_record(terminal.kept[0].read_text(encoding="utf-8"))
    assert record.commitment == commitment[0]
    assert record.texts[0] == "for luck"
    assert main(["verify", str(terminal.kept[0])]) == 0
    again = Terminal(tmp_path, "play", "--terminal", "--plain", "--speed", "0")
    again.enter("y", "against Orange")
    assert again.play(decisions=3) == 3
    again.settle()
    again.type("\x03")
    again.leave()
    assert main(["verify", str(terminal.kept[0])]) == 0


# --- resuming a drawn game --------------------------------------------------------------------------------------------


def test_a_resumed_game_shows_its_board_at_once(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", "--preset", "beginner", *SEED, rows=40)
    terminal.until(r"Roll the dice \(Enter\)")
    terminal.enter("quit", "The game is saved in")
    terminal.leave()
    again = Terminal(tmp_path, "play", "--terminal", "--speed", "0", rows=40)
    again.until("Resume it")
    again.enter("y", r"Roll the dice \(Enter\)")
    drawn = again.text.rpartition("Resume it")[2].partition("Roll the dice")[0]
    assert drawn.count("2:1") + drawn.count("3:1") >= 7
    again.type("\x03")
    again.leave()


# --- languages --------------------------------------------------------------------------------------------------------


def test_the_language_follows_the_environment(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--terminal", *SEED, rows=40, LANG="de_DE.UTF-8", LC_ALL="", LANGUAGE="")
    terminal.until("Setz deine erste Siedlung")
    terminal.settle()
    terminal.type("settle 4")
    terminal.until_shown("von 36")  # completions are described in German
    terminal.enter("0", "Nun eine Straße an der neuen Siedlung")
    terminal.enter("settle 3", r"settle 3: .*\.\s+\[SET-3\]\s+Möglich: road")
    terminal.enter("quark", "Unbekannt: 'quark'")
    terminal.enter("help", "nimmt deine letzte Entscheidung zurück")
    terminal.enter("help road", "Baut für 1 Lehm und 1 Holz eine Straße")
    terminal.enter("hand", "Du hast nichts")
    terminal.enter("quit", "Das Spiel ist gespeichert in")
    assert terminal.leave() == 0
    again = Terminal(tmp_path, "play", "--terminal", "--speed", "0", rows=40, LC_ALL="de_AT.UTF-8", LANGUAGE="")
    again.until(r"Du hast ein unfertiges Spiel: 4 Personen, die Gründung, gespeichert eben\.")
    again.enter("vielleicht", "Antworte bitte mit ja oder nein")
    again.enter("ja", "Nun eine Straße")
    again.type("\x03")
    assert again.leave() == 130
    english = {" the ", " you ", " your ", " is ", " for ", " and ", "Possible"}
    for text in (terminal.text, again.text):
        output = [line for line in text.splitlines() if "settle" not in line and "road" not in line]
        assert not [line for line in output for word in english if word in f" {line} " and "wool for ore" not in line]


def test_an_option_overrides_the_environment(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain", "--language", "en", *SEED, LANG="de_DE.UTF-8", LC_ALL="")
    terminal.until("Place your first settlement")
    terminal.type("\x04")
    terminal.leave()
    wrong = Terminal(tmp_path, "play", "--plain", "--language", "tlh", *SEED)
    wrong.until("longroad: --language 'tlh': expected one of en, de, es, fr")
    assert wrong.leave() == 2


# --- replay -----------------------------------------------------------------------------------------------------------


def short_record(folder: Path) -> Path:
    game = Game("beginner", chance="given")
    for text in ("roll", "rolled 3+3", "end") * 3:
        game.push(text)
    path = folder / "game.longroad"
    path.write_text(game.record.text, encoding="utf-8")
    return path


@pytest.mark.parametrize("plain", ["", "--plain"])
def test_a_record_is_stepped_through_key_by_key(plain: str, tmp_path: Path) -> None:
    options = [option for option in (plain, "--speed", "50") if option]
    terminal = Terminal(tmp_path, "replay", str(short_record(tmp_path)), *options, rows=50)
    terminal.until(r"Space goes on, b goes back, h lists the keys\.")
    terminal.press(" ", r"Ply 1 of 9: 0: roll")
    terminal.press("\r", r"Ply 2 of 9: \*: rolled 3\+3[\s\S]*Blue rolls 6")
    terminal.press("n", r"Ply 3 of 9: 0: end")
    terminal.press("\x1b[C", r"Ply 4 of 9: 1: roll")
    terminal.press("\x1b[D", r"Ply 3 of 9")
    terminal.press("b", r"Ply 2 of 9")
    terminal.press("\x7f", r"Ply 1 of 9")
    terminal.press("t3\r", r"Ply 6 of 9: 1: end[\s\S]*Turn 3: White\.")
    terminal.press("/red\r", r"Ply \d of 9[\s\S]*Red")
    terminal.press("/dragon\r", r"'dragon': nothing from here on mentions it")
    terminal.press("g", "The beginning, before 9 plies")
    terminal.press(":play 3\r", r"Turn 2: Orange\.")
    terminal.press("9\r", r"Ply 9 of 9")
    terminal.press("\x1b[H", "The beginning")
    terminal.press("p", r"Turn 4: Red\.")
    terminal.press(":board numbers\r", r"#18|hex 18")
    terminal.press("s", r"Blue \(B\): 2 points")
    terminal.press(":turn 99\r", r"turn 99: the record has 4 turns")
    terminal.press(":jump\r", r"Unknown: ' ?jump'\. Possible: next, back")
    terminal.press("z", r"Unknown key: 'z'\. h lists the keys\.")
    terminal.press("h", r"b, Backspace, Left, Up: previous ply")
    terminal.type("q")
    assert terminal.leave() == 0
    assert not plain or b"\x1b" not in terminal.written


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_a_replay_is_left_and_the_terminal_is_as_before(key: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "replay", str(short_record(tmp_path)), rows=50)
    terminal.until("h lists the keys")
    terminal.type(key)
    assert terminal.leave() == 0
    assert "Traceback" not in terminal.text


# --- narrow windows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", first(1, [40, 60, 80]))
def test_a_narrow_window_keeps_the_names(columns: int, tmp_path: Path) -> None:
    names = ("Blue", "Orange", "White", "Red", "Green", "Purple")
    arguments = ("play", "--watch", "--preset", "extension", "--players", "6", "--seed", "7", "--speed", "0")
    terminal = Terminal(tmp_path, *arguments, rows=60, columns=columns)
    assert terminal.leave() == 0
    result = terminal.text.splitlines()[-20:]
    assert all(any(re.match(rf" *{name}\b", line) for line in result) for name in names)
    assert not any("…" in line for line in result)


@pytest.mark.parametrize("columns", first(1, [40, 60, 80]))
def test_a_narrow_window_keeps_the_names_of_entrants(columns: int, tmp_path: Path) -> None:
    arguments = ("arena", "random", "novice", "--games", "2", "--workers", "1", "--preset", "duel")
    terminal = Terminal(tmp_path, *arguments, rows=60, columns=columns)
    assert terminal.leave() == 0
    assert all(re.search(rf"^ ?{name}\b.*[0-9]", terminal.text, re.MULTILINE) for name in ("random", "novice"))
    assert "…" not in terminal.text
