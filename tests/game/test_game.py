"""The API of `Game`: made in every way, pushed and popped, queried and refused."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import Any

import pytest

import longroad as lr
from longroad.core.state import State
from longroad.core.words import GENERIC_HARBOR
from longroad.notation.islands import read_island
from longroad.notation.positions.position import write_position
from tests.core.games import log_of, rules_for
from tests.played import played
from tests.rules.table import Table

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
    with pytest.raises(ValueError, match="expected"):
        lr.Game(island=island)


def test_the_parts_of_an_island_that_are_not_given_are_made() -> None:
    terrain = lr.Game("beginner").island.terrain
    games = [lr.Game("base", seed=seed, island=lr.Island(terrain=terrain)) for seed in (1, 2)]
    assert all(game.island.terrain == terrain for game in games)
    assert games[0].island.tokens != games[1].island.tokens


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ruleset": "bsae"}, "preset 'bsae': expected one of base"),
        ({"ruleset": None}, "ruleset=None: expected a preset"),
        ({"ruleset": 3}, "ruleset=3: expected a preset"),
        ({"players": 7}, "players=7"),
        ({"seed": -1}, "seed -1"),
        ({"seed": "seven"}, "seed 'seven'"),
        ({"chance": "dice"}, "chance='dice': expected"),
        ({"victory_point": 12}, "option 'victory_point': expected one of players"),
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
    with pytest.raises(IndexError, match="nothing to undo"):
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
    with pytest.raises(ValueError, match="two different seats are named"):
        lr.Game("beginner").push("0: roll", 1)


def discarding() -> lr.Game:
    """Return a game that waits for the discards of two seats."""
    table = Table.set_up(rolled=False, players=3)
    for seat in (0, 2):
        table.deal(seat, brick=5, ore=4)
    table.found()
    game = lr.Game.from_position(write_position(table), chance="given")
    game.push("roll")
    game.push("rolled 7")
    return game


def test_who_acts_must_be_said_where_the_game_waits_for_several() -> None:
    game = discarding()
    assert game.to_act == (0, 2)
    with pytest.raises(ValueError, match=r"the game waits for the seats 0, 2; pass seat="):
        game.push("discard 4 brick")
    game.push("2: discard 4 brick")
    game.push("discard 4 ore")
    assert game.phase == "robber moves"


def test_an_illegal_action_names_its_rule_and_what_was_possible_and_changes_nothing() -> None:
    game = lr.Game("beginner", seed=7)
    before = game.seen.to_bytes()
    with pytest.raises(lr.IllegalAction) as error:
        game.push("end")
    assert str(error.value) == "'end' of seat 0: Roll the dice first. [TRN-1] Legal: roll."
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


def test_the_state_is_the_cores_own() -> None:
    assert isinstance(lr.Game().seen, State)


# --- text, equality and the log ---------------------------------------------------------------------------------------


def after(preset: str, count: int, **options: Any) -> lr.Game:
    """Return a game in which so many plies have been played at random."""
    (game,) = deque(played(preset, 7, count, **options), maxlen=1)
    return game


def trading() -> lr.Game:
    """Return a game in which seat 0 can trade."""
    game = lr.Game("beginner,players:3", chance="given")
    for action in ("roll", "rolled 8"):
        game.push(action)
    return game


def test_text_finds_what_is_legal() -> None:
    legal = trading().legal_actions()
    assert "end" in legal
    assert " End" in legal
    assert lr.Action("end") in legal
    assert lr.Action("end").code in legal
    assert legal.index("end") == legal.codes.index(lr.Action("end").code)
    assert "roll" not in legal
    assert "settle 17" not in legal
    assert None not in legal
    assert -1 not in legal
    with pytest.raises(lr.InvalidNotation, match="'fly' is not an action"):
        assert "fly" in legal


def test_text_of_a_bundle_fits_its_form() -> None:
    game = trading()
    legal = game.legal_actions()
    have = next(name for name, count in game.hand(0).items() if count)
    want = next(name for name, count in game.hand(0).items() if not count)
    assert f"offer {have} for {want}" in legal
    assert f"offer 1 {have} for 2 {want} to 1" in legal
    assert f"offer 1 {want} for 1 {have}" not in legal


def test_a_worse_rate_is_legal_and_not_listed() -> None:
    table = Table.set_up(players=3)
    table.settle(0, table["harbor"].index(GENERIC_HARBOR))
    table.found()
    table.deal(0, wool=4)
    game = lr.Game.from_position(write_position(table))
    legal = game.legal_actions()
    assert "bank 3 wool for 1 ore" in legal
    assert "bank 4 wool for 1 ore" not in legal
    assert game.is_legal("bank 4 wool for 1 ore")


def test_a_ruleset_can_be_text() -> None:
    assert lr.Game("base,players:3").ruleset == lr.Ruleset.preset("base", players=3)
    assert lr.Game("base,players:3", victory_points=12).ruleset.victory_points == 12
    assert lr.Game("base,players:3", 4).players == 4, "a keyword goes before the text"
    assert lr.Game("classic,victory_points:12", players=6).ruleset.island == "extension"
    with pytest.raises(lr.InvalidNotation, match="phases is 'loose'"):
        lr.Game("base,phases:loose")
    with pytest.raises(lr.InvalidRuleset):
        lr.Game("base", players=9)


def test_games_are_equal_by_ruleset_island_and_plies() -> None:
    game = after("base", 60, players=3)
    assert game == game.copy()
    assert game == lr.Game.from_record(game.record)
    assert game != lr.Game(game.ruleset, seed=game.seed)
    other = game.copy()
    other.tags["Event"] = "Club evening"
    other.comments[0] = "Bold."
    assert other == game
    other.pop()
    assert other != game
    assert lr.Game("base", seed=1) != lr.Game("base", seed=2)
    assert lr.Game("beginner", seed=1) == lr.Game("beginner", seed=2), "nothing has come from the seeds yet"
    assert game != "base"
    with pytest.raises(TypeError):
        hash(game)


def test_a_ply_of_a_record_can_be_pushed() -> None:
    game = after("beginner", 120)
    again = lr.Game("beginner", chance="given")
    for ply in game.record.plies:
        again.push(ply)
    assert again == game
    assert again.position == game.position
    with pytest.raises(ValueError, match="two different seats are named"):
        again.push(lr.Ply(0, lr.Action("end")), 1)


def test_the_same_ruleset_and_plies_give_the_same_position() -> None:
    for preset in lr.PRESETS:
        game = after(preset, 150)
        again = lr.Game(game.ruleset, seed=game.seed, chance="given")
        for ply in game.plies:
            again.push(ply)
        assert again == game
        assert again.position == game.position


def test_the_log_does_not_change_when_the_game_does() -> None:
    game = after("beginner", 40)
    log = game.plies
    kept = tuple(log)
    while len(game.plies) > 10:
        game.pop()
    assert log == kept
    game.push(game.legal_actions(game.to_act[0])[0], game.to_act[0])
    assert log == kept
    assert len(game.plies) < len(log)


def test_a_log_is_a_sequence() -> None:
    game = after("beginner", 40)
    log = game.plies
    assert log[0] == lr.Ply.parse("0: roll")
    assert log[-1] == tuple(log)[-1] == list(log)[-1]
    assert log[2:5] == tuple(log)[2:5]
    assert log[::-1] == tuple(reversed(log))
    assert log[1] in log
    assert hash(log) == hash(tuple(log))
    assert log != tuple(log)[1:]
    assert log != "roll"
    assert "before" in repr(log)
    with pytest.raises(IndexError):
        log[len(log)]


@pytest.mark.parametrize("count", [100, 1000])
def test_a_ply_costs_the_same_however_long_the_log_is(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the plies that are read from their integers: the one looked at, and one each when iterating."""
    game = after("base", count)
    assert len(game.plies) >= count
    read: list[int] = []
    original = lr.Ply.from_code

    def from_code(code: int) -> lr.Ply:
        read.append(code)
        return original(code)

    monkeypatch.setattr(lr.Ply, "from_code", from_code)
    for table in (game, game.view(0), game.record):
        read.clear()
        assert table.plies[-1]
        assert len(read) == 1
        for number, _ in enumerate(table.plies, start=2):
            assert len(read) == number


def test_a_ply_that_the_log_does_not_have_is_named() -> None:
    with pytest.raises(IndexError, match="ply -1: the log has 0 plies"):
        lr.Game("beginner", seed=1).plies[-1]
