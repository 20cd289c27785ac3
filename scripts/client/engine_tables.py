"""The tables of the engine for the page, as TypeScript: names, places of the island, the notation, and why not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from longroad.bots import plans, sites
from longroad.bots.trading import bargaining, style, trade_log
from longroad.core import actions as a
from longroad.core.island import topology
from longroad.core.island.setup import pips_of
from longroad.core.layout import SEATS
from longroad.core.legality import codes
from longroad.core.phases import PHASE_TABLE
from longroad.core.words import RESOURCE_NAMES
from longroad.game.holdings import POINT_SOURCES
from longroad.notation.resources import ALSO_CALLED
from longroad.notation.spelling import CARD_WORDS, NOBODY, SLOTS, SPELLINGS, Spelling

HEAD: Final = "// Made by scripts/client/engine.py from the tables of the library; do not change by hand.\n"
LANGUAGES: Final = Path(plans.__file__).parents[1] / "narration" / "languages"
_UNKNOWN: Final = ["", "", "?"]  # up to the number of a card that the reader may not know
# What can stand in a slot, if it is not a number: the value is the place of the word in its list.
WORDS: Final[Mapping[str, list[str]]] = {
    "victim": [*map(str, range(SEATS)), NOBODY],
    "resource": list(RESOURCE_NAMES),
    "stolen": [*RESOURCE_NAMES, *_UNKNOWN],
    "card": [*CARD_WORDS, *_UNKNOWN],
}
assert len(WORDS["card"]) == len(WORDS["stolen"]) == a.UNKNOWN + 1
_MASKS: Final = {
    "number": a.NUMBER_MASK,
    "first": a.FIRST_MASK,
    "second": a.SECOND_MASK,
    "third": a.THIRD_MASK,
    "to": a.TO_MASK,
}


def tables_text() -> str:
    """Return the TypeScript with the tables."""
    blocks = [
        f"/** {meaning} */\nexport const {name} = {json.dumps(table)}{kind};\n"
        for name, table, kind, meaning in _tables()
    ]
    return "\n".join((HEAD, *blocks))


def _tables() -> Iterator[tuple[str, Any, str, str]]:
    """Yield each table: its name, its values, its type if that is not the narrow one, and what it means."""
    yield "PHASE_NAMES", [phase.name for phase in PHASE_TABLE], " as const", "The names of the phases."
    yield "RESOURCE_NAMES", RESOURCE_NAMES, " as const", "The names of the resources."
    yield "ALSO_CALLED", ALSO_CALLED, " as Readonly<Record<string, string>>", "Other words for resources."
    yield "CARD_WORDS", CARD_WORDS, " as const", "The kinds of development cards."
    yield "POINT_SOURCES", POINT_SOURCES, " as const", "Where points come from."
    yield (
        "SHIFTS",
        {name: _shift(mask) for name, mask in _MASKS.items()},
        " as const",
        "Where the parts of an action lie.",
    )
    yield "COUNT_SHIFTS", [_count_shift(r) for r in range(5)], "", "Where the counts of a bundle lie, each with 6 bits."
    yield "MORE_SHIFTS", [_more_shift(r) for r in range(5)], "", "Where the seventh bits of these counts lie."
    yield "KIND_BITS", list(a.KIND_BITS), "", "The bits that an action of each kind may use."
    yield (
        "PLENTY",
        _plenty(),
        " as readonly (readonly number[])[]",
        "The resources that a year of plenty takes, by its number.",
    )
    yield "SLOT_WORDS", WORDS, " as Readonly<Record<string, readonly string[]>>", "The words that can stand in a slot."
    yield "SLOT_BOUNDS", _bounds(), " as Readonly<Record<string, readonly [number, number]>>", "The numbers that can."
    yield (
        "SPELLINGS",
        {kind: _spelling(s) for kind, s in SPELLINGS.items()},
        _SPELLING,
        "How each kind of action is written.",
    )
    yield (
        "REFUSALS",
        list(_refusals()),
        _REFUSAL,
        "The rules that forbid actions, by code, and their sentences by language.",
    )
    yield "PIPS", [pips_of(token) for token in range(13)], "", "In how many of 36 rolls a hex yields, by its token."
    for name in ("SITE_HEXES", "SITE_PATHS", "HEX_SITES", "PATH_SITES", "ISLAND_SITE_COUNT", "ISLAND_PATH_COUNT"):
        yield name, [int(n) for n in getattr(topology, name)], "", "Places of the island (core/island/topology.py)."
    yield (
        "PLANS",
        {p.key.removeprefix("bot."): {"cost": p.cost, "merit": p.merit} for p in _plans()},
        _PLAN,
        "What a seat can save for.",
    )
    yield "NEVER_ROLLED", plans.NEVER_ROLLED, "", "Missing cards that one card counts for that a seat never yields."
    for name in ("NEW_RESOURCE", "ANY_HARBOR", "OWN_HARBOR", "FURTHEST", "RACE_ROADS"):
        yield name, getattr(sites, name), "", "How the computer players rate places (bots/sites.py)."
    yield "BARGAINING", _bargaining(), " as const", "How the computer players look for trades (bots/trading)."


_SPELLING: Final = " as Readonly<Record<number, { template: string; shifts: Readonly<Record<string, number>> }>>"
_REFUSAL: Final = " as readonly ({ rule: string; sentences: Readonly<Record<string, string>> } | null)[]"
_PLAN: Final = " as Readonly<Record<string, { cost: readonly number[]; merit: number }>>"


def _plans() -> tuple[plans.Plan, ...]:
    return plans.CITY, plans.SETTLEMENT, plans.ROAD, plans.CARD


def _bargaining() -> dict[str, float]:
    """Return the thresholds, in shares of a victory, and how carefully deals are looked for."""
    return {
        **style.USUAL._asdict(),
        "glanceStates": bargaining.GLANCE.states,
        "shortlist": bargaining.SHORTLIST,
        "mostCards": bargaining.MOST_CARDS,
        "offersATurn": bargaining.OFFERS_A_TURN,
        "nodes": bargaining.NODES,
        "patience": trade_log.MOST_PATIENCE,
    }


def _shift(mask: int) -> int:
    """Return the number of a mask's lowest bit."""
    return (mask & -mask).bit_length() - 1


def _count_shift(resource: int) -> int:
    return _shift(a.add_count(a.NO_COUNTS, resource, 1) - a.NO_COUNTS)


def _more_shift(resource: int) -> int:
    """Return where the seventh bit of a count lies: what a count of 64 more changes."""
    return _shift(a.add_count(a.NO_COUNTS, resource, 64) - a.NO_COUNTS)


def _plenty() -> list[list[int]]:
    pairs = zip(a.PLENTY_FIRST, a.PLENTY_SECOND, strict=True)
    return [sorted(resource for resource in pair if resource >= 0) for pair in pairs]


def _bounds() -> dict[str, tuple[int, int]]:
    """Return the least and the greatest number that can stand in each slot for numbers."""
    schemas = {name: slot.schema for name, slot in SLOTS.items() if name not in WORDS}
    return {
        name: (schema["minimum"], schema["maximum"])
        for name, schema in schemas.items()
        if schema.get("type") == "integer"
    }


def _spelling(spelling: Spelling) -> dict[str, Any]:
    """Return a template, and where the values of its simple slots lie in an action: found by packing two of them."""
    simple = {name: _two(name) for name in spelling.slots if name in WORDS or name in _bounds()}
    if len(simple) != len(spelling.slots):
        return {"template": spelling.template, "shifts": {}}
    least = {name: pair[0] for name, pair in simple.items()}
    packed = spelling.pack(spelling.kind, least)
    shifts = {
        name: _shift(spelling.pack(spelling.kind, least | {name: pair[1]}) - packed) for name, pair in simple.items()
    }
    return {"template": spelling.template, "shifts": shifts}


def _two(slot: str) -> tuple[Any, Any]:
    """Return two values of a slot whose numbers differ by one."""
    first, second = WORDS[slot][:2] if slot in WORDS else (str(n) for n in range(*_span(slot)))
    return SLOTS[slot].read(first), SLOTS[slot].read(second)


def _span(slot: str) -> tuple[int, int]:
    least, _ = _bounds()[slot]
    return least, least + 2


def _refusals() -> Iterator[dict[str, Any] | None]:
    """Yield each refusal by its code: its rule, and its sentence in each language."""
    keys = {code: name.lower() for name, code in vars(codes).items() if name.isupper() and type(code) is int}
    files = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(LANGUAGES.glob("*.json"))}
    for code, refusal in enumerate(codes.REFUSALS):
        if refusal is None:
            yield None
            continue
        given = {name: messages.get("refusal", {}).get(keys[code]) for name, messages in files.items()}
        yield {"rule": refusal.rule, "sentences": {name: text or refusal.sentence for name, text in given.items()}}
