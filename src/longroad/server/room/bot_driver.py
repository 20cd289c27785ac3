"""Drives the bots of a room: asks them when the game waits for them, keeps the pace, and submits what they choose.

It also answers for people: it refuses offers that they cannot pay, and gives the answer where only one is possible.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import random
from collections.abc import Coroutine, Sequence
from contextvars import Context
from typing import Any

from longroad.bots.self_play import seats_to_ask
from longroad.core import actions as a
from longroad.core.layout import CHANCE, WAITING
from longroad.narration import Phrase
from longroad.server.bot_workers import BotWorkers, Question, Thought
from longroad.server.errors import RequestError
from longroad.server.fair_queue import Asker
from longroad.server.room import actions
from longroad.server.room.actions import Commit
from longroad.server.room.automatic import has_observers, is_auto_refused, is_automatic, is_pass
from longroad.server.room.clock import Clock
from longroad.server.room.commits import CommitQueue
from longroad.server.room.pace import Timing
from longroad.server.room.pending import Choice, choice_of
from longroad.server.room.presence import Presence
from longroad.server.room.state import RoomState
from longroad.server.wire.messages import Act, Pace

NO_COMMIT = Commit([])

_log = logging.getLogger(__name__)


class BotDriver:
    """The bots of one room, and their answers to people."""

    def __init__(
        self,
        state: RoomState,
        commits: CommitQueue,
        clock: Clock,
        presence: Presence,
        workers: BotWorkers,
        timing: Timing,
        address: str = "",
    ) -> None:
        self._state = state
        self._commits = commits
        self._clock = clock
        self._presence = presence
        self._workers = workers
        self._asker = Asker(address, state.id)
        self._timing = timing
        self.reasons: dict[int, str | Phrase] = {}  # by seat: why a bot last answered an offer as it did
        self._deciding: dict[int, asyncio.Task[None]] = {}  # by seat
        self._proposing: dict[int, asyncio.Task[None]] = {}  # by seat that is asked for a proposal
        self._due: dict[int, tuple[int, float]] = {}  # by seat: a decision, and when the answer may be seen
        self._seed = _bots_seed(state)
        self._polled = -1  # the number of the ply after which proposals were last asked for
        self._random = random.Random()
        self._pace = state.settings.pace
        self._pace_changed = asyncio.Event()  # set when the pace changes while a bot waits
        self._closed = asyncio.Event()

    def wake(self) -> None:
        """Ask the bots that the game waits for."""
        state = self._state
        self._note_pace(state.settings.pace)
        if self._closed.is_set() or state.status != "playing" or state.game is None or not self._presence.is_watched:
            return
        self._poll()
        for seat in state.game.to_act:
            if seat == CHANCE or seat in self._deciding:
                continue
            if state.seats[seat].is_played_by_bot:
                if not self._proposing or seat != state.game.turn:
                    self._deciding[seat] = self._start(f"seat {seat}", self._decide(seat))
                continue
            self._note_question(seat)
            if is_auto_refused(state, seat):
                self._deciding[seat] = self._start(f"seat {seat}", self._refuse(seat, state.choices[seat]))
            elif is_automatic(state, seat):
                self._deciding[seat] = self._start(f"seat {seat}", self._answer_only(seat, state.choices[seat]))

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        # In a context of its own: it has nothing to do with the request that woke the room.
        task = asyncio.create_task(work, name=f"{self._state.id} {name}", context=Context())
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Log an error, and try again after a while, so that the game does not hang."""
        if not task.cancelled() and task.exception() is not None:
            _log.error("%s failed", task.get_name(), exc_info=task.exception())
            asyncio.get_running_loop().call_later(self._timing.again, self.wake)

    def _note_pace(self, pace: Pace) -> None:
        """Wake those who wait before they act, if the pace has changed."""
        if pace != self._pace:
            self._pace = pace
            self._pace_changed.set()
            self._pace_changed = asyncio.Event()

    def shut(self) -> None:
        """Stop asking."""
        self._closed.set()
        for task in (*self._deciding.values(), *self._proposing.values()):
            task.cancel()

    async def close(self) -> None:
        """Stop asking, and wait until all tasks have ended."""
        self.shut()
        tasks = [*self._deciding.values(), *self._proposing.values()]
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- deciding -----------------------------------------------------------------------------------------------------

    async def _decide(self, seat: int) -> None:
        try:
            assert self._state.game is not None
            position = self._state.game.seen
            choice = choice_of(position, seat) if seat in position.to_act else None
            if choice is None:  # somebody else has acted since the bot was woken
                return
            thought = await self._thought(seat, is_answer=bool(position.s[WAITING] >> seat & 1))
            await self.submit(seat, choice, thought)
        finally:
            self._deciding.pop(seat, None)
        self.wake()

    async def _thought(self, seat: int, is_answer: bool) -> Thought | None:
        """Return what a bot chooses, when it may act.

        An answer to an offer comes at a moment that is drawn before the bot begins to think: one that cannot pay thinks
        for a shorter time. If it is still thinking then, a quick answer is taken in its place.
        """
        question = self._question(seat, is_proposal=False)
        thinking = asyncio.ensure_future(self._workers.ask(question, self._asker))
        try:
            await self._keep_pace(is_answer)
            is_late = not thinking.done() and is_answer and self._is_masked
            return self._workers.answer_now(question) if is_late else await thinking
        finally:
            thinking.cancel()

    async def submit(self, seat: int, choice: Choice, thought: Thought | None) -> None:
        """Play a bot's choice, unless what it can choose has changed meanwhile."""
        await self._commits.submit(lambda: self._commit(seat, choice, thought))

    def _commit(self, seat: int, choice: Choice, thought: Thought | None) -> Commit:
        """Build the commit of a bot's action, or of the stated default if it failed."""
        game = self._state.game
        is_stale = game is None or game.is_over or not choice.outlasts(choice_of(game.seen, seat))
        if game is None or is_stale or not self._state.seats[seat].is_played_by_bot:
            return NO_COMMIT
        if thought is not None and thought.action is not None:
            with contextlib.suppress(RequestError):  # an illegal action counts as none
                commit = actions.ply(self._state, seat, thought.action.code)
                is_answer = bool(game.seen.s[WAITING] >> seat & 1)
                if is_answer and self._state.seats[seat].kind == "computer":  # a person's hand is not explained
                    self.reasons[seat] = thought.why
                return commit
        if seat not in game.to_act:
            return NO_COMMIT
        self.reasons.pop(seat, None)
        return actions.default(self._state, seat)

    # --- answering for people -----------------------------------------------------------------------------------------

    def _note_question(self, seat: int) -> None:
        """Note when a person's answer may be seen: always after the same time, so that it tells nothing of the hand."""
        decision = self._state.decisions.get(seat, 0)
        if self._due.get(seat, (None, 0.0))[0] != decision:
            now = asyncio.get_running_loop().time()
            self._due[seat] = decision, now + self._timing.passes

    def is_held_back(self, viewer: int | None, request: Act) -> bool:
        """Whether an action waits before it is seen: who could have built passes no sooner than who is passed for."""
        return viewer is not None and is_pass(self._state, viewer, request)

    async def hold_back(self, viewer: int | None, request: Act) -> None:
        """Wait until a person's action may be seen."""
        if viewer is not None and self.is_held_back(viewer, request):
            await self._hold(viewer)

    async def _hold(self, seat: int) -> None:
        """Wait until the answer of a seat may be seen, or until the room closes."""
        _, due = self._due.get(seat, (None, 0.0))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), due - asyncio.get_running_loop().time())

    async def _answer_only(self, seat: int, choice: Choice | None) -> None:
        """Take the only possible action: as late as anybody's, or at the pace of bots if nobody else is there."""
        try:
            if has_observers(self._state):
                await self._hold(seat)
            else:
                await self._keep_pace(is_answer=False)
            await self._commits.submit(lambda: self._answer(seat, choice, None if choice is None else choice.only))
        finally:
            self._deciding.pop(seat, None)
        self.wake()

    async def _refuse(self, seat: int, choice: Choice | None) -> None:
        """Refuse after the same delay as others who could have paid: bots, or people if there are several."""
        try:
            if len(self._state.people) > 1:
                await asyncio.sleep(self._random.uniform(*self._timing.people))
            else:
                await self._keep_pace(is_answer=True)
            await self._commits.submit(lambda: self._answer(seat, choice, a.REFUSE))
        finally:
            self._deciding.pop(seat, None)
        self.wake()

    def _answer(self, seat: int, choice: Choice | None, code: int | None) -> Commit:
        """Build the commit of an answer for a person, unless their choice has changed meanwhile."""
        game = self._state.game
        if game is None or game.is_over or self._state.seats[seat].is_played_by_bot or code is None:
            return NO_COMMIT
        if choice is None or not choice.outlasts(self._state.choices.get(seat)):
            return NO_COMMIT
        return actions.ply(self._state, seat, code, reserve=self._clock.reserve(seat))

    def _question(self, seat: int, is_proposal: bool) -> Question:
        assert self._state.game is not None
        level = self._state.seats[seat].bot or self._workers.readiness.usual
        return Question(level, self._seed, self._state.game.view(seat), is_proposal)

    # --- the pace -----------------------------------------------------------------------------------------------------

    async def _keep_pace(self, is_answer: bool) -> None:
        """Wait until a bot may act; a change of the pace counts at once."""
        began = asyncio.get_running_loop().time()
        while True:
            left = began + self._delay(is_answer) - asyncio.get_running_loop().time()
            if left <= 0:
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._pace_changed.wait(), left)
                continue
            return

    def _delay(self, is_answer: bool) -> float:
        """Draw how long a bot takes to act."""
        spans = self._timing.answers if is_answer and self._state.people else self._timing.moves
        return self._random.uniform(*spans[self._state.settings.pace])

    @property
    def _is_masked(self) -> bool:
        """Whether the delay of an answer must not reveal how long a bot thinks: somebody is there to notice."""
        return bool(self._state.people) and self._timing.answers[self._state.settings.pace][1] > 0

    # --- proposing ----------------------------------------------------------------------------------------------------

    def _poll(self) -> None:
        """Ask for proposals: once after the roll, and once after each offer that was closed."""
        state = self._state
        assert state.game is not None
        if not any(seat.is_played_by_bot for seat in state.seats):
            return
        seats = [seat for seat in seats_to_ask(state.game.view()) if state.seats[seat].is_played_by_bot]
        occasion = _last_but_proposals(state.plies)
        if not seats or self._polled == occasion:
            return
        self._polled = occasion
        for seat in seats:
            if seat not in self._proposing:
                self._proposing[seat] = self._start(f"proposal of {seat}", self._propose(seat))

    async def _propose(self, seat: int) -> None:
        try:
            assert self._state.game is not None
            choice = choice_of(self._state.game.seen, seat)
            if choice is not None and any(form.kind == a.PROPOSE_TRADE for form in choice.forms):
                await self._propose_if_wanted(seat, choice)
        finally:
            self._proposing.pop(seat, None)
        self.wake()  # the bot on turn has waited for it

    async def _propose_if_wanted(self, seat: int, choice: Choice) -> None:
        pausing = asyncio.ensure_future(self._keep_pace(is_answer=False))
        try:
            thought = await self._workers.ask(self._question(seat, is_proposal=True), self._asker)
            if thought is not None and thought.action is not None:
                await pausing
                await self.submit(seat, choice, thought)
        finally:
            pausing.cancel()


def _bots_seed(state: RoomState) -> str:
    """Return the seed of bots: the same after a restart, and independent of chance."""
    secret = state.chances.seed if state.chances.dice is None else state.chances.dice.secret
    return hashlib.sha256(f"bots {state.id} {secret}".encode()).hexdigest()


def _last_but_proposals(plies: Sequence[int]) -> int:
    """Return the number of the last ply that is not a proposal."""
    numbers = range(len(plies) - 1, -1, -1)
    return next((n for n in numbers if a.action_kind(a.ply_action(plies[n])) != a.PROPOSE_TRADE), -1)
