"""What all commands share: the application, options, and one line for bad input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from longroad.core.ruleset import Ruleset

# The class of errors in the use of a command: click's own, or the copy of it that newer typers carry.
UsageError: Any = typer.BadParameter.__mro__[1]

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Longroad plays The Settlers of Catan, by every rule and fast.",
)


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        from longroad import __version__
        from longroad.core.ruleset import RULES_VERSION

        print(f"longroad {__version__}, rules version {RULES_VERSION}")
        raise typer.Exit


@app.callback(help=app.info.help)
def _for_all(
    _version: Annotated[
        bool, typer.Option("--version", help="Tell the version and exit.", is_eager=True, callback=_tell_version)
    ] = False,
) -> None:
    """Take what stands before a command."""


class BadInput(ValueError):
    """Something that the user gave is not possible; the message quotes it and says what is."""


def whole_number(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is none: possible are whole numbers") from error


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is none: possible are numbers") from error


def whole(help_text: str) -> Any:
    """Describe an option that takes a whole number."""
    return typer.Option(help=help_text, parser=whole_number, metavar="NUMBER")


PRESET_NAMES = "base, beginner, traveler, duel, classic, extension, one_on_one, tournament"
Preset = Annotated[str, typer.Option(help=f"By which rules: {PRESET_NAMES}.")]
LEVEL_NAMES = "random, novice, skilled, expert"
Players = Annotated[int | None, whole("How many play; the preset's number if left out.")]


def main(arguments: list[str] | None = None) -> int:
    """Run a command; whatever is wrong with its input is said in one line."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        code = app(given or ["--help"], prog_name="longroad", standalone_mode=False)
    except UsageError as error:
        return complain(usage_message(error))
    except BadInput as error:
        return complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        return 130
    return code if isinstance(code, int) else 0


def complain(message: str) -> int:
    """Print one line about bad input, and give the exit code for it."""
    print(f"longroad: {' '.join(message.split())}", file=sys.stderr)
    return 2


def usage_message(error: Any) -> str:
    """Tell what is wrong with the use of a command, and what was possible."""
    message = str(error.format_message()).strip()
    if isinstance(error, typer.BadParameter) or getattr(error, "ctx", None) is None:
        return message
    command = error.ctx.command
    possible = sorted(getattr(command, "commands", {})) or [option for p in command.params for option in p.opts]
    return f"{message.split('. ')[0].split(' (Poss')[0].rstrip('.')}: possible are {', '.join(possible)}"


def chosen_ruleset(preset: str, **changes: Any) -> Ruleset:
    """Give a preset with changes; None leaves an option as it is."""
    from longroad.core.ruleset import InvalidRuleset, Ruleset

    try:
        return Ruleset.preset(preset, **{name: value for name, value in changes.items() if value is not None})
    except InvalidRuleset as error:
        raise BadInput(str(error)) from error


def chosen_seed(seed: int | None) -> int:
    """Give the seed, or a random one that is easy to type."""
    import random

    from longroad.core.rng import MOST_SEED

    if seed is None:
        return random.SystemRandom().randrange(1_000_000)
    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"--seed {seed}: possible are whole numbers from 0 to 2**62 - 1")
    return seed


def spaced(number: float, decimals: int = 0) -> str:
    """Write a number with spaces between its thousands; one from 10 on has no decimals.

    >>> spaced(2380536), spaced(3.14, 1)
    ('2 380 536', '3.1')
    """
    return f"{number:,.{decimals if number < 10 else 0}f}".replace(",", " ")
