"""Runs axe-core, an accessibility scanner, in a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
# Colours change without transitions, and the change has been drawn.
STILL: Final = "*, ::before, ::after { transition: none !important; animation: none !important; }"
DRAWN: Final = """async (scheme) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) await drawn();
  await drawn();
  await drawn();
}"""
# The rules that a change of colours can break, and of the icon and the name of the button that changes them.
BY_COLOUR: Final = ("color-contrast", "link-in-text-block", "button-name", "link-name", "svg-img-alt", "image-alt")
SCAN: Final = "async ([within, options]) => (await axe.run(within, options)).violations"

Scheme = Literal["light", "dark"]


@cache
def source() -> str:
    """Return the source of axe-core, one of the page's development packages."""
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, changed: str = "html") -> list[str]:
    """Scan a page in light and in dark mode; return a line for each broken rule and its elements.

    The modes differ in colours, and in the button that changes them: the mode that the page is not in is scanned for
    these alone, in the part of the page that has changed since the last scan.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
        page.add_style_tag(content=STILL)
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    now, other = _schemes(is_dark)
    return _violations_in(page, now, "html") + _violations_in(page, other, changed, BY_COLOUR)


def _schemes(is_dark: bool) -> tuple[Scheme, Scheme]:
    """Return the mode of a page, and the other one."""
    return ("dark", "light") if is_dark else ("light", "dark")


def _violations_in(page: Page, scheme: Scheme, within: str, rules: Sequence[str] | None = None) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    page.evaluate(DRAWN, scheme)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = page.evaluate(SCAN, [within, options])
    return [
        f"{scheme}: {broken['id']} ({broken['impact']}): {broken['help']}: "
        + "; ".join(f"{node['html'][:160]} ({node['failureSummary'][:200]})" for node in broken["nodes"][:5])
        for broken in found
    ]
