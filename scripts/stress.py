"""Play games between bots over all presets and player counts, and count whatever goes wrong.

    python scripts/stress.py                                   # 400 games of all levels, mixed
    python scripts/stress.py random novice --games 10000       # others, more
    python scripts/stress.py skilled --seed 7 --game 123       # one of the games again, in this process

Counted are the answers that are illegal and the exceptions, in whose place the safe default is played, the games that
never end, and those that end by their limit of turns. Each is shown with the number of its game; the exit code is 1 if
there is any but of the last, which are nobody's fault: four who play for 15 points may find no more room on the island.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing as mp
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection, wait

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from longroad.arena.game import BotGame, programs_running
from longroad.arena.workers import LEAVE_S, Exit, cores
from longroad.bots.levels import LEVELS, bot_maker, make_bot
from longroad.core.history import History
from longroad.core.layout import TURNS, VICTORY_POINTS, WINNER
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import PRESETS, InvalidRuleset, Ruleset
from longroad.core.state import State

GAMES = 400
LIMIT = 500  # turns, which only games reach in which nobody can get any further
PATIENCE = 900.0  # seconds after which a game is given up
SHOWN = 10  # faults that are shown in full
MOST_GAMES = 10_000_000
MOST_WORKERS = 1000
COUNTED = ("raised", "illegal", "late")


@dataclass(slots=True)
class SeatFaults:
    """How an entrant did in one seat of a game."""

    entrant: str
    decisions: int
    raised: int
    illegal: int
    late: int
    first_fault: str | None


@dataclass(slots=True)
class Played:
    """How a game went."""

    number: int
    ruleset: str
    turns: int = 0
    plies: int = 0
    is_won: bool = False
    is_stuck: bool = False
    seats: list[SeatFaults] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Whether nobody did anything wrong."""
        return not self.is_stuck and not any(sat.raised + sat.illegal + sat.late for sat in self.seats)


def tables() -> list[tuple[str, int]]:
    """List all presets with all numbers of players that they take, in turns."""
    possible = []
    for players in range(2, 7):
        for preset in PRESETS:
            try:
                Ruleset.preset(preset, players=players)
            except InvalidRuleset:
                continue
            possible.append((preset, players))
    return possible


def table_of(entrants: Sequence[str], number: int) -> tuple[str, int, list[str]]:
    """Return a game's preset, its number of players, and who sits down; the entrants move on after every round."""
    possible = tables()
    preset, players = possible[number % len(possible)]
    shift = number // len(possible)
    return preset, players, [entrants[(seat + shift) % len(entrants)] for seat in range(players)]


def play(entrants: Sequence[str], seed: int, number: int) -> Played:
    """Play the game of a number."""
    preset, players, names = table_of(entrants, number)
    state = State.new(Ruleset.preset(preset, players=players, limit=LIMIT), seed + number)
    bots = [make_bot(name, f"{seed} {number} {seat}") for seat, name in enumerate(names)]
    with programs_running(bots):
        game = BotGame(History(state), bots)
        game.play(seed + number)
        game.finish()
    state = game.history.state
    winner = state.s[WINNER]
    return Played(
        number,
        f"{preset}, {players} players",
        state.m[TURNS],
        len(game.history.plies),
        is_won=winner >= 0 and state.points(winner) >= state.s[VICTORY_POINTS],
        seats=[
            SeatFaults(name, stats.times.total, stats.raised, stats.illegal, stats.late, stats.first_fault)
            for name, stats in zip(names, game.stats, strict=True)
        ],
    )


# --- processes, which are given up when nothing is heard of them ------------------------------------------------------


def work(entrants: Sequence[str], seed: int, numbers: Sequence[int], pipe: Connection) -> None:
    """Play games one after the other in a process of their own, which ends with the one that asked for them."""
    exit_ = Exit()
    threading.Thread(target=listen, args=(pipe, exit_), daemon=True).start()
    for number in numbers:
        game = play(entrants, seed, number)
        exit_.wait_if_ending()
        pipe.send(game)


def listen(pipe: Connection, exit_: Exit) -> None:
    """Leave in the middle of a game when the one that asked for it listens no more, however it ended."""
    with contextlib.suppress(EOFError, OSError):
        pipe.recv()
    exit_.leave()


class Worker:
    """A process with the games that it still has to play."""

    def __init__(self, entrants: Sequence[str], seed: int, numbers: list[int]) -> None:
        self.entrants, self.seed, self.numbers = entrants, seed, numbers
        self.heard = time.monotonic()
        context = mp.get_context("spawn")
        self.pipe, far = context.Pipe()
        self.process = context.Process(target=work, args=(entrants, seed, numbers, far), daemon=True)
        self.process.start()
        far.close()

    def receive(self) -> Played | None:
        """Take the next game; None if the process has ended."""
        try:
            game: Played = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.heard = time.monotonic()
        self.numbers = self.numbers[1:]
        return game

    def give_up(self) -> tuple[Played, Worker | None]:
        """End the process and its programs; return the game that it was stuck in, and another process for the rest."""
        self.pipe.close()  # which it hears, unless it is past hearing anything
        self.process.join(LEAVE_S)
        self.process.kill()
        self.process.join()
        stuck, *rest = self.numbers
        preset, players, _ = table_of(self.entrants, stuck)
        return Played(stuck, f"{preset}, {players} players", is_stuck=True), (
            Worker(self.entrants, self.seed, rest) if rest else None
        )


def run(entrants: Sequence[str], seed: int, games: int, workers: int, patience: float) -> Iterator[Played]:
    """Play all games in several processes; a game without news for `patience` seconds is given up."""
    shares = [list(range(first, games, workers)) for first in range(workers)]
    pool = [Worker(entrants, seed, numbers) for numbers in shares if numbers]
    while pool:
        ready = wait([worker.pipe for worker in pool], timeout=1.0)
        for worker in list(pool):
            game = worker.receive() if worker.pipe in ready else None
            if game is not None:
                yield game
            elif worker.pipe in ready and not worker.numbers:
                worker.process.join()
                pool.remove(worker)
            elif worker.pipe in ready or time.monotonic() - worker.heard > patience:
                pool.remove(worker)
                stuck, other = worker.give_up()
                pool += [other] if other else []
                yield stuck


# --- the report -------------------------------------------------------------------------------------------------------


def summed(games: Sequence[Played]) -> dict[str, Counter[str]]:
    """Add up what every entrant did."""
    counts: dict[str, Counter[str]] = {}
    for game in games:
        for sat in game.seats:
            count = counts.setdefault(sat.entrant, Counter())
            count["seats"] += 1
            for name in ("decisions", *COUNTED):
                count[name] += getattr(sat, name)
    return counts


def report(games: Sequence[Played]) -> Table:
    """Lay the counts out."""
    columns = ("seats", "decisions", *COUNTED)
    table = Table("entrant", *columns)
    for entrant, count in summed(games).items():
        table.add_row(entrant, *(f"{count[name]:,}" for name in columns))
    return table


def faults(game: Played) -> Iterator[str]:
    """Yield what went wrong in a game."""
    where = f"game {game.number} ({game.ruleset})"
    if game.is_stuck:
        yield f"{where}: nothing was heard of it any more, or its process died"
    elif not game.is_won:
        yield f"{where}: no victory in {game.turns} turns"
    for seat, sat in enumerate(game.seats):
        if sat.first_fault is not None:
            yield f"{where}: seat {seat}, {sat.entrant}: {sat.first_fault}"


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("entrants", nargs="*", default=list(LEVELS), help="who plays, with options (all levels)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many games ({GAMES})")
    parser.add_argument("--seed", type=int, default=0, help="which games (0)")
    parser.add_argument("--game", type=int, help="play this game of the run alone, in this process")
    parser.add_argument("--workers", type=int, default=cores(), help="processes (one a core)")
    parser.add_argument("--patience", type=float, default=PATIENCE, help=f"seconds that a game may take ({PATIENCE:g})")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for every game as it ends")
    options = parser.parse_args(arguments)
    try:
        check_options(options)
    except ValueError as error:
        parser.error(str(error))
    return options


def check_options(options: argparse.Namespace) -> None:
    """Look whether all that was given is possible. Raises `ValueError`."""
    for entrant in options.entrants:
        bot_maker(entrant)
    for name, least, most in (
        ("games", 1, MOST_GAMES),
        ("game", 0, MOST_GAMES - 1),
        ("workers", 1, MOST_WORKERS),
        ("seed", 0, MOST_SEED - MOST_GAMES),
    ):
        given = getattr(options, name)
        if given is not None and not least <= given <= most:
            raise ValueError(f"--{name} {given}: expected a whole number from {least} to {most}")
    if not options.patience > 0:
        raise ValueError(f"--patience {options.patience:g}: expected a number above 0")


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    options = read_options(arguments)
    if options.game is not None:
        playing = iter([play(options.entrants, options.seed, options.game)])
    else:
        playing = run(options.entrants, options.seed, options.games, options.workers, options.patience)
    begun, games = time.monotonic(), []
    with Progress(console=Console(stderr=True), disable=options.json) as progress:
        task = progress.add_task("playing", total=1 if options.game is not None else options.games)
        for game in playing:
            games.append(game)
            progress.advance(task)
            if options.json:
                print(json.dumps(asdict(game)), flush=True)
    bad = [game for game in games if not game.is_well]
    limited = [game for game in games if not game.is_won and not game.is_stuck]
    console = Console(stderr=options.json)
    console.print(report(games))
    for line in [line for game in games for line in faults(game)][:SHOWN]:
        console.print(line, markup=False)
    plies = sum(game.plies for game in games)
    console.print(
        f"{len(games):,} games, {plies:,} plies in {time.monotonic() - begun:.0f} s: "
        f"{len(bad):,} with faults, {sum(game.is_stuck for game in games):,} of them stuck; "
        f"{len(limited):,} ended by their limit."
    )
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
