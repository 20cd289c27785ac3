"""A hatchling hook: a package without the page that the server shows is not built.

An editable install does not need the page: `make client` may build it later.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/longroad/server/static/index.html"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Checks that the page is there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop the build if the page is missing; hatchling calls this before each target."""
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            self.app.abort(f"The page is not built ({PAGE} is missing). Build it first: make client")
