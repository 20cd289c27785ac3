"""Snapshots: what a view shows, as plain data. Everything that pages and programs receive of a game is built here.

A snapshot and a decision are built from a view and from nothing else, so that what is hidden from a seat cannot be sent
to it. The shapes are defined once: programs get them as they are (`bots.program.messages`), and the server adds what is
its own, such as clocks or the places in a drawing (`server.wire.messages`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeVar

from longroad.core import layout
from longroad.core.forms import PackedForm
from longroad.core.island.given import Island
from longroad.core.island.setup import pips_of
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES, SITE_HEXES
from longroad.core.layout import CARD_KINDS, CITY_CODE, RESOURCES
from longroad.core.rules.awards import AWARD_POINTS, total_points
from longroad.core.rules.duel import FIRST_NEUTRAL
from longroad.core.rules.trade import best_rate
from longroad.core.sets import members
from longroad.core.state import Seen
from longroad.core.words import DESERT, HARBOR_NAMES, RESOURCE_NAMES, TERRAIN_NAMES
from longroad.game import holdings
from longroad.game.holdings import SitesByCode
from longroad.game.table import Table
from longroad.game.view import View
from longroad.notation.actions import write_action
from longroad.notation.forms import Form
from longroad.notation.legal import LegalActions

NEUTRAL_SEATS: Final = (FIRST_NEUTRAL, FIRST_NEUTRAL + 1)  # of a duel (DUO-1)

Counts = dict[str, int]  # resources or cards by name, without zeros


# --- the shapes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Geometry:
    """The island: which sites a path joins, and what there is on the hexes, sites and coast paths, by number."""

    paths: list[tuple[int, int]]  # the two sites that each path joins
    terrain: list[str]
    resources: list[str | None]  # that each hex yields; null for none
    tokens: list[int]  # 0 for none
    pips: list[int]  # in how many of 36 rolls each hex yields
    harbors: list[tuple[int, str]]  # a coast path and a resource, or "generic"
    site_hexes: list[list[int]]


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """What can be seen of a seat; `hand`, `cards` and `fresh` are null where the kinds are hidden."""

    seat: int
    hand_size: int = 0
    hand: Counts | None = None
    cards_size: int = 0
    cards: Counts | None = None
    fresh: Counts | None = None  # the cards bought since the seat's own turn began
    knights: int = 0
    road_length: int = 0
    points: int = 0
    sources: Counts = field(default_factory=dict)  # of the points
    settlements: list[int] = field(default_factory=list)
    cities: list[int] = field(default_factory=list)
    roads: list[int] = field(default_factory=list)
    supply: tuple[int, int, int]  # roads, settlements, cities
    trade_cards: int = 0


@dataclass(frozen=True, kw_only=True)
class OfferView:
    """A trade on the table: what its maker gives and takes, who is asked, who accepted, who has not answered."""

    seat: int
    give: Counts
    take: Counts
    to: list[int]
    accepted: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """What a viewer may see of the game now."""

    phase: str
    turn: int
    turn_number: int
    to_act: list[int]
    rolled: list[int] = field(default_factory=list)
    robber: int
    bank: Counts
    deck_size: int = 0
    longest_road: int | None = None
    largest_army: int | None = None
    winner: int | None = None
    seats: list[SeatView]
    neutral: list[SeatView] = field(default_factory=list)
    offer: OfferView | None = None
    proposals: list[OfferView] = field(default_factory=list)
    rates: Counts = field(default_factory=dict)  # the viewer's cards of each resource for one of the bank's


@dataclass(frozen=True, kw_only=True)
class FormView:
    """Which bundles of a kind may be made: the most of each resource, a total, and which seats can be asked."""

    kind: str
    give: Counts
    take: Counts = field(default_factory=dict)
    total: int | None = None
    to: list[int] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What is expected of a seat. `id` stays valid while others answer; an answer to an older one is refused."""

    id: int
    is_awaited: bool  # false where the seat may propose a trade, but nobody waits for it
    prompt: str  # the key of a message
    actions: list[str]  # in the notation
    forms: list[FormView] = field(default_factory=list)


AnySeat = TypeVar("AnySeat", bound=SeatView)
AnySnapshot = TypeVar("AnySnapshot", bound=Snapshot)
AnyDecision = TypeVar("AnyDecision", bound=Decision)


# --- the table --------------------------------------------------------------------------------------------------------


def snapshot_of(view: View) -> Snapshot:
    """Return what a view shows.

    >>> from longroad import Game
    >>> snapshot = snapshot_of(Game("beginner").view(1))
    >>> snapshot.phase, [seat.hand for seat in snapshot.seats]
    ('before roll', [None, {'grain': 2, 'ore': 1}, None, None])
    """
    return snapshot_as(Snapshot, partial(seat_view_as, SeatView), view)


def snapshot_as(
    shape: type[AnySnapshot], seat_view: Callable[[SeatFacts], SeatView], view: View, **more: Any
) -> AnySnapshot:
    """Return what a view shows, in a shape that may extend the one here by `more` fields."""
    s, offer, sites = view.seen.s, view.offer, holdings.sites_by_code(view.seen)
    return shape(
        phase=view.phase,
        turn=view.turn,
        turn_number=view.turn_number,
        to_act=list(view.to_act),
        rolled=list(view.rolled),
        robber=view.robber,
        bank=_counted(RESOURCE_NAMES, s[layout.BANK : layout.BANK + RESOURCES]),
        deck_size=view.deck_size,
        longest_road=view.longest_road,
        largest_army=view.largest_army,
        winner=view.winner,
        seats=[seat_view(seat_facts(view, seat, sites)) for seat in range(view.players)],
        neutral=[seat_view(_neutral_facts(view, seat)) for seat in NEUTRAL_SEATS] if s[layout.DUEL] else [],
        offer=None if offer is None else _offer(offer),
        proposals=[_offer(proposal) for proposal in view.proposals],
        rates=rates_of(view),
        **more,
    )


def rates_of(view: View) -> Counts:
    """Return the viewer's cards of each resource for one of the bank's; nothing for the public."""
    s, viewer = view.seen.s, view.viewer
    if viewer is None:
        return {}
    return {name: best_rate(s, viewer, resource) for resource, name in enumerate(RESOURCE_NAMES)}


# The fields with one number for each seat that everybody sees, and those with five that others do not see.
_NUMBERS: Final = (
    *(layout.ROADS_LEFT, layout.SETTLEMENTS_LEFT, layout.CITIES_LEFT, layout.ROAD_LENGTH),
    *(layout.HAND_SIZE, layout.CARDS_SIZE, layout.KNIGHTS, layout.POINTS),
)
_HIDDEN: Final = ((layout.HAND, RESOURCES), (layout.CARDS, CARD_KINDS), (layout.FRESH, CARD_KINDS))

# By seat: what reads all of them at once, and the holders of the special cards.
_NUMBERS_OF: Final = [
    itemgetter(*(field + seat for field in _NUMBERS), layout.LONGEST, layout.LARGEST) for seat in range(layout.SEATS)
]
_HIDDEN_OF: Final = [
    itemgetter(*(field + width * seat + i for field, width in _HIDDEN for i in range(width)))
    for seat in range(layout.SEATS)
]


class SeatFacts(NamedTuple):
    """Everything that the view of a seat follows from, so that equal facts have equal views."""

    seat: int
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: int  # a bit for each path
    numbers: tuple[int, ...]  # in the order of _NUMBERS, then who holds the longest road and the largest army
    trade_cards: int = 0
    points: int | None = None  # None for a neutral player, who has pieces and nothing else
    hidden: tuple[int, ...] | None = None  # hand, cards and fresh cards, where the view shows them


def seat_view_of(table: Table, seat: int) -> SeatView:
    """Return what can be seen of a seat from a view, or of a whole game."""
    return seat_view_as(SeatView, seat_facts(table, seat))


def seat_facts(table: Table, seat: int, sites: SitesByCode | None = None) -> SeatFacts:
    """Return what can be seen of a seat, in the numbers of the core; the sites of all seats may be known already."""
    seen, s = table.seen, table.seen.s
    return SeatFacts(
        *_pieces(seen, seat, sites or holdings.sites_by_code(seen)),
        s[layout.TRADE_CARDS + seat] if s[layout.DUEL] else 0,
        total_points(s, seat),
        _HIDDEN_OF[seat](s) if holdings.is_known(seen, seat) else None,
    )


def _neutral_facts(view: View, seat: int) -> SeatFacts:
    """Return what a neutral player has: pieces, and nothing else."""
    return SeatFacts(*_pieces(view.seen, seat, holdings.sites_by_code(view.seen)))


def _pieces(
    seen: Seen, seat: int, sites: SitesByCode
) -> tuple[int, tuple[int, ...], tuple[int, ...], int, tuple[int, ...]]:
    return (
        seat,
        sites.get(1 + seat, ()),
        sites.get(1 + seat + CITY_CODE, ()),
        holdings.road_bits(seen, seat),
        _NUMBERS_OF[seat](seen.s),
    )


def seat_view_as(shape: type[AnySeat], facts: SeatFacts) -> AnySeat:
    """Return what can be seen of a seat, in a shape that may extend the one here."""
    pieces = dict[str, Any](
        seat=facts.seat,
        road_length=facts.numbers[3],
        settlements=list(facts.settlements),
        cities=list(facts.cities),
        roads=list(members(facts.roads)),
        supply=facts.numbers[:3],
    )
    if facts.points is None:
        return shape(**pieces)
    hand_size, cards_size, knights, open_points, longest, largest = facts.numbers[4:]
    sources = holdings.Points(
        len(facts.settlements),
        2 * len(facts.cities),
        AWARD_POINTS * (longest == facts.seat),
        AWARD_POINTS * (largest == facts.seat),
        facts.points - open_points,
    ).sources
    return shape(
        **pieces,
        **_hidden(facts.hidden),
        hand_size=hand_size,
        cards_size=cards_size,
        knights=knights,
        points=facts.points,
        sources=sources,
        trade_cards=facts.trade_cards,
    )


def _hidden(counts: tuple[int, ...] | None) -> dict[str, Any]:
    """Return a hand, its cards and the fresh ones by name; nothing where they are hidden."""
    if counts is None:
        return {}
    hand, cards, fresh = counts[:RESOURCES], counts[RESOURCES:-CARD_KINDS], counts[-CARD_KINDS:]
    names = holdings.Cards._fields
    return {"hand": _counted(RESOURCE_NAMES, hand), "cards": _counted(names, cards), "fresh": _counted(names, fresh)}


def _counted(names: Sequence[str], counts: Iterable[int]) -> Counts:
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _offer(offer: holdings.Offer) -> OfferView:
    return OfferView(
        seat=offer.seat,
        give=offer.give.to_json(),
        take=offer.take.to_json(),
        to=list(offer.to),
        accepted=list(offer.accepted),
        waiting=list(offer.waiting),
    )


# --- decisions --------------------------------------------------------------------------------------------------------


def decision_of(view: View, seat: int, number: int) -> Decision:
    """Return what is expected of a seat.

    >>> from longroad import Game
    >>> decision_of(Game("beginner").view(0), 0, number=7)
    Decision(id=7, is_awaited=True, prompt='before_roll', actions=['roll'], forms=[])
    """
    return decision_as(Decision, view, seat, number, view.legal_actions(seat))


def decision_as(
    shape: type[AnyDecision], view: View, seat: int, number: int, legal: LegalActions, **more: Any
) -> AnyDecision:
    """Return what is expected of a seat that can do what `legal` says, in a shape that may have `more` fields."""
    is_awaited = seat in view.to_act
    return shape(
        id=number,
        is_awaited=is_awaited,
        prompt=_prompt(view, seat, is_awaited),
        actions=[write_action(code) for code in legal.codes],
        forms=[_form(form) for form in legal.packed_forms],
        **more,
    )


@lru_cache(4096)  # hands seldom change
def _form(packed: PackedForm) -> FormView:
    form = Form.of(packed)
    return FormView(
        kind=form.kind,
        give=form.give.to_json(),
        take=form.take.to_json(),
        total=form.total,
        to=list(form.to),
    )


def _prompt(view: View, seat: int, is_awaited: bool) -> str:
    """Return the key of what is expected: the phase, or what there is to answer within it."""
    if not is_awaited:
        return "may_propose" if seat != view.turn else "others_answer"
    offer = view.offer
    if offer is not None and seat in offer.waiting:
        return "answer_offer"
    if offer is not None and offer.accepted:
        return "choose_partner"
    return view.phase.replace(" ", "_")


# --- the island -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def geometry_of(island: Island) -> Geometry:
    """Return what is on an island."""
    assert island.terrain is not None
    assert island.tokens is not None
    assert island.harbors is not None
    sites, paths = ISLAND_SITE_COUNT[island.number], ISLAND_PATH_COUNT[island.number]
    return Geometry(
        paths=[(PATH_SITES[2 * path], PATH_SITES[2 * path + 1]) for path in range(paths)],
        terrain=[TERRAIN_NAMES[kind] for kind in island.terrain],
        resources=[resource_of(kind) for kind in island.terrain],
        tokens=list(island.tokens),
        pips=[pips_of(token) for token in island.tokens],
        harbors=[(path, HARBOR_NAMES[kind]) for path, kind in island.harbors],
        site_hexes=[
            [place for place in SITE_HEXES[3 * site : 3 * site + 3] if 0 <= place < len(island.terrain)]
            for site in range(sites)
        ],
    )


def resource_of(terrain: int) -> str | None:
    """Return the resource that a terrain yields, if any (BRD-2)."""
    return RESOURCE_NAMES[terrain] if terrain < DESERT else None
