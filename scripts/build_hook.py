"""Hooks of the package's build, called by hatchling.

A package without the page that the server shows is not built, and a wheel gets the page's rule catalogue. In the
description that package indexes show, the links and pictures of the README, which are relative for the code host,
become absolute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGE: Final = "src/longroad/server/static/index.html"
RAW: Final = "https://raw.githubusercontent.com/"
RELATIVE: Final = re.compile(r'(\]\(|\bsrc=")(?!https?:|#)([^)"\s]+)')


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Checks that the page is there, and adds the rules as the page shows them, for `longroad mcp`.

    An editable install can do without: `make client` may build the page later, and the rules are in the checkout.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop the build if the page is missing."""
        if version == "editable":
            return
        if not (Path(self.root) / PAGE).is_file():
            self.app.abort(f"The page is not built ({PAGE} is missing). Build it first: make client")
        if self.target_name == "wheel":
            build_data["force_include"] |= {str(path): place for path, place in catalogues(Path(self.root))}


class ReadmeHook(MetadataHookInterface):
    """Writes the description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README with absolute links as the description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata["urls"]["Source"]
        metadata["readme"] = {"content-type": "text/markdown", "text": with_absolute_links(text, source)}


def catalogues(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the rule catalogue of each language with its place in the wheel."""
    for path in sorted(root.glob("client/src/i18n/*/rules/catalogue.json")):
        yield path, f"longroad/mcp/catalogue/{path.parts[-3]}.json"


def with_absolute_links(text: str, source: str) -> str:
    """Make the relative links and pictures of a document absolute, given the repository's address.

    >>> with_absolute_links('[a](docs/a.md) <img src="b.svg">', "https://github.com/me/it")
    '[a](https://github.com/me/it/blob/main/docs/a.md) <img src="https://raw.githubusercontent.com/me/it/main/b.svg">'
    """
    raw = RAW + source.removeprefix("https://github.com/")
    return RELATIVE.sub(lambda m: m[1] + (f"{raw}/main/" if "src" in m[1] else f"{source}/blob/main/") + m[2], text)
