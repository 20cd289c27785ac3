"""The games from which decisions are sampled: every table, with bots of all levels side by side."""

from __future__ import annotations

from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.history import History
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.notation.records.record import Record

# An expert that thinks less than usual, or the games would take days; what is played in them need not be best.
EXPERT: Final = "expert:states=4,nodes=64,candidates=3,rollouts=4,turns=3,rollout_nodes=12,trade_turns=1,haggles=no"
LEVELS: Final = {"novice": 3, "skilled": 3, EXPERT: 2}  # with weights


class Table(NamedTuple):
    """Rules and a number of players."""

    preset: str
    players: int

    def __str__(self) -> str:
        return f"{self.preset}, {self.players}"

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        return Ruleset.preset(self.preset, players=self.players)


TABLES: Final = (Table("base", 3), Table("base", 4), Table("duel", 2), Table("extension", 5), Table("extension", 6))


def lineup(table: Table, seed: int) -> list[str]:
    """Return the bots of a game, one for each seat."""
    return Random(f"{table} {seed}").choices(list(LEVELS), list(LEVELS.values()), k=table.players)


def play_game(table: Table, seed: int) -> Record:
    """Play a game."""
    history = History(State.new(table.ruleset, seed))
    specs = lineup(table, seed)
    for _ in play(history, [make_bot(spec, f"{seed} {seat}") for seat, spec in enumerate(specs)], seed):
        pass
    names = {f"Seat{seat}": spec.partition(":")[0] for seat, spec in enumerate(specs)}
    return Record.of(history, tags=names)


def keep_game(folder: Path, game: tuple[Table, int]) -> str:
    """Play a game unless it has been played, and write its record into a folder."""
    table, seed = game
    path = folder / f"{table.preset}-{table.players}-{seed}.txt"
    if not path.exists():
        path.write_text(play_game(table, seed).text)
    return path.name


def keep_games(folder: Path, games: int, workers: int) -> None:
    """Play games of every table by turns, so that an early end leaves some of each."""
    folder.mkdir(parents=True, exist_ok=True)
    asked = [(table, seed) for seed in range(games) for table in TABLES]
    with get_context("spawn").Pool(workers) as pool:
        for number, name in enumerate(pool.imap(partial(keep_game, folder), asked), start=1):
            print(f"{number} of {len(asked)}: {name}", flush=True)
