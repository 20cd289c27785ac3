"""The chance of a deal: the same in all of its games, as far as games that diverge can share it.

Every turn has the same roll, whatever has been drawn or stolen before, and the development cards lie in the same order.
Only the card that a thief takes depends on how far the game has come.
"""

from __future__ import annotations

from typing import Final

from longroad.core.layout import CHANCES, DECK_SIZE, PHASE, ROLLS, TURNS
from longroad.core.phases import CARD_DRAW, DICE_ROLL
from longroad.core.state import State

# The numbers from which outcomes are drawn. Lower numbers are for the rolls for the start, and for thefts.
_ROLLS: Final = 1 << 20
_CARDS: Final = 2 << 20
_ROLLS_A_TURN: Final = 2  # in a duel


def outcome(state: State, seed: int) -> int:
    """Return the action of chance that follows from the seed of a deal."""
    twin = state.copy()
    twin.m[CHANCES] = _number(state)
    return twin.sample(seed)


def _number(state: State) -> int:
    s, m = state.s, state.m
    if s[PHASE] == DICE_ROLL:
        return _ROLLS + _ROLLS_A_TURN * m[TURNS] + s[ROLLS]
    if s[PHASE] == CARD_DRAW:
        return _CARDS + s[DECK_SIZE]
    return m[CHANCES]
