"""Intervals and the sequential test, against published values and by trying them out."""

from __future__ import annotations

from random import Random

import pytest

from longroad.arena.statistics import Sprt, paired, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (28, 29, 0.8282, 0.9939),  # the last one seen from the other side
    ],
)
def test_wilson_intervals_are_the_published_ones(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_there_is_no_interval_before_the_first_game() -> None:
    assert wilson(0, 0) is None


def test_deals_that_cancel_luck_make_the_interval_narrow() -> None:
    steady = paired([(1, 4), (1, 4), (1, 4), (2, 4)] * 25)
    wild = paired([(0, 4), (0, 4), (1, 4), (4, 4)] * 25)
    plain = wilson(125, 400)
    assert steady is not None
    assert wild is not None
    assert plain is not None
    assert steady[1] - steady[0] < plain[1] - plain[0] < wild[1] - wild[0]
    assert sum(steady) / 2 == pytest.approx(125 / 400)


def test_deals_of_one_game_give_the_usual_interval() -> None:
    counts = [(1, 1)] * 30 + [(0, 1)] * 70
    half = 1.959964 * (0.3 * 0.7 / 99) ** 0.5
    assert paired(counts) == pytest.approx((0.3 - half, 0.3 + half))


@pytest.mark.parametrize("counts", [[], [(1, 4)], [(1, 4), (1, 4)]])
def test_deals_that_are_all_alike_tell_nothing_of_their_spread(counts: list[tuple[float, int]]) -> None:
    assert paired(counts) is None


def test_the_bounds_of_the_test_are_walds() -> None:
    assert Sprt(0.25, 0.4, 0.05, 0.1).bounds == pytest.approx((-2.2513, 2.8904), abs=1e-4)
    assert Sprt(0.25, 0.4).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_the_ratio_is_that_of_the_likelihoods() -> None:
    test = Sprt(0.25, 0.5)
    assert test.ratio(0, 0) == 0
    assert test.ratio(1, 1) == pytest.approx(0.693147)  # log 2
    assert test.ratio(0, 1) == pytest.approx(-0.405465)  # log 2/3
    assert [test.decision(test.ratio(wins, 12)) for wins in (1, 5, 8)] == ["at most p0", None, "at least p1"]


@pytest.mark.parametrize(("share", "wrong"), [(0.3, "at least p1"), (0.45, "at most p0")])
def test_the_test_errs_as_seldom_as_it_promises(share: float, wrong: str) -> None:
    test, rng = Sprt(0.3, 0.45), Random(1)
    errors, played = 0, 0
    for _ in range(1000):
        wins = games = 0
        while (decision := test.decision(test.ratio(wins, games))) is None:
            wins, games = wins + (rng.random() < share), games + 1
        errors, played = errors + (decision == wrong), played + games
    assert 0.015 < errors / 1000 < 0.065
    assert 50 < played / 1000 < 75, "Wald expects 53 and 56, and a little more; a test of fixed length needs 110 games"


@pytest.mark.parametrize(("p0", "p1"), [(0.05, 0.1), (0.25, 0.3), (0.25, 0.4), (0.9, 0.95)])
def test_the_test_of_deals_errs_as_seldom_as_it_promises(p0: float, p1: float) -> None:
    """Deals of four games whose luck is known in part: their results vary 1.35 times less."""
    test, rng = Sprt(p0, p1), Random(2)
    for share, wrong in ((p0, "at least p1"), (p1, "at most p0")):
        errors = 0
        for _ in range(400):
            shares: list[float] = []
            while (decision := test.decision(test.ratio_of_deals(shares, 4))) is None:
                wins = sum(rng.random() < share for _ in range(4)) / 4
                shares.append(share + (wins - share) / 1.35)
            errors += decision == wrong
        assert errors / 400 < 0.065


def test_less_variance_needs_fewer_deals() -> None:
    test, rng, played = Sprt(0.25, 0.31), Random(2), {}
    for spread in (0.2, 0.1):
        deals = 0
        for _ in range(200):
            shares: list[float] = []
            while test.decision(test.ratio_of_deals(shares, 4)) is None:
                shares.append(rng.gauss(0.31, spread))
            deals += len(shares)
        played[spread] = deals
    assert played[0.2] > 1.5 * played[0.1]


def test_few_deals_that_are_alike_decide_nothing() -> None:
    test = Sprt(0.25, 0.3)
    assert test.ratio_of_deals([], 4) == 0
    assert test.decision(test.ratio_of_deals([0.3] * 5, 4)) is None
    assert test.decision(test.ratio_of_deals([0.9] * 20, 4)) == "at least p1"


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.6, 0.5), (0.0, 0.5), (0.5, 1.0), (-1.0, 2.0)])
def test_shares_that_make_no_test_are_refused(shares: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="expected two shares between 0 and 1, the smaller one first"):
        Sprt(*shares)


@pytest.mark.parametrize("errors", [(0.0, 0.05), (0.05, 0.5), (0.05, -1.0)])
def test_errors_that_make_no_test_are_refused(errors: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"expected a number between 0 and 0\.5"):
        Sprt(0.25, 0.5, *errors)
