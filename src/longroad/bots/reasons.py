"""Why a computer player that looks ahead does something, in words that name no hidden card."""

from __future__ import annotations

from typing import Final

from longroad.bots.sites import helps_race, is_robbed, road_goal, yields_of
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number
from longroad.core.setup import pips_of, site_pips
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
        pips = pips_of(seen["token"][number])
        return Said("bot.hurts", {"pips": pips}) if pips else Said("bot.hurts_nobody")
    return Said(PLAIN.get(kind, "bot.best"))


def _reason_for_road(view: View, seat: int, path: int) -> Said:
    if helps_race(view.seen, seat, path):
        return Said("bot.race")
    site = road_goal(view.seen, seat, yields_of(view.seen, seat), path)[1]
    return Said("bot.leads", {"site": site}) if site >= 0 else Said("bot.best")
