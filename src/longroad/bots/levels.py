"""The computer players there are, by name. One that is added here appears in every list.

A specification names one with its options, `NAME` or `NAME:option=value,option=value`; a name with a dot is the path of
a class or function that makes one, `package.module.Maker`; `program:COMMAND LINE` is a program in any language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, Final, NamedTuple

from longroad.bots.novice import Novice
from longroad.bots.programs import Program
from longroad.bots.protocol import Bot
from longroad.bots.random import RandomBot
from longroad.bots.thinker import Expert, Skilled


class Level(NamedTuple):
    """How well a computer player plays: a sentence about it, and what makes one from a seed and its options."""

    description: str
    make: Callable[..., Bot]


LEVELS: Final[dict[str, Level]] = {
    "random": Level("Does anything that is legal, without a thought.", RandomBot),
    "novice": Level("Builds, trades and robs with a beginner's sense, and makes a beginner's mistakes.", Novice),
    "skilled": Level("Counts cards, and searches every turn for what leaves it the best chances.", Skilled),
    "expert": Level("Searches every turn, and plays the best of it on to see where it leads.", Expert),
}
DEFAULT_LEVEL: Final = "novice"
_YES_OR_NO: Final = {"yes": True, "no": False}


def make_bot(spec: str, seed: int | str = 0) -> Bot:
    """Make a computer player as it is specified. Raises `ValueError` for a name or an option that there is not.

    >>> make_bot("random", seed=7).explain()
    'I have not chosen anything yet.'
    >>> make_bot("grandmaster")
    Traceback (most recent call last):
    ...
    ValueError: 'grandmaster': there are the computer players random, novice, skilled, expert
    """
    return bot_maker(spec)(seed)


def bot_maker(spec: str) -> Callable[[int | str], Bot]:
    """Give what makes the specified computer player from a seed. Raises `ValueError` like `make_bot`.

    >>> bot_maker("novice:nodes=100")
    Traceback (most recent call last):
    ...
    ValueError: 'novice:nodes=100': 'nodes' is no option of novice, which has none
    """
    name, _, written = spec.partition(":")
    if name == "program":
        return partial(Program, written)
    make = LEVELS[name].make if name in LEVELS else _imported(name)
    return partial(make, **_options(spec, name, make, written))


def _imported(name: str) -> Callable[..., Bot]:
    """Find a maker by its path."""
    module, _, attribute = name.rpartition(".")
    if not module or not all(part.isidentifier() for part in name.split(".")):
        raise ValueError(f"{name!r}: there are the computer players {', '.join(LEVELS)}")
    try:
        make = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{name!r}: no computer player can be imported from there: {error}") from error
    if not callable(make):
        raise ValueError(f"{name!r}: this makes no computer player: it cannot be called")
    return make  # type: ignore[no-any-return]


def _options(spec: str, name: str, make: Callable[..., Bot], written: str) -> dict[str, Any]:
    """Read the options of a maker, which are its keyword arguments behind the seed."""
    known = list(signature(make).parameters.values())[1:]
    possible = {argument.name: argument for argument in known if argument.default is not Parameter.empty}
    options: dict[str, Any] = {}
    for part in filter(None, written.split(",")):
        option, _, value = (text.strip() for text in part.partition("="))
        if option not in possible:
            which = f"has the options {', '.join(possible)}" if possible else "has none"
            raise ValueError(f"{spec!r}: {option!r} is no option of {name}, which {which}")
        if option in options:
            raise ValueError(f"{spec!r}: the option {option} is given twice")
        options[option] = _value(spec, option, value, possible[option].default)
    return options


def _value(spec: str, option: str, text: str, default: Any) -> Any:
    """Read the value of an option, which is of the kind of its default."""
    if isinstance(default, bool):
        if text not in _YES_OR_NO:
            raise ValueError(f"{spec!r}: {option} is {text!r}: possible are yes and no")
        return _YES_OR_NO[text]
    if isinstance(default, int | float):
        try:
            return type(default)(text)
        except ValueError:
            kind = "whole numbers" if isinstance(default, int) else "numbers"
            raise ValueError(f"{spec!r}: {option} is {text!r}: possible are {kind}") from None
    return text
