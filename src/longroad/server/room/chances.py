"""Where the chance of a room's game comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from longroad.core.state import State
from longroad.game.fair import FairDice
from longroad.notation.actions import Action


@dataclass(frozen=True, slots=True)
class Chances:
    """Where rolls, thefts and draws come from: a script, then verifiable dice; in earlier rooms a seed."""

    seed: int
    dice: FairDice | None = None
    script: tuple[str, ...] = ()

    @property
    def island_seed(self) -> int:
        """The seed of the island, where none was chosen."""
        return self.seed if self.dice is None else self.dice.island_seed

    def begun(self, texts: Sequence[str], script: Sequence[str] = ()) -> Chances:
        """Return chance as it is once the seats have added their texts."""
        dice = None if self.dice is None else FairDice(self.dice.secret, tuple(texts))
        return Chances(self.seed, dice, tuple(script))

    def outcome(self, state: State, number: int) -> int:
        """Return the next outcome of chance; `number` counts the outcomes before it."""
        if number < len(self.script):
            return Action.parse(self.script[number]).code
        return state.sample(self.seed) if self.dice is None else self.dice.outcome(state)
