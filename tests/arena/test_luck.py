"""Luck and skill: chance is expected to bring nothing, and without it results vary less."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from longroad.arena.game import play_game
from longroad.arena.luck import PART, adjusted_wins, luck_of
from longroad.arena.match import StopRule
from longroad.arena.match_spec import MatchSpec
from longroad.arena.report import summary
from longroad.arena.result import Result, SeatStats
from longroad.arena.statistics import Sprt
from longroad.cli import main
from longroad.core.layout import PLAYERS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from tests.samples import first
from tests.walks import choice

SPEC = MatchSpec(("novice", "random", "random", "random"), Ruleset(), seed=1, has_luck=True)


def ended(number: int, winner: int, luck: tuple[float, ...]) -> Result:
    """Return a game that an entrant has won, with the luck of each entrant."""
    deal, seats = SPEC.table(number)
    nothing, stats = ((0,) * 5,) * 4, tuple(SeatStats() for _ in seats)
    by_seat = tuple(luck[entrant] for entrant in seats)
    return Result(number, deal, seats, seats.index(winner), nothing, 50, 400, False, "", 1.0, stats, by_seat)


@pytest.mark.compiled
@pytest.mark.parametrize("preset", first(1, ["duel", "base", "extension"]))
def test_no_luck_is_expected_at_any_moment(preset: str) -> None:
    """Over all outcomes of chance, by their weights, everybody's luck adds up to nothing."""
    seen = 0
    for state in chance_states(preset):
        players = state.s[PLAYERS]
        totals, weights = [0.0] * players, 0
        for code, weight in state.outcomes():
            weights += weight
            for seat, luck in enumerate(luck_of([(state, code)], players)):
                totals[seat] += weight * luck
        assert all(abs(total) / weights < 1e-6 for total in totals)
        seen += 1
    assert seen > 10


def chance_states(preset: str) -> list[State]:
    """Return states of a random walk in which chance acts."""
    state, found = State.new(Ruleset.preset(preset), 3), []
    for ply in range(300):
        if state.is_chance:
            found.append(state.copy())
        state.apply(*choice(state, 3, ply))
    return found[::3]


@pytest.mark.compiled
def test_a_game_of_the_arena_measures_luck_and_is_read_back() -> None:
    result = play_game(MatchSpec(("novice",) * 4, Ruleset(), seed=2, has_luck=True), 1)
    assert result.luck is not None
    assert len(result.luck) == 4
    assert any(result.luck)
    assert abs(sum(result.luck)) < 1e-5, "what one seat gains the others lose"
    assert Result.from_json(json.loads(json.dumps(result.to_json()))).outcome() == result.outcome()
    plain = play_game(MatchSpec(("novice",) * 4, Ruleset(), seed=2), 1)
    assert (plain.luck, plain.digest) == (None, result.digest), "measuring changes nothing in the game"


@pytest.mark.parametrize("luck", [[0.1] * 3, ["a"] * 4, [float("nan")] * 4, 0.5, [1e9] * 4])
def test_luck_that_is_none_is_refused(luck: Any) -> None:
    written = ended(0, 0, (0.1,) * 4).to_json() | {"luck": luck}
    with pytest.raises(ValueError, match="expected"):
        Result.from_json(written)


def test_the_luck_of_a_group_is_taken_off_its_wins() -> None:
    result = ended(1, 2, (0.5, -0.25, 0.125, -0.375))
    assert adjusted_wins(result, {0}) == -PART * 0.5
    assert adjusted_wins(result, {2}) == 1 - PART * 0.125
    assert adjusted_wins(result, {1, 2}) == 1 - PART * -0.125


def games_decided_by_luck(deals: int) -> list[Result]:
    """Return games in which whoever is lucky wins."""
    rng = Random(1)
    winners = [rng.randrange(4) for _ in range(4 * deals)]
    return [
        ended(number, winner, tuple((entrant == winner) - 0.25 + number % 5 / 100 for entrant in range(4)))
        for number, winner in enumerate(winners)
    ]


def test_the_report_tells_luck_from_skill() -> None:
    report = summary(SPEC, games_decided_by_luck(30), 120)
    for line in (*report["entrants"], *report["pooled"]):
        low, high = line["without_luck"]["ci95_paired"]
        assert low < line["without_luck"]["win_rate"] < high
        assert line["without_luck"]["narrower"] > 2
    plain = MatchSpec(SPEC.entrants, SPEC.ruleset, seed=1)
    assert summary(plain, games_decided_by_luck(2), 8)["entrants"][0]["without_luck"] is None


def test_the_sequential_test_decides_by_what_is_left_without_luck() -> None:
    sprt = Sprt(0.1, 0.2)
    stop = StopRule(SPEC, 400, sprt)
    assert stop.is_reached(dict(enumerate(games_decided_by_luck(100))))
    assert stop.decision == "at least p1"
    assert stop.after < 400
    report = summary(SPEC, games_decided_by_luck(100), 400, sprt)
    assert report["sprt"]["is_without_luck"]
    assert (report["sprt"]["decision"], report["games"]) == (stop.decision, stop.after)


@pytest.mark.compiled
def test_the_command_measures_luck_where_a_bot_searches(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path))
    short = ("--preset", "duel", "--games", "2", "--option", "victory_points=5", "--workers", "1")

    def report(*arguments: str) -> dict[str, Any]:
        assert main(["arena", *arguments, *short, "--json"]) == 0
        return dict(json.loads(capsys.readouterr().out))

    assert report("skilled", "random")["entrants"][0]["without_luck"]["win_rate"] is not None
    assert report("skilled", "random", "--no-luck")["entrants"][0]["without_luck"] is None
    assert report("novice", "random")["entrants"][0]["without_luck"] is None
    assert report("novice", "random", "--luck")["entrants"][0]["without_luck"] is not None
    assert main(["arena", "novice", "random", "--luck", *short]) == 0
    assert "without luck" in capsys.readouterr().out
