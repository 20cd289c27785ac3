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
from longroad.core.island.given import IslandParts
from longroad.core.island.setup import pips_of
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES, SITE_HEXES
from longroad.core.layout import CARD_KINDS, CITY_CODE, RESOURCES, WORD_BITS
from longroad.core.rules.awards import AWARD_POINTS, total_points
from longroad.core.rules.duel import FIRST_NEUTRAL
from longroad.core.rules.hands import stack_of
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
    seats = [seat_view(facts) for facts in facts_of_all(view)]
    return table_as(shape, seat_view, view, seats=seats, rates=rates_of(view), **more)


def table_as(
    shape: type[AnySnapshot], seat_view: Callable[[SeatFacts], SeatView], view: View, **more: Any
) -> AnySnapshot:
    """Return what a view shows of everything but the seats and what is the viewer's own, which `more` adds."""
    seen, s, offer = view.seen, view.seen.s, view.offer
    return shape(
        phase=seen.phase,
        turn=s[layout.TURN],
        turn_number=seen.m[layout.TURNS],
        to_act=list(seen.to_act),
        rolled=s[layout.ROLLED : layout.ROLLED + s[layout.ROLLS]],
        robber=s[layout.ROBBER],
        bank=_counted(RESOURCE_NAMES, [stack_of(s, resource) for resource in range(RESOURCES)]),
        deck_size=s[layout.DECK_SIZE],
        longest_road=view.longest_road,
        largest_army=view.largest_army,
        winner=view.winner,
        neutral=[seat_view(_neutral_facts(view, seat)) for seat in NEUTRAL_SEATS] if s[layout.DUEL] else [],
        offer=None if offer is None else _offer(offer),
        proposals=[_offer(proposal) for proposal in view.proposals] if s[layout.PROPOSED] else [],
        **more,
    )


def rates_of(view: View) -> Counts:
    """Return the viewer's cards of each resource for one of the bank's; nothing for the public."""
    viewer = view.viewer
    return {} if viewer is None else rates_with(view.seen.s[layout.HARBORS + viewer])


@lru_cache(128)
def rates_with(harbors: int) -> Counts:
    """Return a seat's cards of each resource for one of the bank's, by its set of harbors."""
    s = [harbors] * (layout.HARBORS + 1)  # of a game in which seat 0 has these harbors
    return {name: best_rate(s, 0, resource) for resource, name in enumerate(RESOURCE_NAMES)}


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


def facts_of_all(view: View) -> list[SeatFacts]:
    """Return what can be seen of every seat."""
    sites = holdings.sites_by_code(view.seen)
    return [seat_facts(view, seat, sites) for seat in range(view.players)]


def seat_facts(table: Table, seat: int, sites: SitesByCode | None = None) -> SeatFacts:
    """Return what can be seen of a seat, in the numbers of the core; the sites of all seats may be known already."""
    seen, s = table.seen, table.seen.s
    pieces = _pieces(seen, seat, sites or holdings.sites_by_code(seen))
    trade_cards = s[layout.TRADE_CARDS + seat] if s[layout.DUEL] else 0
    hidden = _HIDDEN_OF[seat](s) if holdings.is_known(seen, seat) else None
    return SeatFacts(*pieces, trade_cards, total_points(s, seat), hidden)


def own_facts(game: Table, public: SeatFacts) -> SeatFacts:
    """Return what a seat itself sees of it, in a whole game, given what everybody sees."""
    s, seat = game.seen.s, public.seat
    return SeatFacts(*public[:6], total_points(s, seat), _HIDDEN_OF[seat](s))


def _neutral_facts(view: View, seat: int) -> SeatFacts:
    """Return what a neutral player has: pieces, and nothing else."""
    return SeatFacts(*_pieces(view.seen, seat, holdings.sites_by_code(view.seen)))


def _pieces(
    seen: Seen, seat: int, sites: SitesByCode
) -> tuple[int, tuple[int, ...], tuple[int, ...], int, tuple[int, ...]]:
    road = layout.ROADS + 2 * seat
    return (
        seat,
        sites.get(1 + seat, ()),
        sites.get(1 + seat + CITY_CODE, ()),
        seen.m[road] | seen.m[road + 1] << WORD_BITS,
        _NUMBERS_OF[seat](seen.s),
    )


def seat_view_as(shape: type[AnySeat], facts: SeatFacts) -> AnySeat:
    """Return what can be seen of a seat, in a shape that may extend the one here."""
    seat, settlements, cities, roads, numbers, trade_cards, points, hidden = facts
    pieces: dict[str, Any] = {
        "seat": seat,
        "road_length": numbers[3],
        "settlements": list(settlements),
        "cities": list(cities),
        "roads": list(members(roads)),
        "supply": numbers[:3],
    }
    if points is None:
        return shape(**pieces)
    return shape(
        **pieces,
        **_hidden(hidden),
        hand_size=numbers[4],
        cards_size=numbers[5],
        knights=numbers[6],
        points=points,
        sources=_sources(facts, points),
        trade_cards=trade_cards,
    )


def _sources(facts: SeatFacts, points: int) -> Counts:
    """Return where a seat's points come from."""
    open_points, longest, largest = facts.numbers[7:]
    awards = (AWARD_POINTS * (longest == facts.seat), AWARD_POINTS * (largest == facts.seat))
    numbers = (len(facts.settlements), 2 * len(facts.cities), *awards, points - open_points)
    return _counted(holdings.POINT_SOURCES, numbers)


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


class DecisionFacts(NamedTuple):
    """Everything that a decision follows from, so that equal facts have equal decisions."""

    number: int
    is_awaited: bool
    prompt: str
    actions: tuple[int, ...]
    forms: tuple[PackedForm, ...]


def decision_of(view: View, seat: int, number: int) -> Decision:
    """Return what is expected of a seat.

    >>> from longroad import Game
    >>> decision_of(Game("beginner").view(0), 0, number=7)
    Decision(id=7, is_awaited=True, prompt='before_roll', actions=['roll'], forms=[])
    """
    return decision_as(Decision, decision_facts(view, seat, number, view.legal_actions(seat)))


def decision_facts(table: Table, seat: int, number: int, legal: LegalActions) -> DecisionFacts:
    """Return what is expected of a seat that can do what `legal` says, in the numbers of the core."""
    is_awaited = seat in table.to_act
    prompt = _prompt(table, seat, is_awaited)
    return DecisionFacts(number, is_awaited, prompt, tuple(legal.codes), tuple(legal.packed_forms))


def decision_as(
    shape: type[AnyDecision],
    facts: DecisionFacts,
    join: Callable[[Iterable[str]], list[str]] = list,
    **more: Any,
) -> AnyDecision:
    """Return what is expected of a seat, in a shape that may extend the one here by `more` fields.

    `join` may write several actions together.
    """
    return shape(
        id=facts.number,
        is_awaited=facts.is_awaited,
        prompt=facts.prompt,
        actions=join(map(write_action, facts.actions)),
        forms=[_form(form) for form in facts.forms],
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


def _prompt(table: Table, seat: int, is_awaited: bool) -> str:
    """Return the key of what is expected: the phase, or what there is to answer within it."""
    if not is_awaited:
        return "may_propose" if seat != table.turn else "others_answer"
    offer = table.offer
    if offer is not None and seat in offer.waiting:
        return "answer_offer"
    if offer is not None and offer.accepted:
        return "choose_partner"
    return table.phase.replace(" ", "_")


# --- the island -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def geometry_of(island: IslandParts) -> Geometry:
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
