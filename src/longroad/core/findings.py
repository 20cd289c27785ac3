"""Rows of findings: what is wrong with a position that is set up by hand, with values and places.

A block of findings has their number, then a row for each: its kind, three values and sets of places. Kinds below
`FIRST_FLAW` are the codes of violations; the others stand in `FLAWS`, and their values say what is counted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from longroad.core.compile.registry import rule
from longroad.core.layout import HEXES, RESOURCES, SEATS, SUMS, Block

FIRST_FLAW: Final = 100

# The parts of a row.
FINDING_KIND: Final = 0
FINDING_VALUE: Final = 1  # which terrain, token, harbor, resource, card, hex, path or seat
FINDING_GIVEN: Final = 2  # how many there are, or the second path
FINDING_STANDARD: Final = 3  # how many there should be
FINDING_SETS: Final = 4  # a word of hexes, two of intersections, two of paths, one of seats
HEX_SET: Final = 0
SITE_SET: Final = 1
PATH_SET: Final = 3
SEAT_SET: Final = 5
SETS_SIZE: Final = 6
FINDING_ROW: Final = FINDING_SETS + SETS_SIZE

MOST_FINDINGS: Final = 2 * HEXES + SUMS + 3 * SEATS + 4 * RESOURCES + 60
FINDINGS_SIZE: Final = 1 + FINDING_ROW * MOST_FINDINGS


class FlawKind(NamedTuple):
    """A kind of finding that counts something: its name in the catalogues, its rule on each island, its value."""

    name: str
    rules: tuple[str, str]
    value: str = ""  # what the value is: terrain, harbor, resource, card or seat; else it is a number


FLAWS: list[FlawKind] = []


def _flaw(name: str, rule: str, extension_rule: str | None = None, value: str = "") -> int:
    FLAWS.append(FlawKind(name, (rule, rule if extension_rule is None else extension_rule), value))
    return FIRST_FLAW + len(FLAWS) - 1


TERRAIN_COUNT: Final = _flaw("terrain_count", "BRD-1", "BRD-4", "terrain")
TOKEN_ON_DESERT: Final = _flaw("token_on_desert", "BRD-3", "BRD-4")
TOKEN_MISSING: Final = _flaw("token_missing", "BRD-3", "BRD-4")
TOKEN_COUNT: Final = _flaw("token_count", "BRD-3", "BRD-4")
HARBOR_INLAND: Final = _flaw("harbor_inland", "BRD-5")
HARBOR_SHARED: Final = _flaw("harbor_shared", "BRD-6")
HARBOR_COUNT: Final = _flaw("harbor_count", "BRD-5", value="harbor")
SETTLEMENT_COUNT: Final = _flaw("settlement_count", "BLD-6", value="seat")
CITY_COUNT: Final = _flaw("city_count", "BLD-6", value="seat")
ROAD_COUNT: Final = _flaw("road_count", "BLD-6", value="seat")
NEUTRAL_CITY: Final = _flaw("neutral_city", "DUO-6", value="seat")
DUEL_DESERT: Final = _flaw("duel_desert", "")
ROBBER_START_UNKNOWN: Final = _flaw("robber_start_unknown", "")
FOUNDED_COUNT: Final = _flaw("founded_count", "SET-3")
RESOURCE_COUNT: Final = _flaw("resource_count", "SET-1", value="resource")
CARD_COUNT: Final = _flaw("card_count", "SET-1", value="card")


@rule(inline=False)
def add_finding(found: Block, kind: int, value: int, given: int, standard: int) -> int:
    """Add a finding without places to a block; return where its sets begin."""
    row = 1 + FINDING_ROW * found[0]
    found[0] += 1
    found[row + FINDING_KIND] = kind
    found[row + FINDING_VALUE] = value
    found[row + FINDING_GIVEN] = given
    found[row + FINDING_STANDARD] = standard
    for k in range(SETS_SIZE):
        found[row + FINDING_SETS + k] = 0
    return row + FINDING_SETS
