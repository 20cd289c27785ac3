"""Chance is fair: distributions by chi-square on fixed seeds (PRO-1, PRO-6, ROB-3, BLD-5, SET-2, DUO-4, DUO-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pytest

from longroad.core import actions as a
from longroad.core.layout import CARD_KINDS, CARDS, CHANCE, CHANCES, DICE_DECK, HAND
from longroad.core.phases import CARD_DRAW, DICE_ROLL, FORCED_TAKE, FOUND_SETTLEMENT, THEFT
from longroad.core.rng import CHANCE_STREAM, CHOICE_STREAM, ISLAND_STREAM, random_below
from longroad.core.rules.chance import DICE_WEIGHTS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import CARD_NAMES
from tests.rules.table import Table

SAMPLES = 6000


def critical(freedom: int) -> float:
    """Return the value that chi-square passes once in a thousand times (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.0902 * spread**0.5) ** 3)


def assert_fair(outcomes: Iterable[int], weights: Sequence[int]) -> None:
    """Assert that outcomes come as often as their weights say, and impossible ones never."""
    counts = Counter(outcomes)
    assert all(weights[outcome] > 0 for outcome in counts)
    scale = sum(counts.values()) / sum(weights)
    possible = [i for i, weight in enumerate(weights) if weight]
    chi_square = sum((counts[i] - scale * weights[i]) ** 2 / (scale * weights[i]) for i in possible)
    assert chi_square < critical(len(possible) - 1), counts


def test_a_loaded_die_would_be_found() -> None:
    with pytest.raises(AssertionError):
        assert_fair((random_below(1, CHANCE_STREAM, k, 13) % 6 for k in range(SAMPLES)), [1] * 6)


@pytest.mark.parametrize("limit", [2, 3, 6, 7, 36, 100])
@pytest.mark.parametrize("stream", [ISLAND_STREAM, CHANCE_STREAM, CHOICE_STREAM])
def test_random_numbers_are_even_along_a_stream_and_across_seeds(limit: int, stream: int) -> None:
    assert_fair((random_below(12345, stream, k, limit) for k in range(SAMPLES)), [1] * limit)
    assert_fair((random_below(seed, stream, 17, limit) for seed in range(SAMPLES)), [1] * limit)
    assert_fair((random_below(seed << 32, stream, 17, limit) for seed in range(SAMPLES)), [1] * limit)


@pytest.mark.parametrize("step", [1, 2, 16, 256])
def test_random_numbers_do_not_depend_on_the_ones_before(step: int) -> None:
    pairs = ((random_below(9, 1, k, 6), random_below(9, 1, k + step, 6)) for k in range(2 * SAMPLES))
    assert_fair((6 * one + other for one, other in pairs), [1] * 36)
    across = ((random_below(seed, 1, 5, 6), random_below(seed + 1, 1, 5, 6)) for seed in range(2 * SAMPLES))
    assert_fair((6 * one + other for one, other in across), [1] * 36)


def outcomes(state: State, of: Callable[[int], int] = a.action_number) -> Iterable[int]:
    """Sample the next outcome by many seeds, then by many counts of one seed."""
    for seed in range(SAMPLES):
        yield of(state.sample(seed))
    before = state.m[CHANCES]
    for count in range(SAMPLES):
        state.m[CHANCES] = count
        yield of(state.sample(4711))
    state.m[CHANCES] = before


def the_sum(action: int) -> int:
    return a.action_number(action) - 2


@pytest.mark.rule("PRO-1")
def test_sums_come_as_two_dice_give_them() -> None:
    table = Table.set_up(rolled=False)
    table.do(0, a.ROLL)
    assert table["phase"] == DICE_ROLL
    assert_fair(outcomes(table, the_sum), DICE_WEIGHTS)


@pytest.mark.rule("DUO-4")
def test_the_second_sum_of_a_duel_comes_as_two_dice_give_it_without_the_first() -> None:
    table = Table.set_up(rolled=False, players=2, duel=True)
    table.roll(6)
    table.do(0, a.ROLL)
    assert_fair(outcomes(table, the_sum), [weight * (total != 4) for total, weight in enumerate(DICE_WEIGHTS)])


@pytest.mark.rule("PRO-6")
def test_the_dice_deck_gives_what_is_left_in_it() -> None:
    table = Table.set_up(rolled=False, dice="deck", dice_reshuffle=0)
    for total in (6, 6, 6, 6, 6, 8, 8, 12, 3):
        table.s[DICE_DECK + total - 2] -= 1
        table.put("dice_left", table["dice_left"] - 1)
    table.check()
    table.do(0, a.ROLL)
    left = [1, 1, 3, 4, 0, 6, 3, 4, 3, 2, 0]
    assert table["dice_deck"] == left
    assert_fair(outcomes(table, the_sum), left)


@pytest.mark.rule("PRO-6")
@pytest.mark.parametrize("seed", range(5))
def test_every_36_rolls_of_the_dice_deck_are_the_36_of_two_dice(seed: int) -> None:
    state = State.new(Ruleset(players=2, dice="deck", dice_reshuffle=0, discard_limit=120, first_player="given"), seed)
    rolls: list[int] = []
    while len(rolls) < 72:
        if state.is_chance:
            action = state.sample(seed)
            if a.action_kind(action) == a.DICE_ROLLED:
                rolls.append(a.action_number(action))
            state.apply(CHANCE, action)
        else:
            seat = state.to_act[0]
            legal = state.legal(seat)
            state.apply(seat, a.END_TURN if a.END_TURN in legal else a.ROLL if a.ROLL in legal else legal[0])
    for half in (rolls[:36], rolls[36:]):
        assert [half.count(total) for total in range(2, 13)] == list(DICE_WEIGHTS)


@pytest.mark.rule("ROB-3")
def test_every_card_of_the_victim_is_stolen_as_often() -> None:
    table = Table.set_up()
    table.deal(1, brick=5, lumber=3, wool=1, ore=2)
    table.put("victim", 1)
    table.put("phase", THEFT)
    assert_fair(outcomes(table), [5, 3, 1, 0, 2])


@pytest.mark.rule("DUO-7")
def test_every_card_is_taken_as_often_in_a_forced_trade() -> None:
    table = Table.set_up(players=2, duel=True)
    table.deal(0, ore=2)
    table.deal(1, brick=1, grain=4, ore=2)
    table.do(0, a.FORCE_TRADE)
    assert table["phase"] == FORCED_TAKE
    assert_fair(outcomes(table), table.s[HAND + 5 : HAND + 10])


@pytest.mark.rule("BLD-5")
@pytest.mark.parametrize("island", ["base", "extension"])
def test_every_card_of_the_stack_is_drawn_as_often(island: str) -> None:
    table = Table.set_up(island=island)
    table.hold(1, "knight", "knight", "knight", "monopoly", "victory point")
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    assert table["phase"] == CARD_DRAW
    assert_fair(outcomes(table), table["deck"])


@pytest.mark.rule("DEV-6")
def test_the_queue_gives_its_cards_in_order() -> None:
    table = Table.set_up(progress_cards="recycled")
    for kind, count in enumerate(table["deck"]):
        table.hold(1, *[CARD_NAMES[kind]] * count)
    for place, kind in enumerate((3, 1)):
        table.put("queue", kind, place)
        table.s[CARDS + CARD_KINDS + kind] -= 1
        table.put("cards_size", table["cards_size"][1] - 1, 1)
    table.put("queue_size", 2)
    table.check()
    table.fund(0, "card", "card")
    for kind in (3, 1):
        table.do(0, a.BUY_CARD)
        assert {a.action_number(action) for action, _ in table.outcomes()} == {kind}
        table.chance(kind)


@pytest.mark.rule("SET-2")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_every_seat_starts_as_often(players: int) -> None:
    island = "extension" if players > 4 else "base"
    beginning = State.new(Ruleset(players=players, island=island))
    firsts = []
    for seed in range(1500):
        state = beginning.copy()
        while state["phase"] != FOUND_SETTLEMENT:
            state.apply(CHANCE, state.sample(seed))
        firsts.append(state["first"])
        assert max(state["founding_rolls"]) == state["founding_rolls"][state["first"]]
    assert_fair(firsts, [1] * players)


def test_every_roll_of_two_dice_shows_its_faces_as_often() -> None:
    state = State.new(Ruleset())
    rolls = []
    for seed in range(SAMPLES):
        action = state.sample(seed)
        assert state.why_not(CHANCE, action) is None
        rolls.append(6 * (a.action_first(action) - 1) + a.action_second(action) - 1)
    assert_fair(rolls, [1] * 36)
