"""Reviews: start + luck + decisions = result, to the last bit; decisions are judged by what their seats knew."""

from __future__ import annotations

import json

import pytest

from longroad.analysis import Budget, review
from longroad.analysis.games import is_choice
from longroad.analysis.reviews import DECISIONS, DICE, DRAWS, THEFTS
from longroad.core.actions import DISCARD, bundle
from longroad.game.game import Game
from longroad.notation.records.reader import InvalidRecord
from tests.analysis.games import LITTLE, PRESETS, game_of, offered
from tests.rules.table import before_roll

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("preset", PRESETS)
def test_start_luck_and_decisions_add_up_to_the_result(preset: str) -> None:
    game = game_of(preset)
    assert game.is_over
    found = review(game.record, None, threads=1)
    assert len(found.plies) == len(game.plies)
    for seat in found.seats:
        assert seat.start + seat.dice + seat.thefts + seat.draws + seat.own + seat.others == seat.result
        assert seat.start + seat.luck + seat.decisions == seat.result
        assert seat.adjusted_result == seat.result - seat.luck
        assert seat.result == (seat.seat == game.winner)
    assert sum(seat.start for seat in found.seats) == 1.0
    for ply in found.plies:
        assert sum(ply.chances) == 1.0
        assert sum(ply.changes) == 0.0


def test_luck_is_dice_thefts_and_draws() -> None:
    found = review(game_of("base"), None, threads=1)
    kinds = {DICE: "rolled", THEFTS: "stole", DRAWS: "drew"}
    for kind, word in kinds.items():
        plies = [ply for ply in found.plies if ply.kind == kind]
        assert plies
        assert all(word in str(ply.ply) for ply in plies)
        assert all(str(ply.ply).startswith("*") for ply in plies)
    assert all(ply.ply.seat < 4 for ply in found.plies if ply.kind == DECISIONS)


def test_a_roll_that_is_ordered_is_no_decision_that_changes_anything() -> None:
    found = review(game_of("base"), None, threads=1)
    rolls = [ply for ply in found.plies if str(ply.ply).endswith(": roll")]
    assert rolls
    assert all(ply.changes == (0.0,) * 4 for ply in rolls)


def test_every_decision_with_a_choice_is_judged_and_no_other() -> None:
    game = game_of("base", most=80)
    found = review(game, LITTLE, threads=2)
    judged = {ply.number for ply in found.plies if ply.choice is not None}
    again = game_of("base", most=0)
    for number, ply in enumerate(game.plies):
        expected = ply.seat < 6 and is_choice(again.seen, ply.seat, ply.action.code)
        assert (number in judged) == expected
        again.push(ply)
    for one in found.plies:
        if one.choice is not None:
            assert one.choice.action == one.ply.action
            assert one.choice.reason


def test_the_same_seed_gives_the_same_review_with_any_number_of_threads() -> None:
    game = game_of("base", most=50)
    one, same, other = (review(game, LITTLE, threads=threads, seed=seed) for threads, seed in ((1, 1), (3, 1), (1, 2)))
    assert one == same
    assert one != other


def test_progress_counts_the_decisions() -> None:
    told: list[tuple[int, int]] = []
    found = review(game_of("base", most=60), LITTLE, threads=1, progress=lambda *so_far: told.append(so_far))
    count = sum(ply.choice is not None for ply in found.plies)
    assert told == [(number, count) for number in range(1, count + 1)]


def test_a_review_is_written_as_json() -> None:
    found = review(game_of("base", most=40), LITTLE, threads=1)
    written = json.loads(json.dumps(found.to_json()))
    assert len(written["plies"]) == 40
    for seat in written["seats"]:
        luck = sum(seat["luck"][kind] for kind in ("dice", "thefts", "draws"))
        assert seat["start"] + luck + seat["decisions"] == seat["result"]
        assert {"error_rate", "adjusted_result", "name"} <= set(seat)


def test_an_edition_that_hides_cards_is_refused() -> None:
    record = game_of("base", most=60).record
    with pytest.raises(ValueError, match="seat1 edition, which hides cards"):
        review(record.edition(1), LITTLE)


def test_a_record_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(InvalidRecord):
        review("[Longroad", LITTLE)
    text = game_of("base", most=60).record.text
    with pytest.raises(InvalidRecord):
        review(text.replace("roll\n", "roll\n0: city 1\n", 1), LITTLE)


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="states=0: expected a whole number from 1 to 64"):
        Budget(states=0)
    with pytest.raises(ValueError, match="'endless': expected one of quick, normal, deep"):
        review(game_of("base", most=10), "endless")


def test_a_game_without_plies_is_reviewed() -> None:
    found = review(game_of("base", most=0), LITTLE)
    assert found.plies == ()
    assert found.result == found.start
    assert [seat.error_rate for seat in found.seats] == [0.0] * 4


@pytest.mark.parametrize("ply", ["0: deal 2", "0: road 50", "0: end"])
def test_a_player_may_go_on_before_all_have_answered(ply: str) -> None:
    found = review(offered("2: accept", ply), LITTLE, threads=1)
    assert found.plies[-1].choice is not None


def test_a_counter_offer_that_gives_too_much_away_costs_something() -> None:
    choice = review(offered("3: counter 3 lumber for brick"), "normal", threads=1).plies[-1].choice
    assert choice is not None
    assert str(choice.action) == "counter 3 lumber for 1 brick"
    assert choice.best != choice.action
    assert choice.loss > choice.loss_error


def test_a_counter_offer_of_a_seat_that_cannot_accept_is_judged() -> None:
    choice = review(offered("1: counter grain for brick"), LITTLE, threads=1).plies[-1].choice
    assert choice is not None
    assert str(choice.action) == "counter 1 grain for 1 brick"


def test_a_draw_is_shared_before_and_after_it_is_reached() -> None:
    game = Game("beginner", players=4, seed=7, limit=1)
    for action in ("roll", "end"):
        game.push(action)
    assert (game.is_over, game.winner) == (True, None)
    found = review(game, None)
    assert found.result == (0.25,) * 4
    assert found.plies[-1].changes == (0.0,) * 4


def test_foundings_are_judged_with_any_budget() -> None:
    found = review(game_of("base", most=20), "quick", threads=1)
    foundings = [ply.choice for ply in found.plies if str(ply.ply.action).startswith("settle") and ply.choice]
    assert any(choice.loss_error < 1.0 for choice in foundings)


def test_a_discard_of_one_kind_is_no_choice() -> None:
    table = before_roll()
    table.deal(0, wool=8)
    table.roll(7)
    assert not is_choice(table, 0, bundle(DISCARD, (0, 0, 4, 0, 0)))
    table = before_roll()
    table.deal(0, wool=7, ore=1)
    table.roll(7)
    assert is_choice(table, 0, bundle(DISCARD, (0, 0, 4, 0, 0)))
