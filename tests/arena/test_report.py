"""Reports of incomplete matches: a test is decided by whole deals, in order."""

from __future__ import annotations

from typing import Any

import pytest

from longroad.arena.match import StopRule
from longroad.arena.match_spec import MatchSpec
from longroad.arena.report import summary
from longroad.arena.result import Result, SeatStats
from longroad.arena.statistics import Sprt
from longroad.core.ruleset import Ruleset

SPEC = MatchSpec(("novice", "random", "random", "random"), Ruleset(), seed=1)
SPRT = Sprt(0.25, 0.6)
ENOUGH = 4  # games won in a row that decide it


def won(number: int, entrant: int = 0) -> Result:
    """Return a game that an entrant has won."""
    deal, seats = SPEC.table(number)
    nothing, stats = ((0,) * 5,) * 4, tuple(SeatStats() for _ in seats)
    return Result(number, deal, seats, seats.index(entrant), nothing, 50, 400, False, "", 1.0, stats)


def output(*numbers: int, sprt: Sprt | None = SPRT) -> dict[str, Any]:
    return summary(SPEC, [won(number) for number in numbers], 40, sprt)


def test_so_many_games_would_decide_if_they_were_whole_deals() -> None:
    assert [SPRT.decision(SPRT.ratio(wins, wins)) for wins in (ENOUGH - 1, ENOUGH)] == [None, "at least p1"]
    assert SPEC.games_a_deal == ENOUGH


@pytest.mark.parametrize(
    "numbers",
    [
        (2, 3, 4, 5, 6),  # two deals, and of neither all games
        (0, 1, 2, 4, 5, 6),
        (4, 5, 6, 7),  # a whole deal, but not the first
    ],
)
def test_unfinished_deals_decide_nothing(numbers: tuple[int, ...]) -> None:
    answer = output(*numbers)
    assert (answer["sprt"]["decision"], answer["sprt"]["ratio"]) == (None, 0)
    assert (answer["is_complete"], answer["games"]) == (False, len(numbers))


def test_a_deal_that_was_begun_is_left_out_of_the_test() -> None:
    results = [won(number, entrant=number % 2) for number in range(6)]
    answer = summary(SPEC, results, 40, SPRT)
    assert answer["sprt"]["ratio"] == pytest.approx(SPRT.ratio(2, 4), abs=1e-6)
    assert (answer["sprt"]["decision"], answer["games"]) == (None, 6)


def test_what_was_played_after_the_decision_does_not_count() -> None:
    answer = output(*range(7))
    assert (answer["sprt"]["decision"], answer["is_complete"], answer["games"]) == ("at least p1", True, 4)
    assert answer["entrants"][0]["games"] == 4


def test_without_a_test_every_game_counts() -> None:
    answer = output(0, 1, 2, 3, 5, sprt=None)
    assert (answer["sprt"], answer["is_complete"], answer["games"]) == (None, False, 5)
    assert output(*range(40), sprt=None)["is_complete"]


def test_partial_deals_have_no_paired_interval() -> None:
    """Interrupted at three of four games a deal, no deal is whole, however full the fullest of them is."""
    begun = [won(number, entrant=number % 2 * (number // 4)) for number in (0, 1, 2, 4, 5, 6, 8, 9, 10)]
    for line in summary(SPEC, begun, 40)["entrants"]:
        assert (line["games"], line["ci95_paired"]) == (9, None)


def test_the_paired_interval_rests_on_whole_deals_alone() -> None:
    whole = [won(number, entrant=number // 4 % 2 * number % 4) for number in range(16)]
    begun = [won(number, entrant=3) for number in (16, 17, 18)]
    alone, more = (summary(SPEC, games, 40) for games in (whole, whole + begun))
    for kind in ("entrants", "pooled"):
        assert alone[kind][0]["ci95_paired"] is not None
        assert [line["ci95_paired"] for line in more[kind]] == [line["ci95_paired"] for line in alone[kind]]


def test_in_a_pool_a_deal_is_whole_for_those_whose_games_are_there() -> None:
    pool = MatchSpec(("novice", "random", "novice", "random"), Ruleset(players=3))
    for group in ((0,), (1, 3), (0, 1, 2)):
        tables = [pool.table(number) for number in range(pool.games_a_deal)]
        assert pool.games_of(group) == sum(bool(set(group) & set(table.seats)) for table in tables)


@pytest.mark.parametrize("count", range(9))
def test_the_report_decides_as_the_arena_stops(count: int) -> None:
    results = {number: won(number) for number in range(count)}
    stop = StopRule(SPEC, 40, SPRT)
    answer = summary(SPEC, list(results.values()), 40, SPRT)
    assert (stop.is_reached(results), stop.decision) == (answer["is_complete"], answer["sprt"]["decision"])
