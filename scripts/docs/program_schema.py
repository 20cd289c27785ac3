"""Write the JSON Schema of the protocol for programs from its messages.

python -m scripts.docs.program_schema            # write
python -m scripts.docs.program_schema --check    # only say whether it is stale, and exit 1 if it is
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

from longroad.bots.program.messages import PROTOCOL, GameMessage, ProgramMessage, field_names
from longroad.game.analysis import CandidateView
from scripts.generated import as_text, write_or_check

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "docs" / "schema" / "program.schema.json"
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def program_schema() -> dict[str, Any]:
    """Return the schema of a line of either side; `FromGame` and `FromProgram` are the two sides."""
    shapes: dict[str, Any] = {}
    sides: dict[str, Any] = {"FromGame": GameMessage, "FromProgram": ProgramMessage}
    for side, messages in sides.items():
        schema = TypeAdapter(messages).json_schema(mode="serialization")
        shapes |= {name: _strict(shape) for name, shape in schema["$defs"].items()}
        shapes[side] = {"oneOf": schema["anyOf"]}
    for shape in (*get_args(ProgramMessage), CandidateView):
        shapes[shape.__name__]["required"] = field_names(shape)[0]
    return {
        "$schema": DRAFT,
        "$id": f"urn:longroad:program:{PROTOCOL}",
        "title": f"A line of the protocol for programs that play Longroad, version {PROTOCOL}",
        "oneOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "$defs": dict(sorted(shapes.items())),
    }


def _strict(shape: dict[str, Any]) -> dict[str, Any]:
    """Ask for every field and no other one; titles that repeat a name are left out."""
    properties = {name: _untitled(value) for name, value in shape["properties"].items()}
    head = {"description": " ".join(shape["description"].split())}
    return head | {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _untitled(value: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in value.items() if key not in ("title", "default")}


def main(arguments: list[str]) -> int:
    """Write the schema, or say that it is stale."""
    return write_or_check(SCHEMA, as_text(program_schema()), "python -m scripts.docs.program_schema", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
