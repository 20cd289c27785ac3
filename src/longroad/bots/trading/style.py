"""How computer players that look ahead bargain, in a data file beside this module with the record of how it was found.

All numbers are shares of a victory.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, NamedTuple

FILE: Final = "style.json"


class TradeStyle(NamedTuple):
    """How one bargains."""

    offering: float  # the least that an offer must promise
    accepting: float  # the least that a deal must bring
    temper: float  # the gain by which a partner's consent becomes more likely by e


def read_manner(written: dict[str, Any]) -> TradeStyle:
    """Read what the data file holds."""
    return TradeStyle(*(float(written[name]) for name in TradeStyle._fields))


def write_manner(manner: TradeStyle, found: dict[str, Any]) -> str:
    """Write a manner as the data file holds it, with the record of how it was found.

    >>> read_manner(json.loads(write_manner(USUAL, {}))) == USUAL
    True
    """
    parts = {"found": found} | manner._asdict()
    return "{\n" + ",\n".join(f" {json.dumps(name)}: {json.dumps(part)}" for name, part in parts.items()) + "\n}\n"


USUAL: Final = read_manner(json.loads(files(__package__).joinpath(FILE).read_text("utf-8")))
