"""Policy iteration: in each round the search plays its last versions, and the weights are fitted to who won.

A run lives in a folder. Each round leaves its positions and its weights there as files, so that a run that was
interrupted goes on with the first file that is missing; what comes out depends neither on that nor on the threads.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from longroad.core.ruleset import Ruleset
from longroad.search.evaluate import DIRECT, WEIGHTS
from longroad.search.features import NAMES
from longroad.search.weights import written
from scripts.tuning.matches import MATCH_PART, MatchSettings, Score, one_among
from scripts.tuning.network import DIRECT_ONE, Fitted, fit
from scripts.tuning.play import Played, Weights, block_of, chunks, game_seeds, in_order, play, read_table, read_weights
from scripts.tuning.positions import Positions

HOW: Final = (
    "policy iteration: games of the search against its own last versions, now and then a strange choice, "
    "and the winner fitted by multinomial logistic regression (Adam)"
)
GAMES_AT_ONCE: Final = 20  # with the same weights in the same seats
EXPLORES: Final = (8, 16, 40)  # one choice in 8, 16 or 40 is a strange one
LAST_VERSIONS: Final = (1.0, 0.35, 0.2, 0.1)  # how often the last ones sit at the table, the newest first
HELD_OUT: Final = 0.05  # of the newest positions, to measure the loss by
MOST_ROUNDS: Final = MATCH_PART // 2

# With these the first round plays; any weights will do with which games come to an end.
START: Final = {
    "points": 1.1,
    "one point to go": 0.5,
    "two points to go": 0.3,
    "income": 0.03,
    "income robbed": -0.005,
    "kinds of income": 0.1,
    "sums": 0.02,
    "least income": 0.02,
    "generic harbor": 0.1,
    "fitting harbors": 0.02,
    "cards in hand": 0.03,
    "cards over the limit": -0.06,
    "settlement lacks": -0.04,
    "city lacks": -0.05,
    "settlement at hand": 0.15,
    "city at hand": 0.2,
    "card at hand": 0.05,
    "pace of settlements": -0.002,
    "pace of cities": -0.002,
    "pace of cards": -0.002,
    "knights held": 0.12,
    "roads held": 0.2,
    "plenty held": 0.2,
    "monopoly held": 0.2,
    "knights played": 0.08,
    "army lead": 0.05,
    "road length": 0.04,
    "road lead": 0.05,
    "best site": 0.008,
    "best site one road away": 0.005,
    "best site two roads away": 0.003,
    "sites within a road": 0.01,
    "turns to wait": -0.05,
}


class OtherRun(ValueError):
    """A folder that holds another run than the one asked for."""


@dataclass(frozen=True)
class Settings:
    """What the outcome of a run follows from, apart from its number of rounds."""

    games: int  # a round
    nodes: int
    hidden: int
    epochs: int  # of a round; at the end twice as many
    last: int  # rounds whose positions are learned from
    tables: tuple[str, ...]  # each a name, with a share of the games if not 1: base4:9
    seed: int

    def command(self, rounds: int) -> str:
        """Write the command that repeats the run, apart from the weights that it started with."""
        tables = "".join(f" --table {name}" for name in self.tables)
        numbers = f"--games {self.games} --nodes {self.nodes} --hidden {self.hidden} --epochs {self.epochs}"
        return f"python scripts/tune.py fit --rounds {rounds} {numbers} --last {self.last}{tables} --seed {self.seed}"

    @property
    def shares(self) -> dict[str, int]:
        """How many parts of the games each table has. Raises `ValueError`."""
        shares = {}
        for written_table in self.tables:
            name, _, share = written_table.partition(":")
            if share and not (share.isdecimal() and int(share)):
                raise ValueError(f"table {written_table!r}: behind the colon stands a whole number from 1")
            shares[name] = int(share or 1)
        return shares


class Stage(NamedTuple):
    """How far a run is: what is being done, and how much of it."""

    what: str
    done: int
    total: int


OnStage = Callable[[Stage], None]


class Run:
    """A run in its folder. Raises `OtherRun` if the folder holds one with other settings."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        workers: int = 1,
        xp: Any = np,
        match: int = 0,
        on_stage: OnStage = lambda stage: None,
        begin: Path | None = None,
    ) -> None:
        self.folder = folder
        self.settings = settings
        self.rulesets: dict[str, Ruleset] = {name: read_table(name) for name in settings.shares}
        self._workers, self._xp, self._match, self._on_stage = workers, xp, match, on_stage
        if begin:
            read_weights(begin)  # it can be read
        begun = begin.read_text("utf-8") if begin else written(start().tolist(), {"how": "set by hand, to begin with"})
        folder.mkdir(parents=True, exist_ok=True)
        self._claim(folder / "settings.json", json.dumps(asdict(settings), indent=1) + "\n")
        self._claim(self._weights(0), begun)

    def _claim(self, path: Path, text: str) -> None:
        if not path.exists():
            write_whole(path, text)
        elif path.read_text("utf-8") != text:
            raise OtherRun(f"{path} says that another run lies in this folder: take another --out")

    def go(self, rounds: int) -> Iterator[dict[str, Any]]:
        """Play and fit the rounds that are missing, and the weights at last; yield the record of each that is there."""
        if not 1 <= rounds <= MOST_ROUNDS:
            raise ValueError(f"rounds={rounds}: expected a whole number from 1 to {MOST_ROUNDS}")
        for number in range(1, rounds + 1):
            if not self._weights(number).exists():
                self._play_round(number)
                self._fit_round(number)
            yield record(self._weights(number))
        yield self._finish(rounds)

    @property
    def result(self) -> Path:
        """Where the weights are that the run has found."""
        return self.folder / "weights.json"

    def _positions(self, number: int) -> Path:
        return self.folder / f"positions-{number:03}.npz"

    def _weights(self, number: int) -> Path:
        return self.folder / f"weights-{number:03}.json"

    def version(self, number: int) -> Weights:
        """Return the weights of a round, those that the run began with for 0."""
        return read_weights(self._weights(number))

    # --- games --------------------------------------------------------------------------------------------------------

    def _play_round(self, number: int) -> None:
        """Play the games of a round, and keep their positions."""
        path = self._positions(number)
        if path.exists():
            return
        versions = [self.version(back) for back in range(number - 1, max(number - 1 - len(LAST_VERSIONS), -1), -1)]
        odds = np.array(LAST_VERSIONS[: len(versions)])
        turns = [self.rulesets[name] for name, share in self.settings.shares.items() for _ in range(share)]

        def played(job: tuple[int, range]) -> Played:
            batch, games = job
            rng = np.random.default_rng((self.settings.seed, number, batch))
            sat = [versions[k] for k in rng.choice(len(versions), 6, p=odds / odds.sum())]
            seeds = game_seeds(self.settings.seed, number, games)
            return play(turns[batch % len(turns)], seeds, sat, self.settings.nodes, int(rng.choice(EXPLORES)))

        parts: list[Positions] = []
        done = 0
        jobs = enumerate(chunks(self.settings.games, GAMES_AT_ONCE))
        for some in in_order(played, jobs, self._workers):
            parts.append(some.positions)
            done += len(some.winners)
            self._on_stage(Stage(f"round {number}: games", done, self.settings.games))
        Positions.joined(parts).save(path)

    # --- weights ------------------------------------------------------------------------------------------------------

    def _fit_round(self, number: int) -> None:
        fitted, count = self._fit(number, self.settings.epochs, f"round {number}: fit")
        found = self._record(number, fitted, count)
        if self._match:
            table = next(iter(self.rulesets))
            score = self._play_match(
                f"round {number}", table, fitted.weights, self.version(number - 1), MATCH_PART - number
            )
            found["against the last"] = summary(score)
        write_whole(self._weights(number), written(fitted.weights.tolist(), found))

    def _finish(self, rounds: int) -> dict[str, Any]:
        """Fit the last positions once more, and longer."""
        if not self.result.exists() or record(self.result)["rounds"] != rounds:
            fitted, count = self._fit(rounds, 2 * self.settings.epochs, "last fit")
            found = self._record(rounds, fitted, count)
            if self._match:
                found["against the start"] = {
                    table: summary(self._play_match(table, table, fitted.weights, self.version(0), MATCH_PART))
                    for table in self.rulesets
                }
            write_whole(self.result, written(fitted.weights.tolist(), found))
        return record(self.result)

    def _fit(self, number: int, epochs: int, what: str) -> tuple[Fitted, int]:
        """Fit the positions of the last rounds; some of the newest games are held out, to measure the loss by."""
        recent = range(max(number - self.settings.last + 1, 1), number + 1)
        positions = Positions.joined([Positions.load(self._positions(k)) for k in recent])
        newest = Positions.count(self._positions(number))
        learned, held_out = positions.split(len(positions) - max(int(newest * HELD_OUT), 1))
        on_stage = self._on_stage
        fitted = fit(
            learned,
            held_out,
            self.settings.hidden,
            epochs,
            self.settings.seed,
            self._xp,
            lambda done, total: on_stage(Stage(what, done, total)),
        )
        return fitted, len(learned)

    def _play_match(self, what: str, table: str, one: Weights, others: Weights, part: int) -> Score:
        """Play one set of weights against others."""
        ruleset = self.rulesets[table]
        seatings = one_among(ruleset.players)
        deals = -(-self._match // len(seatings))
        done = 0

        def on_games(games: int) -> None:
            nonlocal done
            done += games
            self._on_stage(Stage(f"{what}: match", done, deals * len(seatings)))

        match_settings = MatchSettings(ruleset, self.settings.nodes, self._workers, self.settings.seed)
        return match_settings.play_match(one, others, seatings, deals, part, on_games)

    def _record(self, number: int, fitted: Fitted, count: int) -> dict[str, Any]:
        """Write down how weights were found."""
        return {
            "how": HOW,
            "command": self.settings.command(number),
            "games": number * self.settings.games,
            "positions": sum(Positions.count(self._positions(k)) for k in range(1, number + 1)),
            "learned from": count,
            "rounds": number,
            "rulesets": [f"{name}, no domestic trade" for name in self.settings.tables],
            "nodes": self.settings.nodes,
            "hidden": self.settings.hidden,
            "epochs": self.settings.epochs,
            "last": self.settings.last,
            "loss": round(fitted.loss, 4),
            "loss of equal shares": round(fitted.uniform, 4),
            "date": date.today().isoformat(),
        }


def start() -> Weights:
    """Return the weights of the first round."""
    block = block_of([0] * WEIGHTS)
    for name, weight in START.items():
        block[DIRECT + NAMES.index(name)] = round(weight * DIRECT_ONE)
    return block


def summary(score: Score) -> dict[str, Any]:
    """Write a score down."""
    low, high = score.interval
    return {"games": score.games, "share": round(score.share, 4), "interval": [round(low, 4), round(high, 4)]}


def record(path: Path) -> dict[str, Any]:
    """Read how weights were found."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))["found"]
    return found


def write_whole(path: Path, text: str) -> None:
    """Write a file; one that is there is whole."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text(text, "utf-8")
    os.replace(unfinished, path)
