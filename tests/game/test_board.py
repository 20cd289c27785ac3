"""What can be asked of a board: places and seats by whole numbers of any type, and the pieces that are left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import longroad as lr
from tests.played import played

ASKED = ["hex", "site", "path", "piece", "road", "hand", "points", "rates", "supply", "trade_cards", "view"]


@pytest.mark.parametrize("name", ASKED)
def test_whole_numbers_of_numpy_are_taken(name: str) -> None:
    game, number = lr.Game("duel", seed=7), np.int8(1)
    assert getattr(game, name)(number) == getattr(game, name)(1)
    assert repr(getattr(game, name)(number)) == repr(getattr(game, name)(1))


@pytest.mark.parametrize("value", [True, 1.0, "1", b"1", [1], 10**30])
@pytest.mark.parametrize("name", ASKED)
def test_what_is_no_place_or_seat_is_quoted(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match="there are") as caught:
        getattr(lr.Game("duel"), name)(value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_pieces_are_built_or_in_supply(preset: str) -> None:
    for game in played(preset, seed=5):
        for seat in range(game.players):
            built = len(game.roads(seat)), len(game.settlements(seat)), len(game.cities(seat))
            left = game.view(0).supply(seat)
            assert [one + other for one, other in zip(built, left, strict=True)] == [15, 5, 4]
