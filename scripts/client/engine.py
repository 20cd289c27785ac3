"""Write what the page needs of the engine into client/src/engine: the WebAssembly module, its weights and its tables.

python -m scripts.client.engine                    # build the module, with and without SIMD, and its weights, which
                                                   # git does not keep
python -m scripts.client.engine --layout           # write layout.ts, the types and numbers of the page's loader,
                                                   # tables.ts (engine_tables.py), setupTables.ts (setup_tables.py)
python -m scripts.client.engine --layout --check   # only say whether they are stale, and exit 1 if one is

Without Numba, a module that was built before is left as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from longroad.bots import budget, search_bot
from longroad.core import actions, findings, layout, phases, queries, ruleset, words
from longroad.core.check import every
from longroad.core.compile import wasm_format
from longroad.core.compile.registry import argument_types, compiled_available, parameters
from longroad.core.rules import awards, duel
from longroad.notation import spelling
from longroad.notation.records import variations
from longroad.search import endings, evaluate, features, turns, values
from longroad.search import queries as bot_queries
from longroad.search.exports import EXPORTS
from longroad.search.weights import weights
from scripts.client.engine_tables import tables_text
from scripts.client.setup_tables import setup_text
from scripts.generated import write_or_check

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "client" / "src" / "engine"
MODULE: Final = FOLDER / "longroad.wasm"
PLAIN: Final = FOLDER / "plain.wasm"  # the same without SIMD
WEIGHTS: Final = FOLDER / "weights.bin"
HEAD: Final = "// Made by scripts/client/engine.py from the tables of the engine; do not change by hand.\n"
NUMBERS: Final[dict[Any, str]] = {
    layout: "SEATS CHANCE NOBODY RESOURCES CARD_KINDS SITES PATHS WORD_BITS CITY_CODE "
    "SMALL_SIZE SMALL_ROW WORDS_SIZE WORDS_ROW",
    phases: "FOUND_SETTLEMENT FOUND_ROAD BEFORE_ROLL DISCARDING ROLL_FOR_START FORCED_GIVE OVER",
    actions: "KIND_MASK NUMBER_MASK FIRST_MASK SECOND_MASK ROB_NOBODY COUNT_ZERO MOST_ASKED MOST_COUNT",
    queries: "TO_ACT MAY_ACT FORMS TOTAL LISTED ANSWERS_ROW OUTCOMES_ROW "
    "STACKS ASKABLE TOTAL_POINTS COUNTS_ROW CAN_SETTLE CAN_PAVE LENGTHS PLACES_ROW",
    findings: "FINDING_KIND FINDING_VALUE FINDING_GIVEN FINDING_STANDARD FINDING_SETS FINDING_ROW FINDINGS_SIZE "
    "HEX_SET SITE_SET PATH_SET SEAT_SET FIRST_FLAW",
    every: "CODES_SIZE",
    ruleset: "OWN_TURN POINTS_NEXT_TURN",
    words: "NO_HARBOR GENERIC_HARBOR",
    spelling: "MOST_HIDDEN",
    variations: "MOST_DEPTH",
    awards: "AWARD_POINTS LEAST_ROAD",
    duel: "FIRST_NEUTRAL",
    budget: "USUAL_PLAYERS",
    search_bot: "USUAL_TURNS FOUNDING_ROUNDS",
    bot_queries: "DEAL_ROW IMPOSSIBLE",
    endings: "ROWS",
    turns: "ACTIONS NOTES UNKNOWN_WORTH",
    features: "BOARD_SIZE",
    evaluate: "WORKSPACE CERTAIN",
    values: "SHARES_ROW",
    wasm_format: "MEMORY_START",
}


def numbers() -> dict[str, int]:
    """Return the numbers that the page needs, by name: constants, the places of all fields, and all kinds of action."""
    named = [(name, int(getattr(module, name))) for module, names in NUMBERS.items() for name in names.split()]
    named += [(field.name.upper(), field.offset) for field in layout.FIELDS]
    named += [(name, getattr(actions, name)) for name in _kinds()]
    assert len(dict(named)) == len(named), "two numbers have the same name"
    return dict(named)


def _kinds() -> list[str]:
    """Return the names of all kinds of action."""
    before = list(vars(actions))
    return before[before.index("ROLL") : before.index("KINDS")]


def layout_text() -> str:
    """Return the TypeScript with the numbers that the loader needs, and the types of the entry points."""
    chances = ", ".join(str(phase) for phase, is_chance in enumerate(phases.IS_CHANCE) if is_chance)
    entries = [line for body in EXPORTS for line in _entry(body)]
    return "\n".join(
        (
            HEAD,
            *(f"export const {name} = {number};" for name, number in numbers().items()),
            "",
            "/** The phases in which chance acts. */",
            f"export const CHANCE_PHASES: ReadonlySet<number> = new Set([{chances}]);",
            "",
            "/** The address and the length of an array, or the lengths of a matrix. */",
            "export type Block = readonly [address: number, length: number];",
            "export type Matrix = readonly [address: number, rows: number, columns: number];",
            "",
            "/** The exported functions. */",
            "export interface Entries {",
            *entries,
            "}",
            "",
        )
    )


def _entry(body: Callable[..., Any]) -> Iterator[str]:
    """Yield the lines of an exported function, with its parameters as one tuple."""
    names = ("S", "M", "first", "last", *parameters(body)[3:])
    yield f"  {body.__name__}("
    yield "    ...given: ["
    for name, kind in zip(names, argument_types(body), strict=True):
        shape = "Matrix" if "," in kind else "Block" if "[" in kind else None
        yield f"      {_camel(name)}: number," if shape is None else f"      ...{_camel(name)}: {shape},"
    yield "    ]"
    yield "  ): void;"


def _camel(name: str) -> str:
    """Return a name as TypeScript writes it.

    >>> _camel("is_new")
    'isNew'
    """
    return re.sub("_([a-z])", lambda found: found[1].upper(), name)


def build_module() -> int:
    """Build the module and its weights; return the exit code."""
    if not compiled_available():
        if MODULE.exists() and PLAIN.exists() and WEIGHTS.exists():
            return 0
        print('The page needs its WebAssembly, which Numba builds: pip install "longroad[fast]"', file=sys.stderr)
        return 1
    from longroad.core.compile.wasm import build

    MODULE.write_bytes(build(EXPORTS))
    PLAIN.write_bytes(build(EXPORTS, has_simd=False))
    WEIGHTS.write_bytes(np.array(weights(), "<i4").tobytes())
    return 0


def main(arguments: Sequence[str]) -> int:
    """Build the module, or write or check the layout; return the exit code."""
    if "--layout" in arguments:
        texts = {"layout.ts": layout_text(), "tables.ts": tables_text(), "setupTables.ts": setup_text()}
        return max(write_or_check(FOLDER / name, text, "make client-types", arguments) for name, text in texts.items())
    return build_module()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
