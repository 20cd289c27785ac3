"""Exact card counting and dealing: all that is possible, as likely as it is, and states that fit what is seen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import comb, log, prod

import pytest

from longroad.bots.beliefs import cards as stack_module
from longroad.bots.beliefs.cards import UNSEEN, Stack
from longroad.bots.beliefs.dealing import Dealer, sample
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.beliefs.worlds import MOST_WORLDS, Hand, Worlds, pack, pack_all, pack_sizes
from longroad.core import actions as a
from longroad.core.actions import ply_action, ply_seat
from longroad.core.batch import Batch
from longroad.core.check.invariants import violation
from longroad.core.check.violations import VIOLATIONS
from longroad.core.history import History
from longroad.core.layout import ACTOR, CARDS, PLAYERS, RESOURCES
from longroad.core.legality.refusal import refusal
from longroad.core.onlooker import Onlooker
from longroad.core.ruleset import PRESETS
from longroad.core.state import State
from longroad.core.words import POINT_CARD, ROAD_CARD
from longroad.game.view import View
from tests.bots.views import begun, game_view, played, seat_view
from tests.core.games import beginning, log_of
from tests.rules.table import Table
from tests.samples import by_turns, first, presets

Hands = tuple[Hand, ...]


def hands_of(state: State) -> Hands:
    return tuple(tuple(hand) for hand in state["hand"][: state["players"]])


def moments(preset: str, seed: int, every: int = 1, **options: int) -> Iterator[tuple[History, int]]:
    """Play a game of novices; yield it every few plies with one seat after another."""
    history = begun(preset, seed, **options)
    for number, entry in enumerate(played(preset, seed, "novice", **options).plies[:-1]):
        history.push(ply_seat(entry), ply_action(entry))
        if number % every == 0:
            yield history, number // every % history.state["players"]


# --- states that fit --------------------------------------------------------------------------------------------------


def check_fits(state: State, view: View, is_thorough: bool) -> None:
    seen = state.view(view.seen.viewer)
    assert (seen.s, seen.m) == (view.seen.s, view.seen.m)
    if is_thorough:
        assert VIOLATIONS[violation(state.s, state.m)] == ""


def check_game(history: History, plies: tuple[int, ...]) -> None:
    """Check at every ply that a state that is dealt fits, and that the truth is believed in."""
    rng = random.Random(len(plies))
    players = history.state["players"]
    beliefs = [Beliefs() for _ in range(players)]
    for number, entry in enumerate(plies):
        history.push(ply_seat(entry), ply_action(entry))
        seat = number % players
        view = game_view(history, seat)
        dealt = Dealer(view, beliefs[seat]).sample(rng)
        check_fits(dealt, view, is_thorough=number % 5 == 0)
        possible = dict(beliefs[seat].possibilities())
        assert beliefs[seat].is_exact
        assert beliefs[seat].stack.is_known
        assert possible[hands_of(dealt)] > 0
        assert possible[hands_of(history.state)] > 0


@pytest.mark.parametrize("preset", presets(3))
def test_states_that_are_dealt_fit_what_a_seat_sees_of_a_game_of_novices(preset: str) -> None:
    check_game(begun(preset, 11), tuple(played(preset, 11, "novice").plies))


@pytest.mark.parametrize("number", first(6, by_turns(range(40))))
def test_states_that_are_dealt_fit_under_every_ruleset(number: int) -> None:
    """The presets come first, then random rulesets; everybody does anything."""
    check_game(History(beginning(number)), log_of(number)[:600])


def test_the_same_chance_deals_the_same_state() -> None:
    for history, seat in moments("base", 3, every=50):
        view = game_view(history, seat)
        assert sample(view, random.Random(7)) == sample(view, random.Random(7))


@pytest.mark.parametrize("every", first(1, [37, 9]))
def test_a_position_without_a_log_is_dealt_too(every: int) -> None:
    rng = random.Random(1)
    for preset in PRESETS:
        for history, seat in moments(preset, 5, every):
            view = seat_view(history.state, seat)
            dealer = Dealer(view)
            for _ in range(3):
                check_fits(dealer.sample(rng), view, is_thorough=True)


@pytest.mark.parametrize("number", first(6, by_turns(range(24))))
def test_a_game_that_was_taken_up_in_the_middle_is_dealt_too(number: int) -> None:
    """Its log begins anywhere, and so tells of cards that came from nowhere."""
    rng, history = random.Random(number), History(beginning(number))
    for count, entry in enumerate(log_of(number)[:500]):
        history.push(ply_seat(entry), ply_action(entry))
        if count % 7 == 0:
            seat = rng.randrange(history.state["players"])
            log_since = history.redacted(seat)[rng.randrange(count + 1) :]
            view = seat_view(history.state, seat, log_since)
            check_fits(sample(view, rng), view, is_thorough=True)


def test_cards_of_a_position_may_be_any_that_lie_nowhere_else() -> None:
    table = Table.set_up()
    table.deal(1, grain=2, ore=1)
    table.deal(2, wool=1)
    dealer, rng = Dealer(seat_view(table, 0)), random.Random(1)
    dealt = {hands_of(dealer.sample(rng))[2] for _ in range(60)}
    assert dealt == {(0, 0, 1, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1)}


def test_rows_of_a_batch_are_filled_with_states_that_fit() -> None:
    rng, different = random.Random(1), 0
    for history, seat in moments("base", 4, every=23):
        view = game_view(history, seat)
        batch = Batch(view.ruleset, 6)
        dealer = Dealer(view)
        dealer.fill_rows(batch.s, batch.m, rng, 5)
        for number in range(5):
            check_fits(batch.state(number), view, is_thorough=True)
        assert batch.state(5).is_over  # one row more is left alone
        different += len({batch.state(number).to_bytes() for number in range(5)}) > 1
    assert different > 5


# --- what is possible -------------------------------------------------------------------------------------------------


def test_a_theft_branches_as_the_hand_makes_it_likely() -> None:
    worlds = Worlds(viewer=0, players=3)
    worlds.add(1, pack((2, 1, 0, 0, 0)))
    worlds.steal_unseen(2, 1)
    fitting = worlds.fitting(pack_sizes((0, 2, 1)))
    assert sorted(fitting.values()) == pytest.approx([1 / 3, 2 / 3])
    worlds.require(2, pack((0, 1, 0, 0, 0)))
    assert len(worlds.fitting(pack_sizes((0, 2, 1)))) == 1


def test_a_theft_that_was_seen_makes_hands_likelier() -> None:
    """Brick came from one of two hands of a brick and an ore, or of two bricks: twice as likely from the latter."""
    worlds = Worlds(viewer=0, players=3)
    worlds.add(1, pack((1, 0, 0, 0, 0)))
    worlds.add(2, pack((1, 0, 0, 0, 1)))
    worlds.steal_unseen(1, 2)
    worlds.steal(0, 1, 0)
    assert sorted(worlds.fitting(pack_sizes((1, 1, 1))).values()) == pytest.approx([0.25, 0.5])


def test_the_sizes_of_hands_tell_what_a_monopoly_took() -> None:
    worlds = Worlds(viewer=0, players=3)
    worlds.add(1, pack((2, 1, 0, 0, 0)))
    worlds.steal_unseen(2, 1)
    worlds.monopolize(0, 1)
    assert list(worlds.fitting(pack_sizes((1, 2, 0)))) == [pack_all([(0, 1, 0, 0, 0), (2, 0, 0, 0, 0), (0,) * 5])]
    assert len(worlds.fitting(pack_sizes((1, 1, 1)))) == 1


def test_the_least_likely_possibilities_are_dropped() -> None:
    worlds = Worlds(viewer=0, players=6)
    for seat in range(1, 6):
        worlds.add(seat, pack((1, 2, 3, 4, 5)))
    for theft in range(8):
        worlds.steal_unseen(1 + theft % 5, 1 + (theft + 1) % 5)
    assert worlds.is_cut
    assert len(worlds.fitting(pack_sizes((0, *sizes_after(8))))) == MOST_WORLDS


def sizes_after(thefts: int) -> list[int]:
    sizes = [15] * 5
    for theft in range(thefts):
        sizes[theft % 5] += 1
        sizes[(theft + 1) % 5] -= 1
    return sizes


# --- as likely as the rules say ---------------------------------------------------------------------------------------


class Oracle:
    """All states that fit the log of a seat, found by letting the rules play every outcome that the seat cannot see.

    Drawn cards are left as they were: they tell nothing about hands.
    """

    def __init__(self, start: State, seat: int) -> None:
        self.seat = seat
        self.weights = {start.to_bytes(): 1.0}
        self.states = {start.to_bytes(): start}

    def push(self, entry: int) -> None:
        """Go on by a ply; where the seat does not see what chance does, by all that it may do."""
        action = ply_action(entry)
        is_theft = a.action_kind(action) == a.CARD_STOLEN
        is_seen = not is_theft or self.seat in (a.action_first(action), a.action_second(action))
        weights: dict[bytes, float] = {}
        states: dict[bytes, State] = {}
        for key, state in self.states.items():
            outcomes = state.outcomes() if is_theft else [(action, 1)]
            total = sum(weight for _, weight in outcomes)
            for outcome, weight in outcomes:
                if (is_seen and outcome != action) or refusal(state.s, state.m, ply_seat(entry), outcome):
                    continue
                after = state.copy()
                after.apply(ply_seat(entry), outcome)
                name = after.to_bytes()
                states[name] = after
                weights[name] = weights.get(name, 0.0) + self.weights[key] * weight / total
        self.states, self.weights = states, weights

    def hands(self, view: View) -> dict[Hands, float]:
        """Return the probabilities of all hands that fit a view."""
        odds: dict[Hands, float] = {}
        for key, state in self.states.items():
            if state.view(self.seat).s == view.seen.s:
                odds[hands_of(state)] = odds.get(hands_of(state), 0.0) + self.weights[key]
        return {hands: weight / sum(odds.values()) for hands, weight in odds.items()}


@pytest.mark.parametrize("game", first(2, [("base", 21), ("extension", 24), ("base", 22), ("classic", 25)]))
def test_possible_hands_are_as_likely_as_the_rules_make_them(game: tuple[str, int]) -> None:
    preset, seed = game
    history, seat = begun(preset, seed), seed % 3
    oracle = Oracle(history.state.copy(), seat)
    branched = 0
    for number, entry in enumerate(played(preset, seed, "novice").plies[:-1]):
        history.push(ply_seat(entry), ply_action(entry))
        oracle.push(entry)
        if number % 5 == 0:
            view = game_view(history, seat)
            possible = dict(Beliefs().follow(view).possibilities())
            assert possible == pytest.approx(oracle.hands(view))
            branched += len(possible) > 1
    assert branched > 5


# --- going on ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", first(1, [13, 3]))
@pytest.mark.parametrize("preset", presets(3))
def test_who_follows_a_game_believes_what_a_newcomer_believes(preset: str, every: int) -> None:
    followed = [Beliefs() for _ in range(6)]
    for history, seat in moments(preset, 31, every):
        view = game_view(history, seat)
        fresh = Beliefs().follow(view)
        assert followed[seat].follow(view).worlds == fresh.worlds
        assert followed[seat].stack.slots == fresh.stack.slots
        assert [followed[seat].came(other) for other in range(view.players)] == [
            fresh.came(other) for other in range(view.players)
        ]


def test_another_game_and_another_seat_are_begun_anew() -> None:
    beliefs = Beliefs()
    views = [game_view(history, seat) for game in (32, 33) for history, seat in moments("base", game, every=40)]
    for view in [*views, *reversed(views)]:  # undone, too
        assert beliefs.follow(view).worlds == Beliefs().follow(view).worlds


def test_the_public_has_no_hand_to_count_by() -> None:
    with pytest.raises(ValueError, match="the public's"):
        Beliefs().follow(View(begun("base", 1).state.view(), ()))


# --- development cards ------------------------------------------------------------------------------------------------


def test_cards_drawn_from_the_queue_are_known() -> None:
    """All draw what the log does not show; only the rules know when the stack is used up (DEV-6)."""
    onlooker = Onlooker(begun("base", 1, progress_cards="recycled").state, viewer=0)
    stack = Stack(onlooker.state.view(0))
    drawn = [a.action(a.CARD_DRAWN, a.UNKNOWN, seat) for seat in range(3)]

    def follow(seat: int, code: int) -> None:
        onlooker.state.s[ACTOR] = seat
        stack.follow(seat, onlooker.revealed(code))
        onlooker.play(seat, code)

    stack.begin_turn(1)
    for _ in range(25):
        follow(1, a.BUY_CARD)
        follow(1, drawn[1])
    stack.begin_turn(2)
    follow(1, a.PLAY_ROADS)
    follow(2, a.BUY_CARD)
    follow(2, drawn[2])
    assert [slot.kind for slot in stack.slots[1]] == [UNSEEN] * 24
    assert [slot.kind for slot in stack.slots[2]] == [ROAD_CARD]
    stack.begin_turn(2)
    stack.play(2, a.PLAY_ROADS)
    assert stack.slots[2] == []
    assert stack.is_known


def test_nobody_is_dealt_points_that_would_have_won() -> None:
    rng = random.Random(1)
    for history, seat in moments("base", 41, every=4):
        state = history.state
        dealer = Dealer(game_view(history, seat))
        for _ in range(5):
            dealt = dealer.sample(rng)
            assert dealt.points(state["turn"]) < 10 or state["turn"] != state["actor"]


# --- as likely as they come -------------------------------------------------------------------------------------------


def naive_odds(hands: Hands, seat: int) -> float:
    """Return how likely hands would be if the cards that lie nowhere else had been dealt at random."""
    hidden = [hand for other, hand in enumerate(hands) if other != seat]
    left = [sum(hand[resource] for hand in hidden) for resource in range(RESOURCES)]
    odds = 1.0
    for hand in hidden:
        odds *= prod(comb(left[kind], hand[kind]) for kind in range(RESOURCES)) / comb(sum(left), sum(hand))
        left = [count - held for count, held in zip(left, hand, strict=True)]
    return odds


GAMES = pytest.mark.parametrize("seeds", first(1, [range(50, 53), range(50, 58)]), ids=["few", "many"])


@GAMES
def test_true_hands_are_as_likely_as_believed(seeds: range) -> None:
    """Counting beats guessing by far, and the truth surprises by no more than the beliefs themselves expect."""
    likelihood = guessed = expected = number = 0.0
    for seed in seeds:
        for history, seat in moments("base", seed, every=7):
            possible = dict(Beliefs().follow(game_view(history, seat)).possibilities())
            truth = hands_of(history.state)
            likelihood += log(possible[truth])
            expected += sum(odds * log(odds) for odds in possible.values())
            guessed += log(naive_odds(truth, seat))
            number += 1
    assert likelihood / number > guessed / number + 2
    assert likelihood / number == pytest.approx(expected / number, abs=0.1)


def point_cards(state: State, seat: int) -> int:
    """Count the victory point cards of all others."""
    return sum(state.s[CARDS + 5 * other + POINT_CARD] for other in range(state.s[PLAYERS]) if other != seat)


def card_likelihood(kept: float, seeds: range, monkeypatch: pytest.MonkeyPatch) -> float:
    """Return the mean log-likelihood of the number of others' victory point cards, as often as it is dealt."""
    monkeypatch.setattr(stack_module, "KEPT", kept)
    rng, total, number = random.Random(1), 0.0, 0
    for seed in seeds:
        for history, seat in moments("base", seed, every=13):
            dealer = Dealer(game_view(history, seat))
            truth = point_cards(history.state, seat)
            hits = sum(point_cards(dealer.sample(rng), seat) == truth for _ in range(40))
            total += log((hits + 1) / 46)  # none to five are possible
            number += 1
    return total / number


@GAMES
def test_cards_that_are_kept_are_likelier_victory_points(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    assert card_likelihood(stack_module.KEPT, seeds, monkeypatch) > card_likelihood(1.0, seeds, monkeypatch) + 0.2
