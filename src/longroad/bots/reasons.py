"""Why a computer player that looks ahead does something, in words that name no hidden card."""

from __future__ import annotations

from typing import Final

from longroad.bots.sites import helps_race, is_robbed, road_goal, yields_of
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number
from longroad.core.island import HEX_SITES
from longroad.core.layout import CITY_CODE, PLAYERS, SITE, TOKEN
from longroad.core.setup import pips_of, site_pips
from longroad.core.state import View as CoreView
from longroad.narration import Said
from longroad.view import View

PLAIN: Final = {a.ROLL: "bot.roll", a.BUY_CARD: "bot.buys", a.REFUSE: "bot.worse"}


def reason_for(view: View, code: int) -> Said:
    """Give the reason for an action, as its seat would tell it to the others."""
    seen, kind, number = view.seen, action_kind(code), action_number(code)
    seat = view.viewer
    assert seat is not None
    if kind == a.BUILD_CITY:
        return Said("bot.doubles", {"pips": site_pips(seen.s, number)})
    if kind == a.BUILD_SETTLEMENT:
        return Said("bot.yields", {"pips": site_pips(seen.s, number)})
    if kind == a.BUILD_ROAD:
        return _reason_for_road(view, seat, number)
    if kind == a.PLAY_KNIGHT:
        return Said("bot.drives_robber") if is_robbed(seen, seat) else Said("bot.knight")
    if kind == a.MOVE_ROBBER:
        return reason_for_robber(seen, seat, number)
    return Said(PLAIN.get(kind, "bot.best"))


def reason_for_robber(seen: CoreView, seat: int, hex_: int) -> Said:
    """Give the reason for the robber's new place: the rolls that it takes from other players, if any do yield there."""
    codes = (seen.s[SITE + site] for site in HEX_SITES[6 * hex_ : 6 * hex_ + 6])
    owners = {(code - 1) % CITY_CODE for code in codes if code}
    pips = pips_of(seen.s[TOKEN + hex_])
    others = set(range(seen.s[PLAYERS])) - {seat}  # neutral players get nothing that could be taken
    return Said("bot.hurts", {"pips": pips}) if pips and owners & others else Said("bot.hurts_nobody")


def _reason_for_road(view: View, seat: int, path: int) -> Said:
    if helps_race(view.seen, seat, path):
        return Said("bot.race")
    site = road_goal(view.seen, seat, yields_of(view.seen, seat), path)[1]
    return Said("bot.leads", {"site": site}) if site >= 0 else Said("bot.best")
