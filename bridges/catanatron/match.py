"""Reference matches: one of our bots against three of Catanatron's, in Catanatron's own engine.

    python -m bridges.catanatron.match --bot novice --against weighted --games 400 --seed 1 --workers 2

Every finished game is saved as one line of JSON: the same command continues an interrupted match. The release on PyPI
has the opponents random, weighted and victorypoint; value and alphabeta come with Catanatron's source: name a copy
outside this repository in PYTHONPATH.
"""

from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import os
import signal
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.progress import Progress

from longroad.arena.games_file import GamesFile, UnusableFile
from longroad.arena.match_spec import code_digest
from longroad.arena.statistics import wilson
from longroad.bench.catanatron import origin
from longroad.bots.levels import bot_maker

COPY: Final = "git clone https://github.com/bcollazo/catanatron, git checkout 41ba0db, PYTHONPATH=.../catanatron"
FORMAT: Final = 1
SEEDS: Final = 1_000_000  # games that a seed has room for
HASH_SEED: Final = "0"  # it orders sets of strings, so that a game is the same in every process


class Opponent(NamedTuple):
    """Where a player of Catanatron is found, and its arguments after the colour."""

    module: str
    name: str
    arguments: tuple[Any, ...] = ()


OPPONENTS: Final = {
    "random": Opponent("catanatron.models.player", "RandomPlayer"),
    "weighted": Opponent("catanatron.players.weighted_random", "WeightedRandomPlayer"),
    "victorypoint": Opponent("catanatron.players.search", "VictoryPointPlayer"),
    "value": Opponent("catanatron.players.value", "ValueFunctionPlayer"),
    "alphabeta": Opponent("catanatron.players.minimax", "AlphaBetaPlayer", (2, False)),
}


class MissingOpponent(ValueError):
    """A player that the installed Catanatron does not have."""


def opponent_maker(name: str) -> Callable[[Any], Any]:
    """Return a factory that takes a colour. Raises `MissingOpponent` if this Catanatron has no such player.

    >>> opponent_maker("weighted")("red").color
    'red'
    """
    opponent = OPPONENTS[name]
    try:
        kind = getattr(importlib.import_module(opponent.module), opponent.name)
    except (ImportError, AttributeError) as error:
        raise MissingOpponent(
            f"{name!r}: {origin()} has no {opponent.name} ({error}). Its source has, in a copy outside this "
            f"repository: {COPY}"
        ) from error
    return lambda color: kind(color, *opponent.arguments)


# --- one game ---------------------------------------------------------------------------------------------------------


class Task(NamedTuple):
    """A game to play: its number in the match of a bot against an opponent by a seed."""

    bot: str
    against: str
    seed: int
    number: int


def play_game(task: Task) -> dict[str, Any]:
    """Play a game and return its result. Catanatron deals the seats; times are in milliseconds."""
    from catanatron import Color, Game

    from bridges.catanatron.player import BotPlayer

    mine, *others = Color
    player = BotPlayer(mine, task.bot, seed=f"{task.seed} {task.number}")
    make = opponent_maker(task.against)
    game = Game([player, *map(make, others)], seed=task.seed * SEEDS + task.number + 1)
    try:
        winner = game.play()
    finally:
        player.close()
    state, account = game.state, player.account
    return {
        "game": task.number,
        "seat": state.color_to_index[mine],
        "winner": None if winner is None else state.color_to_index[winner],
        "won": winner is mine,
        "points": [state.player_state[f"P{seat}_ACTUAL_VICTORY_POINTS"] for seat in range(len(state.colors))],
        "turns": state.num_turns,
        "thinking_ms": [round(spent, 2) for spent in account.thinking],
        "bridge_ms": [round(spent, 2) for spent in account.around],
        "mismatches": account.mismatches,
        "adapted": dict(account.adapted),
        "corrections": dict(account.corrections),
    }


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match stops its workers itself


def play_games(tasks: Sequence[Task], workers: int) -> Generator[dict[str, Any]]:
    """Play games in worker processes, and yield each result as soon as its game is over.

    Closing the iterator stops the games that are being played.
    """
    os.environ["PYTHONHASHSEED"] = HASH_SEED
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_begin_worker)
    left = iter(tasks)
    running = {pool.submit(play_game, task) for task in islice(left, workers)}
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                running |= {pool.submit(play_game, task) for task in islice(left, 1)}
                yield future.result()
    finally:
        if running:
            for process in multiprocessing.active_children():
                if process not in others:
                    process.terminate()
        pool.shutdown(cancel_futures=True)


# --- the whole match --------------------------------------------------------------------------------------------------


def summary(games: Sequence[dict[str, Any]], options: argparse.Namespace) -> dict[str, Any]:
    """Return the summary of a match."""
    wins = sum(game["won"] for game in games)
    low, high = wilson(wins, len(games)) or (0.0, 1.0)
    corrections: Counter[str] = Counter()
    adapted: Counter[str] = Counter()
    for game in games:
        corrections.update(game["corrections"])
        adapted.update(game["adapted"])
    by_seat = {
        str(seat): [sum(game["won"] for game in games if game["seat"] == seat), count]
        for seat, count in sorted(Counter(game["seat"] for game in games).items())
    }
    return {
        "bot": options.bot,
        "against": options.against,
        "catanatron": origin(),
        "seed": options.seed,
        "games": len(games),
        "wins": wins,
        "win_rate": wins / len(games) if games else 0.0,
        "ci95": [low, high],
        "without_winner": sum(game["winner"] is None for game in games),
        "wins_and_games_by_seat": by_seat,
        "turns_median": _median([game["turns"] for game in games]),
        "decision_ms_median": _median([spent for game in games for spent in game["thinking_ms"]]),
        "decision_ms_p99": _high([spent for game in games for spent in game["thinking_ms"]]),
        "bridge_ms_median": _median([spent for game in games for spent in game["bridge_ms"]]),
        "bridge_ms_p99": _high([spent for game in games for spent in game["bridge_ms"]]),
        "decisions": sum(len(game["thinking_ms"]) for game in games),
        "mismatches": sum(len(game["mismatches"]) for game in games),
        "adapted": dict(adapted.most_common()),
        "corrections": dict(corrections.most_common()),
    }


def _median(values: Sequence[float]) -> float | None:
    return round(statistics.median(values), 3) if values else None


def _high(values: Sequence[float]) -> float | None:
    """Return the 99th percentile."""
    return round(sorted(values)[(99 * len(values) - 1) // 100], 3) if values else None


def sentence(match: dict[str, Any]) -> str:
    """Return the result in a few lines."""
    low, high = match["ci95"]
    seats = ", ".join(
        f"seat {seat}: {won} of {games}" for seat, (won, games) in match["wins_and_games_by_seat"].items()
    )
    return "\n".join(
        (
            f"{match['bot']} against three {match['against']}, {match['catanatron']}, seed {match['seed']}",
            f"won {match['wins']} of {match['games']}: {match['win_rate']:.1%} "
            f"(95 %: {low:.1%} to {high:.1%}); {seats}",
            f"{match['decisions']} decisions of {match['decision_ms_median']} ms at the median "
            f"(99 %: {match['decision_ms_p99']}), "
            f"the bridge {match['bridge_ms_median']} (99 %: {match['bridge_ms_p99']})",
            f"{match['without_winner']} games without a winner, {match['mismatches']} mismatches, "
            f"adapted {match['adapted']}, corrected {match['corrections']}",
        )
    )


def question(options: argparse.Namespace) -> dict[str, object]:
    """Return what identifies a match, with a digest of all code that its games depend on."""
    code = sha256(code_digest((options.bot,)).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        code.update(path.name.encode() + b"\0" + path.read_bytes())
    return {
        "catanatron match": FORMAT,
        "bot": options.bot,
        "against": options.against,
        "seed": options.seed,
        "catanatron": origin(),
        "code": code.hexdigest()[:12],
    }


class Games(GamesFile[dict[str, Any]]):
    """The games of a match that are finished. Raises `UnusableFile`."""

    def __init__(self, options: argparse.Namespace) -> None:
        asked = question(options)
        name = "".join(sign if sign.isalnum() else "-" for sign in options.bot)
        usual = Path("build/catanatron") / f"{name}-{options.against}-{options.seed}-{asked['code']}.jsonl"
        super().__init__(options.out or usual, asked, lambda game: (int(game["game"]), dict(game)), options.new)


def play_match(options: argparse.Namespace, kept: Games, console: Console) -> bool:
    """Play the rest of a match with a progress bar, save its games, and return whether it finished."""
    left = [number for number in range(options.games) if number not in kept.games]
    tasks = [Task(options.bot, options.against, options.seed, number) for number in left]
    played = play_games(tasks, options.workers)
    with Progress(console=console) as progress:
        done = options.games - len(left)
        bar = progress.add_task(f"{options.bot} against {options.against}", total=options.games, completed=done)
        try:
            for game in played:
                kept.keep(game["game"], game, game)
                wins = sum(one["won"] for one in kept.games.values())
                progress.update(bar, advance=1, description=f"{options.bot}: {wins} of {len(kept.games)} won")
        except KeyboardInterrupt:
            return False
        finally:
            played.close()
    return True


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bridges.catanatron.match",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--bot", default="novice", help="our bot, with options as NAME:key=value,... (novice)")
    parser.add_argument("--against", default="weighted", choices=OPPONENTS, help="three of these (weighted)")
    parser.add_argument("--games", type=int, default=400, help="how many games (400)")
    parser.add_argument("--seed", type=int, default=1, help="seed of islands, seats, dice and bots (1)")
    parser.add_argument("--workers", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.add_argument("--new", action="store_true", help="start again instead of continuing")
    parser.add_argument("--out", type=Path, help="file of the games (build/catanatron/...)")
    options = parser.parse_args(arguments)
    if options.games < 1 or options.workers < 1 or options.seed < 0:
        parser.error("--games and --workers are 1 or more, --seed is 0 or more")
    try:
        bot_maker(options.bot)
        opponent_maker(options.against)
    except ValueError as error:
        parser.error(str(error))
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match, and print how it ended."""
    options = read_options(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # print the summary then too
    try:
        with Games(options) as kept:
            is_whole = play_match(options, kept, Console(stderr=True))
    except UnusableFile as error:
        print(f"{error}; --out names another file", file=sys.stderr)
        return 2
    games = [game for number, game in sorted(kept.games.items()) if number < options.games]
    result = summary(games, options)
    print(json.dumps(result, indent=2) if options.json else f"{sentence(result)}\ngames: {kept.path}")
    return 0 if is_whole else 130


if __name__ == "__main__":
    sys.exit(main())
