"""The accessibility scan: axe-core, put into a page, finds what it finds."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
# Wait until what has changed is drawn, and until colours that change slowly have changed.
DRAWN: Final = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
}"""
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


@cache
def source() -> str:
    """Read axe-core, which the page's development packages contain."""
    return AXE.read_text(encoding="utf-8")


def scan(page: Page) -> None:
    """Scan a page in light and in dark colours; fails with a line for each rule that it breaks, with the elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    broken = [line for scheme in SCHEMES for line in _violations_in(page, scheme)]
    assert not broken, "\n".join(broken)


def _violations_in(page: Page, scheme: Literal["light", "dark"]) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    page.evaluate(DRAWN)
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{scheme}: {broken['id']} ({broken['impact']}): {broken['help']}: "
        + "; ".join(f"{node['html'][:160]} ({node['failureSummary'][:200]})" for node in broken["nodes"][:5])
        for broken in found
    ]
