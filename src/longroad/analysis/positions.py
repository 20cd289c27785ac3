"""Analyses a position: a game, what a seat sees of it, or its notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, overload

from longroad.analysis.analysis import Analysis
from longroad.analysis.analyst import Analyst
from longroad.analysis.budget import Budget, budget_of
from longroad.core.actions import COUNTER_OFFER, OFFER_TRADE, PROPOSE_TRADE, WITHDRAW, action_kind
from longroad.core.layout import CHANCE
from longroad.core.state import State
from longroad.game.game import Game
from longroad.game.view import View
from longroad.notation.actions import Action, write_action
from longroad.notation.positions.position import read_position

Progress = Callable[[Analysis], None]
TALK: Final = frozenset((OFFER_TRADE, COUNTER_OFFER, PROPOSE_TRADE, WITHDRAW))


@overload
def analyse(
    position: Game | View | str,
    budget: str | Budget = "normal",
    *,
    seat: int | None = None,
    everything: bool = False,
    include: Iterable[Action | str] = (),
    seed: int = 0,
    progress: Progress | None = None,
    live: Literal[False] = False,
) -> Analysis: ...
@overload
def analyse(
    position: Game | View | str,
    budget: str | Budget = "normal",
    *,
    seat: int | None = None,
    everything: bool = False,
    include: Iterable[Action | str] = (),
    seed: int = 0,
    progress: Progress | None = None,
    live: Literal[True],
) -> Iterator[Analysis]: ...
def analyse(
    position: Game | View | str,
    budget: str | Budget = "normal",
    *,
    seat: int | None = None,
    everything: bool = False,
    include: Iterable[Action | str] = (),
    seed: int = 0,
    progress: Progress | None = None,
    live: bool = False,
) -> Analysis | Iterator[Analysis]:
    """Estimate every seat's chance to win, and compare the actions of the seat that decides.

    `position` is a game, a view, or the notation of a position. Of a game the seat that it waits for is analysed, or
    `seat`, and only what that seat may know is used, unless it is told to use `everything`. The budget is `quick`,
    `normal`, `deep` or a `Budget`; the same budget and seed give the same analysis. Actions to `include` are compared
    even if others look better; offers and proposals cannot be included. `progress` is called with the analysis so far;
    with `live=True` that is what an iterator yields, the last being the result.

    Raises `ValueError` for a game that is over, a seat or an action that does not fit, and `InvalidNotation`.

    >>> game = Game("beginner", seed=7)
    >>> analysis = analyse(game, "quick")
    >>> analysis.seat, len(analysis.chances), str(analysis.best.action)
    (0, 4, 'roll')
    """
    view, state = _view_and_state(position, seat, everything)
    included = [_included(view, action) for action in include]
    rounds = Analyst(budget_of(budget), seed).refine(view, state, included)
    return _reporting(rounds, progress) if live else _last(_reporting(rounds, progress))


def _reporting(rounds: Iterator[Analysis], progress: Progress | None) -> Iterator[Analysis]:
    for analysis in rounds:
        if progress is not None:
            progress(analysis)
        yield analysis


def _last(rounds: Iterator[Analysis]) -> Analysis:
    *_, last = rounds
    return last


def _view_and_state(position: Game | View | str, seat: int | None, everything: bool) -> tuple[View, State | None]:
    """Return the view to be analysed, and the state if all of it may be used. Raises `ValueError`."""
    table = _read(position) if isinstance(position, str) else position
    if not isinstance(table, Game | View):
        raise ValueError(f"{position!r:.60}: expected a Game, a View or the notation of a position")
    if table.is_over:
        raise ValueError("the game is over: there is nothing to analyse; review() explains how it came about")
    if isinstance(table, View):
        return _asked_view(table, seat, everything), None
    view = table.view(_seat_of(table) if seat is None else seat)
    return view, table.seen if everything else None


def _read(text: str) -> Game | View:
    seen = read_position(text)
    return Game.from_position(text, chance="given") if isinstance(seen, State) else View(seen)


def _asked_view(view: View, seat: int | None, everything: bool) -> View:
    if view.viewer is None:
        raise ValueError("this is the public's view: expected the view of a seat, whose cards are known")
    if seat not in (None, view.viewer):
        raise ValueError(f"seat={seat!r}: this is the view of seat {view.viewer}")
    if everything:
        raise ValueError("everything=True: a view hides cards; expected a Game or a full position")
    return view


def _seat_of(game: Game) -> int:
    """Return the seat that the game waits for; while chance acts, the one whose turn it is."""
    return game.turn if game.to_act == (CHANCE,) else game.to_act[0]


def _included(view: View, action: Action | str) -> int:
    """Return the code of an action that the viewer can take. Raises `ValueError`."""
    read = Action(action) if isinstance(action, str) else action
    if action_kind(read.code) in TALK:
        raise ValueError(f"include {write_action(read.code)!r}: offers and proposals are found, not included")
    refusal = view.why_not(read)
    if refusal is not None:
        raise ValueError(f"include {write_action(read.code)!r}: {refusal.sentence} [{refusal.rule}]")
    return read.code
