"""`longroad replay`: step through a record."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import Language, Plain, chosen_language, complete_records, number, whole


@app.command()
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            help="A record, as text or JSON Lines.", show_default=False, metavar="FILE", autocompletion=complete_records
        ),
    ],
    ply: Annotated[int | None, whole("Show only the position after this many plies.")] = None,
    plain: Plain = False,
    speed: Annotated[
        float, typer.Option(help="Plies a second while it plays by itself.", parser=number, metavar="NUMBER")
    ] = 2.0,
    language: Language = None,
) -> None:
    """Step through a record, key by key; without a terminal, print the whole game."""
    from rich.console import Console

    from longroad.terminal.keys import Keyboard
    from longroad.terminal.prompt import PlainPrompt, RichPrompt
    from longroad.terminal.replay import Replay, ReplayLog
    from longroad.terminal.saves import InvalidSave
    from longroad.terminal.screen import Screen

    if not 0 <= speed < float("inf"):
        raise BadInput(f"--speed {speed:g}: expected a number from 0")
    is_tty = sys.stdin.isatty() and sys.stdout.isatty()
    words = chosen_language(language)
    is_plain = plain or os.environ.get("TERM") == "dumb"
    try:
        log, warning = ReplayLog.read(file, words)
    except InvalidSave as error:
        raise BadInput(words.say(error.why)) from error
    if ply is not None and not 0 <= ply <= log.last:
        raise BadInput(f"--ply {ply}: expected 0 to {log.last}")
    screen = Screen(Console(highlight=False), 0, is_plain, words)
    replay = Replay(log, screen, speed, Keyboard() if is_tty and Keyboard.is_available() else None)
    screen.print(log.title())
    if warning:
        screen.print(warning)
    if ply is not None:
        replay.go(ply)
        if is_plain and log.states and 0 < ply < log.last:
            screen.show_island(log.states[ply])
    elif is_tty:
        replay.interact(PlainPrompt() if is_plain else RichPrompt(screen.has_color))
    else:
        replay.narrate_all()
