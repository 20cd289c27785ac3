"""What can be asked of a game: points, odds, pieces, places, offers."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import pytest

import longroad as lr
from longroad.core.words import RESOURCE_NAMES
from longroad.notation.positions.position import write_position
from tests.played import played
from tests.rules.table import COSTS, Table


@pytest.mark.parametrize("preset", lr.PRESETS)
def test_points_are_the_sum_of_their_sources(preset: str) -> None:
    for game in played(preset, 6, 900):
        for seat in range(game.players):
            points = game.points(seat)
            assert points == game.seen.points(seat) == sum(points.sources.values())
            assert points.settlements == len(game.settlements(seat))
            assert points.cities == 2 * len(game.cities(seat))
            assert points.longest_road == 2 * (game.longest_road == seat)
            assert points.largest_army == 2 * (game.largest_army == seat)


def test_production_odds_count_what_the_rolls_yield() -> None:
    """Roll every sum once on a table with a settlement, and compare."""
    for site in (19, 20, 30, 0):
        table = Table.set_up(rolled=False, players=3)
        table.settle(0, site)
        table.found()
        odds = lr.Game.from_position(write_position(table), chance="given").production_odds(site)
        seen = dict.fromkeys(RESOURCE_NAMES, Fraction(0))
        for total, ways in zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True):
            game = lr.Game.from_position(write_position(table), chance="given")
            game.push("roll")
            game.push(f"rolled {total}")
            for name, count in game.hand(0).to_json().items():
                seen[name] += Fraction(count * ways, 36)
        assert odds == {name: chance for name, chance in seen.items() if chance}


def test_costs_are_what_building_takes() -> None:
    assert {what: lr.Game.cost(what).to_json() for what in COSTS} == COSTS
    with pytest.raises(ValueError, match="'castle': expected one of road, settlement, city, card"):
        lr.Game.cost("castle")


@pytest.mark.parametrize("preset", ["base", "extension", "duel"])
def test_pieces_stand_where_the_state_has_them(preset: str) -> None:
    *_, game = played(preset, 2, 600)
    seats = range(4 if preset == "duel" else game.players)
    for seat in seats:
        assert all(game.piece(site) == lr.Piece("settlement", seat) for site in game.settlements(seat))
        assert all(game.piece(site) == lr.Piece("city", seat) for site in game.cities(seat))
        assert all(game.road(path) == seat for path in game.roads(seat))
    built = sum(len(game.settlements(seat) + game.cities(seat)) for seat in seats)
    assert built == sum(code != 0 for code in game.seen["site"])
    taken = sum(word.bit_count() for word in game.seen["taken"])
    assert taken == sum(len(game.roads(seat)) for seat in seats)


def test_places_know_their_neighbors() -> None:
    game = lr.Game("extension")
    for number in range(80):
        site = game.site(number)
        assert all(number in game.hex(place).sites for place in site.hexes)
        assert all(number in game.path(path).sites for path in site.paths)
        assert all(number in game.site(near).neighbors for near in site.neighbors)
    for number in range(30):
        place = game.hex(number)
        assert all(number in game.path(path).hexes for path in place.paths)
        assert all(number in game.hex(near).neighbors for near in place.neighbors)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda game: game.hex(19), "hex 19: expected 0 to 18"),
        (lambda game: game.site(54), "site 54"),
        (lambda game: game.path(-1), "path -1"),
        (lambda game: game.hand(4), "seat 4: expected 0 to 3"),
        (lambda game: game.points("0"), "seat '0'"),
        (lambda game: game.legal_actions(5), "seat 5"),
        (lambda game: game.view(4), "seat 4"),
        (lambda game: game.view(0).legal_actions(1), "this view is seat 0's"),
    ],
)
def test_questions_about_what_does_not_exist_are_refused(question: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        question(lr.Game("base"))


def test_the_open_offer_and_its_answers_can_be_asked_for() -> None:
    game = lr.Game("beginner", chance="given")
    game.push("roll")
    game.push("rolled 2")
    give, take = "ore", "wool"
    game.push(f"offer {give} for {take}")
    assert game.offer == lr.Offer(0, lr.Resources(ore=1), lr.Resources(wool=1), (1, 2, 3), (), (1, 2, 3))
    game.push("1: refuse")
    game.push("3: counter 1 wool for 1 ore" if game.hand(3).wool else "3: refuse")
    assert game.offer is not None
    assert game.offer.waiting == (2,)
    assert {offer.seat for offer in game.proposals} <= {3}


def test_points_can_be_copied_and_pickled() -> None:
    points = lr.Game("beginner").points(0)
    for twin in (copy.deepcopy(points), pickle.loads(pickle.dumps(points))):
        assert (twin, twin.sources) == (points, points.sources)
