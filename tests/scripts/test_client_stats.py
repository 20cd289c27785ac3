"""The statistics of the page: the same numbers as the rules say when the games are counted with the library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad import Game
from longroad.bots.levels import make_bot
from longroad.core.actions import (
    CARD_STOLEN,
    CLOSE_DEAL,
    DICE_ROLLED,
    MOVE_ROBBER,
    TAKE_PROPOSAL,
    TRADE_BANK,
    action_first,
    action_kind,
    action_number,
    action_second,
    ply_action,
    ply_seat,
)
from longroad.core.layout import BANK, CHANCE, RESOURCES, ROBBER, TERRAIN
from longroad.core.rules.hands import is_unlimited
from longroad.core.state import State
from longroad.core.words import RESOURCE_NAMES, TERRAIN_NAMES
from longroad.notation.records.record import Record
from longroad.server.replays import replay
from tests.scripts.vitest import vitest

GAMES = ("base", "base,bank:unlimited", "duel", "extension", "classic,dice:deck")
SAMPLES = 4000

Numbers = np.ndarray[Any, Any]


def played(ruleset: str) -> Record:
    """Play a game of novices."""
    game = Game(f"{ruleset},limit:60", seed=4)
    bots = [make_bot("novice", seat) for seat in range(game.players)]
    while not game.is_over:
        seat = game.to_act[0]
        game.push(bots[seat].choose(game.view(seat)), seat)
    return game.record


def hands(state: State) -> Numbers:
    return np.array(state["hand"])


def gains(state: State, action: int) -> Numbers:
    """Return what a roll brings everybody, by seat and resource."""
    after = state.copy()
    after.apply(CHANCE, action)
    gained: Numbers = np.maximum(hands(after) - hands(state), 0)
    return gained


def with_full_bank(state: State) -> State:
    """Return a state in which the bank can pay everything."""
    if is_unlimited(state.s):
        return state
    filled = state.copy()
    filled.s[BANK : BANK + RESOURCES] = [60] * RESOURCES
    return filled


def without_robber(state: State) -> State:
    """Return a state in which the robber stands in the desert."""
    moved = state.copy()
    moved.s[ROBBER] = moved.s[TERRAIN : TERRAIN + 30].index(TERRAIN_NAMES.index("desert"))
    return moved


class Count:
    """What the rules say about a game, counted with states alone."""

    def __init__(self, record: Record) -> None:
        self.states = list(record.states())
        self.plies = [(ply_seat(ply), ply_action(ply)) for ply in record.codes]
        shape = hands(self.states[0]).shape
        self.count, self.unpaid, self.blocked = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        self.expected, self.given, self.got = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        self.blocked_by, self.stolen_by = np.zeros((6, 6)), np.zeros((6, 6))
        self.rolls: list[tuple[Numbers, Numbers]] = []  # chances of the outcomes, and cards by outcome and seat
        self.sums: list[int] = []
        self.placer: int | None = None
        for number, (seat, action) in enumerate(self.plies):
            self._add(self.states[number], self.states[number + 1], seat, action)

    def _add(self, before: State, after: State, seat: int, action: int) -> None:
        kind = action_kind(action)
        if kind == DICE_ROLLED:
            self._roll(before, action)
        elif kind == CARD_STOLEN:
            self.stolen_by[action_second(action), action_first(action)] += 1
        elif kind in (CLOSE_DEAL, TAKE_PROPOSAL, TRADE_BANK):
            change = hands(after) - hands(before)
            self.got += np.maximum(change, 0)
            self.given += np.maximum(-change, 0)
        if before.s[ROBBER] != after.s[ROBBER]:
            self.placer = seat if kind == MOVE_ROBBER else before["turn"]

    def _roll(self, before: State, action: int) -> None:
        self.sums.append(action_number(action))
        rich = with_full_bank(before)
        due, paid = gains(rich, action), gains(before, action)
        blocked = gains(without_robber(rich), action) - due
        self.count += paid
        self.unpaid += due - paid
        self.blocked += blocked
        if self.placer is not None:
            self.blocked_by[:, self.placer] += blocked.sum(1)
        outcomes = before.outcomes()
        weights = np.array([weight for _, weight in outcomes], float)
        possible = np.array([gains(rich, outcome) for outcome, _ in outcomes])
        self.expected += np.einsum("o,osr->sr", weights / weights.sum(), possible)
        self.rolls.append((weights / weights.sum(), possible.sum(2)))

    @property
    def is_independent(self) -> bool:
        """Whether all rolls are alike."""
        return all(len(weights) == 11 and np.allclose(weights, self.rolls[0][0]) for weights, _ in self.rolls)

    def ranks(self) -> list[float]:
        """In which part of simulated games the dice bring fewer cards, by seat."""
        rng = np.random.default_rng(1)
        totals = np.zeros((SAMPLES, len(self.count)))
        for weights, cards in self.rolls:
            totals += cards[rng.choice(len(weights), SAMPLES, p=weights)]
        found = (self.count + self.unpaid).sum(1)
        return [float(np.mean(totals[:, s] < n) + np.mean(totals[:, s] == n) / 2) for s, n in enumerate(found)]

    def odds(self) -> float:
        """In which part of simulated games the sums are at least as uneven."""
        weights = np.array([6 - abs(7 - total) for total in range(2, 13)]) / 36
        drawn = np.random.default_rng(2).multinomial(len(self.sums), weights, SAMPLES)
        own = np.bincount(self.sums, minlength=13)[2:]
        mean = len(self.sums) * weights
        distance = ((drawn - mean) ** 2 / mean).sum(1)
        return float(np.mean(distance >= ((own - mean) ** 2 / mean).sum() - 1e-9))


def counted(ruleset: str) -> dict[str, Any]:
    """Return a game as the page gets it, and what the library counts in it."""
    record = played(ruleset)
    count, players = Count(record), record.ruleset.players
    return {
        "replay": json.loads(replay(record).model_dump_json()),
        "production": list(production(count, players)),
        "stolen": count.stolen_by[:players, :players].tolist(),
        "blocked": count.blocked_by[:players, :players].tolist(),
        "given": [dict(zip(RESOURCE_NAMES, row, strict=True)) for row in count.given[:players].tolist()],
        "got": [dict(zip(RESOURCE_NAMES, row, strict=True)) for row in count.got[:players].tolist()],
        "rank": count.ranks()[:players] if count.is_independent else [None] * players,
        "odds": count.odds() if count.is_independent else None,
    }


def production(count: Count, players: int) -> Iterator[dict[str, Any]]:
    """Yield what a seat got of a resource."""
    for seat in range(players):
        for number, resource in enumerate(RESOURCE_NAMES):
            at = seat, number
            yield {
                "seat": seat,
                "resource": resource,
                "count": count.count[at],
                "expected": count.expected[at],
                "blocked": count.blocked[at],
                "unpaid": count.unpaid[at],
            }


@pytest.mark.compiled
def test_the_page_counts_what_the_library_counts(tmp_path: Path) -> None:
    games = tmp_path / "games.json"
    games.write_text(json.dumps([counted(ruleset) for ruleset in GAMES]))
    printed = vitest("src/stats/counting", environment="happy-dom", LONGROAD_STATISTICS=str(games))
    assert "✓ src/stats/counting/statistics.test.ts > a whole game > has the numbers that the library counts" in printed
