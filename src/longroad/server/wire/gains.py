"""What production brings to each seat, and from which hexes: everybody can see both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from longroad.core import actions as a
from longroad.core.island.topology import SITE_HEXES
from longroad.core.layout import HAND, HEXES_OF, NOBODY, PHASE, RESOURCES, ROBBER, SEATS, TERRAIN
from longroad.core.phases import FOUND_SETTLEMENT
from longroad.core.rules.production import CLAIM_BITS, ONE_CLAIM, hex_claims
from longroad.core.state import State
from longroad.game.snapshot import Counts, resource_of
from longroad.notation.resources import Resources


class Gains(NamedTuple):
    """What a ply of production brought, by seat."""

    cards: dict[int, Counts]
    hexes: dict[int, list[int]]  # that the cards came from


NO_GAINS: Final = Gains({}, {})


def gains_of(before: State, ply: int, after: State) -> Gains:
    """Return what a roll or a founding settlement brought; nothing for any other ply."""
    action = a.ply_action(ply)
    kind, number = a.action_kind(action), a.action_number(action)
    if kind == a.DICE_ROLLED:
        row = HEXES_OF + 3 * (number - 2)
        hexes = [hex_ for hex_ in before.s[row : row + 3] if hex_ not in (NOBODY, before.s[ROBBER])]
    elif kind == a.BUILD_SETTLEMENT and before.s[PHASE] == FOUND_SETTLEMENT:
        hexes = [hex_ for hex_ in SITE_HEXES[3 * number : 3 * number + 3] if hex_ >= 0]
    else:
        return NO_GAINS
    cards = {seat: gain for seat in range(SEATS) if (gain := _gain(before, after, seat))}
    return Gains(cards, {seat: _paying(after, seat, hexes, gain) for seat, gain in cards.items()})


def _gain(before: State, after: State, seat: int) -> Counts:
    """Return the cards that a seat has more than before."""
    first = HAND + RESOURCES * seat
    had, has = before.s[first : first + RESOURCES], after.s[first : first + RESOURCES]
    return {} if had == has else Resources(*(new - old for new, old in zip(has, had, strict=True))).to_json()


def _paying(state: State, seat: int, hexes: Iterable[int], gain: Counts) -> list[int]:
    """Return those hexes whose resource a seat got, and beside which it has a building."""
    return [
        hex_
        for hex_ in hexes
        if resource_of(state.s[TERRAIN + hex_]) in gain and hex_claims(state.s, hex_) >> (CLAIM_BITS * seat) & ONE_CLAIM
    ]
