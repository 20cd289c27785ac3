"""Scenes: each drives a browser to a state of the page that a picture shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from longroad.bench.serving import Served
from tests.browser.person import Person
from tests.browser.setting import set_up, sit

Scene = Callable[[Person, Served], None]
SCENES: dict[str, Scene] = {}


def scene(taken: Scene) -> Scene:
    """Register a scene by the name of its function."""
    SCENES[taken.__name__.replace("_", "-")] = taken
    return taken


def at(person: Person, server: Served, begin: str | None, **settings: Any) -> None:
    """Sit down at a game that begins from a position."""
    sit(person, set_up(server, begin, **settings)[0])
    person.page.get_by_role("main").wait_for()
