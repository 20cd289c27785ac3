"""The bots that search.

They sample several states of the hidden cards, by exact card counting, and search their turn in each. `Expert` then
plays the best actions out for some turns, with the same search for everybody, and takes the one that ends best.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, repeat
from math import inf, isfinite, sqrt
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from longroad.bots.beliefs.dealing import Dealer
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.budget import Depth
from longroad.bots.protocol import awaited_seat, chance_of, seat_of
from longroad.bots.reasons import reason_for
from longroad.bots.trading.bargaining import Bargainer, Decision, TradeDepth
from longroad.bots.trading.style import USUAL, TradeStyle
from longroad.bots.trading.trade_log import may_propose
from longroad.core.actions import END_TURN, REFUSE
from longroad.core.compile.registry import backend, compiled_available
from longroad.core.layout import DOMESTIC_TRADE, PHASE, PLAYERS
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT
from longroad.core.rng import MOST_SEED
from longroad.game.view import View
from longroad.narration import ENGLISH, Phrase
from longroad.notation.actions import Action, action_of
from longroad.search.evaluate import CERTAIN
from longroad.search.queries import roll_actions, weigh_actions, weigh_deals
from longroad.search.searcher import Numbers, Searcher
from longroad.search.turns import UNKNOWN_WORTH
from longroad.search.weights import FILE, FIRST_FILE

Values = NDArray[np.float64]

USUAL_TURNS: Final = 4
# The four decisions of the founding matter most, so their best actions get all rollouts, and longer ones.
FOUNDING_CANDIDATES: Final = 8  # at least, unless there are fewer otherwise
FOUNDING_ROUNDS: Final = 4  # that a rollout of a founding lasts after the founding
LEAST: Final = 8  # rollouts of an action before it can be clearly worse


def compile_search() -> None:
    """Compile what the search needs, or load it from the cache; does nothing without a compiler."""
    if compiled_available():
        compiled = backend("compiled")
        for body in (weigh_actions, weigh_deals, roll_actions):
            compiled.entry(body)


class SearchBot:
    """A bot that searches; without `trade` it answers offers but makes none."""

    WEIGHTS_FILE = FILE
    FIRST_LOOK = 8  # rollouts of an action before those that are far behind are dropped, 0 if none are
    FAR = 2.0  # standard errors behind the best at which an action is dropped after the first look
    CLEARLY = 1.5  # and later
    FOUNDING_FACTOR = 0.5  # by which the number of candidates is multiplied in a founding

    def __init__(self, seed: int | str, depth: Depth, trade: bool, style: TradeStyle) -> None:
        _check(style)
        depth.check()
        self._seed = seed
        self._depth = depth
        self._trade = trade
        self._style = style
        self._searcher = Searcher(self.WEIGHTS_FILE)
        self._beliefs = Beliefs()
        self._make_reason = partial(Phrase, "bot.silent")

    def choose(self, view: View) -> Action:
        """Choose a legal action; the game waits for the seat whose view it is."""
        seat = awaited_seat(view)
        legal = view.seen.legal(seat)
        if len(legal) == 1 and not view.seen.forms(seat):
            return self._say(view, Decision(legal[0]))
        return self._say(view, self._decide(view, seat, legal))

    def propose(self, view: View) -> Action | None:
        """Propose a trade that helps both sides."""
        seat = seat_of(view)
        if not (self._trade and may_propose(view.seen, seat)):
            return None
        decision = self._bargainer(view, chance_of(self._seed, view)).propose()
        return None if decision is None else self._say(view, decision)

    @property
    def reason(self) -> Phrase:
        """The reason for the last choice; it is computed only on request."""
        return self._make_reason()

    def explain(self) -> str:
        """Return why the last choice was made."""
        return ENGLISH.sentence(self.reason)

    def _say(self, view: View, decision: Decision) -> Action:
        self._make_reason = partial(reason_for, view, decision.code, decision.gain)
        return action_of(decision.code)

    def _decide(self, view: View, seat: int, legal: list[int]) -> Decision:
        """Trade if a trade promises something, else act."""
        chance = chance_of(self._seed, view)
        bargainer = self._bargainer(view, chance)
        if REFUSE in legal:
            return bargainer.answer(legal, may_counter=self._trade)
        if END_TURN in legal and view.seen.s[DOMESTIC_TRADE]:
            deal = bargainer.conclude(legal)
            if deal is None and self._trade:
                deal = bargainer.offer()
            if deal is not None:
                return deal
        return Decision(self._think(view, seat, chance))

    def _bargainer(self, view: View, chance: Random) -> Bargainer:
        """Sample states that fit the view, and return a bargainer for them."""
        Dealer(view, self._beliefs).fill_rows(
            self._searcher.small, self._searcher.words, chance, self._depth.most_states
        )
        depth = self._depth.at_table(view.seen.s[PLAYERS]).trade
        return Bargainer(self._searcher, view, self._beliefs, chance, depth, self._style)

    def _think(self, view: View, seat: int, chance: Random) -> int:
        """Search, and compare the best actions by rollouts."""
        players = view.seen.s[PLAYERS]
        depth = self._depth.at_table(players)
        is_founding = view.seen.s[PHASE] in (FOUND_SETTLEMENT, FOUND_ROAD)
        if depth.rollouts and is_founding:
            depth = _for_founding(self._depth, players, self.FOUNDING_FACTOR)
        actions, worths = self._searcher.weigh_actions(depth.states, seat, depth.nodes)
        means = means_of(worths, is_founding)
        if depth.rollouts == 0 or len(actions) == 1:
            return actions[int(means.argmax())]
        order = np.argsort(-means, kind="stable")[: depth.candidates]
        first_look = self.FIRST_LOOK if depth.rollouts > self.FIRST_LOOK and not is_founding else 0
        return self._compare([actions[k] for k in order], seat, depth, first_look, chance)

    def _compare(self, candidates: list[int], seat: int, depth: Depth, first_look: int, chance: Random) -> int:
        """Compare actions by rollouts until one is left; all rounds begin with the same hidden cards."""
        rolled = np.zeros((0, len(candidates)))
        counts = chain([first_look, depth.rollouts - first_look] if first_look else [], repeat(depth.rollouts))
        while len(candidates) > 1:
            rolled = np.concatenate([rolled, self._roll(candidates, next(counts), seat, depth, chance)])
            if len(rolled) == first_look:
                kept = best_of(rolled, len(candidates), self.FAR)
            else:
                kept = best_of(rolled, (len(candidates) + 1) // 2, self.CLEARLY)
            candidates, rolled = [candidates[k] for k in kept], rolled[:, kept]
        return candidates[0]

    def _roll(self, candidates: list[int], rollouts: int, seat: int, depth: Depth, chance: Random) -> Values:
        """Roll actions out, and return the seat's shares: (rollout, action)."""
        seed = chance.randrange(MOST_SEED // 2)
        shares = self._searcher.roll_actions(
            rollouts,
            seat,
            candidates,
            depth.turns,
            depth.rollout_nodes,
            seed,
            strata=rollouts,
            noise=int(CERTAIN * depth.founding_noise),
        )
        return shares[:, :, seat].astype(np.float64)


def _check(style: TradeStyle) -> None:
    """Raise `ValueError` for what is out of bounds."""
    for name, value in style._asdict().items():
        if not isfinite(value):
            raise ValueError(f"{name}={value:g}: expected a finite number")
    if style.temperature <= 0:
        raise ValueError(f"temperature={style.temperature:g}: expected a number above 0")


def _for_founding(depth: Depth, players: int, factor: float) -> Depth:
    """Return the depth for a founding: another number of candidates, and longer rollouts.

    >>> usual = Depth(6, 128, 16, 32, USUAL_TURNS)
    >>> [_for_founding(usual._replace(candidates=n), 4, 0.5).candidates for n in (1, 6, 12, 16, 24)]
    [1, 6, 8, 8, 12]
    >>> [_for_founding(usual._replace(candidates=n), 4, FirstExpert.FOUNDING_FACTOR).candidates for n in (3, 6)]
    [4, 8]
    >>> [_for_founding(usual._replace(turns=n), 4, 0.5).turns for n in (1, 2, 4)]
    [5, 9, 17]
    """
    candidates = max(int(depth.candidates * factor), min(depth.candidates, FOUNDING_CANDIDATES))
    return depth._replace(candidates=candidates, turns=founding_turns(depth.turns, players))


def founding_turns(turns: int, players: int) -> int:
    """Return how many turns a rollout of a founding lasts, where others last so many with four players."""
    return 1 + FOUNDING_ROUNDS * players * turns // USUAL_TURNS


def best_of(rolled: Values, most: int, clearly: float) -> list[int]:
    """Return the numbers of the `most` best actions, best first, without those that are clearly worse.

    `rolled` has the rollouts of each action (rollout, action), as shares. An action is clearly worse if it is behind
    the best by more than `clearly` standard errors; with very few rollouts, none is.

    >>> rolled = np.array(LEAST // 2 * [[50.0, 10.0, 40.0, 0.0], [30.0, 10.0, 50.0, 20.0]])
    >>> [best_of(rolled, 2, clearly) for clearly in (0.4, 0.9, inf)], best_of(rolled[:2], 2, 0.4)
    ([[2], [2, 0], [2, 0]], [2, 0])
    """
    n = len(rolled)
    order = np.argsort(-rolled.mean(0), kind="stable")[:most]
    if n < LEAST:
        return [int(k) for k in order]
    behind = rolled[:, order[:1]] - rolled[:, order]
    # Stratified dice make the errors a little smaller than this. Shares are whole numbers.
    errors = np.maximum(behind.std(0, ddof=1) / sqrt(n), 1.0)
    return [int(k) for k in order[behind.mean(0) <= clearly * errors]]


def means_of(worths: Numbers, is_founding: bool) -> Values:
    """Return the mean values of actions over the states in which they were weighed; places always are."""
    weighed = np.ones_like(worths, bool) if is_founding else worths != UNKNOWN_WORTH
    totals = np.where(weighed, worths, 0).sum(0)
    means: Values = np.where(weighed.any(0), totals / np.maximum(weighed.sum(0), 1), UNKNOWN_WORTH)
    return means


class Skilled(SearchBot):
    """Searches its turn."""

    def __init__(
        self,
        seed: int | str = 0,
        nodes: int = 128,
        states: int = 6,
        trade_states: int = 6,
        trade_turns: int = 1,
        haggles: bool = False,
        trade: bool = True,
        offering: float = USUAL.offering,
        accepting: float = USUAL.accepting,
        temperature: float = USUAL.temperature,
    ) -> None:
        depth = Depth(states, nodes, trade=TradeDepth(trade_states, trade_turns, haggles))
        super().__init__(seed, depth, trade, TradeStyle(offering, accepting, temperature))


class Expert(SearchBot):
    """Searches its turn, and plays the best actions out."""

    def __init__(
        self,
        seed: int | str = 0,
        nodes: int = 128,
        states: int = 6,
        candidates: int = 16,
        rollouts: int = 48,
        turns: int = USUAL_TURNS,
        rollout_nodes: int = 24,
        founding_noise: float = 0.08,
        trade_states: int = 12,
        trade_turns: int = 4,
        haggles: bool = True,
        trade: bool = True,
        offering: float = USUAL.offering,
        accepting: float = USUAL.accepting,
        temperature: float = USUAL.temperature,
    ) -> None:
        for_trade = TradeDepth(trade_states, trade_turns, haggles)
        depth = Depth(states, nodes, candidates, rollouts, turns, rollout_nodes, for_trade, founding_noise)
        super().__init__(seed, depth, trade, TradeStyle(offering, accepting, temperature))


class FirstSkilled(Skilled):
    """Searches with the first weights, to measure progress by."""

    WEIGHTS_FILE = FIRST_FILE


class FirstExpert(Expert):
    """Searches with the first weights, and compares actions as it did then, to measure progress by."""

    WEIGHTS_FILE = FIRST_FILE
    FIRST_LOOK = 0
    CLEARLY = inf
    FOUNDING_FACTOR = 4 / 3
