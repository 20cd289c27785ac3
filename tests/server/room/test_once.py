"""On the way of one action nothing is computed twice: legality, what people can do, and the text of the ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from longroad.core.layout import CHANCE
from longroad.core.legality.refusal import refusal
from longroad.core.legality.words import list_legal
from longroad.notation.actions import Action, Ply
from longroad.server.room.state import RoomState
from longroad.server.wire.messages import Act
from tests.server.rooms import (
    Listener,
    act,
    computers_at,
    decision_of,
    people_at,
    registry_at,
    run,
    settle,
    until,
)

PEOPLE = 4


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what is computed from here on."""
    counted: Counter[str] = Counter()

    def count(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*arguments: Any) -> Any:
            counted[name] += 1
            return function(*arguments)

        return counting

    def counting_refusal(s: Any, m: Any, seat: int, action: int) -> int:
        counted["refusal of chance" if seat == CHANCE else "refusal"] += 1
        return int(refusal(s, m, seat, action))

    monkeypatch.setattr("longroad.core.state.refusal", counting_refusal)
    monkeypatch.setattr("longroad.core.state.list_legal", count("list_legal", list_legal))
    monkeypatch.setattr(Ply, "parse", count("parse ply", Ply.parse))
    monkeypatch.setattr(Action, "parse", count("parse action", Action.parse))
    return counted


async def counted_act(folder: Path, calls: Counter[str], before: list[str], action: str) -> Counter[str]:
    """Count what one action costs a room of people who all subscribe."""
    async with registry_at(folder) as registry, AsyncExitStack() as stack:
        room, _ = await people_at(registry, PEOPLE, preset="beginner", script=("rolled 2+6",))
        for seat in range(PEOPLE):
            await stack.enter_async_context(Listener(room, seat))
        for earlier in before:
            await act(room, 0, earlier)
        request = Act(decision=decision_of(room, 0).id, action=action)
        await settle()
        calls.clear()
        await room.act(0, request)
        await settle()
        return calls.copy()


def test_an_action_is_checked_and_parsed_once(tmp_path: Path, calls: Counter[str]) -> None:
    counts = run(counted_act(tmp_path, calls, ["roll"], "offer 1 brick for 1 grain"))
    assert counts["refusal"] == 1
    assert counts["refusal of chance"] == 0
    assert counts["parse action"] == 1, "as it came from the person"
    assert counts["parse ply"] == 0, "what the server has written itself is not read again"


def test_an_outcome_of_chance_is_checked_once_too(tmp_path: Path, calls: Counter[str]) -> None:
    counts = run(counted_act(tmp_path, calls, [], "roll"))
    assert (counts["refusal"], counts["refusal of chance"]) == (1, 1)
    assert counts["parse action"] == 2, "the person's action and the scripted roll"
    assert counts["parse ply"] == 0


def test_what_people_can_do_is_listed_once_for_each_of_them(tmp_path: Path, calls: Counter[str]) -> None:
    counts = run(counted_act(tmp_path, calls, ["roll"], "offer 1 brick for 1 grain"))
    assert counts["list_legal"] <= PEOPLE


def test_each_stored_ply_of_a_long_game_is_parsed_and_checked_once(tmp_path: Path, calls: Counter[str]) -> None:
    async def folded() -> tuple[RoomState, RoomState]:
        async with registry_at(tmp_path) as registry:
            room = await computers_at(registry, 40)
            await until(lambda: room.status == "over")
            stored = await registry.store.read(room.id)
            assert stored is not None
            calls.clear()
            return room.state, RoomState.fold(room.id, stored.events)

    live, again = run(folded())
    assert (again.game, again.plies) == (live.game, live.plies)
    assert calls["parse ply"] == calls["parse action"] == len(again.plies) > 100
    assert calls["refusal"] + calls["refusal of chance"] == len(again.plies)
