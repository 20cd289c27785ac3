"""Write the tables, diagrams and pictures of the documents from the tables of the code.

A document holds a generated part between `<!-- begin NAME -->` and `<!-- end NAME -->`; what stands there is replaced.
The pictures of `pictures.py` are generated as a whole.

    python -m scripts.docs.tables            # write
    python -m scripts.docs.tables --check    # only say what is stale, and exit 1 if something is
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from inspect import Parameter, signature
from pathlib import Path

from longroad.bots.budget import OPTIONS
from longroad.bots.levels import LEVELS
from longroad.core.actions import KIND_NAMES
from longroad.core.layout import FIELDS, SMALL_SIZE, STATE_BYTES, WORDS_SIZE
from longroad.core.phases import PHASE_TABLE
from longroad.core.ruleset import CHOICES, PRESETS, RANGES, Ruleset
from longroad.envs.actions import ActionSpace
from longroad.envs.dataset import COLUMNS, column_types
from longroad.envs.evaluation import EVALUATION_NAMES
from longroad.envs.observations import LEFT_OUT, ObservationSpace
from longroad.narration import ENGLISH, Phrase
from longroad.notation.actions import usage
from longroad.notation.positions import fields as position
from longroad.notation.positions.fields import ROBBER_FIELD
from longroad.notation.positions.seats import ITEMS
from longroad.notation.spelling import SLOTS, SPELLINGS, Spelling
from longroad.terminal.parser import COMMANDS
from scripts.docs.pictures import PICTURES

ROOT = Path(__file__).resolve().parents[2]
PART = re.compile(r"(<!-- begin ([a-z-]+) -->\n)(.*?)(<!-- end \2 -->)", re.DOTALL)


def grid(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a Markdown table."""
    header = list(header)
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def phase_table() -> str:
    """List who acts in each phase, and how."""
    names = [phase.name for phase in PHASE_TABLE]
    rows = ((p.name, p.who, listed(KIND_NAMES, p.kinds), listed(names, p.follows)) for p in PHASE_TABLE)
    return grid(("phase", "who acts", "actions", "what can follow"), rows)


def listed(names: Sequence[str], places: Iterable[int]) -> str:
    """Join the names at the given places."""
    return ", ".join(names[place] for place in dict.fromkeys(places)) or "–"


def field_table() -> str:
    """List the fields of a state."""
    size = f"\n{SMALL_SIZE} small integers and {WORDS_SIZE} words: {STATE_BYTES} bytes.\n"
    rows = ((f"`{f.name}`", f.block, str(f.offset), shape(f.shape), f.seen_by, f.meaning) for f in FIELDS)
    return grid(("field", "block", "offset", "shape", "seen by", "meaning"), rows) + size


def shape(lengths: tuple[int, ...]) -> str:
    """Write a field's shape, a single entry as 1."""
    return " × ".join(map(str, lengths)) or "1"


def option_table() -> str:
    """List the options of a ruleset with what they can be."""
    return grid(
        ("option", "values", "default", "meaning"),
        ((f"`{f.name}`", values(f.name), f"`{f.default}`", f.metadata["meaning"]) for f in fields(Ruleset)),
    )


def values(option: str) -> str:
    """Write the possible values of an option."""
    if option in CHOICES:
        return ", ".join(f"`{choice}`" for choice in CHOICES[option])
    if option in RANGES:
        return "{} to {}".format(*RANGES[option])
    return "two intersections, or `None`" if option == "neutral_sites" else "`True`, `False`"


def preset_table() -> str:
    """List the presets with the options in which they differ from the defaults."""
    presets = {name: Ruleset.preset(name) for name in PRESETS}
    varied = [f for f in fields(Ruleset) if any(getattr(preset, f.name) != f.default for preset in presets.values())]
    rows = [
        [f"`{f.name}`", f"{f.default}", *(changed(getattr(preset, f.name), f.default) for preset in presets.values())]
        for f in varied
    ]
    return grid(("option", "default", *presets), rows)


def changed(value: object, default: object) -> str:
    """Write a value, or nothing if it is the default."""
    return "" if value == default else str(value)


def action_table() -> str:
    """List how each kind of action is written, as text and as JSON."""
    return grid(
        ("text", "what it is", "JSON"),
        ((f"`{usage(each)}`", KIND_NAMES[each.kind], json_keys(each)) for each in SPELLINGS.values()),
    )


def json_keys(spelling: Spelling) -> str:
    """Show the object that an action is in JSON."""
    return "`" + ", ".join([f'"kind": "{spelling.word}"', *(f'"{name}"' for name in spelling.slots)]) + "`"


def action_grammar() -> str:
    """Write the grammar of the actions."""
    lines = ["```ebnf", "action = " + "\n       | ".join(map(production, SPELLINGS.values())) + " ;"]
    lines += [f"{name:<8} = {slot.grammar} ;" for name, slot in SLOTS.items()]
    return "\n".join([*lines, "```", ""])


def production(spelling: Spelling) -> str:
    """Write how one kind of action is made, words in quotes."""
    return " ".join(part.strip("{}") if part.startswith("{") else f'"{part}"' for part in spelling.template.split())


def position_fields() -> str:
    """List the labelled fields of a position."""
    seats = ("`0`, `1`, …", "what a seat has: its pieces, its cards, what it proposes")
    rows = [(f"`{each.label}`", each.meaning) for each in position.FIELDS]
    return grid(("field", "what it says"), [(f"`{ROBBER_FIELD.label}`", ROBBER_FIELD.meaning), seats, *rows])


def position_items() -> str:
    """List what a seat can have in a position."""
    return grid(("letter", "what the seat has"), ((f"`{item.letter}`", item.meaning) for item in ITEMS))


def terminal_table() -> str:
    """List what can be typed in the terminal besides actions."""
    return grid(
        ("command", "what it does"), ((f"`{word}`", ENGLISH.say(Phrase(f"command.{word}"))) for word in COMMANDS)
    )


def level_options() -> str:
    """List the options of the bots that search, with what each of them takes."""
    levels = {name: signature(level.make).parameters for name, level in LEVELS.items() if level.needs_compiler}
    rows = (
        (f"`{name}`", option.meaning, *(default(parameters, name) for parameters in levels.values()))
        for name, option in OPTIONS.items()
    )
    return grid(("option", "what it is", *(f"`{name}`" for name in levels)), rows)


def default(parameters: Mapping[str, Parameter], name: str) -> str:
    """Write an option's default as it would be given."""
    if name not in parameters:
        return "–"
    value = parameters[name].default
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value:g}"


EVERYTHING = Ruleset(players=2, duel=True, steal="may", dice="deck", progress_cards="recycled")


def numbering_table() -> str:
    """List the actions of the environments: the base game's numbers, and what only other rulesets have."""
    base = {kind: (first, count) for kind, first, count, _ in ActionSpace(Ruleset()).rows()}
    texts = {kind: text for kind, _, _, text in (*ActionSpace(Ruleset()).rows(), *ActionSpace(EVERYTHING).rows())}
    rows = ((kind, numbers(*base[kind]) if kind in base else "–", text) for kind, text in texts.items())
    return grid(("kind", "numbers in `base`", "the first of them"), rows)


def numbers(first: int, count: int) -> str:
    """Write a range of numbers."""
    return str(first) if count == 1 else f"{first} to {first + count - 1}"


def feature_table() -> str:
    """List the features of an observation: the base game's columns, and what only other rulesets have."""
    base = {(block, feature.name): at for block, at, feature in ObservationSpace(Ruleset()).columns()}
    found = {(block, feature.name): feature for block, _, feature in ObservationSpace(Ruleset()).columns()}
    for block, _, feature in ObservationSpace(EVERYTHING).columns():
        found.setdefault((block, feature.name), feature)
    ordered = sorted(found.items(), key=lambda item: list(ObservationSpace(Ruleset()).shapes).index(item[0][0]))
    columns = {key: numbers(at, found[key].width) for key, at in base.items()}
    rows = ((key[0], columns.get(key, "–"), f"`{key[1]}`", str(f.most), f.meaning) for key, f in ordered)
    return grid(("block", "columns in `base`", "feature", "scale", "meaning"), rows)


def evaluation_list() -> str:
    """List the features of the evaluation, in order."""
    return ", ".join(EVALUATION_NAMES) + ".\n"


def column_table() -> str:
    """List the columns of a training set."""
    types = column_types()
    return grid(("column", "type in `base`", "meaning"), ((f"`{n}`", types[n], text) for n, text in COLUMNS.items()))


def left_out_table() -> str:
    """List the fields that no observation has, and why."""
    return grid(("field", "why"), ((f"`{name}`", why) for name, why in LEFT_OUT.items()))


PARTS: dict[str, Callable[[], str]] = {
    "level-options": level_options,
    "action-table": action_table,
    "action-grammar": action_grammar,
    "phase-table": phase_table,
    "field-table": field_table,
    "position-fields": position_fields,
    "position-items": position_items,
    "option-table": option_table,
    "preset-table": preset_table,
    "terminal-table": terminal_table,
    "environment-actions": numbering_table,
    "environment-features": feature_table,
    "environment-left-out": left_out_table,
    "evaluation-features": evaluation_list,
    "dataset-columns": column_table,
}


def refreshed(text: str) -> str:
    """Return a document with its generated parts up to date. Raises `KeyError` for an unknown part."""
    return PART.sub(lambda part: part[1] + PARTS[part[2]]() + part[4], text)


def documents() -> list[Path]:
    """List the documents that may hold generated parts."""
    return [Path("README.md"), *sorted(Path("docs").rglob("*.md"))]


def stale_documents() -> dict[Path, str]:
    """List the documents whose generated parts differ from the code, with the text they should have."""
    texts = {path: path.read_text(encoding="utf-8") for path in documents()}
    stale = {path: refreshed(text) for path, text in texts.items() if refreshed(text) != text}
    return stale | stale_pictures()


def stale_pictures() -> dict[Path, str]:
    """List the pictures that differ from the code, with what they should be."""
    drawn = {path: draw() for path, draw in PICTURES.items() if Path("pyproject.toml").exists()}
    return {path: text for path, text in drawn.items() if not path.exists() or path.read_text(encoding="utf-8") != text}


def main(arguments: list[str]) -> int:
    """Write or check the documents."""
    stale = stale_documents()
    if "--check" in arguments:
        for path in stale:
            print(f"{path}: differs from the code; run: make docs-tables")
        return 1 if stale else 0
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
