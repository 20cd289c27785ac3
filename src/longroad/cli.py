"""The command line: `longroad play`, `longroad perft`, `longroad bench`.

What a command needs is imported when it runs, so that help comes at once.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from longroad.core.compile import Kind
    from longroad.core.ruleset import Ruleset

# The class of errors in the use of a command: click's own, or the copy of it that newer typers carry.
UsageError: Any = typer.BadParameter.__mro__[1]

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Longroad plays The Settlers of Catan, by every rule and fast.",
)


class BadInput(ValueError):
    """Something that the user gave is not possible; the message quotes it and says what is."""


def whole_number(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is none: possible are whole numbers") from error


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is none: possible are numbers") from error


def whole(help_text: str) -> Any:
    """Describe an option that takes a whole number."""
    return typer.Option(help=help_text, parser=whole_number, metavar="NUMBER")


PRESET_NAMES = "base, beginner, traveler, duel, classic, extension, one_on_one, tournament"
Preset = Annotated[str, typer.Option(help=f"By which rules: {PRESET_NAMES}.")]
Players = Annotated[int | None, whole("How many play; the preset's number if left out.")]


def main(arguments: list[str] | None = None) -> int:
    """Run a command; whatever is wrong with its input is said in one line."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        code = app(given or ["--help"], prog_name="longroad", standalone_mode=False)
    except UsageError as error:
        return complain(usage_message(error))
    except BadInput as error:
        return complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        return 130
    return code if isinstance(code, int) else 0


def complain(message: str) -> int:
    """Print one line about bad input, and give the exit code for it."""
    print(f"longroad: {' '.join(message.split())}", file=sys.stderr)
    return 2


def usage_message(error: Any) -> str:
    """Tell what is wrong with the use of a command, and what was possible."""
    message = str(error.format_message()).strip()
    if isinstance(error, typer.BadParameter) or getattr(error, "ctx", None) is None:
        return message
    command = error.ctx.command
    possible = sorted(getattr(command, "commands", {})) or [option for p in command.params for option in p.opts]
    return f"{message.split('. ')[0].split(' (Poss')[0].rstrip('.')}: possible are {', '.join(possible)}"


def chosen_ruleset(preset: str, **changes: Any) -> Ruleset:
    """Give a preset with changes; None leaves an option as it is."""
    from longroad.core.ruleset import InvalidRuleset, Ruleset

    try:
        return Ruleset.preset(preset, **{name: value for name, value in changes.items() if value is not None})
    except InvalidRuleset as error:
        raise BadInput(str(error)) from error


def chosen_seed(seed: int | None) -> int:
    """Give the seed, or a random one that is easy to type."""
    import random

    from longroad.core.rng import MOST_SEED

    if seed is None:
        return random.SystemRandom().randrange(1_000_000)
    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"--seed {seed}: possible are whole numbers from 0 to 2**62 - 1")
    return seed


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
    from longroad.terminal import Show

    ruleset = chosen_ruleset(preset, players=players, limit=MOST_TURNS)
    seed = chosen_seed(seed)
    if not 0 <= speed < float("inf"):
        raise BadInput(f"--speed {speed:g}: possible are numbers from 0")
    show = Show(Console(highlight=False), speed, plain)
    again = f"longroad play --preset {preset} --players {ruleset.players} --seed {seed}"
    show.say(f"{ruleset.players} computer players, preset {preset}, seed {seed}. Again: {again}\n")
    show.watch(History(State.new(ruleset, seed)), seed)


@app.command()
def perft(
    depth: Annotated[int, whole("How many plies deep to count.")] = 4,
    preset: Preset = "base",
    players: Players = None,
    seed: Annotated[int, whole("Makes the island, and the plies of --after.")] = 0,
    after: Annotated[int, whole("Count from the position after so many random plies.")] = 0,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also count by the first action, at the last depth.")
    ] = False,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Run without the compiler.")] = False,
) -> None:
    """Count the sequences of plies from a position; from the founding on, unless told otherwise."""
    import time

    from longroad.core.batch import Batch
    from longroad.core.compile import compiled_available
    from longroad.core.perft import divide as count_by_action
    from longroad.core.perft import perft as count

    if not 1 <= depth <= MOST_DEPTH:
        raise BadInput(f"--depth {depth}: possible are whole numbers from 1 to {MOST_DEPTH}")
    if not 0 <= after <= MOST_AFTER:
        raise BadInput(f"--after {after}: possible are whole numbers from 0 to {MOST_AFTER}")
    ruleset = chosen_ruleset(preset, players=players, first_player="given")
    batch = Batch(ruleset, 1, "interpreted")
    batch.play([chosen_seed(seed)], most=after)
    state = batch.state(0)
    kind: Kind = "interpreted" if interpreted or not compiled_available() else "compiled"
    count(state, 1, kind)  # compiles, or loads what was compiled
    print(f"{'depth':>5} {'plies':>20} {'seconds':>10}")
    for plies in range(1, depth + 1):
        start = time.perf_counter()
        total = count(state, plies, kind)[-1]
        print(f"{plies:>5} {spaced(total):>20} {time.perf_counter() - start:>10.3f}", flush=True)
    if divide:
        for action, total in count_by_action(state, depth, kind).items():
            print(f"{action_text(action):>26} {spaced(total):>20}")


def spaced(number: float, decimals: int = 0) -> str:
    """Write a number with spaces between its thousands; one from 10 on has no decimals.

    >>> spaced(2380536), spaced(3.14, 1)
    ('2 380 536', '3.1')
    """
    return f"{number:,.{decimals if number < 10 else 0}f}".replace(",", " ")


def action_text(action: int) -> str:
    """Name an action by its kind and number."""
    from longroad.core.actions import BUILD_SETTLEMENT, KIND_NAMES, OFFER_TRADE, action_kind, action_number

    kind = action_kind(action)
    if kind < BUILD_SETTLEMENT:
        return KIND_NAMES[kind]
    return f"{KIND_NAMES[kind]} {action_number(action) if kind not in range(OFFER_TRADE, OFFER_TRADE + 5) else action}"


@app.command()
def bench(
    json: Annotated[bool, typer.Option("--json", help="Print everything that was measured as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="A few seconds, and rough.")] = False,
    cold: Annotated[bool, typer.Option("--cold", help="Also compile everything anew, which takes a minute.")] = False,
) -> None:
    """Measure how fast random games are played, next to Catanatron where that is installed."""
    import json as json_format

    from rich.console import Console

    from longroad.bench import measure_all

    console = Console(stderr=True)
    with console.status("measuring") as status:
        figures = measure_all(quick, cold, lambda text: status.update(f"measuring: {text}"))
    if json:
        print(json_format.dumps(figures, indent=2))
    else:
        Console().print(bench_table(figures))


def bench_table(figures: dict[str, Any]) -> Table:
    """Lay the figures of a measurement out."""
    from rich.table import Table

    machine = figures["machine"]
    compiler = f"Numba {machine['numba']}" if machine["numba"] else "no Numba"
    title = f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}, {compiler}"
    table = Table(title=title, title_justify="left")
    table.add_column("random games, four players")
    for name in ("games/s", "M actions/s", "x Catanatron"):
        table.add_column(name, justify="right")
    other = figures["catanatron_games_per_s"]
    for name, label in BENCH_ROWS.items():
        games, actions = figures[f"{name}_games_per_s"], figures[f"{name}_actions_per_s"]
        if games is None:
            table.add_row(label, "not installed", "", "")
        else:
            times = spaced(games / other, 1) if other and name in SAME_GAME else ""
            table.add_row(label, spaced(games), f"{actions / 1e6:.3g}", times)
    table.add_section()
    for label, text in bench_notes(figures):
        table.add_row(label, text, "", "")
    return table


def bench_notes(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """List what is no rate of games."""
    notes = [
        ("two threads against one", _with_unit(figures["threads2_ratio"], "times")),
        ("fresh process to first legal list", _with_unit(figures["start_s"], "s")),
        ("the same, compiled before", _with_unit(figures["compiled_start_s"], "s")),
    ]
    if figures["cold_compile_s"] is not None:
        label = f"compiling all {figures['entry_points']} entry points"
        notes.append((label, _with_unit(figures["cold_compile_s"], "s")))
    return [*notes, ("a state", f"{figures['state_bytes']} bytes"), ("signature", figures["signature"])]


def _with_unit(figure: float | None, unit: str) -> str:
    return "not installed" if figure is None else f"{figure:.2f} {unit}"


MOST_TURNS = 1000  # after which a game of computer players ends without a winner
MOST_DEPTH = 60
MOST_AFTER = 100_000
BENCH_ROWS = {
    "random4": "base, bank trade only",
    "trade4": "base, all trade",
    "extension6": "extension, six, bank trade only",
    "duel2": "duel, bank trade only",
    "threads2": "two threads, bank trade only",
    "interpreted": "interpreted, bank trade only",
    "catanatron": "Catanatron",
}
SAME_GAME = ("random4", "threads2", "interpreted")  # the rows that play what Catanatron plays

if __name__ == "__main__":
    sys.exit(main())
