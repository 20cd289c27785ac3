"""The stated default: the action that is played for a seat that does not answer in time (END-2).

The choices are simple, stated here and always the same, and they follow from the seat's view alone: a discard keeps
what builds next, the robber goes where it hurts the leader most, offers are refused, special building is passed.
Founding and free pieces go where the dice yield most. Otherwise the dice are rolled and the turn ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from longroad.core.actions import (
    BUILD_CITY,
    BUILD_ROAD,
    BUILD_SETTLEMENT,
    BUY_CARD,
    DISCARD,
    END_TURN,
    GIVE_CARDS,
    NEUTRAL_SETTLEMENT,
    REFUSE,
    ROB,
    ROB_NOBODY,
    ROLL,
    action,
    action_kind,
    action_number,
    bundle,
)
from longroad.core.island.material import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
from longroad.core.island.setup import pips_of, site_pips
from longroad.core.island.topology import HEX_SITES, ISLAND_SITE_COUNT, PATH_SITES, SITE_HEXES, SITE_NEIGHBORS
from longroad.core.layout import (
    BLOCKED,
    CITIES_LEFT,
    CITY_CODE,
    DECK_SIZE,
    HAND,
    HAND_SIZE,
    ISLAND,
    PHASE,
    PLAYERS,
    POINTS,
    QUEUE_SIZE,
    REACH,
    RESOURCES,
    SETTLEMENTS,
    SITE,
    TERRAIN,
    TOKEN,
    TOUCHED,
    WAITING,
)
from longroad.core.phases import (
    BEFORE_ROLL,
    DISCARDING,
    FORCED_GIVE,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FREE_ROAD,
    MAIN,
    NEUTRAL_BUILD,
    ROBBER_MOVES,
    SPECIAL_BUILDING,
    VICTIM_CHOICE,
)
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.network import has_road_place, has_settlement_place
from longroad.core.rules.robber import discard_due
from longroad.core.sets import contains
from longroad.core.state import View
from longroad.core.words import DESERT

NEW_RESOURCE: Final = 2  # pips that count for a resource that the seat's buildings do not yield yet

# What is worth keeping cards for, the best first.
GOALS: Final = {
    BUILD_CITY: CITY_COST,
    BUILD_SETTLEMENT: SETTLEMENT_COST,
    BUY_CARD: CARD_COST,
    BUILD_ROAD: ROAD_COST,
}


def default_action(view: View, seat: int) -> int:
    """Return the action that is played for a seat in its absence.

    Raises `ValueError` if the view is not the seat's, or the game is not waiting for it.
    """
    if view.viewer != seat:
        raise ValueError(f"seat {seat!r}: this is the view of seat {view.viewer}")
    if seat not in view.to_act:
        raise ValueError(f"seat {seat!r}: the game waits for {', '.join(map(str, view.to_act)) or 'nobody'}")
    return _DEFAULTS[view.s[PHASE]](view, seat)


def _roll(view: View, seat: int) -> int:
    return ROLL


def _pass(view: View, seat: int) -> int:
    return END_TURN


def _answer(view: View, seat: int) -> int:
    return REFUSE if view.s[WAITING] >> seat & 1 else END_TURN


# --- cards ------------------------------------------------------------------------------------------------------------


def _discard(view: View, seat: int) -> int:
    return bundle(DISCARD, _spare_cards(view, seat, discard_due(view.s, seat)))


def _give(view: View, seat: int) -> int:
    return bundle(GIVE_CARDS, _spare_cards(view, seat, FORCED_CARDS))


def _spare_cards(view: View, seat: int, count: int) -> list[int]:
    """Choose cards to part with, one by one from the most plentiful; those for the next building go last."""
    left = _hand(view, seat)
    kept = [min(held, cost) for held, cost in zip(left, _next_goal(view, seat), strict=True)]
    spared = [0] * RESOURCES
    for _ in range(count):
        surplus = [held - keep for held, keep in zip(left, kept, strict=True)]
        choice = surplus if max(surplus) > 0 else left
        resource = choice.index(max(choice))
        left[resource] -= 1
        spared[resource] += 1
    return spared


def _next_goal(view: View, seat: int) -> tuple[int, ...]:
    """Return the cost of what a seat can build with the fewest cards more."""
    hand = _hand(view, seat)
    possible = [cost for kind, cost in GOALS.items() if _has_place(view, seat, kind)]
    return min(possible, key=lambda cost: _missing(hand, cost), default=(0,) * RESOURCES)


def _missing(hand: Iterable[int], cost: Iterable[int]) -> int:
    return sum(max(0, needed - held) for held, needed in zip(hand, cost, strict=True))


def _has_place(view: View, seat: int, kind: int) -> bool:
    """Whether a seat could build something if it had the cards."""
    s, m = view.s, view.m
    if kind == BUILD_CITY:
        return s[CITIES_LEFT + seat] > 0 and (m[SETTLEMENTS + 2 * seat] | m[SETTLEMENTS + 2 * seat + 1]) != 0
    if kind == BUILD_SETTLEMENT:
        return bool(has_settlement_place(s, m, seat))
    if kind == BUILD_ROAD:
        return bool(has_road_place(s, m, seat))
    return s[DECK_SIZE] + s[QUEUE_SIZE] > 0


def _hand(view: View, seat: int) -> list[int]:
    return view.s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]


# --- the robber -------------------------------------------------------------------------------------------------------


def _move_robber(view: View, seat: int) -> int:
    return max(view.legal(seat), key=lambda action: _harm(view, seat, action_number(action)))


def _harm(view: View, seat: int, hex_: int) -> tuple[bool, int, int, bool]:
    """Rank a hex for the robber: away from the seat itself, harm to the leaders, to all, a victim with cards."""
    s = view.s
    beside = [building for site in HEX_SITES[6 * hex_ : 6 * hex_ + 6] if (building := _building(view, site))]
    others = [(owner, size) for owner, size in beside if owner != seat and owner < s[PLAYERS]]
    most = max(s[POINTS + owner] for owner in range(s[PLAYERS]) if owner != seat)
    pips = pips_of(s[TOKEN + hex_])
    return (
        all(owner != seat for owner, _ in beside),
        pips * sum(size for owner, size in others if s[POINTS + owner] == most),
        pips * sum(size for _, size in others),
        any(s[HAND_SIZE + owner] > 0 for owner, _ in others),
    )


def _building(view: View, site: int) -> tuple[int, int] | None:
    """Return who has built at an intersection, and what the building yields."""
    code = view.s[SITE + site]
    if code == 0:
        return None
    return ((code - 1) % CITY_CODE, 2 if code > CITY_CODE else 1)


def _choose_victim(view: View, seat: int) -> int:
    """Rob the opponent who has cards and the most visible points, then the most cards; somebody if possible."""
    s = view.s
    victims = [victim for victim in map(action_number, view.legal(seat)) if victim != ROB_NOBODY]
    robbed = max(victims, key=lambda who: (s[HAND_SIZE + who] > 0, s[POINTS + who], s[HAND_SIZE + who]))
    return action(ROB, robbed)


# --- pieces without a price -------------------------------------------------------------------------------------------


def _found(view: View, seat: int) -> int:
    return max(view.legal(seat), key=lambda action: site_worth(view, seat, action_number(action)))


def site_worth(view: View, seat: int, site: int) -> int:
    """Rate an intersection for a seat: its pips, and more for resources that it does not have yet."""
    own = {resource for place in _own_sites(view, seat) for resource in _resources(view, place)}
    return int(site_pips(view.s, site)) + NEW_RESOURCE * len(_resources(view, site) - own)


def _own_sites(view: View, seat: int) -> list[int]:
    codes = view.s[SITE : SITE + ISLAND_SITE_COUNT[view.s[ISLAND]]]
    return [site for site, code in enumerate(codes) if code and (code - 1) % CITY_CODE == seat]


def _resources(view: View, site: int) -> set[int]:
    hexes = (hex_ for hex_ in SITE_HEXES[3 * site : 3 * site + 3] if hex_ >= 0)
    return {view.s[TERRAIN + hex_] for hex_ in hexes if view.s[TERRAIN + hex_] < DESERT}


def _place_road(view: View, seat: int) -> int:
    roads = [action for action in view.legal(seat) if action_kind(action) == BUILD_ROAD]
    return max(roads, key=lambda road: road_worth(view, seat, action_number(road)))


def road_worth(view: View, seat: int, path: int) -> int:
    """Rate a road by the best free intersection it leads to; one more road away an intersection counts half."""
    ends = PATH_SITES[2 * path : 2 * path + 2]
    beyond = [near for end in ends for near in SITE_NEIGHBORS[3 * end : 3 * end + 3]]
    ratings = [2 * site_worth(view, seat, site) for site in ends if _is_free(view, site)]
    ratings += [site_worth(view, seat, site) for site in beyond if _is_free(view, site)]
    return max(ratings, default=0)


def _is_free(view: View, site: int) -> bool:
    return 0 <= site < ISLAND_SITE_COUNT[view.s[ISLAND]] and contains(view.m, BLOCKED, site) == 0


def _build_neutral(view: View, seat: int) -> int:
    """Build for a neutral player where it is not in the seat's own way, and in the opponent's if possible."""

    def rank(action: int) -> tuple[bool, bool, int]:
        place = action_number(action)
        is_site = action_kind(action) == NEUTRAL_SETTLEMENT
        ways = TOUCHED if is_site else REACH
        in_own, in_others = (contains(view.m, ways + 2 * who, place) != 0 for who in (seat, 1 - seat))
        return (not in_own, in_others, site_worth(view, 1 - seat, place) if is_site else 0)

    return max(view.legal(seat), key=rank)


_DEFAULTS: Final[dict[int, Callable[[View, int], int]]] = {
    FOUND_SETTLEMENT: _found,
    FOUND_ROAD: _place_road,
    BEFORE_ROLL: _roll,
    DISCARDING: _discard,
    ROBBER_MOVES: _move_robber,
    VICTIM_CHOICE: _choose_victim,
    MAIN: _answer,
    FREE_ROAD: _place_road,
    NEUTRAL_BUILD: _build_neutral,
    FORCED_GIVE: _give,
    SPECIAL_BUILDING: _pass,
}
