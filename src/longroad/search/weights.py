"""The weights of the evaluation, in a data file beside this module that also records how they were found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from longroad.search.evaluate import BIAS, DIRECT, HIDDEN, HIDDEN_MOST, INPUT, OUTPUT, WEIGHTS
from longroad.search.features import FEATURES, NAMES

FILE: Final = "weights.json"


@cache
def weights() -> tuple[int, ...]:
    """Return the block of weights that the bots use.

    >>> len(weights()) == WEIGHTS
    True
    """
    return tuple(packed(json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))))


def packed(written: dict[str, Any]) -> list[int]:
    """Pack the content of the data file into a block. Raises `ValueError` if it is for other features."""
    if tuple(written["features"]) != NAMES:
        raise ValueError(f"{FILE} is for other features: {', '.join(set(written['features']) ^ set(NAMES))}")
    hidden = len(written["output"])
    block = [0] * WEIGHTS
    block[HIDDEN] = hidden
    block[DIRECT : DIRECT + FEATURES] = written["direct"]
    block[OUTPUT : OUTPUT + hidden] = written["output"]
    block[BIAS : BIAS + hidden] = written["bias"]
    for unit, row in enumerate(written["input"]):
        block[INPUT + unit :: HIDDEN_MOST] = row
    return block


def written(block: Sequence[int], found: dict[str, Any]) -> str:
    """Return the text of the data file for a block, with the record of how it was found.

    >>> packed(json.loads(written(weights(), {}))) == list(weights())
    True
    """
    hidden = block[HIDDEN]
    parts = {
        "found": found,
        "features": list(NAMES),
        "direct": list(block[DIRECT : DIRECT + FEATURES]),
        "output": list(block[OUTPUT : OUTPUT + hidden]),
        "bias": list(block[BIAS : BIAS + hidden]),
        "input": [list(block[INPUT + unit :: HIDDEN_MOST]) for unit in range(hidden)],
    }
    lines = [f" {json.dumps(name)}: {json.dumps(part)}" for name, part in parts.items() if name != "input"]
    rows = ",\n".join(f"  {json.dumps(row)}" for row in parts["input"])
    return "{\n" + ",\n".join(lines) + ',\n "input": [\n' + rows + "\n ]\n}\n"
