"""Chances of positions: exact sums, exact means over what chance can do, and certainty at the end."""

from __future__ import annotations

import pytest

from longroad.analysis.chances import Valuer, certain, outcomes_of
from longroad.core.actions import END_TURN, ROLL
from longroad.core.history import History
from longroad.core.layout import CARD_KINDS, CHANCE, DECK, DECK_SIZE, WINNER
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN
from tests.analysis.games import PRESETS, plies_of
from tests.bots.views import begun

pytestmark = pytest.mark.compiled


def states_of(preset: str, every: int) -> list[State]:
    """Return every so many states of a game, and the last."""
    history = begun(preset, 1)
    states = []
    for number, code in enumerate(plies_of(preset)):
        if number % every == 0:
            states.append(history.state.copy())
        history._push_entry(number, code)
    return [*states, history.state]


def without_deck(state: State) -> State:
    """Return a state without development cards in the stack."""
    empty = state.copy()
    empty.s[DECK : DECK + CARD_KINDS] = [0] * CARD_KINDS
    empty.s[DECK_SIZE] = 0
    return empty


@pytest.mark.parametrize("preset", PRESETS)
def test_the_chances_of_all_seats_add_up_to_certainty(preset: str) -> None:
    states = states_of(preset, 5)
    for state, chances in zip(states, Valuer(8).values(states), strict=True):
        assert sum(chances) == CERTAIN
        assert len(chances) == state["players"]
        assert min(chances) >= 0


@pytest.mark.parametrize("preset", ["base", "duel"])
def test_where_chance_acts_the_chances_are_the_mean_over_all_outcomes(preset: str) -> None:
    valuer, checked = Valuer(8), 0
    for state in states_of(preset, 1):
        if state.is_chance:
            weights, after = zip(*outcomes_of(state), strict=True)
            values = valuer.values([*after, state])
            for seat in range(state["players"]):
                mean = sum(weight * value[seat] for weight, value in zip(weights, values, strict=False)) / sum(weights)
                assert abs(values[-1][seat] - mean) <= state["players"]  # rounding
            checked += 1
    assert checked > 20


def test_rolling_the_dice_is_worth_what_the_position_before_it_was() -> None:
    for state in states_of("base", 1):
        if state.phase == "before roll":
            rolling = state.copy()
            rolling.apply(state["turn"], ROLL)
            before, after = Valuer(8).values([state, rolling])
            assert before == after


def test_a_turn_is_valued_at_the_end_of_its_special_build_phase() -> None:
    """Whoever can only end their part of a turn changes no chances while somebody has still to build (EXT-1).

    Nobody can draw a card here: those of later builders are valued by the likeliest one.
    """
    valuer, checked = Valuer(8), 0
    for state in map(without_deck, states_of("extension", 1)):
        if state.phase in ("main", "special building") and state.legal(state["actor"]) == [END_TURN]:
            after = state.copy()
            after.apply(state["actor"], END_TURN)
            if after.phase == "special building":
                assert len(set(valuer.values([state, after]))) == 1
                checked += 1
    assert checked > 20


def test_all_are_equally_likely_to_begin() -> None:
    [chances] = Valuer(8).values([begun("base", 1).state])
    assert max(chances) - min(chances) < CERTAIN // 1000


def test_at_the_end_chances_are_certain() -> None:
    state = states_of("base", 50)[-1]
    assert state.is_over
    assert Valuer(8).values([state]) == [certain(state)]
    assert certain(state)[state.s[WINNER]] == CERTAIN


def test_a_draw_is_shared() -> None:
    state = states_of("base", 50)[-1].copy()
    state.s[WINNER] = -1
    assert sum(certain(state)) == CERTAIN
    assert max(certain(state)) - min(certain(state)) <= 1


def test_the_number_of_threads_changes_nothing() -> None:
    states = states_of("base", 3)
    assert Valuer(8, threads=1).values(states) == Valuer(8, threads=3).values(states)


def test_valuing_changes_no_state() -> None:
    history: History = begun("base", 1)
    history.resolve_chance(1)
    before = history.state.to_bytes()
    Valuer(8).values([history.state])
    assert history.state.to_bytes() == before
    assert CHANCE not in history.state.to_act
