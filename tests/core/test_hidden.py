"""Hidden information: where only what a seat may not know is otherwise, its view and its legal actions are the same.

A stolen or drawn card that the seat cannot see is replaced by another one that was possible. As long as the same plies
stay legal, nothing that the seat is shown may differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from longroad.core import actions as a
from longroad.core.actions import ply, ply_action, ply_seat
from longroad.core.layout import CHANCE, PLAYERS, SMALL_SIZE, WORDS_SIZE
from longroad.core.legality.refusal import refusal
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_log
from tests.core.games import beginning, log_of

HORIZON = 120  # plies compared after a replacement


def knowers(action: int) -> set[int] | None:
    """Return the seats that know a ply of chance; None if all do."""
    kind = a.action_kind(action)
    if kind == a.CARD_DRAWN:
        return {a.action_first(action)}
    if kind in (a.CARD_STOLEN, a.CARD_TAKEN):
        return {a.action_first(action), a.action_second(action)}
    return None


def replacements(state: State, entry: int, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Yield a seat that does not know the ply, and another outcome that was possible."""
    known_by = knowers(ply_action(entry))
    if ply_seat(entry) != CHANCE or known_by is None:
        return
    others = [action for action, _ in state.outcomes() if action != ply_action(entry)]
    strangers = [seat for seat in (*range(state.s[PLAYERS]), PUBLIC) if seat not in known_by]
    if others and strangers:
        yield rng.choice(strangers), rng.choice(others)


def shown(state: State, viewer: int) -> tuple[object, ...]:
    """Return all that a viewer is shown."""
    view = state.view(viewer)
    options = (view.legal(viewer), view.forms(viewer)) if viewer != PUBLIC else ()
    return view.s[:SMALL_SIZE], view.m[:WORDS_SIZE], view.to_act, view.may_act, options


def compare(state: State, log: list[int], viewer: int, other: int) -> int:
    """Play the log's first ply, and the other outcome in its place, and go on with both; return for how many plies."""
    states = state.copy(), state.copy()
    logs: tuple[list[int], list[int]] = ([], [])
    for count, entry in enumerate(log):
        entries = (entry, ply(CHANCE, other) if count == 0 else entry)
        for one, replaced in zip(states, entries, strict=True):
            if refusal(one.s, one.m, ply_seat(replaced), ply_action(replaced)):
                return count
        for one, past, replaced in zip(states, logs, entries, strict=True):
            one.apply(ply_seat(replaced), ply_action(replaced))
            past.append(replaced)
        if states[0].is_over or states[1].is_over:
            return count  # the end reveals everything
        if a.action_kind(ply_action(entry)) == a.PLAY_MONOPOLY and states[0]["hand_size"] != states[1]["hand_size"]:
            return count  # what each player had to hand over is public
        if count % 4 == 0 or count < 8:
            assert shown(states[0], viewer) == shown(states[1], viewer)
            public = [redact_log(past, viewer, one["phase"]) for one, past in zip(states, logs, strict=True)]
            assert public[0] == public[1]
    return len(log)


@pytest.mark.rule("PUB-2")
@pytest.mark.parametrize("number", range(40))
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(number: int) -> None:
    rng = random.Random(number)
    state, log = beginning(number), log_of(number)
    tried, compared = 0, 0
    for at, entry in enumerate(log):
        for viewer, other in replacements(state, entry, rng):
            tried += 1
            compared += compare(state, list(log[at : at + HORIZON]), viewer, other)
        state.apply(ply_seat(entry), ply_action(entry))
    assert tried == 0 or compared > 0 or len(log) < 100
