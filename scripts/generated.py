"""Write a file that is generated from the code, or check that it is up to date."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def as_text(schema: dict[str, Any]) -> str:
    """Return the text of a JSON Schema."""
    return json.dumps(schema, indent=2) + "\n"


def write_or_check(path: Path, text: str, command: str, arguments: Sequence[str]) -> int:
    """Write a file; with `--check`, only print whether it is stale and which command writes it. Return the exit code.

    >>> write_or_check(Path("no such folder/x.json"), "{}", "make x", ["--check"])
    x.json is stale: make x
    1
    """
    if "--check" in arguments:
        is_stale = not path.exists() or path.read_text(encoding="utf-8") != text
        print(f"{path.name} is {f'stale: {command}' if is_stale else 'up to date'}")
        return int(is_stale)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return 0
