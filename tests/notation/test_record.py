"""Records: round trips to the byte, what they hold, and how a game in progress is appended to."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.island.given import Island
from longroad.core.layout import ROBBER_START
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.words import DESERT
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.jsonl import write_ply_object
from longroad.notation.records.parts import MOST_CLOCK, hash_of, read_clock, write_clock
from longroad.notation.records.reader import read_record, read_records, split_records
from longroad.notation.records.record import Record
from longroad.notation.records.text import read_text, write_head, write_ply_lines
from tests.core.games import beginning, log_of
from tests.notation.records import TAGS, annotated, record_of
from tests.samples import by_turns, first

NUMBERS = range(30)  # the presets, then random rulesets


@pytest.mark.parametrize("number", first(6, by_turns(NUMBERS)))
@pytest.mark.parametrize("make", [record_of, annotated])
def test_records_come_back_to_the_byte(number: int, make: Callable[[int], Record]) -> None:
    record = make(number)
    text, jsonl = record.text, record.jsonl
    assert read_record(text) == read_record(jsonl) == record
    assert read_record(text).text == read_record(jsonl).text == text
    assert read_record(jsonl).jsonl == read_record(text).jsonl == jsonl
    assert read_record(text.encode()) == record
    assert Record.parse(text) == record


def test_a_record_shows_itself_in_a_line() -> None:
    record = Record.of(History(State.new(Ruleset.preset("beginner", players=3))))
    assert repr(record) == "<Record: beginner,players:3, full edition, 0 plies, unfinished>"
    assert repr(record.edition(2)) == "<Record: beginner,players:3, seat2 edition, 0 plies, unfinished>"


@pytest.mark.parametrize("number", first(12, NUMBERS))
def test_a_record_plays_the_same_game(number: int) -> None:
    record = read_record(record_of(number).text)
    history = History(beginning(number), log_of(number))
    assert record.start == beginning(number)
    assert record.final == history.state
    assert record.history().plies == history.plies
    states = list(record.states())
    assert len(states) == len(log_of(number)) + 1
    assert states[0] == record.start
    assert states[-1] == record.final


@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_in_progress_is_unfinished_and_can_be_appended_to(number: int) -> None:
    log = log_of(number)
    text = write_head(annotated(number).parts)
    for at, entry in enumerate(log[:40]):
        text += write_ply_lines(entry, annotated(number).clocks.get(at), annotated(number).comments.get(at))
    record = read_record(text)
    assert record.text == text
    assert record.ending is None
    assert record.result == "unfinished"
    assert record == annotated(number, 40) or len(log) <= 40
    assert record.jsonl == annotated(number, 40).jsonl or len(log) <= 40


def test_a_line_of_json_can_be_appended_too() -> None:
    record = record_of(0, 40)
    lines = "".join(write_ply_object(entry) for entry in record.codes)
    assert record.jsonl.endswith(lines)
    longer = record.jsonl + write_ply_object(log_of(0)[40], 1000, "late")
    assert read_record(longer).comments == {40: "late"}


def test_an_unfinished_game_can_be_closed_and_has_a_hash() -> None:
    record = record_of(0, 40).closed(secret="ab" * 32)
    assert record.ending is not None
    assert record.result == "unfinished"
    assert record.text.endswith(f'"]\n[SHA256 "{record.hash}"]\n')
    assert record.hash == hash_of(record.text[: record.text.index("[SHA256")])
    assert record_of(0, 40).hash == hash_of(record_of(0, 40).text)
    assert read_record(record.text) == record


def test_a_game_that_ended_early_says_why() -> None:
    record = record_of(0, 40)
    closed = record.closed("2 wins", termination="the others went home")
    assert read_record(closed.text) == closed
    assert closed.ending is not None
    assert closed.ending.winner == 2
    assert record.closed("draw", "agreed").ending != record.closed().ending
    with pytest.raises(InvalidNotation, match=r"result '2 wins': the final position says 'unfinished' \(a tag Termin"):
        record.closed("2 wins")
    with pytest.raises(InvalidNotation, match="result '7 wins': expected one of unfinished, draw, 0 wins"):
        record.closed("7 wins", "a wonder")


def test_a_game_that_is_over_is_closed_with_its_result() -> None:
    results = {record_of(number).result for number in NUMBERS}
    assert {"0 wins", "1 wins", "draw"} <= results
    for number in NUMBERS:
        record = record_of(number)
        assert (record.ending is not None) == record.final.is_over
        if record.ending is not None:
            assert record.result == "draw" or record.ending.winner == record.final["winner"]


def test_tags_stand_in_their_order_and_others_by_the_alphabet() -> None:
    record = replace(record_of(0, 3), tags={"Zoo": "z", "Ape": "a", **dict(reversed(TAGS.items()))})
    names = [line[1:].split()[0] for line in record.text.splitlines() if line.startswith("[")]
    assert names == [
        *("Longroad", "Rules", "Ruleset", "Island", "Edition"),
        *("Event", "Date", "Seat0", "Seat1", "TimeControl", "Seed", "Annotator", "Ape", "Zoo"),
    ]
    assert read_record(record.text) == record


def test_a_record_tells_about_itself() -> None:
    record = replace(record_of(0, 3), tags={"Seat1": "Bo", "Text2": "luck", "Seed": "5", "Commitment": "0" * 64})
    assert record.names == (None, "Bo", None, None)
    assert record.texts == ("", "", "luck", "")
    assert (record.seed, record.commitment) == (5, "0" * 64)
    assert (record.edition_name, str(record)) == ("full", record.text)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_begins_as_it_was_begun(preset: str) -> None:
    start = State.new(Ruleset.preset(preset), 11)
    record = Record.of(History(start))
    assert record.begins_at is None
    assert read_record(record.text).start == start


def test_a_game_begun_from_a_position_keeps_it() -> None:
    middle = History(beginning(0), log_of(0)[:100]).state
    record = Record.of(History(middle, log_of(0)[100:130])).closed()
    assert record.begins_at is not None
    assert '[Begin "' in record.text
    assert read_record(record.text) == read_record(record.jsonl) == record
    assert read_record(record.text).final == History(beginning(0), log_of(0)[:130]).state


def test_given_islands_begin_with_or_without_a_hex_for_the_robber() -> None:
    made = State.new(Ruleset(), 3).island
    ruleset = Ruleset(terrain="given", tokens="given", harbors="given")
    for robber in (None, made.robber, 5):
        start = State.new(ruleset, 0, replace(made, robber=robber))
        record = read_record(Record.of(History(start)).text)
        assert record.start == start
        assert (record.start.s[ROBBER_START] == -1) == (robber is None)
        assert record.begins_at is None


def test_of_two_deserts_one_is_told() -> None:
    made = State.new(Ruleset.preset("extension"), 3).island
    assert made.terrain is not None
    assert made.terrain.count(DESERT) == 2
    ruleset = Ruleset.preset("extension", terrain="given")
    for seed in range(4):
        start = State.new(ruleset, seed, Island("extension", terrain=made.terrain))
        assert read_record(Record.of(History(start)).text).start == start


def test_clocks_are_written_in_hours_minutes_and_seconds() -> None:
    for clock in (0, 1, 10, 100, 1_000, 59_999, 60_000, 3_599_900, 3_600_000, MOST_CLOCK):
        assert read_clock(write_clock(clock)) == clock
    assert write_clock(MOST_CLOCK) == "9999:59:59.999"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("0:  Offer 2 sheep for ore  @ 0:01:00.50 ", "0: offer 2 wool for 1 ore to 1 2 3 @0:01:00.5"),
        ("0 : END", "0: end"),
        ("0!:\tend", "0!: end"),
        ("#no space", "# no space"),
        ("*: rolled 3+4", "*: rolled 3+4"),
    ],
)
def test_what_is_typed_by_hand_is_understood(typed: str, line: str) -> None:
    head = write_head(replace(record_of(0, 0), ruleset=Ruleset(), codes=()).parts)
    parts = read_text(f"{head}\n0: end\n\n{typed}\n")
    assert parts.fault is None
    record = Record(Ruleset(), record_of(0).island, parts.plies, {}, parts.clocks, parts.comments)
    assert record.text.endswith(f"0: end\n{line}\n")


def test_line_ends_and_marks_of_other_systems_do_not_matter() -> None:
    record = annotated(0, 50).closed()
    assert read_record("\ufeff" + record.text.replace("\n", "\r\n")) == record
    assert read_record("\ufeff" + record.jsonl.replace("\n", "\r\n")) == record
    assert read_record(record.text + "\n\n") == record
    assert read_record(record.jsonl + "\n") == record


def test_many_records_share_a_file() -> None:
    records = [record_of(number) for number in range(3)]
    for text in ("\n".join(record.text for record in records), "".join(record.jsonl for record in records)):
        assert len(split_records(text)) == 3
        assert list(read_records(text)) == records
    assert split_records("") == [""]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tags": {"lower": "x"}}, "tag 'lower': a name is a capital"),
        ({"tags": {"Größe": "x"}}, "tag 'Größe'"),
        ({"tags": {"X" * 41: "x"}}, "40 at most"),
        ({"tags": {"Event": "\ud800"}}, "tag Event: its value is not Unicode text"),
        ({"tags": {"Event": 3}}, "tag Event: its value is not Unicode text"),
        ({"tags": {"Result": "draw"}}, "tag Result is written by the record itself"),
        ({"tags": {"Rules": "1"}}, "tag Rules is written by the record itself"),
        ({"comments": {0: "bell \x07"}}, r"no comment holds the character '\\x07'"),
        ({"comments": {0: "line\u2028"}}, "no comment holds the character"),
        ({"comments": {0: None}}, "comment None: expected text"),
        ({"foreword": "\r"}, "no comment holds the character"),
        ({"comments": {3: "x"}}, "ply 3 has a clock, a comment or a variation, but there are 3 plies"),
        ({"clocks": {-1: 1}}, "ply -1 has a clock"),
        ({"clocks": {0: -1}}, "clock -1: expected 0 to"),
        ({"clocks": {0: 1.5}}, "clock 1.5: expected 0 to"),
    ],
)
def test_what_cannot_be_written_is_refused_at_once(changes: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidNotation, match=message):
        replace(record_of(0, 3), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_thousand_plies_are_read_and_written_in_no_time(form: str) -> None:
    number = max(range(10), key=lambda number: len(log_of(number)))
    record = record_of(number)
    assert len(record.codes) > 1000
    written = getattr(record, form)
    times = []
    for _ in range(3):
        start = time.process_time()
        read_record(written)
        middle = time.process_time()
        getattr(record, form)
        times.append((middle - start, time.process_time() - middle))
    reading, writing = (1000 * 1000 / len(record.codes) * min(column) for column in zip(*times, strict=True))
    assert reading < 50, "milliseconds for 1,000 plies"
    assert writing < 50, "milliseconds for 1,000 plies"


def test_absence_is_kept() -> None:
    history = History(State.new(Ruleset(first_player="given"), 0))
    history.push_default(0)
    record = read_record(Record.of(history).text)
    assert record.text.splitlines()[-1].startswith("0!: settle ")
    assert record == read_record(record.jsonl)
    assert (ply_seat(record.codes[0]), ply_action(record.codes[0]) & 63) == (0, 13)


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_the_hash_begins_where_the_record_does(form: str) -> None:
    record = annotated(0, 20).closed()
    assert read_record("\n \n" + getattr(record, form)) == record


def test_a_comment_of_many_lines_takes_no_longer_than_its_lines() -> None:
    record = replace(record_of(0, 20), comments={3: "much to say\n" * 100_000})
    start = time.process_time()
    assert read_record(record.text) == record
    assert time.process_time() - start < 3
