"""One game of an arena, defined by its number: any process on any machine plays it the same way.

A bot that raises, or whose answer is not a legal action, loses only that choice: the stated default is played for it
(END-2), the fault is counted, and the game goes on.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from longroad.arena import chance
from longroad.arena.luck import luck_of
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result, SeatStats
from longroad.bots.levels import make_bot
from longroad.bots.program.bot import Program
from longroad.bots.protocol import Bot
from longroad.bots.self_play import BotRequest, bot_requests, view_of
from longroad.core.history import History
from longroad.core.island.topology import ISLAND_SITE_COUNT
from longroad.core.layout import (
    CHANCE,
    CITY_CODE,
    ISLAND,
    LARGEST,
    LONGEST,
    PLAYERS,
    POINTS,
    SITE,
    TURNS,
    VICTORY_POINTS,
    WINNER,
)
from longroad.core.state import IllegalAction, State
from longroad.notation.actions import Action
from longroad.notation.positions.position import write_position

_PACKAGE: Final = Path(__file__).parents[1]


class BotFault(RuntimeError):
    """The first fault of a bot in a strict game: its seat, what went wrong, and the position before."""

    def __init__(self, seat: int, message: str, position: str) -> None:
        super().__init__(seat, message, position)  # so that it can be pickled
        self.seat, self.message, self.position = seat, message, position
        self.game = 0  # the number of the game


class LoggedGame(NamedTuple):
    """A finished game with its log."""

    result: Result
    plies: tuple[int, ...]


def play_game(spec: MatchSpec, number: int, is_strict: bool = False) -> Result:
    """Play a game of a match. Raises `BotFault` at the first fault of a bot if it is strict."""
    return log_game(spec, number, is_strict).result


def log_game(spec: MatchSpec, number: int, is_strict: bool = False) -> LoggedGame:
    """Play a game of a match, and return its log too. Raises `BotFault` like `play_game`."""
    begun = perf_counter()
    deal, seats = spec.table(number)
    seed = spec.deal_seed(deal)
    bots = [make_bot(spec.entrants[entrant], spec.bot_seed(deal, entrant)) for entrant in seats]
    with programs_running(bots):
        game = BotGame(History(State.new(spec.ruleset, seed)), bots, is_strict, spec.has_luck)
        game.play(seed)
        game.finish()
    state = game.history.state
    winner = state.s[WINNER]
    result = Result(
        number,
        deal,
        seats,
        winner=None if winner < 0 else winner,
        points=points_by_source(state),
        turns=state.m[TURNS],
        plies=len(game.history.plies),
        is_limited=_is_limited(state),
        digest=sha256(repr(game.history.plies).encode()).hexdigest()[:16],
        seconds=round(perf_counter() - begun, 6),
        stats=tuple(game.stats),
        luck=luck_of(game.outcomes, spec.ruleset.players) if spec.has_luck else None,
    )
    return LoggedGame(result, tuple(game.history.plies))


def try_game(spec: MatchSpec, number: int, is_strict: bool) -> Result | BotFault:
    """Play a game; return the fault that stopped it if it is strict and there was one."""
    try:
        return play_game(spec, number, is_strict)
    except BotFault as fault:
        fault.game = number
        return fault


@contextlib.contextmanager
def programs_running(bots: Iterable[Bot]) -> Iterator[None]:
    """Close the programs among the bots at the end of a game."""
    with contextlib.ExitStack() as stack:
        for bot in bots:
            if isinstance(bot, Program):
                stack.enter_context(bot)
        yield


class BotGame:
    """A game that bots play, whatever they answer."""

    def __init__(
        self, history: History, bots: Sequence[Bot], is_strict: bool = False, keeps_outcomes: bool = False
    ) -> None:
        self.history = history
        self._is_strict, self._keeps_outcomes = is_strict, keeps_outcomes
        self.stats = [SeatStats() for _ in bots]
        self._bots = bots
        self.outcomes: list[tuple[State, int]] = []  # of chance, each with the state before it

    def play(self, seed: int) -> None:
        """Play to the end; chance follows from the seed of the deal."""
        while not self.history.state.is_over:
            if self.history.state.is_chance:
                self._resolve_chance(seed)
            else:
                self._decide()

    def _resolve_chance(self, seed: int) -> None:
        state = self.history.state
        code = chance.outcome(state, seed)
        if self._keeps_outcomes:
            self.outcomes.append((state.copy(), code))
        self.history.push(CHANCE, code)

    def finish(self) -> None:
        """Send programs the end of the game, and collect their faults."""
        for seat, bot in enumerate(self._bots):
            if isinstance(bot, Program):
                bot.over(view_of(self.history, seat))
                for fault in bot.faults:
                    self.stats[seat].note(fault.code, fault.is_warning, fault.message)

    def _decide(self) -> None:
        """Ask the seats for a proposal or a choice, and add it; where a choice fails, play the stated default."""
        for request in bot_requests(self.history, self._bots):
            answer = self._answer(request)
            if answer is not None and self._push(request.seat, answer):
                break
            if request.is_choice:
                self.history.push_default(request.seat)

    def _answer(self, request: BotRequest) -> Action | None:
        """Ask a bot, and measure the time; None if it raises."""
        stats = self.stats[request.seat]
        begun = perf_counter()
        try:
            answer = request.ask(request.view)
            self._check_program(request.seat)
            return answer
        except BotFault:
            raise
        except Exception as error:  # whatever it is, it is the bot's fault
            self._note(request.seat, "raised", f"{type(error).__name__}: {error} ({_place_of(error)})")
            return None
        finally:
            seconds = perf_counter() - begun
            stats.seconds += seconds
            if request.is_choice:
                stats.times.add(1000 * seconds)

    def _push(self, seat: int, action: Action) -> bool:
        """Add an answer to the log, and return whether it was legal."""
        try:
            if not isinstance(action, Action):
                raise TypeError(f"the answer {action!r:.80} is not an action")
            self.history.push(seat, action.code, self._is_absent(seat))
        except (IllegalAction, TypeError) as error:
            self._note(seat, "illegal", str(error))
            return False
        return True

    def _note(self, seat: int, code: str, message: str) -> None:
        """Count a fault; a strict game ends with the first."""
        self.stats[seat].note(code, False, message)
        if self._is_strict:
            raise BotFault(seat, message, write_position(self.history.state))

    def _check_program(self, seat: int) -> None:
        """End a strict game with the first fault of a program."""
        bot = self._bots[seat]
        faults = [fault for fault in bot.faults if not fault.is_warning] if isinstance(bot, Program) else []
        if self._is_strict and faults:
            raise BotFault(seat, faults[0].message, write_position(self.history.state))

    def _is_absent(self, seat: int) -> bool:
        """Whether the stated default was played for an outside program."""
        bot = self._bots[seat]
        return isinstance(bot, Program) and bot.is_absent


def _place_of(error: BaseException) -> str:
    """Return the file and line where a bot raised: the last one that is not this package's, if there is one."""
    asked, *called = traceback.extract_tb(error.__traceback__)  # one frame if the bot could not be called
    frames = called or [asked]
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)]
    frame = (own or frames)[-1]
    path = Path(frame.filename)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{shown}:{frame.lineno}, in {frame.name}"


def points_by_source(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the victory points of each seat by source, in the order of `SOURCES`.

    >>> from longroad.core.ruleset import Ruleset
    >>> points_by_source(State.new(Ruleset.preset("beginner", players=3)))
    ((2, 0, 0, 0, 0), (2, 0, 0, 0, 0), (2, 0, 0, 0, 0))
    """
    s = state.s
    codes = s[SITE : SITE + ISLAND_SITE_COUNT[s[ISLAND]]]
    return tuple(
        (
            codes.count(1 + seat),
            2 * codes.count(1 + CITY_CODE + seat),
            2 * (s[LONGEST] == seat),
            2 * (s[LARGEST] == seat),
            state.points(seat) - s[POINTS + seat],
        )
        for seat in range(s[PLAYERS])
    )


def _is_limited(state: State) -> bool:
    """Return whether a game ended at the turn limit, before anybody had the points to win."""
    winner = state.s[WINNER]
    return winner < 0 or state.points(winner) < state.s[VICTORY_POINTS]
