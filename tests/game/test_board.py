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
    with pytest.raises(ValueError, match="expected 0 to") as caught:
        getattr(lr.Game("duel"), name)(value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_pieces_are_built_or_in_supply(preset: str) -> None:
    for game in played(preset, seed=5):
        for seat in range(game.players):
            built = len(game.roads(seat)), len(game.settlements(seat)), len(game.cities(seat))
            left = game.view(0).supply(seat)
            assert [one + other for one, other in zip(built, left, strict=True)] == [15, 5, 4]


@pytest.mark.parametrize("preset", ["base", "beginner", "extension"])
def test_hexes_are_found_by_terrain_and_token(preset: str) -> None:
    game = lr.Game(preset, seed=5)
    count = len(game.island.terrain or ())
    for number in range(count):
        place = game.hex(number)
        token = "" if place.token is None else f" {place.token}"
        assert number in game.find_hexes(f"{place.terrain}{token}")
        assert game.find_hexes(f"{token} {place.terrain}") == game.find_hexes(f"{place.terrain.upper()}{token}")
        assert {game.hex(found).terrain for found in game.find_hexes(place.terrain)} == {place.terrain}
    assert sum(len(game.find_hexes(str(token))) for token in range(2, 13)) == count - len(game.find_hexes("desert"))


@pytest.mark.parametrize("preset", ["base", "extension"])
def test_sites_are_found_by_their_hexes_and_harbor(preset: str) -> None:
    game = lr.Game(preset, seed=5)
    sites = [game.site(number) for number in range(80 if preset == "extension" else 54)]
    for site in sites:
        names = [f"{game.hex(h).terrain} {game.hex(h).token or ''}" for h in site.hexes]
        assert site.number in game.find_sites(*names)
        assert site.number in game.find_sites(*site.hexes[::-1], harbor=site.harbor)
    assert game.find_sites() == tuple(site.number for site in sites)
    for harbor in ("generic", "ore"):
        assert game.find_sites(harbor=harbor) == tuple(site.number for site in sites if site.harbor == harbor)


def test_one_hex_is_not_two() -> None:
    game = lr.Game("beginner")
    assert game.find_sites("desert") == tuple(sorted(game.hex(9).sites))
    assert game.find_sites("desert", "desert") == ()


def test_a_path_is_found_by_its_ends() -> None:
    game = lr.Game("extension", seed=1)
    for number in range(109):
        one, other = game.path(number).sites
        assert game.find_path(one, other) == game.find_path(other, one) == number
    with pytest.raises(ValueError, match="sites 0 and 2: the neighbors of 0 are"):
        game.find_path(0, 2)


@pytest.mark.parametrize("name", ["", "woods", "forest 8 9", "forest forest", "8 9", "sea", "x8"])
def test_a_hex_that_is_not_named_so_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="expected a terrain"):
        lr.Game("beginner").find_hexes(name)


def test_a_harbor_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match=r"harbor 'gold': expected one of brick, .*, generic"):
        lr.Game("beginner").find_sites(harbor="gold")
