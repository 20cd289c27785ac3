"""Write client/src/art/shapes.ts: the signs, shapes and marks of the drawings, so that page and island look alike.

python -m scripts.client.art            # write
python -m scripts.client.art --check    # only say whether it is stale, and exit 1 if it is
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from longroad.core.words import RESOURCE_NAMES, SEAT_NAMES
from longroad.draw import icons, pieces
from scripts.generated import write_or_check

ROOT: Final = Path(__file__).resolve().parents[2]
TARGET: Final = ROOT / "client/src/art/shapes.ts"
SIGNS: Final = (icons.BRICKS, icons.TREES, icons.SHEEP, icons.WHEAT, icons.PEAKS)
SHAPES: Final = {
    "settlement": (pieces._SETTLEMENT, pieces._SETTLEMENT_ROOF),
    "city": (pieces._CITY, pieces._CITY_ROOF),
    "robber": (pieces._ROBBER, ""),
}


def written() -> str:
    """Return the module's text."""
    tables = {
        "SIGNS": dict(zip(RESOURCE_NAMES, SIGNS, strict=True)),
        "SHAPES": {name: {"body": body, "roof": roof} for name, (body, roof) in SHAPES.items()},
        "MARKS": [{"way": way, "isFilled": kind == "fill"} for kind, way in pieces._MARKS],
        "MARK_NAMES": list(pieces.MARK_NAMES),
        "SEAT_COLORS": list(pieces.SEAT_COLORS),
        "SEAT_NAMES": list(SEAT_NAMES),
    }
    types = {
        "SIGNS": "Record<string, string>",
        "SHAPES": "Record<string, { body: string; roof: string }>",
        "MARKS": "{ way: string; isFilled: boolean }[]",
    }
    parts = ["// Made by scripts/client/art.py from src/longroad/draw; do not change by hand."]
    for name, table in tables.items():
        kind = types.get(name, "string[]")
        parts.append(f"export const {name}: {kind} = {json.dumps(table, indent=2)};")
    return "\n\n".join(parts) + "\n"


def main(arguments: list[str]) -> int:
    """Write the module, or with `--check` say whether it is stale."""
    return write_or_check(TARGET, written(), "python -m scripts.client.art", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
