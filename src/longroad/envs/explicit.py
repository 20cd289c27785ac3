"""One game, stepped action by action, where chance acts too: each outcome of the dice or a stack is a step of its own.

The numbering, the composing of bundles and the observations are those of the vector environment, which resolves chance
by itself. A game can be copied at any moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from longroad.core.actions import PLAY_MONOPOLY, action_kind, ply, ply_action
from longroad.core.layout import CHANCE, CHANCES, HAND_SIZE, NOBODY, PHASE, PLAYERS, WINNER
from longroad.core.rules.chance import outcome_action, outcome_count, total_weight, weight
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.view import redact_log
from longroad.envs.actions import ActionSpace
from longroad.envs.compose import ASK, COUNT, EXTRAS, PENDING, SEAT, list_steps
from longroad.envs.observations import ObservationSpace
from longroad.envs.observe import observe, observe_island
from longroad.envs.plan import make_plan
from longroad.envs.step import decider, take_decision, take_outcome, write_mask
from longroad.notation.actions import write_action, write_ply

CHANCES_OF_A_DECISION: Final = 2  # plies of chance after it, at most: a forced trade takes two cards
START_ROLLS: Final = 120  # for the starting player: ties roll again


class Spaces:
    """The actions and observations of a ruleset, with their plan. Copies are the same object."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.actions, self.features = ActionSpace(ruleset), ObservationSpace(ruleset)
        self.plan = make_plan(self.actions, self.features)

    def __deepcopy__(self, memo: Any) -> Spaces:
        return self

    def __reduce__(self) -> tuple[Any, tuple[Ruleset]]:
        return spaces_of, (self.ruleset,)


@lru_cache(maxsize=64)
def spaces_of(ruleset: Ruleset) -> Spaces:
    """Return the spaces of a ruleset, which are made once.

    >>> len(spaces_of(Ruleset()).actions)
    277
    """
    return Spaces(ruleset)


class ExplicitGame:
    """A game with explicit chance, cut off after `most` decisions and steps.

    >>> game = ExplicitGame(State.new(Ruleset(players=3), 7), 1000)
    >>> game.is_chance, game.outcomes()[:3]
    (True, [(0, 1), (1, 2), (2, 3)])
    >>> game.describe_outcome(6)
    'start 0 rolled 8'
    >>> for sum_of_dice in (8, 4, 6):
    ...     game.take(sum_of_dice - 2)
    >>> game.seat, game.spaces.actions.describe(game.allowed[0])
    (0, 'build settlement 0')
    """

    __slots__ = ("allowed", "extras", "hand_sizes", "most", "plies", "spaces", "state")

    def __init__(self, state: State, most: int) -> None:
        self.state, self.most = state, most
        self.spaces = spaces_of(state.ruleset)
        self.extras = [0] * EXTRAS
        self.plies: list[int] = []
        self.hand_sizes: list[tuple[int, ...]] = []  # after each monopoly, as everybody sees them
        self.allowed: list[int] = []
        self._find_decider()

    def __deepcopy__(self, memo: Any) -> ExplicitGame:
        return self.copy()

    def copy(self) -> ExplicitGame:
        """Return an independent copy."""
        twin = ExplicitGame.__new__(ExplicitGame)
        twin.state, twin.most, twin.spaces = self.state.copy(), self.most, self.spaces
        twin.extras, twin.plies, twin.allowed = self.extras.copy(), self.plies.copy(), self.allowed.copy()
        twin.hand_sizes = self.hand_sizes.copy()
        return twin

    @property
    def is_cut(self) -> bool:
        """Whether the game was cut off."""
        return self.extras[COUNT] >= self.most or self.state.m[CHANCES] >= most_chances(self.most)

    @property
    def is_over(self) -> bool:
        """Whether the game is over or was cut off."""
        return self.state.is_over or self.is_cut

    @property
    def is_chance(self) -> bool:
        """Whether chance acts next."""
        return self.state.is_chance and not self.is_cut

    @property
    def seat(self) -> int:
        """The seat that decides, -1 if none does."""
        return self.extras[SEAT]

    @property
    def winner(self) -> int:
        """The seat that has won, -1 if none has."""
        return self.state.s[WINNER] if self.state.is_over else NOBODY

    def outcomes(self) -> list[tuple[int, int]]:
        """Return the numbers of the possible outcomes of chance, with their weights."""
        weights = [(i, weight(self.state.s, i)) for i in range(outcome_count(self.state.s))]
        return [pair for pair in weights if pair[1] > 0]

    @property
    def total_weight(self) -> int:
        """The sum of the weights of all outcomes."""
        return total_weight(self.state.s)

    @property
    def possible(self) -> list[int]:
        """The numbers of the possible outcomes if chance acts, otherwise of the allowed actions."""
        return [number for number, _ in self.outcomes()] if self.is_chance else self.allowed

    def describe_outcome(self, number: int) -> str:
        """Say what an outcome of chance does. Raises `ValueError` if it is not possible here."""
        if not self.is_chance:
            raise ValueError(f"{number!r}: chance does not act here")
        self._check(number)
        return write_action(outcome_action(self.state.s, number))

    def take(self, number: int) -> None:
        """Take an action of the seat that decides, or an outcome of chance. Raises `ValueError` if it is not possible.

        >>> ExplicitGame(State.new(Ruleset()), 1000).take(11)
        Traceback (most recent call last):
        ...
        ValueError: 11: not possible here; possible are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
        """
        self._check(number)
        if self.is_chance:
            self._take_outcome(number)
        else:
            self._take_decision(number)
        self._find_decider()

    def _check(self, number: int) -> None:
        """Raise `ValueError` for what is not possible."""
        possible = self.possible
        if number not in possible:
            raise ValueError(f"{number!r}: not possible here; possible are {', '.join(map(str, possible)) or 'none'}")

    def _take_outcome(self, number: int) -> None:
        state = self.state
        action = outcome_action(state.s, number)
        take_outcome(state.s, state.m, self.extras, action)
        self.plies.append(ply(CHANCE, action))

    def _take_decision(self, number: int) -> None:
        state, seat = self.state, self.seat
        action = take_decision(state.s, state.m, self.extras, self.spaces.plan, number)
        if action != 0:
            self.plies.append(ply(seat, action))
            if action_kind(action) == PLAY_MONOPOLY:
                self.hand_sizes.append(tuple(state.s[HAND_SIZE : HAND_SIZE + state.s[PLAYERS]]))

    def _find_decider(self) -> None:
        """Find who decides, and what is allowed."""
        state, extras, plan = self.state, self.extras, self.spaces.plan
        self.allowed = []
        extras[SEAT] = NOBODY
        if not self.is_over and not state.is_chance:
            mask = [0] * len(self.spaces.actions)
            extras[SEAT] = decider(state.s, extras)
            list_steps(state.s, state.m, extras, extras[SEAT])
            write_mask(state.s, state.m, extras, plan, mask)
            self.allowed = [index for index, is_allowed in enumerate(mask) if is_allowed]

    def observe(self, viewer: int) -> list[int]:
        """Return what a seat observes."""
        row = [0] * self.spaces.features.size
        observe_island(self.state.s, self.spaces.plan, row)
        observe(self.state.s, self.state.m, self.extras, self.spaces.plan, viewer, row)
        return row

    def composing(self, viewer: int) -> str:
        """Say what a seat that decides is composing, and whether it is asked for a proposal; nothing of another."""
        if viewer != self.seat or viewer == NOBODY:
            return ""
        bundle = self.extras[PENDING]
        asked = " asked" if self.extras[ASK] >> viewer & 1 else ""
        return asked + (f" composing {write_action(bundle)}" if bundle else "")

    def log(self, viewer: int) -> list[str]:
        """Return the log as a viewer may know it, with the sizes of hands where only a look at the table shows them."""
        return written_log(redact_log(self.plies, viewer, self.state.s[PHASE]), self.hand_sizes)


def most_chances(most: int) -> int:
    """Return how many plies of chance a game of so many decisions has at most.

    >>> most_chances(1000)
    2120
    """
    return CHANCES_OF_A_DECISION * most + START_ROLLS


def written_log(plies: Sequence[int], hand_sizes: Sequence[tuple[int, ...]]) -> list[str]:
    """Write plies, those of a monopoly with the sizes of hands after it."""
    lines, sizes = [], iter(hand_sizes)
    for entry in plies:
        text = write_ply(entry)
        if action_kind(ply_action(entry)) == PLAY_MONOPOLY:
            text += f" -> {'.'.join(map(str, next(sizes)))}"
        lines.append(text)
    return lines
