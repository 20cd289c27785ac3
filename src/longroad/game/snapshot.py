"""Snapshots: what a view shows, as plain data. Everything that pages and programs receive of a game is built here.

A snapshot and a decision are built from a view and from nothing else, so that what is hidden from a seat cannot be sent
to it. The shapes are defined once: programs get them as they are (`bots.program.messages`), and the server adds what is
its own, such as clocks or the places in a drawing (`server.wire.messages`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from longroad.core import layout
from longroad.core.island.given import Island
from longroad.core.island.setup import pips_of
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES, SITE_HEXES
from longroad.core.rules.duel import FIRST_NEUTRAL
from longroad.core.words import DESERT, HARBOR_NAMES, RESOURCE_NAMES, TERRAIN_NAMES
from longroad.game import holdings
from longroad.game.table import Table
from longroad.game.view import View
from longroad.notation import forms
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


# --- the table --------------------------------------------------------------------------------------------------------


def snapshot_of(view: View) -> Snapshot:
    """Return what a view shows.

    >>> from longroad import Game
    >>> snapshot = snapshot_of(Game("beginner").view(1))
    >>> snapshot.phase, [seat.hand for seat in snapshot.seats]
    ('before roll', [None, {'grain': 2, 'ore': 1}, None, None])
    """
    viewer = view.viewer
    return Snapshot(
        phase=view.phase,
        turn=view.turn,
        turn_number=view.turn_number,
        to_act=list(view.to_act),
        rolled=list(view.rolled),
        robber=view.robber,
        bank=view.bank.to_json(),
        deck_size=view.deck_size,
        longest_road=view.longest_road,
        largest_army=view.largest_army,
        winner=view.winner,
        seats=[seat_view_of(view, seat) for seat in range(view.players)],
        neutral=[_neutral_view(view, seat) for seat in NEUTRAL_SEATS] if view.seen.s[layout.DUEL] else [],
        offer=None if view.offer is None else _offer(view.offer),
        proposals=[_offer(proposal) for proposal in view.proposals],
        rates={} if viewer is None else view.rates(viewer).to_json(),
    )


def seat_view_of(table: Table, seat: int) -> SeatView:
    """Return what can be seen of a seat from a view, or of a whole game."""
    seen, s = table.seen, table.seen.s
    return SeatView(
        seat=seat,
        hand_size=s[layout.HAND_SIZE + seat],
        cards_size=s[layout.CARDS_SIZE + seat],
        knights=s[layout.KNIGHTS + seat],
        road_length=s[layout.ROAD_LENGTH + seat],
        settlements=list(holdings.sites_of(seen, seat, is_city=False)),
        cities=list(holdings.sites_of(seen, seat, is_city=True)),
        roads=list(holdings.roads_of(seen, seat)),
        supply=(*holdings.supply_of(seen, seat),),
        trade_cards=table.trade_cards(seat),
        **hidden_parts(table, seat),
    )


def hidden_parts(table: Table, seat: int) -> dict[str, Any]:
    """Return the fields of a seat that differ between its own view and the views of others."""
    seen = table.seen
    hand, points = holdings.hand_of(seen, seat), holdings.points_of(seen, seat)
    return {
        "hand": None if hand is None else hand.to_json(),
        "cards": _cards(holdings.cards_of(seen, seat)),
        "fresh": _cards(holdings.cards_of(seen, seat, layout.FRESH)),
        "points": int(points),
        "sources": points.sources,
    }


def _neutral_view(view: View, seat: int) -> SeatView:
    """Return what a neutral player has: pieces, and nothing else."""
    return SeatView(
        seat=seat,
        road_length=view.road_length(seat),
        settlements=list(view.settlements(seat)),
        roads=list(view.roads(seat)),
        supply=(*view.supply(seat),),
    )


def _cards(cards: holdings.Cards | None) -> Counts | None:
    return None if cards is None else {name: count for name, count in cards._asdict().items() if count}


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


def decision_of(view: View, seat: int, number: int, legal: LegalActions | None = None) -> Decision:
    """Return what is expected of a seat; `legal` is what it can do, if that is known already.

    >>> from longroad import Game
    >>> decision_of(Game("beginner").view(0), 0, number=7)
    Decision(id=7, is_awaited=True, prompt='before_roll', actions=['roll'], forms=[])
    """
    legal = view.legal_actions(seat) if legal is None else legal
    is_awaited = seat in view.to_act
    return Decision(
        id=number,
        is_awaited=is_awaited,
        prompt=_prompt(view, seat, is_awaited),
        actions=[str(action) for action in legal],
        forms=[_form(form) for form in legal.forms],
    )


def _form(form: forms.Form) -> FormView:
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
