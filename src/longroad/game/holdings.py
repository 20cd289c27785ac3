"""What the seats hold, have built and have offered, read from a state or a view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from longroad.core import layout
from longroad.core.layout import CARD_KINDS, CITY_CODE, NOBODY, RESOURCES, SEATS, WORD_BITS
from longroad.core.phases import OVER
from longroad.core.rules.awards import AWARD_POINTS, total_points
from longroad.core.rules.hands import stack_of
from longroad.core.sets import members
from longroad.core.state import Seen
from longroad.notation.resources import Resources

BUILDINGS: Final = ("settlement", "city")
POINT_SOURCES: Final = ("settlements", "cities", "longest_road", "largest_army", "point_cards")

SitesByCode = Mapping[int, tuple[int, ...]]


class Cards(NamedTuple):
    """How many development cards of each kind."""

    knight: int = 0
    roadbuilding: int = 0
    plenty: int = 0
    monopoly: int = 0
    point: int = 0


class Piece(NamedTuple):
    """What stands at an intersection: a 'settlement' or a 'city', and whose."""

    kind: str
    seat: int


class Supply(NamedTuple):
    """The pieces that a seat has not built."""

    roads: int
    settlements: int
    cities: int


class Offer(NamedTuple):
    """A trade that somebody has put on the table; `give` and `take` are the maker's sides."""

    seat: int
    give: Resources
    take: Resources
    to: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()


class Points(int):
    """Victory points, and where they come from (WIN-1)."""

    settlements: int
    cities: int
    longest_road: int
    largest_army: int
    point_cards: int

    def __new__(cls, settlements: int, cities: int, longest_road: int, largest_army: int, point_cards: int) -> Points:
        """Add the points of all sources up."""
        points = super().__new__(cls, settlements + cities + longest_road + largest_army + point_cards)
        points.settlements, points.cities = settlements, cities
        points.longest_road, points.largest_army = longest_road, largest_army
        points.point_cards = point_cards
        return points

    def __getnewargs__(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.settlements, self.cities, self.longest_road, self.largest_army, self.point_cards)

    @property
    def sources(self) -> dict[str, int]:
        """The points by source, without zeros.

        >>> Points(settlements=3, cities=2, longest_road=2, largest_army=0, point_cards=1).sources
        {'settlements': 3, 'cities': 2, 'longest_road': 2, 'point_cards': 1}
        """
        return {name: number for name, number in vars(self).items() if number}


def is_known(seen: Seen, seat: int) -> bool:
    """Return whether a state or view shows a seat's hand and cards (PUB-1, WIN-6)."""
    viewer = seen.s[layout.VIEWER]
    return viewer in (NOBODY, seat) or seen.s[layout.PHASE] == OVER


def hand_of(seen: Seen, seat: int) -> Resources | None:
    """Return a seat's resource cards, or None if they are hidden."""
    return _resources(seen, layout.HAND + RESOURCES * seat) if is_known(seen, seat) else None


def cards_of(seen: Seen, seat: int, field: int = layout.CARDS) -> Cards | None:
    """Return a seat's development cards, or None if they are hidden."""
    first = field + CARD_KINDS * seat
    return Cards(*seen.s[first : first + CARD_KINDS]) if is_known(seen, seat) else None


def bank_of(seen: Seen) -> Resources:
    """Return what the bank holds; an unlimited one 127 of each resource but for those in hands (PRO-7)."""
    return Resources(*(stack_of(seen.s, resource) for resource in range(RESOURCES)))


def _resources(seen: Seen, first: int) -> Resources:
    return Resources(*seen.s[first : first + RESOURCES])


def supply_of(seen: Seen, seat: int) -> Supply:
    """Return the pieces that a seat has not built."""
    return Supply(*(seen.s[left + seat] for left in (layout.ROADS_LEFT, layout.SETTLEMENTS_LEFT, layout.CITIES_LEFT)))


def points_of(seen: Seen, seat: int) -> Points:
    """Return a seat's victory points by source, as far as they can be seen."""
    codes = seen.s[layout.SITE : layout.SITE + layout.SITES]
    return Points(
        settlements=codes.count(1 + seat),
        cities=2 * codes.count(1 + seat + CITY_CODE),
        longest_road=AWARD_POINTS * (seen.s[layout.LONGEST] == seat),
        largest_army=AWARD_POINTS * (seen.s[layout.LARGEST] == seat),
        point_cards=total_points(seen.s, seat) - seen.s[layout.POINTS + seat],
    )


def piece_at(seen: Seen, site: int) -> Piece | None:
    """Return what stands at an intersection."""
    code = seen.s[layout.SITE + site]
    return Piece(BUILDINGS[(code - 1) // CITY_CODE], (code - 1) % CITY_CODE) if code else None


def sites_of(seen: Seen, seat: int, is_city: bool) -> tuple[int, ...]:
    """Return the intersections of a seat's settlements or cities."""
    return sites_by_code(seen).get(1 + seat + CITY_CODE * is_city, ())


def sites_by_code(seen: Seen) -> SitesByCode:
    """Return the intersections with buildings, by the code of what stands there."""
    return _sites_by_code(bytes(seen.s[layout.SITE : layout.SITE + layout.SITES]))


@lru_cache(4096)  # buildings seldom change
def _sites_by_code(codes: bytes) -> SitesByCode:
    """Return the intersections by the code of what stands there."""
    found: dict[int, tuple[int, ...]] = {}
    for site, code in enumerate(codes):
        if code:
            found[code] = (*found.get(code, ()), site)
    return found


def roads_of(seen: Seen, seat: int) -> tuple[int, ...]:
    """Return the paths of a seat's roads."""
    return members(road_bits(seen, seat))


def road_bits(seen: Seen, seat: int) -> int:
    """Return the paths of a seat's roads as a set of bits."""
    first, rest = seen.m[layout.ROADS + 2 * seat : layout.ROADS + 2 * seat + 2]
    return first | rest << WORD_BITS


def offer_of(seen: Seen) -> Offer | None:
    """Return the open offer of the player on turn."""
    s = seen.s
    if not s[layout.OFFERED_TO]:
        return None
    sets = (members(s[field]) for field in (layout.OFFERED_TO, layout.ACCEPTED, layout.WAITING))
    return Offer(s[layout.TURN], *_sides(seen, layout.OFFER), *sets)


def proposals_of(seen: Seen) -> tuple[Offer, ...]:
    """Return the open counter-offers and proposals."""
    turn = seen.s[layout.TURN]
    return tuple(
        Offer(seat, *_sides(seen, layout.PROPOSAL + RESOURCES * seat), (turn,), (), (turn,))
        for seat in range(SEATS)
        if seen.s[layout.PROPOSED] >> seat & 1
    )


def _sides(seen: Seen, first: int) -> tuple[Resources, Resources]:
    counts = seen.s[first : first + RESOURCES]
    give, take = (Resources(*(max(sign * count, 0) for count in counts)) for sign in (1, -1))
    return give, take
