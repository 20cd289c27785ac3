"""A state machine that draws from the legal actions, tries others, and takes plies back (Hypothesis)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from longroad.core import actions as a
from longroad.core.actions import ply_action, ply_seat
from longroad.core.check.fuzz import NUMBERS_A_PLY, any_ply
from longroad.core.check.invariants import violation
from longroad.core.check.legality import check_legality
from longroad.core.check.violations import VIOLATIONS
from longroad.core.forms import PackedForm
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.state import IllegalAction, State
from scripts.fuzz import random_rules

SEEDS = st.integers(0, (1 << 40) - 1)


def drawn_bundle(form: PackedForm, draw: Any) -> int:
    """Fill a form in."""
    counts = [0] * 5
    if form.total is not None:
        left = [resource for resource in range(5) for _ in range(form.give[resource])]
        for _ in range(form.total):
            counts[left.pop(draw(st.integers(0, len(left) - 1)))] += 1
        return a.bundle(form.kind, counts)
    give = draw(st.sampled_from([resource for resource in range(5) if form.give[resource]]))
    take = draw(st.sampled_from([resource for resource in range(5) if resource != give]))
    for resource in range(5):
        least = 0 if resource == give else -min(form.take[resource], 3)
        most = 0 if resource == take else form.give[resource]
        counts[resource] = draw(st.integers(least, most))
    counts[give], counts[take] = max(counts[give], 1), min(counts[take], -1)
    asked = [seat for seat in range(6) if form.to >> seat & 1]
    to = sum(1 << seat for seat in asked if draw(st.booleans())) or form.to
    return a.bundle(form.kind, counts, to)


class Game(RuleBasedStateMachine):
    """One game, by random rules, from the start or from the middle."""

    @initialize(seed=SEEDS, plies=st.integers(0, 900))
    def begin(self, seed: int, plies: int) -> None:
        """Begin a game, and play some plies ahead."""
        rules = random_rules(random.Random(seed))
        state = State.new(rules.ruleset, seed, rules.island)
        self.history = History(state)
        for k in range(plies):
            if self.state.is_over:
                break
            entry = any_ply(self.state.s, self.state.m, seed, NUMBERS_A_PLY * k)
            self.history.push(ply_seat(entry), ply_action(entry))

    @property
    def state(self) -> State:
        """The game's state."""
        return self.history.state

    @precondition(lambda self: self.state.is_chance)
    @rule(data=st.data())
    def let_chance_act(self, data: Any) -> None:
        """Draw an outcome, however unlikely."""
        outcomes = self.state.outcomes()
        assert all(weight > 0 for _, weight in outcomes)
        self.history.push(CHANCE, data.draw(st.sampled_from([action for action, _ in outcomes])))

    @precondition(lambda self: not self.state.is_chance and not self.state.is_over)
    @rule(data=st.data())
    def act(self, data: Any) -> None:
        """Make anybody who may act do anything that is legal."""
        seat = data.draw(st.sampled_from(self.state.may_act))
        options: list[int | PackedForm] = [*self.state.legal(seat), *self.state.forms(seat)]
        option = data.draw(st.sampled_from(options))
        self.history.push(seat, option if isinstance(option, int) else drawn_bundle(option, data.draw))

    @rule(seat=st.integers(-1, 7), action=st.integers(-1, 1 << 53))
    def try_anything(self, seat: int, action: int) -> None:
        """An action is legal and applies, or is refused with a rule and changes nothing."""
        self.try_action(seat, action)

    @precondition(lambda self: not self.state.is_chance and not self.state.is_over)
    @rule(data=st.data(), seat=st.integers(0, 5), bit=st.integers(0, 48))
    def try_almost_legal(self, data: Any, seat: int, bit: int) -> None:
        """The same for an action that is legal but for one bit, or for its seat."""
        owner = data.draw(st.sampled_from(self.state.may_act))
        actions = self.state.legal(owner)
        if actions:
            action = data.draw(st.sampled_from(actions))
            self.try_action(seat, action)
            self.try_action(owner, action ^ 1 << bit)

    def try_action(self, seat: int, action: int) -> None:
        """Take an action in a copy; where it is refused, nothing has changed."""
        copy, before = self.state.copy(), self.state.to_bytes()
        reason = self.state.why_not(seat, action)
        if reason is None:
            copy.apply(seat, action)
            assert VIOLATIONS[violation(copy.s, copy.m)] == ""
        else:
            with pytest.raises(IllegalAction) as error:
                copy.apply(seat, action)
            assert error.value.refusal == reason
            assert reason.rule in str(error.value)
            assert reason.sentence in str(error.value)
            assert copy.to_bytes() == before
        assert self.state.to_bytes() == before

    @rule(count=st.integers(1, 20))
    def take_back_and_replay(self, count: int) -> None:
        """Take plies back and make them again: the same bytes."""
        before = self.state.to_bytes()
        taken = [self.history.pop_ply() for _ in range(min(count, len(self.history.plies)))]
        for entry in reversed(taken):
            self.history.push(ply_seat(entry), ply_action(entry))
        assert self.state.to_bytes() == before

    @rule()
    def save_and_load(self) -> None:
        """Write the state and read it: the same game goes on."""
        assert State.from_bytes(self.state.to_bytes()) == self.state

    @invariant()
    def holds(self) -> None:
        """All invariants hold, and somebody can act until the game is over."""
        state = self.state
        assert VIOLATIONS[violation(state.s, state.m)] == ""
        assert VIOLATIONS[check_legality(state.s, state.m, len(self.history.plies), 0)] == ""
        assert state.is_over == (not state.to_act)


SETTINGS = settings(stateful_step_count=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
TestGame = Game.TestCase
TestGame.settings = settings(SETTINGS, max_examples=25)


@pytest.mark.slow
class TestManyGames(TestGame):  # type: ignore[misc, valid-type]
    """The same with many games."""

    settings = settings(SETTINGS, max_examples=150)
