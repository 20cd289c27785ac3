"""Every kind of action, by clicks, from positions with scripted chance, in every preset."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from longroad.bench.serving import Served
from tests.browser import hands, positions
from tests.browser.conftest import Comes
from tests.browser.person import Person
from tests.browser.setting import Place, act, set_up, sit

PRESETS = (*positions.TABLES, "extension")
BUILT = {"extension": ("road 40", "settle 28", "city 29")}
FREE_ROADS = {"extension": ("road 40", "road 102")}


def hand(person: Person) -> dict[str, int]:
    """The cards in somebody's hand."""
    held: dict[str, int] = person.look["seats"][person.seat]["hand"]
    return held


def begin(person: Person, house: Served, preset: str, text: str, script: Sequence[str] = ()) -> list[Place]:
    """Sit down at a position; the second seat is a person's too, without a page."""
    places = set_up(house, text, script, preset, people=2)
    sit(person, places[0])
    return places


def take(person: Person, action: str) -> None:
    """Take an action that nobody can come before; in a duel, build for a neutral player what is owed."""
    assert hands.take(person, action), action
    while person.decision is not None and person.look["phase"] == "neutral build":
        assert hands.take(person, person.decision["actions"][-1])


@pytest.mark.parametrize("preset", PRESETS)
def test_trade_build_buy_and_end_the_turn(comes: Comes, house: Served, preset: str) -> None:
    person = comes()
    places = begin(person, house, preset, positions.main(preset), ["0 drew point"])
    take(person, "bank 4 ore for 1 brick")
    assert hand(person).get("ore", 0) == 0
    take(person, "offer 1 wool for 1 brick to 1")
    take(person, "withdraw")
    take(person, "offer 2 wool for 1 ore to 1")
    act(house, places[1], "accept")
    person.until(lambda: "deal 1" in person.decision_actions(), "that the offer was accepted")
    take(person, "deal 1")
    assert (hand(person)["wool"], hand(person)["ore"]) == (2, 1)
    road, settlement, _ = BUILT.get(preset, ("road 41", "settle 29", ""))
    take(person, road)
    take(person, settlement)
    take(person, "buy")
    assert person.look["seats"][0]["cards"]["point"] == 1
    take(person, "end")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_city_and_what_is_taken_back(comes: Comes, house: Served, preset: str) -> None:
    person = comes()
    begin(person, house, preset, positions.main(preset))
    city = BUILT.get(preset, ("", "", "city 39"))[2]
    assert hands.take(person, city)
    before = person.event
    hands.undo(person)
    person.until(lambda: person.event > before and not person.look["seats"][0]["cities"], "that the city is taken back")
    take(person, city)


@pytest.mark.parametrize("preset", PRESETS)
def test_each_card_is_played(comes: Comes, house: Served, preset: str) -> None:
    person = comes()
    begin(person, house, preset, positions.main(preset))
    take(person, "monopoly brick")
    assert hand(person)["brick"] > 4
    begin(person, house, preset, positions.main(preset))
    take(person, "plenty 1 wool 1 ore")
    assert (hand(person)["wool"], hand(person)["ore"]) == (5, 5)
    begin(person, house, preset, positions.main(preset))
    take(person, "roadbuilding")
    for road in FREE_ROADS.get(preset, ("road 41", "road 45")):
        take(person, road)
    begin(person, house, preset, positions.before_roll(preset))
    take(person, "knight")
    take(person, person.decision_actions("robber")[0])
    assert person.look["seats"][0]["knights"] == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_roll_discard_and_rob(comes: Comes, house: Served, preset: str) -> None:
    person = comes()
    begin(person, house, preset, positions.before_roll(preset), ["rolled 3+4"])
    take(person, "roll")
    person.until(lambda: person.look["phase"] == "discarding", "the discards")
    take(person, "discard 2 brick 2 lumber 2 wool 2 grain 2 ore")
    person.until(lambda: person.look["phase"] == "robber moves", "the robber")
    take(person, person.decision_actions("robber")[0])


@pytest.mark.parametrize("preset", ["base", "classic", "tournament"])
def test_one_of_two_victims_is_chosen(comes: Comes, house: Served, preset: str) -> None:
    person = comes()
    begin(person, house, preset, positions.robber(preset), ["0 stole lumber from 3"])
    take(person, f"robber {positions.BUSY_HEX}")
    take(person, "rob 3")
    assert hand(person)["lumber"] == 2
