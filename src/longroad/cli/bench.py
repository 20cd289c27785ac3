"""`longroad bench`: measure how fast everything is, and how well bots decide."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import LEVELS, completed_from, spaced, whole
from longroad.core.compile.registry import CompilerMissing

if TYPE_CHECKING:
    from collections.abc import Callable

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
SERVER_NOTES = {
    "server_action_p50_ms": ("a person's action confirmed, median", "ms"),
    "server_action_p99_ms": ("99 of 100 within", "ms"),
    "server_action_worst_ms": ("the slowest", "ms"),
    "server_actions": ("actions of people", ""),
    "server_games_beside": ("games of bots beside them", ""),
    "server_bot_events_per_s": ("their actions", "a second"),
    "server_update_bytes_p50": ("an update, median", "bytes"),
    "server_update_bytes_most": ("the longest update", "bytes"),
    "server_memory_mb": ("the server's memory", "MB"),
    "server_kb_a_room": ("a room at full speed", "KB"),
    "server_kb_left_a_room": ("left by a room that is over", "KB"),
    "server_objects_left_a_room": ("the same, in objects", ""),
    "page_interactive_s": ("the page can be used after", "s"),
    "page_interactive_s_beside": ("the same beside the games", "s"),
    "client_bundle_kb": ("the page, compressed", "KB"),
}
WASM_NOTES = {
    "wasm_games_ratio": ("random games, relative to native code", ""),
    "wasm_games_per_s": ("random games in the module", "a second"),
    "wasm_native_games_per_s": ("random games in native code", "a second"),
    "wasm_search_ratio": ("searches of turns, relative to native code", ""),
    "wasm_searches_per_s": ("searches in the module", "a second"),
    "wasm_native_searches_per_s": ("searches in native code", "a second"),
    "wasm_kb": ("the module", "KB"),
    "wasm_brotli_kb": ("the module, compressed", "KB"),
    "wasm_first_answer_ms": ("loaded, and a first position valued, after", "ms"),
}
ENVS_NOTES = {
    "vector_steps_per_s": ("vector environment, bank trade only", "steps a second"),
    "vector_trade_steps_per_s": ("vector environment, all trade", "steps a second"),
    "catanatron_engine": ("Catanatron's engine", ""),
    "catanatron_engine_actions_per_s": ("  random actions of four seats", "a second"),
    "ratio_catanatron_engine": ("  our steps are", "times that"),
    "catanatron_env": ("Catanatron's environment", ""),
    "catanatron_env_steps_per_s": ("  four seats, steps of one", "a second"),
    "ratio_catanatron_env": ("  our steps are", "times that"),
    "catanatron_env_actions_per_s": ("  four seats, actions of all", "a second"),
    "ratio_catanatron_env_actions": ("  our steps are", "times that"),
    "catanatron_env2_steps_per_s": ("  two seats (its default), steps of one", "a second"),
    "ratio_catanatron_env2": ("  our steps are", "times that"),
    "vector_bytes_a_game": ("a game of the vector environment", "bytes"),
    "pettingzoo_step_us": ("a step of the PettingZoo environment", "us"),
}
SAME_GAME = ("random4", "threads2", "interpreted")  # the rows that play what Catanatron plays


@app.command()
def bench(
    json: Annotated[bool, typer.Option("--json", help="Print all figures as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Take a few seconds, with rough figures.")] = False,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also compile everything from scratch, which takes a minute.")
    ] = False,
    server: Annotated[
        bool, typer.Option("--server", help="Measure the server and the page, which takes some minutes.")
    ] = False,
    wasm: Annotated[
        bool, typer.Option("--wasm", help="Measure the page's WebAssembly in Node.js, next to native code.")
    ] = False,
    envs: Annotated[
        bool, typer.Option("--envs", help="Measure the environments for learning, next to Catanatron.")
    ] = False,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Measure what the decisions of bots cost, in points of winning chance.")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(
            help="Measure how many times as fast as another revision of the repository this code is, in one run.",
            metavar="REVISION",
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="With --decisions: a level, level:option=value,... or program:COMMAND; by default all levels.",
            metavar="NAME",
            autocompletion=completed_from(*LEVELS),
        ),
    ] = None,
    part: Annotated[
        str | None, typer.Option(help="With --decisions: held-out (the default), or tuning.", metavar="PART")
    ] = None,
    workers: Annotated[int | None, whole("With --decisions: games at a time; by default one for each core.")] = None,
) -> None:
    """Measure how fast random games are played, next to Catanatron where that is installed; or how well bots decide."""
    import json as json_format

    from rich.console import Console

    chosen = _chosen_of(server=server, wasm=wasm, envs=envs, decisions=decisions, against=against is not None)
    if cold and chosen:
        raise BadInput(f"--cold: not with --{chosen}")
    if decisions:
        from longroad.cli.decisions import measure_decisions

        measure_decisions(bot or list(LEVELS), part or "held-out", quick, workers, json)
        return
    for name, value in (("bot", bot), ("part", part), ("workers", workers)):
        if value is not None:
            raise BadInput(f"--{name}: needs --decisions")
    try:
        figures = _measured(chosen, quick, cold, against or "", lambda text: show_status(f"measuring: {text}"))
    except CompilerMissing as error:
        raise BadInput(str(error)) from error
    finally:
        show_status("")
    if json:
        print(json_format.dumps(figures, indent=2))
    else:
        table = {"": bench_table, "against": against_table}.get(chosen, _notes_table)
        Console().print(table(figures))


def _chosen_of(**options: bool) -> str:
    """Return which one of some measurements is asked for, if any. Raises `BadInput` if several are."""
    names = [name for name, is_chosen in options.items() if is_chosen]
    if len(names) > 1:
        raise BadInput(f"{' and '.join(f'--{name}' for name in names)}: expected one at a time")
    return names[0] if names else ""


def show_status(text: str) -> None:
    """Show a line on a terminal in place of the one before; the compiler's progress shows in the same place."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _measured(chosen: str, quick: bool, cold: bool, against: str, report: Callable[[str], None]) -> dict[str, Any]:
    """Measure what was chosen; if nothing was, the rules and the library."""
    from longroad.bench import machine, measure_all

    if chosen == "against":
        return {"machine": machine()} | _compared_with(against, quick, report)
    if chosen == "server":
        from longroad.bench.server import measure_server

        return {"machine": machine()} | measure_server(quick, report)
    if chosen == "wasm":
        from longroad.bench.wasm import measure_wasm

        return {"machine": machine()} | measure_wasm(quick, report)
    if chosen == "envs":
        return {"machine": machine()} | _measured_envs(quick, report)
    return measure_all(quick, cold, report)


def _measured_envs(quick: bool, report: Callable[[str], None]) -> dict[str, Any]:
    """Measure the environments. Raises `BadInput` if the Catanatron at hand cannot be measured."""
    from longroad.bench.catanatron import origin
    from longroad.bench.envs import measure_envs
    from longroad.bench.worker import WorkerEnded

    try:
        return measure_envs(quick, report)
    except WorkerEnded as error:
        raise BadInput(f"--envs: {origin()}: {error}") from error


def _compared_with(revision: str, quick: bool, report: Callable[[str], None]) -> dict[str, Any]:
    """Measure this code and that of a revision. Raises `BadInput` for one that does not exist or cannot play."""
    from longroad.bench.against import UnknownRevision, measure_against
    from longroad.bench.worker import WorkerEnded

    try:
        return measure_against(revision, quick, report)
    except UnknownRevision as error:
        raise BadInput(f"--against {error}") from error
    except WorkerEnded as error:
        raise BadInput(f"--against {revision!r}: {error}") from error


def _notes_table(figures: dict[str, Any]) -> Table:
    """Return the figures of the server and the page, of WebAssembly or of the environments, as a table."""
    from rich.table import Table

    machine = figures["machine"]
    title = f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}"
    table = Table(title=title, title_justify="left", show_header=False)
    for name, (label, unit) in (SERVER_NOTES | WASM_NOTES | ENVS_NOTES).items():
        is_left_out = label.startswith(" ") and figures.get(name) is None  # the row above says what is missing
        if name in figures and not is_left_out:
            table.add_row(label, _noted(figures[name], unit))
    return table


def _noted(figure: float | str | None, unit: str) -> str:
    """Return a figure with its unit, or a text as it is."""
    if figure is None:
        return "not measured"
    return figure if isinstance(figure, str) else f"{_short(figure)} {unit}"


def against_table(figures: dict[str, Any]) -> Table:
    """Return the comparison with another revision as a table."""
    from rich.table import Table

    table = Table(title=f"times as fast as {figures['against']}", title_justify="left")
    for name in ("random games, four players", "best round", "median"):
        table.add_column(name, justify="left" if name.startswith("random") else "right")
    for name, label in BENCH_ROWS.items():
        if f"{name}_ratio" in figures:
            table.add_row(label, f"{figures[f'{name}_ratio']:.3f}", f"{figures[f'{name}_ratio_median']:.3f}")
    table.add_section()
    signatures = figures["signature"], figures["signature_against"]
    is_same = len(set(signatures)) == 1
    table.add_row("signature: the rules do the same" if is_same else "signatures: the rules differ", *signatures)
    return table


def bench_table(figures: dict[str, Any]) -> Table:
    """Return the figures of a measurement as a table."""
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
    for label, text in _bench_notes(figures):
        table.add_row(label, text, "", "")
    return table


def _bench_notes(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """List the figures that are not rates of games."""
    notes = [
        ("two threads against one", _with_unit(figures["threads2_ratio"], "times")),
        ("fresh process to first legal list", _with_unit(figures["start_s"], "s")),
        ("the same, compiled before", _with_unit(figures["compiled_start_s"], "s")),
    ]
    if figures["cold_compile_s"] is not None:
        label = f"compiling all {figures['entry_points']} entry points"
        notes.append((label, _with_unit(figures["cold_compile_s"], "s")))
    notes += [(label, f"{figures[name]:.3g} {unit}") for name, (label, unit) in LIBRARY_NOTES.items()]
    notes += bot_notes(figures)
    return [*notes, ("a state", f"{figures['state_bytes']} bytes"), ("signature", figures["signature"])]


def bot_notes(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """List how long the bots think."""
    notes = []
    for name in figures:
        if name.startswith("bot_") and name.endswith("_ms_p50"):
            level = name.removeprefix("bot_").removesuffix("_ms_p50")
            p50, p99 = figures[name], figures[f"bot_{level}_ms_p99"]
            text = "not installed" if p50 is None else f"{p50:.3g} ms"
            notes.append((f"{level} decides, median", text))
            if p99 is not None:
                notes.append(("  99 of 100 within", f"{p99:.3g} ms"))
    return notes


def _short(figure: float) -> str:
    """Return a figure with three or four digits that matter.

    >>> _short(12724.3), _short(5.8831)
    ('12 724', '5.883')
    """
    return spaced(figure) if figure >= 1000 else f"{figure:.4g}"


def _with_unit(figure: float | None, unit: str) -> str:
    return "not installed" if figure is None else f"{figure:.2f} {unit}"
