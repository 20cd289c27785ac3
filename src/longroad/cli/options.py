"""Options that several commands share: how they are described, read, checked and completed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from longroad.bots.levels import LEVELS as LEVELS  # a table that does not import the bots
from longroad.cli.app import BadInput

if TYPE_CHECKING:
    from longroad.core.ruleset import Ruleset
    from longroad.narration import Words

# Written out here, so that help need not import the rules.
PRESETS = ("base", "beginner", "traveler", "duel", "classic", "extension", "one_on_one", "tournament")
LANGUAGES = ("en", "de", "es", "fr")

RECORD_SUFFIXES = (".longroad", ".jsonl", ".txt")


def completed_from(*values: str) -> Callable[[str], list[str]]:
    """Return a function that completes a value from a list."""
    return lambda incomplete: [value for value in values if value.startswith(incomplete)]


def whole_number(text: str) -> int:
    """Read a whole number. Raises `typer.BadParameter`."""
    try:
        return int(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r}: expected a whole number") from error


def number(text: str) -> float:
    """Read a number. Raises `typer.BadParameter`."""
    try:
        return float(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r}: expected a number") from error


def whole(help_text: str) -> Any:
    """Describe an option that takes a whole number."""
    return typer.Option(help=help_text, parser=whole_number, metavar="NUMBER")


def preset_option(default: str = "") -> Any:
    """Describe an option that takes a preset."""
    return typer.Option(
        help=f"Rules to play by: {', '.join(PRESETS)}.{default}",
        metavar="PRESET",
        autocompletion=completed_from(*PRESETS),
    )


Preset = Annotated[str, preset_option()]
Players = Annotated[int | None, whole("Number of players; by default the preset's.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print only words, for a screen reader: no color, no drawing.")]
Language = Annotated[
    str | None,
    typer.Option(
        help=f"Language: {', '.join(LANGUAGES)}; by default that of the environment (LC_ALL, LANG).",
        metavar="LANGUAGE",
        autocompletion=completed_from(*LANGUAGES),
    ),
]


def complete_records(incomplete: str) -> list[str]:
    """Complete the name of a record: files that may be one, and folders."""
    from pathlib import Path

    name = incomplete.rpartition("/")[2]
    folder = incomplete.removesuffix(name)
    try:
        found = sorted(Path(folder or ".").expanduser().iterdir())
    except OSError:
        return []
    likely = [path for path in found if path.is_dir() or path.suffix in RECORD_SUFFIXES]
    return [f"{folder}{path.name}{'/' * path.is_dir()}" for path in likely if path.name.startswith(name)]


# --- values -----------------------------------------------------------------------------------------------------------


def chosen_ruleset(preset: str, **changes: Any) -> Ruleset:
    """Return a preset with changes; None leaves an option as it is. Raises `BadInput`."""
    from longroad.core.ruleset import InvalidRuleset, Ruleset

    try:
        return Ruleset.preset(preset, **{name: value for name, value in changes.items() if value is not None})
    except InvalidRuleset as error:
        raise BadInput(str(error)) from error


def ruleset_with(preset: str, players: int | None, options: list[str]) -> Ruleset:
    """Return a preset for a number of players, with changed options, each NAME=VALUE. Raises `BadInput`."""
    from longroad.notation.errors import InvalidNotation
    from longroad.notation.rulesets import read_ruleset

    changes = [*([] if players is None else [f"players:{players}"]), *(o.replace("=", ":", 1) for o in options)]
    try:
        return read_ruleset(",".join([preset, *changes]))
    except InvalidNotation as error:
        raise BadInput(str(error)) from error


def chosen_seed(seed: int | None) -> int:
    """Return the seed, or a random one that is easy to type. Raises `BadInput`."""
    import random

    from longroad.core.rng import MOST_SEED

    if seed is None:
        return random.SystemRandom().randrange(1_000_000)
    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"--seed {seed}: expected a whole number from 0 to 2**62 - 1")
    return seed


def position_text(position: str) -> str:
    """Return the text of a position: as it was given, or in the file that was named. Raises `BadInput`."""
    return position_or_file(position).strip()


def position_or_file(given: str) -> str:
    """Return a position as it was given, or the text of the file that was named. Raises `BadInput`."""
    import re

    return given if re.match(r"v\d+/", given) else file_text(given)


def file_text(name: str) -> str:
    """Return the text of a file; - is standard input. Raises `BadInput`."""
    import sys
    from pathlib import Path

    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{name}: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(f"{name}: {error}") from error


def chosen_language(language: str | None) -> Words:
    """Return the words of a language, by default of the environment's. Raises `BadInput`."""
    from longroad.terminal.language import UnknownLanguage, choose_language

    try:
        return choose_language(language)
    except UnknownLanguage as error:
        raise BadInput(f"--language {error}") from error


def spaced(number: float, decimals: int = 0) -> str:
    """Return a number as text with spaces between thousands; from 10 on without decimals.

    >>> spaced(2380536), spaced(3.14, 1)
    ('2 380 536', '3.1')
    """
    return f"{number:,.{decimals if number < 10 else 0}f}".replace(",", " ")
