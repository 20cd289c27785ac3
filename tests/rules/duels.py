"""A table for two, for the tests of the two-player game."""

from __future__ import annotations

from typing import Any

from longroad.core import actions as a
from tests.rules.table import Table, path_between

SITES = (9, 44)  # of the neutral settlements
RED, WHITE = 2, 3  # the seats of the neutral players


def duel(**options: Any) -> Table:
    """Lay the table for two, with the neutral settlements at 9 and 44."""
    usual: dict[str, Any] = {"players": 2, "duel": True, "neutral_sites": SITES}
    return Table.set_up(**(usual | options))


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
