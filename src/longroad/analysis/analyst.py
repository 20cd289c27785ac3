"""Analyses decisions: searches the turn in states that fit what the seat knows, then compares the best actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import sqrt
from random import Random
from typing import Final

import numpy as np

from longroad.analysis.budget import Budget
from longroad.analysis.chances import Valuer
from longroad.analysis.comparison import Comparison, Shares, standard_error
from longroad.bots.beliefs.dealing import Dealer
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.budget import as_many_rounds
from longroad.bots.protocol import chance_of, seat_of
from longroad.bots.reasons import DEALS as AGREEING
from longroad.bots.reasons import reason_for
from longroad.bots.search_bot import founding_turns, means_of
from longroad.bots.trading.bargaining import GLANCE, Bargainer, Decision, Gain, TradeDepth
from longroad.core.actions import COUNTER_OFFER, END_TURN, OFFER_TRADE, REFUSE, action_kind
from longroad.core.layout import DOMESTIC_TRADE, OFFERED_TO, PHASE, PLAYERS, PROPOSED, SPECIAL_BUILD
from longroad.core.phases import DISCARDING, FORCED_GIVE, FOUND_ROAD, FOUND_SETTLEMENT
from longroad.core.rng import MOST_SEED
from longroad.core.rules.trade import close_trade
from longroad.core.state import State
from longroad.game.analysis import Analysis, Candidate
from longroad.game.view import View
from longroad.narration import ENGLISH, Words
from longroad.notation.actions import Action, action_of
from longroad.search.evaluate import CERTAIN
from longroad.search.searcher import Searcher

MOST_LINE: Final = 8  # actions of an expected line
# What takes so many times longer is done so many times less often, so that a budget takes about the same time.
FOUNDING_SHARE: Final = 4  # rollouts of a founding
SPECIAL_SHARE: Final = 4  # turns after which all may build (EXT-1)
LEAST_TRADE_STATES: Final = 2
LINE_NODES: Final = 48
DEALS: Final = AGREEING | {REFUSE}
OFFERS: Final = frozenset((OFFER_TRADE, COUNTER_OFFER))  # which somebody else may take


class Analyst:
    """Analyses views, one after the other; what the log of a game has shown is kept for the next view of it.

    Two analyses with the same seed, budget and view are the same. Reasons are given in `words`.
    """

    def __init__(self, budget: Budget, seed: int = 0, words: Words = ENGLISH) -> None:
        self._budget = budget
        self._seed = seed
        self._words = words
        self._searcher = Searcher()
        self._valuer = Valuer(budget.nodes)
        self._beliefs = Beliefs()

    def refine(self, view: View, state: State | None = None, include: Sequence[int] = ()) -> Iterator[Analysis]:
        """Analyse a view, better and better; with the whole state, hidden cards are used too.

        Actions to `include` are compared in any case. Raises `ValueError` for the public's view.
        """
        return _Task(self, view, state, include).refine(is_live=True)

    def analyse(self, view: View, state: State | None = None, include: Sequence[int] = ()) -> Analysis:
        """Analyse a view likewise, and return the last and best analysis."""
        *_, last = _Task(self, view, state, include).refine(is_live=False)
        return last


class _Task:
    """The analysis of one view."""

    def __init__(self, analyst: Analyst, view: View, state: State | None, include: Sequence[int]) -> None:
        self._budget = analyst._budget
        self._words = analyst._words
        self._searcher = analyst._searcher
        self._valuer = analyst._valuer
        self._beliefs = analyst._beliefs
        self._view = view
        self._seat = seat_of(view)
        self._players = view.seen.s[PLAYERS]
        self._include = [action for action in include if action_kind(action) not in DEALS]  # which are judged anyway
        self._countered = dict.fromkeys(action for action in include if action_kind(action) == COUNTER_OFFER)
        self._described: dict[int, tuple[str, tuple[Action, ...]]] = {}  # by action: the reason, and the line
        self._chance = chance_of(analyst._seed, view)
        self._deals = _Deals(view, self._beliefs, state)

    def refine(self, is_live: bool) -> Iterator[Analysis]:
        """Yield what is known after each round, or only after the last."""
        seat, seen = self._seat, self._view.seen
        can_act = seat in seen.may_act  # also while the game waits for the others' answers
        legal = seen.legal(seat) if can_act else []
        forms = seen.forms(seat) if seat in seen.to_act else []
        if REFUSE in legal:
            yield self._answers(legal)
        elif len(legal) + bool(forms) <= 1 and not self._wants_cards:
            yield self._valued([self._candidate(action, None, 0.0, 0.0) for action in legal])
        else:
            yield from self._compared(legal, is_live)

    # --- one action, or none ------------------------------------------------------------------------------------------

    def _valued(self, candidates: Sequence[Candidate]) -> Analysis:
        """Value the position itself; the candidates have no chances yet."""
        values = np.array(self._valuer.values(self._deals.states(self._chance, self._budget.states))) / CERTAIN
        chances, errors = values.mean(0), standard_error(values)
        own, error = float(chances[self._seat]), float(errors[self._seat])
        return Analysis(
            self._seat,
            tuple(chances.tolist()),
            tuple(errors.tolist()),
            tuple(_shifted(candidate, own, error) for candidate in candidates),
        )

    # --- answers to an offer ------------------------------------------------------------------------------------------

    def _answers(self, legal: Sequence[int]) -> Analysis:
        """Compare the answers to an offer."""
        bargainer = self._bargainer()
        judged = [decision for decision in (bargainer.accepted(legal), *self._counters(bargainer)) if decision]
        missed = _best_gain([_halves(decision) for decision in judged])
        answers = [self._traded(decision) for decision in judged]
        error = max((answer.loss_error for answer in answers), default=0.0)
        refusal = self._candidate(REFUSE, None, 0.0, 0.0, loss_error=error)
        ranked = sorted([refusal, *answers], key=lambda answer: -answer.chance)
        return self._valued([replace(answer, loss=answer.loss + missed) for answer in ranked])

    def _counters(self, bargainer: Bargainer) -> list[Decision]:
        """Judge the counter-offers that are included, and the best one where offers are looked for."""
        found = [bargainer.countered(code) for code in self._countered]
        best = bargainer.counter() if self._budget.offers else None
        return found if best is None or best.code in self._countered else [*found, best]

    def _bargainer(self) -> Bargainer:
        states = min(self._budget.trade_states, max(self._budget.trade_states // self._slowness, LEAST_TRADE_STATES))
        depth = TradeDepth(states, as_many_rounds(self._budget.turns, self._players), haggles=True)
        self._deals.fill(self._searcher, self._chance, max(depth.states, GLANCE.states))
        return Bargainer(self._searcher, self._view, self._beliefs, self._chance, depth)

    # --- several actions ----------------------------------------------------------------------------------------------

    def _compared(self, legal: Sequence[int], is_live: bool) -> Iterator[Analysis]:
        """Compare the best actions by rollouts, and trades with the best of them."""
        trades = self._trades(legal)
        comparison = Comparison(self._candidates(), self._seat, self._players)
        total = self._budget.rollouts // self._slowness // (FOUNDING_SHARE if self._is_founding else 1)
        total = max(total, 2 * len(comparison.actions))  # one half names the best, the other half judges it
        while states := comparison.next_states(total):
            comparison.add(self._roll(comparison.open_actions, states))
            if is_live or not comparison.next_states(total):
                yield self._reported(comparison, trades)

    def _roll(self, actions: Sequence[int], states: int) -> Shares:
        self._deals.fill(self._searcher, self._chance, states)
        turns = as_many_rounds(self._budget.turns, self._players)
        if self._is_founding:
            turns = founding_turns(self._budget.turns, self._players)
        seed = self._chance.randrange(MOST_SEED // 2)
        return self._searcher.roll_actions(states, self._seat, actions, turns, self._budget.rollout_nodes, seed)

    def _candidates(self) -> list[int]:
        """Return the actions that the search finds best, and those that are included in any case.

        Of very many bundles of cards that are due there are only those that are best in some state.
        """
        states = self._budget.states
        self._deals.fill(self._searcher, self._chance, states)
        actions, worths = self._searcher.weigh_actions(states, self._seat, self._budget.nodes)
        order = np.argsort(-means_of(worths, self._is_founding), kind="stable")
        found = [actions[k] for k in islice(order, self._budget.candidates)]
        return list(dict.fromkeys([*found, *self._include]))

    def _trades(self, legal: Sequence[int]) -> list[Decision]:
        """Return the deals that can be made now, and the best offers."""
        if END_TURN not in legal or not self._view.seen.s[DOMESTIC_TRADE]:
            return []
        bargainer = self._bargainer()
        offers = bargainer.offers()[: self._budget.offers] if self._budget.offers else []
        return [*bargainer.open_deals(legal), *offers]

    def _reported(self, comparison: Comparison, trades: Sequence[Decision]) -> Analysis:
        """Return what the rollouts so far say; a trade may be better than everything that was rolled out."""
        best, seat = comparison.best, self._seat
        chances, errors = comparison.chances(best), comparison.errors(best)
        own, error = float(chances[seat]), float(errors[seat])
        rolled = [(comparison.is_dropped(k), self._rolled(comparison, k)) for k in comparison.order]
        traded = [(False, _shifted(self._traded(decision), own, error)) for decision in trades]
        ranked = sorted([*traded, *rolled], key=lambda pair: (pair[0], -pair[1].chance))
        better = _best_gain([_halves(decision) for decision in trades])
        return Analysis(
            seat,
            tuple(chances.tolist()),
            tuple(errors.tolist()),
            tuple(replace(candidate, loss=candidate.loss + better) for _, candidate in ranked),
            comparison.rollouts,
        )

    def _rolled(self, comparison: Comparison, k: int) -> Candidate:
        loss, loss_error = comparison.loss(k)
        return self._candidate(
            comparison.actions[k],
            None,
            float(comparison.chances(k)[self._seat]),
            float(comparison.errors(k)[self._seat]),
            loss=loss,
            loss_error=loss_error,
            rollouts=comparison.count(k),
        )

    def _traded(self, decision: Decision) -> Candidate:
        """Return a deal, or an offer with what it promises, relative to the best that can be done without it."""
        assert decision.gain is not None
        is_offer = action_kind(decision.code) in OFFERS
        gain = decision.promise if is_offer else decision.gain.mine
        error = decision.gain.error * (decision.gain.consent if is_offer else 1.0)
        return self._candidate(decision.code, decision.gain, gain, error, loss=-gain, loss_error=error)

    # --- parts --------------------------------------------------------------------------------------------------------

    @property
    def _is_founding(self) -> bool:
        return self._view.seen.s[PHASE] in (FOUND_SETTLEMENT, FOUND_ROAD)

    @property
    def _slowness(self) -> int:
        """How many times longer a turn takes than usually."""
        return SPECIAL_SHARE if self._view.seen.s[SPECIAL_BUILD] else 1

    @property
    def _wants_cards(self) -> bool:
        is_due = self._view.seen.s[PHASE] in (DISCARDING, FORCED_GIVE)
        return is_due and self._seat in self._view.seen.to_act

    def _candidate(
        self,
        action: int,
        gain: Gain | None,
        chance: float,
        error: float,
        loss: float = 0.0,
        loss_error: float = 0.0,
        rollouts: int = 0,
    ) -> Candidate:
        if action not in self._described:
            line = self._line(action) if rollouts else ()
            self._described[action] = self._words.sentence(reason_for(self._view, action, gain)), line
        return Candidate(action_of(action), chance, error, *self._described[action], loss, loss_error, rollouts)

    def _line(self, action: int) -> tuple[Action, ...]:
        """Return how the seat's turn goes on after an action, by the search, until chance or somebody else acts."""
        state, line = self._deals.first(), list[int]()
        while len(line) < MOST_LINE:
            state.apply(self._seat, action)
            if state.is_over or state.is_chance or state.to_act != (self._seat,):
                break
            _put(self._searcher, [state])
            actions, worths = self._searcher.weigh_actions(1, self._seat, LINE_NODES)
            action = actions[int(means_of(worths, self._is_founding).argmax())]
            line.append(action)
        return tuple(action_of(code) for code in line)


class _Deals:
    """States that fit a view: hidden cards are dealt by the beliefs; or the whole state, where it may be used."""

    def __init__(self, view: View, beliefs: Beliefs, state: State | None) -> None:
        self._dealer = Dealer(view, beliefs)
        self._state = state
        self._has_offers = bool(view.seen.s[OFFERED_TO] or view.seen.s[PROPOSED])
        if state is not None:
            self._state = _without_offers(state)

    def states(self, chance: Random, n: int) -> list[State]:
        """Return `n` states."""
        if self._state is not None:
            return [self._state]
        return [_without_offers(self._dealer.sample(chance)) for _ in range(n)]

    def first(self) -> State:
        """Return a state, always the same."""
        return self.states(Random(0), 1)[0].copy()

    def fill(self, searcher: Searcher, chance: Random, n: int) -> None:
        """Fill the first `n` rows of a searcher."""
        if self._state is not None:
            _put(searcher, [self._state] * n)
        else:
            self._dealer.fill_rows(searcher.small, searcher.words, chance, n)
            for row in searcher.small[:n] if self._has_offers else ():
                close_trade(row)


def _put(searcher: Searcher, states: Sequence[State]) -> None:
    """Put states into the first rows of a searcher."""
    for row, state in enumerate(states):
        searcher.small[row, : len(state.s)] = state.s
        searcher.words[row, : len(state.m)] = state.m


def _without_offers(state: State) -> State:
    """Return a copy of a state in which open offers have lapsed."""
    closed = state.copy()
    close_trade(closed.s)
    return closed


def _halves(decision: Decision) -> tuple[float, float]:
    """Return what a deal brings in each half of the states; of an offer, what it promises."""
    assert decision.gain is not None
    kind, (one, other) = action_kind(decision.code), decision.gain.halves
    if kind == COUNTER_OFFER:
        return one * decision.gain.consent, other * decision.gain.consent
    return (decision.promise, decision.promise) if kind == OFFER_TRADE else (one, other)


def _best_gain(halves: Sequence[tuple[float, float]]) -> float:
    """Return what the best deal brings, 0 without one; one half names it, the other half says how much it brings."""
    total = 0.0
    for half in (0, 1):
        best = max(halves, key=lambda pair: pair[half], default=(0.0, 0.0))
        total += best[1 - half] if best[half] > 0 else 0.0
    return total / 2


def _shifted(candidate: Candidate, chance: float, error: float) -> Candidate:
    """Return a candidate whose chance was relative to another."""
    shifted = min(max(candidate.chance + chance, 0.0), 1.0)
    return replace(candidate, chance=shifted, error=sqrt(candidate.error**2 + error**2))
