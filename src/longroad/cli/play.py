"""`longroad play`: play against computer players, or watch them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.shared import (
    LEVEL_NAMES,
    PRESET_NAMES,
    BadInput,
    Players,
    app,
    chosen_ruleset,
    chosen_seed,
    number,
    whole,
)

if TYPE_CHECKING:
    from longroad.core.ruleset import Ruleset

DEFAULT_PRESET = "base"
DEFAULT_SPEED = 8.0  # sentences a second
MOST_NAME = 60
MOST_TURNS = 1000  # after which a game of computer players ends without a winner


@app.command()
def play(
    preset: Annotated[str | None, typer.Option(help=f"By which rules: {PRESET_NAMES}.")] = None,
    players: Players = None,
    seed: Annotated[int | None, whole("The same seed gives the same island and dice; random if left out.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal instead of the browser.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Watch computer players in the terminal.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="In the terminal, words alone, for a screen reader: no colour, no drawing.")
    ] = False,
    level: Annotated[
        str | None,
        typer.Option(help=f"How well computer players play in the terminal: {LEVEL_NAMES}; novice if left out."),
    ] = None,
    port: Annotated[
        int | None, whole("The port of the page; the usual one or the next that is free if left out.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="Your seat: a number from 0, or a colour; the first if left out.", metavar="SEAT")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name in the record.")] = None,
    speed: Annotated[
        float | None,
        typer.Option(
            help="Sentences a second; 0 waits for nothing, as without a terminal.", parser=number, metavar="NUMBER"
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the game of a record.", metavar="FILE", show_default=False)
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a game without offering to resume one.")] = False,
    verifiable: Annotated[bool, typer.Option("--verifiable", help="With dice that can be verified.")] = False,
) -> None:
    """Play against computer players and friends in the browser, or in the terminal.

    Serves the page, opens it where there is a display, and goes on until Ctrl-C; every game is kept. All options but
    --preset and --port are for the terminal, and choose it.
    """
    asked = (players, seed, level, seat, name, speed, resume)
    if not (terminal or watch or plain or new or verifiable or any(option is not None for option in asked)):
        play_in_browser(preset, port)
        return
    if port is not None:
        raise BadInput(f"--port {port}: only the page has one (--preset is the only option beside it)")
    pace = DEFAULT_SPEED if speed is None else speed
    if not 0 <= pace < float("inf"):
        raise BadInput(f"--speed {pace:g}: possible are numbers from 0")
    chosen = preset or DEFAULT_PRESET
    played = chosen_level(level)
    is_tty = sys.stdin.isatty() and sys.stdout.isatty()
    if watch or not (terminal or resume or verifiable or is_tty):
        if seat is not None:
            raise BadInput(f"--seat {seat}: who watches has none (--terminal plays without a terminal too)")
        ruleset = chosen_ruleset(chosen, players=players, limit=MOST_TURNS)
        watch_game(chosen, ruleset, chosen_seed(seed), pace, plain, played)
        return
    from longroad.terminal.saves import Unusable
    from longroad.terminal.sitting import Sitting, Wish

    if verifiable and seed is not None:
        raise BadInput(f"--seed {seed} with --verifiable: verifiable dice need no seed")
    ruleset = chosen_ruleset(chosen, players=players)
    called = "Person" if name is None else name
    if not called.isprintable() or len(called) > MOST_NAME:
        raise BadInput(f"--name {called!a}: possible are {MOST_NAME} characters that can be printed")
    taken = chosen_seat(seat or "0", ruleset.players)
    wish = Wish(ruleset, chosen_seed(seed), taken, called, verifiable, new, resume, played)
    sitting = Sitting(pace, plain or not is_tty or os.environ.get("TERM") == "dumb")
    try:
        code = sitting.run(wish)
    except Unusable as error:
        raise BadInput(str(error)) from error
    raise typer.Exit(code)


def play_in_browser(preset: str | None, port: int | None) -> None:
    """Serve the page and open it, at the set-up of a preset if one is named."""
    from longroad.cli.serve import LOCAL, run_server

    if preset is not None:
        chosen_ruleset(preset)  # complains about what does not exist
    run_server(LOCAL, port, None, "warning", opens=True, page=f"new?game={preset}" if preset else "")


def chosen_seat(text: str, players: int) -> int:
    """Read a seat: its number, or its colour."""
    from longroad.core.words import SEAT_NAMES

    names = [name.lower() for name in SEAT_NAMES[:players]]
    if text.lower() in names:
        return names.index(text.lower())
    if text.isascii() and text.isdigit() and int(text) < players:
        return int(text)
    raise BadInput(f"--seat {text}: possible are 0 to {players - 1}, or {', '.join(names)}")


def chosen_level(level: str | None) -> str:
    """Give the level of the computer players."""
    from longroad.bots.levels import DEFAULT_LEVEL, LEVELS

    if level is not None and level not in LEVELS:
        raise BadInput(f"--level {level}: possible are {', '.join(LEVELS)}")
    return level or DEFAULT_LEVEL


def watch_game(preset: str, ruleset: Ruleset, seed: int, speed: float, plain: bool, level: str) -> None:
    """Let computer players play a game, and show it."""
    from rich.console import Console

    from longroad.bots.levels import DEFAULT_LEVEL
    from longroad.core.history import History
    from longroad.core.state import State
    from longroad.terminal.show import Show

    show = Show(Console(highlight=False), speed, plain)
    again = f"longroad play --watch --preset {preset} --players {ruleset.players} --seed {seed}"
    if level != DEFAULT_LEVEL:
        again += f" --level {level}"
    show.say(f"{ruleset.players} computer players ({level}), preset {preset}, seed {seed}. To see it again:\n{again}\n")
    show.watch(History(State.new(ruleset, seed)), seed, level)
