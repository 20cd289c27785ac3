"""The comparison of foundings: its positions, and what it says of places that win more or less."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.foundings import OTHERS, compare, gain, main, position, report, win_share

from longroad.bots.levels import make_bot
from scripts.tuning.play import game_seeds


@pytest.mark.parametrize("settlement", [1, 2])
def test_a_position_is_that_of_a_seat_that_is_to_found(settlement: int) -> None:
    for number in range(4):
        game, seat = position(number, settlement)
        assert game.phase == "found settlement"
        assert game.to_act == (seat,) == (number,)
        assert game.points(seat).sources.get("settlements", 0) == settlement - 1


def test_a_gain_is_written_in_points_with_its_standard_error() -> None:
    shares = np.array([[0.5, 0.52, 0.5], [0.5, 0.56, 0.5]])
    assert gain(shares, 1, 0) == "+4.00 ± 2.00"
    assert gain(shares, 2, 0) == "+0.00 ± 0.00"


def test_bots_are_compared_with_the_search_and_with_the_first_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    found = [{name: [0.5, 0.5 + more, 0.6 + more] for name in OTHERS} for more in (0.01, 0.03)]
    report(["skilled", "one", "other"], found)
    assert capsys.readouterr().out.splitlines()[:3] == [
        "weaker: the search's places win 50.0 % of 2 positions' playouts",
        "  one: +2.00 ± 1.00 points",
        "  other: +12.00 ± 1.00 points; against one +10.00 ± 0.00",
    ]


def test_bad_options_are_refused_before_anything_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong, why in (
        ("--bot expert:founding_noise=2", "founding_noise=2.0: expected 0 to 1"),
        ("--positions 1", "from 2"),
    ):
        with pytest.raises(SystemExit):
            main(wrong.split())
        assert why in capsys.readouterr().err


@pytest.mark.slow  # it compiles games of the search, which only learning plays: half a minute
@pytest.mark.compiled
def test_a_seat_wins_more_among_weaker_players_and_equal_places_as_much() -> None:
    game, seat = position(1, 2)
    state, seeds = game.seen.copy(), game_seeds(3, 0, range(40))
    state.apply(seat, make_bot("skilled").choose(game.view(seat)).code)
    shares = {name: win_share(state, seat, others, seeds) for name, others in OTHERS.items()}
    assert shares["weaker"] > shares["alike"] + 0.2
    assert win_share(state, seat, OTHERS["alike"], seeds) == shares["alike"]
    found = compare(["skilled", "random", "skilled"], 40, 2, 1)
    assert found.keys() == OTHERS.keys()
    assert all(first == third != second for first, second, third in found.values())
