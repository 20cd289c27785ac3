"""Measures the library: pushing and listing actions, writing, reading and drawing a game.

The library runs the interpreted rules, so these figures do not depend on the compiler. Everything is measured in CPU
time, the best of several rounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from longroad.draw import svg
from longroad.game.game import Game
from longroad.notation import actions
from longroad.notation.actions import Ply
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.records import jsonl
from longroad.notation.records import text as record_text
from longroad.notation.records.record import Record

PLIES: Final = 1000  # of the record that is read and written
SEED: Final = 1


def _random_game(preset: str, seed: int, plies: int) -> tuple[Game, list[Ply]]:
    """Play a random game until it has this many plies; return its decisions."""
    game, rng, decisions = Game(preset, seed=seed), Random(seed), []
    while len(game.plies) < plies and not game.is_over:
        seat = rng.choice(game.to_act)
        legal = game.legal_actions(seat)
        action = rng.choice(legal) if legal else next(legal.forms[0].actions())
        game.push(action, seat)
        decisions.append(Ply(seat, action))
    return game, decisions


def _push_and_list(preset: str, decisions: Sequence[Ply]) -> tuple[float, int]:
    """Replay decisions, listing the legal actions before each; return the seconds and the number of plies."""
    game = Game(preset, seed=SEED)
    before = len(game.plies)
    clear_caches()
    start = time.process_time()
    for seat, action, _ in decisions:
        game.legal_actions(seat)
        game.push(action, seat)
    return time.process_time() - start, len(game.plies) - before


def clear_caches() -> None:
    """Clear the caches of texts and codes, so that everything is parsed and written as for the first time."""
    for module in (actions, jsonl, record_text):
        for known in vars(module).values():
            if hasattr(known, "cache_clear"):
                known.cache_clear()


def seconds(work: Callable[[], object], rounds: int, times: int = 1) -> float:
    """Return the seconds of the fastest of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        clear_caches()
        start = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - start) / times)
    return best


def long_record(plies: int = PLIES) -> Record:
    """Return the record of a random game, cut to this many plies."""
    record = _random_game("base", SEED, plies)[0].record
    return Record(record.ruleset, record.island, record.codes[:plies], record.tags).closed(termination="cut")


def measure_library(quick: bool) -> dict[str, float]:
    """Measure everything; return figures by name."""
    rounds = 2 if quick else 7
    _, decisions = _random_game("base", SEED, PLIES)
    spent, plies = min(_push_and_list("base", decisions) for _ in range(rounds))
    record = long_record()
    state, text, lines, position = record.final, record.text, record.jsonl, write_position(record.final)
    return {
        "game_ply_us": 1e6 * spent / plies,
        "game_push_us": 1e6 * spent / len(decisions),
        "record_plies": len(record.codes),
        "record_write_ms": 1e3 * seconds(lambda: record.text, rounds),
        "record_read_ms": 1e3 * seconds(lambda: Record.parse(text), rounds),
        "jsonl_write_ms": 1e3 * seconds(lambda: record.jsonl, rounds),
        "jsonl_read_ms": 1e3 * seconds(lambda: Record.parse(lines), rounds),
        "position_write_ms": 1e3 * seconds(lambda: write_position(state), rounds, 10),
        "position_read_ms": 1e3 * seconds(lambda: read_position(position), rounds, 10),
        "draw_ms": 1e3 * seconds(lambda: svg(state), rounds, 3),
    }
