"""`longroad play`: watch computer players."""

from __future__ import annotations

from typing import Annotated

import typer

from longroad.cli.shared import BadInput, Players, Preset, app, chosen_ruleset, chosen_seed, number, whole

MOST_TURNS = 1000  # after which a game of computer players ends without a winner


@app.command()
def play(
    preset: Preset = "base",
    players: Players = None,
    seed: Annotated[int | None, whole("The same seed gives the same game; random if left out.")] = None,
    speed: Annotated[
        float,
        typer.Option(
            help="Sentences a second; 0 waits for nothing, as without a terminal.", parser=number, metavar="NUMBER"
        ),
    ] = 8.0,
    plain: Annotated[bool, typer.Option("--plain", help="Words alone: no colour and no drawing.")] = False,
) -> None:
    """Watch computer players play a game in the terminal."""
    from rich.console import Console

    from longroad.core.history import History
    from longroad.core.state import State
    from longroad.terminal.show import Show

    ruleset = chosen_ruleset(preset, players=players, limit=MOST_TURNS)
    seed = chosen_seed(seed)
    if not 0 <= speed < float("inf"):
        raise BadInput(f"--speed {speed:g}: possible are numbers from 0")
    show = Show(Console(highlight=False), speed, plain)
    again = f"longroad play --preset {preset} --players {ruleset.players} --seed {seed}"
    show.say(f"{ruleset.players} computer players, preset {preset}, seed {seed}. Again: {again}\n")
    show.watch(History(State.new(ruleset, seed)), seed)
