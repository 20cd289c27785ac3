"""Beliefs stay what they were: digests of what the seats of random games believed before the rules followed the log."""

from __future__ import annotations

from hashlib import sha256

import pytest

from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.beliefs.worlds import Hand
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from tests.bots.views import game_view
from tests.core.games import walk

SEEDS = (1, 2, 3)
PLIES = 600
EVERY = 3  # plies that somebody looks at the game

DIGESTS = {
    "base": "3fc0f791386330ca",
    "beginner": "4b7b3b95b3bdfee1",
    "traveler": "58ce5441d3e18024",
    "duel": "26a5cda3a9051370",
    "classic": "b595637eb004d345",
    "extension": "8df043090db11882",
    "one_on_one": "ac20a0edcfae67e0",
    "tournament": "0fda3e9084d6f79c",
}


def digest(preset: str) -> str:
    """Return a digest of the possible hands, their weights, the known cards, and when which resource came last.

    What came last is left out with two players, where it was wrong when the digests were made.
    """
    found = sha256()
    for seed in SEEDS:
        history = History(State.new(Ruleset.preset(preset, steal="must", limit=300), seed))
        players = history.state["players"]
        beliefs = [Beliefs() for _ in range(players)]
        for number, entry in enumerate(list(walk(history.state.copy(), seed, PLIES))):
            history.push(ply_seat(entry), ply_action(entry))
            seat = number // EVERY % players
            if number % EVERY == 0:
                found.update(believed(beliefs[seat].follow(game_view(history, seat)), players).encode())
    return found.hexdigest()[:16]


def number_of(hands: tuple[Hand, ...]) -> int:
    """Pack hands as they were when the digests were made: six bits for each resource, then the size, in 40 bits."""
    packed = [sum(count << 6 * resource for resource, count in enumerate(hand)) | sum(hand) << 30 for hand in hands]
    return sum(hand << 40 * seat for seat, hand in enumerate(packed))


def believed(beliefs: Beliefs, players: int) -> str:
    worlds = [(number_of(beliefs.hands(world)), f"{weight:.9g}") for world, weight in beliefs.worlds.items()]
    stack = beliefs.stack
    slots = [[tuple(slot) for slot in of_seat] for of_seat in stack.slots]
    came = [beliefs.came(seat) for seat in range(players)] if players > 2 else []
    return repr((worlds, beliefs.is_exact, slots, stack.is_known, stack.turns, stack.gone, came))


@pytest.mark.parametrize("preset", DIGESTS)
def test_beliefs_are_what_they_were(preset: str) -> None:
    assert digest(preset) == DIGESTS[preset]
