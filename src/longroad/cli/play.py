"""`longroad play`: play against bots, or watch them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import (
    LEVELS,
    Language,
    Plain,
    Players,
    chosen_language,
    chosen_ruleset,
    chosen_seed,
    complete_records,
    completed_from,
    number,
    preset_option,
    whole,
)

if TYPE_CHECKING:
    from longroad.core.ruleset import Ruleset
    from longroad.narration import Words

DEFAULT_PRESET = "base"
DEFAULT_SPEED = 8.0  # sentences a second
MOST_NAME = 60
MOST_TURNS = 1000  # after which a game of bots ends without a winner


@app.command()
def play(
    preset: Annotated[str | None, preset_option()] = None,
    players: Players = None,
    seed: Annotated[int | None, whole("Seed of the island and the dice; random by default.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal, not in the browser.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Watch bots play in the terminal.")] = False,
    plain: Plain = False,
    level: Annotated[
        str | None,
        typer.Option(
            help=f"Level of the bots in the terminal: {', '.join(LEVELS)}; novice by default.",
            metavar="LEVEL",
            autocompletion=completed_from(*LEVELS),
        ),
    ] = None,
    port: Annotated[int | None, whole("Port of the page; by default the usual one or the next free one.")] = None,
    seat: Annotated[
        str | None, typer.Option(help="Your seat: a number from 0, or a color; the first by default.", metavar="SEAT")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name in the record.", metavar="NAME")] = None,
    speed: Annotated[
        float | None,
        typer.Option(help="Sentences a second; 0 does not pause.", parser=number, metavar="NUMBER"),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Continue the game of a record.", metavar="FILE", show_default=False, autocompletion=complete_records
        ),
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a game without offering to resume one.")] = False,
    verifiable: Annotated[bool, typer.Option("--verifiable", help="Play with dice that can be verified.")] = False,
    language: Language = None,
) -> None:
    """Play against bots and friends in the browser, or against bots in the terminal.

    Serves the page, opens it where there is a display, and runs until Ctrl-C; every game is saved. All options but
    --preset and --port are for the terminal, and choose it.
    """
    for_terminal = (players, seed, level, seat, name, speed, resume, language)
    if not (terminal or watch or plain or new or verifiable or any(option is not None for option in for_terminal)):
        _play_in_browser(preset, port)
        return
    if port is not None:
        raise BadInput(f"--port {port}: only the page has one (--preset is the only option beside it)")
    pace = DEFAULT_SPEED if speed is None else speed
    if not 0 <= pace < float("inf"):
        raise BadInput(f"--speed {pace:g}: expected a number from 0")
    chosen = preset or DEFAULT_PRESET
    bots, words = _chosen_level(level), chosen_language(language)
    is_tty = sys.stdin.isatty() and sys.stdout.isatty()
    if watch or not (terminal or plain or resume or verifiable or is_tty):
        if seat is not None:
            raise BadInput(f"--seat {seat}: a game to watch has none (--terminal plays without a terminal too)")
        ruleset = chosen_ruleset(chosen, players=players, limit=MOST_TURNS)
        _watch_game(chosen, ruleset, chosen_seed(seed), pace, plain, bots, words)
        return
    from longroad.terminal.saves import InvalidSave
    from longroad.terminal.session import GameOptions, Session

    if verifiable and seed is not None:
        raise BadInput(f"--seed {seed} with --verifiable: verifiable dice need no seed")
    ruleset = chosen_ruleset(chosen, players=players)
    options = GameOptions(
        ruleset,
        chosen_seed(seed),
        _chosen_seat(seat or "0", ruleset.players),
        _chosen_name(name),
        verifiable,
        new,
        resume,
        bots,
    )
    session = Session(pace, plain or not is_tty or os.environ.get("TERM") == "dumb", words)
    try:
        code = session.run(options)
    except InvalidSave as error:
        raise BadInput(words.say(error.why)) from error
    raise typer.Exit(code)


def _play_in_browser(preset: str | None, port: int | None) -> None:
    """Serve the page and open it, at the set-up of a preset if one is named."""
    from longroad.cli.serve import chosen_settings, run_server

    if preset is not None:
        chosen_ruleset(preset)  # raises BadInput for an unknown one
    settings = chosen_settings({"port": None if port is None else str(port)}, {})
    run_server(settings, opens=True, page=f"new?game={preset}" if preset else "")


def _chosen_seat(text: str, players: int) -> int:
    """Return the seat of a number or a color. Raises `BadInput`."""
    from longroad.core.words import SEAT_NAMES

    names = [name.lower() for name in SEAT_NAMES[:players]]
    if text.lower() in names:
        return names.index(text.lower())
    if text.isascii() and text.isdigit() and int(text) < players:
        return int(text)
    raise BadInput(f"--seat {text}: expected 0 to {players - 1}, or {', '.join(names)}")


def _chosen_level(level: str | None) -> str:
    """Return the level of the bots. Raises `BadInput`."""
    from longroad.bots.levels import DEFAULT_LEVEL, LEVELS

    if level is not None and level not in LEVELS:
        raise BadInput(f"--level {level}: expected one of {', '.join(LEVELS)}")
    return level or DEFAULT_LEVEL


def _chosen_name(name: str | None) -> str:
    """Return the name of the person in the record. Raises `BadInput`."""
    called = "Person" if name is None else name
    if not called.isprintable() or len(called) > MOST_NAME:
        raise BadInput(f"--name {called!a}: expected at most {MOST_NAME} printable characters")
    return called


def _watch_game(preset: str, ruleset: Ruleset, seed: int, speed: float, plain: bool, level: str, words: Words) -> None:
    """Play a game of bots, and show it."""
    from rich.console import Console

    from longroad.bots.levels import DEFAULT_LEVEL
    from longroad.core.history import History
    from longroad.core.state import State
    from longroad.terminal.screen import Screen

    screen = Screen(Console(highlight=False), speed, plain, words)
    again = f"longroad play --watch --preset {preset} --players {ruleset.players} --seed {seed}"
    if level != DEFAULT_LEVEL:
        again += f" --level {level}"
    screen.say("session.watch", count=ruleset.players, level=level, preset=preset, seed=seed)
    screen.print(f"{again}\n")
    screen.watch(History(State.new(ruleset, seed)), seed, level)
