"""Write the JSON Schema of records anew from the table of spellings.

python scripts/record_schema.py            # write
python scripts/record_schema.py --check    # only say whether it is stale, and exit 1 if it is
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from longroad.notation.record_schema import record_schema

SCHEMA = Path(__file__).parent.parent / "docs" / "schema" / "record.schema.json"


def text() -> str:
    """Give the schema as it is published."""
    return json.dumps(record_schema(), indent=2) + "\n"


def main(arguments: list[str]) -> int:
    """Write the schema, or say that it is stale."""
    if "--check" in arguments:
        is_stale = not SCHEMA.exists() or SCHEMA.read_text(encoding="utf-8") != text()
        print(f"{SCHEMA.name} is {'stale: python scripts/record_schema.py' if is_stale else 'as it should be'}")
        return int(is_stale)
    SCHEMA.parent.mkdir(exist_ok=True)
    SCHEMA.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
