"""The action space: dense, of fixed size, and able to say every legal action."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from longroad.core import actions as a
from longroad.core.layout import DISCARD_LIMIT, HAND, HAND_SIZE, OWES, PHASE, RESOURCES, TURN
from longroad.core.phases import DISCARDING, MAIN
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.actions import ActionSpace
from longroad.envs.compose import DONE_STEP, EXTRAS, GIVE_STEP, PENDING, SEAT, STEPS, TAKE_STEP, list_steps, take_step
from tests.envs.positions import rulesets


@pytest.mark.parametrize(("preset", "players"), rulesets())
def test_every_number_is_one_slot_with_its_own_text(preset: str, players: int) -> None:
    space = ActionSpace(Ruleset.preset(preset, players=players))
    assert [space.indices[slot] for slot in space.slots] == list(range(len(space)))
    assert len({entry.text for entry in space.entries}) == len(space)


def test_without_trade_between_players_nothing_of_it_has_a_number() -> None:
    kinds = {entry.kind for entry in ActionSpace(Ruleset(domestic_trade=False)).entries}
    assert not kinds & {"accept", "refuse", "withdraw", "take", "leave out", "done", "pass", "close deal"}
    assert "give" in kinds, "discards are composed too"


def test_a_number_that_is_none_is_refused() -> None:
    space = ActionSpace(Ruleset())
    for wrong in (-1, len(space)):
        with pytest.raises(IndexError, match=rf"action {wrong}: expected a whole number from 0 to {len(space) - 1}"):
            space.describe(wrong)


def test_symmetries_permute_actions_and_leave_what_has_no_place() -> None:
    space = ActionSpace(Ruleset())
    for images in space.symmetries:
        assert sorted(images) == list(range(len(space)))
        assert all(images[i] == i for i, entry in enumerate(space.entries) if not entry.places)
    assert len(np.unique(space.symmetries, axis=0)) == 12


def holding(hand: tuple[int, ...], phase: int) -> State:
    """Return a state in which seat 1 has a hand, and decides."""
    state = State.new(Ruleset(players=3), 7)
    state.s[PHASE], state.s[TURN] = phase, 1
    for resource in range(RESOURCES):
        state.s[HAND + RESOURCES + resource] = hand[resource]
    state.s[HAND_SIZE + 1] = sum(hand)
    return state


def composed(state: State, seat: int, most_taken: int) -> list[int]:
    """Return the bundles that steps can lead to; only those that take few cards are followed."""
    found: list[int] = []
    waiting = [0]
    while waiting:
        pending = waiting.pop()
        e = [0] * EXTRAS
        e[PENDING], e[SEAT] = pending, seat
        list_steps(state.s, state.m, e, seat)
        steps = [bit for bit in range(e[STEPS].bit_length()) if e[STEPS] >> bit & 1]
        assert steps, "a dead end"
        for step in steps:
            e[PENDING] = pending
            list_steps(state.s, state.m, e, seat)
            action = take_step(state.s, state.m, e, seat, step)
            taken = -sum(min(a.bundle_count(e[PENDING], r), 0) for r in range(RESOURCES)) if e[PENDING] else 0
            if action:
                found.append(action)
            elif taken <= most_taken:
                waiting.append(e[PENDING])
    return found


def test_every_discard_is_composed_in_exactly_one_way() -> None:
    state = holding((3, 0, 2, 1, 4), DISCARDING)
    state.s[OWES], state.s[DISCARD_LIMIT] = 1 << 1, 7
    (form,) = state.forms(1)
    assert sorted(composed(state, 1, 0)) == sorted(form.bundles())


def test_every_offer_is_composed_in_exactly_one_way() -> None:
    state = holding((1, 0, 2, 1, 1), MAIN)
    (form,) = state.forms(1)
    offers = composed(state, 1, 2)
    assert len(offers) == len(set(offers))
    assert all(form.fits(offer) and state.why_not(1, offer) is None for offer in offers)
    assert a.bundle(a.OFFER_TRADE, (1, -2, 2, 1, 0), 0b100) in offers
    expected = 0
    for counts in itertools.product(range(-2, 2), range(-2, 1), range(-2, 3), range(-2, 2), range(-2, 2)):
        taken = -sum(count for count in counts if count < 0)
        expected += 3 * (1 <= taken <= 2 and max(counts) > 0)  # three sets of seats to ask
    assert len(offers) == expected


def test_an_offer_of_all_kinds_leaves_one_to_take() -> None:
    state = holding((1, 1, 1, 1, 1), MAIN)
    e = [0] * EXTRAS
    for step in (0, 1, 2, 3):
        list_steps(state.s, state.m, e, 1)
        assert take_step(state.s, state.m, e, 1, step) == 0
    list_steps(state.s, state.m, e, 1)
    assert e[STEPS] == 1 << (TAKE_STEP + 4)
    take_step(state.s, state.m, e, 1, TAKE_STEP + 4)
    list_steps(state.s, state.m, e, 1)
    assert e[STEPS] >> DONE_STEP & 1


def test_an_offer_gives_no_more_cards_than_a_bundle_can_hold() -> None:
    """An unlimited bank fills hands beyond it."""
    state = holding((110, 0, 0, 0, 0), MAIN)
    e = [0] * EXTRAS
    e[SEAT] = 1
    given = 0
    list_steps(state.s, state.m, e, 1)
    while e[STEPS] & 1 << GIVE_STEP:
        take_step(state.s, state.m, e, 1, GIVE_STEP)
        given += 1
        list_steps(state.s, state.m, e, 1)
    assert given == a.bundle_count(e[PENDING], 0) == state.forms(1)[0].give[0]
