"""The published JSON Schema fits what is written, line by line, and refuses what the reader refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from longroad.core.actions import ply, ply_action
from longroad.core.layout import CHANCE
from longroad.notation.records.jsonl import ply_object
from longroad.notation.records.reader import InvalidRecord, read_record
from longroad.notation.records.schema import record_schema
from scripts.docs import record_schema as script
from tests.core.games import log_of
from tests.notation.records import annotated
from tests.notation.test_actions import EXAMPLES

VALIDATOR = Draft202012Validator(json.loads(script.SCHEMA.read_text(encoding="utf-8")))


def test_the_published_schema_is_the_one_of_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["--check"]) == 0, "run: python -m scripts.docs.record_schema"
    Draft202012Validator.check_schema(record_schema())


def test_a_stale_schema_is_noticed_and_written_anew(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "SCHEMA", tmp_path_factory.mktemp("docs") / "schema" / "record.schema.json")
    assert script.main(["--check"]) == 1
    assert script.main([]) == 0
    assert script.main(["--check"]) == 0


@pytest.mark.parametrize("viewer", [None, 1, "public"])
def test_every_line_of_a_record_fits(viewer: int | str | None) -> None:
    record = annotated(3, 150).closed(termination="it was late", secret="ab" * 32)
    if viewer is not None:
        record = record.edition(viewer)
    for line in record.jsonl.splitlines():
        VALIDATOR.validate(json.loads(line))


def test_every_kind_of_action_fits() -> None:
    codes = {ply_action(entry) & 63: entry for number in range(12) for entry in log_of(number)}
    assert len(codes) > 25
    for entry in codes.values():
        VALIDATOR.validate(ply_object(entry))
    assert len(EXAMPLES) == 34


def header(**changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(annotated(0, 5).jsonl.splitlines()[0])
    return {key: value for key, value in (values | changes).items() if value is not ...}


@pytest.mark.parametrize(
    "line",
    [
        header(rules=...),
        header(rules="1"),
        header(longroad=0),
        header(edition="seat6"),
        header(tags={"lower": "x"}),
        header(tags={"Rules": "1"}),
        header(tags={"Event": 3}),
        header(more=1),
        {"seat": 6, "action": {"kind": "end"}},
        {"seat": None, "action": {"kind": "end"}},
        {"seat": 0, "action": {"kind": "rolled", "roll": 7}},
        {"seat": 0, "action": {"kind": "settle", "site": 80}},
        {"seat": 0, "action": {"kind": "settle"}},
        {"seat": 0, "action": {"kind": "fly"}},
        {"seat": 0, "action": {"kind": "discard", "cards": {}}},
        {"seat": None, "action": {"kind": "rolled", "roll": [3, 7]}},
        {"seat": None, "action": {"kind": "rolled", "roll": 7}, "absent": True},
        {"seat": 0, "action": {"kind": "end"}, "clock_ms": -1},
        {"seat": 0, "action": {"kind": "end"}, "note": ""},
        {"result": "7 wins", "position": ""},
        {"result": "draw"},
        {"sha256": "ABC"},
    ],
)
def test_what_the_reader_refuses_does_not_fit(line: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(line)
    lines = annotated(0, 5).jsonl.splitlines()
    text = [json.dumps(line), *lines[1:]] if "longroad" in line else [*lines, json.dumps(line)]
    with pytest.raises(InvalidRecord):
        read_record("\n".join(text) + "\n")


def test_chance_has_no_seat() -> None:
    assert ply_object(ply(CHANCE, 31 | 7 << 6)) == {"seat": None, "action": {"kind": "rolled", "roll": 7}}
