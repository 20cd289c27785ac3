"""The parts that sentences are made of: who, how many, where. Places carry the numbers of the notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from longroad.core.island.topology import ISLAND_HEXES, PATH_SITES, SITE_HEXES
from longroad.core.layout import CITY_CODE, HARBOR, ISLAND, NOBODY, SITE, TERRAIN, TOKEN, TOUCHED
from longroad.core.sets import contains
from longroad.core.state import Seen
from longroad.core.view import PUBLIC
from longroad.core.words import GENERIC_HARBOR, HARBOR_NAMES, NO_HARBOR, RESOURCE_NAMES, SEAT_NAMES, TERRAIN_NAMES
from longroad.narration.catalogue import ENGLISH, Cards, Phrase, Several, Value, Words, sentence

__all__ = ["cards", "hex_name", "hex_phrase", "listed", "number_of", "path_phrase", "sentence", "site_phrase"]

YOU: Final = Phrase("person.you")
TO_YOU: Final = Phrase("person.to_you")
COAST: Final = Phrase("place.coast")
COLOURS: Final = tuple(Phrase(f"seat.{name.lower()}") for name in SEAT_NAMES)  # the names of seats without a name


def called(seat: int, name: str) -> Value:
    """Return the name of a seat; a seat without a name is called by its colour, which is translated."""
    return COLOURS[seat] if name == SEAT_NAMES[seat] else name


class Perspective(NamedTuple):
    """The reader of the sentences: a seat, which is called 'you' and may know its own cards, or everybody.

    >>> Perspective(1).say("log.knight", 1), Perspective(1).say("log.knight", 0)
    ('You play a knight.', 'Blue plays a knight.')
    """

    viewer: int = PUBLIC
    names: tuple[str, ...] = SEAT_NAMES
    is_open: bool = False  # whether nothing is secret: the game is over, or this is its full record
    words: Words = ENGLISH
    mentioned: set[int] | None = None  # where it is given: all seats to whom sentences would read differently

    def who(self, seat: int) -> Value:
        """Return a seat as the one who does something."""
        if self.mentioned is not None:
            self.mentioned.add(seat)
        return YOU if seat == self.viewer else called(seat, self.names[seat])

    def target(self, seat: int) -> Value:
        """Return a seat as the one that something is done to."""
        return TO_YOU if seat == self.viewer else self.who(seat)

    def about(self, key: str, seat: int, **values: Value) -> Phrase:
        """Return a message about a seat."""
        values["who"] = self.who(seat)
        return Phrase(key, values, "you" if seat == self.viewer else "other")

    def between(self, key: str, seat: int, other: int, **values: Value) -> Phrase:
        """Return a message about what a seat does to another one."""
        values["target"] = self.target(other)
        message = self.about(key, seat, **values)
        return message._replace(person="to_you") if other == self.viewer != seat else message

    def of_all(self, key: str, seats: Sequence[int], **values: Value) -> Phrase:
        """Return a message about several seats."""
        who = Several([self.who(seat) for seat in seats])
        return Phrase(key, {**values, "who": who, "count": len(seats)}, "you" if self.viewer in seats else "other")

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.words.say(self.who(seat))

    def say(self, key: str, seat: int, **values: Value) -> str:
        """Return a sentence about a seat."""
        return self.words.say(self.about(key, seat, **values))

    def knows(self, *seats: int) -> bool:
        """Return whether the reader may know what these seats know (PUB-2)."""
        if self.mentioned is not None:
            self.mentioned.update(seats)
        return self.is_open or self.viewer in seats


EVERYBODY: Final = Perspective()
AFTERWARDS: Final = Perspective(is_open=True)


# --- places -----------------------------------------------------------------------------------------------------------


@cache
def _land(terrain: int, token: int) -> Phrase:
    name = Phrase(f"terrain.{TERRAIN_NAMES[terrain]}")
    return Phrase("place.land", {"terrain": name, "token": token}) if token else name


def land_of(seen: Seen, place: int) -> Phrase:
    """Return a hex by its terrain and token."""
    return _land(seen.s[TERRAIN + place], seen.s[TOKEN + place])


def hex_of(seen: Seen, place: int) -> Phrase:
    """Return a hex: its number, its terrain and token."""
    return Phrase("place.hex", {"hex": place, "land": land_of(seen, place)})


@cache
def harbor_of(kind: int) -> Phrase:
    """Return a harbor by its rate and resource."""
    if kind == GENERIC_HARBOR:
        return Phrase("place.harbor_generic")
    return Phrase("place.harbor_of", {"resource": Phrase(f"resource.{HARBOR_NAMES[kind]}")})


def site_hexes(seen: Seen, site: int) -> list[int]:
    """List the land hexes around an intersection."""
    return [h for h in SITE_HEXES[3 * site : 3 * site + 3] if 0 <= h < ISLAND_HEXES[seen.s[ISLAND]]]


def lands_around(seen: Seen, site: int) -> Several:
    """Return what lies around an intersection: hexes and harbor."""
    around = [land_of(seen, place) for place in site_hexes(seen, site)]
    kind = seen.s[HARBOR + site]
    return Several([*around, harbor_of(kind)] if kind != NO_HARBOR else around, "comma")


def site_of(seen: Seen, site: int) -> Phrase:
    """Return an intersection: its number, the hexes around it, its harbor."""
    return Phrase("place.site", {"site": site, "around": lands_around(seen, site)})


def path_of(seen: Seen, path: int, seat: int = NOBODY) -> Phrase:
    """Return a path: its number and its ends, first the one that a seat has reached."""
    ends = sorted(PATH_SITES[2 * path : 2 * path + 2], key=lambda site: not _has_reached(seen, seat, site))
    return Phrase("place.path", {"path": path, "from": ends[0], "to": ends[1], "sides": _sides(seen, path)})


def _sides(seen: Seen, path: int) -> Several:
    """Return what lies on both sides of a path."""
    one, other = (site_hexes(seen, site) for site in PATH_SITES[2 * path : 2 * path + 2])
    sides: list[Value] = [land_of(seen, place) for place in one if place in other]
    return Several(sides if len(sides) > 1 else [*sides, COAST])


def _has_reached(seen: Seen, seat: int, site: int) -> bool:
    """Return whether a seat has a building or a road at an intersection."""
    code = seen.s[SITE + site]
    return seat != NOBODY and (
        (code - 1) % CITY_CODE == seat if code else contains(seen.m, TOUCHED + 2 * seat, site) != 0
    )


# --- as text ----------------------------------------------------------------------------------------------------------


def listed(parts: Iterable[str], words: Words = ENGLISH) -> str:
    """Join words as a sentence does.

    >>> listed(["ore", "wool", "grain"])
    'ore, wool and grain'
    """
    return words.join(list(parts))


def cards(counts: Iterable[int], words: Words = ENGLISH) -> str:
    """Describe counts of the five resources.

    >>> cards([0, 2, 0, 0, 1])
    '2 lumber and 1 ore'
    """
    return words.say(Cards(tuple(counts)))


def one_card(resource: int) -> Cards:
    """Return one card of a resource."""
    return some_cards(resource, 1)


def some_cards(resource: int, count: int) -> Cards:
    """Return some cards of a resource."""
    return Cards([count * (other == resource) for other in range(len(RESOURCE_NAMES))])


def number_of(count: int, thing: str) -> str:
    """Count things in English: '1 card', '2 cards'."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def hex_name(seen: Seen, place: int, words: Words = ENGLISH) -> str:
    """Name a hex by its terrain and token."""
    return words.say(land_of(seen, place))


def hex_phrase(seen: Seen, place: int, words: Words = ENGLISH) -> str:
    """Describe a hex: its number, its terrain and token."""
    return words.say(hex_of(seen, place))


def around_site(seen: Seen, site: int, words: Words = ENGLISH) -> str:
    """Return what lies around an intersection: hexes and harbor."""
    return words.say(lands_around(seen, site))


def site_phrase(seen: Seen, site: int, words: Words = ENGLISH) -> str:
    """Describe an intersection: its number, the hexes around it, its harbor."""
    return words.say(site_of(seen, site))


def path_phrase(seen: Seen, path: int, seat: int = NOBODY, words: Words = ENGLISH) -> str:
    """Describe a path: its number and its ends, first the one that a seat has reached."""
    return words.say(path_of(seen, path, seat))
