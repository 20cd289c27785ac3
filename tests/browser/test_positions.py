"""The positions that tests begin from are what they say."""

from __future__ import annotations

import pytest

from longroad import Game
from tests.browser import positions

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
