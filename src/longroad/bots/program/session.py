"""The session with a program: the greeting, the requests, what has been sent, and how it ended."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from time import monotonic
from typing import Final, TypeVar

from longroad.bots.program.messages import (
    MOST_LINE,
    PROTOCOL,
    Act,
    Analysed,
    Begin,
    Clock,
    GameMessage,
    Greeting,
    Hello,
    Log,
    read,
    read_object,
    written,
)
from longroad.bots.program.pipes import Ended as PipeEnded
from longroad.bots.program.pipes import Late, Pipes, TooLarge
from longroad.bots.program.views import analyse_of, decide_of, log_of, over_of
from longroad.game.analysis import BudgetName
from longroad.game.view import View

QUOTED: Final = 60  # bytes of a wrong line that are quoted
QUOTED_ERRORS: Final = 1000  # characters of standard error that are quoted

Answer = TypeVar("Answer", Act, Analysed)

__all__ = ["BadProgram", "Ended", "Late", "Malformed", "Session"]


class BadProgram(ValueError):
    """A program that cannot be started, or does not follow the protocol."""


class Malformed(ValueError):
    """A line that is not an answer, or is too long."""

    def __init__(self, message: str, code: str = "malformed") -> None:
        super().__init__(message)
        self.code = code


class Ended(Exception):
    """The program has ended; the message says how, with the last lines of its standard error."""


class Session:
    """A running program. Raises `BadProgram` if it does not start or does not greet."""

    def __init__(self, command: Sequence[str], start_s: float) -> None:
        self._command = shlex.join(command)
        try:
            self._pipes = Pipes(command, MOST_LINE)
        except OSError as error:
            raise BadProgram(f"{self._command}: the program cannot be started: {error.strerror}") from None
        self.is_running = True
        self.name, self.proposes, self.analyses = "", True, False
        self._game: Begin | None = None
        self._sent: Sequence[int] = ()  # the log, as far as the program knows it
        self._asked = 0  # the last decision
        try:
            self._greet(monotonic() + start_s)
        except BaseException:
            self.end()
            raise

    def _greet(self, deadline: float) -> None:
        self.send(Hello())
        try:
            greeting = read(self._line(deadline), Greeting)
        except Late:
            raise BadProgram(f"{self._command}: the program does not answer the greeting{self._complaint}") from None
        except (Ended, ValueError) as error:
            raise BadProgram(f"{self._command}: not a greeting: {error}") from None
        if greeting.protocol != PROTOCOL:
            raise BadProgram(
                f"{self._command}: the program speaks protocol {greeting.protocol}, this game speaks {PROTOCOL}; "
                "docs/howto/program.md says what changed"
            )
        self.name, self.proposes, self.analyses = greeting.name, greeting.proposes, greeting.analyses

    @property
    def pid(self) -> int:
        """The process id."""
        return self._pipes.pid

    @property
    def errors(self) -> str:
        """The end of what the program has written to standard error."""
        return self._pipes.errors

    @property
    def _complaint(self) -> str:
        return f"; on standard error it says: {self.errors[-QUOTED_ERRORS:]}" if self.errors else ""

    def send(self, message: GameMessage) -> None:
        """Send a message that needs no answer, unless the program has ended."""
        if self.is_running:
            self._pipes.send(written(message))

    def ask(self, view: View, game: Begin, decision: int, clock: Clock) -> bool:
        """Send a request with everything that is new; return whether it had not been sent before."""
        if self._asked == decision:
            return False
        self._begin(game)
        self._asked = decision
        self.send(decide_of(view, game.seat, decision, clock, self._news(view)))
        return True

    def ask_analysis(self, view: View, game: Begin, decision: int, budget: BudgetName, clock: Clock) -> None:
        """Send a request for an analysis, with everything that is new."""
        self._begin(game)
        self.send(analyse_of(view, game.seat, decision, budget, clock, self._news(view)))

    def _begin(self, game: Begin) -> None:
        """Send a game, unless it is the one that was begun."""
        if game is not self._game:
            self.send(game)
            self._game, self._sent = game, ()

    def send_end(self, view: View) -> None:
        """Send the end of the game that was begun."""
        if self._game is not None:
            self.send(over_of(view, self._news(view)))
            self._game = None

    def _news(self, view: View) -> Log:
        news = log_of(view.log, self._sent)
        self._sent = view.log
        return news

    def receive(self, kind: type[Answer], decision: int, deadline: float) -> Answer:
        """Wait for the answer; skip answers to earlier requests. Raises `Late`, `Malformed` or `Ended`."""
        while True:
            line = self._line(deadline)
            try:
                answer = None if _answers_earlier(line, kind, decision) else read(line, kind)
            except ValueError as error:
                raise Malformed(f"{_quoted(line)}: {error}") from None
            if answer is not None and answer.decision == decision:
                return answer
            if answer is not None and answer.decision > decision:
                raise Malformed(f"{_quoted(line)}: the decision is {decision}")
            if monotonic() > deadline:
                raise Late

    def _line(self, deadline: float) -> bytes:
        try:
            return self._pipes.receive(deadline)
        except TooLarge:
            raise Malformed(f"a line has at most {MOST_LINE} bytes", "too_large") from None
        except PipeEnded:
            code = self.end()
            raise Ended(f"the program has ended, with exit code {code}{self._complaint}") from None

    def end(self) -> int | None:
        """End the program, and return its exit code."""
        self.is_running = False
        return self._pipes.end()


def _answers_earlier(line: bytes, kind: type[Act] | type[Analysed], decision: int) -> bool:
    """Whether a line answers an earlier request of another kind. Raises `ValueError` if it is no object."""
    parts = read_object(line)
    number = parts.get("decision")
    others = {other.type for other in (Act, Analysed)} - {kind.type}
    return parts.get("type") in others and type(number) is int and number < decision


def _quoted(line: bytes) -> str:
    text = line.decode(errors="replace")
    return repr(text if len(text) <= QUOTED else text[:QUOTED] + "...")
