"""How bots that search bargain, in a data file beside this module that also records how it was found.

All numbers are shares of a victory.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, NamedTuple

FILE: Final = "style.json"


class TradeStyle(NamedTuple):
    """The thresholds of bargaining."""

    offering: float  # the least that an offer must promise
    accepting: float  # the least that a deal must bring
    temperature: float  # the gain by which a partner's consent becomes more likely by e


def read_style(written: dict[str, Any]) -> TradeStyle:
    """Read the content of the data file."""
    return TradeStyle(*(float(written[name]) for name in TradeStyle._fields))


def write_style(style: TradeStyle, found: dict[str, Any]) -> str:
    """Return the text of the data file for a style, with the record of how it was found.

    >>> read_style(json.loads(write_style(USUAL, {}))) == USUAL
    True
    """
    parts = {"found": found} | style._asdict()
    return "{\n" + ",\n".join(f" {json.dumps(name)}: {json.dumps(part)}" for name, part in parts.items()) + "\n}\n"


USUAL: Final = read_style(json.loads(files(__package__).joinpath(FILE).read_text("utf-8")))
