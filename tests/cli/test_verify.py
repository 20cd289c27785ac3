"""`longroad verify`, as people run it."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from longroad.cli import main
from longroad.notation.records.record import Record
from tests.game.test_fair import DICE, fair_record, otherwise
from tests.notation.records import record_of

FAIR = fair_record(0, DICE)
ROLL_AT = next(
    at for at, entry in enumerate(FAIR.codes) if entry & 63 == 31 and entry >> 14 & 7 not in (0, entry >> 17 & 7)
)


def verified(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    code = main(["verify", *map(str, arguments)])
    return code, capsys.readouterr().out


def put(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_fair_game_is_right(folder: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    put(folder, "game.longroad", getattr(FAIR, form))
    code, output = verified(capsys, "game.longroad")
    assert code == 0
    assert output.splitlines() == [
        "game.longroad: right",
        "  full edition, 300 plies, unfinished",
        "  every ply is legal; final position and hash are right",
        "  the secret is the one that was promised",
        "  the island follows from the secret",
        f"  all {sum(entry >> 48 & 7 == 6 for entry in FAIR.codes)} plies of chance follow from the secret",
    ]


def test_a_ply_of_chance_that_differs_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(folder, "game", otherwise(replace(FAIR, ending=None), ROLL_AT).closed(secret=DICE.secret).text)
    code, output = verified(capsys, "game")
    assert code == 1
    assert output.startswith("game: WRONG\n")
    assert "  1 of " in output
    assert f"    ply {ROLL_AT}: 'rolled " in output


def test_another_secret_and_island_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(folder, "game", replace(FAIR, ending=None).closed(secret="00" * 32).text)
    code, output = verified(capsys, "game")
    assert code == 1
    assert "  the secret is NOT the one that was promised\n" in output
    assert "  the island does NOT follow from the secret\n" in output
    assert output.splitlines()[-1].startswith("    and ")


def test_a_seeded_game_and_one_without_a_seed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(folder, "seeded", replace(record_of(0), tags={"Seed": "0"}).text)
    put(folder, "given", record_of(0, 60).text)
    code, output = verified(capsys, "seeded", "given")
    assert code == 0
    assert "plies of chance follow from the seed\n" in output
    assert "  every ply is legal; still going on: there is no hash and no final position to compare\n" in output
    assert "  the seed was promised to nobody: it may have been chosen\n" in output
    assert output.endswith("  chance NOT verified: the record has no secret and no seed\n")


def test_an_island_with_its_own_seed_is_checked_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, seed in (("chosen", "0"), ("other", "1")):
        put(folder, name, replace(record_of(0), tags={"Seed": "0", "IslandSeed": seed}).text)
    code, output = verified(capsys, "chosen", "other")
    assert code == 1
    assert "  the island follows from its own seed, which may have been chosen\n" in output
    assert "  the island does NOT follow from its own seed, which may have been chosen\n" in output


def test_an_edition_is_checked_as_far_as_it_can_be(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(folder, "game", FAIR.edition("public").text)
    code, output = verified(capsys, "game")
    assert code == 0
    assert "  public edition, 300 plies, unfinished\n" in output
    assert "every ply and the final position are right as far as this edition can tell; the hash is right" in output
    assert "chance NOT verified: the record does not reveal the secret that was promised" in output


def test_what_is_wrong_is_told_with_ply_and_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(folder, "changed", record_of(0).text.replace("base", "beginner", 1))
    put(folder, "illegal", record_of(0, 40).text + "0: city 3\n")
    put(folder, "cut", record_of(0, 40).text[:-1])
    put(folder, "bytes", b"\xff\n")
    code, output = verified(capsys, "changed", "illegal", "cut", "bytes")
    assert code == 1
    assert output.count("WRONG") == 4
    assert "  ply 40, line 47: '0: city 3' is not legal: " in output
    assert "  valid before that: 40 plies\n" in output
    assert "  ply 39, line 46: the text is cut off in the middle of a line: " in output
    assert "  line 1: " in output
    assert "  valid before that: 0 plies\n" in output


def test_files_with_several_games_and_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = record_of(0, 10).text + "0: city 3\n"
    put(folder, "games", f"{FAIR.text}\n{bad}\n{record_of(1).text}")
    code, output = verified(capsys, "games", "--json")
    verdicts = json.loads(output)
    assert code == 1
    assert [verdict["record"] for verdict in verdicts] == ["games, game 1", "games, game 2", "games, game 3"]
    assert [verdict["right"] for verdict in verdicts] == [True, False, True]
    assert verdicts[0]["chance"]["source"] == "secret"
    assert verdicts[0]["chance"]["differences"] == []
    error = verdicts[1]["error"]
    assert error["ply"] == 10
    assert f"{FAIR.text}\n{bad}".splitlines()[error["line"] - 1] == "0: city 3"
    assert verdicts[2]["result"] == record_of(1).result


def test_differences_are_in_the_json_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cheated: Record = otherwise(replace(FAIR, ending=None), ROLL_AT).closed(secret=DICE.secret)
    put(folder, "game", cheated.text)
    code, output = verified(capsys, "game", "--json")
    (verdict,) = json.loads(output)
    assert code == 1
    assert verdict["chance"]["secret_kept"] is True
    assert [difference["ply"] for difference in verdict["chance"]["differences"]] == [ROLL_AT]


def test_standard_input_can_be_read(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FAIR.text.encode())))
    assert verified(capsys, "-")[0] == 0


def test_a_file_that_is_not_there_is_bad_input(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "nowhere"]) == 2
    assert capsys.readouterr().err == "longroad: nowhere: No such file or directory\n"
    assert main(["verify", str(folder)]) == 2
    assert main(["verify"]) == 2


def test_the_next_file_is_checked_after_a_bad_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(folder, "good", record_of(0).text)
    put(folder, "bad", "hello\n")
    assert main(["verify", "nowhere", "bad", "good", str(folder), "good"]) == 2
    captured = capsys.readouterr()
    heads = [line for line in captured.out.splitlines() if not line.startswith(" ")]
    assert heads == ["bad: WRONG", "good: right", "good: right"]
    assert captured.err.splitlines() == [
        "longroad: nowhere: No such file or directory",
        f"longroad: {folder}: Is a directory",
    ]
    assert main(["verify", "bad", "good"]) == 1
    capsys.readouterr()
    assert main(["verify", "--json", "nowhere", "good"]) == 2
    verdicts = json.loads(capsys.readouterr().out)
    assert [verdict["right"] for verdict in verdicts] == [False, True]
    assert verdicts[0]["error"]["reason"] == "No such file or directory"


def test_a_seed_is_no_substitute_for_a_secret_that_was_promised(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder, "game", replace(record_of(0), tags={"Seed": "0", "Commitment": DICE.commitment}).text)
    _, output = verified(capsys, "game", "--json")
    assert json.loads(output)[0]["chance"]["source"] is None
    _, output = verified(capsys, "game")
    assert "chance NOT verified: the record does not reveal the secret that was promised" in output


def test_a_secret_that_nobody_was_promised_is_told_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tags = {name: value for name, value in FAIR.tags.items() if name != "Commitment"}
    put(folder, "game", replace(FAIR, tags=tags).text)
    _, output = verified(capsys, "game")
    assert "the secret was promised to nobody: it may have been chosen" in output
