"""A server, a browser, and people who come with browsers of their own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from longroad.bench.chromium import FLAGS, NoChromium, find_chromium
from longroad.bench.serving import Served, serving
from tests.browser.person import Person

SERVER = (sys.executable, "-m", "tests.browser.server")
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}

Comes = Callable[..., Person]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of this worker's own, on a database of its own."""
    with serving(tmp_path_factory.mktemp("server"), SERVER) as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium; where there is none, tests fail rather than leave out what they should show."""
    try:
        chromium = find_chromium()
    except NoChromium as absent:
        pytest.fail(str(absent), pytrace=False)
    with sync_playwright() as driver, driver.chromium.launch(executable_path=chromium, args=list(FLAGS)) as launched:
        yield launched


@pytest.fixture
def comes(browser: Browser, server: Served, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Comes]:
    """Open a browser for a person: `comes()` at a desk, `comes(viewport=PHONE)` with a telephone.

    What a page complains about fails the test in the end, and a test that fails leaves a picture of every page.
    """
    people: list[Person] = []

    def come(**options: Any) -> Person:
        options = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB"} | options
        person = Person(browser.new_context(**options), server.address)
        people.append(person)
        return person

    yield come
    if getattr(request.node, "has_failed", False):
        for number, person in enumerate(people):
            picture = tmp_path / f"page{number}.png"
            person.page.screenshot(path=picture)
            print(f"{picture}: {person.describe()}")
        print(server.output_tail())
    troubles = [trouble for person in people for trouble in person.troubles]
    for person in people:
        person.context.close()
    assert not troubles


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Yield the fixtures of a test whether it failed."""
    report = yield
    if report.when == "call":
        item.has_failed = report.failed  # type: ignore[attr-defined]
    return report
