"""Every kind of action, by clicks, from positions with scripted chance, in every preset."""

from __future__ import annotations

import pytest

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import Comes
from tests.browser.kinds import kind_of, kinds_of
from tests.browser.person import Person
from tests.browser.scenes import BUILT, Scene, scenes
from tests.browser.setting import PLAYERS, set_up, sit

PRESETS = (*positions.TABLES, "extension")


def take(person: Person, action: str) -> set[str]:
    """Take an action, and in a duel what is owed to the neutral players; return the kinds of action."""
    person.until(lambda: may(person, action), f"that '{action}' is possible")
    kinds = {kind_of(action, person.snapshot["phase"])}
    assert pressing.take(person, action), action
    while person.decision is not None and person.snapshot["phase"] == "neutral build":
        kinds |= take(person, person.decision["actions"][-1])
    return kinds


def may(person: Person, action: str) -> bool:
    """Return whether somebody was told that an action is possible, or that one of its kind can be composed."""
    forms = person.decision["forms"] if person.decision else []
    return action in person.decision_actions() or action.split()[0] in [form["kind"] for form in forms]


def perform(scene: Scene, server: Served, preset: str, people: list[Person]) -> set[str]:
    """Do what a scene says, everybody on a page of their own; return the kinds of action that were taken."""
    steps = [(int(seat or 0), action) for seat, _, action in (step.rpartition(": ") for step in scene.steps)]
    places = set_up(server, scene.begin, scene.script, preset, people=PLAYERS.get(preset, 4))
    for seat in {seat for seat, _ in steps}:
        sit(people[seat], places[seat])
    return set().union(*(take(people[seat], action) for seat, action in steps))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_kind_of_action_by_clicks(comes: Comes, server: Served, preset: str) -> None:
    people = [comes(), comes()]
    taken = set().union(*(perform(scene, server, preset, people) for scene in scenes(preset)))
    assert taken == kinds_of(preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_city_is_taken_back(comes: Comes, server: Served, preset: str) -> None:
    person = comes()
    sit(person, set_up(server, positions.main(preset), preset=preset, people=PLAYERS.get(preset, 4))[0])
    take(person, BUILT.get(preset, ("", "", "city 39"))[2])
    before = person.event
    pressing.undo(person)
    person.until(
        lambda: person.event > before and not person.snapshot["seats"][0]["cities"], "that the city is taken back"
    )
