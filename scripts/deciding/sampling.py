"""Samples decisions from games: about as many of each kind and from each table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from longroad.bench.decisions import KINDS, candidates_of, kind_of
from longroad.bots.self_play import view_of
from longroad.core.actions import ply_action, ply_is_absent, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.game.view import View
from longroad.notation.records.record import Record

MOST_CANDIDATES: Final = 128
EACH: Final = 5  # decisions of each kind from a game, at most
FREQUENT: Final = ("build", "card", "trade")
MORE: Final = 4  # decisions of each of these from a game at a small table
SMALL_TABLE: Final = 4  # players


class Decision(NamedTuple):
    """A decision of a game."""

    game: str  # the name of its file
    ply: int
    seat: int
    kind: str
    actions: tuple[int, ...]
    view: View


def decisions_of(name: str, record: Record) -> Iterator[Decision]:
    """Yield all decisions of a game that have a real choice."""
    history = History(record.start)
    for number, code in enumerate(record.codes):
        seat = ply_seat(code)
        if seat != CHANCE and seat in history.state.to_act:
            seen = history.state.view(seat)
            actions = candidates_of(seen, seat)
            if 1 < len(actions) <= MOST_CANDIDATES:
                yield Decision(name, number, seat, kind_of(seen, seat), tuple(actions), view_of(history, seat))
        history.push(seat, ply_action(code), ply_is_absent(code))


def sampled(name: str, record: Record) -> list[Decision]:
    """Return some decisions of a game, at random: as many of each kind, or fewer if there are not so many.

    Of the kinds that games have many of, a small table's games yield some more: their rollouts are cheap.
    """
    chance, found = Random(name), list(decisions_of(name, record))
    by_kind = {kind: [one for one in found if one.kind == kind] for kind in KINDS}
    chosen = [one for of_kind in by_kind.values() for one in chance.sample(of_kind, min(EACH, len(of_kind)))]
    if record.ruleset.players <= SMALL_TABLE:
        plies = {one.ply for one in chosen}
        for kind in FREQUENT:
            others = [one for one in by_kind[kind] if one.ply not in plies]
            chosen += chance.sample(others, min(MORE, len(others)))
    return sorted(chosen, key=lambda one: one.ply)
