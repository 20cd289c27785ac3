"""How many points of winning chance a bot's decisions cost: its choices in the benchmark's decisions.

A bot gets its usual view, with the log of the game. Offers that a decision does not list are refused by everybody, and
the bot is asked again; a counter-offer counts as a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from math import sqrt
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from longroad.bench.decisions import KINDS, Candidate, Decision, DecisionGame
from longroad.bots.levels import make_bot
from longroad.bots.protocol import Bot, Outside
from longroad.bots.self_play import view_of
from longroad.core.actions import (
    COUNTER_OFFER,
    COUNTS_MASK,
    END_TURN,
    KIND_MASK,
    OFFER_TRADE,
    REFUSE,
    action_kind,
)
from longroad.core.history import History
from longroad.core.layout import PLAYERS
from longroad.notation.actions import Action

MOST_OFFERS: Final = 8  # after which the bot is taken to end its turn
BUNDLE: Final = KIND_MASK | COUNTS_MASK  # of an offer: everything but its receivers


class Choice(NamedTuple):
    """A bot's choice in a decision, and what it cost in shares of a victory."""

    game: str
    table: str
    kind: str
    ply: int
    action: str
    loss: float
    is_absent: bool  # whether the stated default replaced the answer of a program


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """The mean error of decisions, in points of winning chance, with its standard error from game to game."""

    decisions: int
    points: float
    error: float


# --- choosing ---------------------------------------------------------------------------------------------------------


def choices_of(spec: str, game: DecisionGame) -> list[Choice]:
    """Ask a bot for all decisions of a game; those of a seat one after the other, as in a game."""
    histories = sorted(game.histories(), key=lambda pair: pair[0].seat)
    bot = make_bot(spec, seed=game.name)
    try:
        return [_choice(bot, game, decision, history) for decision, history in histories]
    finally:
        if isinstance(bot, Outside):
            bot.close()


def _choice(bot: Bot, game: DecisionGame, decision: Decision, history: History) -> Choice:
    chosen = chosen_candidate(bot, decision, history)
    is_absent = bool(getattr(bot, "is_absent", False))
    return Choice(game.name, game.table, decision.kind, decision.ply, chosen.action, chosen.loss, is_absent)


def chosen_candidate(bot: Bot, decision: Decision, history: History) -> Candidate:
    """Ask a bot for a decision until it chooses a candidate; the history is changed."""
    seat, players = decision.seat, history.state.s[PLAYERS]
    listed = {_key(Action.parse(one.action, seat, players).code): one for one in decision.candidates}
    for _ in range(MOST_OFFERS):
        code = bot.choose(view_of(history, seat)).code
        if action_kind(code) == COUNTER_OFFER:
            code = REFUSE
        if _key(code) in listed:
            return listed[_key(code)]
        history.push(seat, code)
        for other in history.state.to_act if action_kind(code) == OFFER_TRADE else ():
            if other != seat:
                history.push(other, REFUSE)
    return listed[END_TURN]


def _key(code: int) -> int:
    """Return an action, and an offer without its receivers."""
    return code & BUNDLE if action_kind(code) == OFFER_TRADE else code


def all_choices(
    spec: str, games: Sequence[DecisionGame], workers: int, progress: Callable[[int], None]
) -> Iterator[Choice]:
    """Yield a bot's choices in all games, in their order; `progress` is called with the decisions of each game done."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        asked = {pool.submit(choices_of, spec, game): game for game in games}
        try:
            for done in as_completed(asked):
                done.result()
                progress(len(asked[done].decisions))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        for one in asked:
            yield from one.result()


def best_choices(games: Iterable[DecisionGame]) -> Iterator[Choice]:
    """Yield the choices of whoever always takes the action with the best chance: the least that can be reached.

    That is a little below 0, as one half of the rollouts names the best action and the other half judges it.
    """
    for game in games:
        for one in game.decisions:
            best = max(one.candidates, key=lambda candidate: candidate.chance)
            yield Choice(game.name, game.table, one.kind, one.ply, best.action, best.loss, False)


# --- rates ------------------------------------------------------------------------------------------------------------


def error_rate(choices: Iterable[Choice]) -> ErrorRate:
    """Return the mean error of choices; the decisions of a game depend on each other, so games are compared.

    >>> made = [Choice(game, "base, 4", "robber", 0, "", loss, False) for game, loss in (("a", 0.0), ("b", 0.02))]
    >>> error_rate(made)
    ErrorRate(decisions=2, points=1.0, error=1.0)
    """
    by_game: dict[str, list[float]] = {}
    for choice in choices:
        by_game.setdefault(choice.game, []).append(100 * choice.loss)
    count = sum(map(len, by_game.values()))
    mean = sum(map(sum, by_game.values())) / count if count else 0.0
    squares = sum((sum(points) - mean * len(points)) ** 2 for points in by_game.values())
    games = len(by_game)
    return ErrorRate(count, mean, sqrt(squares * games / (games - 1)) / count if games > 1 else 0.0)


def summary(choices: Sequence[Choice]) -> dict[str, Any]:
    """Return the error rates of a bot: of all decisions, by kind and by table."""
    tables = sorted({choice.table for choice in choices})
    return {
        "all": asdict(error_rate(choices)),
        "kinds": {kind: asdict(error_rate(one for one in choices if one.kind == kind)) for kind in KINDS},
        "tables": {table: asdict(error_rate(one for one in choices if one.table == table)) for table in tables},
        "unanswered": sum(choice.is_absent for choice in choices),
    }
