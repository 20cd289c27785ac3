"""`longroad replay`: step through a record."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from longroad.cli.shared import BadInput, app, number, whole


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as text or JSON Lines.", show_default=False)],
    ply: Annotated[int | None, whole("Show the position after so many plies, and nothing else.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Words alone: no colour and no drawing.")] = False,
    speed: Annotated[
        float, typer.Option(help="Plies a second while it plays by itself.", parser=number, metavar="NUMBER")
    ] = 2.0,
) -> None:
    """Step through a record; without a terminal, tell its whole story."""
    from rich.console import Console

    from longroad.terminal.prompt import PlainPrompt, RichPrompt
    from longroad.terminal.replay import Replay, Story
    from longroad.terminal.saves import Unusable
    from longroad.terminal.show import Show

    if not 0 <= speed < float("inf"):
        raise BadInput(f"--speed {speed:g}: possible are numbers from 0")
    is_tty = sys.stdin.isatty() and sys.stdout.isatty()
    is_plain = plain or os.environ.get("TERM") == "dumb"
    try:
        story, warning = Story.read(file)
    except Unusable as error:
        raise BadInput(str(error)) from error
    if ply is not None and not 0 <= ply <= story.last:
        raise BadInput(f"--ply {ply}: possible are 0 to {story.last}")
    show = Show(Console(highlight=False), 0, is_plain)
    steps = Replay(story, show, speed)
    show.say(story.title())
    if warning:
        show.say(warning)
    if ply is not None:
        steps.go(ply)
        if is_plain and story.states and 0 < ply < story.last:
            show.show_island(story.states[ply])
    elif is_tty:
        steps.interact(PlainPrompt() if is_plain else RichPrompt(show.has_color))
    else:
        steps.tell_all()
