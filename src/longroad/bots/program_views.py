"""What a program is told of a view: everything that it learns about a game is made here.

Nothing here knows a state, so nothing that is hidden from a seat can be told to its program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from hashlib import sha256
from typing import Final

from longroad import holdings
from longroad.bots.program_messages import (
    Begin,
    Clock,
    Counts,
    Decide,
    Decision,
    Form,
    Geometry,
    Log,
    Look,
    Offer,
    Over,
    SeatView,
)
from longroad.core.given import Island
from longroad.core.island import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES, SITE_HEXES
from longroad.core.layout import DUEL
from longroad.core.words import HARBOR_NAMES, RESOURCE_NAMES, SEAT_NAMES, TERRAIN_NAMES
from longroad.notation.actions import write_ply
from longroad.notation.endings import result_of
from longroad.notation.position import write_position
from longroad.notation.rulesets import write_ruleset
from longroad.table import COSTS
from longroad.view import View

SEED_BITS: Final = 53  # whole numbers below 2**53 are the same in every language
NEUTRAL_SEATS: Final = (2, 3)  # of a duel (DUO-1)


def told_seed(seed: int | str) -> int:
    """Give the seed that a program is told: the same for the same, and a whole number in every language.

    >>> told_seed(7), told_seed("room 3") < 2**53
    (7, True)
    """
    if isinstance(seed, int) and 0 <= seed < 1 << SEED_BITS:
        return seed
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8], "big") >> 64 - SEED_BITS


def begin_of(view: View, seat: int, seed: int, clock: Clock) -> Begin:
    """Tell a game once."""
    ruleset = view.seen.ruleset
    return Begin(
        seat=seat,
        seed=seed,
        ruleset=write_ruleset(ruleset),
        options=asdict(ruleset),
        geometry=geometry_of(view.seen.island),
        colours=[name.lower() for name in SEAT_NAMES[: view.players]],
        costs={name: _counts(cost) for name, cost in COSTS.items()},
        clock=clock,
    )


@lru_cache(maxsize=64)
def geometry_of(island: Island) -> Geometry:
    """Tell what there is on an island."""
    assert island.terrain is not None
    assert island.tokens is not None
    assert island.harbors is not None
    sites, paths = ISLAND_SITE_COUNT[island.number], ISLAND_PATH_COUNT[island.number]
    return Geometry(
        paths=[(PATH_SITES[2 * path], PATH_SITES[2 * path + 1]) for path in range(paths)],
        terrain=[TERRAIN_NAMES[kind] for kind in island.terrain],
        tokens=list(island.tokens),
        harbors=[(path, HARBOR_NAMES[kind]) for path, kind in island.harbors],
        site_hexes=[
            [place for place in SITE_HEXES[3 * site : 3 * site + 3] if 0 <= place < len(island.terrain)]
            for site in range(sites)
        ],
    )


def decide_of(view: View, seat: int, number: int, clock: Clock, log: Log) -> Decide:
    """Ask a seat for a decision."""
    return Decide(
        decision=decision_of(view, seat, number),
        clock=clock,
        log=log,
        look=look_of(view),
        position=write_position(view.seen),
    )


def over_of(view: View, log: Log) -> Over:
    """Tell the end of a game."""
    points = [int(view.points(seat)) for seat in range(view.players)]
    return Over(result=result_of(view.seen), winner=view.winner, points=points, log=log, look=look_of(view))


def decision_of(view: View, seat: int, number: int) -> Decision:
    """Tell what is expected of a seat, and what it can do."""
    legal = view.legal_actions(seat)
    is_awaited = seat in view.to_act
    return Decision(
        id=number,
        is_awaited=is_awaited,
        prompt=_prompt(view, seat, is_awaited),
        actions=[str(action) for action in legal],
        forms=[
            Form(
                kind=form.kind,
                give=_counts(form.give),
                take=_counts(form.take),
                total=form.total,
                to=list(form.to),
            )
            for form in legal.forms
        ],
    )


def _prompt(view: View, seat: int, is_awaited: bool) -> str:
    """Name what is expected: the phase, or what there is to answer within it."""
    offer = view.offer
    if not is_awaited:
        return "may_propose" if seat != view.turn else "others_answer"
    if offer is not None and seat in offer.waiting:
        return "answer_offer"
    if offer is not None and offer.accepted:
        return "choose_partner"
    return view.phase.replace(" ", "_")


def log_of(log: Sequence[int], told: Sequence[int]) -> Log:
    """Give what is new in a log: a discard that is laid open, or a ply taken back, is told from there on."""
    since = next((i for i, (new, old) in enumerate(zip(log, told, strict=False)) if new != old), None)
    since = min(len(log), len(told)) if since is None else since
    return Log(since=since, plies=[write_ply(entry) for entry in log[since:]])


def look_of(view: View) -> Look:
    """Give what a view shows."""
    viewer = view.viewer
    return Look(
        phase=view.phase,
        turn=view.turn,
        turn_number=view.turn_number,
        to_act=list(view.to_act),
        rolled=list(view.rolled),
        robber=view.robber,
        bank=_counts(view.bank),
        deck_size=view.deck_size,
        longest_road=view.longest_road,
        largest_army=view.largest_army,
        winner=view.winner,
        seats=[_seat_view(view, seat) for seat in range(view.players)],
        neutral=[_neutral_view(view, seat) for seat in NEUTRAL_SEATS] if view.seen.s[DUEL] else [],
        offer=None if view.offer is None else _offer(view.offer),
        proposals=[_offer(proposal) for proposal in view.proposals],
        rates={} if viewer is None else _counts(view.rates(viewer)),
    )


def _seat_view(view: View, seat: int) -> SeatView:
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
    )


def _neutral_view(view: View, seat: int) -> SeatView:
    """Give what a neutral player has: pieces, and nothing else."""
    seen = view.seen
    return SeatView(
        seat=seat,
        hand_size=0,
        hand=None,
        cards_size=0,
        cards=None,
        fresh=None,
        knights=0,
        road_length=view.road_length(seat),
        points=0,
        sources={},
        settlements=list(holdings.sites_of(seen, seat, False)),
        cities=[],
        roads=list(holdings.roads_of(seen, seat)),
        supply=(*holdings.supply_of(seen, seat),),
        trade_cards=0,
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
