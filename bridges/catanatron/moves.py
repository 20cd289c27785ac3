"""Catanatron's actions in our numbers, whichever of its versions they come from.

The release on PyPI logs an action with its outcome in its value; the source since then logs a record of the action and
its result. Types are compared by name, and the names are the same in both. A *move* is one
of our actions, except that a move of the robber also names its victim, and that a single card can be discarded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from bridges.catanatron.places import RESOURCES, Places
from longroad.core import actions as a

SIMPLE: Final = {
    "ROLL": a.ROLL,
    "END_TURN": a.END_TURN,
    "BUY_DEVELOPMENT_CARD": a.BUY_CARD,
    "PLAY_KNIGHT_CARD": a.PLAY_KNIGHT,
    "PLAY_ROAD_BUILDING": a.PLAY_ROADS,
    "DISCARD": a.DISCARD,
    "ACCEPT_TRADE": a.ACCEPT,
    "REJECT_TRADE": a.REFUSE,
    "CANCEL_TRADE": a.WITHDRAW,
}
_PAIRS: Final = {pair: i for i, pair in enumerate(zip(a.PLENTY_FIRST, a.PLENTY_SECOND, strict=True))}


class Record(NamedTuple):
    """One entry of their log: who did what, and what came of it (dice, a stolen or drawn card, discards)."""

    color: Any
    type: str
    value: Any
    outcome: Any


def read_record(entry: Any) -> Record:
    """Read an entry of their log."""
    action, result = (entry.action, entry.result) if hasattr(entry, "result") else (entry, None)
    type_, value = action.action_type.name, action.value
    if type_ in ("ROLL", "BUY_DEVELOPMENT_CARD", "DISCARD"):
        return Record(action.color, type_, None, value if result is None else result)
    if type_ == "MOVE_ROBBER":
        return Record(action.color, type_, value[:2], result if result is not None else (*value, None)[2])
    return Record(action.color, type_, value, result)


class Moves:
    """Reads actions of one game, in which seats are numbered as its colours sit."""

    def __init__(self, places: Places, seats: Mapping[Any, int]) -> None:
        self._places = places
        self._seats = seats
        self._known: dict[tuple[str, Any], int] = {}

    def offered(self, actions: Iterable[Any]) -> dict[int, Any]:
        """Return their actions, keyed by our moves."""
        return {self.read(action.action_type.name, action.value): action for action in actions}

    def read(self, type_: str, value: Any) -> int:
        """Return the move for one of their actions. Raises `ValueError` for an unknown type."""
        if type_ in SIMPLE:
            return SIMPLE[type_]
        known = self._known.get((type_, value))
        if known is None:
            known = self._known[type_, value] = self._read(type_, value)
        return known

    def _read(self, type_: str, value: Any) -> int:
        if type_ == "BUILD_ROAD":
            return a.action(a.BUILD_ROAD, self._places.paths[value])
        if type_ == "BUILD_SETTLEMENT":
            return a.action(a.BUILD_SETTLEMENT, self._places.sites[value])
        if type_ == "BUILD_CITY":
            return a.action(a.BUILD_CITY, self._places.sites[value])
        if type_ == "MOVE_ROBBER":
            return robber_move(self._places.hexes[value[0]], self._victim(value[1]))
        if type_ == "MARITIME_TRADE":
            given = [resource for resource in value[:-1] if resource is not None]
            return a.bank_trade(len(given), RESOURCES.index(given[0]), RESOURCES.index(value[-1]))
        if type_ == "PLAY_MONOPOLY":
            return a.action(a.PLAY_MONOPOLY, RESOURCES.index(value))
        if type_ == "PLAY_YEAR_OF_PLENTY":
            first, *second = sorted(RESOURCES.index(name) for name in value)
            return a.action(a.PLAY_PLENTY, _PAIRS[first, second[0] if second else -1])
        if type_ == "DISCARD_RESOURCE":
            return discarded_card(RESOURCES.index(value))
        if type_ == "CONFIRM_TRADE":
            return a.action(a.CLOSE_DEAL, self._seats[value[10]])
        raise ValueError(f"{type_}: an action of Catanatron that is not known here")

    def _victim(self, color: Any) -> int:
        return a.ROB_NOBODY if color is None else self._seats[color]


def robber_move(hex_: int, victim: int) -> int:
    """Return the move of the robber to a hex, with its victim or `ROB_NOBODY`."""
    return a.action(a.MOVE_ROBBER, hex_, victim)


def discarded_card(resource: int) -> int:
    """Return the move that discards one card; their newer versions ask for the cards one by one."""
    return a.bundle(a.DISCARD, [int(kind == resource) for kind in range(len(RESOURCES))])


def counts_of(names: Iterable[str]) -> list[int]:
    """Count cards by resource."""
    listed = list(names)
    return [listed.count(name) for name in RESOURCES]
