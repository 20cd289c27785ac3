"""The end: everything is revealed, and one can go on from there."""

from __future__ import annotations

from longroad.bench.serving import Served
from tests.browser import hands, positions
from tests.browser.axe import violations
from tests.browser.conftest import Comes
from tests.browser.setting import set_up, sit
from tests.browser.words import words


def test_whoever_wins_is_told_so_and_everything_is_revealed(comes: Comes, house: Served) -> None:
    person = comes()
    sit(person, set_up(house, positions.almost_won())[0])
    assert hands.take(person, "city 39")
    person.page.get_by_role("dialog", name=words("end.won_you")).wait_for(timeout=4000)
    assert all(seat["hand"] is not None for seat in person.look["seats"])
    assert violations(person.page) == []
