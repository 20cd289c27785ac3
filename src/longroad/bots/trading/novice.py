"""Trades like a beginner: a spare card for a missing one, with players who are not ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from longroad.bots.beliefs.counting import Holding, count_cards
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.plans import Outlook, is_dangerous, is_leading, is_near_victory, outlook_of
from longroad.bots.sites import yields_of
from longroad.bots.trading.trade_log import Counts, TradeLog, may_propose, proposed, read_trade_log
from longroad.core import actions as a
from longroad.core.actions import action_number, bundle
from longroad.core.layout import (
    HAND_SIZE,
    OFFER,
    OFFERS,
    PLAYERS,
    POINTS,
    RESOURCES,
    TURN,
)
from longroad.core.state import View as CoreView
from longroad.core.words import RESOURCE_NAMES
from longroad.game.view import View
from longroad.narration import Phrase
from longroad.narration.catalogue import Several

OFFERS_A_TURN: Final = 2
WORTH_ASKING: Final = 2  # missing cards above which it makes no offers
COUNTERS: Final = 0.8  # share of the unwanted offers that it counters if it can
PROPOSES: Final = 0.3  # share of the occasions on which it proposes something out of turn
MANY_PIPS: Final = 5  # pips of a resource; more make no difference to what a player wants
NOISE: Final = 0.5  # missing cards by which the choice of an offer varies at random

Actions = dict[int, list[int]]  # legal actions by kind


class Choice(NamedTuple):
    """An action, and the reason as a sentence."""

    code: int
    reason: Phrase


# --- on turn ----------------------------------------------------------------------------------------------------------


def conclude(seen: CoreView, outlook: Outlook, legal: Actions) -> Choice | None:
    """Conclude an accepted offer with the weakest player who accepted it, or take a good proposal."""
    if a.CLOSE_DEAL in legal:
        weakest = min(legal[a.CLOSE_DEAL], key=lambda action: seen.s[POINTS + action_number(action)])
        return Choice(weakest, Phrase("bot.nearer", {"plan": outlook.plan.name}))
    liked = [action for action in legal.get(a.TAKE_PROPOSAL, ()) if _wants_proposal(seen, outlook, action)]
    if not liked:
        return None
    best = max(liked, key=lambda action: outlook.gain(proposed(seen, action_number(action))))
    plan = outlook.plan_after(proposed(seen, action_number(best)))
    return Choice(best, Phrase("bot.proposal_nearer", {"plan": plan.name}))


def _wants_proposal(seen: CoreView, outlook: Outlook, action: int) -> bool:
    maker = action_number(action)
    return outlook.gain(proposed(seen, maker)) > 0 and not is_dangerous(seen, maker, outlook.seat)


def offer(view: View, outlook: Outlook, rng: Random, beliefs: Beliefs) -> Choice | None:
    """Offer a spare card for a missing one to players who may have it, may want the trade and have not refused it."""
    seen, seat = view.seen, outlook.seat
    form = next((form for form in seen.forms(seat) if form.kind == a.OFFER_TRADE), None)
    if form is None or seen.s[OFFERS] >= OFFERS_A_TURN or not 0 < sum(outlook.lack) <= WORTH_ASKING:
        return None
    others = [who for who in range(seen.s[PLAYERS]) if form.to >> who & 1]
    deal = swap(view, outlook, others, rng, beliefs)
    if deal is None:
        return None
    code = bundle(a.OFFER_TRADE, deal.counts, sum(1 << who for who in deal.partners))
    return Choice(code, _lack(_taken(deal.counts), outlook))


class Deal(NamedTuple):
    """A bundle, the partners who may want it, and the gain of the best of them in missing cards."""

    gain: float
    counts: Counts
    partners: tuple[int, ...]


def swap(
    view: View, outlook: Outlook, others: Sequence[int], rng: Random, beliefs: Beliefs, wanted: Sequence[int] = ()
) -> Deal | None:
    """Find a deal that both sides could want: a spare card for a missing one.

    If `wanted` names the resources that a partner asked for, only these are given.
    """
    giving = [give for give in wanted or range(RESOURCES) if outlook.spare[give]]
    trade_log = read_trade_log(view, outlook.seat)
    partners = [
        who
        for who in others
        if view.seen.s[HAND_SIZE + who]
        and not is_dangerous(view.seen, who, outlook.seat)
        and (wanted or not trade_log.is_left_alone(who))
    ]
    if not giving or not partners:
        return None
    holdings = count_cards(view, beliefs)
    candidates = [Partner(view.seen, who, holdings[who], bool(wanted)) for who in partners]
    deals = (
        _deal(_bundles(outlook, trade_log, give, take), candidates, trade_log)
        for give in giving
        for take in range(RESOURCES)
    )
    return max((deal for deal in deals if deal), key=lambda deal: deal.gain + NOISE * rng.random(), default=None)


def _deal(bundles: Iterable[Counts], candidates: Sequence[Partner], trade_log: TradeLog) -> Deal | None:
    """Return the first bundle that a partner may want, as a deal."""
    for counts in bundles:
        taken = {resource for resource in range(RESOURCES) if counts[resource] < 0}
        gains = {
            partner.seat: partner.gain(counts)
            for partner in candidates
            if not taken & trade_log.asked.get(partner.seat, set())
            and not trade_log.has_refused(partner.seat, counts, partner.holding)
        }
        willing = tuple(seat for seat, gain in gains.items() if gain > 0)
        if willing:
            return Deal(max(gains.values()), counts, willing)
    return None


class Partner:
    """A possible partner of a trade, with what is known of its hand."""

    def __init__(self, seen: CoreView, seat: int, holding: Holding, has_asked: bool) -> None:
        self.seat = seat
        self.holding = holding
        self._has_asked = has_asked
        self._yields = yields_of(seen, seat)
        self._outlook = outlook_of(seen, seat, holding.likely) if holding.is_known else None

    def gain(self, counts: Counts) -> float:
        """Return by how many missing cards a trade may bring it closer to a plan; at most 0 if it cannot pay."""
        hand = self.holding.most if self._outlook is None else self._outlook.hand
        if any(held < -count for held, count in zip(hand, counts, strict=True)):
            return 0.0
        if self._has_asked:
            return 1.0
        return self._by_yields(counts) if self._outlook is None else self._outlook.gain(counts)

    def _by_yields(self, counts: Counts) -> float:
        """Return how much less its hexes yield of what it would get than of what it would give, if they yield that."""
        pips = [min(count, MANY_PIPS) for count in self._yields]
        given = max(pips[resource] for resource in range(RESOURCES) if counts[resource] < 0)
        got = min(pips[resource] for resource in range(RESOURCES) if counts[resource] > 0)
        return (given - got + 1) / MANY_PIPS if given else 0.0


def _bundles(outlook: Outlook, trade_log: TradeLog, give: int, take: int) -> Iterator[Counts]:
    """Yield one spare card for a missing one, then two; nothing that was offered before."""
    if outlook.lack[take]:
        for count in range(1, min(outlook.spare[give], 2) + 1):
            counts = tuple(count * (kind == give) - (kind == take) for kind in range(RESOURCES))
            if counts not in trade_log.offered:
                yield counts


def trade_with_bank(outlook: Outlook, legal: Actions) -> Choice | None:
    """Trade spare cards for missing ones, at the best rate."""
    lack, spare = outlook.lack, outlook.spare
    trades = []
    for action in legal.get(a.TRADE_BANK, ()):
        rate, pair = divmod(action_number(action), RESOURCES * RESOURCES)
        give, take = divmod(pair, RESOURCES)
        if lack[take] and spare[give] >= rate:
            trades.append((rate, -spare[give], action, take))
    if not trades:
        return None
    _, _, action, take = min(trades)
    return Choice(action, _lack(_named([take]), outlook))


# --- on another's turn ------------------------------------------------------------------------------------------------


def answer(view: View, outlook: Outlook, legal: Actions, rng: Random, beliefs: Beliefs) -> Choice:
    """Accept, refuse or counter the open offer."""
    seen, maker = view.seen, view.seen.s[TURN]
    bundle_ = seen.s[OFFER : OFFER + RESOURCES]
    if is_near_victory(seen, maker):
        return Choice(a.REFUSE, Phrase("bot.near_victory"))
    if is_leading(seen, maker, outlook.seat):
        return Choice(a.REFUSE, Phrase("bot.leader"))
    if a.ACCEPT in legal and outlook.gain(bundle_) > 0:
        return Choice(a.ACCEPT, Phrase("bot.nearer", {"plan": outlook.plan_after(bundle_).name}))
    why_not = {"why": _why_not(outlook, bundle_)}
    counter = _counter(view, outlook, maker, rng, beliefs) if rng.random() < COUNTERS else None
    if not counter:
        return Choice(a.REFUSE, Phrase("bot.refuses", why_not))
    return Choice(counter, Phrase("bot.counters", why_not))


def _why_not(outlook: Outlook, bundle_: Sequence[int]) -> Phrase:
    """Return the reason to refuse an offer; it is the same whether the seat cannot pay or does not want to (PUB-2)."""
    given = [resource for resource in range(RESOURCES) if bundle_[resource] > 0]
    asked = [resource for resource in range(RESOURCES) if bundle_[resource] < 0]
    if not any(outlook.lack[resource] for resource in given):
        return Phrase("bot.no_nearer", {"resources": _named(given), "plan": outlook.plan.name})
    if any(outlook.spare[resource] < -bundle_[resource] for resource in asked):
        return Phrase("bot.none_to_spare", {"resources": _named(asked, "or")})
    return Phrase("bot.too_much")


def _counter(view: View, outlook: Outlook, maker: int, rng: Random, beliefs: Beliefs) -> int:
    """Return a counter-offer of a spare card that was asked for, for a missing one; 0 if there is none."""
    seen = view.seen
    if not 0 < sum(outlook.lack) <= WORTH_ASKING:
        return 0
    asked = [resource for resource in range(RESOURCES) if seen.s[OFFER + resource] < 0 and outlook.spare[resource]]
    deal = swap(view, outlook, [maker], rng, beliefs, asked) if asked else None
    return bundle(a.COUNTER_OFFER, deal.counts) if deal else 0


def propose(view: View, outlook: Outlook, rng: Random, beliefs: Beliefs) -> Choice | None:
    """Propose a trade that helps at once to the player on turn, now and then, and at most once a turn."""
    if not may_propose(view.seen, outlook.seat) or rng.random() >= PROPOSES or sum(outlook.lack) != 1:
        return None
    deal = swap(view, outlook, [view.seen.s[TURN]], rng, beliefs)
    if deal is None:
        return None
    return Choice(bundle(a.PROPOSE_TRADE, deal.counts), _lack(_taken(deal.counts), outlook))


def _lack(resources: Several, outlook: Outlook) -> Phrase:
    return Phrase("bot.lacks", {"resources": resources, "plan": outlook.plan.name})


def _taken(counts: Counts) -> Several:
    return _named([resource for resource in range(RESOURCES) if counts[resource] < 0])


def _named(resources: Sequence[int], joint: str = "and") -> Several:
    return Several([Phrase(f"resource.{RESOURCE_NAMES[resource]}") for resource in resources], joint)
