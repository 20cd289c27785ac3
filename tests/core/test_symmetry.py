"""The rules notice neither how the island lies, nor who sits where, nor which resource is called brick."""

from __future__ import annotations

import pytest

from longroad.core.actions import ply_action, ply_seat
from longroad.core.island.topology import symmetries
from longroad.core.layout import ISLAND, PLAYERS, SEATS
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.words import BRICK, GRAIN, LUMBER, ORE, WOOL
from tests.core.games import beginning, log_of, rules_for, walk
from tests.core.mapping import Mapping, forget_absent_sites
from tests.samples import first

SWAPPED = (LUMBER, BRICK, WOOL, GRAIN, ORE)
assert SWAPPED[BRICK] == LUMBER
GAMES = pytest.mark.parametrize("number", first(len(PRESETS) + 2, range(len(PRESETS) + 8)))  # the last ones are random


def play_both(state: State, log: tuple[int, ...], mapping: Mapping) -> None:
    """Play a log, and its image under the mapping: the images of states and legal actions stay equal."""
    image = mapping.state(state)
    for number, entry in enumerate(log):
        if number % 4 == 0:
            assert mapping.state(state).to_bytes() == known(image)
            compare_legal(state, image, mapping)
        state.apply(ply_seat(entry), ply_action(entry))
        mapped = mapping.ply(entry)
        image.apply(ply_seat(mapped), ply_action(mapped))
    assert mapping.state(state).to_bytes() == known(image)


def known(image: State) -> bytes:
    """Return the bytes of a state without what it says of intersections that do not exist."""
    copy = image.copy()
    forget_absent_sites(copy)
    return copy.to_bytes()


def compare_legal(state: State, image: State, mapping: Mapping) -> None:
    assert {mapping.seat(seat) for seat in state.may_act} == set(image.may_act)
    for seat in range(state.s[PLAYERS]):
        mapped = sorted(mapping.action(action) for action in state.legal(seat))
        assert mapped == sorted(image.legal(mapping.seat(seat)))
        assert [form.kind for form in state.forms(seat)] == [form.kind for form in image.forms(mapping.seat(seat))]
    assert sorted((mapping.action(action), weight) for action, weight in state.outcomes()) == sorted(image.outcomes())


def game_without_start_roll(number: int) -> tuple[State, tuple[int, ...]]:
    """Return a game whose starting player is given: rolls for the start go by the numbers of the seats."""
    rules = rules_for(number)
    ruleset = rules.ruleset.but(first_player="given", first_seat=number % rules.ruleset.players)
    state = State.new(ruleset, number, rules.island)
    return state, tuple(walk(state.copy(), number))


@GAMES
def test_a_turned_or_mirrored_island_changes_nothing(number: int) -> None:
    state = beginning(number)
    ways = symmetries(state.s[ISLAND])[1:]
    play_both(state, log_of(number), Mapping(ways[number % len(ways)]))


@pytest.mark.slow
@GAMES
def test_many_turned_or_mirrored_islands_change_nothing(number: int) -> None:
    for symmetry in symmetries(beginning(number).s[ISLAND])[1 + number % 3 :: 3]:
        play_both(beginning(number), log_of(number), Mapping(symmetry))


@pytest.mark.parametrize("way", first(4, range(12)))
def test_all_twelve_symmetries_of_the_base_island(way: int) -> None:
    assert len(symmetries(0)) == 12
    state = State.new(Ruleset(limit=40), way)
    log = tuple(walk(state.copy(), way))
    play_both(state, log, Mapping(symmetries(0)[way]))


@GAMES
def test_a_cyclic_change_of_seats_changes_nothing(number: int) -> None:
    state, log = game_without_start_roll(number)
    players = state.s[PLAYERS]
    shift = 1 + number % (players - 1)
    seats = tuple((seat + shift) % players if seat < players else seat for seat in range(SEATS))
    play_both(state, log, Mapping(symmetries(state.s[ISLAND])[0], seats))


@GAMES
def test_brick_and_lumber_can_be_swapped_everywhere(number: int) -> None:
    state = beginning(number)
    play_both(state, log_of(number), Mapping(symmetries(state.s[ISLAND])[0], resources=SWAPPED))
