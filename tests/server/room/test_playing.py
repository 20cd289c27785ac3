"""Playing in a room: decisions and their numbers, what is refused, discards by everyone, and taking back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from longroad.server.errors import RequestError
from longroad.server.room.actions import MOST_UNDOS
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from longroad.server.wire.messages import Act
from tests.server.rooms import (
    COMPUTER,
    PERSON,
    Listener,
    act,
    decision_of,
    new_game,
    people_at,
    registry_at,
    run,
    until,
)

EIGHT, SEVEN = "rolled 3+5", "rolled 3+4"


def in_registry(folder: Path, work: Callable[[RoomRegistry], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with registry_at(folder) as registry:
            await work(registry)

    run(whole())


async def refused(room: Room, code: str, asked: Awaitable[object]) -> RequestError:
    """See that something is refused with this code, and has changed nothing."""
    before = [room.table(viewer) for viewer in (0, 1, None)]
    with pytest.raises(RequestError) as caught:
        await asked
    assert caught.value.code == code, caught.value.message
    assert [room.table(viewer) for viewer in (0, 1, None)] == before
    return caught.value


def state(room: Room) -> bytes:
    assert room.state.game is not None
    return room.state.game.seen.to_bytes()


# --- what is refused --------------------------------------------------------------------------------------------------


def test_each_bad_request_has_its_own_answer(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await people_at(registry, 3, preset="beginner", script=(EIGHT,))
        here = decision_of(room, 0).id
        illegal = await refused(room, "illegal_action", room.act(0, Act(decision=here, action="end")))
        assert illegal.rule == "TRN-1"
        assert "Roll the dice first." in illegal.message
        await refused(room, "stale_decision", room.act(0, Act(decision=here - 1, action="roll")))
        await refused(room, "stale_decision", room.act(0, Act(decision=here + 1, action="roll")))
        await refused(room, "not_your_turn", room.act(1, Act(decision=here, action="roll")))
        await refused(room, "not_seated", room.act(None, Act(decision=here, action="roll")))
        for text in ("fly", "", "0: roll", "rolled 3+4", "roll roll", "settle 99"):
            malformed = room.act(0, Act(decision=here, action=text))
            with pytest.raises(RequestError) as caught:
                await malformed
            assert caught.value.code in ("malformed", "illegal_action"), text
        await refused(room, "not_seated", room.say(None, "Hello"))
        await refused(room, "malformed", room.say(0, " \u202e\n "))
        await refused(room, "nothing_to_say", room.ask(0, 1))
        await refused(room, "unknown_seat", room.ask(0, 5))
        with pytest.raises(RequestError, match="once the game is over"):
            room.record(0, "full", "text")
        with pytest.raises(RequestError, match="watching"):
            room.record(None, "seat", "text")
        with pytest.raises(RequestError, match="Expected an edition"):
            room.record(0, "secret", "text")
        assert room.why(0, "end") is not None
        assert room.why(0, "roll") is None
        with pytest.raises(RequestError, match="is not an action"):
            room.why(0, "fly")

    in_registry(tmp_path, work)


def test_a_game_that_has_not_begun_or_is_over(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await registry.open(new_game(PERSON, COMPUTER, COMPUTER, starts=False))
        await_one = Act(decision=1, action="roll")
        with pytest.raises(RequestError, match="has not started"):
            await room.act(0, await_one)
        with pytest.raises(RequestError, match="has not started"):
            room.record(0, "public", "text")
        over, _ = await registry.open(new_game(*[COMPUTER] * 3, preset="beginner", options={"limit": 1}))
        await until(lambda: over.status == "over")
        with pytest.raises(RequestError) as caught:
            await over.act(0, await_one)
        assert caught.value.code == "game_over"

    in_registry(tmp_path, work)


def test_a_decision_is_answered_once(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await people_at(registry, 3, preset="beginner", script=(EIGHT,))
        once = Act(decision=decision_of(room, 0).id, action="roll")
        results = await asyncio.gather(*(room.act(0, once) for _ in range(5)), return_exceptions=True)
        assert [getattr(result, "code", None) for result in results].count("stale_decision") == 4
        assert len(room.state.plies) == 2

    in_registry(tmp_path, work)


# --- decisions --------------------------------------------------------------------------------------------------------


def test_everybody_discards_at_once_and_nobody_spoils_anothers_decision(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await people_at(registry, 4, preset="beginner", script=(SEVEN,), options={"discard_limit": 2})
        async with Listener(room, None) as public, Listener(room, 2):
            await act(room, 0, "roll")
            asked = {seat: decision_of(room, seat) for seat in range(4)}
            assert all(decision.forms[0].total == 1 for decision in asked.values())
            cards = {seat: next(iter(decision.forms[0].give)) for seat, decision in asked.items()}
            answers = [Act(decision=asked[seat].id, action=f"discard 1 {cards[seat]}") for seat in range(4)]
            await room.act(1, answers[1])
            assert decision_of(room, 0).id == asked[0].id
            await refused(room, "not_your_turn", room.act(1, answers[1]))
            hidden = [received.ply for update in public.updates for received in update.log if received.seat == 1]
            assert len(hidden) == 1
            assert cards[1] not in str(hidden[0])
            await asyncio.gather(*(room.act(seat, answers[seat]) for seat in (3, 0, 2)))
        last = public.updates[-1].log[0]
        assert all(f"discards 1 {cards[seat]}" in last.sentences[0] for seat in range(4)), "all are shown at the end"
        assert decision_of(room, 0).prompt == "robber_moves"

    in_registry(tmp_path, work)


def test_answers_of_others_leave_an_answer_valid(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await people_at(registry, 4, preset="beginner", script=(EIGHT,))
        await act(room, 0, "roll")
        await act(room, 0, "offer 1 brick for 1 grain")
        asked = {seat: decision_of(room, seat).id for seat in range(4)}
        assert decision_of(room, 1).prompt == "answer_offer"
        await room.act(2, Act(decision=asked[2], action="refuse"))
        await room.act(3, Act(decision=asked[3], action="counter 1 grain for 1 lumber"))
        assert decision_of(room, 1).id == asked[1]
        await room.act(1, Act(decision=asked[1], action="accept"))
        assert decision_of(room, 0).id == asked[0], "a deal more is possible, and what was possible still is"
        await room.act(0, Act(decision=asked[0], action="deal 1"))
        assert decision_of(room, 0).id != asked[0]

    in_registry(tmp_path, work)


def test_a_proposal_that_was_replaced_asks_anew(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await people_at(registry, 4, preset="beginner", script=(EIGHT,))
        await act(room, 0, "roll")
        await act(room, 1, "propose 1 grain for 1 brick")
        asked = decision_of(room, 0).id
        assert "take 1" in decision_of(room, 0).actions
        await act(room, 2, "propose 1 wool for 1 brick")
        assert decision_of(room, 0).id == asked, "another one beside it changes nothing"
        await act(room, 1, "propose 1 ore for 1 lumber")
        await refused(room, "stale_decision", room.act(0, Act(decision=asked, action="take 1")))
        await act(room, 0, "take 1")

    in_registry(tmp_path, work)


# --- taking back ------------------------------------------------------------------------------------------------------


def test_a_placement_can_be_taken_back_until_somebody_acts(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await people_at(registry, 3, options={"first_player": "given"})
        await refused(room, "cannot_undo", room.undo(0))
        before, number = state(room), room.last_event
        await act(room, 0, "settle 17")
        assert decision_of(room, 0).can_undo
        await refused(room, "cannot_undo", room.undo(1))
        await refused(room, "not_seated", room.undo(None))
        async with Listener(room, 1) as listener:
            await room.undo(0)
        assert state(room) == before
        assert room.last_event == number + 2, "numbers are never used again"
        assert listener.updates[-1].log[-1].is_undone
        await act(room, 0, "settle 20")
        await act(room, 0, decision_of(room, 0).actions[0])
        assert decision_of(room, 0).can_undo
        await act(room, 1, decision_of(room, 1).actions[0])
        wrong = await refused(room, "cannot_undo", room.undo(0))
        assert "has acted since" in wrong.message
        assert "settle 17" not in room.record(None, "public", "text"), "the record is the surviving line"
        again = await registry.store.read(room.id)
        assert again is not None
        assert [event.kind for event in again.events].count("undone") == 1

    in_registry(tmp_path, work)


def test_what_chance_or_hidden_cards_followed_cannot_be_taken_back(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await people_at(registry, 3, preset="beginner", script=(SEVEN, "0 stole grain from 1"))
        await act(room, 0, "roll")
        wrong = await refused(room, "cannot_undo", room.undo(0))
        assert "has been revealed since" in wrong.message
        robber = next(action for action in decision_of(room, 0).actions if action == "robber 5")
        await act(room, 0, robber)
        if decision_of(room, 0).prompt == "victim_choice":
            await room.undo(0)
            await act(room, 0, robber)
            await act(room, 0, "rob 1")
        await refused(room, "cannot_undo", room.undo(0))
        await act(room, 0, "end")
        wrong = await refused(room, "cannot_undo", room.undo(0))
        assert "only placements" in wrong.message

    in_registry(tmp_path, work)


def test_a_turn_has_only_so_many_undos(tmp_path: Path) -> None:
    async def work(registry: RoomRegistry) -> None:
        room, _ = await people_at(registry, 3, options={"first_player": "given"})
        for _ in range(MOST_UNDOS):
            await act(room, 0, "settle 17")
            await room.undo(0)
        await act(room, 0, "settle 17")
        assert not decision_of(room, 0).can_undo
        wrong = await refused(room, "cannot_undo", room.undo(0))
        assert "10 times a turn is the limit" in wrong.message
        await act(room, 0, str(decision_of(room, 0).actions[0]))
        await refused(room, "cannot_undo", room.undo(0))
        await act(room, 1, "settle 20")
        await room.undo(1)
        await act(room, 1, "settle 20")
        assert decision_of(room, 1).can_undo, "others have their own"

    in_registry(tmp_path, work)


def test_undos_are_counted_for_each_turn_also_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner", script=("rolled 1+1",) * 4)
            await act(room, 0, "roll")
            road = next(action for action in decision_of(room, 0).actions if action.startswith("road"))
            for _ in range(MOST_UNDOS):
                await act(room, 0, road)
                await room.undo(0)
        async with registry_at(tmp_path) as registry:
            again = await registry.find(room.id)
            await act(again, 0, road)
            with pytest.raises(RequestError, match="limit"):
                await again.undo(0)
            await act(again, 0, "end")
            for seat in (1, 2):
                await act(again, seat, "roll")
                await act(again, seat, "end")
            await act(again, 0, "roll")
            assert again.state.undos == 0

    run(work())


def test_undoing_outlasts_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, options={"first_player": "given"})
            for site in (17, 20, 30):
                await act(room, 0, f"settle {site}")
                await room.undo(0)
            await act(room, 0, "settle 17")
            kept, table = state(room), room.table(0)
        async with registry_at(tmp_path) as registry:
            again = await registry.find(room.id)
            assert state(again) == kept
            assert again.table(0).decision == table.decision
            assert again.table(0).log == table.log
            await again.undo(0)
            await act(again, 0, "settle 20")

    run(work())
