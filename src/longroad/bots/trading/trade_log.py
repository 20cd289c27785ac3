"""The offers and answers of a log: what the seat has offered, what others ask for, and who has refused what."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from longroad.bots.beliefs.counting import Holding
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number, bundle_count, ply_action, ply_seat
from longroad.core.layout import HAND_SIZE, PLAYERS, PROPOSAL, PROPOSALS, PROPOSED, RESOURCES, TURN
from longroad.core.state import View as CoreView
from longroad.game.view import View

MOST_PATIENCE: Final = 3  # most rounds without an offer to a seat that has refused as often in a row

Counts = tuple[int, ...]  # by resource: what the maker gives, negative what it takes


@dataclass(slots=True)
class TradeLog:
    """The offers and answers that a seat remembers."""

    players: int
    offered: set[Counts] = field(default_factory=set)  # by the seat itself, since its last turn began
    asked: dict[int, set[int]] = field(default_factory=dict)  # by seat: the resources that it asks for this turn
    refused: dict[int, list[tuple[int, Counts]]] = field(default_factory=dict)  # by seat: ply and counts
    refusals: dict[int, int] = field(default_factory=dict)  # by seat: refusals since it last agreed
    turns_since: dict[int, int] = field(default_factory=dict)  # by seat: turns begun since it was last asked

    def is_left_alone(self, seat: int) -> bool:
        """Return whether to make no offer to a seat for now: for as many rounds as it has refused in a row."""
        rounds = min(self.refusals.get(seat, 0), MOST_PATIENCE)
        return rounds > 0 and self.turns_since[seat] < rounds * self.players

    def has_refused(self, seat: int, counts: Counts, holding: Holding) -> bool:
        """Return whether a seat has refused as good an offer, and has since got none of the cards it would give."""
        taken = [resource for resource in range(RESOURCES) if counts[resource] < 0]
        return any(
            all(new <= old for new, old in zip(counts, refused, strict=True))
            and all(holding.came[resource] <= number for resource in taken)
            for number, refused in self.refused.get(seat, ())
        )


def read_trade_log(view: View, me: int) -> TradeLog:
    """Read the log backwards, as far as it matters."""
    reader = _Reader(view, me)
    for number in range(len(view.log) - 1, -1, -1):
        reader.read(number, ply_seat(view.log[number]), ply_action(view.log[number]))
        if reader.turns > (MOST_PATIENCE + 1) * reader.trade_log.players:
            break
    return reader.trade_log


class _Reader:
    """Reads a log backwards: an answer comes before its offer, a turn before its roll."""

    def __init__(self, view: View, me: int) -> None:
        self.trade_log = TradeLog(view.seen.s[PLAYERS])
        self.turns = 0  # turns that have begun since
        self._me = me
        self._own_turns = 2 if view.seen.s[TURN] == me else 1  # own turns whose offers still count
        self._refusing: list[int] = []  # seats that refused the offer that comes next
        self._proposals: list[tuple[int, int]] = []  # not taken this turn: number and code
        self._taken: set[int] = set()  # seats whose proposal was taken this turn
        self._agreed: set[int] = set()  # seats that have agreed to something since

    def read(self, number: int, seat: int, code: int) -> None:
        """Read one ply."""
        kind = action_kind(code)
        if kind == a.ROLL:
            self._read_turn(seat)
        elif kind == a.REFUSE:
            self._refusing.append(seat)
        elif kind == a.ACCEPT:
            self._agreed.add(seat)
        elif kind == a.TAKE_PROPOSAL:
            self._agreed.add(seat)
            self._taken.add(action_number(code))
        elif kind in (a.OFFER_TRADE, a.COUNTER_OFFER, a.PROPOSE_TRADE):
            self._read_bundle(number, seat, code)

    def _read_turn(self, seat: int) -> None:
        """Read who was on turn, and so did not take the proposals."""
        for number, code in self._proposals:
            self._read_refusal(seat, number, code)
        self._proposals.clear()
        self._taken.clear()
        self._own_turns -= seat == self._me
        self.turns += 1

    def _read_bundle(self, number: int, seat: int, code: int) -> None:
        counts = counts_of(code)
        if seat == self._me and self._own_turns > 0:
            self.trade_log.offered.add(counts)
        elif seat != self._me and self.turns == 0:
            wanted = (resource for resource in range(RESOURCES) if counts[resource] < 0)
            self.trade_log.asked.setdefault(seat, set()).update(wanted)
        if action_kind(code) == a.OFFER_TRADE:
            for refusing in self._refusing:
                self._read_refusal(refusing, number, code)
            self._refusing.clear()
            return
        if seat in self._taken:
            self._taken.discard(seat)
        else:
            self._proposals.append((number, code))
        if action_kind(code) == a.COUNTER_OFFER:  # it refuses, but wants to trade
            self._agreed.add(seat)
            self._refusing.append(seat)

    def _read_refusal(self, seat: int, number: int, code: int) -> None:
        self.trade_log.refused.setdefault(seat, []).append((number, counts_of(code)))
        if action_kind(code) == a.COUNTER_OFFER:
            return  # the maker of a counter-offer has been answered, not asked
        self.trade_log.turns_since.setdefault(seat, self.turns)
        if seat not in self._agreed:
            self.trade_log.refusals[seat] = self.trade_log.refusals.get(seat, 0) + 1


@lru_cache(maxsize=4096)  # the same log is read at every decision
def counts_of(code: int) -> Counts:
    """Return the counts of a bundle."""
    return tuple(bundle_count(code, resource) for resource in range(RESOURCES))


# --- open trades ------------------------------------------------------------------------------------------------------


def proposed(seen: CoreView, maker: int) -> list[int]:
    """Return what the maker of a proposal would give; negative counts are taken."""
    return seen.s[PROPOSAL + RESOURCES * maker : PROPOSAL + RESOURCES * (maker + 1)]


def may_propose(seen: CoreView, seat: int) -> bool:
    """Return whether a seat may propose a trade, has not done so this turn, and the player on turn has cards."""
    has_proposed = seen.s[PROPOSALS + seat] or seen.s[PROPOSED] >> seat & 1
    return not has_proposed and seen.s[HAND_SIZE + seen.s[TURN]] > 0 and has_form(seen, seat, a.PROPOSE_TRADE)


def has_form(seen: CoreView, seat: int, kind: int) -> bool:
    """Return whether a seat may fill in a form of a kind."""
    return any(form.kind == kind for form in seen.forms(seat))
