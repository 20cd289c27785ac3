"""How a computer player is named with its options."""

from __future__ import annotations

import re
from typing import Any

import pytest

from longroad.bots.levels import bot_maker, make_bot
from longroad.bots.novice import Novice

SLOW = "tests.arena.bots.Slow"


def test_a_name_alone_makes_a_level() -> None:
    assert isinstance(make_bot("novice", 3), Novice)


@pytest.mark.parametrize(
    ("spec", "seconds"),
    [(SLOW, 0.001), (f"{SLOW}:", 0.001), (f"{SLOW}:ms=2.5", 0.0025), (f"{SLOW}:ms=2.5, naps=no", 0.0)],
)
def test_options_are_keyword_arguments_of_the_maker(spec: str, seconds: float) -> None:
    bot: Any = make_bot(spec, seed=3)
    assert (bot._seconds, bot._seed) == (seconds, 3)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("grandmaster", "'grandmaster': there are the computer players random, novice"),
        ("", "'': there are the computer players random, novice"),
        ("novice:nodes=3", "'novice:nodes=3': 'nodes' is no option of novice, which has none"),
        (f"{SLOW}:speed=3", f"'speed' is no option of {SLOW}, which has the options ms, naps"),
        (f"{SLOW}:ms=fast", "ms is 'fast': possible are numbers"),
        (f"{SLOW}:naps=1", "naps is '1': possible are yes and no"),
        (f"{SLOW}:ms=1,ms=2", "the option ms is given twice"),
        ("tests.arena.bots.Nobody", "no computer player can be imported from there"),
        ("tests.no_such_module.Bot", "no computer player can be imported from there"),
        ("tests.arena.bots.NO_BOT", "this makes no computer player"),
        ("..", "there are the computer players"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(spec: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        bot_maker(spec)
