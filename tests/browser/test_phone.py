"""On a phone everything is reachable, and nothing overflows."""

from __future__ import annotations

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import TELEPHONE, NewPerson
from tests.browser.setting import set_up, sit


def test_a_turn_on_a_phone(new_person: NewPerson, server: Served) -> None:
    person = new_person(**TELEPHONE)
    sit(person, set_up(server, positions.main(), people=2)[0])
    for action in ("bank 4 ore for 1 brick", "offer 1 wool for 1 brick to 1", "withdraw"):
        assert pressing.take(person, action)
    pressing.close_sheet(person)
    for action in ("road 41", "city 39", "end") if person.decision_actions("city") else ("road 41", "end"):
        assert pressing.take(person, action)
