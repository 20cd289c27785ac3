"""The benchmark of decisions: the data that is shipped, how a bot is asked, and how its errors are counted."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

import pytest

from longroad.bench import decisions
from longroad.bench.decision_errors import (
    MOST_OFFERS,
    Choice,
    all_choices,
    best_choices,
    choices_of,
    chosen_candidate,
    error_rate,
    summary,
)
from longroad.bench.decisions import (
    KINDS,
    PARTS,
    Candidate,
    Decision,
    DecisionGame,
    candidates_of,
    decision_games,
    kind_of,
    read_game,
    write_game,
)
from longroad.bots.protocol import BaseBot
from longroad.cli import main
from longroad.core import actions as a
from longroad.core.actions import action_kind
from longroad.core.history import History
from longroad.game.game import Game
from longroad.game.view import View
from longroad.notation.actions import Action, action_of

HALF_A_POINT = 0.005
TABLES = {"base, 3", "base, 4", "duel, 2", "extension, 5", "extension, 6"}


@pytest.fixture(scope="module")
def games() -> list[DecisionGame]:
    return decision_games()


# --- the data ---------------------------------------------------------------------------------------------------------


def test_there_are_5000_decisions_of_all_kinds_and_tables_in_a_small_file(games: list[DecisionGame]) -> None:
    kinds = Counter((game.part, one.kind) for game in games for one in game.decisions)
    assert kinds.total() >= 5000
    assert set(kinds) == {(part, kind) for part in PARTS for kind in KINDS}
    assert min(kinds.values()) >= 150
    assert {(game.part, game.table) for game in games} == {(part, table) for part in PARTS for table in TABLES}
    assert Path(str(files("longroad.bench").joinpath(decisions.FILE))).stat().st_size < 3_000_000


def test_the_parts_have_no_game_in_common(games: list[DecisionGame]) -> None:
    records = {part: {game.record for game in games if game.part == part} for part in PARTS}
    assert not set.intersection(*records.values())
    assert sum(map(len, records.values())) == len(games) == len({game.name for game in games})
    assert decision_games("tuning") == [game for game in games if game.part == "tuning"]


def test_games_are_of_several_levels(games: list[DecisionGame]) -> None:
    levels = {level for game in games for level in ("novice", "skilled", "expert") if f'"{level}"' in game.record}
    assert levels == {"novice", "skilled", "expert"}


def test_every_error_is_below_half_a_point_or_the_action_is_clearly_worse(games: list[DecisionGame]) -> None:
    candidates = [one for game in games for decision in game.decisions for one in decision.candidates]
    unclear = [one for one in candidates if one.error > HALF_A_POINT and one.loss < 2 * one.error]
    assert unclear == []
    assert all(0 <= one.chance <= 1 and one.loss <= 1 for one in candidates)


def test_losses_are_relative_to_the_best(games: list[DecisionGame]) -> None:
    """One half of the rollouts names the best and the other half judges it, so a loss can be a little below 0."""
    rate = error_rate(best_choices(games))
    assert -0.2 < rate.points < 0.05
    assert min(one.loss for game in games for decision in game.decisions for one in decision.candidates) > -0.05


def test_candidates_are_what_the_seat_can_do(games: list[DecisionGame]) -> None:
    for game in games[::37]:
        for decision, history in game.histories():
            seat, seen = decision.seat, history.state.view(decision.seat)
            codes = [Action.parse(one.action, seat, history.state.ruleset.players).code for one in decision.candidates]
            assert codes == candidates_of(seen, seat)
            assert decision.kind == kind_of(seen, seat)
            assert seat in seen.to_act
            assert len(codes) > 1
            assert all(history.state.why_not(seat, code) is None for code in codes)


def test_a_quick_measurement_has_all_tables() -> None:
    for part in PARTS:
        assert {game.table for game in decision_games(part, quick=True)} == TABLES


def test_a_game_is_read_as_it_was_written(games: list[DecisionGame]) -> None:
    assert read_game(write_game(games[0])) == games[0]


# --- asking a bot -----------------------------------------------------------------------------------------------------


class Speaker(BaseBot):
    """Says one thing after the other."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__()
        self._words = iter(words)
        self.logs: list[list[str]] = []

    def choose(self, view: View) -> Action:
        self.logs.append([str(ply) for ply in view.plies])
        assert view.viewer is not None
        return Action.parse(next(self._words), view.viewer, view.players)


@pytest.fixture
def history() -> History:
    """A turn of seat 1, who can only trade."""
    game = Game("beginner", chance="given")
    for action in ("roll", "rolled 5+6", "end", "roll", "rolled 1+1"):
        game.push(action)
    return History(game.record.start, game.record.codes)


def decision_at(history: History, seat: int = 1) -> Decision:
    """Return the decision of a seat, in which each candidate is a point worse than the one before."""
    codes = candidates_of(history.state.view(seat), seat)
    candidates = tuple(Candidate(str(action_of(code)), 0.5, k / 100, 0.0) for k, code in enumerate(codes))
    return Decision(len(history.plies), seat, kind_of(history.state.view(seat), seat), candidates)


def test_a_bot_is_judged_by_the_candidate_that_it_chooses(history: History) -> None:
    decision = decision_at(history)
    for candidate in decision.candidates:
        if not candidate.action.startswith("offer"):
            assert chosen_candidate(Speaker([candidate.action]), decision, history.copy()) == candidate


def test_an_offer_is_the_same_whoever_it_is_made_to(history: History) -> None:
    decision = decision_at(history)
    offers = [one for one in decision.candidates if one.action.startswith("offer")]
    assert offers, [one.action for one in decision.candidates]
    narrow = offers[0].action.partition(" to ")[0] + " to 2"
    assert chosen_candidate(Speaker([narrow]), decision, history.copy()) == offers[0]


def test_an_offer_that_is_not_listed_is_refused_and_the_bot_asked_again(history: History) -> None:
    whole = decision_at(history)
    silent = Decision(
        whole.ply, whole.seat, whole.kind, tuple(one for one in whole.candidates if not one.action.startswith("offer"))
    )
    offer = next(one.action for one in whole.candidates if one.action.startswith("offer"))
    speaker = Speaker([offer, "end"])
    assert chosen_candidate(speaker, silent, history).action == "end"
    assert [entry.partition(": ")[2] for entry in speaker.logs[1][-4:]] == [offer, "refuse", "refuse", "refuse"]


def test_whoever_only_talks_ends_the_turn(history: History) -> None:
    whole = decision_at(history)
    end = next(one for one in whole.candidates if one.action == "end")
    offer = next(one.action for one in whole.candidates if one.action.startswith("offer"))
    silent = Decision(whole.ply, whole.seat, whole.kind, (end,))
    speaker = Speaker([offer, "withdraw"] * MOST_OFFERS)
    assert chosen_candidate(speaker, silent, history) == end


def test_a_counter_offer_is_a_refusal(history: History) -> None:
    offer = next(code for code in candidates_of(history.state.view(1), 1) if action_kind(code) == a.OFFER_TRADE)
    history.push(1, offer)
    seat = history.state.to_act[0]
    refuse = Candidate("refuse", 0.2, 0.03, 0.0)
    decision = Decision(len(history.plies), seat, "trade", (Candidate("accept", 0.2, 0.0, 0.0), refuse))
    form = next(form for form in history.state.forms(seat) if form.kind == a.COUNTER_OFFER)
    give = next(kind for kind, most in enumerate(form.give) if most)
    take = next(kind for kind in range(5) if kind != give)
    counter = a.bundle(a.COUNTER_OFFER, [(kind == give) - (kind == take) for kind in range(5)], form.to)
    assert form.fits(counter)
    assert chosen_candidate(Speaker([str(action_of(counter))]), decision, history) == refuse


# --- error rates ------------------------------------------------------------------------------------------------------


def made(losses: dict[str, list[float]]) -> Iterator[Choice]:
    for game, of_game in losses.items():
        for loss in of_game:
            yield Choice(game, "base, 4", "robber", 0, "", loss, False)


def test_an_error_rate_is_a_mean_over_decisions_with_an_error_from_game_to_game() -> None:
    rate = error_rate(made({"a": [0.01, 0.03], "b": [0.02, 0.02]}))
    assert rate.decisions == 4
    assert rate.points == pytest.approx(2.0)
    assert rate.error == pytest.approx(0.0)
    assert error_rate(made({"a": [0.0, 0.0], "b": [0.04]})).points == pytest.approx(4 / 3)
    assert error_rate([]).decisions == 0


def test_a_summary_has_all_kinds_and_the_tables_that_there_are() -> None:
    found = summary(list(made({"a": [0.01], "b": [0.03]})))
    assert found["all"]["points"] == pytest.approx(2.0)
    assert {kind: rate["decisions"] for kind, rate in found["kinds"].items()} == {
        **dict.fromkeys(KINDS, 0),
        "robber": 2,
    }
    assert list(found["tables"]) == ["base, 4"]


def test_a_beginner_errs_less_than_chance_and_the_workers_do_not_matter(games: list[DecisionGame]) -> None:
    some = [game for game in games if game.part == "held-out" and game.table == "base, 3"][:6]
    one_by_one = {spec: [one for game in some for one in choices_of(spec, game)] for spec in ("random", "novice")}
    rates = {spec: error_rate(choices) for spec, choices in one_by_one.items()}
    assert rates["novice"].points + 2 * rates["novice"].error < rates["random"].points
    done: list[int] = []
    assert list(all_choices("random", some, 2, done.append)) == one_by_one["random"]
    assert sorted(done) == sorted(len(game.decisions) for game in some)


def test_a_program_decides_too(games: list[DecisionGame]) -> None:
    game = next(game for game in games if game.table == "duel, 2")
    choices = choices_of(f"program:{sys.executable} -m longroad.cli bot novice", game)
    assert len(choices) == len(game.decisions)
    assert not any(choice.is_absent for choice in choices)


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_reports_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["bench", "--decisions", "--quick", "--bot", "random", "--part", "tuning", "--workers", "1", "--json"])
        == 0
    )
    report = json.loads(capsys.readouterr().out)
    assert report["part"] == "tuning"
    assert report["decisions"] > 100
    assert report["bots"]["random"]["all"]["decisions"] == report["decisions"]
    assert list(report["bots"]["random"]["kinds"]) == list(KINDS)
    assert report["bots"]["best action"]["all"]["points"] < 0.1 < report["bots"]["random"]["all"]["points"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--decisions", "--bot", "grandmaster"], "'grandmaster': expected one of random, learner, novice"),
        (["--decisions", "--part", "all"], "--part all: expected one of tuning, held-out"),
        (["--decisions", "--workers", "0"], "--workers 0: expected a whole number from 1"),
        (["--bot", "novice"], "--bot: needs --decisions"),
    ],
)
def test_bad_input_is_explained(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *arguments]) == 2
    assert message in capsys.readouterr().err
