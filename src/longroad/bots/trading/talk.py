"""What has been said about trade: what one has offered oneself, what others want, and who has refused what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from longroad.bots.beliefs.counting import Holding
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number, bundle_count, ply_action, ply_seat
from longroad.core.layout import HAND_SIZE, PLAYERS, PROPOSAL, PROPOSALS, PROPOSED, RESOURCES, TURN
from longroad.core.state import View as CoreView
from longroad.game.view import View

MOST_PATIENCE: Final = 3  # rounds for which somebody is left alone at most, who has refused as often in a row

Counts = tuple[int, ...]  # of each resource what the maker gives, negative what it takes


@dataclass(slots=True)
class Talk:
    """What a seat remembers of the talk."""

    players: int
    said: set[Counts] = field(default_factory=set)  # by oneself, since one's last turn began
    asked: dict[int, set[int]] = field(default_factory=dict)  # by seat: the resources that it asks for this turn
    refused: dict[int, list[tuple[int, Counts]]] = field(default_factory=dict)  # by seat: in answer to which ply, what
    vain: dict[int, int] = field(default_factory=dict)  # by seat: how often it was asked in vain since it last agreed
    quiet: dict[int, int] = field(default_factory=dict)  # by seat: the turns that have begun since it was last asked

    def is_left_alone(self, seat: int) -> bool:
        """Tell whether a seat had better not be asked for a while: as many rounds as it has said no in a row."""
        rounds = min(self.vain.get(seat, 0), MOST_PATIENCE)
        return rounds > 0 and self.quiet[seat] < rounds * self.players

    def has_refused(self, seat: int, counts: Counts, holding: Holding) -> bool:
        """Tell whether a seat has refused as much or more, and got none since of the cards that it is asked for."""
        taken = [resource for resource in range(RESOURCES) if counts[resource] < 0]
        return any(
            all(new <= old for new, old in zip(counts, refused, strict=True))
            and all(holding.came[resource] <= number for resource in taken)
            for number, refused in self.refused.get(seat, ())
        )


def talk_of(view: View, me: int) -> Talk:
    """Listen to the log, from its end back to where nobody cares any more."""
    ear = _Ear(view, me)
    for number in range(len(view.log) - 1, -1, -1):
        ear.hear(number, ply_seat(view.log[number]), ply_action(view.log[number]))
        if ear.turns > (MOST_PATIENCE + 1) * ear.talk.players:
            break
    return ear.talk


class _Ear:
    """Listens to a log that is read backwards: an answer comes before what it answers, a turn before its roll."""

    def __init__(self, view: View, me: int) -> None:
        self.talk = Talk(view.seen.s[PLAYERS])
        self.turns = 0  # that have begun since
        self._me = me
        self._own_turns = 2 if view.seen.s[TURN] == me else 1  # of one's own, still to be remembered
        self._refusing: list[int] = []  # who refused the offer that comes next
        self._proposals: list[tuple[int, int]] = []  # of this turn: the numbers and codes of those not taken
        self._taken: set[int] = set()  # whose proposal was taken this turn, as the next one of theirs will tell
        self._agreed: set[int] = set()  # who has agreed to something since

    def hear(self, number: int, seat: int, code: int) -> None:
        """Hear one ply."""
        kind = action_kind(code)
        if kind == a.ROLL:
            self._hear_turn(seat)
        elif kind == a.REFUSE:
            self._refusing.append(seat)
        elif kind == a.ACCEPT:
            self._agreed.add(seat)
        elif kind == a.TAKE_PROPOSAL:
            self._agreed.add(seat)
            self._taken.add(action_number(code))
        elif kind in (a.OFFER_TRADE, a.COUNTER_OFFER, a.PROPOSE_TRADE):
            self._hear_bundle(number, seat, code)

    def _hear_turn(self, seat: int) -> None:
        """Hear who was on turn, and so who did not take what was proposed."""
        for number, code in self._proposals:
            self._hear_no(seat, number, code)
        self._proposals.clear()
        self._taken.clear()
        self._own_turns -= seat == self._me
        self.turns += 1

    def _hear_bundle(self, number: int, seat: int, code: int) -> None:
        counts = counts_of(code)
        if seat == self._me and self._own_turns > 0:
            self.talk.said.add(counts)
        elif seat != self._me and self.turns == 0:
            wanted = (resource for resource in range(RESOURCES) if counts[resource] < 0)
            self.talk.asked.setdefault(seat, set()).update(wanted)
        if action_kind(code) == a.OFFER_TRADE:
            for refusing in self._refusing:
                self._hear_no(refusing, number, code)
            self._refusing.clear()
            return
        if seat in self._taken:
            self._taken.discard(seat)
        else:
            self._proposals.append((number, code))
        if action_kind(code) == a.COUNTER_OFFER:  # a no to the offer, from somebody who likes to trade
            self._agreed.add(seat)
            self._refusing.append(seat)

    def _hear_no(self, seat: int, number: int, code: int) -> None:
        self.talk.refused.setdefault(seat, []).append((number, counts_of(code)))
        if action_kind(code) == a.COUNTER_OFFER:
            return  # whoever made an offer has been answered, not asked
        self.talk.quiet.setdefault(seat, self.turns)
        if seat not in self._agreed:
            self.talk.vain[seat] = self.talk.vain.get(seat, 0) + 1


def counts_of(code: int) -> Counts:
    """Give the counts of a bundle."""
    return tuple(bundle_count(code, resource) for resource in range(RESOURCES))


# --- what lies on the table -------------------------------------------------------------------------------------------


def proposed(seen: CoreView, maker: int) -> list[int]:
    """Give what the maker of a proposal would give, negative what it would take."""
    return seen.s[PROPOSAL + RESOURCES * maker : PROPOSAL + RESOURCES * (maker + 1)]


def may_propose(seen: CoreView, seat: int) -> bool:
    """Tell whether a seat may propose something to the player on turn, who has cards, and has not in this turn."""
    has_spoken = seen.s[PROPOSALS + seat] or seen.s[PROPOSED] >> seat & 1
    return not has_spoken and seen.s[HAND_SIZE + seen.s[TURN]] > 0 and has_form(seen, seat, a.PROPOSE_TRADE)


def has_form(seen: CoreView, seat: int, kind: int) -> bool:
    """Tell whether a seat may fill in a form of a kind."""
    return any(form.kind == kind for form in seen.forms(seat))
