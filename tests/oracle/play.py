"""Whole games: islands, temperaments and dice that make rare things happen, and what was compared, added up."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap, initialize_tiles

from longroad.core import actions as a
from longroad.core.island.given import Island
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from tests.oracle import judge
from tests.oracle.deviations import Unexplained
from tests.oracle.match import Match
from tests.oracle.moves import name_move
from tests.oracle.places import our_island
from tests.oracle.position import position_of

MOST_DECISIONS: Final = 4000
PATIENCE: Final = 60  # turns of a seat after which a miser begins to spend

# How much each kind of move is wanted, by temperament; what is not named counts 1.
BUILDER: Final = {
    a.BUILD_SETTLEMENT: 40.0,
    a.BUILD_CITY: 60.0,
    a.BUILD_ROAD: 2.0,
    a.BUY_CARD: 10.0,
    a.TRADE_BANK: 1.0,
    a.PLAY_KNIGHT: 3.0,
    a.PLAY_ROADS: 10.0,
    a.STOP_ROADS: 0.4,
}
ROADS: Final = BUILDER | {a.BUILD_ROAD: 20.0, a.BUILD_CITY: 8.0, a.BUY_CARD: 2.0, a.BUILD_SETTLEMENT: 5.0}
CARDS: Final = BUILDER | {a.BUY_CARD: 80.0, a.BUILD_ROAD: 0.5, a.PLAY_KNIGHT: 10.0, a.PLAY_PLENTY: 2.0}
TRADER: Final = BUILDER | {a.TRADE_BANK: 6.0, a.END_TURN: 3.0}
MISER: Final = {a.END_TURN: 60.0, a.PLAY_PLENTY: 0.2, a.TRADE_BANK: 0.2}
TEMPERAMENTS: Final = (BUILDER, BUILDER, ROADS, ROADS, CARDS, TRADER, MISER)
CUTTING: Final = 30.0  # how much more a settlement is wanted that cuts a road
NEAR_CUT: Final = 5.0  # and a road near such a place, twice so if it leads there
CROWDING: Final = (1.0, 10.0, 30.0)  # and a founding settlement two paths from an opponent's

TO_BUILDING: Final = 4.0  # and a road that ends at an opponent's building
TANGLED: Final = 0.3  # of the games are about roads alone

# The dice, as weights of a 7 beside its fair 6.
SEVENS: Final = (6, 6, 6, 1, 0, 24)


@dataclass
class Report:
    """What came of some games."""

    games: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    games_with: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, Any]] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Add other games."""
        self.games += other.games
        self.counts += other.counts
        self.found += other.found
        self.games_with += other.games_with
        self.failures += other.failures


class Player:
    """Everything that is left to choice in one game, from one seed."""

    def __init__(self, seed: str, players: int) -> None:
        self.random = random.Random(seed)
        self.wants = [self.random.choice(TEMPERAMENTS) for _ in range(players)]
        self.sevens = self.random.choice(SEVENS)
        self.crowding = self.random.choice(CROWDING)
        self.favored = self.random.choice((0, 0, 0, *range(2, 13)))
        if self.random.random() < TANGLED:
            self.wants, self.crowding = [ROADS] * players, max(CROWDING)

    def island(self) -> Island:
        """Lay an island: as Catanatron does, or in one of our ways."""
        way = self.random.randrange(4)
        if way == 0:
            return our_island(CatanMap.from_tiles(self._their_tiles()))
        ways: tuple[dict[str, Any], ...] = (
            {},
            {"tokens": "random", "harbors": "frame"},
            {"spiral": "clockwise", "harbors": "free"},
        )
        island = State.new(Ruleset(**ways[way - 1]), seed=self.random.getrandbits(60)).island
        return Island(terrain=island.terrain, tokens=island.tokens, harbors=island.harbors)

    def _their_tiles(self) -> Any:
        template = BASE_MAP_TEMPLATE
        parts = (template.numbers, template.port_resources, template.tile_resources)
        return initialize_tiles(template, *(self.random.sample(part, len(part)) for part in parts))

    def chance(self, state: State, outcomes: list[tuple[int, int]]) -> int:
        """Choose an outcome; the dice may be loaded."""
        actions = [action for action, _ in outcomes]
        if state.phase != "dice roll":
            # The seldom card and the seldom theft are as good as any.
            return self.random.choice(actions)
        weights = [self._dice_weight(a.action_number(action), weight) for action, weight in outcomes]
        total = a.action_number(self.random.choices(actions, weights)[0])
        first = self.random.choice([die for die in range(1, 7) if 1 <= total - die <= 6])
        return a.action(a.DICE_ROLLED, total, first, total - first)

    def _dice_weight(self, total: int, weight: int) -> int:
        if total == 7:
            return self.sevens
        return 12 * weight if total == self.favored else weight

    def choose(self, match: Match, moves: list[int]) -> int:
        """Choose a move."""
        return self.random.choices(moves, [self._weight(match, move) for move in moves])[0]

    def _weight(self, match: Match, move: int) -> float:
        kind, number = a.action_kind(move), a.action_number(move)
        seat, position = match.seat, match.position
        wants = self.wants[seat]
        if wants is MISER and match.state["turns"] > PATIENCE * len(self.wants):
            wants = BUILDER
        weight = wants.get(kind, 1.0)
        if match.state["founded"] < 2 * len(self.wants):
            is_near = kind == a.BUILD_SETTLEMENT and judge.is_near(number, position.foreign(seat))
            return self.crowding if is_near else 1.0
        if kind == a.BUILD_SETTLEMENT and judge.cut_seat(position, seat, number) >= 0:
            return weight * CUTTING
        if kind == a.BUILD_ROAD:
            ends_at_building = position.foreign(seat) & judge.ends(1 << number)
            return (
                weight
                * NEAR_CUT ** judge.cuts_near(position, seat, number)
                * (TO_BUILDING if ends_at_building else 1.0)
            )
        return weight

    def discards(self, match: Match) -> dict[int, tuple[int, ...]]:
        """Choose everyone's discards, and the order of the seats."""
        choices = {}
        seats = list(match.state.to_act)
        self.random.shuffle(seats)
        for seat in seats:
            (form,) = match.state.forms(seat)
            hand = [resource for resource, count in enumerate(form.give) for _ in range(count)]
            drawn = Counter(self.random.sample(hand, form.total or 0))
            choices[seat] = tuple(drawn[resource] for resource in range(5))
        return choices


def play_out(match: Match, player: Player) -> None:
    """Play a game to its end, or to the limit of decisions."""
    while not match.state.is_over and match.counts["lists of legal actions"] < MOST_DECISIONS:
        moves = match.moves()
        if moves == [a.DISCARD]:
            match.discard(player.discards(match))
        else:
            match.play(player.choose(match, moves))


def play_game(seed: int, number: int, players: int) -> Report:
    """Play one game in both engines, and report."""
    player = Player(f"{seed}/{number}/{players}", players)
    match = Match.begin(player.island(), players, player.chance)
    report = Report()
    try:
        play_out(match, player)
        report.games["ended" if match.state.is_over else "stopped at the limit"] += 1
    except Exception as error:
        report.games["failed"] += 1
        report.failures.append(_dump(seed, number, match, error))
    report.games[f"{players} players"] += 1
    report.counts += match.counts + Counter({"plies": len(match.plies)})
    report.found += Counter({deviation.name: count for deviation, count in match.found.items()})
    report.games_with += Counter({deviation.name: 1 for deviation in match.found})
    return report


def _dump(seed: int, number: int, match: Match, error: Exception) -> dict[str, Any]:
    """Write down everything that a failure needs to be looked into."""
    return {
        "seed": seed,
        "game": number,
        "players": match.state["players"],
        "ply": len(match.plies),
        "error": f"{type(error).__name__}: {error}",
        "trace": None if isinstance(error, Unexplained) else traceback.format_exc(),
        "phase": match.state.phase,
        "before": match.position._asdict(),
        "ours": position_of(match.state)._asdict(),
        "theirs": _attempt(lambda: match.twin.position()._asdict()),
        "our legal": [name_move(move) for seat in match.state.to_act if seat < 6 for move in match.state.legal(seat)],
        "their legal": _attempt(lambda: sorted(map(name_move, match.twin.legal()[1]))),
        "island": {name: getattr(match.island, name) for name in ("terrain", "tokens", "harbors")},
        "plies": match.plies,
    }


def _attempt(read: Callable[[], object]) -> object:
    """Read something of a game that may be broken."""
    try:
        return read()
    except Exception as error:
        return repr(error)
