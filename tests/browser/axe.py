"""The accessibility scan: axe-core, put into a page, finds what it finds."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


@cache
def source() -> str:
    """Read axe-core, which the page's development packages contain."""
    return AXE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Scan a page in light and in dark colours; give a line for each rule that it breaks, with the elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    return [line for scheme in SCHEMES for line in _violations_in(page, scheme)]


def _violations_in(page: Page, scheme: Literal["light", "dark"]) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{scheme}: {broken['id']} ({broken['impact']}): {broken['help']}: "
        + "; ".join(f"{node['html'][:160]} ({node['failureSummary'][:200]})" for node in broken["nodes"][:5])
        for broken in found
    ]
