"""What a page asks about games: the same answers as the library gives."""

from __future__ import annotations

from random import Random

from longroad.core.actions import DISCARD, GIVE_CARDS
from longroad.core.check.legality import guess_action
from longroad.core.compile.registry import backend
from longroad.core.layout import CHANCE, PATHS, PLAYERS, REACH, RESOURCES, ROAD_LENGTH, TAKEN, WORDS_ALL
from longroad.core.legality.refusal import refusal
from longroad.core.queries import (
    ANSWERS_ROW,
    ASKABLE,
    CAN_PAVE,
    CAN_SETTLE,
    COUNTS_ROW,
    FORMS,
    LENGTHS,
    LISTED,
    MAY_ACT,
    OUTCOMES_ROW,
    PLACES_ROW,
    STACKS,
    TO_ACT,
    TOTAL,
    TOTAL_POINTS,
    check_actions,
    count_cards,
    list_actions,
    list_outcomes,
    list_places,
    redact_states,
)
from longroad.core.rules.hands import stack_of
from longroad.core.rules.network import has_road_place, has_settlement_place, place_road
from longroad.core.rules.trade import most_asked
from longroad.core.sets import contains
from longroad.core.state import State
from longroad.core.view import PUBLIC
from tests.core.games import states_met

GAMES = 20  # the presets, then random rulesets


def states() -> list[State]:
    """Return states of all presets and of random rulesets."""
    return [State.from_own_bytes(code) for code in states_met(GAMES, 8)]


def test_views_hide_what_the_library_hides() -> None:
    run = backend("interpreted").entry(redact_states)
    for state in states():
        for viewer in (*range(state.s[PLAYERS]), PUBLIC):
            s = list(state.s)
            run([s], [list(state.m)], 0, 1, viewer)
            assert s == state.view(viewer).s


def test_who_may_act_and_what_is_legal() -> None:
    run = backend("interpreted").entry(list_actions)
    with_total = 0
    for state in states():
        for seat in range(state.s[PLAYERS]):
            row = [-1] * ANSWERS_ROW
            run([list(state.s)], [list(state.m)], 0, 1, [seat], [row])
            assert row[TO_ACT] == sum(1 << who for who in state.to_act)
            assert row[MAY_ACT] == sum(1 << who for who in state.may_act)
            assert sorted(row[LISTED + 1 : LISTED + 1 + row[LISTED]]) == sorted(state.legal(seat))
            forms = {form.kind: form for form in state.forms(seat)}
            assert row[FORMS] == sum(1 << kind for kind in forms)
            exact = [form.total for kind, form in forms.items() if kind in (DISCARD, GIVE_CARDS)]
            assert row[TOTAL] == (exact[0] if exact else 0)
            with_total += bool(exact)
    assert with_total > 3


def test_why_an_action_is_refused() -> None:
    run, rng = backend("interpreted").entry(check_actions), Random(1)
    refused = 0
    for state in states():
        seat = rng.choice((*range(state.s[PLAYERS]), CHANCE))
        action = max(guess_action(state.s, state.m, seat, rng.randrange(1 << 30), 0), 0)
        codes = [-1]
        run([list(state.s)], [list(state.m)], 0, 1, [seat], [action], codes)
        assert codes[0] == refusal(state.s, state.m, seat, action)
        refused += codes[0] != 0
    assert refused > 20


def test_what_chance_can_do() -> None:
    run = backend("interpreted").entry(list_outcomes)
    acted = 0
    for state in states():
        row = [-1] * OUTCOMES_ROW
        run([list(state.s)], [list(state.m)], 0, 1, [row])
        assert list(zip(row[1 : 1 + 2 * row[0] : 2], row[2 : 2 + 2 * row[0] : 2], strict=True)) == state.outcomes()
        acted += state.is_chance
    assert acted > 20


def test_how_many_cards_and_points_there_are() -> None:
    run = backend("interpreted").entry(count_cards)
    for state in states():
        row = [-1] * COUNTS_ROW
        run([list(state.s)], [list(state.m)], 0, 1, [row])
        assert row[STACKS : STACKS + RESOURCES] == [stack_of(state.s, resource) for resource in range(RESOURCES)]
        assert row[ASKABLE] == most_asked(state.s)
        players = range(state.s[PLAYERS])
        assert row[TOTAL_POINTS:] == [*(state.points(seat) for seat in players), *[0] * (6 - len(players))]


def test_where_a_seat_could_build() -> None:
    run = backend("interpreted").entry(list_places)
    longer = 0
    for state in states()[::4]:
        for seat in range(state.s[PLAYERS]):
            row, before = [-1] * PLACES_ROW, state.to_bytes()
            run([state.s], [state.m], 0, 1, seat, [0] * len(state.s), [0] * WORDS_ALL, [row])
            assert state.to_bytes() == before
            assert row[CAN_SETTLE] == has_settlement_place(state.s, state.m, seat)
            assert row[CAN_PAVE] == has_road_place(state.s, state.m, seat)
            for path in range(PATHS):
                length = 0
                if contains(state.m, REACH + 2 * seat, path) and not contains(state.m, TAKEN, path):
                    built = state.copy()
                    place_road(built.s, built.m, seat, path)
                    length = built.s[ROAD_LENGTH + seat]
                assert row[LENGTHS + path] == length
                longer += length > state.s[ROAD_LENGTH + seat]
    assert longer > 20
