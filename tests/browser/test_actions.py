"""Every kind of action, by clicks, from positions with scripted chance, in every preset."""

from __future__ import annotations

import pytest

from longroad.bench.serving import Served
from longroad.core.ruleset import PRESETS
from tests.browser import positions, pressing
from tests.browser.conftest import NewPerson
from tests.browser.kinds import kind_of, kinds_of
from tests.browser.person import Person
from tests.browser.scenes import BUILT, Scene, scenes
from tests.browser.setting import PLAYERS, set_up, sit
from tests.samples import first

WHOLE = ("base", "duel")  # together they have all kinds of action but `pass` (extension) and `rob nobody` (classic)
ADDS = {"extension": 0, "classic": -1}  # the scene that has it
OTHERS = tuple(preset for preset in PRESETS if preset not in WHOLE)


def kinds_of_whole() -> set[str]:
    """Return the kinds of action of the presets that are played as a whole."""
    return set().union(*map(kinds_of, WHOLE))


def take(person: Person, action: str) -> set[str]:
    """Take an action, and in a duel build for the neutral players; return the kinds of action."""
    person.wait_until(lambda: is_possible(person, action), f"that '{action}' is possible")
    kinds = {kind_of(action, person.snapshot["phase"])}
    assert pressing.take(person, action), action
    while person.decision is not None and person.snapshot["phase"] == "neutral build":
        kinds |= take(person, person.decision["actions"][-1])
    return kinds


def is_possible(person: Person, action: str) -> bool:
    """Whether an action, or a form of its kind, is legal for a person."""
    forms = person.decision["forms"] if person.decision else []
    return action in person.decision_actions() or action.split()[0] in [form["kind"] for form in forms]


def play_scene(scene: Scene, server: Served, preset: str, people: list[Person]) -> set[str]:
    """Play a scene, each person on their own page; return the kinds of action that were taken."""
    steps = [(int(seat or 0), action) for seat, _, action in (step.rpartition(": ") for step in scene.steps)]
    places = set_up(server, scene.begin, scene.script, preset, people=PLAYERS.get(preset, 4))
    for seat in {seat for seat, _ in steps}:
        sit(people[seat], places[seat])
    return set().union(*(take(people[seat], action) for seat, action in steps))


@pytest.mark.parametrize("preset", [*WHOLE, *(pytest.param(preset, marks=pytest.mark.slow) for preset in OTHERS)])
def test_every_kind_of_action_by_clicks(new_person: NewPerson, server: Served, preset: str) -> None:
    people = [new_person(), new_person()]
    taken = set().union(*(play_scene(scene, server, preset, people) for scene in scenes(preset)))
    assert taken == kinds_of(preset)


@pytest.mark.parametrize("preset", ADDS)
def test_kinds_of_action_that_other_presets_add_by_clicks(new_person: NewPerson, server: Served, preset: str) -> None:
    added = kinds_of(preset) - kinds_of_whole()
    assert added
    assert added <= play_scene(scenes(preset)[ADDS[preset]], server, preset, [new_person(), new_person()])


def test_no_other_preset_adds_a_kind_of_action() -> None:
    assert {preset for preset in OTHERS if kinds_of(preset) - kinds_of_whole()} == set(ADDS)


@pytest.mark.parametrize("preset", first(1, ("duel", "base", "extension")))
def test_a_city_can_be_undone(new_person: NewPerson, server: Served, preset: str) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main(preset), preset=preset, people=PLAYERS.get(preset, 4))[0])
    take(person, BUILT.get(preset, ("", "", "city 39"))[2])
    before = person.event
    pressing.undo(person)
    person.wait_until(
        lambda: person.event > before and not person.snapshot["seats"][0]["cities"], "that the city is taken back"
    )
