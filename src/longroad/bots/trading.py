"""Trade as a beginner does it: a card that can be spared for one that is missing, with whom it does no harm."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from longroad.bots.outlook import Outlook, is_dangerous, is_leading, is_near_victory
from longroad.bots.sites import yields_of
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number, bundle, bundle_count, ply_action, ply_seat
from longroad.core.layout import (
    HAND_SIZE,
    OFFER,
    OFFERS,
    PLAYERS,
    POINTS,
    PROPOSAL,
    PROPOSALS,
    PROPOSED,
    RESOURCES,
    TURN,
)
from longroad.core.state import View as CoreView
from longroad.core.words import RESOURCE_NAMES
from longroad.narration import Said
from longroad.narration.catalogue import Several
from longroad.view import View

OFFERS_A_TURN: Final = 2
WORTH_ASKING: Final = 2  # cards missing, with more of which nobody is asked
COUNTERS: Final = 0.5  # of the offers that are not liked, answered by another one where there is one to make
PROPOSES: Final = 0.3  # of the occasions to propose something unasked
MANY_PIPS: Final = 5  # of a resource; more makes no difference to what a player may want
MOOD: Final = 3.0  # pips by which the choice of an offer varies

Actions = dict[int, list[int]]  # legal actions by kind
Counts = tuple[int, ...]  # of each resource what the maker gives, negative what it takes


class Choice(NamedTuple):
    """An action, and in a sentence why."""

    code: int
    reason: Said


class Talk(NamedTuple):
    """What has been said about trade: the bundles that one has offered oneself, and what others ask for this turn."""

    said: set[Counts]
    asked: dict[int, set[int]]


def talk_of(view: View, seat: int) -> Talk:
    """Listen to the log: to oneself since one's last turn began, to the others since this one did."""
    talk = Talk(set(), {})
    turns = 0  # of one's own, ended since
    is_now = True
    for entry in reversed(view.log):
        code = ply_action(entry)
        kind = action_kind(code)
        if kind == a.END_TURN:
            is_now = False
            turns += ply_seat(entry) == seat
            if turns == 2:
                break
        elif kind in (a.OFFER_TRADE, a.COUNTER_OFFER, a.PROPOSE_TRADE):
            counts = tuple(bundle_count(code, resource) for resource in range(RESOURCES))
            if ply_seat(entry) == seat:
                talk.said.add(counts)
            elif is_now:
                asked = talk.asked.setdefault(ply_seat(entry), set())
                asked.update(resource for resource in range(RESOURCES) if counts[resource] < 0)
    return talk


# --- on turn ----------------------------------------------------------------------------------------------------------


def conclude(seen: CoreView, outlook: Outlook, legal: Actions) -> Choice | None:
    """Conclude an offer that was accepted, with the weakest who did, or take a proposal that is liked."""
    if a.CLOSE_DEAL in legal:
        weakest = min(legal[a.CLOSE_DEAL], key=lambda action: seen.s[POINTS + action_number(action)])
        return Choice(weakest, Said("bot.nearer", {"plan": outlook.plan.name}))
    liked = [action for action in legal.get(a.TAKE_PROPOSAL, ()) if _likes_proposal(seen, outlook, action)]
    if not liked:
        return None
    best = max(liked, key=lambda action: outlook.gain(_proposed(seen, action_number(action))))
    plan = outlook.plan_after(_proposed(seen, action_number(best)))
    return Choice(best, Said("bot.proposal_nearer", {"plan": plan.name}))


def _likes_proposal(seen: CoreView, outlook: Outlook, action: int) -> bool:
    maker = action_number(action)
    return outlook.gain(_proposed(seen, maker)) > 0 and not is_dangerous(seen, maker, outlook.seat)


def _proposed(seen: CoreView, maker: int) -> list[int]:
    return seen.s[PROPOSAL + RESOURCES * maker : PROPOSAL + RESOURCES * (maker + 1)]


def offer(view: View, outlook: Outlook, rng: Random) -> Choice | None:
    """Offer a card for one that is missing to those who may have it; what was refused is not offered again so soon."""
    seen, seat = view.seen, outlook.seat
    form = next((form for form in seen.forms(seat) if form.kind == a.OFFER_TRADE), None)
    if form is None or seen.s[OFFERS] >= OFFERS_A_TURN or not 0 < sum(outlook.lack) <= WORTH_ASKING:
        return None
    others = [who for who in range(seen.s[PLAYERS]) if form.to >> who & 1 and seen.s[HAND_SIZE + who]]
    partners = [who for who in others if not is_dangerous(seen, who, seat)]
    deal = swap(seen, outlook, talk_of(view, seat), partners, rng)
    if deal is None:
        return None
    code = bundle(a.OFFER_TRADE, deal.counts, sum(1 << who for who in deal.partners))
    return Choice(code, _lack(_taken(deal.counts), outlook))


class Deal(NamedTuple):
    """A bundle, the partners who may want it, and how likely that is."""

    appetite: float
    counts: Counts
    partners: tuple[int, ...]


def swap(
    seen: CoreView, outlook: Outlook, talk: Talk, partners: Sequence[int], rng: Random, wanted: Sequence[int] = ()
) -> Deal | None:
    """Make the deal that both sides could want: for a card that partners yield, one that they yield less of.

    Where a partner has asked for something that is `wanted`, that is given, for whatever is lacking.
    """
    yields = {who: yields_of(seen, who) for who in partners}
    deals = []
    for give in wanted or range(RESOURCES):
        for take in range(RESOURCES):
            counts = _fresh_bundle(outlook, talk, give, take)
            if counts is None:
                continue
            able = [who for who in partners if (wanted or yields[who][take]) and take not in talk.asked.get(who, ())]
            appetites = [_pips(yields[who][take]) - (0 if wanted else _pips(yields[who][give])) for who in able]
            if able and max(appetites) >= 0:
                deals.append(Deal(sum(appetites) / len(able) + MOOD * rng.random(), counts, tuple(able)))
    return max(deals, default=None)


def _pips(count: int) -> int:
    return min(count, MANY_PIPS)


def _fresh_bundle(outlook: Outlook, talk: Talk, give: int, take: int) -> Counts | None:
    """Give one card that can be spared for one that is missing; two if one was refused; None if that was said too."""
    if not outlook.lack[take]:
        return None
    for count in range(1, min(outlook.spare[give], 2) + 1):
        counts = [0] * RESOURCES
        counts[give], counts[take] = count, -1
        if tuple(counts) not in talk.said:
            return tuple(counts)
    return None


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


def answer(view: View, outlook: Outlook, legal: Actions, rng: Random) -> Choice:
    """Accept, refuse or counter the open offer."""
    seen, maker = view.seen, view.seen.s[TURN]
    bundle_ = seen.s[OFFER : OFFER + RESOURCES]
    if is_near_victory(seen, maker):
        return Choice(a.REFUSE, Said("bot.near_victory"))
    if is_leading(seen, maker, outlook.seat):
        return Choice(a.REFUSE, Said("bot.leader"))
    if a.ACCEPT in legal and outlook.gain(bundle_) > 0:
        return Choice(a.ACCEPT, Said("bot.nearer", {"plan": outlook.plan_after(bundle_).name}))
    why_not = {"why": _why_not(outlook, bundle_)}
    counter = _counter(view, outlook, maker, rng) if rng.random() < COUNTERS else None
    if not counter:
        return Choice(a.REFUSE, Said("bot.refuses", why_not))
    return Choice(counter, Said("bot.counters", why_not))


def _why_not(outlook: Outlook, bundle_: Sequence[int]) -> Said:
    """Tell why an offer is not liked; who cannot pay and who does not want to say the same (PUB-2)."""
    given = [resource for resource in range(RESOURCES) if bundle_[resource] > 0]
    asked = [resource for resource in range(RESOURCES) if bundle_[resource] < 0]
    if not any(outlook.lack[resource] for resource in given):
        return Said("bot.no_nearer", {"resources": _named(given), "plan": outlook.plan.name})
    if any(outlook.spare[resource] < -bundle_[resource] for resource in asked):
        return Said("bot.none_to_spare", {"resources": _named(asked, "or")})
    return Said("bot.too_much")


def _counter(view: View, outlook: Outlook, maker: int, rng: Random) -> int:
    """Offer a card that was asked for, if there is one to spare, for one that is missing; 0 for no such trade."""
    seen = view.seen
    if not 0 < sum(outlook.lack) <= WORTH_ASKING or not seen.s[HAND_SIZE + maker]:
        return 0
    asked = [resource for resource in range(RESOURCES) if seen.s[OFFER + resource] < 0 and outlook.spare[resource]]
    deal = swap(seen, outlook, talk_of(view, outlook.seat), [maker], rng, asked) if asked else None
    return bundle(a.COUNTER_OFFER, deal.counts) if deal else 0


def propose(view: View, outlook: Outlook, rng: Random) -> Choice | None:
    """Propose a trade unasked to the player on turn, now and then and once a turn."""
    seen, seat = view.seen, outlook.seat
    maker = seen.s[TURN]
    has_spoken = seen.s[PROPOSALS + seat] or seen.s[PROPOSED] >> seat & 1
    if has_spoken or not any(form.kind == a.PROPOSE_TRADE for form in seen.forms(seat)):
        return None
    if rng.random() >= PROPOSES or not 0 < sum(outlook.lack) <= WORTH_ASKING:
        return None
    if is_dangerous(seen, maker, seat) or not seen.s[HAND_SIZE + maker]:
        return None
    deal = swap(seen, outlook, talk_of(view, seat), [maker], rng)
    if deal is None:
        return None
    return Choice(bundle(a.PROPOSE_TRADE, deal.counts), _lack(_taken(deal.counts), outlook))


def _lack(resources: Several, outlook: Outlook) -> Said:
    return Said("bot.lacks", {"resources": resources, "plan": outlook.plan.name})


def _taken(counts: Counts) -> Several:
    return _named([resource for resource in range(RESOURCES) if counts[resource] < 0])


def _named(resources: Sequence[int], joint: str = "and") -> Several:
    return Several([Said(f"resource.{RESOURCE_NAMES[resource]}") for resource in resources], joint)
