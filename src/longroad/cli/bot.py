"""`longroad bot`: a computer player as a program, for whatever speaks the protocol."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from longroad.cli.shared import LEVEL_NAMES, BadInput, app


@app.command()
def bot(
    player: Annotated[
        str, typer.Argument(help=f"A computer player: {LEVEL_NAMES}.", metavar="PLAYER", show_default=False)
    ],
) -> None:
    """Play as a program: questions come in over standard input, one JSON object a line, and answers go out.

    It is one side of the protocol by which programs in any language play; docs/howto/program.md has all of it.
    """
    from longroad.bots.program.serve import BadMessage, Player, converse

    try:
        playing = Player(player)
    except ValueError as error:
        raise BadInput(str(error)) from error
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # so that whatever comes in can be quoted
    try:
        converse(playing, sys.stdin, lambda line: print(line, flush=True))
    except BadMessage as error:
        raise BadInput(str(error)) from error
