"""A file that is generated from the code: written anew, or only checked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def as_text(schema: dict[str, Any]) -> str:
    """Give a JSON Schema as it is published."""
    return json.dumps(schema, indent=2) + "\n"


def write_or_check(path: Path, text: str, script: str, arguments: Sequence[str]) -> int:
    """Write a file; with `--check` only say whether it is stale, and which script writes it anew. Gives the exit code.

    >>> write_or_check(Path("no such folder/x.json"), "{}", "scripts/x.py", ["--check"])
    x.json is stale: python scripts/x.py
    1
    """
    if "--check" in arguments:
        is_stale = not path.exists() or path.read_text(encoding="utf-8") != text
        print(f"{path.name} is {f'stale: python {script}' if is_stale else 'as it should be'}")
        return int(is_stale)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return 0
