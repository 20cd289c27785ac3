"""What is told to one pair of eyes: views as looks and decisions, plies as happenings, islands as geometry.

Everything that leaves a room goes through here, and here everything comes from a `View`, from `recount` with the voice
of whoever listens, or from `redact_ply`; nothing else of a state is told, but what a roll brings, which all can see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from longroad import holdings
from longroad.core import actions as a
from longroad.core.given import Island
from longroad.core.island import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES, SITE_HEXES
from longroad.core.layout import DUEL, HAND, PHASE, RESOURCES, SEATS
from longroad.core.phases import DISCARDING, FOUND_SETTLEMENT
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_ply
from longroad.core.words import HARBOR_NAMES, RESOURCE_NAMES, SEAT_NAMES, TERRAIN_NAMES
from longroad.draw import svg
from longroad.draw.board import HEX_SPOTS, SITE_SPOTS, board_of, frame_of
from longroad.narration import Voice, recount
from longroad.notation.actions import write_ply
from longroad.server.messages import Counts, Decision, Form, Geometry, Look, Offer, SeatView
from longroad.server.story import Entry
from longroad.view import View

NEUTRAL_SEATS: Final = (2, 3)  # of a duel (DUO-1)


@dataclass(frozen=True, slots=True)
class Times:
    """What the clocks show: each seat's reserve, and the time left for the decision that is waited for."""

    reserves: Mapping[int, float] = field(default_factory=dict)
    deadline: float | None = None


NO_CLOCKS: Final = Times()


# --- the table --------------------------------------------------------------------------------------------------------


def look(view: View, dice: Sequence[int] = (), times: Times = NO_CLOCKS, public: Look | None = None) -> Look:
    """Give what a view shows; the public's look at the same moment, where it is known, saves most of the work."""
    seen, viewer = view.seen, view.viewer
    if public is not None and viewer is not None:
        own = _seat_view(view, viewer, times.reserves.get(viewer))
        seats = [own if seat.seat == viewer else seat for seat in public.seats]
        deadline = None if times.deadline is None else round(times.deadline, 1)
        rates = _counts(view.rates(viewer))
        return public.model_copy(update={"seats": seats, "rates": rates, "deadline_s": deadline})
    return Look(
        phase=view.phase,
        turn=view.turn,
        turn_number=view.turn_number,
        to_act=list(view.to_act),
        rolled=list(view.rolled),
        dice=list(dice),
        robber=view.robber,
        bank=_counts(view.bank),
        deck_size=view.deck_size,
        longest_road=view.longest_road,
        largest_army=view.largest_army,
        winner=view.winner,
        seats=[_seat_view(view, seat, times.reserves.get(seat)) for seat in range(view.players)],
        neutral=[_neutral_view(view, seat) for seat in NEUTRAL_SEATS] if seen.s[DUEL] else [],
        offer=None if view.offer is None else _offer(view.offer),
        proposals=[_offer(proposal) for proposal in view.proposals],
        rates={} if viewer is None else _counts(view.rates(viewer)),
        deadline_s=None if times.deadline is None else round(times.deadline, 1),
    )


def _seat_view(view: View, seat: int, reserve: float | None) -> SeatView:
    hand, cards, fresh = view.hand(seat), view.cards(seat), view.fresh_cards(seat)
    points = view.points(seat)
    return SeatView(
        seat=seat,
        hand_size=view.hand_size(seat),
        hand=None if hand is None else _counts(hand),
        cards_size=view.cards_size(seat),
        cards=None if cards is None else _named(cards._asdict()),
        fresh=None if fresh is None else _named(fresh._asdict()),
        knights=view.knights(seat),
        road_length=view.road_length(seat),
        points=int(points),
        sources=points.sources,
        settlements=list(view.settlements(seat)),
        cities=list(view.cities(seat)),
        roads=list(view.roads(seat)),
        supply=(*view.supply(seat),),
        trade_cards=view.trade_cards(seat),
        clock_s=None if reserve is None else round(reserve, 1),
    )


def _neutral_view(view: View, seat: int) -> SeatView:
    """Give what a neutral player has: pieces, and nothing else."""
    seen = view.seen
    settlements = holdings.sites_of(seen, seat, False)
    return SeatView(
        seat=seat,
        hand_size=0,
        cards_size=0,
        knights=0,
        road_length=view.road_length(seat),
        points=0,
        sources={},
        settlements=list(settlements),
        cities=[],
        roads=list(holdings.roads_of(seen, seat)),
        supply=(*holdings.supply_of(seen, seat),),
    )


def _offer(offer: holdings.Offer) -> Offer:
    return Offer(
        seat=offer.seat,
        give=_counts(offer.give),
        take=_counts(offer.take),
        to=list(offer.to),
        accepted=list(offer.accepted),
        waiting=list(offer.waiting),
    )


def _counts(cards: Sequence[int]) -> Counts:
    """Give counts of the five resources by name, without zeros."""
    return _named(dict(zip(RESOURCE_NAMES, cards, strict=True)))


def _named(counts: Mapping[str, int]) -> Counts:
    return {name: count for name, count in counts.items() if count}


# --- decisions --------------------------------------------------------------------------------------------------------


def decision(view: View, id: int, can_undo: bool = False) -> Decision | None:  # noqa: A002
    """Give what is expected of the seat whose view it is; None where it can do nothing, or the view is the public's."""
    if view.viewer is None or view.is_over:
        return None
    legal = view.legal_actions()
    if not legal and not legal.forms and not can_undo:
        return None
    is_awaited = view.viewer in view.to_act
    return Decision(
        id=id,
        is_awaited=is_awaited,
        prompt=_prompt(view, is_awaited),
        actions=[str(action) for action in legal],
        forms=[_form(form.to_json()) for form in legal.forms],
        can_undo=can_undo,
    )


def _form(parts: dict[str, object]) -> Form:
    return Form.model_validate(parts)


def _prompt(view: View, is_awaited: bool) -> str:
    """Name the message that says what is expected: the phase, or what there is to answer within it."""
    if not is_awaited:
        return "may_propose" if view.viewer != view.turn else "others_answer"
    offer = view.offer
    if offer is not None and view.viewer in offer.waiting:
        return "answer_offer"
    if offer is not None and offer.accepted:
        return "choose_partner"
    return view.phase.replace(" ", "_")


# --- happenings -------------------------------------------------------------------------------------------------------


def happening(
    before: State, ply: int, after: State, viewer: int | None, event: int, names: Sequence[str] = ()
) -> Entry:
    """Give a ply as a viewer may know it: redacted notation, what there is to say, what a roll brought to whom."""
    eyes = PUBLIC if viewer is None else viewer
    is_discarding = after.s[PHASE] == DISCARDING
    return Entry(
        event=event,
        seat=a.ply_seat(ply),
        ply=write_ply(redact_ply(ply, eyes, is_discarding)),
        facts=recount(before, ply, after, Voice(eyes, _names(names))),
        gains=_gains(before, ply, after),
    )


def undone(ply: int, viewer: int | None, event: int, names: Sequence[str] = ()) -> Entry:
    """Give that a seat took its last ply back."""
    seat = a.ply_seat(ply)
    voice = Voice(PUBLIC if viewer is None else viewer, _names(names))
    return Entry(event, seat, write_ply(ply), [voice.about("story.taken_back", seat)], is_undone=True)


def _names(names: Sequence[str]) -> tuple[str, ...]:
    """Give all six seats a name: neutral players, and whoever has none, go by their colour."""
    return tuple(names[seat] if seat < len(names) and names[seat] else SEAT_NAMES[seat] for seat in range(SEATS))


def _gains(before: State, ply: int, after: State) -> dict[int, Counts]:
    """Tell what production brought, which everybody can see; nothing of any other ply."""
    kind = a.action_kind(a.ply_action(ply))
    is_founding = kind == a.BUILD_SETTLEMENT and before.s[PHASE] == FOUND_SETTLEMENT
    if kind != a.DICE_ROLLED and not is_founding:
        return {}
    gains = {}
    for seat in range(SEATS):
        first = HAND + RESOURCES * seat
        gain = _counts([after.s[first + r] - before.s[first + r] for r in range(RESOURCES)])
        if gain:
            gains[seat] = gain
    return gains


# --- the island -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def geometry(island: Island) -> Geometry:
    """Tell where the places of an island are in its drawing."""
    number = island.number
    frame = frame_of(number)
    sites, paths = ISLAND_SITE_COUNT[number], ISLAND_PATH_COUNT[number]
    board = board_of(island)
    return Geometry(
        view_box=(_round(frame.left), _round(frame.top), _round(frame.width), _round(frame.height)),
        hexes=[_spot(spot) for spot in HEX_SPOTS[: len(board.terrain)]],
        sites=[_spot(spot) for spot in SITE_SPOTS[:sites]],
        paths=[(PATH_SITES[2 * path], PATH_SITES[2 * path + 1]) for path in range(paths)],
        terrain=[TERRAIN_NAMES[kind] for kind in board.terrain],
        tokens=list(board.tokens),
        harbors=[(path, HARBOR_NAMES[kind]) for path, kind in board.harbors],
        site_hexes=[
            [place for place in SITE_HEXES[3 * site : 3 * site + 3] if 0 <= place < len(board.terrain)]
            for site in range(sites)
        ],
    )


def _spot(spot: tuple[float, float]) -> tuple[float, float]:
    return _round(spot[0]), _round(spot[1])


def _round(number: float) -> float:
    return round(number, 2)


@lru_cache(maxsize=32)
def island_svg(island: Island, theme: str = "light") -> str:
    """Draw an island without pieces and without the robber; it never changes, so that it can be kept."""
    return svg(replace(board_of(island), robber=None), theme=theme)
