"""Fixtures: a server, a browser, and people with browser contexts of their own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
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

USUAL: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB"}

NewPerson = Callable[..., Person]


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
    with sync_playwright() as driver, driver.chromium.launch(executable_path=chromium, args=list(FLAGS)) as launched:
        yield launched


@pytest.fixture
def new_person(browser: Browser, server: Served, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewPerson]:
    """Open a browser context for a person: `new_person()` on a desktop, `new_person(viewport=PHONE)` on a phone.

    Errors on a page fail the test at its end, and a failed test leaves a screenshot of every page.
    """
    people: list[Person] = []

    def create(**options: Any) -> Person:
        people.append(Person(browser.new_context(**USUAL | options), server.address))
        return people[-1]

    yield create
    if getattr(request.node, "has_failed", False):
        show(people, server, tmp_path)
    errors = [error for person in people for error in person.errors]
    for person in people:
        person.context.close()
    assert not errors


def show(people: Sequence[Person], server: Served, folder: Path) -> None:
    """Take a screenshot of every page, and print where they are and what the server wrote."""
    for number, person in enumerate(people):
        screenshot = folder / f"page{number}.png"
        person.page.screenshot(path=screenshot)
        print(f"{screenshot}: {person.describe()}")
    print(server.output_tail())


@pytest.fixture(scope="module")
def returning_people(browser: Browser) -> Iterator[dict[str, Person]]:
    """The people of a module who come back with an empty browser, by their options."""
    people: dict[str, Person] = {}
    yield people
    for person in people.values():
        person.context.close()


@pytest.fixture
def returning_person(
    returning_people: dict[str, Person],
    browser: Browser,
    server: Served,
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[NewPerson]:
    """As `new_person`, for one person: in the browser of the test before, whose warm code loads pages much sooner.

    Nothing else is left of that test: no cookie, nothing stored, no open page.
    """
    here: list[str] = []

    def create(**options: Any) -> Person:
        here.append(repr(options))
        if here[-1] not in returning_people:
            returning_people[here[-1]] = Person(browser.new_context(**USUAL | options), server.address)
        return returning_people[here[-1]]

    yield create
    [key] = here
    person = returning_people[key]
    errors = list(person.errors)
    if getattr(request.node, "has_failed", False):
        show([person], server, tmp_path)
        returning_people.pop(key).context.close()
    else:
        person.forget()
    assert not errors


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Store on a test whether it failed, for its fixtures."""
    report = yield
    if report.when == "call":
        item.has_failed = report.failed  # type: ignore[attr-defined]
    return report
