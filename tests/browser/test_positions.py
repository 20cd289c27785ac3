"""The positions that tests start from are as described."""

from __future__ import annotations

from random import Random

import pytest

from longroad import Game
from tests.browser import positions
from tests.browser.kinds import kind_of, kinds_of
from tests.browser.scenes import scenes

PRESETS = (*positions.TABLES, "extension")
KINDS = {"end", "buy", "knight", "roadbuilding", "settle", "city", "road", "bank", "plenty", "monopoly"}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_main_phase_offers_every_kind_of_action(preset: str) -> None:
    legal = Game.from_position(positions.main(preset)).legal_actions(0)
    kinds = {str(action).split()[0] for action in legal}
    assert kinds >= KINDS
    assert [form.kind for form in legal.forms] == ["offer"]


@pytest.mark.parametrize("preset", PRESETS)
def test_each_position_waits_for_the_first_seat(preset: str) -> None:
    phases = {
        "before roll": positions.before_roll(preset),
        "robber moves": positions.robber(preset),
        "discarding": positions.discarding(preset),
    }
    for phase, text in phases.items():
        game = Game.from_position(text)
        assert (game.phase, game.to_act) == (phase, (0,))


def test_a_city_wins() -> None:
    game = Game.from_position(positions.almost_won())
    game.push("city 39")
    assert game.winner == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_the_scenes_of_a_preset_can_be_played(preset: str) -> None:
    for scene in scenes(preset):
        game, script = Game.from_position(scene.begin, chance="given"), [*scene.script]
        for step in scene.steps:
            seat, _, action = step.rpartition(": ")
            game.push(action, int(seat or 0))
            while game.is_chance or game.phase == "neutral build":
                game.push(script.pop(0) if game.is_chance else game.legal_actions(0)[-1])


@pytest.mark.parametrize("preset", PRESETS)
def test_no_kind_of_action_is_missing_from_the_list(preset: str) -> None:
    game, rng = Game(preset, seed=5), Random(5)
    listed = kinds_of(preset)
    for _ in range(600):
        if game.is_over:
            break
        for seat in game.may_act:
            legal = game.legal_actions(seat)
            kinds = {kind_of(str(action), game.phase) for action in legal} | {form.kind for form in legal.forms}
            assert kinds <= listed
        seat = game.to_act[0]
        choices = list(game.legal_actions(seat))
        game.push(rng.choice(choices), seat) if choices else game.push_default(seat)
