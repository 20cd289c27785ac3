"""A market for the tests of trade: a player on turn with something to offer, and how to speak about it."""

from __future__ import annotations

from typing import Any

from longroad.core import actions as a
from tests.rules.table import Table, bundle

ALL = 0b1110  # the three others
ORE_FOR_BRICK = bundle(a.OFFER_TRADE, to=ALL, ore=1, brick=-1)


def counter(**counts: int) -> int:
    """Pack a counter-offer."""
    return bundle(a.COUNTER_OFFER, **counts)


def proposal(**counts: int) -> int:
    """Pack a proposal."""
    return bundle(a.PROPOSE_TRADE, **counts)


def market(**options: Any) -> Table:
    """Set up seat 0 on turn with two wool and three ore, and others with a brick and more."""
    table = Table.set_up(**options)
    table.deal(0, wool=2, ore=3)
    for seat in range(1, table["players"]):
        table.deal(seat, brick=2, grain=1)
    return table


def close(seat: int) -> int:
    """Pack the conclusion of a deal with a seat that accepted."""
    return a.action(a.CLOSE_DEAL, seat)


def take(seat: int) -> int:
    """Pack the conclusion of a deal with a seat that countered or proposed."""
    return a.action(a.TAKE_PROPOSAL, seat)
