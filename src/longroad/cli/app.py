"""The application that commands register with; it reports bad input in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

# The class of errors in the use of a command: click's own, or the copy of it that newer typers carry.
UsageError: Any = typer.BadParameter.__mro__[1]

BAD_INPUT = 2

Function = TypeVar("Function", bound=Callable[..., Any])


class _PlainFlags:
    """Shows flags without a value in the help; typer shows the type, as for options that take one."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters of a command, its --help included."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params


class _Command(_PlainFlags, TyperCommand):
    """A command."""


class _Group(_PlainFlags, TyperGroup):
    """The group of all commands."""


class _App(typer.Typer):
    """An application of such commands."""

    def command(self, *args: Any, **options: Any) -> Callable[[Function], Function]:
        """Return a decorator that registers a command."""
        return super().command(*args, cls=_Command, **options)


app = _App(
    cls=_Group,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play The Settlers of Catan, by every rule and fast.",
)


def subcommands(name: str, help_text: str) -> _App:
    """Add a group of commands."""
    group = _App(cls=_Group, help=help_text)
    app.add_typer(group, name=name)
    return group


class BadInput(ValueError):
    """Invalid input of the user; the message quotes it and says what was expected."""


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from longroad.core.ruleset import RULES_VERSION
        from longroad.version import __version__

        print(f"longroad {__version__}, rules version {RULES_VERSION}")
        raise typer.Exit


@app.callback(help=app.info.help)
def _for_all_commands(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Take the options that come before a command."""


@cache
def _command() -> Any:
    """Return the command with all that are registered, built once."""
    return get_command(app)


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code; bad input gets one line. Raises `KeyboardInterrupt`."""
    command = _command()
    if "_LONGROAD_COMPLETE" in os.environ:  # a shell asks for completions
        command.main(arguments, prog_name="longroad")
    try:
        # Not with `command.main`, which handles Ctrl-C and broken pipes in its own way.
        with command.make_context("longroad", arguments or ["--help"]) as context:
            code = command.invoke(context)
    except typer.Exit as ended:
        return ended.exit_code
    except UsageError as error:
        return complain(_usage_message(error))
    except BadInput as error:
        return complain(str(error))
    except typer.Abort:
        return complain("aborted")
    return code if isinstance(code, int) else 0


def complain(message: str) -> int:
    """Print one line about bad input, and return the exit code for it."""
    print(f"longroad: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT


def _usage_message(error: Any) -> str:
    """Return what is wrong with the use of a command, and what was expected."""
    message = str(error.format_message()).strip()
    if isinstance(error, typer.BadParameter) or getattr(error, "ctx", None) is None:
        return message
    command = error.ctx.command
    possible = sorted(getattr(command, "commands", {})) or [option for p in command.params for option in p.opts]
    return f"{message.split('. ')[0].split(' (Poss')[0].rstrip('.')}: expected one of {', '.join(possible)}"
