"""Snapshots: what a view shows, as plain data. Everything that pages and programs receive of a game is built here.

A snapshot and a decision are built from a view and from nothing else, so that what is hidden from a seat cannot be sent
to it. The shapes are defined once: programs get them as they are (`bots.program.messages`), and the server adds what is
its own, such as clocks or the places in a drawing (`server.wire.messages`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from longroad.core import layout
from longroad.core.forms import PackedForm
from longroad.core.island.given import Island
from longroad.core.island.setup import pips_of
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES, SITE_HEXES
from longroad.core.layout import CARD_KINDS, RESOURCES
from longroad.core.rules.awards import AWARD_POINTS, total_points
from longroad.core.rules.duel import FIRST_NEUTRAL
from longroad.core.rules.trade import best_rate
from longroad.core.words import DESERT, HARBOR_NAMES, RESOURCE_NAMES, TERRAIN_NAMES
from longroad.game import holdings
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


def snapshot_of(
    view: View, shape: type[AnySnapshot] = Snapshot, seat_shape: type[AnySeat] = SeatView, **more: Any
) -> AnySnapshot:
    """Return what a view shows; shapes that extend those here take `more` fields.

    >>> from longroad import Game
    >>> snapshot = snapshot_of(Game("beginner").view(1))
    >>> snapshot.phase, [seat.hand for seat in snapshot.seats]
    ('before roll', [None, {'grain': 2, 'ore': 1}, None, None])
    """
    s, offer = view.seen.s, view.offer
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
        seats=[seat_view_of(view, seat, seat_shape) for seat in range(view.players)],
        neutral=[_neutral_view(view, seat, seat_shape) for seat in NEUTRAL_SEATS] if s[layout.DUEL] else [],
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


class _SeatFacts(NamedTuple):
    """Everything that the view of a seat follows from."""

    seat: int
    hand_size: int
    cards_size: int
    knights: int
    road_length: int
    points: int
    has_longest_road: bool
    has_largest_army: bool
    point_cards: int
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: tuple[int, ...]
    supply: tuple[int, int, int]
    trade_cards: int
    hand: tuple[int, ...] | None
    cards: tuple[int, ...] | None
    fresh: tuple[int, ...] | None


def seat_view_of(table: Table, seat: int, shape: type[AnySeat] = SeatView) -> AnySeat:
    """Return what can be seen of a seat from a view, or of a whole game. What is equal may be one object."""
    return _seat_view(shape, _facts_of(table, seat))


def _facts_of(table: Table, seat: int) -> _SeatFacts:
    seen, s = table.seen, table.seen.s
    own, kinds = RESOURCES * seat, CARD_KINDS * seat
    is_known = holdings.is_known(seen, seat)
    points = total_points(s, seat)
    return _SeatFacts(
        seat,
        s[layout.HAND_SIZE + seat],
        s[layout.CARDS_SIZE + seat],
        s[layout.KNIGHTS + seat],
        s[layout.ROAD_LENGTH + seat],
        points,
        s[layout.LONGEST] == seat,
        s[layout.LARGEST] == seat,
        points - s[layout.POINTS + seat],
        holdings.sites_of(seen, seat, is_city=False),
        holdings.sites_of(seen, seat, is_city=True),
        holdings.roads_of(seen, seat),
        (s[layout.ROADS_LEFT + seat], s[layout.SETTLEMENTS_LEFT + seat], s[layout.CITIES_LEFT + seat]),
        s[layout.TRADE_CARDS + seat] if s[layout.DUEL] else 0,
        tuple(s[layout.HAND + own : layout.HAND + own + RESOURCES]) if is_known else None,
        tuple(s[layout.CARDS + kinds : layout.CARDS + kinds + CARD_KINDS]) if is_known else None,
        tuple(s[layout.FRESH + kinds : layout.FRESH + kinds + CARD_KINDS]) if is_known else None,
    )


@lru_cache(8192)  # most plies change one seat, or none
def _seat_view(shape: type[AnySeat], facts: _SeatFacts) -> AnySeat:
    points = holdings.Points(
        settlements=len(facts.settlements),
        cities=2 * len(facts.cities),
        longest_road=AWARD_POINTS * facts.has_longest_road,
        largest_army=AWARD_POINTS * facts.has_largest_army,
        point_cards=facts.point_cards,
    )
    return shape(
        seat=facts.seat,
        hand_size=facts.hand_size,
        hand=None if facts.hand is None else _counted(RESOURCE_NAMES, facts.hand),
        cards_size=facts.cards_size,
        cards=None if facts.cards is None else _counted(holdings.Cards._fields, facts.cards),
        fresh=None if facts.fresh is None else _counted(holdings.Cards._fields, facts.fresh),
        knights=facts.knights,
        road_length=facts.road_length,
        points=facts.points,
        sources=points.sources,
        settlements=list(facts.settlements),
        cities=list(facts.cities),
        roads=list(facts.roads),
        supply=facts.supply,
        trade_cards=facts.trade_cards,
    )


def _neutral_view(view: View, seat: int, shape: type[AnySeat]) -> AnySeat:
    """Return what a neutral player has: pieces, and nothing else."""
    return shape(
        seat=seat,
        road_length=view.road_length(seat),
        settlements=list(view.settlements(seat)),
        roads=list(view.roads(seat)),
        supply=(*view.supply(seat),),
    )


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


def decision_of(
    view: View,
    seat: int,
    number: int,
    legal: LegalActions | None = None,
    shape: type[AnyDecision] = Decision,
    **more: Any,
) -> AnyDecision:
    """Return what is expected of a seat; `legal` is what it can do, if that is known already.

    A shape that extends the one here takes `more` fields.

    >>> from longroad import Game
    >>> decision_of(Game("beginner").view(0), 0, number=7)
    Decision(id=7, is_awaited=True, prompt='before_roll', actions=['roll'], forms=[])
    """
    legal = view.legal_actions(seat) if legal is None else legal
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
