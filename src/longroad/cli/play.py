"""`longroad play`: play against computer players, or watch them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.shared import BadInput, Players, Preset, app, chosen_ruleset, chosen_seed, number, whole

if TYPE_CHECKING:
    from longroad.core.ruleset import Ruleset

MOST_NAME = 60
MOST_TURNS = 1000  # after which a game of computer players ends without a winner


@app.command()
def play(
    preset: Preset = "base",
    players: Players = None,
    seed: Annotated[int | None, whole("The same seed gives the same island and dice; random if left out.")] = None,
    seat: Annotated[
        str | None, typer.Option(help="Your seat: a number from 0, or a colour; the first if left out.", metavar="SEAT")
    ] = None,
    name: Annotated[str, typer.Option(help="Your name in the record.")] = "Person",
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal, which a terminal does anyway.")
    ] = False,
    browser: Annotated[bool, typer.Option("--browser", help="Serve the page and open it in the browser.")] = False,
    port: Annotated[
        int | None, whole("The port of the page; the usual one or the next that is free if left out.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch computer players instead.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Words alone, for a screen reader: no colour and no drawing.")
    ] = False,
    speed: Annotated[
        float,
        typer.Option(
            help="Sentences a second; 0 waits for nothing, as without a terminal.", parser=number, metavar="NUMBER"
        ),
    ] = 8.0,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the game of a record.", metavar="FILE", show_default=False)
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a game without offering to resume one.")] = False,
    verifiable: Annotated[bool, typer.Option("--verifiable", help="With dice that can be verified.")] = False,
) -> None:
    """Play against computer players in the terminal; without one, watch them play."""
    if browser:
        from longroad.cli.serve import LOCAL, run_server

        run_server(LOCAL, port, None, "warning", opens=True)
        return
    if not 0 <= speed < float("inf"):
        raise BadInput(f"--speed {speed:g}: possible are numbers from 0")
    is_tty = sys.stdin.isatty() and sys.stdout.isatty()
    if watch or not (terminal or resume or verifiable or is_tty):
        if seat is not None:
            raise BadInput(f"--seat {seat}: who watches has none (--terminal plays without a terminal too)")
        watch_game(preset, chosen_ruleset(preset, players=players, limit=MOST_TURNS), chosen_seed(seed), speed, plain)
        return
    from longroad.terminal.saves import Unusable
    from longroad.terminal.sitting import Sitting, Wish

    if verifiable and seed is not None:
        raise BadInput(f"--seed {seed} with --verifiable: verifiable dice need no seed")
    ruleset = chosen_ruleset(preset, players=players)
    if not name.isprintable() or len(name) > MOST_NAME:
        raise BadInput(f"--name {name!a}: possible are {MOST_NAME} characters that can be printed")
    wish = Wish(ruleset, chosen_seed(seed), chosen_seat(seat or "0", ruleset.players), name, verifiable, new, resume)
    sitting = Sitting(speed, plain or not is_tty or os.environ.get("TERM") == "dumb")
    try:
        code = sitting.run(wish)
    except Unusable as error:
        raise BadInput(str(error)) from error
    raise typer.Exit(code)


def chosen_seat(text: str, players: int) -> int:
    """Read a seat: its number, or its colour."""
    from longroad.core.words import SEAT_NAMES

    names = [name.lower() for name in SEAT_NAMES[:players]]
    if text.lower() in names:
        return names.index(text.lower())
    if text.isascii() and text.isdigit() and int(text) < players:
        return int(text)
    raise BadInput(f"--seat {text}: possible are 0 to {players - 1}, or {', '.join(names)}")


def watch_game(preset: str, ruleset: Ruleset, seed: int, speed: float, plain: bool) -> None:
    """Let computer players play a game, and show it."""
    from rich.console import Console

    from longroad.core.history import History
    from longroad.core.state import State
    from longroad.terminal.show import Show

    show = Show(Console(highlight=False), speed, plain)
    again = f"longroad play --watch --preset {preset} --players {ruleset.players} --seed {seed}"
    show.say(f"{ruleset.players} computer players, preset {preset}, seed {seed}. To see it again:\n{again}\n")
    show.watch(History(State.new(ruleset, seed)), seed)
