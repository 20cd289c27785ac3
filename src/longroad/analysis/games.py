"""Reviews a whole game: what was luck, what were decisions, and which of them could have been better."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final, NamedTuple

from longroad.analysis.analyst import Analyst
from longroad.analysis.budget import Budget, budget_of
from longroad.analysis.chances import Chances, Valuer
from longroad.analysis.reviews import DECISIONS, DICE, DRAWS, THEFTS, Choice, Review, ReviewedPly, changed
from longroad.bots.self_play import view_of
from longroad.bots.trading.trade_log import counts_of
from longroad.core import actions as a
from longroad.core.actions import action_kind, ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE, HAND, PLAYERS, RESOURCES
from longroad.core.state import State
from longroad.core.words import SEAT_NAMES
from longroad.game.game import Game
from longroad.game.view import View
from longroad.narration import Words, words_of
from longroad.narration.catalogue import SOURCE
from longroad.notation.actions import Ply, action_of
from longroad.notation.records.record import Record
from longroad.search.evaluate import CERTAIN

KINDS: Final = {
    a.START_ROLLED: DICE,
    a.DICE_ROLLED: DICE,
    a.CARD_STOLEN: THEFTS,
    a.CARD_TAKEN: THEFTS,
    a.CARD_DRAWN: DRAWS,
}
# What is said about trade, other than the answers to an offer, is not judged.
TALK: Final = frozenset((a.OFFER_TRADE, a.PROPOSE_TRADE, a.WITHDRAW))
BUNDLES: Final = frozenset((a.DISCARD, a.GIVE_CARDS))

# A game has some two hundred decisions, so each gets less than an analysis of the same name; and as offers are not
# judged, none are looked for that might have been better.
LEVELS: Final = {
    "quick": Budget(states=2, nodes=32, candidates=2, rollouts=8, rollout_nodes=16, trade_states=4, offers=0),
    "normal": Budget(states=4, nodes=64, candidates=3, rollouts=48, rollout_nodes=24, trade_states=8, offers=0),
    "deep": Budget(states=16, nodes=128, candidates=8, rollouts=1500, trade_states=32, offers=0),
}
PART: Final = 12  # decisions that an analyst judges one after the other, following the log as it goes
Progress = Callable[[int, int], None]  # decisions that were judged, and all of them


class Judged(NamedTuple):
    """A decision to be judged: its ply, what its seat knew, and the action that it took."""

    number: int
    view: View
    action: int


def review(
    record: Record | Game | str | bytes,
    budget: str | Budget | None = "normal",
    *,
    seed: int = 0,
    language: str = SOURCE,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Review:
    """Review a game: its full record, or the game itself; it need not be over.

    Luck is judged by the whole state, decisions by what their seats could know. The budget is for each decision:
    `quick`, `normal`, `deep` or a `Budget`; with None no decision is judged, and luck is told from decisions alone. The
    same budget and seed give the same review with any number of threads (by default one a core). Reasons are in a
    `language`, such as `de`. `progress` is called with the number of decisions that were judged, and of all.

    Raises `InvalidRecord`, and `ValueError` for an edition that hides something or a language that there is not.

    >>> game = Game("beginner", seed=7)
    >>> game.push("roll")
    >>> found = review(game, "quick")
    >>> [seat.start + seat.luck + seat.decisions == seat.result for seat in found.seats]
    [True, True, True, True]
    """
    whole = _full(record)
    workers = threads or os.cpu_count() or 1
    states, judged = _replayed(History(whole.start), whole.codes)
    words = words_of(language)
    choices = {} if budget is None else _judge(judged, _budget(budget), seed, words, workers, progress)
    return _put_together(whole, Valuer(threads=workers).values(states), choices)


def _budget(given: str | Budget) -> Budget:
    """Return the budget of a decision."""
    return LEVELS[given] if isinstance(given, str) and given in LEVELS else budget_of(given)


def _full(record: Record | Game | str | bytes) -> Record:
    """Return a full record. Raises `InvalidRecord` and `ValueError`."""
    whole = record.record if isinstance(record, Game) else record
    if not isinstance(whole, Record):
        whole = Record.parse(whole)
    if whole.viewer is not None:
        raise ValueError(f"this is the {whole.edition_name} edition, which hides cards: a review needs the full record")
    return whole


def _replayed(history: History, codes: Sequence[int]) -> tuple[list[State], list[Judged]]:
    """Play a game again: the state before each ply and at the end, and the decisions with a real choice."""
    states, judged = [], []
    for number, code in enumerate(codes):
        seat, action = ply_seat(code), ply_action(code)
        states.append(history.state.copy())
        if seat != CHANCE and is_choice(history.state, seat, action):
            judged.append(Judged(number, view_of(history, seat), action))
        history.push(seat, action, is_absent=Ply.from_code(code).is_absent)
    states.append(history.state.copy())
    return states, judged


def is_choice(state: State, seat: int, action: int) -> bool:
    """Whether an action was taken where the seat had a real choice; offers and proposals are none.

    A counter-offer is one: it answers an offer, as accepting and refusing do.
    """
    kind = action_kind(action)
    if kind == a.COUNTER_OFFER:
        return True
    if kind in BUNDLES:
        hand = state.s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]
        return sum(map(bool, hand)) > 1 and sum(hand) > sum(counts_of(action))
    return kind not in TALK and sum(action_kind(other) not in TALK for other in state.legal(seat)) > 1


def _judge(
    judged: Sequence[Judged], budget: Budget, seed: int, words: Words, threads: int, progress: Progress | None
) -> dict[int, Choice]:
    """Judge decisions in several threads; return them by the number of their ply."""
    done, lock = 0, Lock()

    def judge_part(part: Sequence[Judged]) -> list[tuple[int, Choice]]:
        nonlocal done
        analyst, found = Analyst(budget, seed, words), []
        for one in part:
            found.append((one.number, _choice(analyst, one)))
            with lock:
                done += 1
                if progress is not None:
                    progress(done, len(judged))
        return found

    with ThreadPoolExecutor(threads) as pool:
        return dict(pair for found in pool.map(judge_part, _parts(judged)) for pair in found)


def _parts(judged: Sequence[Judged]) -> Iterator[Sequence[Judged]]:
    """Yield consecutive decisions of each seat, few enough that all threads have work to the end."""
    for seat in sorted({one.view.viewer for one in judged if one.view.viewer is not None}):
        own = [one for one in judged if one.view.viewer == seat]
        for first in range(0, len(own), PART):
            yield own[first : first + PART]


def _choice(analyst: Analyst, judged: Judged) -> Choice:
    """Judge a decision."""
    analysis = analyst.analyse(judged.view, include=[judged.action])
    taken = action_of(judged.action)
    found = next(candidate for candidate in analysis.actions if candidate.action == taken)
    best = analysis.actions[0]
    return Choice(taken, best.action, found.loss, found.loss_error, best.reason)


def _put_together(record: Record, chances: Sequence[Chances], choices: dict[int, Choice]) -> Review:
    shares = [tuple(chance / CERTAIN for chance in one) for one in chances]
    return Review(
        tuple(names_of(record)),
        shares[0],
        tuple(
            ReviewedPly(
                number,
                ply,
                KINDS.get(action_kind(ply_action(code)), DECISIONS),
                shares[number + 1],
                changed(shares[number], shares[number + 1]),
                choices.get(number),
            )
            for number, (ply, code) in enumerate(zip(record.plies, record.codes, strict=True))
        ),
    )


def names_of(record: Record) -> Iterator[str]:
    """Yield the names of all seats."""
    for seat in range(record.start.s[PLAYERS]):
        yield record.tags.get(f"Seat{seat}", SEAT_NAMES[seat])
