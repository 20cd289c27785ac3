"""The levels of bots by name. A level that is added here appears in every list.

A specification names a bot with its options, `NAME` or `NAME:option=value,option=value`. A name with a dot,
`package.module.name`, is imported: a function of a `view`, which is a bot, or a class or function that makes a bot from
a seed. `program:COMMAND LINE` is a program in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:  # the command line lists the levels without importing the bots
    from longroad.bots.protocol import Bot, BotFunction


class Level(NamedTuple):
    """A level of bots: a sentence about it, the path of its class, and whether it needs the compiler."""

    description: str
    path: str
    needs_compiler: bool = False  # without it a choice takes seconds
    options: Mapping[str, Any] = {}  # those that are others than the class has by default

    @property
    def make(self) -> Callable[..., Bot]:
        """The class or function that makes a bot from a seed and options."""
        module, _, name = self.path.rpartition(".")
        make: Callable[..., Bot] = getattr(import_module(module), name)
        return make


LEVELS: Final[dict[str, Level]] = {
    "random": Level("Plays any legal action at random.", "longroad.bots.random.RandomBot"),
    "learner": Level(
        "Knows the rules and little more: for your first games.",
        "longroad.bots.learner.Learner",
    ),
    "novice": Level(
        "Builds, trades and robs like a beginner, and makes a beginner's mistakes.",
        "longroad.bots.novice.Novice",
    ),
    "skilled": Level(
        "Counts cards, and searches every turn for the best chance to win.",
        "longroad.bots.search_bot.Skilled",
        needs_compiler=True,
    ),
    "expert": Level(
        "Searches every turn, then plays out the best actions to see where they lead.",
        "longroad.bots.search_bot.Expert",
        needs_compiler=True,
    ),
}
# Levels with the first weights and the options of then, by which progress is measured; no list offers them.
FROZEN: Final[dict[str, Level]] = {
    "skilled@1": LEVELS["skilled"]._replace(path="longroad.bots.search_bot.FirstSkilled"),
    "expert@1": LEVELS["expert"]._replace(
        path="longroad.bots.search_bot.FirstExpert",
        options={"candidates": 6, "rollouts": 16, "founding_noise": 0.0, "trade_states": 12},
    ),
}
DEFAULT_LEVEL: Final = "novice"
PREFIX: Final = "program:"
_YES_OR_NO: Final = {"yes": True, "no": False}
_PROGRAM: Final = PREFIX.removesuffix(":")
_ASKED: Final = ("choose", "propose", "explain")  # the methods of every bot
_EXPECTED: Final = (
    f"expected a function of a view, or a class or function that makes a bot from a seed; a bot has"
    f" {', '.join(_ASKED[:-1])} and {_ASKED[-1]} (BaseBot has all but the first)"
)
MOST_REASON: Final = 200  # characters of an error of somebody else's code


def needs_compiler(level: str) -> bool:
    """Whether a level is too slow without a compiler.

    >>> [name for name in LEVELS if needs_compiler(name)]
    ['skilled', 'expert']
    """
    found = _level(level)
    return found is not None and found.needs_compiler


def _level(name: str) -> Level | None:
    """Return a level by name, a frozen one too."""
    return LEVELS.get(name) or FROZEN.get(name)


def make_bot(spec: str | BotFunction | type[Bot], seed: int | str = 0) -> Bot:
    """Make a bot from its specification, a function of a view, or a class.

    Raises `ValueError` for an unknown name or option.

    >>> make_bot("random", seed=7).explain()
    "I haven't chosen anything yet."
    >>> from longroad import Game
    >>> make_bot(lambda view: view.legal_actions()[0]).choose(Game("beginner").view(0))
    Action('roll')
    >>> make_bot("grandmaster")
    Traceback (most recent call last):
    ...
    ValueError: 'grandmaster': expected one of random, learner, novice, skilled, expert
    """
    if isinstance(spec, str):
        return _maker(spec)(seed)
    return _checked(
        getattr(spec, "__name__", repr(spec)), spec if isinstance(spec, type) else partial(_bot_of, spec), seed
    )


def bot_maker(spec: str) -> Callable[[int | str], Bot]:
    """Return a factory for the bot that `spec` describes. Raises `ValueError` like `make_bot`.

    Makes one bot to check that it works; a program is only searched for, not started.

    >>> bot_maker("novice:nodes=100")
    Traceback (most recent call last):
    ...
    ValueError: 'novice:nodes=100': 'nodes' is not an option of novice, which has none
    >>> bot_maker("skilled:nodes=0")
    Traceback (most recent call last):
    ...
    ValueError: 'skilled:nodes=0': nodes=0: expected 2 to 256
    """
    make = _maker(spec)
    name, _, written = spec.partition(":")
    if name == _PROGRAM:
        _look_for_program(spec, written)
    else:
        make(0)
    return make


def _maker(spec: str) -> Callable[[int | str], Bot]:
    """Return the factory of a specification, without making a bot. Raises `ValueError`."""
    name, _, written = spec.partition(":")
    if name == _PROGRAM:
        from longroad.bots.program.bot import Program

        return partial(Program, written)
    level = _level(name)
    made_of: Callable[..., Any] = level.make if level else _imported(spec, name)
    usual = level.options if level else {}
    chosen = partial(made_of, **{**usual, **_options(spec, name, made_of, written)})
    return partial(_checked, spec, partial(_bot_of, chosen) if _is_bot_function(made_of) else chosen)


def _is_bot_function(found: Callable[..., Any]) -> bool:
    """Whether a function is a bot itself: its argument is called `view`, or annotated as a `View`."""
    if isinstance(found, type):
        return False
    first = next(iter(signature(found).parameters.values()), None)
    return first is not None and (first.name == "view" or "View" in str(first.annotation))


def _bot_of(function: BotFunction, _seed: int | str) -> Bot:
    from longroad.bots.protocol import FunctionBot

    return FunctionBot(function)


def _checked(spec: str, make: Callable[[int | str], Bot], seed: int | str) -> Bot:
    """Make a bot, and check that it is one. Raises `ValueError` for any failure."""
    try:
        bot = make(seed)
    except ValueError as error:
        raise ValueError(f"{spec!r}: {_one_line(str(error)) or _EXPECTED}") from error
    except (Exception, SystemExit) as error:
        raise ValueError(f"{spec!r}: not a bot: {_reason(error)}; {_EXPECTED}") from error
    missing = [name for name in _ASKED if not callable(getattr(bot, name, None))]
    if missing or isinstance(bot, type):
        what = f"it returns {bot!r:.40}, which {f'has no {missing[0]}' if missing else 'is a class'}"
        raise ValueError(f"{spec!r}: not a bot: {_one_line(what)}; {_EXPECTED}")
    return bot


def _look_for_program(spec: str, written: str) -> None:
    """Check that a specification names a program that can be found. Raises `ValueError`."""
    import shlex
    import shutil

    from longroad.bots.program.bot import Limits

    try:
        words = shlex.split(written)
    except ValueError as error:
        raise ValueError(f"{spec!r}: this is not a command line: {error}") from None
    try:
        _, command = Limits.leading(words)
    except ValueError as error:
        raise ValueError(f"{spec!r}: {error}") from None
    if not command:
        raise ValueError(f"{spec!r}: expected a program, such as {PREFIX}python bot.py")
    if shutil.which(command[0]) is None:
        raise ValueError(f"{spec!r}: there is no program {command[0]!r}: expected a program in PATH, or a path to one")


def _imported(spec: str, name: str) -> Callable[..., Any]:
    """Import a bot function, or a factory of bots, by its path."""
    module, _, attribute = name.rpartition(".")
    if not module or not all(part.isidentifier() for part in name.split(".")):
        raise ValueError(f"{spec!r}: expected one of {', '.join(LEVELS)}")
    try:
        make = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{spec!r}: no bot can be imported from there: {_reason(error)}") from error
    if not callable(make):
        raise ValueError(f"{spec!r}: not a bot: it cannot be called; {_EXPECTED}")
    return make  # type: ignore[no-any-return]


def _reason(error: BaseException) -> str:
    return _one_line(f"{type(error).__name__}: {error}")


def _one_line(text: str) -> str:
    return " ".join(text.split())[:MOST_REASON]


def _options(spec: str, name: str, make: Callable[..., Bot], written: str) -> dict[str, Any]:
    """Read the options of a bot, which are keyword arguments after the seed or the view."""
    try:
        known = list(signature(make).parameters.values())[1:]
    except (TypeError, ValueError):  # what is not written in Python may have no signature
        raise ValueError(f"{spec!r}: not a bot: its options cannot be read; {_EXPECTED}") from None
    possible = {argument.name: argument for argument in known if argument.default is not Parameter.empty}
    options: dict[str, Any] = {}
    for part in filter(None, written.split(",")):
        option, _, value = (text.strip() for text in part.partition("="))
        if option not in possible:
            which = f"has the options {', '.join(possible)}" if possible else "has none"
            raise ValueError(f"{spec!r}: {option!r} is not an option of {name}, which {which}")
        if option in options:
            raise ValueError(f"{spec!r}: the option {option} is given twice")
        options[option] = _value(spec, option, value, possible[option].default)
    return options


def _value(spec: str, option: str, text: str, default: Any) -> Any:
    """Read the value of an option, which has the type of its default."""
    if isinstance(default, bool):
        if text not in _YES_OR_NO:
            raise ValueError(f"{spec!r}: {option} is {text!r}: expected yes or no")
        return _YES_OR_NO[text]
    if isinstance(default, int | float):
        try:
            return type(default)(text)
        except ValueError:
            kind = "a whole number" if isinstance(default, int) else "a number"
            raise ValueError(f"{spec!r}: {option} is {text!r}: expected {kind}") from None
    return text
