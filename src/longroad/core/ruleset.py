"""Rulesets: the options of the catalogue, their presets, and which combinations make sense."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from longroad.core import layout
from longroad.core.island.topology import SITE_NEIGHBORS

RULES_VERSION: Final = 2  # increased when games would go on differently than before; every state carries it
# By earlier version, what an option meant where neither the preset nor the text of a ruleset set it.
EARLIER_DEFAULTS: Final[Mapping[int, Mapping[str, Any]]] = {1: {"steal": "must"}}

# The values of each option, numbered by their place.
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "island": ("base", "extension"),
    "terrain": ("random", "fixed", "pieces", "given"),
    "tokens": ("spiral", "random", "fixed", "pieces", "given"),
    "spiral": ("counterclockwise", "clockwise"),
    "harbors": ("shuffled", "fixed", "frame", "free", "pieces", "given"),
    "founding": ("players", "placed"),
    "first_player": ("roll", "given"),
    "phases": ("combined", "strict"),
    "bank": ("limited", "unlimited"),
    "shortage": ("single", "nobody"),
    "dice": ("random", "deck"),
    "steal": ("any", "must", "may"),
    "cut_roads": ("stay", "abandoned", "lost"),
    "progress_cards": ("removed", "recycled"),
    "road_tie": ("holder_keeps", "set_aside"),
    "win_on": ("own_turn", "any_turn"),
    "point_cards": ("at_once", "next_turn"),
    "special_build": ("off", "after_turn", "if_active_built"),
}

# The options that are numbers, with the least and the greatest.
RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "players": (2, 6),
    "first_seat": (0, 5),
    "cards_per_turn": (0, 1),
    "dice_reshuffle": (0, 35),
    "discard_limit": (1, 120),
    "offers_per_turn": (0, 120),
    "proposals_per_turn": (0, 120),
    "victory_points": (3, 20),
    "limit": (0, 1_000_000),
}

# Where an option lies in the state, if not under its own name.
FIELD_OF: Final = {"terrain": "TERRAIN_BY", "tokens": "TOKENS_BY", "harbors": "HARBORS_BY"}
_NOT_IN_SMALL: Final = frozenset({"limit", "first_seat", "neutral_sites", "bank"})

RANDOM_TERRAIN, FIXED_TERRAIN, PIECES_TERRAIN, GIVEN_TERRAIN = range(4)
SPIRAL_TOKENS, RANDOM_TOKENS, FIXED_TOKENS, PIECES_TOKENS, GIVEN_TOKENS = range(5)
COUNTERCLOCKWISE, CLOCKWISE = range(2)
SHUFFLED_HARBORS, FIXED_HARBORS, FRAME_HARBORS, FREE_HARBORS, PIECES_HARBORS, GIVEN_HARBORS = range(6)
BASE_ISLAND, EXTENSION_ISLAND = range(2)
FOUNDED_BY_PLAYERS, FOUNDED_BEFORE = range(2)
FIRST_BY_ROLL, FIRST_GIVEN = range(2)
COMBINED, STRICT = range(2)
SHORTAGE_SINGLE, SHORTAGE_NOBODY = range(2)
RANDOM_DICE, DICE_FROM_DECK = range(2)
ANY_STEAL, MUST_STEAL, MAY_STEAL = range(3)
CUT_STAY, CUT_ABANDONED, CUT_LOST = range(3)
REMOVED, RECYCLED = range(2)
HOLDER_KEEPS, SET_ASIDE = range(2)
OWN_TURN, ANY_TURN = range(2)
POINTS_AT_ONCE, POINTS_NEXT_TURN = range(2)
NO_SPECIAL_BUILD, AFTER_TURN, IF_ACTIVE_BUILT = range(3)


class InvalidRuleset(ValueError):
    """A ruleset that does not exist or does not make sense."""


def _option(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options of a game. Raises `InvalidRuleset` if they do not fit together.

    >>> Ruleset(players=3, phases="strict").phases
    'strict'
    >>> Ruleset(players=5)
    Traceback (most recent call last):
    ...
    longroad.core.ruleset.InvalidRuleset: players=5: the base island takes 2 to 4 players (the extension 2 to 6)
    """

    players: int = _option(4, "how many play")
    island: str = _option("base", "BRD-1, BRD-4: 19 or 30 hexes")
    terrain: str = _option("random", "BRD-8: where the terrain comes from")
    tokens: str = _option("spiral", "BRD-7: how the number tokens are laid")
    spiral: str = _option("counterclockwise", "BRD-7: from a corner, or clockwise from any coastal hex")
    harbors: str = _option("shuffled", "BRD-6: where the harbors are")
    founding: str = _option("players", "SET-3, BRD-9: by the players, or already placed")
    first_player: str = _option("roll", "SET-2: who starts")
    first_seat: int = _option(0, "SET-2: the starting seat, where it is given")
    phases: str = _option("combined", "TRN-2: whether trade and build may mix")
    cards_per_turn: int = _option(1, "TRN-6: development cards a turn, 0 for any number")
    bank: str = _option("limited", "PRO-7: the printed number of resource cards, or a bank that never runs out")
    shortage: str = _option("single", "PRO-4: whether a single claimant gets what is left")
    dice: str = _option("random", "PRO-6: dice, or a deck of the 36 rolls")
    dice_reshuffle: int = _option(5, "PRO-6: the deck is reshuffled when fewer cards are left")
    discard_limit: int = _option(7, "ROB-1: most cards that are safe from a 7")
    steal: str = _option("any", "ROB-3: who can be robbed: any neighbour, only one with cards, or nobody too")
    friendly_robber: bool = _option(False, "ROB-7: the robber spares players with fewer than 3 visible points")
    domestic_trade: bool = _option(True, "TRA-10: whether players trade with each other")
    offers_per_turn: int = _option(20, "TRA-10: offers that the player on turn may make")
    proposals_per_turn: int = _option(10, "TRA-10: unasked proposals that each other player may make")
    cut_roads: str = _option("stay", "BLD-8: what happens to roads cut off by an opponent")
    progress_cards: str = _option("removed", "DEV-6: whether a played progress card comes back")
    road_tie: str = _option("holder_keeps", "AWD-6: what a tie does after the longest road was broken")
    victory_points: int = _option(10, "WIN-2: points that win")
    win_on: str = _option("own_turn", "WIN-3: on whose turn one can win")
    point_cards: str = _option("at_once", "WIN-4: when a victory point card counts")
    limit: int = _option(0, "WIN-5: turns after which the game ends, 0 for none")
    special_build: str = _option("off", "EXT-2: the special build phase")
    duel: bool = _option(False, "DUO: the two-player game with neutral players and trade cards")
    neutral_sites: tuple[int, int] | None = _option(None, "DUO-1: where the neutral settlements stand, if chosen")

    def __new__(cls, /, *args: Any, **options: Any) -> Ruleset:
        """Refuse options that do not exist."""
        names = [f.name for f in fields(cls)]
        for name in sorted(set(options) - set(names)):
            raise InvalidRuleset(f"option {name!r:.60}: expected one of {', '.join(names)}{_meant(name, names)}")
        return object.__new__(cls)

    def __post_init__(self) -> None:
        _check_values(self)
        _check_together(self)

    @classmethod
    def preset(cls, name: str, /, **changes: Any) -> Ruleset:
        """Return the preset of that name, with changes.

        >>> Ruleset.preset("classic", players=3).shortage
        'nobody'
        """
        if name not in tuple(PRESETS):
            raise InvalidRuleset(f"preset {name!r:.60}: expected one of {', '.join(PRESETS)}{_meant(name, PRESETS)}")
        options = PRESETS[name] | changes
        if name == "classic" and options["players"] in (5, 6):
            options = {"island": "extension", "special_build": "after_turn"} | options
        return cls(**options)

    def but(self, **changes: Any) -> Ruleset:
        """Return this ruleset with changes.

        >>> Ruleset().but(players=3).players
        3
        """
        return replace(self, **changes)

    def numbers(self) -> dict[str, int]:
        """Return the options as the numbers that a state holds, by field name.

        >>> Ruleset(phases="strict").numbers()["PHASES"]
        1
        """
        return {
            FIELD_OF.get(f.name, f.name.upper()): _number(f.name, getattr(self, f.name))
            for f in fields(self)
            if f.name not in _NOT_IN_SMALL
        }

    @classmethod
    def from_numbers(cls, numbers: Mapping[str, int], **others: Any) -> Ruleset:
        """Read a ruleset back from the fields of a state; `others` are the options that are not small numbers there.

        >>> Ruleset.from_numbers(Ruleset(players=3).numbers()) == Ruleset(players=3)
        True
        """
        return _read_back(tuple(numbers.items()), tuple(others.items()))


@lru_cache(maxsize=64)  # states of few games are read, again and again
def _read_back(small: tuple[tuple[str, int], ...], others: tuple[tuple[str, Any], ...]) -> Ruleset:
    """Make a ruleset of the numbers of a state and of the options that are not small numbers there."""
    numbers, options = dict(small), dict(others)
    for f in fields(Ruleset):
        if f.name in _NOT_IN_SMALL:
            continue
        number = numbers[FIELD_OF.get(f.name, f.name.upper())]
        if f.name in CHOICES:
            options[f.name] = CHOICES[f.name][number]
        else:
            options[f.name] = number if f.name in RANGES else bool(number)
    return Ruleset(**options)


def _meant(name: object, names: Iterable[str]) -> str:
    """Return a suggestion if a known name is close to the given one."""
    close = get_close_matches(str(name)[:40], names, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _number(name: str, value: Any) -> int:
    return CHOICES[name].index(value) if name in CHOICES else int(value)


def _check_values(ruleset: Ruleset) -> None:
    for f in fields(ruleset):
        value = getattr(ruleset, f.name)
        if f.name in CHOICES:
            if value not in CHOICES[f.name]:
                raise InvalidRuleset(f"{f.name}={value!r:.60}: expected one of {', '.join(CHOICES[f.name])}")
        elif f.name in RANGES:
            least, most = RANGES[f.name]
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise InvalidRuleset(f"{f.name}={value!r:.60}: expected a whole number from {least} to {most}")
        elif f.name == "neutral_sites":
            _check_neutral_sites(value)
        elif not isinstance(value, bool):
            raise InvalidRuleset(f"{f.name}={value!r:.60}: expected True or False")


def _check_neutral_sites(value: Any) -> None:
    if value is None:
        return
    good = isinstance(value, tuple) and len(value) == 2 and all(type(v) is int and 0 <= v < 54 for v in value)
    if not good:
        raise InvalidRuleset(f"neutral_sites={value!r:.60}: expected two intersections of the base island, 0 to 53")
    if value[0] == value[1] or value[1] in SITE_NEIGHBORS[3 * value[0] : 3 * value[0] + 3]:
        raise InvalidRuleset(f"neutral_sites={value!r:.60}: the two are different and not next to each other (SET-4)")


def _check_together(r: Ruleset) -> None:
    for wrong, given, why in (
        (
            r.island == "base" and r.players > 4,
            f"players={r.players}",
            "the base island takes 2 to 4 players (the extension 2 to 6)",
        ),
        (r.first_seat >= r.players, f"first_seat={r.first_seat}", f"expected 0 to {r.players - 1}"),
        (
            r.first_player == "roll" and r.first_seat != 0,
            f"first_seat={r.first_seat}",
            "the first player is rolled for (first_player='given' lets you choose)",
        ),
        (
            len({r.terrain == "pieces", r.tokens == "pieces", r.harbors == "pieces"}) > 1,
            f"terrain={r.terrain!r}, tokens={r.tokens!r}, harbors={r.harbors!r}",
            "the Traveler's pieces carry terrain, tokens and harbors together, so all three are 'pieces' or none is",
        ),
        (
            r.island == "extension" and r.terrain == "pieces",
            "island='extension'",
            "the Traveler's pieces make a base island",
        ),
        (
            r.island == "extension" and r.terrain == "fixed",
            "terrain='fixed'",
            "the beginner island is a base island",
        ),
        (
            r.tokens == "fixed" and r.terrain != "fixed",
            "tokens='fixed'",
            "the beginner's tokens lie on the beginner's terrain (terrain='fixed')",
        ),
        (
            r.tokens == "given" and r.terrain != "given",
            "tokens='given'",
            "tokens can be given only with the terrain they lie on (terrain='given')",
        ),
        (
            r.island == "extension" and r.harbors == "frame",
            "harbors='frame'",
            "the six frame pieces surround the base island",
        ),
        (
            r.founding == "placed" and (r.terrain, r.tokens, r.harbors) != ("fixed", "fixed", "fixed"),
            "founding='placed'",
            "the beginner's settlements stand on the beginner island (terrain, tokens and harbors 'fixed')",
        ),
        (r.duel and r.players != 2, f"duel=True with players={r.players}", "the two-player game takes 2 players"),
        (
            r.duel and r.island == "extension",
            "duel=True with island='extension'",
            "the two-player game is played on the base island, which has one desert",
        ),
        (
            r.duel and r.founding == "placed",
            "duel=True with founding='placed'",
            "the beginner's settlements are for 3 or 4 players",
        ),
        (
            r.founding == "placed" and r.players not in (3, 4),
            f"founding='placed' with players={r.players}",
            "the beginner's settlements are for 3 or 4 players",
        ),
        (
            r.duel and r.special_build != "off",
            f"duel=True with special_build={r.special_build!r}",
            "the two-player game has no special build phase",
        ),
        (
            r.neutral_sites is not None and not r.duel,
            f"neutral_sites={r.neutral_sites!r}",
            "only the two-player game (duel=True) has neutral players",
        ),
    ):
        if wrong:
            raise InvalidRuleset(f"{given}: {why}")


_BEGINNER: Final[Mapping[str, Any]] = {
    "terrain": "fixed",
    "tokens": "fixed",
    "harbors": "fixed",
    "founding": "placed",
    "first_player": "given",
    "phases": "strict",
}
_PIECES: Final[Mapping[str, Any]] = {"terrain": "pieces", "tokens": "pieces", "harbors": "pieces"}

PRESETS: Final[Mapping[str, dict[str, Any]]] = {
    "base": {"players": 4},
    "beginner": {"players": 4, **_BEGINNER},
    "traveler": {"players": 4, **_PIECES, "steal": "must"},
    "duel": {"players": 2, "duel": True, "steal": "must"},
    "classic": {
        "players": 4,
        "spiral": "clockwise",
        "harbors": "free",
        "phases": "strict",
        "shortage": "nobody",
        "steal": "may",
        "road_tie": "set_aside",
    },
    "extension": {"players": 6, "island": "extension", "special_build": "after_turn"},
    "one_on_one": {"players": 2, "victory_points": 15, "discard_limit": 9, "friendly_robber": True},
    "tournament": {
        "players": 4,
        "terrain": "fixed",
        "tokens": "fixed",
        "harbors": "fixed",
    },
}

assert all(hasattr(layout, name) for name in Ruleset().numbers()), "every option has its field"
