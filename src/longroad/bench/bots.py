"""Measures how long bots take: every level decides in the same positions of real games.

The games have four players and trade between players, and are played by the strongest level that is quick enough. Only
decisions with more than one answer count. Everything is measured in CPU time on one thread.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Final

from longroad.bots.levels import LEVELS, make_bot
from longroad.bots.search_bot import compile_search
from longroad.bots.self_play import play
from longroad.core.compile.registry import compiled_available
from longroad.core.history import History
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.game.view import View

SECONDS: Final = {"expert": 12.0}  # for each level, if not `SECONDS_ELSE`
SECONDS_ELSE: Final = 4.0
QUICK_SECONDS: Final = 0.5
FEWEST: Final = 4  # decisions that every level makes, however long it takes: a founding can take a second
GAMES: Final = 2
LIMIT: Final = 200  # turns
PASSES: Final = (0, 4, 2, 6, 1, 5, 3, 7)  # the decision of each eight with which each pass begins

Figures = dict[str, float | None]


def decisions(player: str, games: int) -> Iterator[tuple[int, View]]:
    """Play games of four bots; return every decision with more than one answer as game number and view."""
    for number in range(games):
        history = History(State.new(Ruleset.preset("base", limit=LIMIT), number))
        bots = [make_bot(player, seat) for seat in range(4)]
        for before, _ in play(history, bots, number):
            if before.is_chance:
                continue
            seat = before.to_act[0]
            if len(before.legal(seat)) > 1 or before.forms(seat):
                yield number, View(before.view(seat), history.redacted(seat)[:-1])


def spread(asked: list[tuple[int, View]]) -> list[tuple[int, View]]:
    """Order decisions in several passes through the games, so that the first ones come from all parts of them."""
    return [each for first in PASSES for each in asked[first :: len(PASSES)]]


def think(level: str, asked: list[tuple[int, View]], seconds: float) -> list[float]:
    """Ask a level about a few decisions at least, then as many as fit the time; return the milliseconds of each."""
    bots = {(game, seat): make_bot(level, seat) for game in range(GAMES) for seat in range(4)}
    times: list[float] = []
    for game, view in asked:
        assert view.viewer is not None
        bot = bots[game, view.viewer]
        begun = time.process_time()
        bot.choose(view)
        times.append(1000 * (time.process_time() - begun))
        if len(times) >= FEWEST and sum(times) > 1000 * seconds:
            break
    return times


def figures_of(level: str, times: list[float]) -> Figures:
    """Return the median, the 99th percentile and the number of decisions."""
    p99 = statistics.quantiles(times, n=100, method="inclusive")[98] if len(times) > 1 else None
    p50 = statistics.median(times) if times else None
    return {f"bot_{level}_ms_p50": p50, f"bot_{level}_ms_p99": p99, f"bot_{level}_decisions": len(times)}


def measure_bots(quick: bool) -> Figures:
    """Measure all levels; return figures by name, None for levels that need a missing compiler."""
    can_compile = compiled_available()
    compile_search()
    player = "skilled" if can_compile and not quick else "novice"
    asked = spread(list(decisions(player, 1 if quick else GAMES)))
    figures: Figures = {}
    for name, level in LEVELS.items():
        seconds = QUICK_SECONDS if quick else SECONDS.get(name, SECONDS_ELSE)
        is_measured = can_compile or not level.needs_compiler
        figures |= figures_of(name, think(name, asked, seconds) if is_measured else [])
    return figures
