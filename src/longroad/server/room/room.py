"""A room: people and computer players around one game. Every event is stored before it is told."""

from __future__ import annotations

from typing import Final, Protocol

from longroad.core import actions as a
from longroad.core.layout import WAITING
from longroad.core.legality.codes import Refusal
from longroad.narration import ENGLISH, Said, Words
from longroad.server import events as e
from longroad.server.bot_workers import Thought
from longroad.server.errors import RequestError
from longroad.server.events import NewEvent
from longroad.server.room import actions as play
from longroad.server.room import gathering, lobby
from longroad.server.room.actions import Commit
from longroad.server.room.gathering import Gathering
from longroad.server.room.lobby import NewRoom, hash_of
from longroad.server.room.pending import Choice, choice_of
from longroad.server.room.record import record_of
from longroad.server.room.state import RoomState
from longroad.server.wire.messages import Act, Join, Pace, Seated, SeatWish

MOST_SAID: Final = 300  # letters of a line of chat


class House(gathering.House, Protocol):
    """What a room needs of the hall that it is in."""

    async def open_made(self, making: NewRoom) -> Room:
        """Open a room that has been made."""

    async def find(self, game: str) -> Room:
        """Find a room."""


class Room(Gathering):
    """A room: people and computer players around one game."""

    def __init__(self, house: House, course: RoomState, tokens: dict[int, str]) -> None:
        super().__init__(house, course, tokens)
        self._hall = house
        self._whys: dict[int, str | Said] = {}  # by seat: why a computer player last answered an offer as it did

    # --- asking -------------------------------------------------------------------------------------------------------

    def viewer_of(self, token: str | None, seat: int | None = None) -> int | None:
        """Return the seat that a token holds, None to watch. Raises `RequestError` if it does not hold `seat`."""
        held = self._held(token)
        if seat is not None and seat not in held:
            lobby.seat_of(self.course, seat)
            raise RequestError("wrong_seat", Said("wrong.not_your_seat", {"seat": seat}))
        return seat if seat is not None else min(held, default=None)

    def _held(self, token: str | None) -> list[int]:
        if not token:
            return []
        hashed = hash_of(token)
        return [seat for seat, held in self._tokens.items() if held == hashed]

    def why(self, viewer: int | None, action: str) -> Refusal | None:
        """Tell which rule forbids an action. Raises `RequestError`."""
        game, seat = play.playing(self.course), play.seated(viewer)
        return game.view(seat).why_not(play.read(self.course, seat, action))

    def record(self, viewer: int | None, edition: str, format: str) -> str:  # noqa: A002
        """Write the game down; everything only once it is over. Raises `RequestError`."""
        return record_of(self.course, viewer, edition, format)

    # --- before and after the game ------------------------------------------------------------------------------------

    async def join(self, wish: Join, token: str | None = None) -> Seated:
        """Take an open seat, keep the seat already held, or move to the named one. Raises `RequestError`."""
        return await self._whole(self._join(wish, token))

    async def _join(self, wish: Join, token: str | None) -> Seated:
        async with self._lock:
            held = self._held(token)
            if token and held:
                seat = held[0] if wish.seat is None else wish.seat
                if seat in held:
                    await self._come_back(seat)
                else:
                    there = SeatWish(kind="person", name=wish.name)
                    await self._commit(lobby.change(self.course, held[0], seat, there, hash_of(token)))
                return lobby.seated_as(self.id, seat, token)
            making = lobby.join(self.course, wish)
            await self._commit(making.order)
            if making.seat is not None:
                self.greet(making.seat)
            return lobby.seated_as(self.id, making.seat, making.token)

    async def change_seat(self, viewer: int | None, seat: int, wish: SeatWish) -> None:
        """Change who sits on a seat, or take another one. Raises `RequestError`."""

        def order(own: int | None) -> Commit:
            token_hash = None if own is None else self._tokens.get(own)
            return lobby.change(self.course, own, seat, wish, token_hash, self._hall.computers.readiness.usual)

        await self._do_as(viewer, order)

    async def start(self, viewer: int | None, begin: str | None = None, script: tuple[str, ...] = ()) -> None:
        """Start the game; tests may give a position and scripted chance. Raises `RequestError`."""

        def order(own: int | None) -> Commit:
            lobby.check_start(self.course, own)
            return play.start(self.course, begin, script)

        await self._do_as(viewer, order)

    async def ready(self, viewer: int | None, is_ready: bool = True) -> None:
        """Say that the game may begin, or had better not. Raises `RequestError`."""
        await self._do_as(viewer, lambda own: lobby.ready(self.course, own, is_ready))

    async def add_text(self, viewer: int | None, text: str) -> None:
        """Add a text to verifiable dice, or another one. Raises `RequestError`."""
        await self._do_as(viewer, lambda own: lobby.add_text(self.course, own, text))

    async def set_pace(self, viewer: int | None, pace: Pace) -> None:
        """Change the pace of computer players, at once. Raises `RequestError`."""
        await self._do_as(viewer, lambda own: lobby.set_pace(self.course, own, pace))

    async def leave(self, viewer: int | None) -> None:
        """Give a seat up before the game; during it a computer player takes over. Raises `RequestError`."""
        await self._do_as(viewer, lambda own: lobby.leave(self.course, own))

    async def again(self, viewer: int | None, token: str) -> Seated:
        """Create a room with the same people and settings, or join it; tokens stay valid. Raises `RequestError`."""
        return await self._whole(self._again(play.seated(viewer), token))

    async def _again(self, seat: int, token: str) -> Seated:
        async with self._lock:
            if self.course.status != "over":
                raise RequestError("not_over", Said("wrong.not_over"))
            if self.course.followed_by is not None:
                room = await self._hall.find(self.course.followed_by)
                return room.seated_there(token)
            room = await self._hall.open_made(lobby.again(self.course, seat, self._tokens))
            await self._commit(Commit([NewEvent(e.FOLLOWED, {"game": room.id})]))
        if len(set(self._tokens.values())) == 1:
            await room.start(seat)
        return room.seated_there(token)

    def seated_there(self, token: str) -> Seated:
        """Tell whoever held a seat in the game before which one it is here. Raises `RequestError`."""
        seat = self.viewer_of(token)
        if seat is None:
            raise RequestError("seat_taken", Said("wrong.seat_given"))
        return lobby.seated_as(self.id, seat, token)

    # --- playing ------------------------------------------------------------------------------------------------------

    async def act(self, viewer: int | None, act: Act) -> None:
        """Take an action. Raises `RequestError`."""
        await self._whole(self._act(viewer, act))

    async def _act(self, viewer: int | None, act: Act) -> None:
        async with self._lock:
            seat, code = play.answer(self.course, viewer, act)
            await self._come_back(seat)
            await self._commit(play.ply(self.course, seat, code, reserve=self._time.reserve(seat)))

    async def undo(self, viewer: int | None) -> None:
        """Take the last placement back. Raises `RequestError`."""
        await self._do_as(viewer, lambda own: play.undo(self.course, own))

    async def say(self, viewer: int | None, text: str) -> None:
        """Say something in the chat. Raises `RequestError`."""
        line = lobby.clean_line(text, MOST_SAID)
        if not line:
            raise RequestError("malformed", Said("wrong.nothing_said"))
        await self._do_as(viewer, lambda own: Commit([NewEvent(e.SAID, {"seat": play.seated(own), "text": line})]))

    async def ask(self, viewer: int | None, seat: int, words: Words = ENGLISH) -> None:
        """Ask a bot why it answered an offer as it did; it replies in the chat, once. Raises `RequestError`."""
        play.seated(viewer)
        chair = self.course.chairs[lobby.seat_of(self.course, seat)]
        why = self._whys.pop(seat, "")
        if not why:
            raise RequestError("nothing_to_say", Said("wrong.nothing_to_say", {"name": chair.name}))
        line = lobby.clean_line(words.sentence(why), MOST_SAID)
        await self._do(lambda: Commit([NewEvent(e.SAID, {"seat": seat, "text": line})]))

    async def drive(self, seat: int, choice: Choice, thought: Thought | None) -> None:
        """Let a computer player act, unless its choice has changed meanwhile; what fails becomes the stated default."""
        await self._whole(self._drive(seat, choice, thought))

    async def _drive(self, seat: int, choice: Choice, thought: Thought | None) -> None:
        async with self._lock:
            game = self.course.game
            if game is None or game.is_over or not self.course.chairs[seat].is_driven:
                return
            if not choice.outlasts(choice_of(game.seen, seat)):
                return
            action = None if thought is None else thought.action
            is_answer = bool(game.seen.s[WAITING] >> seat & 1)
            if thought is not None and action is not None and game.why_not(action, seat) is None:
                await self._commit(play.ply(self.course, seat, action.code))
                if is_answer and self.course.chairs[seat].kind == "computer":  # a person's hand is not explained
                    self._whys[seat] = thought.why
            elif seat in game.to_act:
                await self._commit(play.default(self.course, seat))
                self._whys.pop(seat, None)

    async def refuse(self, seat: int, choice: Choice) -> None:
        """Refuse an offer for a person who cannot pay it, unless their choice has changed meanwhile."""
        await self._whole(self._refuse(seat, choice))

    async def _refuse(self, seat: int, choice: Choice) -> None:
        async with self._lock:
            game = self.course.game
            if game is None or game.is_over or self.course.chairs[seat].is_driven:
                return
            if choice.outlasts(choice_of(game.seen, seat)):
                await self._commit(play.ply(self.course, seat, a.REFUSE, reserve=self._time.reserve(seat)))
