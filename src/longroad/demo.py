"""The computer players there are today: they choose with a little sense from what their seat may know.

They found where the dice yield most, save for the next thing to build, trade what they do not need for it, answer and
make offers, and keep the robber away from their own hexes. They count no cards and look nowhere ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from longroad.core import actions as a
from longroad.core.absent import GOALS, default_action, road_worth, site_worth
from longroad.core.actions import action_kind, action_number, bundle
from longroad.core.building import has_road_place, has_settlement_place
from longroad.core.history import History
from longroad.core.island import HEX_SITES
from longroad.core.layout import CHANCE, CITY_CODE, RESOURCES
from longroad.core.setup import pips_of, site_pips
from longroad.core.state import State, View
from longroad.core.words import RESOURCE_NAMES

# What to save for: counts of brick, lumber, wool, grain, ore.
CITY: Final = GOALS[a.BUILD_CITY]
SETTLEMENT: Final = GOALS[a.BUILD_SETTLEMENT]
CARD: Final = GOALS[a.BUY_CARD]
ROAD: Final = GOALS[a.BUILD_ROAD]
NEAR_VICTORY: Final = 2  # points that a player lacks with whom nobody trades any more
OFFERS_A_TURN: Final = 1
COUNTERS: Final = 0.4  # of the offers that are not liked, answered by another one where there is one to make
PROPOSES: Final = 0.15  # of the occasions to propose something unasked

Actions = dict[int, list[int]]  # legal actions by kind


def play(history: History, seed: int) -> Iterator[tuple[State, int]]:
    """Play a game on to its end, and give for each ply the state before it and the ply; the history has what follows.

    The players choose from the seed too, so the same seed gives the same game.
    """
    rng = Random(seed)
    while not history.state.is_over:
        before = history.state.copy()
        if before.is_chance:
            history.push(CHANCE, before.sample(seed))
        else:
            seat = before.to_act[0]
            history.push(seat, choose(before.view(seat), rng))
        yield before, history.plies[-1]


def choose(view: View, rng: Random) -> int:
    """Choose an action for the seat whose view this is; the game waits for it."""
    seat = view.viewer
    legal: Actions = {}
    for action in view.legal(seat):
        legal.setdefault(action_kind(action), []).append(action)
    if a.REFUSE in legal:
        return _answer(view, legal, rng)
    if view.phase not in ("before roll", "main", "special building"):
        return default_action(view, seat)
    return _deal(view, legal, rng) or _build(view, legal, rng) or _trade(view, legal, rng) or _rest(legal)


def propose(view: View, rng: Random) -> int:
    """Choose a trade to propose unasked to the player on turn, or 0 for none."""
    is_open = any(form.kind == a.PROPOSE_TRADE for form in view.forms(view.viewer))
    if not is_open or view["proposals"][view.viewer] or _is_near_victory(view, view["turn"]):
        return 0
    return _swap(view, a.PROPOSE_TRADE, rng) if rng.random() < PROPOSES else 0


# --- building ---------------------------------------------------------------------------------------------------------


def _build(view: View, legal: Actions, rng: Random) -> int:
    """Build, play or buy something, if that makes sense; else give 0."""
    seat = view.viewer
    if a.BUILD_CITY in legal:
        return max(legal[a.BUILD_CITY], key=lambda action: site_pips(view.s, action_number(action)))
    if a.BUILD_SETTLEMENT in legal:
        return max(legal[a.BUILD_SETTLEMENT], key=lambda action: site_worth(view, seat, action_number(action)))
    played = _play_card(view, legal, rng)
    if played:
        return played
    wanted = _wanted(view)
    if a.BUILD_ROAD in legal and wanted == ROAD:
        return max(legal[a.BUILD_ROAD], key=lambda action: road_worth(view, seat, action_number(action)))
    if a.BUY_CARD in legal and (wanted == CARD or rng.random() < 0.3):
        return a.BUY_CARD
    return 0


def _play_card(view: View, legal: Actions, rng: Random) -> int:
    """Play a development card where it brings something; else give 0."""
    wanted = _wanted(view)
    lack = _lack(view, wanted)
    if a.PLAY_KNIGHT in legal and (_is_robbed(view) or rng.random() < 0.4):
        return a.PLAY_KNIGHT
    if a.CALM_ROBBER in legal and _is_robbed(view):
        return a.CALM_ROBBER
    if a.PLAY_ROADS in legal and wanted == ROAD:
        return a.PLAY_ROADS
    if a.PLAY_PLENTY in legal and 0 < sum(lack) <= 2:
        return max(legal[a.PLAY_PLENTY], key=lambda action: _brings(action_number(action), lack))
    if a.PLAY_MONOPOLY in legal and a.END_TURN in legal and any(lack):
        return a.action(a.PLAY_MONOPOLY, lack.index(max(lack)))
    return 0


def _brings(pair: int, lack: list[int]) -> int:
    """Count how many of a year of plenty's cards are lacking."""
    left = list(lack)
    for resource in (a.PLENTY_FIRST[pair], a.PLENTY_SECOND[pair]):
        if resource >= 0:
            left[resource] -= left[resource] > 0
    return sum(lack) - sum(left)


def _is_robbed(view: View) -> bool:
    """Tell whether the robber stands beside a building of one's own."""
    codes = (view["site"][site] for site in HEX_SITES[6 * view["robber"] : 6 * view["robber"] + 6])
    return any(code and (code - 1) % CITY_CODE == view.viewer for code in codes)


def _rest(legal: Actions) -> int:
    """Roll, or end the turn."""
    return a.ROLL if a.ROLL in legal else a.END_TURN


def _wanted(view: View) -> tuple[int, ...]:
    """Tell what to build next: of what there is a place for, what needs the fewest cards more."""
    seat = view.viewer
    has_place = has_settlement_place(view.s, view.m, seat) and view["settlements_left"][seat] > 0
    plans = [
        (CITY, view["cities_left"][seat] > 0 and any(view["settlements"][seat])),
        (SETTLEMENT, has_place),
        (ROAD, not has_place and has_road_place(view.s, view.m, seat)),
        (CARD, view["deck_size"] > 0),
    ]
    possible = [plan for plan, is_possible in plans if is_possible]
    return min(possible, key=lambda plan: sum(_lack(view, plan)), default=(0,) * RESOURCES)


def _lack(view: View, plan: tuple[int, ...], sign: int = 1) -> list[int]:
    """Count the cards that a plan lacks, or with the sign turned those that it leaves."""
    return [max(sign * (need - held), 0) for need, held in zip(plan, view["hand"][view.viewer], strict=True)]


# --- trade ------------------------------------------------------------------------------------------------------------


def _answer(view: View, legal: Actions, rng: Random) -> int:
    """Accept, refuse or counter the open offer."""
    if _is_near_victory(view, view["turn"]):
        return a.REFUSE
    if a.ACCEPT in legal and _likes(view, view["offer"]):
        return a.ACCEPT
    return _counter(view) if rng.random() < COUNTERS and _counter(view) else a.REFUSE


def _counter(view: View) -> int:
    """Offer one card that was asked for and can be spared, for one that is lacking; 0 if there is no such trade."""
    wanted = _wanted(view)
    lack, extra = _lack(view, wanted), _lack(view, wanted, -1)
    asked = [r for r in range(RESOURCES) if view["offer"][r] < 0 and extra[r]]
    needed = [r for r in range(RESOURCES) if lack[r] and r not in asked]
    return _one_for_one(a.COUNTER_OFFER, asked[0], needed[0]) if asked and needed and sum(lack) < 3 else 0


def _deal(view: View, legal: Actions, rng: Random) -> int:
    """Conclude an offer that was accepted, or take a proposal that is liked; else give 0."""
    if a.CLOSE_DEAL in legal:
        return min(legal[a.CLOSE_DEAL], key=lambda action: view["points"][action_number(action)])
    for action in legal.get(a.TAKE_PROPOSAL, ()):
        seat = action_number(action)
        if _likes(view, view["proposal"][seat]) and not _is_near_victory(view, seat):
            return action
    return 0


def _trade(view: View, legal: Actions, rng: Random) -> int:
    """Trade with the bank, or offer a card; else give 0."""
    wanted = _wanted(view)
    lack, extra = _lack(view, wanted), _lack(view, wanted, -1)
    for action in legal.get(a.TRADE_BANK, ()):
        rate, pair = divmod(action_number(action), RESOURCES * RESOURCES)
        give, take = divmod(pair, RESOURCES)
        if lack[take] and extra[give] >= rate:
            return action
    offers = [form for form in view.forms(view.viewer) if form.kind == a.OFFER_TRADE]
    if offers and view["offers"] < OFFERS_A_TURN and sum(lack) <= 2:
        return _swap(view, a.OFFER_TRADE, rng, offers[0].to)
    return 0


def _swap(view: View, kind: int, rng: Random, to: int = 0) -> int:
    """Make a bundle of one card that can be spared for one that is lacking; 0 if there is none."""
    wanted = _wanted(view)
    lack, extra = _lack(view, wanted), _lack(view, wanted, -1)
    if not any(lack) or not any(extra):
        return 0
    give = rng.choice([r for r in range(RESOURCES) if extra[r] == max(extra)])
    return _one_for_one(kind, give, rng.choice([r for r in range(RESOURCES) if lack[r]]), to)


def _one_for_one(kind: int, give: int, take: int, to: int = 0) -> int:
    counts = [0] * RESOURCES
    counts[give], counts[take] = 1, -1
    return bundle(kind, counts, to)


def _likes(view: View, bundle: list[int]) -> bool:
    """Tell whether another's bundle brings what is lacking for what is left over; its maker gives what is positive."""
    wanted = _wanted(view)
    lack, extra = _lack(view, wanted), _lack(view, wanted, -1)
    can_spare = all(extra[r] >= -bundle[r] for r in range(RESOURCES) if bundle[r] < 0)
    return can_spare and (sum(bundle) > 0 or any(lack[r] for r in range(RESOURCES) if bundle[r] > 0))


def _is_near_victory(view: View, seat: int) -> bool:
    return bool(view["points"][seat] >= view["victory_points"] - NEAR_VICTORY)


# --- reasons ----------------------------------------------------------------------------------------------------------


def reason(view: View, action: int) -> str:
    """Tell in a few words why a computer player would choose an action in the seat of a view; perhaps nothing."""
    kind, number = action_kind(action), action_number(action)
    wanted = _wanted(view)
    if kind in (a.BUILD_SETTLEMENT, a.BUILD_CITY):
        return f"its hexes yield in {site_pips(view.s, number)} of 36 rolls"
    if kind == a.BUILD_ROAD:
        return "it leads to the best free site within reach"
    if kind == a.MOVE_ROBBER:
        return f"it takes {pips_of(view['token'][number])} of 36 rolls from others"
    if kind in (a.TRADE_BANK, a.OFFER_TRADE, a.COUNTER_OFFER, a.CLOSE_DEAL, a.TAKE_PROPOSAL, a.ACCEPT):
        return f"next comes {_PLAN_NAMES.get(wanted, 'something better')}"
    if kind in (a.DISCARD, a.GIVE_CARDS):
        kept = [RESOURCE_NAMES[r] for r in range(RESOURCES) if wanted[r]]
        return f"it keeps {', '.join(kept)} for {_PLAN_NAMES[wanted]}" if wanted in _PLAN_NAMES else ""
    return _REASONS.get(kind, "")


_PLAN_NAMES: Final[dict[tuple[int, ...], str]] = {
    CITY: "a city",
    SETTLEMENT: "a settlement",
    CARD: "a development card",
    ROAD: "a road",
}
_REASONS: Final = {
    a.BUY_CARD: "nothing better can be built soon",
    a.PLAY_KNIGHT: "it moves the robber, and counts for the largest army",
    a.CALM_ROBBER: "the robber stands beside a building of yours",
    a.REFUSE: "it brings nothing that is needed next",
    a.END_TURN: "nothing useful can be done with this hand",
    a.ROB: "that player leads, or has most cards",
}
