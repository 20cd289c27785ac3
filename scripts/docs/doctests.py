"""A griffe extension that fits docstrings into the site.

Docstrings hold bare doctests, which Markdown would take for quotations: they are fenced. Rule numbers are linked, as on
every page.
"""

from __future__ import annotations

import re
from typing import Any, Final

import griffe

from scripts.docs.pages import fitted

SESSION: Final = re.compile(r"^>>> .*(?:\n(?!\s*$).+)*", re.MULTILINE)
PAGE: Final = "reference/library.md"  # all pages with docstrings stand in its folder


def fenced(text: str) -> str:
    """Put fences around the sessions of a docstring that has none of its own."""
    return text if "```" in text else SESSION.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class FittedDocstrings(griffe.Extension):
    """Fences the doctests and links the rules of every object."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of one object."""
        if obj.docstring:
            obj.docstring.value = fitted(fenced(obj.docstring.value), PAGE)
