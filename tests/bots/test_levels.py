"""The levels of bots, and what they need of a view."""

from __future__ import annotations

import pickle

import pytest

from longroad.bots.levels import DEFAULT_LEVEL, FROZEN, LEVELS, bot_maker, make_bot, needs_compiler
from longroad.bots.protocol import chance_of
from longroad.bots.search_bot import SearchBot
from longroad.core import actions as a
from longroad.core.layout import RESOURCES
from longroad.game.game import Game
from longroad.search.weights import FIRST_FILE, weights
from tests.bots.views import seat_view
from tests.rules.table import Table, before_roll


def test_every_level_has_a_sentence_and_can_be_made() -> None:
    assert list(LEVELS) == ["random", "learner", "novice", "skilled", "expert"]
    assert DEFAULT_LEVEL in LEVELS
    for name, level in LEVELS.items():
        assert level.description.endswith(".")
        assert make_bot(name, 1).explain() == "I haven't chosen anything yet."


def test_a_level_says_whether_it_needs_the_compiler() -> None:
    assert [name for name, level in LEVELS.items() if level.needs_compiler] == ["skilled", "expert"]
    assert [needs_compiler(name) for name in ("skilled", "novice", "tests.arena.bots.Slow")] == [True, False, False]


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'grandmaster': expected one of random, learner, novice, skilled, expert"):
        make_bot("grandmaster")


@pytest.mark.parametrize("level", LEVELS)
def test_only_who_is_waited_for_can_choose(level: str) -> None:
    game = Game("beginner")
    with pytest.raises(ValueError, match="seat 2 has nothing to choose: the game waits for 0"):
        make_bot(level).choose(game.view(2))
    for ask in (make_bot(level).choose, make_bot(level).propose):
        with pytest.raises(ValueError, match="the public's"):
            ask(game.view())


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_is_proposed_before_the_roll(level: str) -> None:
    for seed in range(40):
        assert make_bot(level, seed).propose(Game("beginner", seed=1).view(1)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_and_its_view_can_be_sent_to_another_process(level: str) -> None:
    view = Game("beginner", seed=1).view(0)
    bot, sent = pickle.loads(pickle.dumps((make_bot(level, 3), view)))
    assert bot.choose(sent) == make_bot(level, 3).choose(view)


def test_chance_differs_by_seed_seat_and_place_in_the_game() -> None:
    game = Game("beginner", seed=1)
    numbers = {chance_of(seed, game.view(seat)).random() for seed in (1, 2, "1x") for seat in range(4)}
    game.push("roll")
    assert len(numbers | {chance_of(1, game.view(seat)).random() for seat in range(4)}) == 16


def test_a_random_player_discards_some_of_its_hand() -> None:
    table = before_roll()
    table.deal(1, ore=5, wool=4)
    table.roll(7)
    discards = {make_bot("random", seed).choose(seat_view(table, 1)).code for seed in range(20)}
    assert len(discards) > 2
    for code in discards:
        assert sum(a.bundle_count(code, resource) for resource in range(RESOURCES)) == 4


def test_a_random_player_proposes_now_and_then() -> None:
    table = Table.set_up()
    table.deal(1, ore=2)
    proposals = [make_bot("random", seed).propose(seat_view(table, 1)) for seed in range(100)]
    assert 0 < sum(proposal is not None for proposal in proposals) < 30


@pytest.mark.parametrize("name", ["skilled@1", "expert@1"])
def test_frozen_levels_play_with_the_first_weights_and_are_not_listed(name: str) -> None:
    assert name in FROZEN
    assert name not in LEVELS
    assert needs_compiler(name)
    bot = bot_maker(f"{name}:nodes=8,states=1")(1)
    assert isinstance(bot, SearchBot)
    assert bot.WEIGHTS_FILE == FIRST_FILE != make_bot(name.partition("@")[0]).WEIGHTS_FILE  # type: ignore[attr-defined]
    again = pickle.loads(pickle.dumps(bot._searcher))
    assert list(again._weights) == list(weights(FIRST_FILE))
