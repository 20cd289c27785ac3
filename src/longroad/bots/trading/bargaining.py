"""Trade by search: a deal is worth what the search says about the hands after it, for both sides.

A deal is compared with no deal in the same states, after playing on to the end of this turn or a few more. It is
offered if it helps the maker and a partner who may hold the cards, at the cost of the others, and accepted by the same
measure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from longroad.bots.beliefs.counting import count_cards
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.protocol import seat_of
from longroad.bots.trading.style import USUAL, TradeStyle
from longroad.bots.trading.trade_log import Counts, TradeLog, counts_of, has_form, proposed, read_trade_log
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number, bundle
from longroad.core.layout import HAND, HAND_SIZE, OFFER, OFFERS, PLAYERS, RESOURCES, TURN
from longroad.core.rng import MOST_SEED
from longroad.game.view import View
from longroad.search.evaluate import CERTAIN
from longroad.search.searcher import Searcher

OFFERS_A_TURN: Final = 4
NODES: Final = 32  # nodes of the searches that play on
SHORTLIST: Final = 6  # deals that are judged more deeply, or a few more
MOST_CARDS: Final = 3  # cards of a deal, both sides together
NO_DEAL: Final = (-1, 0, 0, 0, 0, 0)


class TradeDepth(NamedTuple):
    """How carefully deals are judged."""

    states: int  # sampled states
    turns: int  # turns that are played on, the present one included
    haggles: bool = False  # whether two cards are asked for one, or two of different kinds given


GLANCE: Final = TradeDepth(states=2, turns=1)  # the depth of a look at all possible deals


class Gain(NamedTuple):
    """The gain of a deal for the maker and for the partner, in shares of a victory."""

    mine: float
    theirs: float
    possible: float  # probability that the partner holds the cards
    consent: float  # probability that it holds them and agrees
    error: float = 0.0  # the standard error of `mine`
    halves: tuple[float, float] = (0.0, 0.0)  # `mine` in each half of the states


class Decision(NamedTuple):
    """A decision about a trade, and the gain of the deal."""

    code: int
    gain: Gain | None = None  # None if there is no deal
    promise: float = 0.0  # of an offer: the gain, times the chance that somebody agrees


def _bundles() -> Iterator[Counts]:
    """Yield all deals of one card for one, two for one, and one for two."""
    sides = [side for count in (1, 2) for side in combinations_with_replacement(range(RESOURCES), count)]
    for given, taken in product(sides, sides):
        if len(given) + len(taken) <= MOST_CARDS and not set(given) & set(taken):
            yield tuple(given.count(kind) - taken.count(kind) for kind in range(RESOURCES))


def _is_plain(counts: Counts) -> bool:
    """Return whether a deal gives cards of one kind for a single card."""
    return sorted(counts)[:2] == [-1, 0] and sum(count > 0 for count in counts) == 1


BUNDLES: Final = tuple(_bundles())
PLAIN_BUNDLES: Final = tuple(filter(_is_plain, BUNDLES))
IMPOSSIBLE: Final = Gain(-1.0, -1.0, 0.0, 0.0)


class Bargainer:
    """Finds and judges deals; the searcher's states must be filled before."""

    def __init__(
        self,
        searcher: Searcher,
        view: View,
        beliefs: Beliefs,
        chance: Random,
        depth: TradeDepth,
        style: TradeStyle = USUAL,
    ) -> None:
        self._searcher = searcher
        self._view = view
        self._beliefs = beliefs
        self._depth = depth
        self._style = style
        self._seen = view.seen
        self._seat = seat_of(view)
        self._seed = chance.randrange(MOST_SEED // 2)

    # --- on turn ------------------------------------------------------------------------------------------------------

    def conclude(self, legal: Sequence[int]) -> Decision | None:
        """Conclude the best of the open deals, if it is worth it."""
        best = max(self.open_deals(legal), key=_mine, default=None)
        return best if best is not None and _mine(best) > 0 else None

    def open_deals(self, legal: Sequence[int]) -> list[Decision]:
        """Judge the deals that the player on turn can conclude now."""
        open_ = [action for action in legal if action_kind(action) in (a.CLOSE_DEAL, a.TAKE_PROPOSAL)]
        deals = [(action_number(action), *self._open_deal(action)) for action in open_]
        return [Decision(*judged) for judged in zip(open_, self._judge(self._seat, deals, self._depth), strict=True)]

    def _open_deal(self, action: int) -> Counts:
        """Return what the seat gives in an open deal."""
        if action_kind(action) == a.CLOSE_DEAL:
            return tuple(self._seen.s[OFFER : OFFER + RESOURCES])
        return tuple(-count for count in proposed(self._seen, action_number(action)))

    def offer(self) -> Decision | None:
        """Return the most promising offer; None if no offer is worth it."""
        best = next(iter(self.offers()), None)
        return best if best is not None and best.promise >= self._style.offering else None

    def offers(self) -> list[Decision]:
        """Judge the offers that may help, the most promising first."""
        seen = self._seen
        if seen.s[OFFERS] >= OFFERS_A_TURN or not has_form(seen, self._seat, a.OFFER_TRADE):
            return []
        trade_log = read_trade_log(self._view, self._seat)
        others = [
            who
            for who in range(seen.s[PLAYERS])
            if who != self._seat and seen.s[HAND_SIZE + who] and not trade_log.is_left_alone(who)
        ]
        deals = self._find(others)
        bundles: dict[Counts, dict[int, Gain]] = {}
        for (partner, *counts), gain in deals.items():
            if gain.mine > self._style.accepting:
                bundles.setdefault(tuple(counts), {})[partner] = gain
        return sorted((_offer(counts, gains) for counts, gains in bundles.items()), key=lambda offer: -offer.promise)

    # --- on another's turn --------------------------------------------------------------------------------------------

    def answer(self, legal: Sequence[int], may_counter: bool) -> Decision:
        """Accept, counter or refuse the open offer."""
        accepted = self.accepted(legal)
        if accepted is not None and _mine(accepted) > self._style.accepting:
            return accepted
        return (self.counter() if may_counter else None) or Decision(a.REFUSE)

    def accepted(self, legal: Sequence[int]) -> Decision | None:
        """Judge the open offer; None if it cannot be accepted."""
        if a.ACCEPT not in legal:
            return None
        offer = (self._seat, *self._seen.s[OFFER : OFFER + RESOURCES])
        [gain] = self._judge(self._seen.s[TURN], [offer], self._depth)
        return Decision(a.ACCEPT, gain)

    def counter(self) -> Decision | None:
        """Return the most promising counter-offer other than the offer itself; None if none is worth it."""
        if not has_form(self._seen, self._seat, a.COUNTER_OFFER):
            return None
        same = tuple(-count for count in self._seen.s[OFFER : OFFER + RESOURCES])
        return self._suggest(a.COUNTER_OFFER, self._seen.s[TURN], without=same)

    def countered(self, code: int) -> Decision:
        """Judge a counter-offer: the player on turn can take it."""
        deal = (self._seen.s[TURN], *counts_of(code))
        [gain] = self._judge(self._seat, [deal], self._depth)
        return Decision(code, gain, gain.mine * gain.consent)

    def propose(self) -> Decision | None:
        """Propose a deal to the player on turn."""
        maker = self._seen.s[TURN]
        return (
            None
            if read_trade_log(self._view, self._seat).is_left_alone(maker)
            else self._suggest(a.PROPOSE_TRADE, maker)
        )

    def _suggest(self, kind: int, maker: int, without: Counts = ()) -> Decision | None:
        """Return the most promising deal with the player on turn; None if no deal is worth it."""
        if not self._seen.s[HAND_SIZE + maker]:
            return None
        made = [
            Decision(bundle(kind, counts), gain, gain.mine * gain.consent)
            for (_, *counts), gain in self._find([maker]).items()
            if gain.mine > self._style.accepting and tuple(counts) != without
        ]
        best = max(made, key=lambda decision: decision.promise, default=None)
        return best if best is not None and best.promise >= self._style.offering else None

    # --- deals --------------------------------------------------------------------------------------------------------

    def _find(self, others: Sequence[int]) -> dict[tuple[int, ...], Gain]:
        """Evaluate all deals with some others, then the best ones more deeply."""
        if self._seen.s[PLAYERS] == 2:
            return {}  # with two players, what one gains the other loses
        trade_log = read_trade_log(self._view, self._seat)
        holdings = count_cards(self._view, self._beliefs)
        deals = [
            (who, *counts)
            for counts in self._bundles(trade_log)
            for who in others
            if all(held >= -count for held, count in zip(holdings[who].most, counts, strict=True))
            and not trade_log.has_refused(who, counts, holdings[who])
        ]
        glances: dict[Counts, dict[int, Gain]] = {}  # by bundle and partner
        for deal, gain in zip(deals, self._judge(self._seat, deals, GLANCE), strict=True):
            if gain.mine > self._style.accepting:
                glances.setdefault(deal[1:], {})[deal[0]] = gain
        liked: list[tuple[int, ...]] = []
        for counts in sorted(glances, key=lambda counts: -_promise(glances[counts])):
            if len(liked) < SHORTLIST:  # all partners of a bundle are judged, since an offer goes to all of them
                liked += [(who, *counts) for who in glances[counts]]
        return dict(zip(liked, self._judge(self._seat, liked, self._depth), strict=True))

    def _bundles(self, trade_log: TradeLog) -> Iterator[Counts]:
        """Yield the deals that the seat can pay and has not offered before."""
        hand = self._seen.s[HAND + RESOURCES * self._seat : HAND + RESOURCES * (self._seat + 1)]
        for counts in BUNDLES if self._depth.haggles else PLAIN_BUNDLES:
            if counts not in trade_log.offered and all(count <= held for count, held in zip(counts, hand, strict=True)):
                yield counts

    def _judge(self, maker: int, deals: Sequence[tuple[int, ...]], depth: TradeDepth) -> list[Gain]:
        """Compare deals with no deal; partners are assumed to judge by the end of the turn."""
        if not deals:
            return []
        asked = [NO_DEAL, *deals]
        near, far = self._searcher.weigh_deals(depth.states, maker, asked, depth.turns, NODES, self._seed)
        gains = []
        for k, (partner, *_) in enumerate(deals, start=1):
            possible = near[:, k, maker] >= 0
            if not possible.any():
                gains.append(IMPOSSIBLE)
                continue
            other = partner if maker == self._seat else maker
            own = (far[possible, k] - far[possible, 0])[:, self._seat] / CERTAIN
            theirs = (near[possible, k] - near[possible, 0])[:, other].mean() / CERTAIN
            gain = self._gain(float(own.mean()), float(theirs), float(possible.mean()))
            error = float(own.std(ddof=1)) / sqrt(len(own)) if len(own) > 1 else 1.0
            halves = (float(own[::2].mean()), float(own[1::2].mean())) if len(own) > 1 else (gain.mine, gain.mine)
            gains.append(gain._replace(error=error, halves=halves))
        return gains

    def _gain(self, mine: float, theirs: float, possible: float) -> Gain:
        """Return the gain of a deal, and how likely it happens."""
        logit = max(min(theirs / self._style.temperature, 30.0), -30.0)
        return Gain(mine, theirs, possible, possible / (1 + exp(-logit)))


def _mine(decision: Decision) -> float:
    """Return what a judged deal brings to the seat."""
    assert decision.gain is not None
    return decision.gain.mine


def _offer(counts: Counts, gains: dict[int, Gain]) -> Decision:
    """Return the offer of a bundle to those who may hold its cards."""
    asked = sum(1 << who for who, gain in gains.items() if gain.possible > 0)
    likely = max(gains.values(), key=lambda gain: gain.consent)
    return Decision(bundle(a.OFFER_TRADE, counts, asked), likely, _promise(gains))


def _promise(gains: dict[int, Gain]) -> float:
    """Return the value of an offer to several seats: the best gain, and the chance that somebody agrees."""
    nobody = 1.0
    total = 0.0
    for gain in sorted(gains.values(), key=lambda gain: -gain.mine):
        total += nobody * gain.consent * gain.mine
        nobody *= 1 - gain.consent
    return total
