"""Logs and banks of other tables: hidden discards, contradictions, and evidence of one's own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from longroad import Ply, Resources
from longroad.bots.beliefs import worlds as worlds_module
from longroad.bots.beliefs.counting import count_cards
from longroad.bots.beliefs.dealing import Dealer
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.beliefs.worlds import Worlds, pack, pack_sizes
from longroad.core.actions import DISCARD, action_kind, bundle_count, hidden_bundle, ply, ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import BANK, CARDS_SIZE, HAND_SIZE, KNIGHTS, POINTS, RESOURCES
from longroad.core.state import State
from longroad.core.state import View as CoreView
from longroad.game.view import View
from tests.bots.views import begun, game_view, played


def without_kinds(log: tuple[int, ...], viewer: int) -> list[int]:
    """Return a log that tells only the number of others' discards."""
    hidden = []
    for entry in log:
        action, seat = ply_action(entry), ply_seat(entry)
        if action_kind(action) == DISCARD and seat != viewer:
            number = sum(bundle_count(action, resource) for resource in range(RESOURCES))
            entry = ply(seat, hidden_bundle(DISCARD, number))
        hidden.append(entry)
    return hidden


def hands_of(state: State) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(hand) for hand in state["hand"][: state["players"]])


def moments(preset: str, seed: int, every: int) -> Iterator[tuple[History, int]]:
    history = begun(preset, seed)
    for number, entry in enumerate(played(preset, seed, "novice").plies[:-1]):
        history.push(ply_seat(entry), ply_action(entry))
        if number % every == 0:
            yield history, number // every % history.state["players"]


# --- hidden discards --------------------------------------------------------------------------------------------------


def test_hidden_discards_are_counted_by_their_number() -> None:
    """The bank shows what was discarded; so hands stay known, and mostly the true ones are possible."""
    told = true = 0
    for seed in (3, 4, 5):
        for history, seat in moments("base", seed, every=11):
            seen = game_view(history, seat)
            log = without_kinds(seen.log, seat)
            if history.state.phase == "discarding" or log == list(seen.log):
                continue
            beliefs = Beliefs().follow(View(seen.seen, log))
            assert beliefs.is_known
            told += 1
            true += hands_of(history.state) in dict(beliefs.possibilities())
    assert told > 20
    assert true > 0.7 * told


def test_a_discard_is_as_likely_as_drawing_it() -> None:
    worlds = Worlds(viewer=0, players=3)
    worlds.add(1, pack((2, 1, 0, 0, 0)))
    worlds.discard_unseen(1, 1)
    assert sorted(worlds.fitting(pack_sizes((0, 2, 0))).values()) == pytest.approx([1 / 3, 2 / 3])


# --- contradictions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    view: View
    truth: State


@cache
def many_moments() -> list[Moment]:
    kinds = (("base", 7), ("extension", 8), ("duel", 9))
    return [Moment(game_view(h, seat), h.state.copy()) for p, s in kinds for h, seat in moments(p, s, every=40)]


MOMENTS = st.deferred(lambda: st.sampled_from(many_moments()))


def check_dealt(view: View) -> None:
    """Check that dealing works, and that every hand has its number of cards."""
    beliefs = Beliefs()
    dealer, rng = Dealer(view, beliefs), random.Random(1)
    for _ in range(3):
        dealt = dealer.sample(rng)
        for seat in range(view.players):
            hand = dealt["hand"][seat]
            assert min(hand) >= 0
            assert sum(hand) == view.hand_size(seat) == dealt["hand_size"][seat]
            assert sum(dealt["cards"][seat]) == view.cards_size(seat)
            assert min(dealt["cards"][seat]) >= 0
        assert sum(dealt["deck"]) == view.deck_size
        assert min(dealt["deck"]) >= 0
        assert Resources(*dealt["hand"][beliefs_seat(view)]) == view.hand(beliefs_seat(view))
    assert (beliefs.lost_at is None) == beliefs.is_known
    assert all(holding.size == view.hand_size(seat) for seat, holding in enumerate(count_cards(view, beliefs)))
    assert dealer.sample(random.Random(2)) == Dealer(view).sample(random.Random(2))


def beliefs_seat(view: View) -> int:
    assert view.viewer is not None
    return view.viewer


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(MOMENTS, st.randoms(use_true_random=False), st.integers(1, 40))
def test_any_log_is_survived(moment: Moment, rng: random.Random, changes: int) -> None:
    """Plies are missing, doubled, exchanged, by the wrong seat or from another game."""
    log, other = list(moment.view.log), list(rng.choice(many_moments()).view.log) or [0]
    for _ in range(changes):
        if not log:
            break
        at, way = rng.randrange(len(log)), rng.randrange(5)
        if way == 0:
            del log[at]
        elif way == 1:
            log.insert(at, rng.choice(log))
        elif way == 2:
            log[at] = rng.choice(other)
        elif way == 3:
            log[at] = ply(rng.randrange(8), ply_action(log[at]))
        else:
            log[at] ^= 1 << rng.randrange(42)
    check_dealt(View(moment.view.seen, log))


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(MOMENTS, st.randoms(use_true_random=False), st.booleans(), st.booleans())
def test_any_numbers_are_survived(moment: Moment, rng: random.Random, has_log: bool, is_counted: bool) -> None:
    """The bank, hidden hands, knights and points are anything."""
    seen = CoreView(moment.view.seen.s.copy(), moment.view.seen.m.copy())
    for resource in range(RESOURCES):
        seen.s[BANK + resource] = rng.randrange(25)
    for seat in range(moment.view.players):
        if seat != seen.viewer:
            seen.s[HAND_SIZE + seat] = rng.randrange(30)
            seen.s[CARDS_SIZE + seat] = rng.randrange(8)
            seen.s[KNIGHTS + seat] = rng.randrange(8)
            seen.s[POINTS + seat] = rng.randrange(12)
    at_least = {(seen.viewer + 1) % moment.view.players: Resources(ore=rng.randrange(9))}
    log = moment.view.log if has_log else ()
    check_dealt(View(seen, log, at_least=at_least, is_bank_counted=is_counted))


def test_the_ply_that_lost_the_count_is_named() -> None:
    *_, view = (game_view(history, seat) for history, seat in moments("base", 7, every=120))
    assert Beliefs().follow(view).lost_at is None
    broken = [*view.log[:30], Ply.parse("1: give 19 ore").code, *view.log[30:]]
    beliefs = Beliefs().follow(View(view.seen, broken))
    assert not beliefs.is_known
    assert beliefs.lost_at is not None
    assert beliefs.lost_at <= len(broken)
    without_log = Beliefs().follow(View(view.seen, ()))
    assert without_log.lost_at == 0


# --- a count that was cut ---------------------------------------------------------------------------------------------


def test_a_count_that_was_cut_is_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one possibility is kept, and it is the wrong one; hands keep their sizes and together hold the same."""
    monkeypatch.setattr(worlds_module, "MOST_WORLDS", 1)
    worlds = Worlds(viewer=0, players=3)
    worlds.add(1, pack((3, 1, 0, 0, 0)))
    worlds.steal_unseen(2, 1)
    worlds.require(2, pack((0, 1, 0, 0, 0)))
    (world,) = worlds.fitting(pack_sizes((0, 3, 1)))
    assert worlds_module.unpack_all(world, 3) == ((0,) * 5, (3, 0, 0, 0, 0), (0, 1, 0, 0, 0))
    assert worlds.is_cut


def test_what_nobody_has_cannot_be_mended() -> None:
    worlds = Worlds(viewer=0, players=3)
    worlds.add(1, pack((3, 1, 0, 0, 0)))
    worlds.require(1, pack((0, 0, 0, 0, 1)))
    assert not worlds


# --- evidence ---------------------------------------------------------------------------------------------------------


def refusals(ply: Ply, before: View, hands: tuple[Resources, ...]) -> float:
    """Refusing is less likely for a seat that could give what is asked for."""
    if ply.action.kind != "refuse" or before.offer is None:
        return 1.0
    return 0.5 if hands[ply.seat] >= before.offer.take else 1.0


def test_evidence_changes_what_is_likely_and_not_what_is_possible() -> None:
    changed = 0
    for history, seat in moments("base", 21, every=9):
        view = game_view(history, seat)
        usual, weighed = Beliefs().follow(view), Beliefs([refusals]).follow(view)
        assert set(usual.worlds) == set(weighed.worlds)
        before, after = dict(usual.possibilities()), dict(weighed.possibilities())
        changed += any(abs(before[hands] - after[hands]) > 0.01 for hands in before)
    assert changed


def test_evidence_that_rules_out_everything_is_ignored() -> None:
    for history, seat in moments("base", 21, every=60):
        view = game_view(history, seat)
        assert (
            Beliefs([lambda ply, before, hands: 0.0]).follow(view).worlds.keys() == Beliefs().follow(view).worlds.keys()
        )


def test_a_likelihood_is_never_negative() -> None:
    view = game_view(begun("beginner", 1), 0)
    beliefs = Beliefs([lambda ply, before, hands: -1.0])
    beliefs.follow(view)
    history = begun("beginner", 1)
    history.push(0, Ply.parse("0: roll").action.code)
    with pytest.raises(ValueError, match="expected a number from 0 on"):
        beliefs.follow(game_view(history, 0))
