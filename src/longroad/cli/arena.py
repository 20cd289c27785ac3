"""`longroad arena`: matches between bots, and who is better."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.arena_report import fault_note, percent, show
from longroad.cli.options import LEVELS, Preset, chosen_seed, completed_from, number, ruleset_with, whole

if TYPE_CHECKING:
    from rich.console import Console

    from longroad.arena.match import Runner
    from longroad.arena.match_spec import MatchSpec
    from longroad.arena.result import Result
    from longroad.arena.results_file import ResultsFile
    from longroad.arena.statistics import Sprt

MOST_GAMES = 1_000_000
MOST_WORKERS = 1024
PLACES = ("local", "ray")
INTERRUPTED = 130
FAULTY = 1
CHANCE = 0.05  # of each error of a sequential test


@app.command()
def arena(
    entrants: Annotated[
        list[str],
        typer.Argument(
            help="The bots that play, one for each seat: a level, or level:option=value,...",
            metavar="ENTRANT",
            autocompletion=completed_from(*LEVELS),
        ),
    ],
    games: Annotated[int, whole("Most games to play.")] = 100,
    seed: Annotated[int, whole("Seed; the same seed plays the same games.")] = 0,
    preset: Preset = "base",
    players: Annotated[int | None, whole("Number of players at the table; by default one for each entrant.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="Change an option of the preset; can be repeated.", metavar="NAME=VALUE")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            help="Stop once it is clear whether the first entrant wins at most P0 or at least P1 of its games.",
            metavar="P0,P1",
        ),
    ] = None,
    alpha: Annotated[
        float | None, typer.Option(help=f"Chance of deciding for P1 where P0 is true ({CHANCE:g}).", parser=number)
    ] = None,
    beta: Annotated[
        float | None, typer.Option(help=f"Chance of deciding for P0 where P1 is true ({CHANCE:g}).", parser=number)
    ] = None,
    luck: Annotated[
        bool | None,
        typer.Option(
            "--luck/--no-luck",
            help="Measure everybody's luck, and tell it from skill; by default if a bot searches or is a program.",
            show_default=False,
        ),
    ] = None,
    on: Annotated[str, typer.Option(help="Where to play: local, or ray for a cluster.", metavar="PLACE")] = "local",
    workers: Annotated[int | None, whole("Games at a time; by default one for each core.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    plots: Annotated[
        Path | None, typer.Option(help="Write pictures into a folder.", metavar="FOLDER", show_default=False)
    ] = None,
    results: Annotated[
        Path | None, typer.Option(help="Keep the games in this file.", metavar="FILE", show_default=False)
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Play again what was played before.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first fault, and print the position where it happened.")
    ] = False,
) -> None:
    """Play many games between bots, and report who is better.

    Every island and its dice are played in all rotations of the seats. The games are kept: the same command continues
    where it was interrupted. The exit code is 1 if a bot raised an error, or gave an answer that was late
    or not legal.
    """
    import json as json_format

    from rich.console import Console

    from longroad.arena.games_file import ReplaceableFile, UnusableFile
    from longroad.arena.match_spec import InvalidMatch, MatchSpec
    from longroad.arena.ratings import RatingsMissing, check_ratings
    from longroad.arena.report import summary

    for name, count, most in (("games", games, MOST_GAMES), ("workers", workers, MOST_WORKERS)):
        if count is not None and not 1 <= count <= most:
            raise BadInput(f"--{name} {count}: expected a whole number from 1 to {most}")
    test, play = _chosen_test(sprt, alpha, beta), _chosen_place(on)
    if plots is not None:
        _check_folder(plots)
    ruleset = ruleset_with(preset, len(entrants) if players is None else players, option or [])
    errors = Console(stderr=True, highlight=False)
    try:
        spec = MatchSpec(tuple(entrants), ruleset, chosen_seed(seed), _measures_luck(entrants, luck))
        _try_programs(entrants)
        check_ratings()
        with _open_results(spec, results, new) as results_file:
            if on == "local":
                compile_bots(entrants)
                _compile_luck(spec)
            played, is_whole = play_games(spec, games, results_file, play, workers, test, errors, strict)
    except ReplaceableFile as error:
        raise BadInput(f"{error}; --new plays everything again, --results names another file") from error
    except UnusableFile as error:
        raise BadInput(f"{error}; --results names another file") from error
    except (InvalidMatch, RatingsMissing) as error:
        raise BadInput(str(error)) from error
    report = {**summary(spec, played, games, test), "on": on, "results": str(results_file.path)}
    print(json_format.dumps(report, indent=2)) if json else show(report)
    if plots is not None:
        draw(plots, report, played, errors)
    if not is_whole:
        errors.print(f"Interrupted after {len(played)} of {games} games; the same command goes on.", soft_wrap=True)
        raise typer.Exit(INTERRUPTED)
    if any(result.has_faults for result in played):
        raise typer.Exit(FAULTY)


# --- options ----------------------------------------------------------------------------------------------------------


def _measures_luck(entrants: list[str], is_asked: bool | None) -> bool:
    """Return whether luck is measured: if it is asked for, or takes little time beside that of the bots."""
    from longroad.bots.levels import needs_compiler
    from longroad.core.compile.registry import compiled_available

    if is_asked and not compiled_available():
        raise BadInput('--luck: measuring luck needs Numba: pip install "longroad[fast]"')
    if is_asked is not None or not compiled_available():
        return bool(is_asked)
    return any(needs_compiler(name) or name == "program" for name, _, _ in (e.partition(":") for e in entrants))


def _chosen_test(shares: str | None, alpha: float | None, beta: float | None) -> Sprt | None:
    """Read the shares of a sequential test."""
    from longroad.arena.statistics import Sprt

    if shares is None:
        for name, chance in (("alpha", alpha), ("beta", beta)):
            if chance is not None:
                raise BadInput(f"--{name} {chance:g}: needs a test (--sprt P0,P1)")
        return None
    try:
        p0, p1 = map(float, shares.split(","))
    except ValueError as error:
        raise BadInput(f"--sprt {shares}: expected two shares, such as 0.25,0.4") from error
    try:
        return Sprt(p0, p1, CHANCE if alpha is None else alpha, CHANCE if beta is None else beta)
    except ValueError as error:
        raise BadInput(f"--sprt {shares}: {error}") from error


def _chosen_place(on: str) -> Runner:
    """Return the runner for a place."""
    if on not in PLACES:
        raise BadInput(f"--on {on}: expected one of {', '.join(PLACES)}")
    if on == "local":
        from longroad.arena.workers import play_locally

        return play_locally
    from longroad.arena.cluster import RayMissing, find_ray, play_on_ray

    try:
        find_ray()
    except RayMissing as error:
        raise BadInput(f"--on ray: {error}") from error
    return play_on_ray


def _check_folder(folder: Path) -> None:
    """Check that pictures can be written into a folder, which may be new."""
    try:
        nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        is_folder = nearest.is_dir()
    except OSError as error:
        raise BadInput(f"--plots {folder}: {error.strerror or error}") from error
    if not is_folder:
        raise BadInput(f"--plots {folder}: {nearest} is not a folder: expected a folder, or a new one inside a folder")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise BadInput(f"--plots {folder}: nothing can be written into {nearest}")


def _try_programs(entrants: list[str]) -> None:
    """Start each outside program once, so that a program that cannot be started is reported at once."""
    from longroad.bots.levels import make_bot
    from longroad.bots.program.bot import Program
    from longroad.bots.program.session import BadProgram

    for entrant in dict.fromkeys(entrants):
        if entrant.startswith("program:"):
            try:
                bot = make_bot(entrant)
            except BadProgram as error:
                raise BadInput(f"{entrant!r}: {error}") from error
            assert isinstance(bot, Program)
            bot.close()


def compile_bots(entrants: list[str]) -> None:
    """Compile what the bots need, before the progress bar starts and their time is measured."""
    from longroad.bots.levels import needs_compiler
    from longroad.bots.search_bot import compile_search

    if any(needs_compiler(entrant.partition(":")[0]) for entrant in entrants):
        compile_search()


def _compile_luck(spec: MatchSpec) -> None:
    """Compile what measures luck, if that is done."""
    if spec.has_luck:
        from longroad.arena.luck import valuer
        from longroad.core.state import State

        valuer().values([State.new(spec.ruleset, 0)])


def _open_results(spec: MatchSpec, results: Path | None, is_new: bool) -> ResultsFile:
    """Open the file of a match's games, in the user's folder unless another one is named."""
    from longroad.arena.results_file import ResultsFile
    from longroad.terminal.saves import data_folder

    return ResultsFile(results or data_folder() / "arena" / f"{spec.fingerprint}.jsonl", spec, is_new)


# --- the games --------------------------------------------------------------------------------------------------------


class Lead:
    """The wins of the first entrant in the requested games, as they end."""

    def __init__(self, name: str, results: Iterable[Result]) -> None:
        self.games = 0
        self._name, self._own, self._wins = name, 0, 0
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Count a game; in a pool, the first entrant may not play in it."""
        self.games += 1
        self._own += 0 in result.seats
        self._wins += result.winning_entrant == 0

    def __str__(self) -> str:
        return f"{self._name} {percent(self._wins / self._own if self._own else None)}"


def play_games(
    spec: MatchSpec,
    games: int,
    results_file: ResultsFile,
    play: Runner,
    workers: int | None,
    test: Sprt | None,
    errors: Console,
    is_strict: bool,
) -> tuple[list[Result], bool]:
    """Play the games with a progress bar; return those that count, and whether they were not interrupted."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from longroad.arena.game import BotFault
    from longroad.arena.match import games_before, run_match
    from longroad.arena.workers import GameFailed

    lead = Lead(spec.entrants[0], games_before(results_file.games, games))
    if lead.games:
        errors.print(
            f"{lead.games} of these games were played before ({results_file.path}; --new plays them again).",
            soft_wrap=True,
        )
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        disable=not errors.is_terminal,
        transient=True,
    )

    def show_progress(result: Result) -> None:
        lead.add(result)
        bar.update(task, completed=lead.games, description=str(lead))

    with bar:
        task = bar.add_task("games", total=games, completed=lead.games)
        try:
            return run_match(spec, games, results_file, play, workers, test, show_progress, is_strict), True
        except KeyboardInterrupt:
            return games_before(results_file.games, games), False
        except BotFault as fault:
            errors.print(fault_note(spec, fault), soft_wrap=True, markup=False)
            raise typer.Exit(FAULTY) from fault
        except GameFailed as error:
            errors.print(f"{error}\nWhat was finished is kept in {results_file.path}.", soft_wrap=True, markup=False)
            raise typer.Exit(1) from error


def draw(folder: Path, report: dict[str, Any], results: list[Result], errors: Console) -> None:
    """Write the pictures."""
    from longroad.arena.plots import write_plots

    try:
        paths = write_plots(folder, report, results)
    except OSError as error:
        raise BadInput(f"--plots {folder}: {error.strerror or error}") from error
    errors.print(f"Drew {', '.join(path.name for path in paths) or 'nothing'} in {folder}.", soft_wrap=True)
