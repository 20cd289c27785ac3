"""Islands as text: the land hex by hex, the harbors by their coast paths, and the hex where the robber starts.

A hex is the letter of what it yields (`b` hills, `l` forest, `w` pasture, `g` fields, `o` mountains, `d` desert) and
its number token; the hexes go in the order of their numbers, a dot after each row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from longroad.core.island.given import InvalidIsland, Island
from longroad.core.island.material import BEGINNER_TERRAIN, BEGINNER_TOKENS, HARBOR_EDGES, HARBORS
from longroad.core.island.topology import COAST_PATHS, HEX_CENTERS, ISLAND_HEXES, MOST_COAST
from longroad.core.ruleset import CHOICES
from longroad.notation.errors import InvalidNotation, quoted

TERRAIN_LETTERS: Final = "blwgod"
HARBOR_LETTERS: Final = "-blwgoa"  # by kind; `a` takes any resource, 3 for 1

BEGINNER: Final = "beginner"  # the word for the beginner's land
FRAME: Final = "frame"  # the word for the harbors of the printed frame
ROBBER: Final = "robber:"
_ISLANDS: Final = CHOICES["island"]

# The numbers of the hexes before which a new row begins.
ROW_STARTS: Final = {after for after, (a, b) in enumerate(pairwise(HEX_CENTERS), 1) if a[1] != b[1]}
_FRAMES: Final = tuple(
    tuple(sorted((COAST_PATHS[MOST_COAST * island + edge], kind) for edge, kind in zip(edges, kinds, strict=True)))
    for island, (edges, kinds) in enumerate(zip(HARBOR_EDGES, HARBORS, strict=True))
)
_HEX: Final = re.compile(r"([blwgod])([0-9]{0,2})")
_HARBOR: Final = re.compile(r"([0-9]{1,3})([blwgoa])")
_ROBBER: Final = re.compile(r"robber:([0-9]{1,2})")

Harbors: TypeAlias = tuple[tuple[int, int], ...]  # coast paths and kinds


class Land(NamedTuple):
    """Terrain and tokens hex by hex, as far as they are given."""

    island: int
    terrain: tuple[int, ...] | None
    tokens: tuple[int, ...] | None


def write_island(island: Island) -> str:
    """Write an island, or the parts of one that are given.

    >>> write_island(Island("extension"))
    'extension'
    >>> read_island("beginner,frame,robber:9").robber
    9
    """
    parts = [write_land(island.number, island.terrain, island.tokens)]
    if island.harbors is not None:
        parts.append(write_harbors(island.number, island.harbors))
    if island.robber is not None:
        parts.append(f"{ROBBER}{island.robber}")
    return ",".join(parts)


def write_land(island: int, terrain: Sequence[int] | None, tokens: Sequence[int] | None) -> str:
    """Write terrain and tokens hex by hex, a dot after each row; the name of the island if there are none."""
    if terrain is None:
        return _ISLANDS[island]
    if tokens is not None and (*terrain,) == BEGINNER_TERRAIN and (*tokens,) == BEGINNER_TOKENS:
        return BEGINNER
    text = ""
    for place, kind in enumerate(terrain):
        dot = "." if place in ROW_STARTS else ""
        token = "" if tokens is None or tokens[place] == 0 else tokens[place]
        text += f"{dot}{TERRAIN_LETTERS[kind]}{token}"
    return text


def write_harbors(island: int, harbors: Iterable[tuple[int, int]]) -> str:
    """Write each harbor as its coast path and the letter of its kind, in the order of the paths."""
    ordered = tuple(sorted(harbors))
    return FRAME if ordered == _FRAMES[island] else ".".join(f"{path}{HARBOR_LETTERS[kind]}" for path, kind in ordered)


def read_island(text: str) -> Island:
    """Read an island, or the parts of one that are given. Raises `InvalidNotation`.

    >>> read_island("base,1x")
    Traceback (most recent call last):
    ...
    longroad.notation.errors.InvalidNotation: harbors: '1x': expected a coast path and one of b, l, w, g, o, a
    """
    return island_of_parts(*split_island(text))


def split_island(text: str) -> tuple[Land, Harbors | None, int | None]:
    """Read the parts of an island: land, harbors and the robber's hex."""
    first, *parts = text.split(",")
    land = _read_land(first)
    harbors = None
    if parts and not parts[0].startswith(ROBBER):
        harbors = _read_harbors(land.island, parts.pop(0))
    robber = None
    if parts:
        robber = _read_robber(parts.pop(0))
    if parts:
        raise InvalidNotation(f"island: {quoted(parts[0])} is too much: expected land, harbors and robber")
    return land, harbors, robber


def island_of_parts(land: Land, harbors: Harbors | None, robber: int | None) -> Island:
    """Put an island together. Raises `InvalidNotation` where the material is not the game's."""
    try:
        return Island(_ISLANDS[land.island], land.terrain, land.tokens, harbors, robber)
    except InvalidIsland as error:
        raise InvalidNotation(f"island: {error}") from None


def _read_land(text: str) -> Land:
    """Read the land; rows need no dots."""
    if text in _ISLANDS:
        return Land(_ISLANDS.index(text), None, None)
    if text == BEGINNER:
        return Land(0, BEGINNER_TERRAIN, BEGINNER_TOKENS)
    terrain: list[int] = []
    tokens: list[int] = []
    at = 0
    while at < len(text) and len(terrain) <= max(ISLAND_HEXES):
        found = _HEX.match(text, at)
        if not found:
            raise InvalidNotation(
                f"land: {quoted(text[at:])} is where hex {len(terrain)} should be: expected b (hills), l (forest), "
                "w (pasture), g (fields), o (mountains) with a number token, d (desert)"
            )
        terrain.append(TERRAIN_LETTERS.index(found[1]))
        tokens.append(int(found[2] or 0))
        at = found.end() + text.startswith(".", found.end())
    if len(terrain) not in ISLAND_HEXES:
        raise InvalidNotation(
            f"land {quoted(text)} has {_hexes(len(terrain))}: expected 19 (base island), 30 (extension), or the "
            f"words {BEGINNER}, {', '.join(_ISLANDS)}"
        )
    return Land(ISLAND_HEXES.index(len(terrain)), tuple(terrain), tuple(tokens) if any(tokens) else None)


def _hexes(count: int) -> str:
    return f"{count} hexes" if count <= max(ISLAND_HEXES) else "too many hexes"


def _read_harbors(island: int, text: str) -> Harbors:
    """Read harbors, in any order."""
    if text == FRAME:
        return _FRAMES[island]
    harbors = []
    for part in text.split("."):
        found = _HARBOR.fullmatch(part)
        if not found:
            raise InvalidNotation(f"harbors: {quoted(part)}: expected a coast path and one of b, l, w, g, o, a")
        harbors.append((int(found[1]), HARBOR_LETTERS.index(found[2])))
    return tuple(sorted(harbors))


def _read_robber(text: str) -> int:
    found = _ROBBER.fullmatch(text)
    if not found:
        raise InvalidNotation(f"island: {quoted(text)} is not the robber: expected a hex, such as {ROBBER}9")
    return int(found[1])
