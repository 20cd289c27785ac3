"""Measures the page: how many bytes it loads, and how soon it can be used."""

from __future__ import annotations

import gzip
import re
import statistics
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from longroad.bench.chromium import FLAGS, NoChromium, find_chromium

TEXTS: Final = (".html", ".js", ".css", ".json", ".svg")
LATER: Final = (  # loaded to study games, to read the rules, with the coach, and to compute with the WebAssembly
    *("study-", "AnalysisPage-", "EditorPage-", "PuzzlesPage-", "ReplayPage-", "LuckyOrGood-", "shareResult-"),
    *("reading-", "rules-", "HelpPage-", "RulesPage-"),
    *("coach-", "CoachPanel-", "LearnPage-"),
    "worker-",
)
TRANSLATION: Final = re.compile(r"[a-z]{2}-")  # the chunk of a language: a page loads one of them
PATIENCE_MS: Final = 15_000

# Interactive: there is a button or link to press, and the browser is idle enough to react.
USABLE: Final = """() => new Promise((done) => {
  const check = () => document.querySelector("main button:not([disabled]), main a[href]")
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0))
    : setTimeout(check, 5);
  check();
})"""


def page_folder() -> Path:
    """Return the folder of the built page, if there is one."""
    return Path(str(files("longroad"))) / "server" / "static"


def bundle_bytes() -> int | None:
    """Count the compressed bytes of what playing needs, in the largest language; None if the page was not built."""
    files = [file for file in page_folder().rglob("*") if file.suffix in TEXTS and not file.name.startswith(LATER)]
    sizes = {file: len(gzip.compress(file.read_bytes(), 9)) for file in files}
    translations = [size for file, size in sizes.items() if TRANSLATION.match(file.name)]
    return sum(sizes.values()) - sum(translations) + max(translations, default=0) if files else None


def measure_page(address: str, tries: int) -> dict[str, Any]:
    """Open the page with an empty cache; return the median of several tries in seconds."""
    return {"page_interactive_s": _interactive(address, tries)}


def _interactive(address: str, tries: int) -> float | None:
    """Return the seconds until the page is interactive; None without a page, a browser or its driver."""
    if bundle_bytes() is None or find_spec("playwright") is None:
        return None
    try:
        chromium = find_chromium()
    except NoChromium:
        return None
    from playwright.sync_api import sync_playwright

    times = []
    with sync_playwright() as driver, driver.chromium.launch(executable_path=chromium, args=list(FLAGS)) as browser:
        browser.new_context().new_page().goto("about:blank")  # the first page also waits for the browser to start
        for _ in range(tries):
            context = browser.new_context()
            page = context.new_page()
            page.goto(address, wait_until="commit", timeout=PATIENCE_MS)
            times.append(float(page.evaluate(USABLE)) / 1000)
            context.close()
    return statistics.median(times)
