"""Why an action is not possible: the rule that forbids it, the cards that are missing, or that there is no place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT
from longroad.core.legality.codes import (
    CANNOT_PAY,
    NO_ROAD_THERE,
    NOT_CONNECTED,
    NOT_YOUR_SETTLEMENT,
    PATH_TAKEN,
    REFUSALS,
    TOO_CLOSE,
    Refusal,
)
from longroad.core.rules.network import road_places, settlement_places
from longroad.game.snapshot import Counts
from longroad.game.view import View
from longroad.narration import Phrase
from longroad.narration.catalogue import refused
from longroad.notation.actions import Action, action_of
from longroad.notation.resources import Resources

PIECES: Final = {"road": "road", "settle": "settlement", "city": "city", "buy": "card"}  # by the word of the action


# What a place is refused for, or a piece wherever it would go.
OF_A_PLACE: Final = frozenset(
    REFUSALS[code] for code in (TOO_CLOSE, NO_ROAD_THERE, PATH_TAKEN, NOT_CONNECTED, NOT_YOUR_SETTLEMENT)
)
OF_THE_HAND: Final = REFUSALS[CANNOT_PAY]


class Nowhere(NamedTuple):
    """That a piece has no place at all, and the rule about its places."""

    rule: str
    phrase: Phrase


class WhyNot(NamedTuple):
    """The rule that forbids an action, in words, and the cards that are missing if that is the reason."""

    rule: str
    phrases: tuple[Phrase, ...]
    lacks: Counts


def why_not(view: View, seat: int, code: int, text: str = "") -> WhyNot | None:
    """Return why a seat cannot take an action; None if it can.

    Where a bare word such as `settle` was asked about, the answer is about all places rather than about one.
    """
    action = action_of(code)
    refusal = view.why_not(action, seat)
    if refusal is None:
        return None
    lacks = _lacks(view, seat, action, refusal)
    nowhere = _nowhere(view, seat, text) if refusal in OF_A_PLACE or refusal == OF_THE_HAND else None
    if nowhere is None:
        return WhyNot(refusal.rule, (refused(refusal),), lacks)
    both = (nowhere.phrase, refused(refusal)) if refusal == OF_THE_HAND else (nowhere.phrase,)
    return WhyNot(nowhere.rule, both, lacks)


def _nowhere(view: View, seat: int, text: str) -> Nowhere | None:
    """Return that a piece has no place, if a bare word was asked about and there is none."""
    m = view.seen.m
    if text == "settle" and not any(settlement_places(m, seat, word) for word in (0, 1)):
        return Nowhere("BLD-3", Phrase("why.no_site"))
    if text == "road" and not any(road_places(m, seat, word) for word in (0, 1)):
        return Nowhere("BLD-1", Phrase("why.no_path"))
    if text == "city" and not view.settlements(seat):
        return Nowhere("BLD-4", Phrase("why.no_settlement"))
    return None


def _lacks(view: View, seat: int, action: Action, refusal: Refusal) -> Counts:
    cost, hand = _cost(view, action, refusal), view.hand(seat)
    if cost is None or hand is None:
        return {}
    missing = {name: count - hand.to_json().get(name, 0) for name, count in cost.to_json().items()}
    return {name: count for name, count in missing.items() if count > 0}


def _cost(view: View, action: Action, refusal: Refusal) -> Resources | None:
    """Return what an action costs, where that may be why it is refused."""
    if action.kind == "accept":
        return None if view.offer is None else view.offer.take
    is_cost = refusal == REFUSALS[CANNOT_PAY] and action.kind in PIECES
    return view.cost(PIECES[action.kind]) if is_cost else None


# --- examples ---------------------------------------------------------------------------------------------------------


def example(view: View, seat: int, text: str) -> str:
    """Complete the bare word of an action to an example that a person would expect to be possible.

    >>> from longroad import Game
    >>> view = Game("beginner").view(0)
    >>> example(view, 0, "city"), example(view, 0, "bank"), example(view, 0, "settle 3")
    ('city 39', 'bank 4 ore for 1 wool', 'settle 3')
    """
    return _EXAMPLES[text](view, seat) if text in _EXAMPLES else text


def _city(view: View, seat: int) -> str:
    return f"city {(*view.settlements(seat), *view.cities(seat), 0)[0]}"


def _settle(view: View, seat: int) -> str:
    """Return a settlement at the end of an own road that is free, else at the first free site."""
    ends = [site for path in view.roads(seat) for site in view.path(path).sites]
    sites = range(ISLAND_SITE_COUNT[view.island.number])
    return f"settle {next((site for site in (*ends, *sites) if view.piece(site) is None), 0)}"


def _road(view: View, seat: int) -> str:
    """Return a road next to an own road if it is free, else on the first free path."""
    ends = [site for path in view.roads(seat) for site in view.path(path).sites]
    paths = range(ISLAND_PATH_COUNT[view.island.number])
    beside = [path for path in paths if set(view.path(path).sites) & set(ends)]
    return f"road {next((path for path in (*beside, *paths) if view.road(path) is None), 0)}"


_EXAMPLES: Final[dict[str, Callable[[View, int], str]]] = {
    "city": _city,
    "settle": _settle,
    "road": _road,
    "offer": lambda view, seat: f"offer 1 ore for 1 wool to {int(seat == 0)}",
    "bank": lambda view, seat: "bank 4 ore for 1 wool",
    "plenty": lambda view, seat: "plenty 1 ore 1 wool",
    "monopoly": lambda view, seat: "monopoly ore",
}
