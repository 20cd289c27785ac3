"""Decisions that belong to several seats at once: any order gives the same bytes (ROB-4, TRA-2)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

from longroad.core import actions as a
from longroad.core.check.fuzz import large_bundle
from longroad.core.layout import WAITING
from longroad.core.phases import DISCARDING, MAIN
from longroad.core.state import State
from tests.core.games import game

Decision = tuple[int, int]
GAMES = range(40)
MOST = 24  # orders tried at a time


def states_where(holds: Callable[[State], bool], most: int) -> Iterator[State]:
    """Yield states of random games in which something holds, not too many of any game."""
    for number in GAMES:
        found = 0
        for state in game(number):
            if found < most and holds(state):
                found += 1
                yield state.copy()


def outcomes_of_all_orders(state: State, decisions: list[Decision]) -> set[bytes]:
    """Take the decisions in every order, or in many."""
    orders = list(permutations(decisions))
    random.Random(1).shuffle(orders)
    contents = set()
    for order in orders[:MOST]:
        copy = state.copy()
        for seat, action in order:
            copy.apply(seat, action)
        contents.add(copy.to_bytes())
    return contents


@pytest.mark.rule("ROB-4")
def test_discards_can_come_in_any_order() -> None:
    rng = random.Random(2)
    sizes = set()
    for state in states_where(lambda s: s["phase"] == DISCARDING and len(s.to_act) > 1, 6):
        decisions = [(seat, rng.choice(list(state.forms(seat)[0].bundles()))) for seat in state.to_act]
        assert len(outcomes_of_all_orders(state, decisions)) == 1
        sizes.add(len(decisions))
    assert sizes >= {2, 3}


def answer(state: State, seat: int, rng: random.Random) -> int:
    """Choose an answer to the open offer."""
    options = [action for action in state.legal(seat) if a.action_kind(action) in (a.ACCEPT, a.REFUSE)]
    if any(form.kind == a.COUNTER_OFFER for form in state.forms(seat)) and rng.random() < 0.5:
        return large_bundle(state.s, seat, a.COUNTER_OFFER, rng.randrange(1 << 30), 0)
    return rng.choice(options)


@pytest.mark.rule("TRA-2")
def test_answers_and_proposals_can_come_in_any_order() -> None:
    rng = random.Random(3)
    kinds = set()
    for state in states_where(lambda s: s["phase"] == MAIN and s.s[WAITING].bit_count() > 1, 6):
        decisions = [(seat, answer(state, seat, rng)) for seat in state.to_act]
        for seat in state.may_act:
            if seat != state["turn"] and seat not in state.to_act:
                if any(form.kind == a.PROPOSE_TRADE for form in state.forms(seat)):
                    bundle = large_bundle(state.s, seat, a.PROPOSE_TRADE, rng.randrange(1 << 30), 0)
                    decisions.append((seat, bundle))
        kinds |= {a.action_kind(action) for _, action in decisions}
        assert len(outcomes_of_all_orders(state, decisions)) == 1
    assert kinds >= {a.ACCEPT, a.REFUSE, a.COUNTER_OFFER, a.PROPOSE_TRADE}


@pytest.mark.rule("TRA-2")
def test_unasked_proposals_can_come_in_any_order() -> None:
    rng = random.Random(4)
    sizes = set()

    def proposers(state: State) -> list[int]:
        return [
            seat
            for seat in state.may_act
            if seat != state["turn"] and any(form.kind == a.PROPOSE_TRADE for form in state.forms(seat))
        ]

    for state in states_where(lambda s: s["phase"] == MAIN and len(proposers(s)) > 1, 5):
        decisions = [
            (seat, large_bundle(state.s, seat, a.PROPOSE_TRADE, rng.randrange(1 << 30), 0)) for seat in proposers(state)
        ]
        assert len(outcomes_of_all_orders(state, decisions)) == 1
        sizes.add(len(decisions))
    assert sizes >= {2, 3}
