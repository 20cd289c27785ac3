"""`longroad bench --decisions`: what the decisions of bots cost, in points of winning chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from longroad.cli.app import BadInput

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from longroad.bench.decisions import DecisionGame

MOST_WORKERS = 1024
INTERRUPTED = 130
BEST = "best action"  # shown beside the bots: whoever always takes the action with the best chance


def measure_decisions(bots: list[str], part: str, quick: bool, workers: int | None, json: bool) -> None:
    """Measure bots, and print their error rates."""
    import json as json_format

    from rich.console import Console

    from longroad.arena.workers import cores
    from longroad.bench.decision_errors import best_choices, summary
    from longroad.bench.decisions import PARTS, decision_games

    if part not in PARTS:
        raise BadInput(f"--part {part}: expected one of {', '.join(PARTS)}")
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"--workers {workers}: expected a whole number from 1 to {MOST_WORKERS}")
    _check_bots(bots)
    games = decision_games(part, quick)
    try:
        rates = _rates(bots, games, workers or cores(), Console(stderr=True, highlight=False))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    rates[BEST] = summary(list(best_choices(games)))
    report = {"part": part, "games": len(games), "decisions": sum(len(game.decisions) for game in games), "bots": rates}
    if json:
        print(json_format.dumps(report, indent=2))
    else:
        Console().print(decision_table(report))


def _check_bots(bots: Sequence[str]) -> None:
    """Check that all bots exist, and compile what they need."""
    from longroad.bots.levels import bot_maker, needs_compiler
    from longroad.bots.search_bot import compile_search

    for spec in bots:
        try:
            bot_maker(spec)
        except ValueError as error:
            raise BadInput(f"--bot {error}") from error
    if any(needs_compiler(spec.partition(":")[0]) for spec in bots):
        compile_search()


def _rates(
    bots: Sequence[str], games: Sequence[DecisionGame], workers: int, errors: Console
) -> dict[str, dict[str, Any]]:
    """Return the error rates by bot, with a progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from longroad.bench.decision_errors import all_choices, summary

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total, rates = sum(len(game.decisions) for game in games), {}
    with Progress(*columns, console=errors, disable=not errors.is_terminal, transient=True) as bar:
        for spec in dict.fromkeys(bots):
            task = bar.add_task(spec, total=total)
            choices = all_choices(spec, games, workers, lambda count, task=task: bar.advance(task, count))  # type: ignore[misc]
            rates[spec] = summary(list(choices))
    return rates


def decision_table(report: dict[str, Any]) -> Table:
    """Return the error rates of all bots: over all decisions, by kind of decision and by table."""
    from rich.table import Table

    title = f"points of winning chance lost a decision, {report['part']} part ({report['games']} games)"
    table = Table(title=title, title_justify="left")
    table.add_column("")
    table.add_column("decisions", justify="right")
    for spec in report["bots"]:
        table.add_column(spec, justify="right")
    by_bot = list(report["bots"].values())
    _add_row(table, "all", [rates["all"] for rates in by_bot])
    for group in ("kinds", "tables"):
        table.add_section()
        for name in by_bot[0][group]:
            _add_row(table, name, [rates[group][name] for rates in by_bot])
    return table


def _add_row(table: Table, name: str, rates: Sequence[dict[str, Any]]) -> None:
    cells = (f"{rate['points']:.2f} ± {rate['error']:.2f}" if rate["decisions"] else "" for rate in rates)
    table.add_row(name, str(rates[0]["decisions"]), *cells)
