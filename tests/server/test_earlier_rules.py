"""Rooms that were stored earlier go on: under the rules of then, and with the events of then."""

from __future__ import annotations

import pytest

from longroad.core.ruleset import RULES_VERSION
from longroad.server import events as e
from longroad.server.events import NewEvent
from longroad.server.room import lobby
from longroad.server.room.state import RoomState, new_game, stored_ruleset
from longroad.server.store import numbered
from longroad.server.wire.messages import NewGame


@pytest.mark.rule("ROB-3")
def test_a_room_without_a_version_keeps_the_rule_of_then() -> None:
    assert stored_ruleset({"ruleset": "base"}).steal == "must"
    assert stored_ruleset({"ruleset": "base", "rules_version": RULES_VERSION}).steal == "any"


def test_its_game_begins_under_the_rule_of_then() -> None:
    stored = {"ruleset": "beginner,players:3", "island": "beginner,frame"}
    assert new_game(stored).ruleset.steal == "must"


def test_a_bot_that_had_taken_over_still_plays() -> None:
    created = lobby.make(NewGame()).commit.events
    stored = numbered([*created, NewEvent("kept warm", {"seat": 0})], 0, 0.0)
    assert RoomState.fold("game", stored).seats[0].is_taken_over
    back = numbered([NewEvent(e.CAME_BACK, {"seat": 0})], 2, 0.0)
    assert not RoomState.fold("game", [*stored, *back]).seats[0].is_taken_over
