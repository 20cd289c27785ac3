"""Players for a demonstration: they choose at random, with a little sense, from what their seat may know.

They prefer building to ending the turn, save for the next thing to build, trade what they do not need for it, and keep
the robber away from their own hexes. They count no cards, look nowhere ahead and are easy to beat.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from longroad.core import actions as a
from longroad.core.absent import GOALS
from longroad.core.actions import action_kind, action_number, bundle
from longroad.core.building import has_road_place, has_settlement_place
from longroad.core.history import History
from longroad.core.island import HEX_SITES
from longroad.core.layout import CHANCE, CITY_CODE, RESOURCES
from longroad.core.setup import pips_of, site_pips
from longroad.core.state import Form, State, View

# What to save for: counts of brick, lumber, wool, grain, ore.
CITY: Final = GOALS[a.BUILD_CITY]
SETTLEMENT: Final = GOALS[a.BUILD_SETTLEMENT]
CARD: Final = GOALS[a.BUY_CARD]
ROAD: Final = GOALS[a.BUILD_ROAD]


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
    legal: dict[int, list[int]] = {}
    for action in view.legal(seat):
        legal.setdefault(action_kind(action), []).append(action)
    if a.MOVE_ROBBER in legal:
        return rng.choice(_worst_for_others(view, legal[a.MOVE_ROBBER]))
    if a.REFUSE in legal:
        return a.ACCEPT if a.ACCEPT in legal and _likes_offer(view) else a.REFUSE
    for form in view.forms(seat):
        if form.total is not None:
            return _spare(form, _wanted(view), rng)
    return _build(view, legal, rng) or _trade(view, legal, rng) or _otherwise(legal, rng)


def _build(view: View, legal: dict[int, list[int]], rng: Random) -> int:
    """Build, play or buy something, if that makes sense; else give 0."""
    for kind in (a.BUILD_CITY, a.BUILD_SETTLEMENT):
        if kind in legal:
            return max(legal[kind], key=lambda action: site_pips(view.s, action_number(action)) + rng.random())
    playable = [action for kind in (a.PLAY_KNIGHT, a.PLAY_ROADS, a.PLAY_PLENTY) for action in legal.get(kind, ())]
    if playable and rng.random() < 0.5:
        return rng.choice(playable)
    wanted = _wanted(view)
    if a.BUILD_ROAD in legal and (wanted == ROAD or a.END_TURN not in legal):
        return rng.choice(legal[a.BUILD_ROAD])
    if a.BUY_CARD in legal and (wanted == CARD or rng.random() < 0.3):
        return a.BUY_CARD
    if a.PLAY_MONOPOLY in legal and a.END_TURN in legal:
        missing = [r for r in range(RESOURCES) if _lack(view, wanted)[r]]
        return a.action(a.PLAY_MONOPOLY, rng.choice(missing or range(RESOURCES)))
    return 0


def _trade(view: View, legal: dict[int, list[int]], rng: Random) -> int:
    """Close a deal, trade with the bank, or offer a card; else give 0."""
    if a.CLOSE_DEAL in legal:
        return rng.choice(legal[a.CLOSE_DEAL])
    wanted = _wanted(view)
    lack, extra = _lack(view, wanted), _lack(view, wanted, -1)
    for action in legal.get(a.TRADE_BANK, ()):
        rate, pair = divmod(action_number(action), RESOURCES * RESOURCES)
        give, take = divmod(pair, RESOURCES)
        if lack[take] and extra[give] >= rate:
            return action
    offers = [form for form in view.forms(view.viewer) if form.kind == a.OFFER_TRADE]
    if offers and any(lack) and any(extra) and view["offers"] == 0 and rng.random() < 0.5:
        counts = [0] * RESOURCES
        counts[rng.choice([r for r in range(RESOURCES) if extra[r] == max(extra)])] = 1
        counts[rng.choice([r for r in range(RESOURCES) if lack[r]])] = -1
        return bundle(a.OFFER_TRADE, counts, offers[0].to)
    return 0


def _otherwise(legal: dict[int, list[int]], rng: Random) -> int:
    """Roll, or end the turn, or choose at random where neither can be."""
    for kind in (a.ROLL, a.END_TURN):
        if kind in legal:
            return kind
    return rng.choice([action for actions in legal.values() for action in actions])


def _wanted(view: View) -> tuple[int, ...]:
    """Tell what to build next: of what there is a place for, what needs the fewest cards more."""
    seat = view.viewer
    plans = [
        (CITY, view["cities_left"][seat] > 0 and any(view["settlements"][seat])),
        (SETTLEMENT, has_settlement_place(view.s, view.m, seat)),
        (ROAD, not has_settlement_place(view.s, view.m, seat) and has_road_place(view.s, view.m, seat)),
        (CARD, view["deck_size"] > 0),
    ]
    possible = [plan for plan, is_possible in plans if is_possible]
    return min(possible, key=lambda plan: sum(_lack(view, plan)), default=(0,) * RESOURCES)


def _lack(view: View, plan: tuple[int, ...], sign: int = 1) -> list[int]:
    """Count the cards that a plan lacks, or with the sign turned those that it leaves."""
    return [max(sign * (need - held), 0) for need, held in zip(plan, view["hand"][view.viewer], strict=True)]


def _likes_offer(view: View) -> bool:
    """Tell whether the open offer brings what is lacking for what is left over; its maker gives what is positive."""
    wanted = _wanted(view)
    lack, extra = _lack(view, wanted), _lack(view, wanted, -1)
    offer = view["offer"]
    return all(lack[r] >= offer[r] if offer[r] > 0 else extra[r] >= -offer[r] for r in range(RESOURCES))


def _spare(form: Form, wanted: tuple[int, ...], rng: Random) -> int:
    """Choose so many cards from a hand, first those that are not wanted."""
    assert form.total is not None
    held = [(resource, i < wanted[resource]) for resource in range(RESOURCES) for i in range(form.give[resource])]
    rng.shuffle(held)
    held.sort(key=lambda card: card[1])
    counts = [0] * RESOURCES
    for resource, _ in held[: form.total]:
        counts[resource] += 1
    return bundle(form.kind, counts)


def _worst_for_others(view: View, actions: list[int]) -> list[int]:
    """Keep the hexes where the robber hurts others most and oneself least."""

    def harm(action: int) -> int:
        place = action_number(action)
        pips = pips_of(view["token"][place])
        codes = [view["site"][site] for site in HEX_SITES[6 * place : 6 * place + 6]]
        owners = [(code - 1) % CITY_CODE for code in codes if code]
        return sum(-2 * pips if owner == view.viewer else pips for owner in owners)

    most = max(harm(action) for action in actions)
    return [action for action in actions if harm(action) == most]
