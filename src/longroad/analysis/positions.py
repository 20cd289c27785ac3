"""Analyses a position: a game, what a seat sees of it, its notation, or a moment of a record."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from threading import local
from typing import Final, Literal, overload

from longroad.analysis.analyst import Analyst
from longroad.analysis.budget import Budget, budget_of
from longroad.bots.protocol import seat_of
from longroad.core.actions import OFFER_TRADE, PROPOSE_TRADE, WITHDRAW, action_kind
from longroad.core.check.view import put_some_bank, view_corruption
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.state import State
from longroad.game.analysis import Analysis
from longroad.game.game import Game
from longroad.game.replay import replay
from longroad.game.view import View
from longroad.narration import Words, words_of
from longroad.narration.catalogue import SOURCE
from longroad.notation.actions import Action, write_action
from longroad.notation.positions.position import read_position
from longroad.notation.records.record import Record

MOST_KEPT: Final = 6  # analysts of a thread: as many as a game has seats
Progress = Callable[[Analysis], None]
RECORD_STARTS: Final = ("[", "{")  # of a tag, or of an object
TALK: Final = frozenset((OFFER_TRADE, PROPOSE_TRADE, WITHDRAW))


class _Analysts(local):
    """The last analysts of a thread: each need not follow again what it has followed of a game's log."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Budget, int, int, str], Analyst] = OrderedDict()

    def analyse(
        self, budget: Budget, seed: int, words: Words, view: View, state: State | None, include: Sequence[int]
    ) -> Analysis:
        """Analyse a view; an analyst that fails is not kept."""
        key = budget, seed, seat_of(view), words.language
        analyst = self._kept.pop(key, None) or Analyst(budget, seed, words)
        analysis = analyst.analyse(view, state, include)
        self._kept[key] = analyst
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return analysis


_analysts: Final = _Analysts()


@overload
def analyse(
    position: Game | View | Record | str,
    budget: str | Budget = "normal",
    *,
    ply: int | None = None,
    seat: int | None = None,
    everything: bool = False,
    include: Iterable[Action | str] = (),
    seed: int = 0,
    language: str = SOURCE,
    progress: Progress | None = None,
    live: Literal[False] = False,
) -> Analysis: ...
@overload
def analyse(
    position: Game | View | Record | str,
    budget: str | Budget = "normal",
    *,
    ply: int | None = None,
    seat: int | None = None,
    everything: bool = False,
    include: Iterable[Action | str] = (),
    seed: int = 0,
    language: str = SOURCE,
    progress: Progress | None = None,
    live: Literal[True],
) -> Iterator[Analysis]: ...
def analyse(
    position: Game | View | Record | str,
    budget: str | Budget = "normal",
    *,
    ply: int | None = None,
    seat: int | None = None,
    everything: bool = False,
    include: Iterable[Action | str] = (),
    seed: int = 0,
    language: str = SOURCE,
    progress: Progress | None = None,
    live: bool = False,
) -> Analysis | Iterator[Analysis]:
    """Estimate every seat's chance to win, and compare the actions of the seat that decides.

    `position` is a game, a view, a record, or the text of a position or a record; of a record, the position before the
    ply of that number is analysed, counted from 0, or the last one. Of a game the seat that it waits for is analysed,
    or `seat`, and only what that seat may know is used, unless it is told to use `everything`. The budget is `quick`,
    `normal`, `deep` or a `Budget`; the same budget and seed give the same analysis. Actions to `include` are compared
    even if others look better; offers and proposals cannot be included. Reasons are in a `language`, such as `de`.
    `progress` is called with the analysis so far; with `live=True` that is what an iterator yields, the last being the
    result.

    Raises `ValueError` for a game that is over, a view that contradicts itself, a ply, a seat, an action or a language
    that there is not, `InvalidNotation`, and `InvalidRecord`.

    >>> game = Game("beginner", seed=7)
    >>> analysis = analyse(game, "quick")
    >>> analysis.seat, len(analysis.chances), str(analysis.best.action)
    (0, 4, 'roll')
    """
    view, state = _view_and_state(_table(position, ply), seat, everything)
    included = [_included(view, action) for action in include]
    words = words_of(language)
    if live or progress is not None:
        rounds = _reporting(Analyst(budget_of(budget), seed, words).refine(view, state, included), progress)
        return rounds if live else _last(rounds)
    return _analysts.analyse(budget_of(budget), seed, words, view, state, included)


def _reporting(rounds: Iterator[Analysis], progress: Progress | None) -> Iterator[Analysis]:
    for analysis in rounds:
        if progress is not None:
            progress(analysis)
        yield analysis


def _last(rounds: Iterator[Analysis]) -> Analysis:
    *_, last = rounds
    return last


def _table(position: Game | View | Record | str, ply: int | None) -> Game | View:
    """Return what is to be analysed as a game or a view. Raises `ValueError`."""
    given = _read(position) if isinstance(position, str) else position
    if isinstance(given, Record):
        return position_at(given, len(given.codes) if ply is None else ply)
    if isinstance(position, View):
        _check_view(position)
    if not isinstance(given, Game | View):
        raise ValueError(f"{position!r:.60}: expected a Game, a View, a Record or the text of a position or a record")
    if ply is not None:
        raise ValueError(f"ply={ply!r}: only a record has plies; expected a Record or its text")
    return given


def _check_view(view: View) -> None:
    """Check a view as that of a text is checked. Raises `ValueError`."""
    s = view.seen.s.copy()
    if not view.is_bank_counted:
        put_some_bank(s, {seat: tuple(view.at_least(seat)) for seat in range(view.players)})
    flaw = view_corruption(s, view.seen.m)
    if flaw:
        raise ValueError(f"this view contradicts itself: {flaw}")


def _read(text: str) -> Game | View | Record:
    if text.lstrip()[:1] in RECORD_STARTS:
        return Record.parse(text)
    text = text.strip()
    seen = read_position(text)
    return Game.from_position(text, chance="given") if isinstance(seen, State) else View(seen)


def position_at(record: Record, ply: int) -> Game | View:
    """Return the position before a ply of a record, counted from 0: a game, or the view of an edition.

    Raises `ValueError` if there is no such ply.

    >>> game = Game("beginner", seed=7)
    >>> game.push("roll")
    >>> [position_at(game.record, ply).phase for ply in (0, 1, 2)]
    ['before roll', 'dice roll', 'main']
    """
    if type(ply) is not int or not 0 <= ply <= len(record.codes):
        raise ValueError(f"ply={ply!r}: expected a whole number from 0 to {len(record.codes)}")
    if record.viewer is not None:
        return next(islice(replay(record), ply, None)).game
    history = History(record.start)
    for entry in record.plies[:ply]:
        history.push(entry.seat, entry.action.code, is_absent=entry.is_absent)
    return Game._of(history, "given", None, record.begins_at is not None)


def _view_and_state(table: Game | View, seat: int | None, everything: bool) -> tuple[View, State | None]:
    """Return the view to be analysed, and the state if all of it may be used. Raises `ValueError`."""
    if table.is_over:
        raise ValueError("the game is over: there is nothing to analyse; review() explains how it came about")
    if isinstance(table, View):
        return _asked_view(table, seat, everything), None
    view = table.view(_seat_of(table) if seat is None else seat)
    return view, table.seen if everything else None


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
