"""`longroad bot`: a bot as a program, for whatever speaks the protocol."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import LEVELS, completed_from

if TYPE_CHECKING:
    from longroad.game.analysis import Analysis
    from longroad.game.view import View


@app.command()
def bot(
    player: Annotated[
        str,
        typer.Argument(
            help=f"A level ({', '.join(LEVELS)}), or level:option=value,...",
            metavar="BOT",
            show_default=False,
            autocompletion=completed_from(*LEVELS),
        ),
    ],
) -> None:
    """Run a bot as a program: read requests from standard input, one JSON object a line, and print the answers.

    Asked for an analysis, it answers with that of `longroad analyse`, whatever its level. This is one side of the
    protocol by which programs in any language play; docs/howto/program.md describes it.
    """
    from longroad.bots.program.serve import BadMessage, Player, converse

    try:
        playing = Player(player, _analyse)
    except ValueError as error:
        raise BadInput(str(error)) from error
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # so that any input can be quoted
    try:
        converse(playing, sys.stdin, lambda line: print(line, flush=True))
    except BadMessage as error:
        raise BadInput(str(error)) from error


def _analyse(view: View, budget: str, seed: int) -> Analysis:
    """Analyse a view; the module is loaded when it is needed. Raises `ValueError`."""
    from longroad.analysis import analyse

    return analyse(view, budget, seed=seed)
