"""Games written down and begun again: from records, from positions, and where their chance comes from."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import longroad as lr
from longroad.game.fair import verify_record
from tests.played import played


def test_a_game_begun_from_a_position_goes_on_like_the_original() -> None:
    *_, game = played("base", 4, 250)
    twin = lr.Game.from_position(game.position, seed=game.seed)
    assert twin.seen == game.seen
    for each in (game, twin):
        rng = random.Random(1)
        for _ in range(50):
            seat = each.to_act[0]
            legal = each.legal_actions(seat)
            each.push(rng.choice(legal) if legal else next(legal.forms[0].actions()), seat)
    assert twin.seen == game.seen


@pytest.mark.parametrize("preset", lr.PRESETS)
def test_a_game_comes_back_from_its_record_and_goes_on(preset: str) -> None:
    *_, game = played(preset, 5, 200)
    game.tags["Seat0"] = "Ada"
    game.comments[3] = "Here it was still open."
    game.foreword = "A game among friends."
    for written in (game.record, game.record.text, game.record.jsonl):
        again = lr.Game.from_record(written)
        assert (again.seen, again.plies, again.seed) == (game.seen, game.plies, game.seed)
        assert again.record == game.record
        seat = game.to_act[0]
        ahead = game.copy()
        for each in (again, ahead):
            each.push_default(seat)
        assert again.plies == ahead.plies


def test_a_game_with_fair_dice_comes_back_with_them_once_the_secret_is_revealed() -> None:
    dice = lr.FairDice("cd" * 32).with_text(0, "mine")
    game = lr.Game("base", players=3, chance=dice)
    assert game.record.commitment == dice.commitment
    assert dice.secret not in game.record.text
    assert lr.Game.from_record(game.record).chance == "given"
    revealed = game.record.closed(termination="interrupted", secret=dice.secret)
    assert lr.Game.from_record(revealed).chance == dice


def test_what_is_told_about_plies_goes_when_they_go() -> None:
    game = lr.Game("beginner", seed=7)
    game.push("roll")
    game.comments |= {0: "At last.", 1: "A six!"}
    game.clocks[1] = 60_000
    game.pop()
    assert (game.comments, game.clocks) == ({}, {})


def test_an_edition_that_hides_something_is_no_game() -> None:
    record = lr.Game("beginner", seed=7).record.edition(1)
    with pytest.raises(ValueError, match="cannot be replayed"):
        lr.Game.from_record(record)


def test_a_position_that_hides_something_is_no_game() -> None:
    with pytest.raises(lr.InvalidNotation, match="hides what its viewer may not know"):
        lr.Game.from_position(lr.Game("beginner").view(0).position)


# --- where chance comes from, as the record tells it ------------------------------------------------------------------


def test_a_seed_that_nobody_chose_cannot_be_found_by_trying() -> None:
    seeds = [lr.Game("beginner").seed for _ in range(20)]
    assert all(seed is not None for seed in seeds)
    assert max(filter(None, seeds)) > 1 << 55


@pytest.mark.parametrize("seed", [-1, 1 << 62, "x", 7.0])
def test_what_is_no_seed_makes_no_game(seed: Any) -> None:
    position = lr.Game("beginner").position
    with pytest.raises(ValueError, match="expected a whole number"):
        lr.Game(seed=seed)
    with pytest.raises(ValueError, match="expected a whole number"):
        lr.Game.from_position(position, seed=seed)


def test_only_players_add_texts_to_the_dice() -> None:
    with pytest.raises(ValueError, match="only the seats 0 to 1 can add a text"):
        lr.Game("duel", chance=lr.FairDice.new().with_text(2, "mine"))


def test_a_fair_game_keeps_what_was_promised_while_its_secret_is_not_known() -> None:
    dice = lr.FairDice.new().with_text(1, "mine")
    game = lr.Game("beginner", chance=dice)
    game.push("roll")
    again = lr.Game.from_record(game.record.text)
    assert again.chance == "given"
    assert again.record == again.copy().record == game.record
    assert lr.Game.from_record(game.record, chance=dice).record == game.record


def test_a_record_tells_no_source_that_not_all_its_chance_comes_from() -> None:
    by_hand = lr.Game("beginner", chance="given")
    by_hand.push("roll")
    by_hand.push("rolled 6")
    seeded = lr.Game("beginner", seed=7)
    for game in (
        lr.Game.from_record(by_hand.record),
        lr.Game.from_record(by_hand.record, chance=lr.FairDice.new()),
        lr.Game.from_record(seeded.record, seed=8),
        lr.Game.from_record(seeded.record, chance="given"),
    ):
        assert game.record.tags == game.copy().record.tags == {}
    assert lr.Game.from_record(seeded.record, seed=7).record.seed == 7


def test_a_record_may_be_bytes() -> None:
    game = lr.Game("beginner", seed=7)
    assert lr.Game.from_record(game.record.text.encode()).record == game.record


def test_plies_of_a_log_can_be_pushed_again() -> None:
    game = lr.Game("beginner", seed=7)
    game.push_default(0)
    game.push("end")
    again = lr.Game("beginner", chance="given")
    for ply in game.plies:
        again.push(str(ply))
    assert again.plies == game.plies


@pytest.mark.parametrize("name", ["Seat4", "Text4", "Seat17", "Seed", "Commitment"])
def test_a_tag_that_no_reader_would_take_is_not_written(name: str) -> None:
    record = lr.Game("beginner", chance="given").record
    with pytest.raises(lr.InvalidNotation, match=f"tag {name}: "):
        replace(record, tags={name: "x"})


def test_a_game_set_up_from_a_beginning_claims_no_island_of_its_own() -> None:
    position = lr.Game("base", seed=7, first_player="given").position
    game = lr.Game.from_position(position, seed=1)
    game.push(game.legal_actions()[0])
    for twin in (game, game.copy(), lr.Game.from_record(game.record.text)):
        assert twin.record.begins_at == position
        assert verify_record(twin.record).is_right
