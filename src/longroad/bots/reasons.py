"""The reasons of bots that search, in words that name no hidden card.

The search finds the best action, not a reason. But every reason is true of the position: what a choice pays for or
brings closer, which player it hurts, and for a trade how the search values it for both sides. A player whose offer is
refused may ask why: that answer follows from what everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from longroad.bots.plans import ROAD, Outlook, Plan, outlook_of
from longroad.bots.protocol import seat_of
from longroad.bots.sites import helps_race, is_racing, is_robbed, owners_beside, road_goal, yields_of
from longroad.bots.trading.bargaining import Gain
from longroad.bots.trading.trade_log import counts_of, proposed
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number
from longroad.core.island.setup import pips_of, site_pips
from longroad.core.layout import (
    DISCARD_LIMIT,
    HAND_SIZE,
    KNIGHTS,
    OFFER,
    PLAYERS,
    POINTS,
    REACH,
    RESOURCES,
    ROAD_LENGTH,
    TOKEN,
    TOUCHED,
    TURN,
)
from longroad.core.rules.network import place_road
from longroad.core.sets import contains
from longroad.core.state import View as CoreView
from longroad.game.view import View
from longroad.narration import Phrase, site_of

GENERAL: Final = Phrase("bot.best")  # the fallback
DEALS: Final = frozenset(
    (a.OFFER_TRADE, a.COUNTER_OFFER, a.PROPOSE_TRADE, a.ACCEPT, a.CLOSE_DEAL, a.TAKE_PROPOSAL)
)  # trades with other players
RARE: Final = {
    "bot.not_yielded": Phrase("bot.gives_unyielded"),
    "bot.yielded_less": Phrase("bot.gives_rarer"),
}  # given away
BEHIND: Final = 2  # knights that leave the largest army out of reach


def reason_for(view: View, code: int, gain: Gain | None = None) -> Phrase:
    """Return the reason for an action, for the others to read; `gain` is what a trade would bring."""
    seen, seat, kind = view.seen, seat_of(view), action_kind(code)
    if kind == a.REFUSE:
        return _reason_to_refuse(seen, seat)
    if kind in DEALS:
        return _reason_for_deal(seen, seat, code, gain)
    return REASONS[kind](seen, seat, code)


# --- cards in hand ----------------------------------------------------------------------------------------------------


def _change(seen: CoreView, code: int) -> list[int]:
    """Return the cards that an action adds to the hand; negative counts leave it."""
    kind, number = action_kind(code), action_number(code)
    change = [0] * RESOURCES
    if kind == a.ACCEPT:
        change = seen.s[OFFER : OFFER + RESOURCES]
    elif kind == a.CLOSE_DEAL:
        change = [-count for count in seen.s[OFFER : OFFER + RESOURCES]]
    elif kind == a.TAKE_PROPOSAL:
        change = proposed(seen, number)
    elif kind == a.TRADE_BANK:
        rate, pair = divmod(number, RESOURCES * RESOURCES)
        change[pair // RESOURCES] -= rate
        change[pair % RESOURCES] += 1
    elif kind == a.PLAY_PLENTY:
        for resource in (a.PLENTY_FIRST[number], a.PLENTY_SECOND[number]):
            if resource >= 0:
                change[resource] += 1
    else:
        change = [-count for count in counts_of(code)]
    return change


def _after(outlook: Outlook, change: Sequence[int]) -> Outlook:
    return replace(outlook, hand=tuple(held + more for held, more in zip(outlook.hand, change, strict=True)))


def _missing(outlook: Outlook, plan: Plan) -> int:
    return sum(outlook.lack_for(plan))


def _nearest(outlook: Outlook, plans: Sequence[Plan]) -> Plan:
    """Return the preferred one of the plans that lack few cards."""
    return min(plans, key=lambda plan: _missing(outlook, plan) - plan.merit)


def _nearer(outlook: Outlook, after: Outlook) -> list[Plan]:
    """Return the plans that are closer afterwards."""
    return [plan for plan in outlook.plans if _missing(after, plan) < _missing(outlook, plan)]


def _rarity(yields: Sequence[int], change: Sequence[int]) -> Phrase | None:
    """Return a reason if the seat's hexes yield nothing of what it gets, or less than of what it gives."""
    got = [yields[resource] for resource in range(RESOURCES) if change[resource] > 0]
    given = [yields[resource] for resource in range(RESOURCES) if change[resource] < 0]
    if not any(got):
        return Phrase("bot.not_yielded")
    return Phrase("bot.yielded_less") if given and max(got) < min(given) else None


def _reason_for_cards(seen: CoreView, seat: int, code: int) -> Phrase:
    """Return which plan cards from the bank help, or which cards were plentiful."""
    outlook, change = outlook_of(seen, seat), _change(seen, code)
    after = _after(outlook, change)
    nearer = _nearer(outlook, after)
    paid = [plan for plan in nearer if not _missing(after, plan)]
    if nearer:
        plan = paid[0] if paid else _nearest(after, nearer)
        return Phrase("bot.plenty" if paid else "bot.nearer", {"plan": plan.name})
    rarity = _rarity(outlook.yields, change)
    if rarity is not None:
        return rarity
    if sum(change) < 0 and seen.s[HAND_SIZE + seat] > seen.s[DISCARD_LIMIT]:
        return Phrase("bot.too_many")
    given = [held for held, more in zip(outlook.hand, change, strict=True) if more < 0]
    return Phrase("bot.gives_most") if given and max(given) == max(outlook.hand) else GENERAL


def _reason_to_keep(seen: CoreView, seat: int, code: int) -> Phrase:
    """Return which plan the remaining cards help."""
    outlook = outlook_of(seen, seat)
    after = _after(outlook, _change(seen, code))
    if not outlook.plans:
        return Phrase("bot.needs_nothing")
    kept = [plan for plan in outlook.plans if not _missing(after, plan)]
    plan = _nearest(after, kept or outlook.plans)
    return Phrase("bot.keeps" if kept else "bot.left_for", {"plan": plan.name})


def _reason_to_end(seen: CoreView, seat: int, code: int) -> Phrase:
    """Return what the seat is saving for."""
    if seen.s[HAND_SIZE + seat] == 0:
        return Phrase("bot.no_cards")
    outlook = outlook_of(seen, seat)
    wanted = [plan for plan in outlook.plans if _missing(outlook, plan)]
    return Phrase("bot.saves", {"plan": _nearest(outlook, wanted).name}) if wanted else Phrase("bot.nothing_helps")


# --- trade with others ------------------------------------------------------------------------------------------------


def _reason_for_deal(seen: CoreView, seat: int, code: int, gain: Gain | None) -> Phrase:
    """Return what a deal is for, or who it helps; never that it is all the seat lacks, which would reveal its hand."""
    outlook, change = outlook_of(seen, seat), _change(seen, code)
    after = _after(outlook, change)
    nearer = _nearer(outlook, after)
    if nearer:
        return Phrase("bot.nearer", {"plan": _nearest(after, nearer).name})
    if sum(change) > 0:
        return Phrase("bot.more_cards")
    if gain is not None and min(gain.mine, gain.theirs) > 0:
        return Phrase("bot.helps_both")
    rarity = _rarity(outlook.yields, change)
    if rarity is not None:
        return rarity
    return GENERAL if gain is None or gain.mine <= 0 else Phrase("bot.pays")


def _reason_to_refuse(seen: CoreView, seat: int) -> Phrase:
    """Return a reason to refuse an offer, from what everybody sees, so that it does not reveal the hand (PUB-2)."""
    offer = seen.s[OFFER : OFFER + RESOURCES]
    if _leads(seen, seen.s[TURN]):
        return Phrase("bot.helps_leader")
    if sum(offer) < 0:
        return Phrase("bot.fewer_cards")
    rarity = _rarity(yields_of(seen, seat), [-count for count in offer])
    return Phrase("bot.cannot_spare") if rarity is None else RARE[rarity.key]


def _leads(seen: CoreView, seat: int) -> bool:
    """Return whether a player has more points than anybody else."""
    points = seen.s[POINTS : POINTS + seen.s[PLAYERS]]
    return points.count(max(points)) == 1 and points[seat] == max(points)


# --- robber -----------------------------------------------------------------------------------------------------------


def reason_for_robber(seen: CoreView, seat: int, hex_: int) -> Phrase:
    """Return the reason for the robber's new hex: the rolls that it takes from other players, if any yield there."""
    pips = pips_of(seen.s[TOKEN + hex_])
    others = set(range(seen.s[PLAYERS])) - {seat}  # neutral players have no income
    hurts = pips and owners_beside(seen, hex_) & others
    return Phrase("bot.hurts", {"pips": pips}) if hurts else Phrase("bot.hurts_nobody")


def _reason_to_rob(seen: CoreView, seat: int, code: int) -> Phrase:
    """Return what is special about a victim: points, cards, or what its hexes yield."""
    victim = action_number(code)
    victims = [action_number(action) for action in seen.legal(seat) if action_number(action) != a.ROB_NOBODY]
    if victim == a.ROB_NOBODY:
        return GENERAL
    if len(victims) == 1:
        return Phrase("bot.robs_only")
    if _leads(seen, victim):
        return Phrase("bot.robs_leader")
    if all(seen.s[HAND_SIZE + victim] > seen.s[HAND_SIZE + other] for other in victims if other != victim):
        return Phrase("bot.robs_most")
    outlook, yields = outlook_of(seen, seat), yields_of(seen, victim)
    wanted = [plan for plan in outlook.plans if any(map(min, outlook.lack_for(plan), yields))]
    return Phrase("bot.robs_for", {"plan": _nearest(outlook, wanted).name}) if wanted else GENERAL


# --- building and development cards -----------------------------------------------------------------------------------


def _reason_for_road(seen: CoreView, seat: int, code: int) -> Phrase:
    path = action_number(code)
    if helps_race(seen, seat, path):
        return Phrase("bot.race")
    site = road_goal(seen, seat, yields_of(seen, seat), path)[1]
    if site >= 0:
        return Phrase("bot.leads", {"site": site_of(seen, site)})
    s, m = seen.s.copy(), seen.m.copy()
    place_road(s, m, seat, path)
    return Phrase("bot.longer") if s[ROAD_LENGTH + seat] > seen.s[ROAD_LENGTH + seat] else GENERAL


def _reason_for_roads(seen: CoreView, seat: int, code: int) -> Phrase:
    if is_racing(seen, seat):
        return Phrase("bot.race")
    return Phrase("bot.needs_roads") if ROAD in outlook_of(seen, seat).plans else Phrase("bot.free_roads")


def _reason_for_monopoly(seen: CoreView, seat: int, code: int) -> Phrase:
    outlook, resource = outlook_of(seen, seat), action_number(code)
    wanted = [plan for plan in outlook.plans if outlook.lack_for(plan)[resource]]
    if not wanted:
        return Phrase("bot.monopoly_many")
    return Phrase("bot.monopoly_for", {"plan": _nearest(outlook, wanted).name})


def _reason_for_knight(seen: CoreView, seat: int, code: int) -> Phrase:
    return Phrase("bot.drives_robber") if is_robbed(seen, seat) else Phrase("bot.knight")


# --- a game of two ----------------------------------------------------------------------------------------------------


def _reason_to_calm(seen: CoreView, seat: int, code: int) -> Phrase:
    return Phrase("bot.calms") if is_robbed(seen, seat) else GENERAL


def _reason_to_force(seen: CoreView, seat: int, code: int) -> Phrase:
    return Phrase("bot.forces") if sum(outlook_of(seen, seat).spare) >= 2 else GENERAL


def _reason_to_retire(seen: CoreView, seat: int, code: int) -> Phrase:
    is_behind = seen.s[KNIGHTS + seat] + BEHIND <= seen.s[KNIGHTS + 1 - seat]
    return Phrase("bot.retires") if is_behind else Phrase("bot.sells")


def _reason_for_neutral(seen: CoreView, seat: int, code: int) -> Phrase:
    ways = TOUCHED if action_kind(code) == a.NEUTRAL_SETTLEMENT else REACH
    return GENERAL if contains(seen.m, ways + 2 * seat, action_number(code)) else Phrase("bot.neutral")


REASONS: Final[dict[int, Callable[[CoreView, int, int], Phrase]]] = {
    a.ROLL: lambda seen, seat, code: Phrase("bot.roll"),
    a.END_TURN: _reason_to_end,
    a.BUY_CARD: lambda seen, seat, code: Phrase("bot.buys"),
    a.PLAY_KNIGHT: _reason_for_knight,
    a.PLAY_ROADS: _reason_for_roads,
    a.STOP_ROADS: lambda seen, seat, code: Phrase("bot.stops"),
    a.WITHDRAW: lambda seen, seat, code: GENERAL,
    a.FORCE_TRADE: _reason_to_force,
    a.CALM_ROBBER: _reason_to_calm,
    a.RETIRE_KNIGHT: _reason_to_retire,
    a.BUILD_SETTLEMENT: lambda seen, seat, code: Phrase("bot.yields", {"pips": site_pips(seen.s, action_number(code))}),
    a.BUILD_CITY: lambda seen, seat, code: Phrase("bot.doubles", {"pips": site_pips(seen.s, action_number(code))}),
    a.BUILD_ROAD: _reason_for_road,
    a.MOVE_ROBBER: lambda seen, seat, code: reason_for_robber(seen, seat, action_number(code)),
    a.ROB: _reason_to_rob,
    a.TRADE_BANK: _reason_for_cards,
    a.PLAY_PLENTY: _reason_for_cards,
    a.PLAY_MONOPOLY: _reason_for_monopoly,
    a.NEUTRAL_ROAD: _reason_for_neutral,
    a.NEUTRAL_SETTLEMENT: _reason_for_neutral,
    a.DISCARD: _reason_to_keep,
    a.GIVE_CARDS: _reason_to_keep,
}
