"""Puzzles: positions from games of bots in which one action is clearly the best.

They are decisions of the benchmark (`longroad.bench.decisions`), all of whose actions were rolled out. A puzzle is the
position as the seat sees it that decides, with the chance to win after each action. `scripts/puzzles.py` selects them.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final, Literal, get_args

from longroad.core import actions as a
from longroad.core import phases as p
from longroad.core.actions import action_kind, action_number
from longroad.core.layout import PHASE, ROAD_LENGTH
from longroad.core.rules.network import place_road
from longroad.core.state import State
from longroad.game.view import View
from longroad.notation.actions import Action
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.position import read_position

Theme = Literal["founding", "robber", "trade", "road", "building", "cards"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
LEAST_MARGIN: Final = 0.02  # that every other action loses against the best one, in shares of a victory
LEAST_ERRORS: Final = 4  # standard errors that every other action loses
FILE: Final = "puzzles.jsonl.xz"
FORMAT: Final = 1
UNIT: Final = 10_000  # the file's numbers are hundredths of a point, so this is certain

LEAST_RACE: Final = 3  # roads of the longest road, before which nobody races
RACE_ROADS: Final = 2  # that two seats in a race are apart, at most
FOUNDING: Final = frozenset((p.FOUND_SETTLEMENT, p.FOUND_ROAD))
ROBBING: Final = frozenset((p.ROBBER_MOVES, p.VICTIM_CHOICE))
CARDS: Final = frozenset((a.PLAY_KNIGHT, a.PLAY_ROADS, a.PLAY_PLENTY, a.PLAY_MONOPOLY))
BUILDS: Final = frozenset((a.BUILD_ROAD, a.BUILD_SETTLEMENT, a.BUILD_CITY, a.BUY_CARD))


@dataclass(frozen=True, slots=True)
class Choice:
    """An action of a puzzle, and what its rollouts say, in shares of a victory.

    The chance is that of the best action less the loss: actions are compared by the same dice, which is more accurate
    than each one's own mean.
    """

    action: str
    chance: float  # to win
    loss: float  # how much worse it is than the best
    error: float  # the standard error of the loss


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one action is clearly the best."""

    id: str
    theme: Theme
    position: str  # as the seat sees it that decides
    choices: tuple[Choice, ...]  # all actions that were compared, the best first
    novice: str  # what the level `novice` chose

    @property
    def view(self) -> View:
        """What the seat that decides may know. Raises `InvalidNotation`."""
        seen = read_position(self.position)
        if isinstance(seen, State):
            raise InvalidNotation(f"puzzle {self.id}: expected the position as a seat sees it, not a full one")
        return View(seen)

    @property
    def full_position(self) -> str | None:
        """The same as a full position, where nothing is hidden yet: in the first round of the founding."""
        text = re.sub(r"/seat\d/", "/full/", re.sub(r"/stack:\?\d+", "", self.position))
        return None if self.theme != "founding" or "?" in text else text

    @property
    def best(self) -> Choice:
        """The best action."""
        return self.choices[0]


# --- the file ---------------------------------------------------------------------------------------------------------


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """Return all puzzles by id, in the order of the days."""
    head, *lines = lzma.decompress(files(__name__).joinpath(FILE).read_bytes()).decode().splitlines()
    assert json.loads(head)["format"] == FORMAT
    return {puzzle.id: puzzle for puzzle in map(_read, lines)}


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everybody.

    >>> puzzle_of(date(2026, 1, 1)).id != puzzle_of(date(2026, 1, 2)).id
    True
    """
    puzzles = list(all_puzzles().values())
    return puzzles[day.toordinal() % len(puzzles)]


def write_file(puzzles: Iterable[Puzzle]) -> bytes:
    """Write the file with all puzzles."""
    lines = [json.dumps({"format": FORMAT}), *map(_write, puzzles)]
    return lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME)


def _read(line: str) -> Puzzle:
    fields = json.loads(line)
    choices = tuple(
        Choice(action, max(fields["chance"] - loss, 0) / UNIT, loss / UNIT, error / UNIT)
        for action, loss, error in zip(fields["actions"], fields["losses"], fields["errors"], strict=True)
    )
    return Puzzle(fields["id"], fields["theme"], fields["position"], choices, fields["novice"])


def _write(puzzle: Puzzle) -> str:
    fields = {
        "id": puzzle.id,
        "theme": puzzle.theme,
        "position": puzzle.position,
        "novice": puzzle.novice,
        "chance": round(UNIT * puzzle.best.chance),
        "actions": [choice.action for choice in puzzle.choices],
        "losses": [round(UNIT * choice.loss) for choice in puzzle.choices],
        "errors": [round(UNIT * choice.error) for choice in puzzle.choices],
    }
    return json.dumps(fields, separators=(",", ":"))


# --- what a puzzle is -------------------------------------------------------------------------------------------------


def is_clear(choices: Iterable[Choice]) -> bool:
    """Whether the first action is clearly better than all others, which there are."""
    others = list(choices)[1:]
    return bool(others) and all(one.loss >= max(LEAST_MARGIN, LEAST_ERRORS * one.error) for one in others)


def theme_of(view: View, best: str, novice: str) -> Theme | None:
    """Return what a decision is about: its phase, else the best action and what a novice does; None for none.

    A race for the longest road is on where two seats are a few roads apart; it is the theme if the best action or the
    novice's makes the seat's road longer. Cards are a theme if one of the two plays a development card, or the decision
    is whether to do so before the roll.
    """
    seat, phase = view.viewer, view.seen.s[PHASE]
    assert seat is not None
    if phase in FOUNDING:
        return "founding"
    if phase in ROBBING:
        return "robber"
    both = [_code(view, seat, best), _code(view, seat, novice)]
    if any(_is_race(view, seat, code) for code in both):
        return "road"
    if phase == p.BEFORE_ROLL or CARDS & {action_kind(code) for code in both}:
        return "cards"
    return _theme_of_action(both[0], phase)


def _theme_of_action(best: int, phase: int) -> Theme | None:
    kind = action_kind(best)
    if kind in BUILDS:
        return "building"
    if phase == p.MAIN and kind in (a.OFFER_TRADE, a.ACCEPT, a.REFUSE, a.TRADE_BANK, a.CLOSE_DEAL, a.TAKE_PROPOSAL):
        return "trade"
    return "building" if kind == a.END_TURN else None


def _is_race(view: View, seat: int, code: int) -> bool:
    """Whether an action makes the seat's road longer while others compete for the longest one."""
    if not _has_rivals(view, seat):
        return False
    if action_kind(code) == a.PLAY_ROADS:
        return True
    return action_kind(code) == a.BUILD_ROAD and _length_after(view, seat, action_number(code)) > view.road_length(seat)


def _has_rivals(view: View, seat: int) -> bool:
    """Whether the seat can win the longest road soon, or lose it."""
    others = max(view.road_length(other) for other in range(view.players) if other != seat)
    own = view.road_length(seat)
    return max(own, others) >= LEAST_RACE and abs(own - others) <= RACE_ROADS


def _length_after(view: View, seat: int, path: int) -> int:
    """Return how long the seat's road is with one more."""
    s, m = view.seen.s.copy(), view.seen.m.copy()
    place_road(s, m, seat, path)
    return int(s[ROAD_LENGTH + seat])


def _code(view: View, seat: int, action: str) -> int:
    return Action.parse(action, seat, view.players).code
