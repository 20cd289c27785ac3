"""Bots that are separate programs, in any language (docs/howto/program.md).

A program reads requests from its standard input and writes answers to its standard output. Whatever it does, the game
goes on: after a late, malformed or illegal answer the program gets one warning, then the stated default is played
(END-2). A program that ends, or stays silent even after a warning, is restarted once in a game; after that the default
is always played. Each of these faults is kept in `faults`.
"""

from __future__ import annotations

import shlex
import weakref
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final, NamedTuple

from longroad.bots.levels import PREFIX
from longroad.bots.program.messages import Act, Analysed, Begin, Clock, Played, Refused
from longroad.bots.program.session import BadProgram, Ended, Late, Malformed, Session
from longroad.bots.program.views import begin_of, program_seed
from longroad.bots.protocol import awaited_seat, seat_of
from longroad.core.actions import PROPOSE_TRADE
from longroad.core.layout import ROBBER
from longroad.core.rules.absent import default_action
from longroad.core.rules.hands import is_unlimited
from longroad.game.analysis import BUDGETS, Analysis, BudgetName
from longroad.game.view import View
from longroad.notation.actions import Action, action_of
from longroad.notation.errors import InvalidNotation

RESTARTS: Final = 1  # in a game
ANALYSIS_S: Final = 60.0  # for an analysis: the first may have to wait for a compiler
UNASKED: Final = "I haven't chosen anything yet."
UNSAID: Final = "The program does not say why."
UNUSABLE: Final = "The program gave no answer that could be used, so the stated default was played."


class Fault(NamedTuple):
    """A fault of a program: the number of plies before it, what went wrong, and the default that was played, if any.

    The codes are `late`, `malformed`, `too_large`, `illegal_action` and `ended`.
    """

    ply: int
    code: str
    message: str
    rule: str | None = None
    is_warning: bool = True
    played: str | None = None


class _Unusable(Exception):
    """An answer that cannot be used, and why."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.rule = code, message, rule


@dataclass(frozen=True)
class Limits:
    """The time limits of a program in seconds: for each decision, a reserve for the whole game, and for its start.

    >>> Limits.leading(["decision_s=0.5", "python", "bot.py"])
    (Limits(decision_s=0.5, reserve_s=30.0, start_s=120.0), ['python', 'bot.py'])
    """

    decision_s: float = Clock.decision_s
    reserve_s: float = Clock.reserve_s
    start_s: float = 120.0

    @classmethod
    def leading(cls, words: list[str]) -> tuple[Limits, list[str]]:
        """Split leading limits from a command. Raises `BadProgram` if one is not a number of seconds."""
        limits, rest = cls(), list(words)
        while rest and rest[0].partition("=")[0] in cls.__dataclass_fields__:
            name, _, value = rest.pop(0).partition("=")
            try:
                seconds = float(value)
            except ValueError:
                seconds = -1.0
            if not 0 <= seconds <= 36_000:
                raise BadProgram(f"{name}={value}: expected 0 to 36000 seconds")
            limits = replace(limits, **{name: seconds})
        return limits, rest


class Program:
    """A bot that is a program; `command` may begin with limits, as in `decision_s=5 python bot.py`.

    Raises `BadProgram` if the program cannot be started or does not answer the greeting.

    >>> import sys
    >>> from longroad import Game
    >>> with Program(f"{sys.executable} -m longroad.cli bot novice", seed=1) as bot:
    ...     print(bot.name, bot.choose(Game("beginner").view(0)), bot.explain(), sep=", ")
    novice, roll, There's nothing better to do before rolling.
    """

    def __init__(self, command: str, seed: int | str = 0) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BadProgram(f"{PREFIX}{command}: this is not a command line: {error}") from None
        self.limits, self._command = Limits.leading(words)
        if not self._command:
            raise BadProgram(f"{PREFIX}{command}: expected a program, such as {PREFIX}python bot.py")
        self.faults: list[Fault] = []
        self.is_absent = False  # whether the stated default replaced the last answer
        self._seed = program_seed(seed)
        self._why = UNASKED
        self._decision = 0
        self._game: Begin | None = None
        self._header: tuple[int, bool, list[int]] | None = None  # what identifies a game
        self._reserve_s, self._restarts_left = self.limits.reserve_s, RESTARTS
        self._start()

    def choose(self, view: View) -> Action:
        """Choose a legal action; the stated default if the program sends none."""
        seat = awaited_seat(view)
        default = action_of(default_action(view.seen, seat))
        return self._ask(view, seat, default) or default

    def propose(self, view: View) -> Action | None:
        """Propose a trade out of turn; None if the program sends no proposal."""
        seat = seat_of(view)
        can_propose = self._session.proposes and any(form.kind == PROPOSE_TRADE for form in view.seen.forms(seat))
        return self._ask(view, seat, None) if can_propose else None

    def explain(self) -> str:
        """Return the program's reason for its last choice."""
        return self._why

    def analyse(self, view: View, budget: BudgetName = "normal", seconds: float = ANALYSIS_S) -> Analysis:
        """Ask the program for its analysis of a view, within this many seconds; the seat need not be to act.

        This is no decision: nothing is warned, counted as a fault, or taken from the reserve. Raises `ValueError` for
        the public's view and a game that is over, and `BadProgram`, with the answer, if the program does not analyse,
        or sends nothing that fits the view.
        """
        seat = seat_of(view)
        if view.is_over:
            raise ValueError("the game is over: there is nothing to analyse")
        if budget not in BUDGETS:
            raise ValueError(f"budget={budget!r:.60}: expected one of {', '.join(BUDGETS)}")
        if not self._session.is_running:
            self._start()
        if not self.analyses:
            raise BadProgram(f'{self.name}: this program does not analyse: its hello has no "analyses": true')
        self._decision += 1
        game = self._enter(view, seat)
        self._session.ask_analysis(view, game, self._decision, budget, Clock(decision_s=seconds, reserve_s=0.0))
        return _fitting(self._received(seconds), view, seat, self.name)

    def _received(self, seconds: float) -> Analysed:
        """Wait for an analysis. Raises `BadProgram`."""
        try:
            return self._session.receive(Analysed, self._decision, monotonic() + seconds)
        except Late:
            raise BadProgram(f"{self.name}: there was no analysis within {seconds:.3g} s") from None
        except Malformed as error:
            raise BadProgram(f"{self.name}: {error}") from None
        except Ended as error:
            self._start()  # for the next decision, which is not to blame
            raise BadProgram(f"{self.name}: {error}") from None

    def over(self, view: View) -> None:
        """Send the program the end of the game; another game may follow."""
        if self._game is not None:
            self._session.send_end(view)
        self._game = None

    def close(self) -> None:
        """End the program; it also ends when the bot is garbage collected."""
        self._end()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The name that the program gave in its greeting."""
        return self._session.name

    @property
    def analyses(self) -> bool:
        """Whether the program can be asked for analyses, by its greeting."""
        return self._session.analyses

    @property
    def errors(self) -> str:
        """The end of what the program has written to standard error."""
        return self._session.errors

    # --- asking -------------------------------------------------------------------------------------------------------

    def _ask(self, view: View, seat: int, default: Action | None) -> Action | None:
        """Ask for a decision, once more after a warning; None without an answer or a proposal."""
        self._decision += 1
        self.is_absent = False
        game = self._enter(view, seat)
        for is_warned in (False, True):
            try:
                act = self._answer(view, game)
                action = _checked(act, view, seat)
            except _Unusable as wrong:
                is_warning = not is_warned and (self._session.is_running or self._restarts_left > 0)
                self._blame(Fault(len(view.log), wrong.code, wrong.message, wrong.rule, is_warning), default)
                if not is_warning:
                    break
            else:
                self._why = act.why or UNSAID
                return action
        self.is_absent, self._why = default is not None, UNUSABLE
        return None

    def _enter(self, view: View, seat: int) -> Begin:
        """Return the game that a view belongs to: the one that is being played, or a new one."""
        s = view.seen.s
        header = (seat, is_unlimited(s), s[:ROBBER])  # the options and the island, except for the robber, stay the same
        if self._game is None or header != self._header:
            self._header = header
            self._reserve_s, self._restarts_left = self.limits.reserve_s, RESTARTS
            self._game = begin_of(view, seat, self._seed, self._clock)
        return self._game

    @property
    def _clock(self) -> Clock:
        return Clock(decision_s=self.limits.decision_s, reserve_s=round(self._reserve_s, 3))

    def _answer(self, view: View, game: Begin) -> Act:
        """Send the request unless it has been sent, and wait for the answer; only the wait uses the reserve."""
        if not self._session.is_running:
            self._start_again()
        is_first = self._session.ask(view, game, self._decision, self._clock)
        began = monotonic()
        allowed = self.limits.decision_s + (self._reserve_s if is_first else 0.0)
        try:
            return self._session.receive(Act, self._decision, began + allowed)
        except Late:
            if not is_first:
                self._end()
            raise _Unusable("late", f"There was no answer within {allowed:.3g} s.") from None
        except Malformed as error:
            raise _Unusable(error.code, str(error)) from None
        except Ended as error:
            raise _Unusable("ended", str(error)) from None
        finally:
            self._reserve_s = max(0.0, self._reserve_s - max(0.0, monotonic() - began - self.limits.decision_s))

    def _blame(self, fault: Fault, default: Action | None) -> None:
        """Record a fault, and send it to the program if it is still running."""
        if not fault.is_warning and default is not None:
            fault = fault._replace(played=str(default))
        self.faults.append(fault)
        number, code, message, rule = self._decision, fault.code, fault.message, fault.rule
        if fault.is_warning:
            self._session.send(Refused(decision=number, code=code, message=message, rule=rule))
        else:
            self._session.send(Played(decision=number, action=fault.played, code=code, message=message, rule=rule))

    # --- the life of the program --------------------------------------------------------------------------------------

    def _start(self) -> None:
        """Start the program. Raises `BadProgram`."""
        self._session = Session(self._command, self.limits.start_s)
        self._end = weakref.finalize(self, self._session.end)

    def _start_again(self) -> None:
        if self._restarts_left == 0:
            raise _Unusable("ended", "The program has ended again, and is not restarted in this game.")
        self._restarts_left -= 1
        try:
            self._start()
        except BadProgram as error:
            self._restarts_left = 0
            raise _Unusable("ended", str(error)) from None


def _checked(act: Act, view: View, seat: int) -> Action | None:
    """Return the action of an answer. Raises `_Unusable` if it is not an action, or not possible."""
    if act.action is None:
        if seat in view.to_act:
            raise _Unusable("illegal_action", "null is not possible: the game waits for an action.")
        return None
    try:
        action = Action.parse(act.action, seat, view.players)
    except InvalidNotation as error:
        raise _Unusable("malformed", str(error)) from None
    refusal = view.seen.why_not(seat, action.code)
    if refusal is not None:
        raise _Unusable("illegal_action", f"'{action}' is not possible: {refusal.sentence}", refusal.rule)
    return action


def _fitting(analysed: Analysed, view: View, seat: int, name: str) -> Analysis:
    """Return an analysis that fits a view. Raises `BadProgram`."""
    if len(analysed.chances) != view.players:
        raise BadProgram(f"{name}: chances {analysed.chances}: expected one for each of {view.players} seats")
    if analysed.seat not in (None, seat):
        raise BadProgram(f"{name}: seat {analysed.seat}: expected {seat}, whose view it is")
    try:
        analysis = Analysis.of(analysed, seat)
    except InvalidNotation as error:
        raise BadProgram(f"{name}: {error}") from None
    for number, candidate in enumerate(analysis.actions):
        refusal = view.seen.why_not(seat, candidate.action.code)
        if refusal is not None:
            raise BadProgram(f"{name}: '{candidate.action}' is not possible: {refusal.sentence} [{refusal.rule}]")
        if candidate.action in [other.action for other in analysis.actions[:number]]:
            raise BadProgram(f"{name}: '{candidate.action}' is there twice")
    return analysis
