"""The weights of the evaluation, in a data file beside this module that also records how they were found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from longroad.core.layout import SEATS
from longroad.search.evaluate import (
    BIAS,
    DIRECT,
    HIDDEN,
    HIDDEN_MOST,
    INPUT,
    INPUT_BITS,
    KNOWS_FOUNDING,
    OUTPUT,
    SHARPNESS,
    SHARPNESS_BITS,
    WEIGHTS,
)
from longroad.search.features import FEATURES, NAMES

FILE: Final = "weights.json"
FIRST_FILE: Final = "weights-1.json"  # those of 15 November 2026, which later ones are measured against
FIRST_INPUT_BITS: Final = 12  # of files that do not say how many they have
SHARPNESS_ONE: Final = 1 << SHARPNESS_BITS
PLAYER_COUNTS: Final = tuple(str(players) for players in range(2, SEATS + 1))
LEAST_SHARPNESS: Final = 0.5
MOST_SHARPNESS: Final = 2.0


@cache
def weights(file: str = FILE) -> tuple[int, ...]:
    """Return the block of weights of a file, by default of the one that the bots use.

    >>> len(weights()) == WEIGHTS
    True
    """
    return tuple(packed(json.loads(files(__package__).joinpath(file).read_text("utf-8"))))


def check_parts(written: dict[str, Any]) -> None:
    """Check that the parts of the data file fit together. Raises `ValueError`."""
    names = written["features"]
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise ValueError(f"there are no such features: {', '.join(unknown)}")
    if len(set(names)) < len(names):
        raise ValueError("a feature is named twice")
    units = [len(written[part]) for part in ("output", "bias", "input")] + [len(trade_bias(written))]
    if len(set(units)) > 1:
        counts = "{} in output, {} in bias, {} in input, {} in trade bias".format(*units)
        raise ValueError(f"the hidden units are not equally many: {counts}")
    if units[0] > HIDDEN_MOST:
        raise ValueError(f"{units[0]} hidden units: expected at most {HIDDEN_MOST}")
    for players, factor in written.get("sharpness", {}).items():
        check_sharpness(players, factor)


def trade_bias(written: dict[str, Any]) -> list[int]:
    """Return the bias for games in which players trade with each other, of files without one that for all games."""
    found: list[int] = written.get("trade bias", written["bias"])
    return found


def check_sharpness(players: str, factor: float) -> None:
    """Check the factor for a number of players. Raises `ValueError`."""
    if players not in PLAYER_COUNTS or not LEAST_SHARPNESS <= factor <= MOST_SHARPNESS:
        expected = f"2 to {SEATS} players, and a factor from {LEAST_SHARPNESS} to {MOST_SHARPNESS}"
        raise ValueError(f"sharpness {factor} with {players} players: expected {expected}")


def packed(written: dict[str, Any]) -> list[int]:
    """Pack the content of the data file into a block; features that it does not name have the weight 0.

    Raises `ValueError` if it names others than there are, or if its parts do not fit together.
    """
    check_parts(written)
    places = [NAMES.index(name) for name in written["features"]]
    hidden = len(written["output"])
    block = [0] * WEIGHTS
    finer = 1 << (INPUT_BITS - written.get("input bits", FIRST_INPUT_BITS))
    block[HIDDEN] = hidden
    block[KNOWS_FOUNDING] = int(written.get("knows founding", False))
    for players, factor in written.get("sharpness", {}).items():
        block[SHARPNESS + int(players)] = round((factor - 1) * SHARPNESS_ONE)
    block[OUTPUT : OUTPUT + hidden] = written["output"]
    block[BIAS : BIAS + hidden] = [finer * bias for bias in written["bias"]]
    trading = BIAS + HIDDEN_MOST
    block[trading : trading + hidden] = [finer * bias for bias in trade_bias(written)]
    for place, weight in zip(places, written["direct"], strict=True):
        block[DIRECT + place] = weight
    for unit, row in enumerate(written["input"]):
        for place, weight in zip(places, row, strict=True):
            block[INPUT + HIDDEN_MOST * place + unit] = finer * weight
    return block


def written(block: Sequence[int], found: dict[str, Any]) -> str:
    """Return the text of the data file for a block, with the record of how it was found.

    >>> packed(json.loads(written(weights(), {}))) == list(weights())
    True
    """
    hidden = block[HIDDEN]
    parts: dict[str, Any] = {
        "found": found,
        "input bits": INPUT_BITS,
        "knows founding": bool(block[KNOWS_FOUNDING]),
        "sharpness": {
            players: 1 + block[SHARPNESS + int(players)] / SHARPNESS_ONE
            for players in PLAYER_COUNTS
            if block[SHARPNESS + int(players)]
        },
        "features": list(NAMES),
        "direct": list(block[DIRECT : DIRECT + FEATURES]),
        "output": list(block[OUTPUT : OUTPUT + hidden]),
        "bias": list(block[BIAS : BIAS + hidden]),
        "trade bias": list(block[BIAS + HIDDEN_MOST : BIAS + HIDDEN_MOST + hidden]),
        "input": [list(block[INPUT + unit : SHARPNESS : HIDDEN_MOST]) for unit in range(hidden)],
    }
    lines = [f" {json.dumps(name)}: {json.dumps(part)}" for name, part in parts.items() if name != "input"]
    rows = ",\n".join(f"  {json.dumps(row)}" for row in parts["input"])
    return "{\n" + ",\n".join(lines) + ',\n "input": [\n' + rows + "\n ]\n}\n"
