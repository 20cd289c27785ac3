"""Undo, replay, save and load: byte for byte, at every ply."""

from __future__ import annotations

from functools import cache

import pytest

from longroad.core.actions import ply, ply_action, ply_seat
from longroad.core.history import History
from longroad.core.island.given import InvalidIsland, Island
from longroad.core.layout import CHANCE
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import IllegalAction, State
from tests.core.games import beginning, log_of
from tests.samples import first

NUMBERS = range(20)  # the presets, then random rulesets
GAMES = pytest.mark.parametrize("number", first(10, NUMBERS))


@cache
def bytes_along(number: int) -> tuple[bytes, ...]:
    """Return a game's bytes before the first ply and after each."""
    history = History(beginning(number))
    contents = [history.state.to_bytes()]
    for entry in log_of(number):
        history.push(ply_seat(entry), ply_action(entry))
        contents.append(history.state.to_bytes())
    return tuple(contents)


@GAMES
def test_a_log_replays_to_the_same_bytes(number: int) -> None:
    contents = bytes_along(number)
    history = History(beginning(number), log_of(number))
    assert history.plies == list(log_of(number))
    assert history.state.to_bytes() == contents[-1]
    assert history.beginning.to_bytes() == contents[0]


@GAMES
def test_taking_plies_back_gives_the_bytes_before_them(number: int) -> None:
    log = log_of(number)[:250]
    contents = bytes_along(number)
    history = History(beginning(number), log)
    for count in range(len(log), 0, -1):
        assert history.state.to_bytes() == contents[count]
        assert history.pop_ply() == log[count - 1]
    assert history.state.to_bytes() == contents[0]
    with pytest.raises(IndexError, match="no ply to undo"):
        history.pop_ply()


@GAMES
def test_taking_a_decision_back_takes_its_chance_with_it(number: int) -> None:
    contents, log = bytes_along(number), log_of(number)
    history = History(beginning(number), log)
    while any(ply_seat(entry) != CHANCE for entry in history.plies):
        decisions = [i for i, entry in enumerate(history.plies) if ply_seat(entry) != CHANCE]
        history.pop()
        assert len(history.plies) == decisions[-1]
        assert history.state.to_bytes() == contents[decisions[-1]]


@GAMES
def test_a_game_goes_on_after_plies_were_taken_back(number: int) -> None:
    log = log_of(number)
    history = History(beginning(number), log[:40])
    for _ in range(min(17, len(history.plies))):
        history.pop_ply()
    for entry in log[len(history.plies) :]:
        history.push(ply_seat(entry), ply_action(entry))
    assert history.state.to_bytes() == bytes_along(number)[-1]


@GAMES
@pytest.mark.parametrize("times", first(1, [60, 1000]))
def test_a_state_that_was_saved_goes_on_like_the_one_that_was_not(number: int, times: int) -> None:
    contents, log = bytes_along(number), log_of(number)
    for count in range(0, len(log), 1 + len(log) // times):
        state = State.from_bytes(contents[count])
        assert state.to_bytes() == contents[count]
        state.apply(ply_seat(log[count]), ply_action(log[count]))
        assert state.to_bytes() == contents[count + 1]


@GAMES
def test_a_copy_has_a_life_of_its_own(number: int) -> None:
    log = log_of(number)
    state = beginning(number)
    copy = state.copy()
    before = state.to_bytes()
    assert copy == state
    copy.apply(ply_seat(log[0]), ply_action(log[0]))
    assert state.to_bytes() == before
    assert copy != state


def test_a_log_with_an_illegal_ply_is_refused_by_its_number() -> None:
    log = list(log_of(0))
    log[7] = ply(5, 2)
    with pytest.raises(IllegalAction, match="ply 7: "):
        History(beginning(0), log)


@pytest.mark.parametrize("stray", [1 << 52, 1 << 60, -1])
def test_a_log_with_stray_bits_is_refused_by_its_number(stray: int) -> None:
    start, plies = beginning(0), log_of(0)
    with pytest.raises(ValueError, match=r"ply 2: -?[0-9]+ is not a ply; expected a whole number below 2"):
        History(start, [*plies[:2], plies[2] | stray])


def test_a_known_island_begins_the_game_that_was_begun_on_it() -> None:
    for preset in PRESETS:
        made = State.new(Ruleset.preset(preset), 11)
        assert State.on_island(made.ruleset, made.island) == made
    with pytest.raises(InvalidIsland, match="a complete island has terrain, tokens, harbors and the robber's hex"):
        State.on_island(Ruleset(), Island())
    with pytest.raises(InvalidIsland, match="island='base': the ruleset's is 'extension'"):
        State.on_island(Ruleset.preset("extension"), State.new(Ruleset()).island)
