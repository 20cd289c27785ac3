"""Takes an action of the notation by pressing what a person would press for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tests.browser.person import Person
from tests.browser.words import words

PLACES: Final = {"settle": "Settlement on site {}", "city": "City on site {}", "road": "Road on path {}"}
CARDS: Final = {"knight": "knight", "roadbuilding": "road building", "plenty": "year of plenty", "monopoly": "monopoly"}


def counts(text: str) -> dict[str, int]:
    """Read a bundle of the notation.

    >>> counts("2 wool ore")
    {'wool': 2, 'ore': 1}
    """
    found: dict[str, int] = {}
    for number, resource in re.findall(r"(?:(\d+) )?([a-z]+)", text):
        found[resource] = found.get(resource, 0) + int(number or 1)
    return found


def take(person: Person, action: str) -> None:
    """Take an action by pressing what the page offers, and wait until the server has confirmed it."""
    before, events = person.decision, person.event
    kind, _, rest = action.partition(" ")
    DOING.get(kind, _press_main)(person, kind, rest)
    person.until(
        lambda: person.event > events and person.decision != before, f"'{action}' by somebody on seat {person.seat}"
    )


def _press_main(person: Person, kind: str, rest: str) -> None:
    """Press a button that does it at once."""
    names = {"end": ("end", "pass"), "roll": ("roll", "roll_again")}.get(kind, (kind,))
    name = re.compile("^(.* )?(" + "|".join(re.escape(words(f"decision.{each}")) for each in names) + r")\b")
    person.button(name).first.click()


def _place(person: Person, kind: str, rest: str) -> None:
    """Choose what to build unless it is lit already, and press the place."""
    number, _, owner = rest.partition(" for ")
    pattern = PLACES[kind].format(number) if not owner else rf".* on (site|path) {number}"
    place = person.button(re.compile(f"^{pattern}\\b"))
    _settle_down(person)
    if not place.count():
        person.button(re.compile(rf"^{re.escape(words(f'decision.{kind}'))}\b")).first.click()
    place.first.click()


def _settle_down(person: Person) -> None:
    """Let the page draw what it has heard."""
    person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def _robber(person: Person, kind: str, rest: str) -> None:
    person.button(re.compile(rf"^Robber to hex {rest}\b")).first.click()


def _rob(person: Person, kind: str, rest: str) -> None:
    room = person.latest("room")
    name = next((seat["name"] for seat in room["seats"] if str(seat["seat"]) == rest), None)
    wanted = words("decision.rob", name=name) if name else words("decision.rob_nobody")
    person.button(re.compile(rf"^{re.escape(wanted)}\b")).first.click()


DOING: Final[dict[str, Callable[[Person, str, str], None]]] = {
    "settle": _place,
    "city": _place,
    "road": _place,
    "robber": _robber,
    "rob": _rob,
}
