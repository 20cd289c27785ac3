"""The parts that sentences are made of: who, how many, where. Places carry the numbers of the notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from longroad.core.island import ISLAND_HEXES, PATH_SITES, SITE_HEXES
from longroad.core.layout import CITY_CODE, ISLAND, NOBODY, TERRAIN, TOKEN, TOUCHED
from longroad.core.sets import contains
from longroad.core.state import Seen
from longroad.core.view import PUBLIC
from longroad.core.words import GENERIC_HARBOR, HARBOR_NAMES, NO_HARBOR, RESOURCE_NAMES, SEAT_NAMES, TERRAIN_NAMES

_SECOND_PERSON: Final = {"is": "are", "has": "have", "passes": "pass"}  # other verbs lose their s


class Voice(NamedTuple):
    """To whom a game is told: a seat that is called 'you' and hears what it may know, or everybody.

    >>> Voice(1).says(1, "builds a road"), Voice(1).says(0, "builds a road")
    ('you build a road', 'Blue builds a road')
    """

    viewer: int = PUBLIC
    names: tuple[str, ...] = SEAT_NAMES
    is_open: bool = False  # whether the game is over, or its whole record told, so that nothing is a secret

    def name(self, seat: int) -> str:
        """Tell what a seat is called."""
        return "you" if seat == self.viewer else self.names[seat]

    def says(self, seat: int, told: str) -> str:
        """Say something about a seat: the first word is a verb, as in 'builds a road'."""
        verb, space, rest = told.partition(" ")
        return f"{self.name(seat)} {self.verb(seat, verb)}{space}{rest}"

    def verb(self, seat: int, verb: str) -> str:
        """Give a verb as it goes with a seat: 'takes', or 'take' after 'you'."""
        return _SECOND_PERSON.get(verb, verb.removesuffix("s")) if seat == self.viewer else verb

    def knows(self, *seats: int) -> bool:
        """Tell whether who listens is one of those who may know something (PUB-2)."""
        return self.is_open or self.viewer in seats


EVERYBODY: Final = Voice()
AFTERWARDS: Final = Voice(is_open=True)


def sentence(text: str) -> str:
    """Let a text begin with a capital."""
    return text[:1].upper() + text[1:]


def listed(parts: Iterable[str]) -> str:
    """Join words as a sentence does.

    >>> listed(["ore", "wool", "grain"])
    'ore, wool and grain'
    """
    *most, last = list(parts) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def cards(counts: Sequence[int]) -> str:
    """Tell counts of the five resources.

    >>> cards([0, 2, 0, 0, 1])
    '2 lumber and 1 ore'
    """
    return listed(f"{count} {name}" for count, name in zip(counts, RESOURCE_NAMES, strict=True) if count) or "nothing"


def number_of(count: int, thing: str) -> str:
    """Count things: '1 card', '2 cards'."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def hex_name(seen: Seen, place: int) -> str:
    """Name a hex by its terrain and token."""
    token = seen.s[TOKEN + place]
    name = TERRAIN_NAMES[seen.s[TERRAIN + place]]
    return f"{name} {token}" if token else name


def hex_phrase(seen: Seen, place: int) -> str:
    """Tell a hex: its number, its terrain and token."""
    return f"hex {place} ({hex_name(seen, place)})"


def harbor_name(kind: int) -> str:
    """Name a harbor by its rate and resource."""
    return "3:1 harbor" if kind == GENERIC_HARBOR else f"2:1 {HARBOR_NAMES[kind]} harbor"


def site_hexes(seen: Seen, site: int) -> list[int]:
    """List the land hexes around an intersection."""
    return [h for h in SITE_HEXES[3 * site : 3 * site + 3] if 0 <= h < ISLAND_HEXES[seen.s[ISLAND]]]


def around_site(seen: Seen, site: int) -> str:
    """Tell what lies around an intersection: hexes and harbor."""
    around = [hex_name(seen, place) for place in site_hexes(seen, site)]
    kind = seen["harbor"][site]
    return ", ".join([*around, harbor_name(kind)] if kind != NO_HARBOR else around)


def site_phrase(seen: Seen, site: int) -> str:
    """Tell an intersection: its number, the hexes around it, its harbor."""
    return f"site {site} ({around_site(seen, site)})"


def path_phrase(seen: Seen, path: int, seat: int = NOBODY) -> str:
    """Tell a path: its number and its ends, first the one that a seat has come to already."""
    ends = sorted(PATH_SITES[2 * path : 2 * path + 2], key=lambda site: not _has_come_to(seen, seat, site))
    return f"path {path} (site {ends[0]} to {ends[1]})"


def _has_come_to(seen: Seen, seat: int, site: int) -> bool:
    """Tell whether a seat has a building or a road at an intersection."""
    code = seen["site"][site]
    return seat != NOBODY and (
        (code - 1) % CITY_CODE == seat if code else contains(seen.m, TOUCHED + 2 * seat, site) != 0
    )
