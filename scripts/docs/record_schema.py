"""Write the JSON Schema of records from the table of spellings.

python -m scripts.docs.record_schema            # write
python -m scripts.docs.record_schema --check    # only say whether it is stale, and exit 1 if it is
"""

from __future__ import annotations

import sys
from pathlib import Path

from longroad.notation.records.schema import record_schema
from scripts.generated import as_text, write_or_check

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "docs" / "schema" / "record.schema.json"


def main(arguments: list[str]) -> int:
    """Write the schema, or say that it is stale."""
    return write_or_check(SCHEMA, as_text(record_schema()), "python -m scripts.docs.record_schema", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
