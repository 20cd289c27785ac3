"""Check that the links of the documents, and those of the built site, lead somewhere.

A document is read in two places: on a code host, as a file among files, and on the site. So its links are relative
and lead to a file of the repository; `pages.py` turns them into links of the site. An anchor is that of a heading
(`rules.md#pro-production`) or, in Python, the name of a function or class (`../tests/walks.py#walk`).

    python -m scripts.docs.links                # README.md, CONTRIBUTING.md, CHANGELOG.md and docs/
    python -m scripts.docs.links build/site     # and the pages of a site

Zensical checks the links that are written in its pages; this also sees the code host's side, raw HTML, what the theme
and the reference generate, and that nothing is loaded from outside.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT_DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
LOADED = {"script", "img", "iframe", "source", "video", "audio", "embed"}
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


class Link(NamedTuple):
    """Where a document leads: the address as it is written, and whether it is a picture."""

    address: str
    is_picture: bool


class Document(NamedTuple):
    """What the checker needs to know of a Markdown file."""

    links: list[Link]
    anchors: set[str]


class Page(HTMLParser):
    """What the checker needs to know of an HTML page, or of a piece of one."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.anchors: set[str] = set()
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag names and where it leads."""
        values = {name: value for name, value in attrs if value is not None}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        is_stylesheet = tag == "link" and values.get("rel") in ("stylesheet", "preconnect", "preload")
        for address in (values[name] for name in ("href", "src") if name in values):
            self.links.append(Link(address, tag == "img"))
            if tag in LOADED or is_stylesheet:
                self.loads.append(address)


def documents(root: Path) -> list[Path]:
    """List the documents, relative to the root."""
    names = [Path(name) for name in ROOT_DOCUMENTS if (root / name).exists()]
    return [*names, *sorted(path.relative_to(root) for path in (root / "docs").rglob("*.md"))]


def read_document(text: str) -> Document:
    """Find the links and the anchors of a Markdown text; what stands in code is neither."""
    tokens = PARSER.parse(text)
    links: list[Link] = []
    anchors: set[str] = set()
    slugs: list[str] = []
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            slugs.append(slug(tokens[position + 1]))
        for piece in (token, *(token.children or [])):
            if piece.type == "link_open":
                links.append(Link(str(piece.attrGet("href")), False))
            elif piece.type == "image":
                links.append(Link(str(piece.attrGet("src")), True))
            elif piece.type in ("html_block", "html_inline"):
                page = Page(piece.content)
                links += page.links
                anchors |= page.anchors
    anchors |= {
        name if slugs[:place].count(name) == 0 else f"{name}-{slugs[:place].count(name)}"
        for place, name in enumerate(slugs)
    }
    return Document(links, anchors)


def slug(heading: Token) -> str:
    """Return a heading's anchor as code hosts make it: lower case, hyphens for spaces, no other punctuation."""
    text = "".join(child.content for child in heading.children or [] if child.type in ("text", "code_inline"))
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def is_outside(address: str) -> bool:
    """Whether an address leads out of the repository or the site."""
    return bool(urlsplit(address).scheme or urlsplit(address).netloc)


def document_faults(root: Path) -> Iterator[str]:
    """Say which links of the documents lead nowhere, and why."""
    read = {path: read_document((root / path).read_text(encoding="utf-8")) for path in documents(root)}
    for path, document in read.items():
        for link in document.links:
            if fault := link_fault(root, path, link, read):
                yield f"{path}: {link.address}: {fault}"


def link_fault(root: Path, path: Path, link: Link, read: dict[Path, Document]) -> str:
    """Say what is wrong with a link of a document, or nothing."""
    if is_outside(link.address):
        if link.is_picture:
            return "a picture from outside"
        return "" if link.address.startswith("https://") else "leads outside without https"
    parts = urlsplit(link.address)
    if parts.path.startswith("/"):
        return "is not relative"
    target = Path(posixpath.normpath((path.parent / unquote(parts.path)).as_posix())) if parts.path else path
    if target.parts[:1] == ("..",) or not (root / target).exists():
        return "there is no such file"
    if (root / target).is_dir():
        return "" if path.name in ROOT_DOCUMENTS and path.parent == Path() else "a folder has no page on the site"
    if parts.fragment and parts.fragment not in anchors_of(root, target, read):
        return "there is no such heading or function"
    return ""


def anchors_of(root: Path, target: Path, read: dict[Path, Document]) -> set[str]:
    """Collect what an address in this file may name after its hash."""
    if target in read:
        return read[target].anchors
    return set(definitions((root / target).read_text(encoding="utf-8"))) if target.suffix == ".py" else set()


def definitions(source: str) -> dict[str, int]:
    """Return the functions and classes of a Python file with their lines, counted from 1."""
    pattern = re.compile(r"^\s*(?:async )?(?:def|class) (\w+)")
    lines = enumerate(source.splitlines(), 1)
    return {found[1]: number for number, line in lines if (found := pattern.match(line))}


def site_faults(site: Path) -> Iterator[str]:
    """Say which links of a built site lead nowhere, and what it would load from outside."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site)
        yield from (f"{name}: loads {address} from outside" for address in page.loads if is_outside(address))
        for link in dict.fromkeys(page.links):
            if not is_outside(link.address) and not leads_somewhere(site, path, link.address, pages):
                yield f"{name}: {link.address}: leads nowhere"


def leads_somewhere(site: Path, path: Path, address: str, pages: dict[Path, Page]) -> bool:
    """Whether a link of a page finds its file and its anchor."""
    parts = urlsplit(address)
    start = site if parts.path.startswith("/") else path.parent
    target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path.resolve()
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return False
    anchors = pages[target].anchors if target in pages else set()
    return not parts.fragment or target.suffix != ".html" or unquote(parts.fragment) in anchors


def main(arguments: list[str]) -> int:
    """Print what is wrong; return 1 if something is."""
    faults = list(document_faults(Path()))
    for folder in arguments:
        faults += site_faults(Path(folder).resolve())
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
