"""Where the games of a training set come from: random play, bots, records, and the files of the arena."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result
from longroad.arena.workers import log_locally
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.trajectories import PlayedGame, RandomGame
from longroad.notation.records.reader import InvalidRecord, read_record, split_records
from longroad.notation.records.record import Record
from longroad.notation.rulesets import write_ruleset


class UnusableGames(ValueError):
    """Games that no training set can be made of; the message says where and why."""


def random_games(games: int, seed: int) -> Iterator[RandomGame]:
    """Yield games of random play, whose seeds follow one another.

    >>> [game.seed for game in random_games(3, 7)]
    [7, 8, 9]
    """
    return (RandomGame(number, (seed + number) & MOST_SEED) for number in range(games))


def bot_games(spec: MatchSpec, numbers: Iterable[int], workers: int | None = None) -> Iterator[PlayedGame]:
    """Play games of a match in worker processes, and yield each as it ends. Raises `GameFailed`."""
    for result, plies in log_locally(replace(spec, has_luck=False), numbers, workers):
        yield _played(spec, result, plies)


def _played(spec: MatchSpec, result: Result, plies: tuple[int, ...]) -> PlayedGame:
    start = State.new(spec.ruleset, spec.deal_seed(result.deal))
    return PlayedGame(result.number, start, plies, tuple(spec.entrants[entrant] for entrant in result.seats))


def arena_games(
    name: str, spec: MatchSpec, games: dict[int, Result], workers: int | None = None
) -> Iterator[PlayedGame]:
    """Play the games of a file of the arena again, which keeps results only, and yield each as it ends.

    Raises `UnusableGames` if other code played them, or if one comes out differently, and `GameFailed`.
    """
    now = replace(spec, code="")
    if now.code != spec.code:
        raise UnusableGames(
            f"{name}: another version of the code played these games ({spec.code}, now {now.code}), so they cannot be"
            " played again; `longroad games --bots` plays new ones"
        )
    for result, plies in log_locally(replace(spec, has_luck=False), sorted(games), workers):
        if result.digest != games[result.number].digest:
            raise UnusableGames(f"{name}: game {result.number} comes out differently when it is played again")
        yield _played(spec, result, plies)


def record_games(files: Iterable[tuple[str, str]], ruleset: Ruleset, first: int = 0) -> Iterator[PlayedGame]:
    """Yield the games of records, given as names and texts of files. Raises `UnusableGames` at the first bad one."""
    number = first
    for name, text in files:
        for place, record in records_of(name, text):
            if record.viewer is not None:
                raise UnusableGames(f"{place}: the {record.edition_name} edition hides cards; a full edition is needed")
            if record.ruleset != ruleset:
                here, first_one = write_ruleset(record.ruleset), write_ruleset(ruleset)
                raise UnusableGames(f"{place}: the ruleset is {here}, and that of the first game is {first_one}")
            yield PlayedGame(number, record.start, record.codes, record.names)
            number += 1


def records_of(name: str, text: str) -> Iterator[tuple[str, Record]]:
    """Yield the records of a file, each with the place where it stands. Raises `UnusableGames`."""
    parts, lines = split_records(text), 0
    for number, part in enumerate(parts, 1):
        place = name if len(parts) == 1 else f"{name}, game {number}"
        try:
            yield place, read_record(part)
        except InvalidRecord as error:
            ply = "" if error.ply is None else f"ply {error.ply}, "
            raise UnusableGames(f"{place}: {ply}line {error.line + lines}: {error.reason}") from error
        lines += part.count("\n")
