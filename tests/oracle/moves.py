"""Actions in both engines. A *move* is one of our actions; a robber's move also names its victim, as theirs do."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from catanatron.models.enums import Action, ActionType
from catanatron.models.player import Color

from longroad.core import actions as a
from tests.oracle.places import CARDS, EDGE_OF, HEX_OF, NODE_OF, PATH_OF, RESOURCES, SITE_OF, TILE_OF

COLORS: Final = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)  # of the seats

SIMPLE: Final = {
    ActionType.ROLL: a.ROLL,
    ActionType.END_TURN: a.END_TURN,
    ActionType.BUY_DEVELOPMENT_CARD: a.BUY_CARD,
    ActionType.PLAY_KNIGHT_CARD: a.PLAY_KNIGHT,
    ActionType.PLAY_ROAD_BUILDING: a.PLAY_ROADS,
    ActionType.DISCARD: a.DISCARD,
}
SIMPLE_TYPE: Final = {kind: type_ for type_, kind in SIMPLE.items()}

# What a move turns over, handed to Catanatron: dice, the stolen resource, the drawn card, the discards.
Outcome = tuple[int, int] | int | tuple[int, ...] | None


def robber_move(hex_: int, victim: int) -> int:
    """Return the move of the robber to a hex and against a victim, or against nobody."""
    return a.action(a.MOVE_ROBBER, hex_, victim)


def read_move(action: Any) -> int:
    """Return the move that one of their actions is."""
    return _read(action.action_type, action.value)


@cache
def _read(type_: Any, value: Any) -> int:
    if type_ in SIMPLE:
        return SIMPLE[type_]
    if type_ == ActionType.BUILD_ROAD:
        return a.action(a.BUILD_ROAD, PATH_OF[value])
    if type_ == ActionType.BUILD_SETTLEMENT:
        return a.action(a.BUILD_SETTLEMENT, SITE_OF[value])
    if type_ == ActionType.BUILD_CITY:
        return a.action(a.BUILD_CITY, SITE_OF[value])
    if type_ == ActionType.MOVE_ROBBER:
        return robber_move(HEX_OF[value[0]], a.ROB_NOBODY if value[1] is None else COLORS.index(value[1]))
    if type_ == ActionType.MARITIME_TRADE:
        given = [resource for resource in value[:-1] if resource is not None]
        assert len(set(given)) == 1
        return a.bank_trade(len(given), RESOURCES.index(given[0]), RESOURCES.index(value[-1]))
    if type_ == ActionType.PLAY_MONOPOLY:
        return a.action(a.PLAY_MONOPOLY, RESOURCES.index(value))
    assert type_ == ActionType.PLAY_YEAR_OF_PLENTY, type_
    first, second = sorted([RESOURCES.index(name) for name in value])[0], -1
    if len(value) == 2:
        second = max(RESOURCES.index(name) for name in value)
    return a.action(a.PLAY_PLENTY, list(zip(a.PLENTY_FIRST, a.PLENTY_SECOND, strict=True)).index((first, second)))


def write_move(seat: int, move: int, outcome: Outcome) -> Any:
    """Return their action for a move, with what it turned over."""
    kind, number = a.action_kind(move), a.action_number(move)
    type_ = SIMPLE_TYPE.get(kind) or ActionType[_TYPE_NAMES[kind]]
    return Action(COLORS[seat], type_, _value(kind, number, a.action_first(move), outcome))


_TYPE_NAMES: Final = {
    a.BUILD_ROAD: "BUILD_ROAD",
    a.BUILD_SETTLEMENT: "BUILD_SETTLEMENT",
    a.BUILD_CITY: "BUILD_CITY",
    a.MOVE_ROBBER: "MOVE_ROBBER",
    a.TRADE_BANK: "MARITIME_TRADE",
    a.PLAY_PLENTY: "PLAY_YEAR_OF_PLENTY",
    a.PLAY_MONOPOLY: "PLAY_MONOPOLY",
}


def _value(kind: int, number: int, victim: int, outcome: Outcome) -> Any:
    if kind == a.BUILD_ROAD:
        return EDGE_OF[number]
    if kind in (a.BUILD_SETTLEMENT, a.BUILD_CITY):
        return NODE_OF[number]
    if kind == a.MOVE_ROBBER:
        if victim == a.ROB_NOBODY:
            return TILE_OF[number], None, None
        assert isinstance(outcome, int)
        return TILE_OF[number], COLORS[victim], RESOURCES[outcome]
    if kind == a.TRADE_BANK:
        rate, give, take = number // 25, number // 5 % 5, number % 5
        return (*[RESOURCES[give]] * rate, *[None] * (4 - rate), RESOURCES[take])
    if kind == a.PLAY_PLENTY:
        pair = (a.PLENTY_FIRST[number], a.PLENTY_SECOND[number])
        return tuple(RESOURCES[resource] for resource in pair if resource >= 0)
    if kind == a.PLAY_MONOPOLY:
        return RESOURCES[number]
    if kind == a.BUY_CARD:
        assert isinstance(outcome, int)
        return CARDS[outcome]
    if kind == a.DISCARD:
        assert isinstance(outcome, tuple)
        return [RESOURCES[resource] for resource, count in enumerate(outcome) for _ in range(count)]
    return outcome if kind == a.ROLL else None


def name_move(move: int) -> str:
    """Describe a move for a report."""
    kind, number, first = a.action_kind(move), a.action_number(move), a.action_first(move)
    text = a.KIND_NAMES[kind]
    if kind in (a.PLAY_MONOPOLY, a.BUILD_ROAD, a.BUILD_SETTLEMENT, a.BUILD_CITY, a.MOVE_ROBBER, a.PLAY_PLENTY):
        text += f" {number}"
    if kind == a.MOVE_ROBBER:
        text += f" against {'nobody' if first == a.ROB_NOBODY else f'seat {first}'}"
    if kind == a.TRADE_BANK:
        text += f" {number // 25} {RESOURCES[number // 5 % 5]} for {RESOURCES[number % 5]}"
    return text
