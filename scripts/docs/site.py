"""What the documentation site adds to mkdocs: the documents are written for a code host, and these hooks fit them in.

- The documents of the root folder become pages too.
- A link to any other file of the repository leads to a page with its source, so that the site stands on its own.
- A rule's number leads to the catalogue, and from there to the tests that show the rule.

mkdocs calls the functions whose names begin with `on_`.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound
from scripts.docs.links import definitions, documents, is_outside, read_document

ROOT = Path(__file__).resolve().parents[2]
ROOT_PAGES = {"README.md": "README.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
CATALOGUE = "rules.md"
TESTS = "rules-tests.md"
RULE = r"(?<![\w-])((?:BRD|SET|TRN|PRO|ROB|TRA|BLD|DEV|AWD|WIN|EXT|DUO|PUB|END)-\d+)(?!\w)"


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


class LinkTranslator(Treeprocessor):  # type: ignore[misc]
    """Translates the links of a page, before mkdocs looks at them."""

    def __init__(self, md: Markdown, fitting: Fitting) -> None:
        super().__init__(md)
        self.fitting = fitting

    def run(self, root: Element) -> None:
        """Translate the links and pictures under an element."""
        for element in root.iter():
            for name in ("href", "src"):
                if address := element.get(name):
                    element.set(name, translated(address, self.fitting.page))


class Mention(InlineProcessor):  # type: ignore[misc]
    """Leads from the mention of a rule's number, or of a document, to it."""

    ANCESTOR_EXCLUDES = ("a", "h1", "h2")

    def __init__(self, pattern: str, address: str, md: Markdown, fitting: Fitting) -> None:
        super().__init__(pattern, md)
        self.address = address
        self.fitting = fitting

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element, int, int]:  # noqa: N802
        """Make the link."""
        up = posixpath.relpath("docs", posixpath.dirname(origin(self.fitting.page)) or ".")
        link = Element("a", href=posixpath.join(up, self.address.format(m[1].lower())))
        link.text = m[1]
        return link, m.start(0), m.end(0)


class Fitting(Extension):  # type: ignore[misc]
    """All of this, for the page that is being rendered."""

    page = ""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Register it; mkdocs resolves links at priority 0."""
        md.treeprocessors.register(LinkTranslator(md, self), "longroad-links", 2)
        md.inlinePatterns.register(Mention(RULE, CATALOGUE + "#{}", md, self), "longroad-rules", 20)
        md.inlinePatterns.register(Mention(r"\bdocs/([a-z-]+)\.md\b", "{}.md", md, self), "longroad-documents", 21)


FITTING = Fitting()


def on_config(config: MkDocsConfig, **_: Any) -> MkDocsConfig:
    """Add what fits the documents into the site."""
    config.markdown_extensions.append(FITTING)  # Markdown takes names and objects
    return config


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add the pages that are made from files outside the documents' folder."""
    for root, name in ROOT_PAGES.items():
        if root != "README.md":
            files.append(File.generated(config, name, content=(ROOT / root).read_text(encoding="utf-8")))
    for file in sorted(linked_files()):
        page = File.generated(config, page_of(file), content=source_page(file), inclusion=InclusionLevel.NOT_IN_NAV)
        files.append(page)
    return files


def linked_files() -> set[str]:
    """List the files outside the documents' folder that some page of the site leads to."""
    found: set[str] = set()
    for path in documents(ROOT):
        if path.as_posix() == "README.md":
            continue
        for link in read_document((ROOT / path).read_text(encoding="utf-8")).links:
            target = urlsplit(link.address).path
            file = posixpath.normpath(posixpath.join(path.parent.as_posix(), target))
            is_page = not target or is_outside(link.address) or file in ROOT_PAGES or file.startswith("docs/")
            if not is_page and (ROOT / file).is_file():
                found.add(file)
    return found


def source_page(file: str) -> str:
    """Show a file with its functions as anchors."""
    text = (ROOT / file).read_text(encoding="utf-8")
    names = {line: name for name, line in definitions(text).items()} if file.endswith(".py") else {}
    lines = highlight(text, lexer(file), HtmlFormatter(nowrap=True)).splitlines()
    anchors = (f' id="{names[k]}"' if k in names else "" for k in range(1, len(lines) + 1))
    code = "".join(f"<span{anchor}>{line}\n</span>" for anchor, line in zip(anchors, lines, strict=True))
    head = f"---\nsearch:\n  exclude: true\nhide: [navigation, toc]\n---\n\n# {Path(file).name}\n\n`{file}`\n\n"
    return f'{head}<div class="highlight source"><pre><code>{code}</code></pre></div>\n'


def lexer(file: str) -> Any:
    """Find out how to colour a file."""
    try:
        return get_lexer_for_filename(file, stripnl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Remember which page is being rendered; give each rule of the catalogue an anchor and a way to its tests."""
    FITTING.page = page.file.src_uri
    if page.file.src_uri != CATALOGUE:
        return markdown
    return re.sub(rf"(?m)^- {RULE} (.*)$", rule_line, markdown)


def rule_line(found: re.Match[str]) -> str:
    """Write a rule with its anchor, and the way to its tests."""
    number, sentence = found.groups()
    anchor = number.lower()
    tests = f'[tests]({TESTS}#{anchor} "the tests that show {number}"){{ .tests }}'
    return f"- [{number}](#{anchor}){{ #{anchor} .rule }} {sentence} · {tests}"
