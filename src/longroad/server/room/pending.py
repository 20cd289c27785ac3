"""Pending choices: when a seat's choice has changed, so that an answer to the old one is not an answer to the new one.

A choice stays the same while every action that was possible still is and means the same. So it outlasts the answers and
discards of others; it ends when a proposal is replaced by another, or the seat itself acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from longroad.core import actions as a
from longroad.core.forms import PackedForm
from longroad.core.layout import OFFER, OFFERED_TO, PHASE, PROPOSAL, PROPOSED, RESOURCES, TURNS
from longroad.core.phases import SPECIAL_BUILDING
from longroad.core.state import State
from longroad.notation.legal import LegalActions

Choices = Mapping[int, "Choice | None"]

# What people do themselves, though it may be all that they can do: roll, end their turn, refuse an offer.
OWN: Final = frozenset({a.ROLL, a.END_TURN, a.REFUSE})


@dataclass(frozen=True)
class Choice:
    """What a seat can do at one moment, and what its answers to trades would mean."""

    turn: int
    listed: tuple[int, ...]  # the actions, in the order of the rules
    forms: tuple[PackedForm, ...]
    offer: tuple[int, ...] | None  # where an answer or a deal would be about it
    proposals: Mapping[int, tuple[int, ...]]  # those that could be taken, by seat
    only: int | None = None  # the one possible answer to a question that the game waits for

    @cached_property
    def actions(self) -> frozenset[int]:
        """The actions, to look one up."""
        return frozenset(self.listed)

    @property
    def legal(self) -> LegalActions:
        """What the seat can do, as pages and programs see it."""
        return LegalActions(self.listed, self.forms)

    @property
    def is_only_no(self) -> bool:
        """Whether it is about an offer that the seat cannot pay, and so can only refuse or counter."""
        return a.REFUSE in self.listed and a.ACCEPT not in self.listed

    def outlasts(self, new: Choice | None) -> bool:
        """Whether this is still the choice that a seat has."""
        return (
            new is not None
            and self.turn == new.turn
            and (self.listed == new.listed or self.actions <= new.actions)
            and self.forms == new.forms
            and (self.offer is None or self.offer == new.offer)
            and all(new.proposals.get(seat) == bundle for seat, bundle in self.proposals.items())
        )


def choice_of(state: State, seat: int) -> Choice | None:
    """Return what a seat can do; None if it can do nothing."""
    return _choice(state, seat) if seat in _deciding(state) else None


def choices_of(state: State, seats: Iterable[int]) -> dict[int, Choice | None]:
    """Return the choices of several seats."""
    deciding = _deciding(state)
    return {seat: _choice(state, seat) if seat in deciding else None for seat in seats}


def _deciding(state: State) -> tuple[int, ...]:
    """Return the seats that may act, if it is not chance's turn."""
    return () if state.is_over or state.is_chance else state.may_act


def _choice(state: State, seat: int) -> Choice | None:
    actions, forms = state.legal_and_forms(seat)
    if not actions and not forms:
        return None
    return Choice(
        turn=state.m[TURNS],
        listed=tuple(actions),
        forms=tuple(forms),
        offer=_offer(state, actions) if state.s[OFFERED_TO] else None,
        proposals=_proposals(state, actions) if state.s[PROPOSED] else {},
        only=_only(state, actions, forms) if len(actions) + len(forms) == 1 and seat in state.to_act else None,
    )


def _only(state: State, actions: Sequence[int], forms: Sequence[PackedForm]) -> int | None:
    """Return the one answer that is possible to a question, if there is one: to pass, or to discard all of a kind."""
    if forms:
        bundles = [] if forms[0].total is None else list(islice(forms[0].bundles(), 2))
        return bundles[0] if len(bundles) == 1 else None
    is_own = a.action_kind(actions[0]) in OWN and not is_special_build(state)
    return None if is_own else actions[0]


def is_special_build(state: State) -> bool:
    """Whether a seat may build between two turns (EXT-1)."""
    return state.s[PHASE] == SPECIAL_BUILDING


def _offer(state: State, actions: Iterable[int]) -> tuple[int, ...] | None:
    """Return the open offer, if actions are about it."""
    is_meant = any(a.action_kind(action) in (a.ACCEPT, a.REFUSE, a.CLOSE_DEAL) for action in actions)
    return tuple(state.s[OFFER : OFFER + RESOURCES]) if is_meant else None


def _proposals(state: State, actions: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Return the proposals that actions would take, by seat."""
    makers = (a.action_number(action) for action in actions if a.action_kind(action) == a.TAKE_PROPOSAL)
    return {maker: _proposal(state, maker) for maker in makers}


def _proposal(state: State, seat: int) -> tuple[int, ...]:
    first = PROPOSAL + RESOURCES * seat
    return tuple(state.s[first : first + RESOURCES])


def changed_choices(old: Choices, new: Choices, acted: int | None) -> list[int]:
    """Return the seats whose choice has changed; the seat that acted always has a new one."""
    return [
        seat
        for seat, choice in new.items()
        if choice is not None and (seat == acted or not _outlasts(old.get(seat), choice))
    ]


def _outlasts(old: Choice | None, new: Choice) -> bool:
    return old is not None and old.outlasts(new)
