"""What a bot is: an object with three methods, a class with `choose` alone, or a function."""

from __future__ import annotations

import pytest

from longroad.bots.levels import bot_maker, make_bot
from longroad.bots.protocol import BaseBot, Bot, BotFunction, FunctionBot, as_bot
from longroad.bots.self_play import play
from longroad.core.ruleset import PRESETS
from longroad.game.game import Game
from longroad.game.view import View
from longroad.notation.actions import Action
from tests.bots.views import begun


def first(view: View) -> Action:
    """Choose what comes first."""
    legal = view.legal_actions()
    return legal[0] if legal else next(iter(legal.forms[0].actions()))


def last(anything: View) -> Action:
    """Choose what comes last; only its annotation says that it is a bot."""
    legal = anything.legal_actions()
    return legal[-1] if legal else next(iter(legal.forms[0].actions()))


def chosen(view: View, number: int = 0) -> Action:
    """Choose by an option."""
    return view.legal_actions()[number]


class First(BaseBot):
    """Has `choose`, and nothing else."""

    def choose(self, view: View) -> Action:
        return first(view)


def make_first(seed: int | str) -> Bot:
    """Make a bot from a seed."""
    return First(seed)


VIEW = Game("beginner", first_player="given").view(0)


def test_a_function_is_a_bot() -> None:
    bot = make_bot(first)
    assert isinstance(bot, Bot)
    assert (bot.choose(VIEW), bot.propose(VIEW)) == (Action.parse("roll"), None)
    assert bot.explain().endswith(".")


@pytest.mark.parametrize("name", ["first", "last", "First", "make_first"])
def test_functions_classes_and_makers_are_named_by_their_path(name: str) -> None:
    assert bot_maker(f"{__name__}.{name}")(3).choose(VIEW) == Action.parse("roll")


def test_the_options_of_a_function_are_its_keyword_arguments() -> None:
    game = Game("base", seed=1, first_player="given")
    view = game.view(0)
    assert make_bot(f"{__name__}.chosen:number=4").choose(view) == view.legal_actions()[4]
    with pytest.raises(ValueError, match=r"'size' is not an option of .*chosen, which has the options number"):
        make_bot(f"{__name__}.chosen:size=4")


def test_a_class_is_made_with_its_seed() -> None:
    bot = make_bot(First, 7)
    assert isinstance(bot, First)
    assert bot.seed == 7


def test_a_base_bot_without_choose_says_what_is_missing() -> None:
    with pytest.raises(NotImplementedError, match=r"BaseBot has no method choose\(self, view\)"):
        BaseBot().choose(VIEW)


def test_what_is_a_bot_stays_as_it_is() -> None:
    bot = First()
    assert as_bot(bot) is bot
    assert isinstance(as_bot(first), FunctionBot)


@pytest.mark.parametrize("preset", PRESETS)
def test_functions_and_bots_play_whole_games_together(preset: str) -> None:
    history = begun(preset, 1, limit=30)
    players: list[Bot | BotFunction] = [first, First(), last, make_bot("random", 1), last, first]
    assert len(list(play(history, players, seed=1))) == len(history.plies)
    assert history.state.is_over
