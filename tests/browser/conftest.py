"""Fixtures: a server, a browser, and people with browser contexts of their own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from longroad.bench.chromium import FLAGS, NoChromium, find_chromium
from longroad.bench.serving import Served, serving
from tests.browser.person import TIMEOUT_S, Person

SERVER = (sys.executable, "-m", "tests.browser.server")
DESKTOP: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 390, "height": 844}
TELEPHONE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

USUAL: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB"}

# Without the optimising compilers: pages are open too shortly to gain from them. Measurements of the page have them,
# as people do.
TEST_FLAGS = ("--js-flags=--no-maglev --no-opt",)

NewPerson = Callable[..., Person]

expect.set_options(timeout=1000 * TIMEOUT_S)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for this worker, with its own database."""
    with serving(tmp_path_factory.mktemp("server"), SERVER) as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium; if there is none, tests fail instead of being skipped."""
    try:
        chromium = find_chromium()
    except NoChromium as absent:
        pytest.fail(str(absent), pytrace=False)
    flags = [*FLAGS, *TEST_FLAGS]
    with sync_playwright() as driver, driver.chromium.launch(executable_path=chromium, args=flags) as launched:
        yield launched


@pytest.fixture(scope="session")
def absent_people(browser: Browser) -> Iterator[dict[str, list[Person]]]:
    """People that no test uses at present, by their options; their browser contexts have warm code."""
    people: dict[str, list[Person]] = {}
    yield people
    for person in (person for group in people.values() for person in group):
        person.context.close()


@pytest.fixture
def new_person(
    absent_people: dict[str, list[Person]],
    browser: Browser,
    server: Served,
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[NewPerson]:
    """Open a browser context for a person: `new_person()` on a desktop, `new_person(viewport=PHONE)` on a phone.

    A context of an earlier test loads pages much sooner. Nothing else is left of that test: no cookie, nothing
    stored, no open page. Errors on a page fail the test at its end, and a failed test leaves a screenshot of every
    page.
    """
    people: list[tuple[str, Person]] = []

    def create(**options: Any) -> Person:
        key = repr(options)
        absent = absent_people.setdefault(key, [])
        person = absent.pop() if absent else Person(browser.new_context(**USUAL | options), server.address)
        person.address = server.address
        people.append((key, person))
        return person

    yield create
    has_failed = getattr(request.node, "has_failed", False)
    if has_failed:
        show([person for _, person in people], server, tmp_path)
    errors = [error for _, person in people for error in person.errors]
    for key, person in people:
        if has_failed or errors or person.has_scripts:
            person.context.close()
        else:
            person.forget(server.address)
            absent_people[key].append(person)
    assert not errors


def show(people: Sequence[Person], server: Served, folder: Path) -> None:
    """Take a screenshot of every page, and print where they are and what the server wrote."""
    for number, person in enumerate(people):
        screenshot = folder / f"page{number}.png"
        person.page.screenshot(path=screenshot)
        print(f"{screenshot}: {person.describe()}")
    print(server.output_tail())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Store on a test whether it failed, for its fixtures."""
    report = yield
    if report.when == "call":
        item.has_failed = report.failed  # type: ignore[attr-defined]
    return report
