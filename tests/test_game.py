"""The face of the library: games made in every way, pushed and popped, asked and refused."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import longroad as lr
from longroad.core.layout import PHASE
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_log
from longroad.core.words import RESOURCE_NAMES
from longroad.fair import verify_record
from longroad.notation.islands import read_island
from longroad.notation.position import write_position
from tests.core.games import log_of, rules_for
from tests.rules.table import COSTS, Table


def played(preset: str, seed: int, most: int = 400, **options: Any) -> Iterator[lr.Game]:
    """Play at random with bundles of one card for one, and give the game before every decision."""
    game, rng = lr.Game(preset, seed=seed, **options), random.Random(seed)
    while not game.is_over and len(game.plies) < most:
        yield game
        seat = rng.choice(game.to_act)
        legal = game.legal_actions(seat)
        totals = [form for form in legal.forms if form.total is not None]
        game.push(rng.choice(legal) if legal else rng.choice(list(totals[0].actions())), seat)


# --- making one -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", lr.PRESETS)
def test_a_preset_is_enough(preset: str) -> None:
    game = lr.Game(preset)
    assert game.ruleset == lr.Ruleset.preset(preset)
    assert game.seed is not None
    assert lr.Game(preset, seed=game.seed).position == game.position


def test_options_change_a_preset_or_a_ruleset() -> None:
    by_name = lr.Game("classic", players=3, victory_points=12)
    by_ruleset = lr.Game(lr.Ruleset.preset("classic"), players=3, victory_points=12)
    assert by_name.ruleset == by_ruleset.ruleset
    assert (by_name.players, by_name.ruleset.victory_points, by_name.ruleset.shortage) == (3, 12, "nobody")


def test_the_seed_decides_island_and_chance() -> None:
    one, same, other = (lr.Game(seed=seed) for seed in (7, 7, 8))
    assert one.island == same.island != other.island
    assert one.plies == same.plies


def test_a_given_island_is_played_on() -> None:
    island = lr.Game("beginner").island
    game = lr.Game("base", seed=3, island=island)
    assert (game.island.terrain, game.island.tokens, game.island.harbors) == (
        island.terrain,
        island.tokens,
        island.harbors,
    )
    assert game.ruleset.terrain == "given"


def test_an_island_may_be_given_as_text_or_by_its_size() -> None:
    land = "o10w2l9.g12b6w4b10.g9l11dl3o8.l8o3g4w5.b5g6w11"
    assert lr.Game(island=land, seed=3).position == lr.Game(island=read_island(land), seed=3).position
    assert lr.Game("base", island="extension", players=6).ruleset == lr.Ruleset(players=6, island="extension")
    assert lr.Game("extension", island="base", players=4).ruleset.island == "base"


@pytest.mark.parametrize("island", ["big", "", 3, b"base"])
def test_what_is_no_island_is_quoted(island: Any) -> None:
    with pytest.raises(ValueError, match="possible are"):
        lr.Game(island=island)


def test_the_parts_of_an_island_that_are_not_given_are_made() -> None:
    terrain = lr.Game("beginner").island.terrain
    games = [lr.Game("base", seed=seed, island=lr.Island(terrain=terrain)) for seed in (1, 2)]
    assert all(game.island.terrain == terrain for game in games)
    assert games[0].island.tokens != games[1].island.tokens


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ruleset": "bsae"}, "preset 'bsae': there are base"),
        ({"players": 7}, "players=7"),
        ({"seed": -1}, "seed -1"),
        ({"seed": "seven"}, "seed 'seven'"),
        ({"chance": "dice"}, "chance='dice': possible are"),
        ({"victory_point": 12}, "option 'victory_point': there are players"),
        ({"chance": lr.FairDice("00" * 32), "seed": 4}, "seed=4: verifiable dice need none"),
        ({"island": lr.Island("extension"), "players": 7}, "players=7"),
    ],
)
def test_what_makes_no_game_is_quoted(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lr.Game(**arguments)


# --- playing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", lr.PRESETS)
def test_pop_undoes_push_to_the_byte(preset: str) -> None:
    before: list[bytes] = []
    for game in played(preset, 11, 150):
        before.append(game.seen.to_bytes())
    while before:
        decision = game.pop()
        assert decision.seat != lr.CHANCE
        assert game.seen.to_bytes() == before.pop()
    with pytest.raises(IndexError, match="nothing to take back"):
        game.pop()


def test_what_was_taken_back_happens_again() -> None:
    *_, game = played("base", 4, 200)
    end, log = game.seen.to_bytes(), game.plies
    taken = [game.pop() for _ in range(20)]
    for seat, action, _ in reversed(taken):
        game.push(action, seat)
    assert (game.seen.to_bytes(), game.plies) == (end, log)


def test_with_chance_given_every_ply_is_pushed_and_popped_by_itself() -> None:
    game = lr.Game("beginner", chance="given")
    game.push("roll")
    assert game.to_act == (lr.CHANCE,)
    assert sum(game.outcomes().values()) == 1
    assert game.outcomes()[lr.Action.parse("rolled 2")] == Fraction(1, 36)
    assert list(game.outcomes()) == list(game.legal_actions())
    game.push("rolled 3+5")
    assert game.rolled == (8,)
    assert str(game.pop()) == "*: rolled 3+5"
    assert str(game.pop()) == "0: roll"


def test_chance_that_cannot_be_is_refused() -> None:
    game = lr.Game("beginner", chance="given")
    game.push("roll")
    with pytest.raises(lr.IllegalAction, match=r"'0 drew knight' of chance: .* \[PRO-1\]"):
        game.push("0 drew knight")


def test_fair_dice_give_the_same_game_to_whoever_knows_the_secret() -> None:
    dice = lr.FairDice("ab" * 32).with_text(1, "my luck")
    one, other = (lr.Game("base", chance=dice) for _ in range(2))
    assert one.position == other.position
    assert lr.Game("base", chance=dice.with_text(1, "other luck")).plies != one.plies
    assert one.seed is None


def test_a_seat_can_be_named_in_text_or_beside_it() -> None:
    one, other = lr.Game("beginner"), lr.Game("beginner")
    one.push("0: roll")
    other.push(lr.Action.parse("roll"), 0)
    assert one.plies[0] == other.plies[0]
    with pytest.raises(ValueError, match="which of the two seats"):
        lr.Game("beginner").push("0: roll", 1)


def discarding() -> lr.Game:
    """Give a game that waits for the discards of two seats."""
    table = Table.set_up(rolled=False, players=3)
    for seat in (0, 2):
        table.deal(seat, brick=5, ore=4)
    game = lr.Game.from_position(write_position(table), chance="given")
    game.push("roll")
    game.push("rolled 7")
    return game


def test_who_acts_must_be_said_where_the_game_waits_for_several() -> None:
    game = discarding()
    assert game.to_act == (0, 2)
    with pytest.raises(ValueError, match=r"the game waits for the seats 0, 2; say which one"):
        game.push("discard 4 brick")
    game.push("2: discard 4 brick")
    game.push("discard 4 ore")
    assert game.phase == "robber moves"


def test_an_illegal_action_names_its_rule_and_what_was_possible_and_changes_nothing() -> None:
    game = lr.Game("beginner", seed=7)
    before = game.seen.to_bytes()
    with pytest.raises(lr.IllegalAction) as error:
        game.push("end")
    assert str(error.value) == "'end' of seat 0: The production roll comes first. [TRN-1] Possible are roll."
    assert error.value.refusal.rule == "TRN-1"
    with pytest.raises(lr.IllegalAction, match=r"'roll' of seat 2: .* The game waits for seat 0\."):
        game.push("2: roll")
    with pytest.raises(lr.InvalidNotation):
        game.push("jump")
    with pytest.raises(lr.InvalidNotation):
        game.push(0)
    assert game.seen.to_bytes() == before
    assert game.plies == ()


STRANGE = ("end", "buy", "settle 20", "road 30", "accept", "rob 1", "bank 4 ore for 1 wool")


@pytest.mark.parametrize("number", range(0, 24, 3))
def test_why_not_is_legal_legal_actions_and_push_agree(number: int) -> None:
    rules = rules_for(number)
    game = lr.Game(rules.ruleset, seed=number, island=rules.island, chance="given")
    strange = list(map(lr.Action.parse, STRANGE))
    for code in log_of(number)[:200]:
        ply = lr.Ply.from_code(code)
        for seat in range(game.players):
            legal = game.legal_actions(seat)
            for action in [*legal[:3], *strange, ply.action]:
                assert (action in legal) == game.is_legal(action, seat) == (game.why_not(action, seat) is None) or (
                    action.kind == "bank"  # a worse rate that one is entitled to is accepted, not listed
                )
        assert game.is_legal(ply.action, ply.seat) or ply.is_absent
        game.push(ply.action, ply.seat)


def test_an_absent_seat_plays_its_default() -> None:
    game = lr.Game("beginner", seed=7)
    with pytest.raises(ValueError, match="seat 1: the game waits for seat 0"):
        game.push_default(1)
    ply = game.push_default(0)
    assert ply.is_absent
    assert game.plies[0] == ply


def test_a_copy_goes_its_own_way() -> None:
    *_, game = played("base", 4, 100)
    before, copy = game.seen.to_bytes(), game.copy()
    for _ in range(10):
        copy.pop()
    assert game.seen.to_bytes() == before
    assert copy.seed == game.seed


def test_a_game_that_is_over_has_a_winner_and_nothing_to_do() -> None:
    for game in played("duel", 3, 100_000, domestic_trade=False):
        assert game.winner is None
    assert game.is_over
    assert game.winner is not None
    assert game.points(game.winner) >= 10
    assert (list(game.legal_actions()), game.to_act) == ([], ())
    with pytest.raises(lr.IllegalAction, match="The game is over"):
        game.push("roll")


# --- asking -----------------------------------------------------------------------------------------------------------


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
    with pytest.raises(ValueError, match="'castle': possible are road, settlement, city, card"):
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
        (lambda game: game.hex(19), "hex 19: there are hex numbers 0 to 18"),
        (lambda game: game.site(54), "site 54"),
        (lambda game: game.path(-1), "path -1"),
        (lambda game: game.hand(4), "seat 4: there are seats 0 to 3"),
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


# --- views ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", lr.PRESETS)
def test_a_view_can_do_what_its_seat_can_and_hides_the_rest(preset: str) -> None:
    for game in played(preset, 9, 300):
        for seat in range(game.players):
            view = game.view(seat)
            assert list(view.legal_actions(seat)) == list(game.legal_actions(seat))
            assert view.legal_actions(seat).forms == game.legal_actions(seat).forms
            assert view.hand(seat) == game.hand(seat)
            others = [other for other in range(game.players) if other != seat]
            assert all(view.hand(other) is None and view.cards(other) is None for other in others)
            assert all(view.hand_size(other) == game.hand(other).total for other in others)
            assert all(view.points(other).point_cards == 0 for other in others)


def test_a_view_cannot_be_played_on() -> None:
    view = lr.Game("beginner").view(0)
    assert not hasattr(view, "push")
    assert view == lr.Game("beginner").view(0)
    assert view != lr.Game("beginner").view(1)
    with pytest.raises(ValueError, match="chance"):
        lr.Game("base", chance="given").view(0).legal_actions(lr.CHANCE)
    assert list(lr.Game("base", chance="given").view(0).legal_actions()) == []


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


# --- writing down -----------------------------------------------------------------------------------------------------


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
    with pytest.raises(ValueError, match="cannot be played again"):
        lr.Game.from_record(record)


def test_a_position_that_hides_something_is_no_game() -> None:
    with pytest.raises(lr.InvalidNotation, match="hides what its viewer may not know"):
        lr.Game.from_position(lr.Game("beginner").view(0).position)


def test_the_state_is_the_cores_own() -> None:
    assert isinstance(lr.Game().seen, State)


# --- where chance comes from, as the record tells it ------------------------------------------------------------------


def test_a_seed_that_nobody_chose_cannot_be_found_by_trying() -> None:
    seeds = [lr.Game("beginner").seed for _ in range(20)]
    assert all(seed is not None for seed in seeds)
    assert max(filter(None, seeds)) > 1 << 55


@pytest.mark.parametrize("seed", [-1, 1 << 62, "x", 7.0])
def test_what_is_no_seed_makes_no_game(seed: Any) -> None:
    position = lr.Game("beginner").position
    with pytest.raises(ValueError, match="possible are whole numbers"):
        lr.Game(seed=seed)
    with pytest.raises(ValueError, match="possible are whole numbers"):
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


def test_points_can_be_copied_and_pickled() -> None:
    points = lr.Game("beginner").points(0)
    for twin in (copy.deepcopy(points), pickle.loads(pickle.dumps(points))):
        assert (twin, twin.sources) == (points, points.sources)


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


@pytest.mark.parametrize("preset", ["base", "duel"])
def test_a_views_log_is_the_redacted_one_also_after_taking_back(preset: str) -> None:
    rng = random.Random(2)
    for game in played(preset, 9, 500):
        for viewer, seat in ((0, 0), (PUBLIC, None)):
            expected = redact_log([ply.code for ply in game.plies], viewer, game.seen.s[PHASE])
            assert [ply.code for ply in game.view(seat).plies] == expected
        if rng.random() < 0.1:
            ply = game.pop()
            game.view(0)
            game.push(ply.action, ply.seat)


def test_a_view_holds_nothing_that_its_viewer_may_not_know() -> None:
    """Everything that hangs on a view is the core's view, which is redacted, and a redacted log."""
    *_, game = played("base", 9, 900)
    view = game.view(1)
    assert set(vars(view)) == {"_seen", "_log"}
    assert any(str(ply).endswith("drew ?") or "stole ?" in str(ply) for ply in view.plies)
    assert [ply.code for ply in view.plies] == list(vars(view)["_log"])
