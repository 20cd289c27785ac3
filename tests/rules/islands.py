"""Islands for the tests: how to ask for one, all the ways there are, and questions about them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from longroad.core.island import topology as isl
from longroad.core.island.given import island_of
from longroad.core.island.setup import make_island
from longroad.core.ruleset import CHOICES, InvalidRuleset, Ruleset
from longroad.core.state import blank

BEGINNER = {"terrain": "fixed", "tokens": "fixed", "harbors": "fixed"}
PIECES = {"terrain": "pieces", "tokens": "pieces", "harbors": "pieces"}
SIZE = {"base": 19, "extension": 30}


def asked(**options: Any) -> list[int]:
    """Return an empty state that asks for an island."""
    s, _ = blank(Ruleset(**options))
    return s


def made(seed: int, **options: Any) -> list[int]:
    """Return a state with the island of a seed."""
    s = asked(**options)
    make_island(s, seed)
    return s


def laid(seed: int, **options: Any) -> tuple[tuple[int, ...], tuple[int, ...], dict[int, int], int]:
    """Return terrain, tokens, harbors by path, and the robber's hex."""
    island = island_of(made(seed, **options))
    assert island.terrain is not None
    assert island.tokens is not None
    assert island.harbors is not None
    assert island.robber is not None
    return island.terrain, island.tokens, dict(island.harbors), island.robber


def every_way() -> Iterator[dict[str, str]]:
    """Yield every combination of options that makes an island."""
    names = ("island", "terrain", "tokens", "spiral", "harbors")
    for values in product(*(CHOICES[name] for name in names)):
        options = dict(zip(names, values, strict=True))
        if "given" in values or (options["tokens"] != "spiral" and options["spiral"] == "clockwise"):
            continue
        try:
            Ruleset(**options)  # type: ignore[arg-type]
        except InvalidRuleset:
            continue
        yield options


WAYS = list(every_way())


def around(site: int) -> list[int]:
    """Return the hexes of the base island around an intersection."""
    return [place for place in isl.SITE_HEXES[3 * site : 3 * site + 3] if 0 <= place < 19]


def neighbors(place: int) -> list[int]:
    """Return the hexes beside a hex."""
    return [near for near in isl.HEX_NEIGHBORS[6 * place : 6 * place + 6] if near >= 0]


def reds_touch(tokens: tuple[int, ...] | list[int]) -> bool:
    """Return whether two red tokens lie on adjacent hexes."""
    reds = {place for place, token in enumerate(tokens) if token in (6, 8)}
    return any(near in reds for place in reds for near in neighbors(place))


def edges_of(harbors: dict[int, int], island: int) -> list[int]:
    """Return the coast edges that have a harbor, clockwise."""
    coast = isl.COAST_PATHS[isl.MOST_COAST * island :][: isl.COAST_LENGTH[island]]
    return sorted(coast.index(path) for path in harbors)


def chi_square(counts: list[int], expected: list[float]) -> float:
    """Measure how far counts are from what is expected."""
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
