"""An offer that a person cannot pay is refused for them: late enough, and like any refusal, so that nobody can tell."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from longroad.notation.actions import Action
from longroad.server.bot_workers import Question, Thought
from longroad.server.fair_queue import NOBODY, Asker
from longroad.server.room.pace import Timing
from longroad.server.room.room import Room
from longroad.server.wire.messages import Clock
from tests.server.rooms import (
    AT_ONCE,
    COMPUTER,
    NOTHING,
    PERSON,
    Inline,
    Listener,
    act,
    beginners_at,
    new_game,
    registry_at,
    run,
    until,
)

SOON = replace(AT_ONCE, people=(0.2, 0.2))
NEVER = replace(AT_ONCE, people=(60.0, 60.0))


def last(room: Room) -> str:
    assert room.state.game is not None
    return str(room.state.game.plies[-1])


def waiting(room: Room) -> list[int]:
    offer = room.table(None).snapshot.offer  # type: ignore[union-attr]
    return [] if offer is None else list(offer.waiting)


async def offered(room: Room) -> float:
    """Make seat 0 ask for grain, which seat 1 has and seat 2 has not; return the moment before."""
    await act(room, 0, "roll")
    began = asyncio.get_running_loop().time()
    await act(room, 0, "offer 1 brick for 1 grain")
    assert "0: offer 1 brick for 1 grain to 1 2" in map(str, room.state.game.plies)  # type: ignore[union-attr]
    return began


def test_who_cannot_pay_refuses_after_a_while(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, SOON) as registry:
            room = await beginners_at(registry)
            began = await offered(room)
            await until(lambda: waiting(room) == [1])
            assert asyncio.get_running_loop().time() - began >= 0.2
            assert last(room) == "2: refuse"
            await asyncio.sleep(0.3)
            assert waiting(room) == [1], "who can pay is asked"
            await act(room, 1, "accept")

    run(work())


def test_it_is_told_like_any_refusal(tmp_path: Path) -> None:
    """What the public and the others hear is what they hear when a person says no."""

    async def received(folder: Path, timing: Timing, is_by_hand: bool) -> list[Any]:
        folder.mkdir()
        async with registry_at(folder, timing) as registry:
            room = await beginners_at(registry, clock=Clock(decision_s=30, reserve_s=60))
            async with Listener(room, None) as public, Listener(room, 1) as other:
                await offered(room)
                if is_by_hand:
                    await asyncio.sleep(0.2)
                    await act(room, 2, "refuse")
                await until(lambda: waiting(room) == [1])
                await until(lambda: all(one.updates[-1].event == room.last_event for one in (public, other)))
            stored = await registry.store.read(room.id)
            assert stored is not None
            received = [timeless(listener.updates[-1].model_dump()) for listener in (public, other)]
            return [*received, sorted(stored.events[-1].body), last(room)]

    async def work() -> None:
        by_hand = await received(tmp_path / "hand", NEVER, is_by_hand=True)
        by_itself = await received(tmp_path / "itself", SOON, is_by_hand=False)
        assert by_itself == by_hand
        assert "2: refuse" in str(by_itself)

    run(work())


def timeless(received: Any) -> Any:
    """Leave out of a message what differs from game to game: seconds, and when something happened."""
    if isinstance(received, dict):
        return {key: timeless(value) for key, value in received.items() if key not in ("at", "deadline_s", "clock_s")}
    return [timeless(each) for each in received] if isinstance(received, list | tuple) else received


def test_a_counter_offer_comes_first_if_it_is_made_first(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, replace(AT_ONCE, people=(1.0, 1.0))) as registry:
            room = await beginners_at(registry)
            await offered(room)
            await act(room, 2, "counter 1 wool for 1 brick")
            await until(lambda: not room.bots._deciding)  # who would have refused has waited for long enough
            assert last(room) == "2: counter 1 wool for 1 brick"

    run(work())


def test_who_has_been_spared_can_still_propose(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, SOON) as registry:
            room = await beginners_at(registry)
            await offered(room)
            await until(lambda: waiting(room) == [1])
            await act(room, 2, "propose 1 wool for 1 brick")
            assert last(room) == "2: propose 1 wool for 1 brick"

    run(work())


def test_an_offer_that_is_withdrawn_is_not_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, SOON) as registry:
            room = await beginners_at(registry)
            await offered(room)
            await act(room, 0, "withdraw")
            await until(lambda: not room.bots._deciding)
            assert last(room) == "0: withdraw"

    run(work())


def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path, NEVER) as registry:
            room = await beginners_at(registry)
            await offered(room)
        async with registry_at(tmp_path, SOON) as registry:
            again = await registry.find(room.id)
            again.wake()
            await until(lambda: waiting(again) == [1])

    run(work())


def test_who_shares_a_screen_is_asked_all_the_same(tmp_path: Path) -> None:
    """Else everybody would see that nobody is given the screen, and why."""

    async def work() -> None:
        async with registry_at(tmp_path, SOON) as registry:
            room, _ = await registry.open(
                new_game(PERSON, PERSON, PERSON, preset="beginner", is_hotseat=True), script=NOTHING
            )
            await offered(room)
            await asyncio.sleep(0.4)
            assert waiting(room) == [1, 2]

    run(work())


class Offering(Inline):
    """Bots who offer brick for lumber on their turn, and want nothing else."""

    offered_at = 0.0

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Thought | None:
        legal = {str(action) for action in question.view.legal_actions()}
        if question.is_proposal:
            return Thought(None)
        if "end" in legal and "withdraw" not in legal:
            self.offered_at = asyncio.get_running_loop().time()
            return Thought(Action.parse("offer 1 brick for 1 lumber", 0, 3))
        return Thought(Action.parse(next(word for word in ("roll", "accept", "refuse", "end") if word in legal)))


def test_a_person_alone_answers_as_quickly_as_a_computer(tmp_path: Path) -> None:
    async def work() -> None:
        timing = replace(NEVER, answers=dict.fromkeys(AT_ONCE.answers, (0.2, 0.2)))
        async with registry_at(tmp_path, timing, Offering) as registry:
            room, _ = await registry.open(new_game(COMPUTER, PERSON, COMPUTER, preset="beginner"), script=NOTHING)
            bots = registry.bot_workers
            assert isinstance(bots, Offering)
            await until(lambda: {"1: refuse", "2: accept"} <= set(map(str, room.state.game.plies)))  # type: ignore[union-attr]
            assert asyncio.get_running_loop().time() - bots.offered_at >= 0.2

    run(work())
