"""Whole games with an unlimited bank (PRO-7): random ones of every preset, positions, records, views and bots."""

from __future__ import annotations

from random import Random

import pytest

from longroad import Action, InvalidSetup, Resources, View
from longroad.bots.beliefs.dealing import Dealer
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.levels import LEVELS, make_bot
from longroad.core.actions import (
    BUY_CARD,
    DISCARD,
    UNKNOWN,
    action_kind,
    hidden_bundle,
    hidden_number,
    ply_action,
    ply_seat,
)
from longroad.core.check.invariants import violation
from longroad.core.check.violations import VIOLATIONS
from longroad.core.island.material import BANK_CARDS
from longroad.core.layout import BANK, HAND, HAND_SIZE, OWES, PHASE, RESOURCES
from longroad.core.onlooker import Onlooker, beginning_of
from longroad.core.phases import DISCARDING
from longroad.core.rules.hands import payable_in_all
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.game.game import Game
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.rulesets import read_ruleset, write_ruleset
from tests.bots.beliefs.test_other_tables import without_kinds
from tests.bots.views import begun, game_view, played, quick
from tests.game.test_facts import facts
from tests.rules.table import Table
from tests.walks import walk


@pytest.mark.rule("PRO-7")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_random_game_breaks_no_rule(preset: str) -> None:
    state = State.new(Ruleset.preset(preset, bank="unlimited", discard_limit=120), seed=3)
    for ply, _ in enumerate(walk(state, 3, 1200)):
        if ply % 10 == 0:
            assert VIOLATIONS[violation(state.s, state.m)] == ""
            assert State.from_bytes(state.to_bytes()) == state
    assert min(state["bank"]) < -1


@pytest.mark.parametrize("preset", PRESETS)
def test_positions_and_views_are_read_back(preset: str) -> None:
    state = State.new(Ruleset.preset(preset, bank="unlimited"), seed=4)
    for ply, _ in enumerate(walk(state, 4, 400)):
        if ply % 40 == 0:
            assert read_position(write_position(state)) == state
            for viewer in (0, 1, 6):
                view = state.view(viewer)
                assert read_position(write_position(view)).s == view.s


def test_views_hide_the_same_as_with_a_limited_bank() -> None:
    for bank in ("limited", "unlimited"):
        view = Game("beginner", bank=bank, seed=7).view(1)
        assert [view.hand(seat) is None for seat in range(4)] == [True, False, True, True]


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("base,bank:unlimited", Ruleset.preset("base", bank="unlimited")),
        ("duel,bank:unlimited", Ruleset.preset("duel", bank="unlimited")),
    ],
)
def test_the_option_is_written_and_read(text: str, ruleset: Ruleset) -> None:
    assert write_ruleset(ruleset) == text
    assert read_ruleset(text) == ruleset
    assert write_ruleset(ruleset.but(bank="limited")) == text.partition(",")[0]


def test_a_record_is_read_back() -> None:
    game = Game("beginner", bank="unlimited", seed=7)
    for _ in range(6):
        game.push(game.legal_actions()[0])
    again = Game.from_record(game.record)
    assert again.position == game.position
    assert again.ruleset.bank == "unlimited"


def test_a_bank_is_derived_from_the_hands_and_refused_if_it_contradicts_them() -> None:
    position = Game("beginner", bank="unlimited", seed=7).position
    fields = position.split("/")
    without = "/".join(field for field in fields if not field.startswith("bank:"))
    assert Game.from_position(without).position == position
    bank = next(field for field in fields if field.startswith("bank:"))
    for wrong in ("bank:19b19l19w19g19o", "bank:127b127l127w127g127o"):
        with pytest.raises(InvalidNotation, match="do not hold all resource cards"):
            read_position(position.replace(bank, wrong))
    with pytest.raises(InvalidNotation, match="there are 127 of each resource"):
        read_position(position.replace(bank, "bank:128b"))


def test_the_bank_is_counted_from_127() -> None:
    game = Game("base", bank="unlimited")
    assert list(game.bank) == [127] * 5
    assert list(Game("base").bank) == [BANK_CARDS[0]] * 5


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", ["base", "duel"])
def test_bots_play_with_it(preset: str, level: str) -> None:
    history = played(preset, 4, quick(level), limit=16, bank="unlimited")
    assert history.state.is_over
    assert VIOLATIONS[violation(history.state.s, history.state.m)] == ""
    assert history.state.ruleset.bank == "unlimited"


def test_hands_dealt_without_a_log_fit_the_view() -> None:
    table = Table.set_up(bank="unlimited", players=3)
    table.found()
    table.deal(0, ore=30)
    table.deal(1, ore=40, wool=2)
    table.deal(2, brick=50)
    view = Game.from_position(write_position(table)).view(0)
    dealer = Dealer(view)
    for seed in range(5):
        dealt = dealer.sample(Random(seed))
        assert VIOLATIONS[violation(dealt.s, dealt.m)] == ""
        assert dealt.view(0).s == view.seen.s


@pytest.mark.parametrize("preset", ["base", "one_on_one", "extension"])
def test_cards_are_counted_as_with_a_limited_bank(preset: str) -> None:
    history = played(preset, 5, "novice", limit=24, bank="unlimited").copy()
    while history.state.is_over:
        history.pop()
    beliefs = Beliefs().follow(game_view(history, 0))
    assert beliefs.is_known
    actual = tuple(tuple(hand) for hand in history.state["hand"][: history.state["players"]])
    assert actual in [hands for hands, _ in beliefs.possibilities()]


# --- other people's tables --------------------------------------------------------------------------------------------


def told_game(players: int = 3) -> Game:
    """Play with novices until somebody can do anything."""
    game, bot = Game("base", players=players, bank="unlimited", seed=5), make_bot("novice", 1)
    while len(game.plies) < 150 or game.phase != "main":
        seat = game.to_act[0]
        game.push(bot.choose(game.view(seat)), seat)
    return game


@pytest.mark.parametrize("is_bank_told", [True, False])
def test_facts_say_that_the_bank_is_unlimited(is_bank_told: bool) -> None:
    game = told_game()
    known = facts(game, ruleset="base,bank:unlimited", bank=game.bank if is_bank_told else None)
    view = View.from_facts(**known)
    assert view.ruleset.bank == "unlimited"
    assert view.is_bank_counted == is_bank_told
    assert list(view.legal_actions()) == list(game.view(game.turn).legal_actions())
    assert make_bot("novice", 1).choose(view) in game.legal_actions()
    for seed in range(5):
        dealt = Dealer(view).sample(Random(seed))
        assert VIOLATIONS[violation(dealt.s, dealt.m)] == ""


def test_facts_with_more_cards_than_fit_are_refused() -> None:
    game = told_game()
    known = facts(game, ruleset="base,bank:unlimited", bank=None)
    known["hands"] = [hand if seat == game.turn else 70 for seat, hand in enumerate(known["hands"])]
    with pytest.raises(InvalidSetup) as caught:
        View.from_facts(**known)
    assert [problem.rule for problem in caught.value.problems] == ["PRO-7"]
    assert "more than 127" in str(caught.value)


def test_facts_with_a_printed_bank_are_refused() -> None:
    known = facts(told_game(), ruleset="base,bank:unlimited", bank=Resources(*[15] * 5))
    with pytest.raises(InvalidSetup, match="there are 127 of each resource") as caught:
        View.from_facts(**known)
    assert [problem.rule for problem in caught.value.problems] == ["SET-1"]


@pytest.mark.parametrize("is_bank_counted", [True, False])
def test_hidden_discards_leave_the_bank_unlimited(is_bank_counted: bool) -> None:
    """Stacks stay below zero, whatever kinds were discarded, so production is never short."""
    told = 0
    for seed in (3, 4, 5):
        history = begun("base", seed, bank="unlimited")
        for number, entry in enumerate(played("base", seed, "novice", bank="unlimited").plies[:-1]):
            history.push(ply_seat(entry), ply_action(entry))
            seen = game_view(history, number % 4)
            log = without_kinds(seen.log, number % 4)
            if number % 11 or history.state.phase == "discarding" or log == list(seen.log):
                continue
            view = View(seen.seen, log, is_bank_counted=is_bank_counted)
            beliefs = Beliefs().follow(view)
            assert beliefs.is_known
            dealt = Dealer(view, beliefs).sample(Random(number))
            assert VIOLATIONS[violation(dealt.s, dealt.m)] == ""
            told += 1
    assert told > 20


def test_an_onlooker_keeps_the_number_of_cards_in_hands() -> None:
    table = Table.set_up(bank="unlimited", players=3, rolled=False)
    onlooker = Onlooker(beginning_of(table.view(0)), 0)
    s = onlooker.state.s
    s[BANK : BANK + RESOURCES] = [-1, -1, -1, -9, -1]  # eight grain in the hand of seat 1
    s[HAND + RESOURCES + 3] = s[HAND_SIZE + 1] = 8
    s[PHASE], s[OWES] = DISCARDING, 0b10
    changes = onlooker.play(1, hidden_bundle(DISCARD, 4))
    assert changes == [(1, UNKNOWN, -4)]
    stacks = s[BANK : BANK + RESOURCES]
    assert max(stacks) < 0
    assert sum(stacks) == -13 + 4
    assert payable_in_all(s) == 127 - 4


def test_a_log_that_pays_more_than_there_is_leaves_the_bank_unlimited() -> None:
    history = begun("base", 3, bank="unlimited")
    log = played("base", 3, "novice", bank="unlimited").plies
    for entry in log[:200]:
        history.push(ply_seat(entry), ply_action(entry))
    seen = game_view(history, 0)
    built = next(entry for entry in reversed(seen.log) if action_kind(ply_action(entry)) == BUY_CARD)
    beliefs = Beliefs().follow(View(seen.seen, [*seen.log, *[built] * 40]))
    assert not beliefs.is_known
    dealt = Dealer(seen, beliefs).sample(Random(1))
    assert VIOLATIONS[violation(dealt.s, dealt.m)] == ""


@pytest.mark.parametrize("number", [1, 31, 63])
def test_hidden_discards_of_the_largest_hand_are_written_and_read(number: int) -> None:
    action = Action.parse(f"discard ?{number}")
    assert str(action) == f"discard ?{number}"
    assert hidden_number(action.code) == number
    with pytest.raises(InvalidNotation, match="63"):
        Action.parse("discard ?64")
