"""What SPSA tunes: the numbers, how two settings are compared, and where the result is written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any, Final, Protocol

from longroad.arena.games_file import GamesFile
from longroad.arena.match_spec import MatchSpec, code_digest
from longroad.arena.workers import play_locally
from longroad.bots.levels import bot_maker
from longroad.bots.trading.style import TradeStyle, read_style, write_style
from longroad.core.ruleset import Ruleset
from longroad.search.evaluate import DIRECT
from longroad.search.features import NAMES
from longroad.search.weights import written
from scripts.tuning.matches import MATCH_PART, MatchSettings, OnGames, Score, half_each, no_report
from scripts.tuning.network import DIRECT_ONE
from scripts.tuning.play import PARTS, Weights, chunks, read_object, read_weights
from scripts.tuning.spsa import Parameter, Values

UNITS: Final = {"income robbed": 0.01}  # of the weights that are usually tuned
STYLE_UNIT: Final = 0.4  # of what is varied by ratio: half as much again, or a third less
MOST_UNIT: Final = 10.0
MOST_WEIGHT: Final = (1 << 30) / DIRECT_ONE
FINAL_PART: Final = MATCH_PART  # the first part of the last comparison; the steps have those before
FINAL_PARTS: Final = PARTS - FINAL_PART


class Target(Protocol):
    """Something to tune."""

    @property
    def path(self) -> Path:
        """The data file to start from."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers to tune."""

    def play_match(self, one: Values, other: Values, deals: int, part: int, on_games: OnGames = no_report) -> Score:
        """Play deals of a part of the run between two settings, half the seats each."""

    def text(self, found: Values, record: dict[str, Any]) -> str:
        """Write the data file with what was found, and how."""


@dataclass(frozen=True)
class DirectWeights:
    """The weights that features have in a seat's score, besides what passes through the hidden units."""

    path: Path
    match_settings: MatchSettings
    parameters: tuple[Parameter, ...]

    @classmethod
    def named(cls, path: Path, match_settings: MatchSettings, names: Sequence[str]) -> DirectWeights:
        """Return some weights of a file, `NAME` or `NAME=UNIT`. Raises `ValueError` for a name that there is not."""
        weights = read_weights(path)
        _found_before(path)
        return cls(path, match_settings, tuple(_parameter(weights, name) for name in names))

    def play_match(self, one: Values, other: Values, deals: int, part: int, on_games: OnGames = no_report) -> Score:
        """Play compiled games between two settings."""
        seatings = half_each(self.match_settings.ruleset.players)
        return self.match_settings.play_match(self.changed(one), self.changed(other), seatings, deals, part, on_games)

    def changed(self, found: Values) -> Weights:
        """Return the weights with some changed. Raises `ValueError` for what no file of weights can hold."""
        weights = read_weights(self.path)
        for name, value in found.items():
            if not abs(value) < MOST_WEIGHT:
                raise ValueError(f"{name} {value:g}: expected weights below {MOST_WEIGHT:g}; take a smaller --gain")
            weights[DIRECT + NAMES.index(name)] = round(value * DIRECT_ONE)
        return weights

    def text(self, found: Values, record: dict[str, Any]) -> str:
        """Write the file of weights; to how they were found before, it is added how some were tuned."""
        return written(self.changed(found).tolist(), _with(self.path, record))


def _parameter(weights: Weights, written_name: str) -> Parameter:
    name, unit = _named(written_name)
    if name not in NAMES:
        raise ValueError(f"parameter {name!r}: expected the features, {', '.join(NAMES)}")
    if unit is None and name not in UNITS:
        raise ValueError(f"parameter {name!r}: say by which unit it is varied, such as '{name}=0.01'")
    return Parameter(name, float(weights[DIRECT + NAMES.index(name)]) / DIRECT_ONE, unit or UNITS[name])


def _named(written_name: str) -> tuple[str, float | None]:
    """Read `NAME` or `NAME=UNIT`. Raises `ValueError` for an invalid unit."""
    name, equals, written_unit = written_name.partition("=")
    if not equals:
        return name, None
    try:
        unit = float(written_unit)
    except ValueError:
        unit = 0.0
    if not 0 < unit <= MOST_UNIT:
        possible = f"possible as a unit are numbers above 0 up to {MOST_UNIT:g}, such as '{name}=0.4'"
        raise ValueError(f"parameter {written_name!r}: {possible}")
    return name, unit


@dataclass(frozen=True)
class Bargaining:
    """Tunes how bots bargain; they play in the arena, with trade, which is many times slower."""

    path: Path
    bot: str  # as the arena names it, such as skilled:nodes=32
    ruleset: Ruleset
    workers: int
    seed: int
    parameters: tuple[Parameter, ...]

    @classmethod
    def named(cls, path: Path, bot: str, ruleset: Ruleset, workers: int, seed: int, names: Sequence[str]) -> Bargaining:
        """Return some numbers of a file, `NAME` or `NAME=UNIT`. Raises `ValueError` for a name that there is not."""
        style = _style(path)
        _found_before(path)
        parameters = []
        for written_name in names:
            name, unit = _named(written_name)
            if name not in TradeStyle._fields:
                raise ValueError(f"parameter {name!r}: expected one of {', '.join(TradeStyle._fields)}")
            parameters.append(Parameter(name, getattr(style, name), unit or STYLE_UNIT, by_ratio=True))
        target = cls(path, bot, ruleset.but(domestic_trade=True), workers, seed, tuple(parameters))
        bot_maker(bot)
        bot_maker(target._entrant({parameter.name: parameter.start for parameter in parameters}))
        return target

    def play_match(self, one: Values, other: Values, deals: int, part: int, on_games: OnGames = no_report) -> Score:
        """Play a match between two settings in the arena: by turns around the table, and then the other way round."""
        wins = [0.0] * deals
        for seating in half_each(self.ruleset.players):
            entrants = tuple(self._entrant(one if is_one else other) for is_one in seating)
            spec = MatchSpec(entrants, self.ruleset, self.seed * PARTS + part)
            numbers = range(0, deals * spec.games_a_deal, spec.games_a_deal)  # nobody moves on by a seat
            for result in play_locally(spec, numbers, self.workers):
                divided = sum(seating) / len(seating)
                wins[result.deal] += divided if result.winner is None else seating[result.winner]
                on_games(1)
        return Score(tuple(wins), 2)

    def _entrant(self, changed: Values) -> str:
        name, _, options = self.bot.partition(":")
        return f"{name}:" + ",".join([*filter(None, [options]), *(f"{k}={v:.6g}" for k, v in changed.items())])

    def text(self, found: Values, record: dict[str, Any]) -> str:
        """Write the file of the style; to how it was found before, it is added how it was tuned."""
        rounded = {name: float(f"{value:.4g}") for name, value in found.items()}
        return write_style(_style(self.path)._replace(**rounded), _with(self.path, record))


def _style(path: Path) -> TradeStyle:
    """Read a file of a style. Raises `ValueError` if it is not one."""
    written = read_object(path)
    try:
        style = read_style(written)
    except (KeyError, TypeError, ValueError) as error:
        like = f"expected files with {', '.join(TradeStyle._fields)}, such as src/longroad/bots/trading/style.json"
        raise ValueError(f"{path}: {like}") from error
    for name, value in style._asdict().items():
        if not (value > 0 and isfinite(value)):
            raise ValueError(f"{path}: {name} {value:g}: expected a number above 0")
    return style


class Comparisons(GamesFile[Score]):
    """How settings did against each other, kept beside the file that is written, so that the same search goes on.

    Another search, another start or other code has another file. Raises `UnusableFile`.
    """

    def __init__(self, out: Path, command: str, target: Target, is_new: bool = False) -> None:
        start = sha256(target.path.read_bytes()).hexdigest()
        asked = {"spsa": command, "start": start, "code": code_digest(())}
        digest = sha256(json.dumps(asked).encode()).hexdigest()[:12]
        super().__init__(out.with_suffix(f".{digest}.jsonl"), asked, _read_score, is_new)
        self.target = target

    def play_match(self, part: int, one: Values, other: Values, deals: int, on_games: OnGames = no_report) -> Score:
        """Play deals of a part of the run between two settings, unless they are kept."""
        if part not in self.games or len(self.games[part].wins) != deals:
            score = self.target.play_match(one, other, deals, part, on_games)
            self.keep(part, score, {"part": part, "wins": score.wins, "games a deal": score.games_a_deal})
        else:
            on_games(self.games[part].games)
        return self.games[part]

    def play_final_match(
        self, one: Values, other: Values, deals: int, deals_a_part: int, on_games: OnGames = no_report
    ) -> Score:
        """Play two settings in other deals than those of the steps, part by part, each kept as it ends."""
        parts = chunks(deals, deals_a_part)
        assert len(parts) <= FINAL_PARTS
        scores = [self.play_match(FINAL_PART + k, one, other, len(part), on_games) for k, part in enumerate(parts)]
        return Score(tuple(won for score in scores for won in score.wins), scores[0].games_a_deal)


def _read_score(written: dict[str, Any]) -> tuple[int, Score]:
    return int(written["part"]), Score(tuple(map(float, written["wins"])), int(written["games a deal"]))


def _found_before(path: Path) -> dict[str, Any]:
    """Read how what a data file holds was found. Raises `ValueError` if it does not say."""
    before = read_object(path).get("found")
    if not isinstance(before, dict) or not isinstance(before.get("tuned", []), list):
        raise ValueError(f"{path}: expected files that say under 'found' how what they hold was found")
    return before


def _with(path: Path, record: dict[str, Any]) -> dict[str, Any]:
    """Add a record to those of a data file."""
    before = _found_before(path)
    return before | {"tuned": [*before.get("tuned", []), record]}
