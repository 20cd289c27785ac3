"""A table for two, for the tests of the two-player game."""

from __future__ import annotations

from typing import Any

from longroad.core import actions as a
from longroad.core.island.topology import PATH_SITES
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from tests.rules.table import Table, path_between

SITES = (9, 44)  # of the neutral settlements
RED, WHITE = 2, 3  # the seats of the neutral players


def duel(**options: Any) -> Table:
    """Lay the table for two, with the neutral settlements at 9 and 44."""
    usual: dict[str, Any] = {"players": 2, "duel": True, "neutral_sites": SITES}
    return Table.set_up(**(usual | options))


def begun(seed: int = 1, **options: Any) -> Table:
    """Begin a game for two, up to the founding."""
    usual: dict[str, Any] = {"first_player": "given", "neutral_sites": SITES}
    state = State.new(Ruleset.preset("duel", **(usual | options)), seed)
    return Table(state.s, state.m)


def seated(**options: Any) -> Table:
    """Place a settlement of seat 0 at 17 with roads to 28, and seat 1 a settlement at 31."""
    table = duel(**options)
    table.settle(0, 17)
    table.settle(1, 31)
    table.pave(0, 17, 22, 28)
    return table


def places(table: Table) -> set[tuple[int, int, int]]:
    """Return the roads that may be built for the neutral players: whose, and from where to where."""
    roads = [action for action in table.legal(table["turn"]) if a.action_kind(action) == a.NEUTRAL_ROAD]
    ends = [2 * a.action_number(action) for action in roads]
    return {(a.action_first(r), PATH_SITES[e], PATH_SITES[e + 1]) for r, e in zip(roads, ends, strict=True)}


def neutral_road(neutral: int, one: int, other: int) -> int:
    """Pack the building of a neutral player's road."""
    return a.action(a.NEUTRAL_ROAD, path_between(one, other), neutral)


def neutral_settlement(neutral: int, site: int) -> int:
    """Pack the building of a neutral player's settlement."""
    return a.action(a.NEUTRAL_SETTLEMENT, site, neutral)


def shut_in(table: Table, neutral: int) -> None:
    """Take all paths around a neutral player's first settlement."""
    for other in {RED: (5, 13, 14), WHITE: (39, 40, 48)}[neutral]:
        table.pave(1, SITES[neutral - RED], other)
