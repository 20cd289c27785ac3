"""The choices for a game: presets, options, bots, costs and phrases, from the tables of the code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import Field, fields
from functools import cache
from typing import Any, Final, Literal

from longroad.bots.levels import LEVELS, Level
from longroad.core.ruleset import CHOICES, PRESETS, RANGES, RULES_VERSION, InvalidRuleset, Ruleset
from longroad.core.words import SEAT_NAMES
from longroad.game.table import COSTS
from longroad.narration import ENGLISH, Phrase, Words, words_of
from longroad.narration.catalogue import SOURCE
from longroad.notation.resources import Resources
from longroad.server.bot_workers import NOT_READY, Readiness
from longroad.server.errors import RequestError
from longroad.server.wire.messages import PROTOCOL
from longroad.server.wire.responses import BotInfo, Meta, OptionInfo, PresetInfo, ValueInfo
from longroad.version import __version__

RULE_NUMBER: Final = re.compile(r"[A-Z]{3}(?:-\d+)?")
NEED_AN_ISLAND: Final = frozenset({("terrain", "given"), ("tokens", "given"), ("harbors", "given")})

# Lines of chat that take one click.
PHRASES: Final = (
    *("hello", "luck", "nice", "rolled", "anyone", "no_thanks", "moment", "your_turn", "why_me"),
    *("thanks", "good_game", "another"),
)


@cache
def meta(language: str = SOURCE, readiness: Readiness = NOT_READY) -> Meta:
    """Return all choices for a game in a language, and which bots are ready.

    >>> [bot.name for bot in meta().bots][:3]
    ['random', 'learner', 'novice']
    """
    words = words_of(language)
    return Meta(
        version=__version__,
        rules_version=RULES_VERSION,
        protocol=PROTOCOL,
        presets=[_preset_info(name, words) for name in PRESETS],
        options=[_option_info(each, words) for each in fields(Ruleset)],
        bots=[_bot_info(name, level, words, readiness) for name, level in LEVELS.items()],
        default_bot=readiness.usual,
        costs={name: Resources(*cost).to_json() for name, cost in COSTS.items()},
        colours=list(SEAT_NAMES),
        phrases=[words.say(Phrase(f"phrase.{name}")) for name in PHRASES],
    )


def _bot_info(name: str, level: Level, words: Words, readiness: Readiness) -> BotInfo:
    """Explain a bot."""
    sentence = _bot_sentence(name, level, words)
    return BotInfo(name=name, sentence=sentence, is_ready=readiness.has(name), is_slow=readiness.slows(name))


def _bot_sentence(name: str, level: Level, words: Words) -> str:
    """Describe how well a bot plays; in English where the sentence is not translated yet."""
    key = f"level.{name}"
    return words.say(Phrase(key)) if words.has(key) else level.description


def meaning(key: str, words: Words) -> tuple[str, str]:
    """Return the title and the sentence of a choice."""
    return words.say(Phrase(f"{key}_title")), words.say(Phrase(f"{key}_sentence"))


def _preset_info(name: str, words: Words = ENGLISH) -> PresetInfo:
    """Explain a preset.

    >>> _preset_info("duel").players
    [2]
    """
    title, sentence = meaning(f"preset.{name}", words)
    chosen = Ruleset.preset(name)
    changed = {f.name: getattr(chosen, f.name) for f in fields(Ruleset) if getattr(chosen, f.name) != f.default}
    return PresetInfo(name=name, title=title, sentence=sentence, players=player_counts(name), options=changed)


def player_counts(name: str) -> list[int]:
    """List how many can play a preset.

    >>> player_counts("base")
    [2, 3, 4]
    """
    least, most = RANGES["players"]
    return [count for count in range(least, most + 1) if _is_possible(name, count)]


def _is_possible(name: str, players: int) -> bool:
    try:
        Ruleset.preset(name, players=players)
    except InvalidRuleset:
        return False
    return True


def _option_info(option: Field[Any], words: Words = ENGLISH) -> OptionInfo:
    """Explain an option."""
    name = option.name
    title, sentence = meaning(f"option.{name}", words)
    before, colon, _ = option.metadata["meaning"].partition(":")
    least, most = RANGES.get(name, (None, None))
    return OptionInfo(
        name=name,
        title=title,
        sentence=sentence,
        rules=RULE_NUMBER.findall(before) if colon else [],
        kind=_option_kind(name),
        default=option.default,
        choices=[_value_info(name, value, words) for value in offered(name)],
        least=least,
        most=most,
    )


def _option_kind(name: str) -> Literal["choice", "number", "switch", "sites"]:
    """Return how an option is chosen.

    >>> _option_kind("dice"), _option_kind("limit"), _option_kind("duel")
    ('choice', 'number', 'switch')
    """
    if name in CHOICES:
        return "choice"
    if name in RANGES:
        return "number"
    return "sites" if name == "neutral_sites" else "switch"


def offered(name: str) -> list[str]:
    """List the values of an option that can be chosen without giving an island.

    >>> offered("terrain")
    ['random', 'fixed', 'pieces']
    """
    return [value for value in CHOICES.get(name, ()) if (name, value) not in NEED_AN_ISLAND]


def _value_info(option: str, value: str, words: Words = ENGLISH) -> ValueInfo:
    """Explain a value of an option."""
    title, sentence = meaning(f"value.{option}_{value}", words)
    return ValueInfo(value=value, title=title, sentence=sentence)


# --- what was chosen --------------------------------------------------------------------------------------------------


def ruleset_of(preset: str, options: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of a preset with options from JSON. Raises `RequestError`.

    >>> ruleset_of("duel", {"neutral_sites": [19, 44]}).neutral_sites
    (19, 44)
    >>> ruleset_of("base", {"players": 9})
    Traceback (most recent call last):
    ...
    longroad.server.errors.RequestError: players=9: expected a whole number from 2 to 6
    """
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    try:
        ruleset = Ruleset.preset(preset, **given)
    except InvalidRuleset as error:
        raise RequestError("bad_settings", str(error)) from error
    check_offered(ruleset)
    return ruleset


def check_offered(ruleset: Ruleset) -> None:
    """Refuse a ruleset whose island would have to be given. Raises `RequestError`."""
    for name, value in sorted(NEED_AN_ISLAND):
        if getattr(ruleset, name) == value:
            raise RequestError("bad_settings", f"{name}={value!r}: expected one of {', '.join(offered(name))}")
