"""`longroad mcp`: a seat for a language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import (
    LEVELS,
    Language,
    Players,
    chosen_language,
    chosen_ruleset,
    completed_from,
    preset_option,
    whole,
)

if TYPE_CHECKING:
    from longroad.mcp.seat import Choices

LOOPBACK = "127.0.0.1"
MOST_PORT = 65535


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
    port: Annotated[int | None, whole("Serve over HTTP on this machine, at this port, not over stdio.")] = None,
) -> None:
    """Let a language model play a seat against bots, over the Model Context Protocol.

    A client of the protocol starts this command, and talks with it over standard input and output. The options are what
    a game begins with where the model chooses nothing else; docs/howto/language_model.md explains the tools.
    """
    chosen = _choices(preset, players, seat, bots, seed, language, all_trades)
    if port is not None and not 0 < port <= MOST_PORT:
        raise BadInput(f"--port {port}: expected 1 to {MOST_PORT}")
    try:
        from longroad.mcp.server import make_server
    except ImportError as error:
        raise BadInput(str(error)) from error
    server = make_server(chosen, hints)
    if port is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host=LOOPBACK, port=port)


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
    from longroad.core.rng import MOST_SEED
    from longroad.mcp.seat import BadCall, Choices, levels_of

    ruleset = chosen_ruleset(preset, players=players)
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise BadInput(f"--seed {seed}: expected a whole number from 0 to 2**62 - 1")
    levels = tuple(level.strip() for level in bots.split(","))
    choices = Choices(preset, players, seat, levels, seed, all_trades, chosen_language(language))
    try:
        levels_of(choices, ruleset.players)
    except BadCall as error:
        raise BadInput(f"--{error}") from error
    return choices
