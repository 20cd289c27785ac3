"""The JSON Schema of a line of a record in JSON Lines, made from the table of spellings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from longroad.core.actions import START_ROLLED
from longroad.core.layout import SEATS
from longroad.notation.records.jsonl import MOST_NUMBER
from longroad.notation.records.parts import END_TAGS, HEAD_TAGS, MOST_CLOCK, TAG_NAME
from longroad.notation.spelling import SLOTS, SPELLINGS, Spelling

DRAFT = "https://json-schema.org/draft/2020-12/schema"
NAME = "urn:longroad:record:1"
DIGITS = "^[0-9a-f]{64}$"


def record_schema() -> dict[str, Any]:
    """Return the schema of each line of a record."""
    lines = ("header", "decision", "chance", "end", "hash")
    return {
        "$schema": DRAFT,
        "$id": NAME,
        "title": "A line of a Longroad record in JSON Lines",
        "description": "A header, then plies (decisions and chance); once the record is closed, the end and a hash.",
        "oneOf": [{"$ref": f"#/$defs/{line}"} for line in lines],
        "$defs": {
            "header": _header(),
            "decision": _ply(False),
            "chance": _ply(True),
            "end": _end(),
            "variation": _variation(),
            "hash": _object({"sha256": _text("SHA-256 of all bytes before this line") | {"pattern": DIGITS}}),
        }
        | {_name(spelling): _action(spelling) for spelling in SPELLINGS.values()},
    }


def _object(
    properties: Mapping[str, Any], optional: Mapping[str, Any] | None = None, description: str | None = None
) -> dict[str, Any]:
    text = {} if description is None else {"description": description}
    return text | {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def _text(description: str) -> dict[str, Any]:
    return {"description": description, "type": "string"}


def _number(description: str) -> dict[str, Any]:
    return {"description": description, "type": "integer", "minimum": 1, "exclusiveMaximum": MOST_NUMBER}


def _header() -> dict[str, Any]:
    tags = {
        "type": "object",
        "propertyNames": {"pattern": f"^{TAG_NAME.pattern}$", "not": {"enum": [*HEAD_TAGS, *END_TAGS]}},
        "additionalProperties": {"type": "string"},
    }
    return _object(
        {
            "longroad": _number("version of the format"),
            "rules": _number("version of the rules that the game was played under"),
            "ruleset": _text("the ruleset in its notation"),
            "island": _text("the island in its notation"),
            "edition": {"description": "whose edition it is", "enum": ["full", *_seats(), "public"]},
        },
        {
            "begin": _text("the position where the game begins, if not at the start of a game"),
            "tags": tags,
            "comment": _text("the comment before the first ply"),
        },
        "The first line",
    )


def _seats() -> list[str]:
    return [f"seat{seat}" for seat in range(SEATS)]


def _ply(is_chance: bool) -> dict[str, Any]:
    spellings = [s for s in SPELLINGS.values() if (s.kind >= START_ROLLED) == is_chance]
    seat: dict[str, Any] = {"type": "null"} if is_chance else {"type": "integer", "minimum": 0, "maximum": SEATS - 1}
    optional = {
        "clock_ms": {
            "description": "milliseconds left on the clock after the ply",
            "type": "integer",
            "minimum": 0,
            "maximum": MOST_CLOCK,
        },
        "comment": _text("a comment on the ply"),
        "variations": _list("what could have been played instead, in full records only", "variation"),
    }
    absent = {"absent": {"description": "played for a seat in its absence (END-2)", "type": "boolean"}}
    return _object(
        {"seat": seat, "action": {"anyOf": [{"$ref": f"#/$defs/{_name(spelling)}"} for spelling in spellings]}},
        optional if is_chance else absent | optional,
        "A ply of chance" if is_chance else "A ply of a seat",
    )


def _list(description: str, *names: str) -> dict[str, Any]:
    items = [{"$ref": f"#/$defs/{name}"} for name in names]
    return {"description": description, "type": "array", "minItems": 1, "items": {"anyOf": items}}


def _variation() -> dict[str, Any]:
    return _object(
        {"plies": _list("its plies; the first replaces the one that has the variation", "decision", "chance")},
        {
            "name": _text("its name") | {"pattern": r"^\S(.*\S)?$"},
            "comment": _text("the comment before its first ply"),
        },
        "Plies instead of one and those after it",
    )


def _name(spelling: Spelling) -> str:
    """Name the definition of an action; the pieces of neutral players share their words with others."""
    return f"action-{spelling.word}{'-for' if 'for' in spelling.slots else ''}"


def _action(spelling: Spelling) -> dict[str, Any]:
    slots = {name: dict(SLOTS[name].schema) for name in spelling.slots}
    return _object({"kind": {"const": spelling.word}, **slots})


def _end() -> dict[str, Any]:
    return _object(
        {
            "result": {"type": "string", "pattern": f"^(unfinished|draw|[0-{SEATS - 1}] wins)$"},
            "position": _text("the final position, as the viewer of the edition sees it"),
        },
        {
            "termination": _text("why a game ended early"),
            "secret": _text("the secret of verifiable dice") | {"pattern": DIGITS},
        },
        "The line before the last",
    )
