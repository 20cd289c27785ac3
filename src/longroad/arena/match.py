"""One game of an arena, from its number alone: any process on any machine plays it the same.

A bot that raises, or answers what is no legal action, loses nothing but the choice: the safe default is played for it
(END-2), the fault is counted, and the game goes on.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from time import perf_counter

from longroad.arena import fate
from longroad.arena.question import Question
from longroad.arena.result import Conduct, Result
from longroad.bots.levels import make_bot
from longroad.bots.program.bot import Program
from longroad.bots.protocol import Bot
from longroad.bots.self_play import Asking, askings, view_of
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


def play_game(question: Question, number: int) -> Result:
    """Play a game of a question."""
    begun = perf_counter()
    deal, seats = question.table(number)
    seed = question.deal_seed(deal)
    bots = [make_bot(question.entrants[entrant], question.bot_seed(deal, entrant)) for entrant in seats]
    with at_table(bots):
        match = Match(History(State.new(question.ruleset, seed)), bots)
        match.play(seed)
        match.dismiss()
    state = match.history.state
    winner = state.s[WINNER]
    return Result(
        number,
        deal,
        seats,
        winner=None if winner < 0 else winner,
        points=points_by_source(state),
        turns=state.m[TURNS],
        plies=len(match.history.plies),
        is_limited=_is_limited(state),
        digest=sha256(repr(match.history.plies).encode()).hexdigest()[:16],
        seconds=round(perf_counter() - begun, 6),
        conduct=tuple(match.conduct),
    )


@contextlib.contextmanager
def at_table(bots: Iterable[Bot]) -> Iterator[None]:
    """Have the programs among computer players run as long as a game lasts."""
    with contextlib.ExitStack() as stack:
        for bot in bots:
            if isinstance(bot, Program):
                stack.enter_context(bot)
        yield


class Match:
    """A game that is being played by computer players, whatever they answer."""

    def __init__(self, history: History, bots: Sequence[Bot]) -> None:
        self.history = history
        self.conduct = [Conduct() for _ in bots]
        self._bots = bots

    def play(self, seed: int) -> None:
        """Play on to the end; the seed of the deal decides about chance."""
        while not self.history.state.is_over:
            if self.history.state.is_chance:
                self.history.push(CHANCE, fate.outcome(self.history.state, seed))
            else:
                self._decide()

    def dismiss(self) -> None:
        """Tell outside programs how the game has ended, and take over their faults."""
        for seat, bot in enumerate(self._bots):
            if isinstance(bot, Program):
                bot.over(view_of(self.history, seat))
                for fault in bot.faults:
                    self.conduct[seat].note(fault.code, fault.is_warning, fault.message)

    def _decide(self) -> None:
        """Add what a seat proposes unasked or, if it was to choose, chooses; the default where it has no answer."""
        for asking in askings(self.history, self._bots):
            answer = self._answer(asking)
            if answer is not None and self._push(asking.seat, answer):
                break
            if asking.is_choice:
                self.history.push_default(asking.seat)

    def _answer(self, asking: Asking) -> Action | None:
        """Ask a bot, and take the time; None if it raises."""
        conduct = self.conduct[asking.seat]
        begun = perf_counter()
        try:
            return asking.ask(asking.view)
        except Exception as error:  # whatever it is, it is the bot's
            conduct.note("raised", False, f"{type(error).__name__}: {error}")
            return None
        finally:
            seconds = perf_counter() - begun
            conduct.seconds += seconds
            if asking.is_choice:
                conduct.times.add(1000 * seconds)

    def _push(self, seat: int, action: Action) -> bool:
        """Add an answer to the log, and tell whether it was legal."""
        try:
            if not isinstance(action, Action):
                raise TypeError(f"the answer {action!r:.80} is no action")
            self.history.push(seat, action.code, self._is_absent(seat))
        except (IllegalAction, TypeError) as error:
            self.conduct[seat].note("illegal", False, str(error))
            return False
        return True

    def _is_absent(self, seat: int) -> bool:
        """Tell whether an outside program has left its choice to the default."""
        bot = self._bots[seat]
        return isinstance(bot, Program) and bot.is_absent


def points_by_source(state: State) -> tuple[tuple[int, ...], ...]:
    """Tell for each seat where its victory points come from, in the order of `SOURCES`.

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
    """Tell whether a game ended without the points that win."""
    winner = state.s[WINNER]
    return winner < 0 or state.points(winner) < state.s[VICTORY_POINTS]
