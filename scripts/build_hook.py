"""Hooks of the package's build, called by hatchling.

A package without the page that the server shows is not built. And in the description that package indexes show, the
links and pictures of the README, which are relative for the code host, become absolute.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGE: Final = "src/longroad/server/static/index.html"
RAW: Final = "https://raw.githubusercontent.com/"
RELATIVE: Final = re.compile(r'(\]\(|\bsrc=")(?!https?:|#)([^)"\s]+)')


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Checks that the page is there; an editable install can do without, because `make client` may build it later."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop the build if the page is missing."""
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            self.app.abort(f"The page is not built ({PAGE} is missing). Build it first: make client")


class ReadmeHook(MetadataHookInterface):
    """Writes the description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README with absolute links as the description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata["urls"]["Source"]
        metadata["readme"] = {"content-type": "text/markdown", "text": with_absolute_links(text, source)}


def with_absolute_links(text: str, source: str) -> str:
    """Make the relative links and pictures of a document absolute, given the repository's address.

    >>> with_absolute_links('[a](docs/a.md) <img src="b.svg">', "https://github.com/me/it")
    '[a](https://github.com/me/it/blob/main/docs/a.md) <img src="https://raw.githubusercontent.com/me/it/main/b.svg">'
    """
    raw = RAW + source.removeprefix("https://github.com/")
    return RELATIVE.sub(lambda m: m[1] + (f"{raw}/main/" if "src" in m[1] else f"{source}/blob/main/") + m[2], text)
