"""Policy iteration: in each round the search plays its last champions, networks are fitted, and matches choose one.

A run lives in a folder. A round leaves there its positions, how many games they come from, the weights of every variant
with the score of its match, and the champion, so that another call goes on with the next round.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from longroad.search.weights import weights, written
from scripts.tuning.fitting import Fitting, Variant
from scripts.tuning.matches import MATCH_PART, MatchSettings, Score, one_among
from scripts.tuning.network import check_device
from scripts.tuning.options import path_of
from scripts.tuning.play import Played, Weights, block_of, game_seeds, in_order, play, read_table, read_weights
from scripts.tuning.positions import POSITIONS_FORMAT, Positions, Tables, by_seats

HOW: Final = (
    "policy iteration: games of the search against its own last versions, now and then a random choice, "
    "the shares fitted by a network in PyTorch (Adam), and the best of several networks chosen by matches"
)
GAMES_AT_ONCE: Final = 20  # with the same weights in the same seats
EXPLORES: Final = (16, 40, 100)  # one choice in so many is random
LAST_VERSIONS: Final = (1.0, 0.35, 0.2, 0.1)  # how often the last champions sit at the table, the newest first
MOST_ROUNDS: Final = MATCH_PART // 2
CHOICE_PART: Final = MATCH_PART - 1  # the deals by which champions are chosen; `tune.py match` plays others
IN_USE: Final = "the weights in use"
LEAST_ROUND: Final = 120.0  # seconds without which no round begins
PLAYING_PART: Final = 0.6  # of the time that is left, at most
SAFETY: Final = 1.3  # how much longer than the last one a step may take

Record = dict[str, Any]


class OtherRun(ValueError):
    """A folder that holds another run than the one asked for."""


@dataclass(frozen=True)
class Settings:
    """What the outcome of a run follows from, apart from its number of rounds and from time limits."""

    games: int  # a round, at most
    nodes: int
    last: int  # rounds whose positions are learned from
    tables: tuple[str, ...]  # each a name, with a share of the games if not 1: base4:9
    match: int  # games of a match
    variants: tuple[Variant, ...]
    seed: int
    device: str

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

    @property
    def lasting(self) -> str:
        """What must stay the same in a folder, so that its champions can be compared."""
        lasting = {"tables": self.tables, "nodes": self.nodes, "seed": self.seed, "positions": POSITIONS_FORMAT}
        return json.dumps(lasting, indent=1) + "\n"


class Limits(NamedTuple):
    """Until when a call goes on, and for how many seconds a round plays at most."""

    until: float
    playing: float

    def allow(self, seconds: float) -> bool:
        """Whether something that takes so long can be done in time."""
        return time.monotonic() + seconds < self.until

    @property
    def last_game(self) -> float:
        """When the last game of a round that begins now may begin; fitting and matches want some time too."""
        now = time.monotonic()
        return now + min(self.playing, PLAYING_PART * (self.until - now))


class Candidate(NamedTuple):
    """Weights with their record."""

    weights: Weights
    record: Record

    @property
    def share(self) -> float:
        """The share of games that they won against those to beat."""
        return float(self.record["match"]["share"])


class Run:
    """A run in its folder. It begins with some weights, and measures all others against them.

    Raises `OtherRun` if the folder holds a run with other settings or with another start.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        start: Path | None,  # a file of weights; without one, those in use
        workers: int,
        command: str = "",  # for the record
        report: Callable[[str], None] = print,
    ) -> None:
        self.folder, self.settings = folder, settings
        self._workers, self._command, self._report = workers, command, report
        self._rulesets = {name: read_table(name) for name in settings.shares}
        self._first = self._begin_with(start)
        self._longest = 0.0  # seconds that a variant has taken at most
        self._check_variants(self._last_weights)
        check_device(settings.device)
        self._claim(folder / "settings.json")
        if not self.champion_path(0).exists():
            began = path_of(start) if start else IN_USE
            found = {"how": "what the run began with", "start": began, "match": {"share": 1 / self._main.players}}
            write_whole(self.champion_path(0), written(self._first.tolist(), found))

    def _begin_with(self, start: Path | None) -> Weights:
        """Return the weights to beat: those that the folder began with, if it has begun. Raises `OtherRun`."""
        chosen = read_weights(start) if start else block_of(weights())
        if not self.champion_path(0).exists():
            return chosen
        first = read_weights(self.champion_path(0))
        if start and (chosen != first).any():
            raise OtherRun(f"{self.folder} holds a run that began with other weights: take another --out")
        return first

    def _claim(self, path: Path) -> None:
        """Write the settings into a new folder, or check that those there are the same. Raises `OtherRun`."""
        if not self.champion_path(0).exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, self.settings.lasting)
        elif not path.exists() or path.read_text("utf-8") != self.settings.lasting:
            raise OtherRun(
                f"{self.folder} holds a run with other tables, nodes, seed or format of positions: take another --out"
            )

    def _check_variants(self, champion: Weights) -> None:
        """Check that some variant can be fitted after a champion. Raises `ValueError`."""
        wrong = [why for why in (variant.obstacle(champion) for variant in self.settings.variants) if why]
        if wrong and len(wrong) == len(self.settings.variants):
            raise ValueError("; ".join(wrong))

    @property
    def _last_weights(self) -> Weights:
        """The weights that play next."""
        return self.champion(self.rounds).weights if self.rounds else self._first

    @property
    def _main(self) -> Any:
        """The ruleset of the table at which variants are compared."""
        return next(iter(self._rulesets.values()))

    def champion_path(self, number: int) -> Path:
        """Return where the champion after a round is."""
        return self.folder / f"champion-{number:03}.json"

    def _played_path(self, number: int) -> Path:
        return self.folder / f"played-{number:03}.json"

    def _positions(self, number: int, seats: int) -> Path:
        return self.folder / f"positions-{number:03}-{seats}.npz"

    @property
    def rounds(self) -> int:
        """How many rounds are done."""
        return next(number for number in count() if not self.champion_path(number + 1).exists())

    def champion(self, number: int) -> Candidate:
        """Return the champion after a round."""
        path = self.champion_path(number)
        return Candidate(read_weights(path), record(path))

    def go(self, rounds: int, limits: Limits) -> Iterator[tuple[int, Record]]:
        """Do rounds, while time is left; yield the number of each, and the record of its champion."""
        while self.rounds < rounds and limits.allow(LEAST_ROUND):
            number = self.rounds + 1
            self._check_variants(self._last_weights)
            tables = self._play_round(number, limits)
            best = self._choose(number, Fitting(self._with_last(number, tables), self.settings.device), limits)
            if best is None:
                return
            write_whole(self.champion_path(number), written(best.weights.tolist(), best.record))
            yield number, best.record

    # --- games --------------------------------------------------------------------------------------------------------

    def _play_round(self, number: int, limits: Limits) -> Tables:
        """Play the games of a round, and keep their positions; those of a call that was interrupted later are used."""
        if self._played_path(number).exists():
            tables = by_seats(map(Positions.load, self.folder.glob(f"positions-{number:03}-*.npz")))
            self._report(f"round {number}: {_counted(self._done(number))} in all, played before")
            return tables
        began = time.monotonic()
        until = limits.last_game
        versions = [self.champion(back).weights for back in range(number - 1, max(number - 5, -1), -1)]
        odds = np.array(LAST_VERSIONS[: len(versions)])
        turns = [self._rulesets[name] for name, share in self.settings.shares.items() for _ in range(share)]

        def played(batch: int) -> Played:
            rng = np.random.default_rng((self.settings.seed, number, batch))
            sat = [versions[k] for k in rng.choice(len(versions), 6, p=odds / odds.sum())]
            games = range(GAMES_AT_ONCE * batch, min(GAMES_AT_ONCE * (batch + 1), self.settings.games))
            seeds = game_seeds(self.settings.seed, number, games)
            return play(turns[batch % len(turns)], seeds, sat, self.settings.nodes, int(rng.choice(EXPLORES)))

        def jobs() -> Iterator[int]:
            for batch in range(-(-self.settings.games // GAMES_AT_ONCE)):
                if time.monotonic() > until:
                    return
                yield batch

        parts, games = [], 0
        for some in in_order(played, jobs(), self._workers):
            parts.append(some.positions)
            games += len(some.winners)
        tables = by_seats(parts)
        seconds = time.monotonic() - began
        positions = sum(map(len, tables.values()))
        limit = "time" if games < self.settings.games else "games"
        done = {"games": games, "positions": positions, "limited by": limit, "command": self._command}
        self._report(f"round {number}: {_counted(done)} in {seconds:.0f} s")
        for seats, part in tables.items():
            part.save(self._positions(number, seats))
        write_whole(self._played_path(number), json.dumps(done, indent=1) + "\n")
        return tables

    def _with_last(self, number: int, tables: Tables) -> Tables:
        """Add the positions of the rounds before, and remove those that are too old."""
        before = []
        for back in range(1, number):
            for path in self.folder.glob(f"positions-{back:03}-*.npz"):
                if back > number - self.settings.last:
                    before.append(Positions.load(path))
                else:
                    path.unlink()
        return by_seats([*before, *tables.values()])

    # --- weights ------------------------------------------------------------------------------------------------------

    def _choose(self, number: int, fitting: Fitting, limits: Limits) -> Candidate | None:
        """Fit the variants while time is left, and return the best of them and of the champion before, if it is new."""
        champion = self.champion(number - 1)
        losses = fitting.losses(fitting.judge(champion.weights))
        self._report(f"  champion before: {100 * champion.share:.1f} %, {losses_in_words(losses)}")
        best = None
        for variant in self.settings.variants:
            began = time.monotonic()
            if not limits.allow(SAFETY * self._longest):
                break
            if why := variant.obstacle(champion.weights):
                self._report(f"  left out: {why}")
                continue
            candidate = self._candidate(number, variant, fitting, champion.weights)
            best = candidate if best is None or candidate.share > best.share else best
            self._longest = max(self._longest, time.monotonic() - began)
        if best is None:
            return None
        best = self._with_other_tables(best, limits)
        return best if best.share > champion.share else champion

    def _candidate(self, number: int, variant: Variant, fitting: Fitting, champion: Weights) -> Candidate:
        """Fit a variant, and let it play against the weights to beat."""
        began = time.monotonic()
        fitted = fitting.fit(variant, self.settings.seed + number, champion)
        fitted_after = time.monotonic() - began
        score = self.play_match(next(iter(self._rulesets)), fitted.weights, self.settings.match)
        found: Record = {
            "how": HOW,
            "round": number,
            "variant": str(variant),
            **self._done(number),
            "learned from": fitting.positions,
            "tables": list(self.settings.tables),
            "nodes": self.settings.nodes,
            "seed": self.settings.seed,
            "start": record(self.champion_path(0)).get("start", IN_USE),
            "losses": {str(seats): round(loss, 4) for seats, loss in fitted.losses.items()},
            "match": summary(score),
            "date": date.today().isoformat(),
        }
        path = self.folder / f"weights-{number:03}-{str(variant).replace(':', '-')}.json"
        write_whole(path, written(fitted.weights.tolist(), found))
        seconds = f"fitted in {fitted_after:.0f} s, played in {time.monotonic() - began - fitted_after:.0f} s"
        self._report(f"  {variant}: {score}; {losses_in_words(fitted.losses)}; {seconds}")
        return Candidate(fitted.weights, found)

    def _done(self, number: int) -> Record:
        """Sum up what has been played until after a round, and by which commands."""
        rounds = [json.loads(self._played_path(k).read_text("utf-8")) for k in range(1, number + 1)]
        return {
            "games": sum(played["games"] for played in rounds),
            "positions": sum(played["positions"] for played in rounds),
            "limited by": "time" if any(played["limited by"] == "time" for played in rounds) else "games",
            "commands": list(dict.fromkeys([*(played["command"] for played in rounds), self._command])),
        }

    def _with_other_tables(self, best: Candidate, limits: Limits) -> Candidate:
        """Play matches at the other tables too, while time is left."""
        found, longest = {}, 0.0
        for table in list(self._rulesets)[1:]:
            began = time.monotonic()
            if limits.allow(SAFETY * longest):
                score = self.play_match(table, best.weights, max(self.settings.match // 2, 1))
                found[table] = summary(score)
                self._report(f"    {table}: {score}")
            longest = max(longest, time.monotonic() - began)
        return best._replace(record=best.record | {"other tables": found})

    def play_match(self, table: str, one: Weights, games: int) -> Score:
        """Play one seat with some weights against the others with those to beat, in the same deals every time."""
        ruleset = self._rulesets[table]
        seatings = one_among(ruleset.players)
        match_settings = MatchSettings(ruleset, self.settings.nodes, self._workers, self.settings.seed)
        return match_settings.play_match(one, self._first, seatings, -(-games // len(seatings)), CHOICE_PART)


def _counted(done: Record) -> str:
    return f"{done['games']:,} games, {done['positions']:,} positions"


def losses_in_words(losses: dict[int, float]) -> str:
    """Write the losses by number of seats."""
    return "loss " + ", ".join(f"{loss:.4f} ({seats} seats)" for seats, loss in losses.items())


def summary(score: Score) -> Record:
    """Write a score down."""
    low, high = score.interval
    return {"games": score.games, "share": round(score.share, 4), "interval": [round(low, 4), round(high, 4)]}


def record(path: Path) -> Record:
    """Read how weights were found."""
    found: Record = json.loads(path.read_text("utf-8"))["found"]
    return found


def write_whole(path: Path, text: str) -> None:
    """Write a file; one that is there is whole."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text(text, "utf-8")
    os.replace(unfinished, path)
