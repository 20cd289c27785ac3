"""Runs axe-core, an accessibility scanner, in a page."""

from __future__ import annotations

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
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


@cache
def source() -> str:
    """Return the source of axe-core, one of the page's development packages."""
    return AXE.read_text(encoding="utf-8")


def scan(page: Page) -> None:
    """Scan a page in light and in dark mode; fails with a line for each broken rule and its elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
        page.add_style_tag(content=STILL)
    broken = [line for scheme in SCHEMES for line in _violations_in(page, scheme)]
    assert not broken, "\n".join(broken)


def _violations_in(page: Page, scheme: Literal["light", "dark"]) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    page.evaluate(DRAWN, scheme)
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{scheme}: {broken['id']} ({broken['impact']}): {broken['help']}: "
        + "; ".join(f"{node['html'][:160]} ({node['failureSummary'][:200]})" for node in broken["nodes"][:5])
        for broken in found
    ]
