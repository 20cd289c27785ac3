"""Invariants, recomputed from scratch: what must hold in every state, whatever happened before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from longroad.core import layout
from longroad.core.actions import MOST_ASKED, MOST_COUNT
from longroad.core.check.board import check_board
from longroad.core.check.cards import check_cards
from longroad.core.check.ending import check_not_stuck, check_victory
from longroad.core.check.network import check_founded, check_joined
from longroad.core.check.pending import check_pending
from longroad.core.check.trade import check_trade
from longroad.core.check.turns import check_turns
from longroad.core.check.violations import IS_A_VIEW, VIOLATIONS
from longroad.core.compile.registry import rule
from longroad.core.island.given import InvalidIsland, island_of
from longroad.core.island.material import BANK_CARDS
from longroad.core.island.topology import COAST_LENGTH, COAST_SITES, ISLAND_HEXES, MOST_COAST, PATH_SITES
from longroad.core.layout import FIELDS, FIRST, FIRST_PLAYER, HEXES, LIMIT, NEUTRAL_SITE, NOBODY, VIEWER, Block
from longroad.core.phases import OVER
from longroad.core.rules.hands import MOST_IN_HANDS, UNLIMITED_STACK, is_unlimited
from longroad.core.ruleset import CHOICES, FIELD_OF, FIRST_GIVEN, RANGES, RULES_VERSION, InvalidRuleset, Ruleset
from longroad.core.words import DESERT, GENERIC_HARBOR, POINT_CARD, SEA


@rule(inline=False)
def violation(s: Block, m: Block) -> int:
    """Return the code of the first invariant that a state violates; 0 if none. Writes the legality words."""
    if s[VIEWER] != NOBODY:
        return IS_A_VIEW
    code = check_cards(s)
    if code == 0:
        code = check_board(s, m)
    if code == 0:
        code = check_turns(s, m)
    if code == 0:
        code = check_pending(s, m)
    if code == 0:
        code = check_victory(s, m)
    if code == 0:
        code = check_trade(s)
    if code == 0:
        code = check_not_stuck(s, m)
    if code == 0:
        code = check_joined(s, m)
    if code == 0:
        code = check_founded(s)
    return code


# --- blocks from outside ----------------------------------------------------------------------------------------------


def _option_ranges() -> Iterator[tuple[str, tuple[int, int]]]:
    for option in fields(Ruleset):
        name = FIELD_OF.get(option.name, option.name.upper()).lower()
        if option.name in CHOICES:
            yield name, (0, len(CHOICES[option.name]) - 1)
        elif option.name in RANGES:
            yield name, RANGES[option.name]
        else:
            yield name, (0, 1)


_SEAT: Final = (0, layout.SEATS - 1)
_SEAT_OR_NOBODY: Final = (NOBODY, layout.SEATS - 1)
_SEAT_SET: Final = (0, (1 << layout.SEATS) - 1)
_YES_OR_NO: Final = (0, 1)
_CARDS: Final = (0, MOST_IN_HANDS)  # of a resource
_BUNDLE: Final = (-MOST_ASKED, MOST_COUNT)
_DEVELOPMENT: Final = (0, 34)
_PLACES: Final = (0, (1 << layout.WORD_BITS) - 1)
_MANY: Final = (0, (1 << 62) - 1)

# The least and the greatest value of each field. Whatever lies within can be checked without stepping out of a block.
FIELD_RANGES: Final[dict[str, tuple[int, int]]] = {
    **dict(_option_ranges()),
    "version": (RULES_VERSION, RULES_VERSION),
    "neutral_site": (NOBODY, layout.SITES - 1),
    "robber_start": (NOBODY, HEXES - 1),
    "terrain": (0, SEA),
    "token": (0, 12),
    "harbor": (0, GENERIC_HARBOR),
    "hexes_of": (NOBODY, HEXES - 1),
    "robber": (0, HEXES - 1),
    "viewer": (NOBODY, NOBODY),
    "phase": (0, OVER),
    "turn": _SEAT,
    "actor": _SEAT,
    "first": _SEAT,
    "founded": (0, 2 * layout.SEATS),
    "last_site": (NOBODY, layout.SITES - 1),
    "founding_rolls": (0, 12),
    "rolling": _SEAT_SET,
    "rolls": (0, 2),
    "rolled": (0, 12),
    "cards_played": _YES_OR_NO,
    "build_open": _YES_OR_NO,
    "has_built": _YES_OR_NO,
    "free_roads": (0, 2),
    "victim": _SEAT_OR_NOBODY,
    "owes": _SEAT_SET,
    "neutral_owed": (0, 2),
    "knight_sold": _YES_OR_NO,
    "forced_left": (0, 2),
    "longest": _SEAT_OR_NOBODY,
    "largest": _SEAT_OR_NOBODY,
    "winner": _SEAT_OR_NOBODY,
    "offers": (0, 120),
    "offer": _BUNDLE,
    "offered_to": _SEAT_SET,
    "waiting": _SEAT_SET,
    "accepted": _SEAT_SET,
    "proposed": _SEAT_SET,
    "proposals": (0, 120),
    "proposal": _BUNDLE,
    "bank": (UNLIMITED_STACK - MOST_IN_HANDS, max(BANK_CARDS)),
    "deck": _DEVELOPMENT,
    "deck_size": _DEVELOPMENT,
    "queue": (NOBODY, POINT_CARD),
    "queue_size": (0, 9),
    "dice_deck": (0, 6),
    "dice_left": (0, 36),
    "hand": _CARDS,
    "hand_size": _CARDS,
    "discards": (0, MOST_COUNT),
    "cards": _DEVELOPMENT,
    "fresh": _DEVELOPMENT,
    "cards_size": _DEVELOPMENT,
    "knights": _DEVELOPMENT,
    "roads_left": (0, 15),
    "settlements_left": (0, 5),
    "cities_left": (0, 4),
    "road_length": (0, 15),
    "points": (0, 17),
    "harbors": (0, 127),
    "trade_cards": (0, 7),
    "site": (0, 2 * layout.SEATS),
    "roads": _PLACES,
    "settlements": _PLACES,
    "reach": _PLACES,
    "touched": _PLACES,
    "blocked": _PLACES,
    "taken": _PLACES,
    "turns": _MANY,
    "limit": RANGES["limit"],
    "chances": _MANY,
}
# Of each field: its name, block, first and last place, least and greatest value.
_RANGES: Final = tuple((f.name, f.block, f.offset, f.offset + f.size, *FIELD_RANGES[f.name]) for f in FIELDS)
_OPTIONS: Final = tuple((name, getattr(layout, name)) for name in Ruleset().numbers())


def out_of_range(s: list[int], m: list[int]) -> str:
    """Return the first field of blocks read from outside whose value is out of range; empty if there is none."""
    for name, block, first, end, least, most in _RANGES:
        for value in (s if block == "s" else m)[first:end]:
            if not least <= value <= most:
                return f"{name} holds {value}, expected {least} to {most}"
    return ""


def _wrong_options(s: list[int], m: list[int]) -> str:
    """Return why the options do not fit together; each is in its range."""
    sites = (s[NEUTRAL_SITE], s[NEUTRAL_SITE + 1])
    try:
        ruleset = Ruleset.from_numbers(
            {name: s[place] for name, place in _OPTIONS},
            bank="unlimited" if is_unlimited(s) else "limited",
            limit=m[LIMIT],
            first_seat=s[FIRST] if s[FIRST_PLAYER] == FIRST_GIVEN else 0,
            neutral_sites=None if sites == (NOBODY, NOBODY) else sites,
        )
    except InvalidRuleset as error:
        return str(error)
    return "the two-player game needs a desert" if ruleset.duel and DESERT not in _terrain(s) else ""


def _terrain(s: list[int]) -> list[int]:
    return s[layout.TERRAIN : layout.TERRAIN + ISLAND_HEXES[s[layout.ISLAND]]]


def _wrong_island(s: list[int]) -> str:
    """Return why the island cannot be laid; options and hexes are in their ranges."""
    number = s[layout.ISLAND]
    if any(kind != SEA for kind in s[layout.TERRAIN + ISLAND_HEXES[number] : layout.TERRAIN + HEXES]):
        return "a hex that the island does not have is not sea"
    if any(s[layout.TOKEN + ISLAND_HEXES[number] : layout.TOKEN + HEXES]):
        return "a hex that the island does not have has a token"
    coast = COAST_SITES[MOST_COAST * number : MOST_COAST * number + COAST_LENGTH[number]]
    if len({s[layout.HARBOR + site] for site in coast}) == 1:
        return "all coastal intersections have the same harbor"
    try:
        harbors = island_of(s).harbors
    except InvalidIsland as error:
        return str(error)
    served = {site: kind for path, kind in harbors or () for site in PATH_SITES[2 * path : 2 * path + 2]}
    if any(s[layout.HARBOR + site] != served.get(site, 0) for site in range(layout.SITES)):
        return "a harbor does not serve two neighboring intersections"
    return ""


def corruption(s: list[int], m: list[int]) -> str:
    """Return why blocks read from outside are not a state, as a sentence; empty if they are."""
    return out_of_range(s, m) or _wrong_options(s, m) or _wrong_island(s) or VIOLATIONS[violation(s, m)]
