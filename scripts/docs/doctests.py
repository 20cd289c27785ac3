"""A griffe extension: what looks like a Python session in a docstring is shown as one.

The docstrings hold bare doctests, which Markdown would take for quotations.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*(?:\n(?!\s*$).+)*", re.MULTILINE)


def fenced(text: str) -> str:
    """Put fences around the sessions of a docstring that has none of its own."""
    return text if "```" in text else SESSION.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class FencedDoctests(griffe.Extension):
    """Fences the doctests of every object."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of one object."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
