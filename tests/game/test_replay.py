"""Stepping through records: full ones as games, editions as views."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import pytest

import longroad as lr
from tests.played import played
from tests.samples import first


def after(preset: str, seed: int, count: int, **options: Any) -> lr.Game:
    """Return a game in which so many plies have been played at random."""
    (game,) = deque(played(preset, seed, count, **options), maxlen=1)
    return game


@pytest.mark.parametrize("preset", lr.PRESETS)
def test_every_step_is_the_game_after_its_ply(preset: str) -> None:
    game = after(preset, 3, 150)
    steps = list(lr.replay(game.record))
    assert [step.ply for step in steps] == [None, *game.plies]
    assert steps[-1].game == game
    assert steps[-1].game.position == game.position
    for number, step in enumerate(steps):
        assert step.game.plies == game.plies[:number]
        assert step.game.is_over or step.game.is_chance or step.game.legal_actions(step.game.to_act[0]) is not None


def test_states_and_steps_are_the_same() -> None:
    record = after("base", 5, 120).record
    states = list(record.states())
    assert [step.game.seen for step in lr.replay(record)] == states


def test_comments_and_clocks_stand_beside_their_plies() -> None:
    game = after("beginner", 7, 20)
    game.foreword = "A short game."
    game.comments[2] = "Bold."
    game.clocks[3] = 59000
    for text in (game.record, game.record.text, game.record.jsonl, game.record.text.encode()):
        steps = list(lr.replay(text))
        assert steps[0].comment == "A short game."
        assert [number for number, step in enumerate(steps) if step.comment] == [0, 3]
        assert [(number, step.clock) for number, step in enumerate(steps) if step.clock] == [(4, 59000)]


def test_a_game_of_a_replay_can_be_played_on() -> None:
    game = after("beginner", 7, 20)
    steps = list(lr.replay(game.record))
    early = steps[0].game
    assert isinstance(early, lr.Game)
    early.push("roll")
    early.push("rolled 8")
    assert early.rolled == (8,)
    assert len(steps[0].game.plies) == 2
    assert len(steps[1].game.plies) == 1


def test_a_game_begun_from_a_position_is_replayed_from_there() -> None:
    begun = lr.Game.from_position(after("base", 4, 100).position, seed=1)
    begun.push("roll" if begun.is_legal("roll", begun.turn) else begun.legal_actions(begun.to_act[0])[0])
    steps = list(lr.replay(begun.record))
    assert steps[0].game.position == begun.record.begins_at
    assert steps[-1].game == begun


@pytest.mark.parametrize("viewer", [0, 2, None])
@pytest.mark.parametrize("preset", first(2, ["base", "duel", "beginner", "extension"]))
def test_an_edition_is_replayed_as_views(preset: str, viewer: int | None) -> None:
    game = after(preset, 11, 200)
    if viewer == 2 and game.players < 3:
        viewer = 1
    edition = game.record.edition("public" if viewer is None else viewer)
    whole = iter(lr.replay(game.record))
    count = 0
    try:
        for step in lr.replay(edition):
            table = next(whole).game
            assert isinstance(step.game, lr.View)
            assert isinstance(table, lr.Game)
            assert step.game == table.view(viewer)
            assert step.game.position == table.view(viewer).position
            assert step.game.plies == edition.plies[:count]
            count += 1
    except ValueError:
        assert edition.plies[count - 1].action.kind == "monopoly"
    else:
        assert count == len(game.plies) + 1


def test_the_replay_of_an_edition_ends_at_a_monopoly() -> None:
    game = lr.Game("beginner", seed=3)
    text = game.position.replace("0:s39.41,", "0:s39.41,d1m,").replace("p2m5v", "p1m5v")
    begun = lr.Game.from_position(text, chance="given")
    begun.push("monopoly wool")
    begun.push("roll")
    steps = lr.replay(begun.record.edition("public"))
    assert next(steps).ply is None
    with pytest.raises(ValueError, match=r"ply 0, '0: monopoly wool': the public edition does not say how many cards"):
        next(steps)
    assert len(list(lr.replay(begun.record))) == 3


@pytest.mark.parametrize("viewer", [0, None])
def test_the_last_view_of_a_game_that_is_over_shows_what_everybody_holds(viewer: int | None) -> None:
    game = after("base", 0, 4000, players=3, victory_points=3)
    assert game.is_over
    edition = game.record.edition("public" if viewer is None else viewer)
    *_, last = lr.replay(edition.text)
    assert last.game == game.view(viewer)
    assert [last.game.hand(seat) for seat in range(3)] == [game.hand(seat) for seat in range(3)]


def test_the_last_view_is_not_known_where_the_end_is_missing() -> None:
    edition = replace(after("base", 0, 4000, players=3, victory_points=3).record.edition("public"), ending=None)
    steps = lr.replay(edition)
    for _ in edition.plies:
        next(steps)
    with pytest.raises(ValueError, match="has no end that shows what everybody holds"):
        next(steps)
