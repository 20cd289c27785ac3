"""Games whose positions and outcomes of chance are valued: played by bots, saved in a file, and valued again."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from longroad.analysis.chances import Valuer, certain
from longroad.analysis.reviews import LUCK
from longroad.arena.games_file import GamesFile, UnusableFile
from longroad.arena.luck import swings_of
from longroad.arena.match_spec import code_digest
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN

FORMAT: Final = 2
DIGITS: Final = 5
UNIT: Final = 10_000  # chances and luck of outcomes are whole numbers of these parts
MOST_TURNS: Final = 1000
RUN: Final = ("preset", "players", "bot", "nodes", "every")  # what the games of a run have in common


class Outcome(NamedTuple):
    """An outcome of chance: its kind, every seat's chances before it, and every seat's luck, in parts of `UNIT`."""

    kind: int  # by its place in `LUCK`
    before: list[int]
    luck: list[int]


class Game(NamedTuple):
    """A finished game: each seat's result, the chances at the start of each turn, the outcomes of chance, the log."""

    result: list[float]
    turns: list[list[float]]  # by turn and seat
    outcomes: list[Outcome]  # none if only some turns were valued
    plies: list[int]  # of a game that begins with the seed

    @property
    def luck(self) -> list[float]:
        """The luck of each seat."""
        return [sum(outcome.luck[seat] for outcome in self.outcomes) / UNIT for seat in range(len(self.result))]


def played(preset: str, players: int, bot: str, nodes: int, every: int, seed: int) -> Game:
    """Play a game, and value it."""
    history = _begun(preset, players, seed)
    bots = [make_bot(bot, f"{seed} {seat}") for seat in range(players)]
    for _ in play(history, bots, seed):
        pass
    return valued(preset, players, nodes, every, seed, history.plies)


def valued(preset: str, players: int, nodes: int, every: int, seed: int, plies: Sequence[int]) -> Game:
    """Value the beginning of every turn of a game, or of every so many; then luck is left out."""
    history = _begun(preset, players, seed)
    states = [history.state.copy()]
    for ply in plies:
        history.push(ply_seat(ply), ply_action(ply))
        states.append(history.state.copy())
    beginnings = [state for state in states if state.phase == "before roll"]
    chances = (np.array(Valuer(nodes).values(beginnings[seed % every :: every])) / CERTAIN).tolist()
    drawn = [
        (before, ply_action(ply))
        for before, ply in zip(states[:-1], plies, strict=True)
        if ply_seat(ply) == CHANCE and every == 1
    ]
    outcomes = [
        Outcome(LUCK.index(kind), _in_units(before), _in_units(luck)) for kind, before, luck in swings_of(drawn)
    ]
    return Game([share / CERTAIN for share in certain(history.state)], chances, outcomes, list(plies))


def _begun(preset: str, players: int, seed: int) -> History:
    return History(State.new(Ruleset.preset(preset, players=players, limit=MOST_TURNS), seed))


def _in_units(shares: Sequence[int]) -> list[int]:
    return [round(UNIT * share / CERTAIN) for share in shares]


class SavedGames(GamesFile[Game]):
    """The games of a run that are finished, by their seeds. Raises `UnusableFile`."""

    replaces_others = True

    def __init__(self, given: Namespace) -> None:
        match = {
            "chances": FORMAT,
            **{name: getattr(given, name) for name in RUN},
            "code": code_digest((given.bot,)),
        }
        super().__init__(given.out, match, lambda line: (line["seed"], _game(line)), given.new)

    @property
    def positions(self) -> int:
        """How many positions all games have."""
        return sum(len(game.turns) for game in self.games.values())

    def add(self, seed: int, game: Game) -> None:
        """Save a game."""
        self.keep(seed, game, _line(seed, game))


def _line(seed: int, game: Game) -> dict[str, Any]:
    return {"seed": seed, **game._asdict(), "turns": np.round(game.turns, DIGITS).tolist()}


def _game(line: dict[str, Any]) -> Game:
    game = Game(*(line[name] for name in Game._fields))
    return game._replace(outcomes=[Outcome(*outcome) for outcome in game.outcomes])


class ReadGames(NamedTuple):
    """The games of a file by their seeds, and what they have in common."""

    run: dict[str, Any]
    games: dict[int, Game]

    @property
    def name(self) -> str:
        """The table and the bots."""
        preset, players, bot = (self.run[name] for name in ("preset", "players", "bot"))
        return f"{preset}, {bot}" if preset == "duel" else f"{preset}, {players}, {bot}"


def read(path: Path) -> ReadGames:
    """Read a file of games. Raises `UnusableFile`."""
    try:
        head, *lines = path.read_text().rpartition("\n")[0].splitlines()  # a last line may be unfinished
        written, games = json.loads(head), [json.loads(line) for line in lines]
        return ReadGames({name: written[name] for name in RUN}, {game["seed"]: _game(game) for game in games})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnusableFile(f"{path}: no file of games: {error}") from error
