"""The tables of positions that are set up by hand, for the page, as TypeScript: what is wrong, and the notation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from longroad.core.check.violations import VIOLATED_RULES
from longroad.core.findings import FIRST_FLAW, FLAWS
from longroad.core.island.material import BEGINNER_TERRAIN, BEGINNER_TOKENS, HARBOR_EDGES, HARBORS
from longroad.core.island.topology import COAST_PATHS, MOST_COAST
from longroad.core.ruleset import PRESETS, RULES_VERSION, Ruleset
from longroad.core.words import HARBOR_NAMES, TERRAIN_NAMES
from longroad.narration.catalogue import VIOLATION_KEYS, languages, words_of
from longroad.notation.islands import BEGINNER, FRAME, HARBOR_LETTERS, ROW_STARTS, TERRAIN_LETTERS
from longroad.notation.positions.compact import CARD_LETTERS, RESOURCE_LETTERS
from longroad.notation.positions.fields import FIELDS
from longroad.notation.positions.seats import ITEMS

HEAD: Final = "// Made by scripts/client/engine.py from the tables of the library; do not change by hand.\n"
_FINDING: Final = (
    " as Readonly<Record<number, { rules: readonly string[]; name: string; value: string; "
    "sentences: Readonly<Record<string, string>> }>>"
)


def setup_text() -> str:
    """Return the TypeScript with the tables."""
    blocks = [
        f"/** {meaning} */\nexport const {name} = {json.dumps(table, ensure_ascii=False)}{kind};\n"
        for name, table, kind, meaning in _tables()
    ]
    return "\n".join((HEAD, *blocks))


def _tables() -> Iterator[tuple[str, Any, str, str]]:
    """Yield each table: its name, its values, its type if that is not the narrow one, and what it means."""
    yield (
        "FINDINGS",
        dict(_findings()),
        _FINDING,
        "What can be wrong, by kind: its rule on each island, and its sentence.",
    )
    yield "ANY_HARBORS", _said("flaw.any_harbor_count"), _SAID, "A wrong number of harbors for any resource."
    yield (
        "SPOTS",
        {name: _said(f"spot.{name}") for name in ("hex", "site", "path")},
        _SPOT,
        "How places are named, by language.",
    )
    yield "LANDS", TERRAIN_NAMES[:-1], " as const", "The kinds of terrain, by number."
    yield "HARBOR_KINDS", HARBOR_NAMES, " as const", "The kinds of harbors, by number."
    yield "POSITION_VERSION", f"v{RULES_VERSION}", "", "How a position in the notation begins."
    yield "SEAT_ITEMS", [item.letter for item in ITEMS], " as const", "The parts of a seat in a position, in order."
    yield "POSITION_FIELDS", [field.label for field in FIELDS], " as const", "The fields of a position, in order."
    yield "RESOURCE_LETTERS", RESOURCE_LETTERS, "", "How resources are counted in a position."
    yield "CARD_LETTERS", CARD_LETTERS, "", "How development cards are counted in a position."
    yield "LAND_LETTERS", TERRAIN_LETTERS, "", "How terrain is written."
    yield "HARBOR_LETTERS", HARBOR_LETTERS, "", "How harbors are written."
    yield "ROW_STARTS", sorted(ROW_STARTS), " as readonly number[]", "The hexes before which a new row begins."
    yield "LAND_WORDS", {_beginner(): BEGINNER}, " as Readonly<Record<string, string>>", "Land that has a name."
    yield "HARBOR_WORDS", [{_frame(n): FRAME} for n in (0, 1)], _WORDS, "Harbors that have a name, by island."
    yield "OPTION_NAMES", [option.name for option in fields(Ruleset)], "", "The options of a ruleset, in order."
    given = [name for name, options in PRESETS.items() if options.get("first_player") == "given"]
    yield "GIVEN_FIRST", given, "", "The presets in which it is given who begins."


_SAID: Final = " as Readonly<Record<string, string>>"
_SPOT: Final = " as Readonly<Record<string, Readonly<Record<string, string>>>>"
_WORDS: Final = " as readonly Readonly<Record<string, string>>[]"


def _findings() -> Iterator[tuple[int, dict[str, Any]]]:
    for code, key in VIOLATION_KEYS.items():
        rule = VIOLATED_RULES[code]
        yield code, {"rules": [rule, rule], "name": "", "value": "", "sentences": _said(key)}
    for number, flaw in enumerate(FLAWS, FIRST_FLAW):
        rules, name = list(flaw.rules), f"flaw.{flaw.name}"
        yield number, {"rules": rules, "name": flaw.name, "value": flaw.value, "sentences": _said(name)}


def _said(key: str) -> dict[str, str]:
    """Return a message in each language, with its placeholders."""
    return {name: str(words_of(name)._messages[key]) for name in languages()}


def _beginner() -> str:
    """Return the beginner's land, hex by hex."""
    text = ""
    for place, (kind, token) in enumerate(zip(BEGINNER_TERRAIN, BEGINNER_TOKENS, strict=True)):
        text += f"{'.' if place in ROW_STARTS else ''}{TERRAIN_LETTERS[kind]}{token or ''}"
    return text


def _frame(island: int) -> str:
    """Return the harbors of the printed frame, path by path."""
    edges = zip(HARBOR_EDGES[island], HARBORS[island], strict=True)
    harbors = sorted((COAST_PATHS[MOST_COAST * island + edge], kind) for edge, kind in edges)
    return ".".join(f"{path}{HARBOR_LETTERS[kind]}" for path, kind in harbors)
