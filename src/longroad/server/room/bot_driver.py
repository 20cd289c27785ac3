"""Lets the computer players of a room act: asks them when the game waits for them, and keeps the pace.

It also spares people what is no question: an offer that they cannot pay is refused for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import math
import random
import weakref
from collections.abc import Coroutine, Sequence
from typing import Any, Protocol

from longroad.bots.self_play import seats_to_ask
from longroad.core import actions as a
from longroad.core.layout import CHANCE, WAITING
from longroad.server.bot_workers import BotWorkers, Question, Thought
from longroad.server.room.pace import Timing
from longroad.server.room.pending import Choice, choice_of
from longroad.server.room.state import RoomState
from longroad.server.wire.messages import Pace

_log = logging.getLogger(__name__)


class Stage(Protocol):
    """What a conductor needs of a room."""

    course: RoomState

    @property
    def is_watched(self) -> bool:
        """Whether somebody plays or watches; else computer players pause."""

    async def drive(self, seat: int, choice: Choice, thought: Thought | None) -> None:
        """Let a computer player act, unless its choice has changed meanwhile."""

    async def refuse(self, seat: int, choice: Choice) -> None:
        """Refuse an offer for a person who cannot pay it, unless their choice has changed meanwhile."""


class BotDriver:
    """The computer players of one room."""

    def __init__(self, stage: Stage, computers: BotWorkers, timing: Timing) -> None:
        self._stage: Stage = weakref.proxy(stage)  # so that a room that is let go of leaves the memory at once
        self._computers = computers
        self._timing = timing
        self._thinking: dict[int, asyncio.Task[None]] = {}  # by seat that decides
        self._proposing: dict[int, asyncio.Task[None]] = {}  # by seat that is asked for a proposal
        self._seed = bots_seed(stage.course)
        self._polled = -1  # the number of the ply after which proposals were last asked for
        self._chance = random.Random()
        self._pace = stage.course.settings.pace
        self._paced = asyncio.Event()  # whether the pace has changed since somebody began to wait
        self._is_closed = False

    def wake(self) -> None:
        """See who is waited for."""
        course = self._stage.course
        self._note_pace(course.settings.pace)
        if self._is_closed or course.status != "playing" or course.game is None or not self._stage.is_watched:
            return
        state = course.game.seen
        self._poll(course)
        for seat in state.to_act:
            if seat == CHANCE or seat in self._thinking:
                continue
            if not course.chairs[seat].is_driven:
                self._spare(seat)
            elif not self._proposing or seat != course.game.turn:
                self._begin(seat, self._decide(seat))

    def _begin(self, seat: int, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=f"{self._stage.course.id} seat {seat}")
        task.add_done_callback(self._ended)
        self._thinking[seat] = task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Note what went wrong, and try again after a while: whoever plays must not wait for ever."""
        if not task.cancelled() and task.exception() is not None:
            _log.error("%s failed", task.get_name(), exc_info=task.exception())
            asyncio.get_running_loop().call_later(self._timing.again, self.wake)

    def _note_pace(self, pace: Pace) -> None:
        """Let those who wait before they act look at the clock again, if the pace is another one."""
        if pace != self._pace:
            self._pace = pace
            self._paced.set()
            self._paced = asyncio.Event()

    def shut(self) -> None:
        """Stop asking."""
        self._is_closed = True
        for task in (*self._thinking.values(), *self._proposing.values()):
            task.cancel()

    async def close(self) -> None:
        """Stop asking, and wait until nobody thinks any more."""
        self.shut()
        tasks = [*self._thinking.values(), *self._proposing.values()]
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- deciding -----------------------------------------------------------------------------------------------------

    async def _decide(self, seat: int) -> None:
        try:
            course = self._stage.course
            assert course.game is not None
            state = course.game.seen
            choice = choice_of(state, seat)
            if choice is None:
                return
            is_answer = bool(state.s[WAITING] >> seat & 1)
            asked_at = asyncio.get_running_loop().time()
            thought = await self._computers.ask(self._question(seat, is_proposal=False))
            await self._keep_pace(asked_at, is_answer)
            await self._stage.drive(seat, choice, thought)
        finally:
            self._thinking.pop(seat, None)
        self.wake()

    def _spare(self, seat: int) -> None:
        """Let an offer be refused for a person who cannot pay it, so that nobody waits for the only answer there is.

        Not where several people share a screen: that nobody takes it over would tell what the hand lacks.
        """
        course = self._stage.course
        choice = course.choices.get(seat)
        is_shared = course.settings.is_hotseat and len(course.people) > 1
        if choice is not None and choice.is_only_no and not is_shared:
            self._begin(seat, self._refuse(seat, choice))

    async def _refuse(self, seat: int, choice: Choice) -> None:
        """Refuse as late as others do who could have paid: as computer players, or as people where there are more."""
        try:
            if len(self._stage.course.people) > 1:
                await asyncio.sleep(self._chance.uniform(*self._timing.people))
            else:
                await self._keep_pace(asyncio.get_running_loop().time(), is_answer=True)
            await self._stage.refuse(seat, choice)
        finally:
            self._thinking.pop(seat, None)
        self.wake()

    def _question(self, seat: int, is_proposal: bool) -> Question:
        course = self._stage.course
        assert course.game is not None
        level = course.chairs[seat].bot or self._computers.readiness.usual
        return Question(level, self._seed, course.game.view(seat), is_proposal)

    async def _keep_pace(self, asked_at: float, is_answer: bool) -> None:
        """Wait until a computer player may act; when the pace changes meanwhile, it counts at once."""
        while True:
            left = self._left(asyncio.get_running_loop().time() - asked_at, is_answer)
            if left <= 0:
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._paced.wait(), left)
                continue
            return

    def _left(self, spent: float, is_answer: bool) -> float:
        """Tell how long to wait; an answer comes at a whole number of delays, whatever it is."""
        delay = self._delay(is_answer)
        times = max(1, math.ceil(spent / delay)) if is_answer and delay > 0 else 1
        return times * delay - spent

    def _delay(self, is_answer: bool) -> float:
        course = self._stage.course
        if is_answer and not course.people:
            is_answer = False  # nobody is there who could learn anything from it
        spans = self._timing.answers if is_answer else self._timing.moves
        least, most = spans[course.settings.pace]
        return self._chance.uniform(least, most)

    # --- proposing ----------------------------------------------------------------------------------------------------

    def _poll(self, course: RoomState) -> None:
        """Ask for proposals: once after the roll, and once after each offer that was closed."""
        assert course.game is not None
        seats = [seat for seat in seats_to_ask(course.game.view()) if course.chairs[seat].is_driven]
        occasion = _last_but_proposals(course.plies)
        if not seats or self._polled == occasion:
            return
        self._polled = occasion
        for seat in seats:
            if seat not in self._proposing:
                task = asyncio.create_task(self._propose(seat), name=f"{course.id} proposal of {seat}")
                task.add_done_callback(self._ended)
                self._proposing[seat] = task

    async def _propose(self, seat: int) -> None:
        try:
            course = self._stage.course
            assert course.game is not None
            choice = choice_of(course.game.seen, seat)
            if choice is None or all(form.kind != a.PROPOSE_TRADE for form in choice.forms):
                return
            asked_at = asyncio.get_running_loop().time()
            thought = await self._computers.ask(self._question(seat, is_proposal=True))
            if thought is not None and thought.action is not None:
                await self._keep_pace(asked_at, is_answer=False)
                await self._stage.drive(seat, choice, thought)
        finally:
            self._proposing.pop(seat, None)
        self.wake()


def bots_seed(course: RoomState) -> str:
    """Give what computer players draw from: the same after a restart, and nothing that tells what chance will bring."""
    secret = course.chances.seed if course.chances.dice is None else course.chances.dice.secret
    return hashlib.sha256(f"bots {course.id} {secret}".encode()).hexdigest()


def _last_but_proposals(plies: Sequence[int]) -> int:
    """Give the number of the last ply that proposes nothing."""
    numbers = range(len(plies) - 1, -1, -1)
    return next((n for n in numbers if a.action_kind(a.ply_action(plies[n])) != a.PROPOSE_TRADE), -1)
