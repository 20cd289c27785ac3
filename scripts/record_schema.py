"""Write the JSON Schema of records anew from the table of spellings.

python scripts/record_schema.py            # write
python scripts/record_schema.py --check    # only say whether it is stale, and exit 1 if it is
"""

from __future__ import annotations

import sys
from pathlib import Path

from longroad.notation.records.schema import record_schema

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # run as a script, Python finds this folder alone
    sys.path.insert(0, str(ROOT))

from scripts.generated import as_text, write_or_check  # noqa: E402

SCHEMA = ROOT / "docs" / "schema" / "record.schema.json"


def main(arguments: list[str]) -> int:
    """Write the schema, or say that it is stale."""
    return write_or_check(SCHEMA, as_text(record_schema()), "scripts/record_schema.py", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
