"""Walks through games that depend on nothing but the rules: each choice is a hash of the seed, the ply and the action.

The order in which actions are listed, and the engine's own random play, have no say in where a walk leads.
"""

from __future__ import annotations

from collections.abc import Iterator

from longroad.core import actions as a
from longroad.core.forms import PackedForm
from longroad.core.layout import CHANCE
from longroad.core.state import State

_WORD = (1 << 64) - 1


def scramble(*numbers: int) -> int:
    """Hash numbers to one of 64 bits."""
    mixed = 0
    for number in numbers:
        mixed = (mixed ^ number) + 0x9E3779B97F4A7C15 & _WORD
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        mixed ^= mixed >> 31
    return mixed


def outcome(state: State, *key: int) -> int:
    """Choose an outcome of chance by its weight."""
    outcomes = sorted(state.outcomes())
    left = scramble(*key) % sum(weight for _, weight in outcomes)
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    raise AssertionError("no outcome is possible")


def fill(form: PackedForm, *key: int) -> int:
    """Choose a bundle: cards one by one where there is a total, otherwise one card for one other."""
    counts = [0] * 5
    held = [resource for resource in range(5) for _ in range(form.give[resource])]
    for i in range(form.total or 1):
        counts[held.pop(scramble(*key, i) % len(held))] += 1
    if form.total is not None:
        return a.bundle(form.kind, counts)
    others = [resource for resource in range(5) if counts[resource] == 0]
    counts[others[scramble(*key, 7) % len(others)]] = -1
    asked = [seat for seat in range(6) if form.to >> seat & 1]
    to = sum(1 << seat for seat in asked if scramble(*key, 8, seat) % 3)
    return a.bundle(form.kind, counts, to or form.to)


def choice(state: State, *key: int) -> tuple[int, int]:
    """Choose a seat that may act and its action; those who may interject do so seldom."""
    if state.is_chance:
        return CHANCE, outcome(state, *key)
    seats = state.to_act
    if scramble(*key, 1) % 16 == 0:
        seats = tuple(seat for seat in state.may_act if state.legal(seat) or state.forms(seat))
    seat = min(seats, key=lambda seat: scramble(*key, 2, seat))
    options = state.legal(seat) + [fill(form, *key, 3, form.kind) for form in state.forms(seat)]
    return seat, min(options, key=lambda action: scramble(*key, 4, action))


def walk(state: State, seed: int, most: int) -> Iterator[tuple[int, int]]:
    """Play on in place, at most so many plies; yield each seat and action before it is taken."""
    for ply in range(most):
        if state.is_over:
            return
        seat, action = choice(state, seed, ply)
        yield seat, action
        state.apply(seat, action)
