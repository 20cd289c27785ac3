"""What the command lines of the scripts that learn and tune have in common."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent


def check_numbers(options: argparse.Namespace, possible: Mapping[str, tuple[int, int]]) -> None:
    """Check numbers, by option between the least and the most. Raises `ValueError`."""
    for name, (least, most) in possible.items():
        if not least <= getattr(options, name, least) <= most:
            given = f"--{name} {getattr(options, name)}"
            raise ValueError(f"{given}: expected a whole number from {least} to {most}")


def path_of(path: Path) -> str:
    """Write a path as everybody has it: from the repository, or the name alone of a file that lies elsewhere."""
    whole = path.resolve()
    return whole.relative_to(ROOT).as_posix() if whole.is_relative_to(ROOT) else path.name
