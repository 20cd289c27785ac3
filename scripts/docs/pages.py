"""Prepare the documents for the site generator, in build/docs.

The documents are written for a code host. For the site,

- CONTRIBUTING.md and CHANGELOG.md become pages too,
- a link to any other file of the repository leads to a page with its source, so that the site stands on its own,
- a rule's number links to the catalogue, and from there to the tests that show the rule.

    python -m scripts.docs.pages            # write build/docs
    python -m scripts.docs.pages --serve    # and serve the site, rebuilt whenever a document changes
"""

from __future__ import annotations

import contextlib
import posixpath
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound

from scripts.docs.links import definitions, documents, is_outside, read_document

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = "build/docs"
ROOT_PAGES: Final = {"README.md": "README.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
CATALOGUE: Final = "rules.md"
TESTS: Final = "rules-tests.md"
RULE: Final = r"(?<![\w-])((?:BRD|SET|TRN|PRO|ROB|TRA|BLD|DEV|AWD|WIN|EXT|DUO|PUB|END)-\d+)(?!\w)"
WATCH_S: Final = 0.5

# What a Markdown text consists of, as far as the site changes it; code is matched so that it is left alone.
PIECE: Final = re.compile(
    r"(?P<code>^ *```.*?^ *```$|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\n).)+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<heading>^##? [^\n]*$)"
    r"|(?P<link>\[(?:[^\[\]]|\[[^\[\]]*\])*\]\()(?P<address>[^)\s]+)"
    r'|(?P<attribute>\b(?:href|src)=")(?P<value>[^"]+)'
    rf"|(?P<rule>{RULE})"
    r"|\bdocs/(?P<document>[a-z-]+)\.md\b",
    re.DOTALL | re.MULTILINE,
)


def origin(page: str) -> str:
    """Name the file of the repository that a page of the site is made from."""
    roots = {name: root for root, name in ROOT_PAGES.items() if root != "README.md"}
    return roots.get(page, f"docs/{page}")


def page_of(file: str) -> str:
    """Name the page, or the picture, of the site that shows a file of the repository."""
    if file in ROOT_PAGES:
        return ROOT_PAGES[file]
    return file.removeprefix("docs/") if file.startswith("docs/") else f"source/{file}.md"


def translated(address: str, page: str) -> str:
    """Turn a link between files of the repository into one between pages of the site."""
    parts = urlsplit(address)
    if is_outside(address) or not parts.path or parts.path.startswith("/"):
        return address
    file = posixpath.normpath(posixpath.join(posixpath.dirname(origin(page)), parts.path))
    path = posixpath.relpath(page_of(file), posixpath.dirname(page) or ".")
    return f"{path}#{parts.fragment}" if parts.fragment else path


def fitted(text: str, page: str) -> str:
    """Translate the links of a page, and link the rules and documents that it mentions.

    >>> fitted("`PRO-4` and PRO-4, see [the tests](../../tests/walks.py).", "howto/bot.md")
    '`PRO-4` and [PRO-4](../rules.md#pro-4), see [the tests](../source/tests/walks.py.md).'
    """

    def link(text: str, target: str, anchor: str = "") -> str:
        return f"[{text}]({posixpath.relpath(target, posixpath.dirname(page) or '.')}{anchor})"

    def replaced(found: re.Match[str]) -> str:
        if found["link"] or found["attribute"]:
            start, address = found["link"] or found["attribute"], found["address"] or found["value"]
            return start + translated(address, page)
        if found["rule"]:
            return link(found["rule"], CATALOGUE, f"#{found['rule'].lower()}")
        if found["document"]:
            return link(found["document"], f"{found['document']}.md")
        return found[0]

    return PIECE.sub(replaced, text)


def page_text(page: str, text: str) -> str:
    """Return a document as the site shows it."""
    if page == CATALOGUE:
        text = re.sub(rf"(?m)^- {RULE} (.*)$", rule_line, text)
    return fitted(text, page)


def rule_line(found: re.Match[str]) -> str:
    """Write a rule of the catalogue with its anchor and a link to its tests."""
    number, sentence = found.groups()
    anchor = number.lower()
    tests = f'[tests]({TESTS}#{anchor} "the tests that show {number}"){{ .tests }}'
    return f"- [{number}](#{anchor}){{ #{anchor} .rule }} {sentence} · {tests}"


# --- pages with the source of a file ---


def linked_files(root: Path) -> set[str]:
    """List the files outside docs/ that some page of the site links to."""
    found: set[str] = set()
    for path in documents(root):
        if path.as_posix() == "README.md":
            continue
        for link in read_document((root / path).read_text(encoding="utf-8")).links:
            target = urlsplit(link.address).path
            file = posixpath.normpath(posixpath.join(path.parent.as_posix(), target))
            is_page = not target or is_outside(link.address) or file in ROOT_PAGES or file.startswith("docs/")
            if not is_page and (root / file).is_file():
                found.add(file)
    return found


def source_page(file: str, root: Path = ROOT) -> str:
    """Return a page that shows a file, with its functions as anchors."""
    text = (root / file).read_text(encoding="utf-8")
    names = {line: name for name, line in definitions(text).items()} if file.endswith(".py") else {}
    lines = highlight(text, lexer(file), HtmlFormatter(nowrap=True)).splitlines()
    anchors = (f' id="{names[k]}"' if k in names else "" for k in range(1, len(lines) + 1))
    code = "".join(f"<span{anchor}>{line}\n</span>" for anchor, line in zip(anchors, lines, strict=True))
    head = f"---\nsearch:\n  exclude: true\nhide: [navigation, toc]\n---\n\n# {Path(file).name}\n\n`{file}`\n\n"
    return f'{head}<div class="highlight source"><pre><code>{code}</code></pre></div>\n'


def lexer(file: str) -> Any:
    """Return the lexer that colours a file."""
    try:
        return get_lexer_for_filename(file, stripnl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False)


# --- the folder ---


def site_files(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield everything that the generator reads: names relative to its folder, with their content."""
    for path in sorted(path for path in (root / "docs").rglob("*") if path.is_file()):
        name, content = path.relative_to(root / "docs").as_posix(), path.read_bytes()
        yield name, page_text(name, content.decode()).encode() if path.suffix == ".md" else content
    for file, name in ROOT_PAGES.items():
        if file != "README.md":  # the site has docs/README.md instead
            yield name, page_text(name, (root / file).read_text(encoding="utf-8")).encode()
    for file in sorted(linked_files(root)):
        yield page_of(file), source_page(file, root).encode()


def write_site_files(root: Path) -> None:
    """Write what changed into the generator's folder, and remove what is no longer there."""
    folder, wanted = root / FOLDER, set()
    for name, content in site_files(root):
        path = folder / name
        wanted.add(path)
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for path in [path for path in folder.rglob("*") if path.is_file() and path not in wanted]:
        path.unlink()


def document_times(root: Path) -> dict[Path, int]:
    """Return when each document, or picture in docs/, was changed."""
    paths = [*(root / name for name in ROOT_PAGES), *(root / "docs").rglob("*")]
    return {path: path.stat().st_mtime_ns for path in paths if path.is_file()}


def serve(arguments: list[str]) -> None:
    """Run the generator's server, and write the pages again whenever a document changes."""
    times = document_times(ROOT)
    with subprocess.Popen([sys.executable, "-m", "zensical", "serve", *arguments], cwd=ROOT) as server:
        while server.poll() is None:
            time.sleep(WATCH_S)
            if document_times(ROOT) != times:
                times = document_times(ROOT)
                write_site_files(ROOT)


def main(arguments: list[str]) -> int:
    """Write the pages, and serve the site if asked to."""
    write_site_files(ROOT)
    if arguments[:1] == ["--serve"]:
        serve(arguments[1:])
    return 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):  # which the server gets too
        sys.exit(main(sys.argv[1:]))
