"""`longroad games`: training sets, as Parquet files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import (
    LEVELS,
    chosen_seed,
    complete_records,
    completed_from,
    file_text,
    preset_option,
    ruleset_with,
    spaced,
    whole,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from longroad.core.ruleset import Ruleset
    from longroad.envs.dataset import DatasetWriter
    from longroad.envs.trajectories import PlayedGame, RandomGame

MOST_GAMES = 100_000_000
MOST_WORKERS = 1024
GAMES = 100
SUFFIX = ".parquet"
INTERRUPTED = 130
FAILED = 1


class Source(NamedTuple):
    """The games of a training set, and how many there are, if that is known."""

    ruleset: Ruleset
    games: Iterator[PlayedGame | RandomGame]
    total: int | None


@app.command()
def games(
    out: Annotated[Path, typer.Option(help=f"The file to write; its name ends in {SUFFIX}.", metavar="FILE")],
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Games to convert instead of playing: records, as text or JSON Lines, or a file of the arena's games.",
            metavar="RECORDS",
            autocompletion=complete_records,
            show_default=False,
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option("--games", help=f"Games to play ({GAMES}).", parser=whole_number, metavar="NUMBER"),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays: one for all seats, or repeated for each seat; random chooses any step of the environment.",
            metavar="BOT",
            autocompletion=completed_from(*LEVELS),
            show_default="random",
        ),
    ] = None,
    seed: Annotated[int | None, whole("Seed; the same seed plays the same games (0).")] = None,
    preset: Annotated[str | None, preset_option(" By default base.")] = None,
    players: Annotated[int | None, whole("Number of players; by default the preset's.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="Change an option of the preset; can be repeated.", metavar="NAME=VALUE")
    ] = None,
    workers: Annotated[int | None, whole("Games at a time; by default one for each core.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Replace the file if it exists.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> int:
    """Play or convert games into a training set: a row for each decision, with observation, mask, action and result.

    The file appears under its name when it is complete. After an interrupt or a failed game, those before are kept.
    """
    import json as json_format

    _check_file(out, new)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"--workers {workers}: expected a whole number from 1 to {MOST_WORKERS}")
    _check_pyarrow()
    playing = {"games": count, "bots": bots, "seed": seed, "preset": preset, "players": players, "option": option}
    if files:
        given = [f"--{name}" for name, value in playing.items() if value is not None]
        if given:
            raise BadInput(f"{given[0]}: only for games that are played, not for those of {files[0]}")
        source = _to_convert(files, workers)
    else:
        ruleset = ruleset_with(preset or "base", players, option or [])
        source = _to_play(
            ruleset, bots or ["random"], GAMES if count is None else count, chosen_seed(seed or 0), workers
        )
    summary, code = _write(out, source, workers)
    print(json_format.dumps(summary, indent=2)) if json else _show(summary)
    return code


# --- options ----------------------------------------------------------------------------------------------------------


def _check_file(out: Path, is_new: bool) -> None:
    """Check that a file can be written."""
    if out.suffix != SUFFIX:
        raise BadInput(f"--out {out}: expected a name that ends in {SUFFIX}")
    try:
        if out.is_dir():
            raise BadInput(f"--out {out}: this is a folder; expected a file")
        if out.exists() and not is_new:
            raise BadInput(f"--out {out}: this file exists; --new replaces it")
        if not out.parent.is_dir():
            raise BadInput(f"--out {out}: there is no folder {out.parent}")
    except OSError as error:
        raise BadInput(f"--out {out}: {error.strerror or error}") from error
    if not os.access(out.parent, os.W_OK | os.X_OK):
        raise BadInput(f"--out {out}: nothing can be written into {out.parent}")


def _check_pyarrow() -> None:
    """Check that what writes Parquet is installed."""
    from longroad.core.compile.registry import compiled_available

    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise BadInput('training sets need pyarrow: pip install "longroad[parquet]"') from error
    if not compiled_available():
        raise BadInput('training sets need Numba: pip install "longroad[parquet]"')


# --- where games come from --------------------------------------------------------------------------------------------


def _to_play(ruleset: Ruleset, bots: list[str], count: int, seed: int, workers: int | None) -> Source:
    """Return games that are played: at random in the environment, or by bots."""
    from longroad.arena.match_spec import InvalidMatch, MatchSpec
    from longroad.cli.arena import compile_bots
    from longroad.envs.sources import bot_games, random_games

    if not 1 <= count <= MOST_GAMES:
        raise BadInput(f"--games {count}: expected a whole number from 1 to {MOST_GAMES}")
    if len(bots) not in (1, ruleset.players):
        raise BadInput(f"--bots {' --bots '.join(bots)}: expected one for all, or {ruleset.players}, one for each seat")
    entrants = tuple(bots * ruleset.players if len(bots) == 1 else bots)
    if set(entrants) == {"random"}:
        return Source(ruleset, random_games(count, seed), count)
    try:
        spec = MatchSpec(entrants, ruleset, seed)
    except InvalidMatch as error:
        raise BadInput(f"--bots {error}") from error
    compile_bots(bots)
    return Source(spec.ruleset, bot_games(spec, range(count), workers), count)


def _to_convert(files: list[str], workers: int | None) -> Source:
    """Return games that have been played: those of records, or of one file of the arena's games."""
    from longroad.arena.games_file import UnusableFile
    from longroad.arena.results_file import holds_results, read_results
    from longroad.cli.arena import compile_bots
    from longroad.envs.sources import UnusableGames, arena_games, record_games, records_of

    first = file_text(files[0])
    try:
        if not holds_results(first):
            ruleset = next(records_of(files[0], first))[1].ruleset
            texts = ((name, first if i == 0 else file_text(name)) for i, name in enumerate(files))
            return Source(ruleset, record_games(texts, ruleset), None)
        if len(files) > 1:
            raise BadInput(f"{files[1]}: expected only one file of the arena's games, which is {files[0]}")
        spec, results = read_results(files[0], first)
        if not results:
            raise BadInput(f"{files[0]}: no game of this match has been played yet")
        compile_bots(list(spec.entrants))
        return Source(spec.ruleset, arena_games(files[0], spec, results, workers), len(results))
    except (UnusableFile, UnusableGames) as error:
        raise BadInput(str(error)) from error


# --- writing ----------------------------------------------------------------------------------------------------------


def _write(out: Path, source: Source, workers: int | None) -> tuple[dict[str, Any], int]:
    """Write the file with a progress bar; return what was written, and the exit code."""
    from time import perf_counter

    from longroad.arena.workers import GameFailed, cores
    from longroad.envs.dataset import DatasetWriter
    from longroad.envs.sources import UnusableGames
    from longroad.envs.trajectories import Transcriber

    transcriber = Transcriber(source.ruleset, threads=workers or cores())
    transcriber.compile()
    begun, code = perf_counter(), 0
    tally = {"unfinished": 0, "unnumbered": 0}
    try:
        with DatasetWriter(out, source.ruleset) as writer:
            try:
                _add_games(writer, transcriber.write(source.games), source.total, tally)
            except (KeyboardInterrupt, GameFailed) as error:
                if not writer.games:
                    raise
                writer.keep()
                code = _report_end(error)
    except UnusableGames as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"--out {out}: {error.strerror or error}") from error
    except GameFailed as error:
        raise typer.Exit(_report_end(error)) from error
    seconds = perf_counter() - begun
    return _summary(out, writer, seconds, tally) | {"interrupted": code != 0}, code


def _report_end(error: BaseException) -> int:
    """Print why games end early, unless they were interrupted; return the exit code."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    typer.echo(f"longroad: {error}", err=True)
    return FAILED


def _add_games(writer: DatasetWriter, trajectories: Iterator[Any], count: int | None, tally: dict[str, int]) -> None:
    """Add all games to a file, and show how far it has come."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    errors = Console(stderr=True, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, disable=not errors.is_terminal, transient=True) as bar:
        task = bar.add_task("games", total=count)
        for game in trajectories:
            writer.add(game)
            tally["unfinished"] += not game.is_over
            tally["unnumbered"] += game.unnumbered
            bar.update(task, completed=writer.games, description=f"{spaced(writer.rows)} rows")


def _summary(out: Path, writer: DatasetWriter, seconds: float, tally: dict[str, int]) -> dict[str, Any]:
    size = out.stat().st_size
    return {
        "file": str(out),
        "games": writer.games,
        "rows": writer.rows,
        "bytes": size,
        "bytes_a_row": round(size / max(writer.rows, 1), 2),
        "seconds": round(seconds, 3),
        "rows_a_second": round(writer.rows / seconds),
        **tally,
    }


def _show(summary: dict[str, Any]) -> None:
    """Print the summary."""
    rows, size = spaced(summary["rows"]), spaced(summary["bytes"] / 1e6, 1)
    if summary["interrupted"]:
        print("Interrupted; the games so far are kept.")
    print(f"{summary['file']}: {spaced(summary['games'])} games, {rows} rows, {size} MB")
    print(f"{summary['bytes_a_row']} bytes a row, {spaced(summary['rows_a_second'])} rows a second")
    meanings = {"unfinished": "games not played to their end", "unnumbered": "trades at a worse rate, left out"}
    for name, meaning in meanings.items():
        if summary[name]:
            print(f"{meaning}: {spaced(summary[name])}")
