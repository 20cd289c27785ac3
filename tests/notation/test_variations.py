"""Variations: random trees come back to the byte, every ply is checked where it branches, and the game is unchanged."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import longroad as lr
from longroad.analysis import review
from longroad.analysis.comments import MARKS, annotate
from longroad.cli import main
from longroad.core.actions import ply_action, ply_seat
from longroad.core.state import State
from longroad.notation.errors import InvalidNotation
from longroad.notation.records import jsonl
from longroad.notation.records.reader import InvalidRecord, read_record
from longroad.notation.records.record import Record
from longroad.notation.records.schema import record_schema
from longroad.notation.records.variations import MOST_DEPTH, Variation
from tests.core.games import walk
from tests.notation.records import annotated, record_of

VALIDATOR = Draft202012Validator(record_schema())
NAMES = (None, "For the ore", "(2) # [x] @0:00:01", 'été — "quoted"')
COMMENTS = (None, "", "One line.", "Two\n\nlines (of it)\n) and [a bracket]")


def line(rng: random.Random, state: State, depth: int) -> dict[str, Any]:
    """Return the fields of a random line from a state, which may have variations of its own."""
    seed = rng.randrange(1 << 30)
    codes: list[int] = []
    variations: dict[int, list[Variation]] = {}
    before = state.copy()
    for code in walk(state.copy(), seed, rng.randint(1, 6)):
        count = rng.choice((0, 0, 1, 2)) if depth else 0
        if count:
            variations[len(codes)] = [Variation(**line(rng, before, depth - 1)) for _ in range(count)]
        codes.append(code)
        before.apply(ply_seat(code), ply_action(code))
    comments = {at: rng.choice(COMMENTS) for at in range(len(codes)) if rng.random() < 0.4}
    return {
        "codes": codes,
        "name": rng.choice(NAMES),
        "foreword": rng.choice(COMMENTS),
        "clocks": {at: rng.randrange(10_000_000) for at in range(len(codes)) if rng.random() < 0.2},
        "comments": {at: comment for at, comment in comments.items() if comment is not None},
        "variations": variations,
    }


def with_variations(record: Record, seed: int, most: int = 4) -> Record:
    """Return a full record with random variations at a few of its plies."""
    rng = random.Random(seed)
    chosen = set(rng.sample(range(len(record.codes)), min(most, len(record.codes))))
    states = zip(range(len(record.codes)), record.states(), strict=False)
    found = {
        at: [Variation(**line(rng, state, 2)) for _ in range(rng.randint(1, 2))] for at, state in states if at in chosen
    }
    return replace(record, variations=found)


def text_of(*lines: str) -> str:
    """Return a record of the beginner's island that goes on with lines."""
    head = lr.Game("beginner", players=3, chance="given").record.text
    return head + "".join(f"{line}\n" for line in lines)


ROLLED = ("0: roll", "*: rolled 4+3")
ROBBER = (*ROLLED, "0: robber 5")


def failure(text: str) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        read_record(text)
    return caught.value


# --- round trips ------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(range(16)), st.integers(0, 1 << 30), st.booleans())
def test_random_trees_come_back_to_the_byte(number: int, seed: int, is_closed: bool) -> None:
    record = with_variations(annotated(number, 80), seed)
    if is_closed:
        record = record.closed(termination="it was late")
    text, lines = record.text, record.jsonl
    assert read_record(text) == read_record(lines) == record
    assert read_record(lines).text == text
    assert read_record(text).jsonl == lines


@pytest.mark.parametrize("number", range(3))  # the validator takes long
def test_random_trees_fit_the_schema(number: int) -> None:
    record = with_variations(annotated(number, 40), number)
    assert record.variations
    for written in record.jsonl.splitlines():
        VALIDATOR.validate(json.loads(written))


def test_long_lines_are_not_remembered() -> None:
    game = lr.Game("beginner", seed=7)
    game.push("roll")
    game.variations[0] = [Variation.of("0: roll", name="long" * 1000)]
    game.comments[1] = "long " * 1000
    jsonl._read_short.cache_clear()
    assert read_record(game.record.jsonl) == game.record
    assert jsonl._read_short.cache_info().currsize == 0


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(range(8)), st.integers(0, 1 << 30))
def test_variations_leave_the_game_as_it_is(number: int, seed: int) -> None:
    record = annotated(number, 60)
    varied = read_record(with_variations(record, seed).text)
    assert varied.codes == record.codes
    assert varied.final == record.final
    assert varied.comments == record.comments
    assert replace(varied, variations={}) == record
    assert replace(varied, variations={}).text == record.text


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(0, 1 << 30))
def test_a_record_cut_anywhere_keeps_what_is_complete(seed: int, at: int) -> None:
    record = with_variations(annotated(0, 40), seed).closed()
    for text in (record.text, record.jsonl):
        part = text[: at % len(text)]
        try:
            kept: Record | None = read_record(part)
        except InvalidRecord as error:
            kept = error.beginning
        if kept is not None:
            assert read_record(kept.text) == kept
            assert record.codes[: len(kept.codes)] == kept.codes
            assert all(many == record.variations[at][: len(many)] for at, many in kept.variations.items())


def test_an_empty_list_of_variations_is_none() -> None:
    record = record_of(0, 20)
    assert replace(record, variations={3: ()}) == record


# --- what is read -----------------------------------------------------------------------------------------------------


def test_a_variation_begins_before_the_ply_that_it_replaces() -> None:
    record = read_record(text_of(*ROBBER, "( For the ore", "0: robber 11", "*: 0 stole ore from 2", ")"))
    (variation,) = record.variations[2]
    assert variation == Variation.of("0: robber 11", "*: 0 stole ore from 2", name="For the ore")
    assert [str(ply) for ply in record.plies] == ["0: roll", "*: rolled 4+3", "0: robber 5"]


def test_spaces_around_a_name_and_empty_lines_are_read() -> None:
    record = read_record(text_of(*ROLLED, "(   Eight  ", "", "*: rolled 5+3", "", ")  ", "0: robber 5"))
    assert record.variations == {1: (Variation.of("*: rolled 5+3", name="Eight"),)}


def test_an_offer_to_everybody_is_read_in_a_variation() -> None:
    lines = ("0: roll", "*: rolled 5+3", "0: end", "(", "0: offer lumber for wool", ")")
    record = read_record(text_of(*lines))
    assert str(record.variations[2][0].plies[0]) == "0: offer 1 lumber for 1 wool to 1 2"


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line", "ply", "reason"),
    [
        (("(", "0: fly"), 2, 2, "variation 0, ply 0: 'fly' is not an action"),
        (("(", "0: robber 11", ")", "(", "0: robber 8", "1: fly"), 6, 2, "variation 1, ply 1: 'fly' is not an action"),
        (("(", "0: robber 11", "(", "0: fly"), 4, 2, "variation 0, ply 0: variation 0, ply 0: 'fly' is not an action"),
        (("(", "0: robber 9", ")"), 2, 2, "variation 0, ply 0: '0: robber 9' is not legal: The robber must move to a"),
        (("(", "0: robber 8", "0: end", "0: end", ")"), 4, 2, "variation 0, ply 2: '0: end' is not legal: "),
        (
            ("(", "0: robber 8", "(", "0: end", ")", ")"),
            4,
            2,
            "variation 0, ply 0: variation 0, ply 0: '0: end' is not",
        ),
        (("(", ")"), 2, 2, "variation 0, ply 0: a variation has at least one ply"),
        (("(", "(", "0: robber 8"), 2, 2, "variation 0, ply 0: '(': a variation follows the ply that it replaces"),
        (("(", "0: robber 8"), 3, 2, "variation 0, ply 1: the variation is not closed: a line ) is missing"),
        (("(", "0: robber 8", '[Result "draw"]'), 3, 2, "the variation is not closed: a line ) is missing"),
        ((")",), 1, 3, "')': no variation is open here"),
        (("(", "0: robber 8", ") done"), 3, 2, "') done': a line ) alone closes a variation"),
        (("( a\x07b", "0: robber 8", ")"), 1, 3, r"variation 'a\x07b': no name holds the character '\x07'"),
    ],
)
def test_a_bad_variation_is_quoted_with_its_place(lines: Sequence[str], line: int, ply: int, reason: str) -> None:
    error = failure(text_of(*ROBBER, *lines))
    assert reason in error.reason
    assert error.ply == ply
    assert error.line == len(text_of(*ROBBER).splitlines()) + line
    assert error.beginning is not None
    assert error.beginning.codes == read_record(text_of(*ROBBER)).codes
    assert read_record(error.beginning.text) == error.beginning


def test_a_variation_follows_a_ply() -> None:
    error = failure(text_of("(", "0: roll", ")"))
    assert error.reason == "'(': a variation follows the ply that it replaces"
    assert error.ply == 0


def jsonl_of(variations: Any) -> str:
    *lines, last = read_record(text_of(*ROBBER)).jsonl.splitlines()
    return "\n".join([*lines, json.dumps(json.loads(last) | {"variations": variations})]) + "\n"


ROBBER_PLY = {"seat": 0, "action": {"kind": "robber", "hex": 8}}


@pytest.mark.parametrize(
    ("variations", "reason"),
    [
        ([], "variations '[]': expected a list that is not empty"),
        ({}, "variations '{}': expected a list that is not empty"),
        ([3], "variation 0: '3': expected an object"),
        ([{}], "variation 0: key 'plies' is missing"),
        ([{"plies": []}], "variation 0: plies '[]': expected a list that is not empty"),
        ([{"plies": [3]}], "variation 0, ply 0: '3': expected an object"),
        ([{"plies": [ROBBER_PLY, {"seat": 7}]}], "variation 0, ply 1: key 'action' is missing"),
        ([{"plies": [ROBBER_PLY], "name": ""}], "variation 0: variation '': a name is text without spaces around it"),
        ([{"plies": [ROBBER_PLY], "name": " x"}], "variation 0: variation ' x': a name is text without spaces around"),
        ([{"plies": [ROBBER_PLY], "name": 3}], "variation 0: name '3': expected text"),
        ([{"plies": [ROBBER_PLY], "comment": None}], "variation 0: comment 'None': expected text"),
        ([{"plies": [ROBBER_PLY], "more": 1}], "variation 0: key 'more': expected one of plies, name, comment"),
        ([{"plies": [ROBBER_PLY | {"result": "draw"}]}], "variation 0, ply 0: key 'result': expected one of seat"),
    ],
)
def test_bad_json_of_a_variation_is_quoted_with_its_place(variations: Any, reason: str) -> None:
    error = failure(jsonl_of(variations))
    assert reason in error.reason
    assert error.ply == 2
    assert not VALIDATOR.is_valid(json.loads(jsonl_of(variations).splitlines()[-1]))


def test_an_illegal_ply_in_json_names_the_line_of_the_ply_that_is_replaced() -> None:
    error = failure(jsonl_of([{"plies": [ROBBER_PLY | {"action": {"kind": "robber", "hex": 9}}]}]))
    assert error.reason.startswith("variation 0, ply 0: '0: robber 9' is not legal: ")
    assert (error.ply, error.line) == (2, 4)


def test_variations_are_nested_only_so_deep() -> None:
    deep = [*["0: robber 5", "("] * MOST_DEPTH, "0: robber 8", *[")"] * MOST_DEPTH]
    record = read_record(text_of(*ROLLED, *deep))
    assert record.variations[2][0].depth == MOST_DEPTH
    assert read_record(record.jsonl) == record
    with pytest.raises(InvalidNotation, match=f"variations are nested at most {MOST_DEPTH} deep"):
        Variation(record.variations[2][0].codes, variations={0: record.variations[2]})
    deeper = ["0: robber 5", "(", *deep, ")"]
    assert f"'(': variations are nested at most {MOST_DEPTH} deep" in failure(text_of(*ROLLED, *deeper)).reason
    inner: dict[str, Any] = ROBBER_PLY
    for _ in range(MOST_DEPTH + 1):
        inner = ROBBER_PLY | {"variations": [{"plies": [inner]}]}
    assert f"variations are nested at most {MOST_DEPTH} deep" in failure(jsonl_of(inner["variations"])).reason


@pytest.mark.parametrize(
    ("number", "variation", "reason"),
    [
        (20, Variation.of("0: end"), "ply 20 has a clock, a comment or a variation, but there are 20 plies"),
        (-1, Variation.of("0: end"), "ply -1 has a clock, a comment or a variation"),
    ],
)
def test_a_variation_of_a_ply_that_is_not_there_cannot_be_written(
    number: int, variation: Variation, reason: str
) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        replace(record_of(0, 20), variations={number: [variation]})


# --- editions, games, reviews, commands -------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [1, "public"])
def test_editions_have_no_variations(who: int | str) -> None:
    record = with_variations(annotated(0, 60), 1)
    edition = record.edition(who, keep_words=True)
    assert edition == replace(record, variations={}).edition(who, keep_words=True)
    with pytest.raises(InvalidNotation, match="edition has no variations: they would show what it hides"):
        replace(edition, variations=record.variations)
    lines = edition.text.splitlines(keepends=True)
    error = failure("".join([*lines, "(\n", "0: end\n", ")\n"]))
    assert error.reason == f"the {edition.edition_name} edition has no variations: they would show what it hides"
    assert error.line == len(lines) + 2


def test_a_game_keeps_them_until_their_ply_is_undone() -> None:
    record = read_record(text_of(*ROBBER, "( Elsewhere", "0: robber 8", ")", "*: 0 stole grain from 1"))
    game = lr.Game.from_record(record, chance="given")
    assert game.record == record
    assert game.copy().record == record
    game.pop()
    assert game.record.variations == record.variations
    game.pop()
    assert game.record.variations == {}


def test_a_replay_shows_them_with_their_ply() -> None:
    record = read_record(text_of(*ROBBER, "( Elsewhere", "0: robber 8", ")"))
    steps = list(lr.replay(record))
    assert [len(step.variations) for step in steps] == [0, 0, 0, 1]
    assert steps[3].variations[0].name == "Elsewhere"


def test_a_review_is_written_beside_them() -> None:
    record = read_record(text_of(*ROBBER, "( Elsewhere", "0: robber 8", ")"))
    reviewed = annotate(record, review(lr.Game.from_record(record, chance="given"), None))
    assert reviewed.variations == record.variations
    assert MARKS.search(reviewed.comments[2])
    assert read_record(reviewed.text) == reviewed


def test_commands_follow_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.longroad"
    outputs = []
    for record in (record_of(0, 60), with_variations(record_of(0, 60), 5)):
        file.write_text(record.closed().text, encoding="utf-8")
        assert main(["verify", str(file)]) == 0
        assert main(["replay", str(file), "--plain"]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert "60 plies" in outputs[0]
