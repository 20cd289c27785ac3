"""Trade as a beginner does it: a card that can be spared for one that is missing, with players who are not ahead."""

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
WORTH_ASKING: Final = 2  # cards missing, with more of which nobody is asked
COUNTERS: Final = 0.8  # of the offers that are not liked, answered by another one where there is one to make
PROPOSES: Final = 0.3  # of the occasions to propose something unasked
MANY_PIPS: Final = 5  # of a resource; more makes no difference to what a player may want
MOOD: Final = 0.5  # missing cards by which the choice of an offer varies

Actions = dict[int, list[int]]  # legal actions by kind


class Choice(NamedTuple):
    """An action, and in a sentence why."""

    code: int
    reason: Phrase


# --- on turn ----------------------------------------------------------------------------------------------------------


def conclude(seen: CoreView, outlook: Outlook, legal: Actions) -> Choice | None:
    """Conclude an offer that was accepted, with the weakest who did, or take a proposal that is liked."""
    if a.CLOSE_DEAL in legal:
        weakest = min(legal[a.CLOSE_DEAL], key=lambda action: seen.s[POINTS + action_number(action)])
        return Choice(weakest, Phrase("bot.nearer", {"plan": outlook.plan.name}))
    liked = [action for action in legal.get(a.TAKE_PROPOSAL, ()) if _likes_proposal(seen, outlook, action)]
    if not liked:
        return None
    best = max(liked, key=lambda action: outlook.gain(proposed(seen, action_number(action))))
    plan = outlook.plan_after(proposed(seen, action_number(best)))
    return Choice(best, Phrase("bot.proposal_nearer", {"plan": plan.name}))


def _likes_proposal(seen: CoreView, outlook: Outlook, action: int) -> bool:
    maker = action_number(action)
    return outlook.gain(proposed(seen, maker)) > 0 and not is_dangerous(seen, maker, outlook.seat)


def offer(view: View, outlook: Outlook, rng: Random, beliefs: Beliefs) -> Choice | None:
    """Offer a card for one that is missing to those who may have it and like the trade, and have not said no to it."""
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
    """A bundle, the partners who may want it, and by how many missing cards it would bring one of them nearer."""

    appetite: float
    counts: Counts
    partners: tuple[int, ...]


def swap(
    view: View, outlook: Outlook, others: Sequence[int], rng: Random, beliefs: Beliefs, wanted: Sequence[int] = ()
) -> Deal | None:
    """Make the deal that both sides could want: a card that can be spared for one that is missing.

    Where a partner has asked for something that is `wanted`, that is given, for whatever is lacking.
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
    tastes = [Taste(view.seen, who, holdings[who], bool(wanted)) for who in partners]
    deals = (
        _deal(_bundles(outlook, trade_log, give, take), tastes, trade_log)
        for give in giving
        for take in range(RESOURCES)
    )
    return max((deal for deal in deals if deal), key=lambda deal: deal.appetite + MOOD * rng.random(), default=None)


def _deal(bundles: Iterable[Counts], tastes: Sequence[Taste], trade_log: TradeLog) -> Deal | None:
    """Find the first of some bundles that somebody would like."""
    for counts in bundles:
        taken = {resource for resource in range(RESOURCES) if counts[resource] < 0}
        appetites = {
            taste.seat: taste.appetite(counts)
            for taste in tastes
            if not taken & trade_log.asked.get(taste.seat, set())
            and not trade_log.has_refused(taste.seat, counts, taste.holding)
        }
        willing = tuple(seat for seat, appetite in appetites.items() if appetite > 0)
        if willing:
            return Deal(max(appetites.values()), counts, willing)
    return None


class Taste:
    """What a partner may make of a trade, as far as one knows its hand."""

    def __init__(self, seen: CoreView, seat: int, holding: Holding, has_asked: bool) -> None:
        self.seat = seat
        self.holding = holding
        self._has_asked = has_asked
        self._yields = yields_of(seen, seat)
        self._outlook = outlook_of(seen, seat, holding.likely) if holding.is_known else None

    def appetite(self, counts: Counts) -> float:
        """Return by how many missing cards a trade may bring it nearer to a goal; at most 0 if it cannot pay."""
        hand = self.holding.most if self._outlook is None else self._outlook.hand
        if any(held < -count for held, count in zip(hand, counts, strict=True)):
            return 0.0
        if self._has_asked:
            return 1.0
        return self._by_yields(counts) if self._outlook is None else self._outlook.gain(counts)

    def _by_yields(self, counts: Counts) -> float:
        """Return how much less the hexes yield of what it would get than of what it would give, if they yield that."""
        pips = [min(count, MANY_PIPS) for count in self._yields]
        given = max(pips[resource] for resource in range(RESOURCES) if counts[resource] < 0)
        got = min(pips[resource] for resource in range(RESOURCES) if counts[resource] > 0)
        return (given - got + 1) / MANY_PIPS if given else 0.0


def _bundles(outlook: Outlook, trade_log: TradeLog, give: int, take: int) -> Iterator[Counts]:
    """Yield one card that can be spared for one that is missing, then two; nothing that was offered before."""
    if outlook.lack[take]:
        for count in range(1, min(outlook.spare[give], 2) + 1):
            counts = tuple(count * (kind == give) - (kind == take) for kind in range(RESOURCES))
            if counts not in trade_log.offered:
                yield counts


def trade_with_bank(outlook: Outlook, legal: Actions) -> Choice | None:
    """Turn what can be spared into what is missing, at the best rate."""
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
    """Return why an offer is not liked; who cannot pay and who does not want to say the same (PUB-2)."""
    given = [resource for resource in range(RESOURCES) if bundle_[resource] > 0]
    asked = [resource for resource in range(RESOURCES) if bundle_[resource] < 0]
    if not any(outlook.lack[resource] for resource in given):
        return Phrase("bot.no_nearer", {"resources": _named(given), "plan": outlook.plan.name})
    if any(outlook.spare[resource] < -bundle_[resource] for resource in asked):
        return Phrase("bot.none_to_spare", {"resources": _named(asked, "or")})
    return Phrase("bot.too_much")


def _counter(view: View, outlook: Outlook, maker: int, rng: Random, beliefs: Beliefs) -> int:
    """Offer a card that was asked for, if there is one to spare, for one that is missing; 0 for no such trade."""
    seen = view.seen
    if not 0 < sum(outlook.lack) <= WORTH_ASKING:
        return 0
    asked = [resource for resource in range(RESOURCES) if seen.s[OFFER + resource] < 0 and outlook.spare[resource]]
    deal = swap(view, outlook, [maker], rng, beliefs, asked) if asked else None
    return bundle(a.COUNTER_OFFER, deal.counts) if deal else 0


def propose(view: View, outlook: Outlook, rng: Random, beliefs: Beliefs) -> Choice | None:
    """Propose a trade unasked to the player on turn that helps at once, now and then and once a turn."""
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
