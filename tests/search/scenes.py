"""What the tests of the search look at: states of many games, and the search's blocks around one of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from random import Random

from longroad.core.actions import ply_action, ply_seat
from longroad.core.layout import (
    CARD_KINDS,
    CARDS,
    CITIES_LEFT,
    FRESH,
    HAND,
    HAND_SIZE,
    PLAYERS,
    RESOURCES,
    ROADS_LEFT,
    SETTLEMENTS_LEFT,
    SMALL_ROW,
    WORDS_ROW,
)
from longroad.core.ruleset import PRESETS
from longroad.core.state import State
from longroad.game.table import Table
from longroad.search.choices import weigh_places
from longroad.search.endings import ROWS
from longroad.search.evaluate import WORKSPACE, evaluate, prepare
from longroad.search.features import BOARD_SIZE, FEATURES, NAMES
from longroad.search.measures import measure
from longroad.search.turns import ACTION, COUNT, NOTES, VALUE, WORTH, search_turn
from longroad.search.weights import weights
from tests.bots.views import begun, played
from tests.core.games import states_met


class Shown(Table):
    """A state with the face of the library."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def seen(self) -> State:
        """The state."""
        return self._state


@cache
def met(one_in: int) -> tuple[bytes, ...]:
    """Return states of novices' games of all presets, one of so many, the beginnings included."""
    found = []
    for number, preset in enumerate(PRESETS):
        game = played(preset, number, "novice")
        again = begun(preset, number)
        for place, entry in enumerate(game.plies):
            if place % one_in == number % one_in:
                found.append(again.state.to_bytes())
            again.push(ply_seat(entry), ply_action(entry))
        found.append(again.state.to_bytes())
    return tuple(found)


def scenes(one_in: int) -> Iterator[State]:
    """Yield states of all presets and of random rulesets, of sensible and of random play."""
    for code in (*met(one_in), *states_met(20, 2 * one_in)):
        yield State.from_own_bytes(code)


def redealt(state: State, seed: int) -> State:
    """Return a state with random hands, cards and pieces in supply, more varied than games lead to."""
    random, s = Random(seed), list(state.s)
    for seat in range(s[PLAYERS]):
        hand = [random.randrange(6) for _ in range(RESOURCES)]
        cards = [random.randrange(3) for _ in range(CARD_KINDS)]
        s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)] = hand
        s[HAND_SIZE + seat] = sum(hand)
        s[CARDS + CARD_KINDS * seat : CARDS + CARD_KINDS * (seat + 1)] = cards
        s[FRESH + CARD_KINDS * seat : FRESH + CARD_KINDS * (seat + 1)] = [random.randint(0, count) for count in cards]
        s[SETTLEMENTS_LEFT + seat], s[CITIES_LEFT + seat] = random.randrange(3), random.randrange(3)
        s[ROADS_LEFT + seat] = random.randrange(8)
    return State(s, list(state.m))


def padded(block: list[int], size: int) -> list[int]:
    """Return a block of a state as a row."""
    return block + [0] * (size - len(block))


class Bench:
    """The blocks that the search works in, as lists, and a state in their first row."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.notes = [0] * NOTES
        self.board = [0] * BOARD_SIZE
        self.measures = [0] * WORKSPACE
        self.weights = list(weights())
        prepare(state.s, self.board, self.measures)

    @cached_property
    def rows(self) -> list[list[int]]:
        """The rows of small integers."""
        return [padded(self.state.s, SMALL_ROW), *([0] * SMALL_ROW for _ in range(2 * ROWS - 1))]

    @cached_property
    def words(self) -> list[list[int]]:
        """The rows of words."""
        return [padded(self.state.m, WORDS_ROW), *([0] * WORDS_ROW for _ in range(2 * ROWS - 1))]

    def features(self) -> list[dict[str, int]]:
        """Measure the state: by seat, the features by name."""
        measure(self.state.s, self.state.m, self.board, self.measures)
        players = range(self.state.s[PLAYERS])
        return [dict(zip(NAMES, self.measures[FEATURES * seat :], strict=False)) for seat in players]

    def share(self, seat: int) -> int:
        """Evaluate the state for a seat."""
        return evaluate(self.state.s, self.state.m, self.board, self.weights, self.measures, seat)

    def shares(self) -> list[int]:
        """Evaluate the state for all seats."""
        return [self.share(seat) for seat in range(self.state.s[PLAYERS])]

    def search(self, seat: int, nodes: int) -> dict[int, int]:
        """Search a turn: what each action is worth, and the best first."""
        best = search_turn(self.rows, self.words, 0, self.notes, self.board, self.weights, self.measures, seat, nodes)
        found = self._found()
        action = self.notes[ACTION + best]
        assert found[action] == max(found.values())
        return {action: found[action]} | found

    def places(self, seat: int) -> dict[int, int]:
        """Weigh places to found at."""
        weigh_places(self.rows, self.words, 0, self.notes, self.board, self.weights, self.measures, seat)
        return self._found()

    def _found(self) -> dict[int, int]:
        count = self.notes[COUNT]
        actions = self.notes[ACTION : ACTION + count]
        return dict(zip(actions, self.notes[WORTH : WORTH + count], strict=True))

    @property
    def value(self) -> int:
        """What the root of the last search is worth if the turn ends there."""
        return self.notes[VALUE]
