"""The simulation of a server under faults: a hundred games here, 100,000 games in `make faults`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from longroad.server.room import actions
from longroad.server.room.commits import CommitQueue
from longroad.server.room.state import RoomState
from longroad.server.store.changes import Change
from longroad.server.store.errors import Overtaken
from tests.faults.game import SHARED, SimulatedGame, play
from tests.faults.memory import Data, MemoryStore, Taken
from tests.faults.person import Violation

GAMES = 600
PARTS = 12
QUICK_PARTS = 2  # of two servers and of one; the others are marked as slow


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=() if part < QUICK_PARTS else pytest.mark.slow) for part in range(PARTS)]
)
def test_nothing_is_lost_doubled_or_told_whatever_fails(part: int) -> None:
    confirmed = kills = snapshots = takeovers = 0
    for seed in range(part, GAMES, PARTS):
        try:
            outcome = play(seed)
        except Exception as error:
            raise AssertionError(f"python -m tests.faults simulate --seed {seed} --games 1 repeats it") from error
        confirmed, kills = confirmed + outcome.confirmed, kills + outcome.kills
        snapshots += outcome.has_snapshot
        takeovers += outcome.takeovers
    assert confirmed > 300, "people act"
    assert kills > 30, "servers are killed"
    assert snapshots > 10, "rooms are loaded from snapshots"
    assert takeovers > 5 or part % SHARED, "servers take over the games of others"


@pytest.mark.parametrize("seed", [7, 8], ids=["one server", "two servers"])
def test_a_seed_repeats_a_run(seed: int) -> None:
    one, other = SimulatedGame(seed), SimulatedGame(seed)
    assert one.play() == other.play()
    assert one.data == other.data
    another = SimulatedGame(seed + 1)
    another.play()
    assert one.data.events != another.data.events


# --- what the simulation would notice -------------------------------------------------------------------------------


def forgetful_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose one of twenty changes that were stored, but no new game."""
    real, count = Data.put, iter(range(10**9))

    def put(self: Data, change: Change) -> None:
        if not self.events.get(change.game) or next(count) % 20 != 19 or len(change.events) != 1:
            real(self, change)

    monkeypatch.setattr(Data, "put", put)


def early_confirmation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Confirm what is not stored yet, and say nothing when that fails."""
    real = CommitQueue.write

    async def write(self: CommitQueue, *arguments: Any) -> None:
        try:
            await real(self, *arguments)
        except OSError:
            return

    monkeypatch.setattr(CommitQueue, "write", write)


def old_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take an answer to any decision for one to the latest."""
    real = actions.read_act

    def read_act(state: RoomState, viewer: int | None, request: Any) -> Any:
        latest = state.decisions.get(-1 if viewer is None else viewer, 0)
        return real(state, viewer, request.model_copy(update={"decision": latest}))

    monkeypatch.setattr("longroad.server.room.actions.read_act", read_act)


def open_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show every hand to everybody."""
    monkeypatch.setattr("longroad.game.holdings.is_known", lambda seen, seat: True)


@pytest.mark.parametrize("mistake", [forgetful_store, early_confirmation, old_answers, open_hands])
def test_the_simulation_notices_a_mistake(mistake: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake(monkeypatch)
    with pytest.raises((Violation, Taken)):  # Taken: the server itself meets the gap first
        play_from(0, 100)


def play_from(seed: int, games: int, step: int = 1) -> None:
    for number in range(seed, seed + games * step, step):
        play(number)


# --- and of two servers -----------------------------------------------------------------------------------------------


def late_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store what arrives after another server has claimed the game."""
    real = MemoryStore.write

    async def write(self: MemoryStore, change: Change) -> None:
        try:
            await real(self, replace(change, owner=None))
        except Taken as taken:
            raise Overtaken from taken

    monkeypatch.setattr(MemoryStore, "write", write)


def test_the_simulation_of_two_servers_notices_late_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    late_writes(monkeypatch)
    with pytest.raises(Violation, match="is told of"):
        play_from(736, 300, SHARED)
