"""`longroad mcp`: a seat for a language model."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import (
    LEVELS,
    Language,
    Players,
    chosen_language,
    chosen_ruleset,
    chosen_seed,
    completed_from,
    preset_option,
    whole,
)
from longroad.cli.process import INTERRUPTED

if TYPE_CHECKING:
    from socket import socket

    from longroad.mcp.seat import Choices

LOOPBACK = "127.0.0.1"  # an address for programs on this machine only


@app.command()
def mcp(
    preset: Annotated[str, preset_option()] = "base",
    players: Players = None,
    seat: Annotated[int, whole("The language model's seat, from 0.")] = 0,
    bots: Annotated[
        str,
        typer.Option(
            help=f"Level of the bots: {', '.join(LEVELS)}; one for all, or one for each other seat, as random,novice.",
            metavar="LEVEL",
            autocompletion=completed_from(*LEVELS),
        ),
    ] = "novice",
    seed: Annotated[int | None, whole("Seed of the island and the dice of every game; random by default.")] = None,
    language: Language = None,
    all_trades: Annotated[
        bool,
        typer.Option("--all-trades", help="Ask at every chance to trade: for proposals, and to answer any offer."),
    ] = False,
    hints: Annotated[bool, typer.Option("--hints", help="Let the model ask what a bot would do.")] = False,
    port: Annotated[int | None, whole("Serve over HTTP on this machine, not over stdio; 0 for any free port.")] = None,
) -> None:
    """Let a language model play a seat against bots, over the Model Context Protocol.

    A client of the protocol starts this command, and talks with it over standard input and output. The options are what
    a game begins with where the model chooses nothing else; docs/howto/language_model.md explains the tools.
    """
    chosen = _choices(preset, players, seat, bots, seed, language, all_trades)
    try:
        from longroad.mcp.server import make_server, run_http
    except ImportError as error:
        raise BadInput(str(error)) from error
    if port is not None:
        run_http(make_server(chosen, hints), _listener(port))
        return
    signal.signal(signal.SIGINT, _leave)
    make_server(chosen, hints).run("stdio")


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """End at once: there is nothing to save, and the thread that waits for input would keep the process alive."""
    print("longroad: interrupted", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)


def _listener(port: int) -> socket:
    """Open a port for programs on this machine, and say where it is. Raises `BadInput` for one that is not free."""
    from socket import create_server

    try:
        listener = create_server((LOOPBACK, port))
    except (OSError, OverflowError) as error:
        raise BadInput(f"--port {port}: {error}") from error
    print(f"http://{LOOPBACK}:{listener.getsockname()[1]}/mcp", file=sys.stderr)
    return listener


def _choices(
    preset: str,
    players: int | None,
    seat: int,
    bots: str,
    seed: int | None,
    language: str | None,
    all_trades: bool,
) -> Choices:
    """Return what games begin with. Raises `BadInput`."""
    from longroad.mcp.seat import BadCall, Choices, levels_of

    ruleset = chosen_ruleset(preset, players=players)
    levels = tuple(level.strip() for level in bots.split(","))
    given = None if seed is None else chosen_seed(seed)  # a game chooses a longer one, which cannot be guessed
    choices = Choices(preset, players, seat, levels, given, all_trades, chosen_language(language))
    try:
        levels_of(choices, ruleset.players)
    except BadCall as error:
        raise BadInput(f"--{error}") from error
    return choices
