"""`longroad bench`: measure how fast everything is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from longroad.cli.shared import app, spaced

if TYPE_CHECKING:
    from rich.table import Table

BENCH_ROWS = {
    "random4": "base, bank trade only",
    "trade4": "base, all trade",
    "extension6": "extension, six, bank trade only",
    "duel2": "duel, bank trade only",
    "threads2": "two threads, bank trade only",
    "interpreted": "interpreted, bank trade only",
    "catanatron": "Catanatron",
}
LIBRARY_NOTES = {
    "game_ply_us": ("Game.push and legal_actions", "us a ply"),
    "record_write_ms": ("writing a record of 1 000 plies", "ms"),
    "record_read_ms": ("reading and replaying it", "ms"),
    "position_write_ms": ("writing a position", "ms"),
    "position_read_ms": ("reading and checking it", "ms"),
    "draw_ms": ("a drawing", "ms"),
}
SAME_GAME = ("random4", "threads2", "interpreted")  # the rows that play what Catanatron plays


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
    notes += [(label, f"{figures[name]:.3g} {unit}") for name, (label, unit) in LIBRARY_NOTES.items()]
    return [*notes, ("a state", f"{figures['state_bytes']} bytes"), ("signature", figures["signature"])]


def _with_unit(figure: float | None, unit: str) -> str:
    return "not installed" if figure is None else f"{figure:.2f} {unit}"
