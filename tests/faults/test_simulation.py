"""The simulation of a server under faults: a minute of it here, 100,000 games in `make faults`."""

from __future__ import annotations

from typing import Any

import pytest

from longroad.server.room import actions
from longroad.server.room.commits import CommitQueue
from longroad.server.room.state import RoomState
from longroad.server.store.changes import Change
from tests.faults.game import SimulatedGame, play
from tests.faults.memory import Data
from tests.faults.person import Violation

GAMES = 600
PARTS = 12


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_doubled_or_told_whatever_fails(part: int) -> None:
    confirmed = kills = snapshots = 0
    for seed in range(part, GAMES, PARTS):
        try:
            outcome = play(seed)
        except Exception as error:
            raise AssertionError(f"python -m tests.faults simulate --seed {seed} --games 1 repeats it") from error
        confirmed, kills = confirmed + outcome.confirmed, kills + outcome.kills
        snapshots += outcome.has_snapshot
    assert confirmed > 300, "people act"
    assert kills > 30, "servers are killed"
    assert snapshots > 10, "rooms are loaded from snapshots"


def test_a_seed_repeats_a_run() -> None:
    one, other = SimulatedGame(7), SimulatedGame(7)
    assert one.play() == other.play()
    assert one.data == other.data
    another = SimulatedGame(8)
    another.play()
    assert one.data.events != another.data.events


# --- what the simulation would notice -------------------------------------------------------------------------------


def forgetful_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose one of twenty changes that were stored."""
    real, count = Data.put, iter(range(10**9))

    def put(self: Data, change: Change) -> None:
        if next(count) % 20 != 19 or len(change.events) != 1:
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
    with pytest.raises(Violation):
        play_from(0, 100)


def play_from(seed: int, games: int) -> None:
    for number in range(seed, seed + games):
        play(number)
