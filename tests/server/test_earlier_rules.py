"""Rooms that were stored under an earlier version of the rules go on under it."""

from __future__ import annotations

import pytest

from longroad.core.ruleset import RULES_VERSION
from longroad.server.room.state import new_game, stored_ruleset


@pytest.mark.rule("ROB-3")
def test_a_room_without_a_version_keeps_the_rule_of_then() -> None:
    assert stored_ruleset({"ruleset": "base"}).steal == "must"
    assert stored_ruleset({"ruleset": "base", "rules_version": RULES_VERSION}).steal == "any"


def test_its_game_begins_under_the_rule_of_then() -> None:
    stored = {"ruleset": "beginner,players:3", "island": "beginner,frame"}
    assert new_game(stored).ruleset.steal == "must"
