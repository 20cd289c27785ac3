"""Records that are cut off, corrupted or illegal say in which ply and line and why, and keep what is right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from longroad.core.ruleset import Ruleset
from longroad.game.game import Game
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.parts import hash_of
from longroad.notation.records.reader import InvalidRecord, read_record
from longroad.notation.records.record import Record
from tests.notation.records import annotated, record_of

HEAD_LINES = 6  # five tags and an empty line, in a record without others


def failure(text: str | bytes) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        read_record(text)
    assert isinstance(caught.value, InvalidNotation)
    assert caught.value.reason in str(caught.value)
    return caught.value


def rehashed(text: str) -> str:
    """Close a changed text with the hash that it has now."""
    body = text[: text.index("[SHA256")]
    return f'{body}[SHA256 "{hash_of(body)}"]\n'


def rehashed_jsonl(text: str) -> str:
    body = text[: text.index('{"sha256"')]
    return f'{body}{{"sha256":"{hash_of(body)}"}}\n'


def kept(error: InvalidRecord) -> Record:
    assert error.beginning is not None
    assert error.beginning.ending is None
    assert read_record(error.beginning.text) == error.beginning
    assert read_record(error.beginning.jsonl) == error.beginning
    return error.beginning


def read_or_fail(text: str | bytes) -> tuple[Record | None, InvalidRecord | None]:
    try:
        return read_record(text), None
    except InvalidRecord as error:
        return error.beginning, error


# --- cut off ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_record_cut_anywhere_is_a_beginning_or_says_where(form: str) -> None:
    record = annotated(0, 60).closed()
    whole = getattr(record, form).encode()
    step = 7
    for end in range(0, len(whole), step):
        beginning, error = read_or_fail(whole[:end])
        if error is None:
            assert whole[end - 1 : end] == b"\n", "only at the end of a line is a record a record"
        else:
            assert error.line <= whole[:end].count(b"\n") + 1
            assert error.ply in (None, 0 if beginning is None else len(beginning.codes))
        if beginning is None:
            assert end < len(getattr(annotated(0, 0), form).encode())
        else:
            assert beginning.codes == record.codes[: len(beginning.codes)]
            assert beginning.ending is None


def test_cut_off_in_a_line_differs_from_still_going_on() -> None:
    text = record_of(0, 40).text
    assert read_record(text).result == "unfinished"
    error = failure(text[:-1])
    assert "cut off in the middle of a line" in error.reason
    assert (error.ply, error.line) == (39, HEAD_LINES + 40)
    assert kept(error) == record_of(0, 39)


def test_an_end_that_is_cut_off_keeps_the_whole_game() -> None:
    record = record_of(0, 40).closed()
    error = failure(record.text[: record.text.index("[SHA256")])
    assert error.reason == "the end is cut off: tag SHA256 is missing"
    assert kept(error) == record_of(0, 40)
    error = failure(record.jsonl[: record.jsonl.index('{"sha256')])
    assert error.reason == "the end is cut off: the hash is missing"
    assert kept(error) == record_of(0, 40)


def test_nothing_is_no_record() -> None:
    for text in ("", "\n", " ", "\ufeff", b"", b"\xff"):
        error = failure(text)
        assert (error.ply, error.beginning) == (None, None)


# --- corrupted --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_changed_text_is_noticed_and_its_plies_are_kept(form: str) -> None:
    record = replace(record_of(0), tags={"Event": "Harbor Cup"})
    error = failure(getattr(record, form).replace("Harbor Cup", "Harbor Cop"))
    assert error.reason.startswith("the text was changed: its hash is ")
    assert error.ply is None
    assert kept(error) == replace(record, tags={"Event": "Harbor Cop"}, ending=None)


def test_a_changed_ply_that_is_illegal_says_so_and_that_the_text_was_changed() -> None:
    error = failure(record_of(0).text.replace("*: start 2 rolled", "*: start 3 rolled", 1))
    assert error.ply == 2
    assert error.reason.endswith("[SET-2] (the hash also says that the text was changed)")
    assert kept(error) == record_of(0, 2)


def test_bytes_that_are_no_text_keep_what_comes_before() -> None:
    data = record_of(0, 40).text.encode()
    end = data.index(b"2: ")
    error = failure(data[:end] + b"\xff\xfe" + data[end:])
    assert error.reason == f"byte {end} is not UTF-8"
    assert error.ply == len(kept(error).codes) > 0


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("7: end", "'7: end' is not a ply"),
        ("0: fly", "'fly' is not an action"),
        ("0: end @5 minutes", "clock '5 minutes': expected hours, minutes and seconds"),
        ("# \x07", "no comment holds the character"),
        ('[Event "late"]', "tag Event is after the plies: expected one of Result"),
        ("[Event late]", "'[Event late]' is not a tag: expected"),
        ('[Result "\\x"]', "is not a tag: "),
        ('[result "x"]', "tag 'result': a name is a capital"),
        ("*!: rolled 3+4", "is not a ply"),
    ],
)
def test_a_line_that_is_nothing_is_quoted(line: str, reason: str) -> None:
    text = record_of(0, 20).text
    error = failure(f"{text}{line}\n")
    assert reason in error.reason
    assert error.line == HEAD_LINES + 21
    assert error.ply == (None if line[0] == "[" else 20)
    assert kept(error) == record_of(0, 20)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("3", "expected a JSON object"),
        ('{"seat":0,"seat":1}', "a key is given twice"),
        ('{"seat":0}', "key 'action' is missing"),
        ('{"seat":0,"action":{"kind":"end"},"x":1}', "key 'x': expected one of seat, action, absent, clock_ms"),
        ('{"seat":true,"action":{"kind":"end"}}', "seat 'True': expected 0 to 5, or null for chance"),
        ('{"seat":null,"action":{"kind":"rolled","roll":7},"absent":true}', "absent 'True'"),
        ('{"seat":0,"action":{"kind":"end"},"clock_ms":1.5}', "clock 1.5"),
        ('{"seat":0,"action":{"kind":"end"},"comment":7}', "comment 7: expected text"),
        ('{"seat":0,"action":"end"}', "is not an action"),
        ('{"seat":0,"action":{"kind":"fly"}}', "is not an action"),
        ('{"result":"draw"}', "key 'position' is missing"),
        ('{"result":"draw","position":3}', "tag Position: its value is not Unicode text"),
    ],
)
def test_a_line_of_json_that_is_nothing_is_quoted(line: str, reason: str) -> None:
    error = failure(f"{record_of(0, 20).jsonl}{line}\n")
    assert reason in error.reason
    assert error.line == 22
    assert kept(error) == record_of(0, 20)


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_nothing_follows_the_hash(form: str) -> None:
    error = failure(getattr(record_of(0), form) + "0: end\n")
    assert "nothing follows the hash" in error.reason
    assert kept(error).codes == record_of(0).codes


# --- tags -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('[Longroad "1"]\n', "", 1, 'a record begins with [Longroad "1"]'),
        ('[Longroad "1"]', '[Longroad "2"]', 1, "was written under version 2 of the format"),
        (
            '[Rules "2"]',
            '[Rules "3"]',
            2,
            "under version 3 of the rules; this program knows versions 1 to 2",
        ),
        ('[Rules "2"]', '[Rules "one"]', 2, "'one' is not a version of the rules"),
        ('[Rules "2"]\n', "", 1, "tag Rules is missing"),
        ('[Ruleset "base', '[Ruleset "bass', 3, "bass"),
        ('[Island "', '[Island "x', 4, "x"),
        ('[Edition "full"]', '[Edition "empty"]', 5, "edition 'empty': expected full, public or seat0 to seat3"),
        ('[Edition "full"]', '[Edition "seat4"]', 5, "expected full, public or seat0 to seat3"),
        ('[Edition "full"]\n', '[Edition "full"]\n[Edition "full"]\n', 6, "tag Edition is given twice"),
        ('[Edition "full"]\n', '[Edition "full"]\n[Seat4 "x"]\n', 6, "tag Seat4: expected a seat from 0 to 3"),
        ('[Edition "full"]\n', '[Edition "full"]\n[Text9 "x"]\n', 6, "tag Text9: expected a seat from 0 to 3"),
        ('[Edition "full"]\n', f'[Edition "full"]\n[Text0 "{"x" * 257}"]\n', 6, "at most 256 bytes of UTF-8, not 257"),
        ('[Edition "full"]\n', '[Edition "full"]\n[Seed "-1"]\n', 6, "tag Seed: '-1'"),
        ('[Edition "full"]\n', f'[Edition "full"]\n[Seed "{1 << 62}"]\n', 6, "from 0 to 2**62 - 1"),
        ('[Edition "full"]\n', '[Edition "full"]\n[Commitment "ab"]\n', 6, "tag Commitment: 'ab' is not SHA-256"),
        ('[Edition "full"]\n', '[Edition "full"]\n[Begin "here"]\n', 6, "here"),
        ('[Edition "full"]\n', '[Edition "full"]\n[Event "\\ud800"]\n', 6, "tag Event: its value is not Unicode text"),
    ],
)
def test_a_wrong_tag_is_named_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    text = record_of(0, 20).text
    assert old in text
    error = failure(text.replace(old, new, 1))
    assert reason in error.reason
    assert (error.line, error.ply, error.beginning) == (line, None, None)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('{"longroad":1,', '{"longroad":2,', "version 2 of the format"),
        ('"rules":2,', '"rules":true,', "rules 'True': expected a whole number"),
        ('"rules":2,', "", "key 'rules' is missing"),
        ('"tags":{}', '"tags":[]', "expected an object"),
        ('"tags":{}', '"tags":{"Rules":"1"}', "tag Rules has its own key"),
        ('"tags":{}', '"tags":{},"comment":"\\u0007"', "no comment holds the character"),
        ('"tags":{}', '"tagz":{}', "key 'tagz': expected"),
    ],
)
def test_a_wrong_header_of_json_is_named(old: str, new: str, reason: str) -> None:
    text = record_of(0, 20).jsonl
    assert old in text
    error = failure(text.replace(old, new, 1))
    assert reason in error.reason
    assert (error.line, error.ply, error.beginning) == (1, None, None)


def test_an_island_that_is_not_whole_begins_no_game() -> None:
    record = replace(record_of(0, 0), island=replace(record_of(0).island, harbors=None))
    assert "a complete island has terrain, tokens, harbors and the robber's hex" in failure(record.text).reason


def test_a_position_of_another_game_begins_none() -> None:
    begins_at = Record(Ruleset(), record_of(0).island).closed().ending
    other = Record(Ruleset(players=3), record_of(0).island).closed().ending
    assert begins_at is not None
    assert other is not None
    fine = Record(Ruleset(), record_of(0).island, begins_at=begins_at.position)
    assert read_record(fine.text) == fine
    assert "another ruleset" in failure(replace(fine, begins_at=other.position).text).reason
    assert "another island" in failure(replace(fine, island=record_of(4).island).text).reason
    assert "not that of the viewer" in failure(replace(fine, viewer=2).text).reason


# --- illegal, or not what the end says --------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_an_illegal_ply_names_the_rule_and_keeps_the_plies_before_it(form: str) -> None:
    record = record_of(0, 40)
    illegal = replace(record, codes=[*record.codes[:5], record.codes[4], *record.codes[6:]])
    error = failure(getattr(illegal, form))
    assert error.ply == 5
    assert error.line == (HEAD_LINES + 6 if form == "text" else 7)
    assert error.reason.endswith("is not legal: Place a road next to your new settlement now. [SET-3]")
    assert kept(error) == record_of(0, 5)


def test_clocks_and_comments_of_plies_that_are_not_kept_go_with_them() -> None:
    record = annotated(0, 40)
    error = failure(record.text + "0: settle 79\n")
    assert kept(error) == record
    illegal = replace(record, codes=[*record.codes[:20], record.codes[0], *record.codes[21:]])
    assert kept(failure(illegal.text)) == replace(annotated(0, 20), foreword=record.foreword)


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_another_final_position_or_result_is_noticed(form: str) -> None:
    record, other = record_of(0), record_of(0, 100).closed()
    assert record.ending is not None
    assert other.ending is not None
    again = rehashed if form == "text" else rehashed_jsonl
    wrong = replace(record, ending=replace(record.ending, position=other.ending.position))
    error = failure(getattr(wrong, form))
    assert error.reason == f"the plies lead to another position: {record.ending.position}"
    assert kept(error) == replace(record, ending=None)
    for result in ("unfinished", "who knows"):
        error = failure(again(getattr(record, form).replace(record.result, result)))
        assert error.reason.startswith(f"result '{result}': ")
        assert kept(error) == replace(record, ending=None)


def test_a_secret_is_digits() -> None:
    record = record_of(0, 20).closed(secret="ab" * 32)
    error = failure(rehashed(record.text.replace("ab" * 32, "AB" * 32)))
    assert error.reason.startswith("a secret has 64 hexadecimal digits")


def test_the_first_fault_is_told() -> None:
    lines = record_of(0, 40).text.splitlines(keepends=True)
    lines[HEAD_LINES + 30] = "nonsense\n"
    assert failure("".join(lines)).ply == 30
    lines[HEAD_LINES + 10] = "0: city 3\n"
    assert failure("".join(lines)).ply == 10


def test_what_is_wrong_in_the_tags_is_in_no_ply() -> None:
    lines = record_of(0, 5).text.encode().split(b"\n")
    for number, line in enumerate(lines[:5]):
        for broken in (b"\xff", line.replace(b"[", b"x", 1)):
            error = failure(b"\n".join([*lines[:number], broken, *lines[number + 1 :]]))
            assert (error.ply, error.line, error.beginning) == (None, number + 1, None)


def test_a_finished_edition_ends_where_onlookers_saw_it_end() -> None:
    edition = record_of(7).edition("public")
    assert edition.ending is not None
    assert read_record(edition.text) == edition
    position = edition.ending.position
    robber = next(part for part in position.split("/") if part.startswith("robber:"))
    for hex_ in ("robber:0", "robber:1"):
        if hex_ != robber:
            ending = replace(edition.ending, position=position.replace(robber, hex_))
            assert "what onlookers see differs" in failure(replace(edition, ending=ending).text).reason


def test_an_island_without_a_desert_has_positions_and_editions() -> None:
    island = "o10w2l9.g12b6w4b10.g9l11w5l3o8.l8o3g4w5.b5g6w11,frame,robber:4"
    game = Game("base", seed=7, first_player="given", island=island)
    for _ in range(4):
        game.push(game.legal_actions()[0])
    begun = Game.from_position(game.position, seed=1)
    begun.push(begun.legal_actions()[0])
    for record in (game.record.closed(), begun.record.closed()):
        assert read_record(record.text) == record
        for viewer in (0, "public"):
            edition = record.edition(viewer)
            assert read_record(edition.text) == edition


@pytest.mark.parametrize("text", ["game.txt", "hello\n", "0: roll\n", "\n\n# hi\n", b"abc"])
def test_what_is_no_record_at_all_is_told_from_one_that_is_cut_off(text: str | bytes) -> None:
    with pytest.raises(InvalidRecord, match=r'this is not a record: it begins with .* instead of \[Longroad "1"\]$'):
        read_record(text)


@pytest.mark.parametrize("value", [None, 5, Path("game.txt")])
def test_what_is_no_text_is_no_record(value: Any) -> None:
    for read in (read_record, Game.from_record):
        with pytest.raises(InvalidRecord, match="is not a record: expected text, or its bytes") as caught:
            read(value)
        assert repr(value) in str(caught.value)
