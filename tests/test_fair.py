"""Verifiable dice: what is promised, what follows from it, and that anybody can compute it again."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from longroad.core import actions as a
from longroad.core.actions import ply_action, ply_seat
from longroad.core.fuzz import NUMBERS_A_PLY, any_ply
from longroad.core.layout import CHANCE, CHANCES, SEATS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.fair import MOST_TEXT, FairDice
from tests.core.games import beginning

SECRET = "5e" * 32


def play(dice: FairDice, number: int, most: int = 400) -> list[int]:
    """Play a random game with fair chance; give its plies."""
    state = beginning(number)
    plies: list[int] = []
    while not state.is_over and len(plies) < most:
        entry = any_ply(state.s, state.m, number, NUMBERS_A_PLY * len(plies))
        if state.is_chance:
            entry = a.ply(CHANCE, dice.outcome(state))
        plies.append(entry)
        state.apply(ply_seat(entry), ply_action(entry))
    return plies


def test_the_commitment_is_the_hash_of_the_secret_alone() -> None:
    dice = FairDice(SECRET)
    assert dice.commitment == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert dice.with_text(0, "heads").commitment == dice.commitment


def test_every_secret_is_fresh_and_kept_out_of_sight() -> None:
    assert len({FairDice.new().secret for _ in range(50)}) == 50
    assert SECRET not in repr(FairDice(SECRET))


@pytest.mark.parametrize("number", range(20))
def test_outcomes_are_legal_and_repeat_themselves(number: int) -> None:
    plies = play(FairDice(SECRET), number)
    assert plies == play(FairDice(SECRET), number)
    assert any(ply_seat(entry) == CHANCE for entry in plies)


def test_rolls_carry_the_faces_of_the_dice() -> None:
    rolls = [ply_action(entry) for entry in play(FairDice(SECRET), 0)]
    rolls = [roll for roll in rolls if a.action_kind(roll) == a.DICE_ROLLED]
    assert len(rolls) > 30
    assert all(a.action_first(roll) + a.action_second(roll) == a.action_number(roll) for roll in rolls)


@pytest.mark.parametrize("seat", range(SEATS))
def test_the_text_of_every_seat_changes_the_outcomes(seat: int) -> None:
    dice = FairDice(SECRET)
    other = dice.with_text(seat, "x")
    assert other.island_seed != dice.island_seed
    assert [other.number_below("outcome", k, 1000) for k in range(9)] != [
        dice.number_below("outcome", k, 1000) for k in range(9)
    ]


def test_texts_cannot_be_shifted_into_each_other() -> None:
    texts = [("ab", "", ""), ("a", "b", ""), ("", "ab", ""), ("a\n", "b"), ("a", "\nb"), ("", "", "ab")]
    assert len({FairDice(SECRET, text).island_seed for text in texts}) == len(texts)


def test_island_outcome_and_faces_are_independent() -> None:
    dice = FairDice(SECRET)
    numbers = {purpose: dice.number_below(purpose, 0, 1 << 60) for purpose in ("island", "outcome", "faces")}
    assert len(set(numbers.values())) == 3
    assert 0 <= dice.island_seed < 1 << 62


def chi_square(counts: Counter[int], weights: dict[int, int]) -> float:
    total, drawn = sum(weights.values()), sum(counts.values())
    return sum((counts[key] - drawn * w / total) ** 2 / (drawn * w / total) for key, w in weights.items())


def test_dice_fall_as_often_as_they_should() -> None:
    state = State.new(Ruleset(), 0)
    dice, faces = FairDice(SECRET), Counter[int]()
    for k in range(36 * 200):
        state.m[CHANCES] = k
        faces[dice.outcome(state) >> 14 & 63] += 1
    weights = dict.fromkeys((first | second << 3 for first in range(1, 7) for second in range(1, 7)), 1)
    assert set(faces) == set(weights)
    assert chi_square(faces, weights) < 66.6  # 35 degrees of freedom, one in a thousand


def test_numbers_that_would_favour_some_are_drawn_again() -> None:
    dice = FairDice(SECRET)
    limit = (1 << 63) + 1  # of 2**64 numbers, all but 2**63 + 1 are drawn again
    redrawn = 0
    for k in range(40):
        first = int.from_bytes(dice._digest("outcome", k, 0)[:8], "big")
        number = dice.number_below("outcome", k, limit)
        assert 0 <= number < limit
        redrawn += number != first
        if number != first:
            assert first >= limit
    assert 8 < redrawn < 32


@pytest.mark.parametrize("secret", ["", "5e", "5E" * 32, "5e" * 33, "xy" * 32, None, 7])
def test_a_secret_is_64_hexadecimal_digits(secret: str) -> None:
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        FairDice(secret)


def test_texts_are_unicode_of_limited_length() -> None:
    dice = FairDice(SECRET)
    assert dice.with_text(3, "ü" * (MOST_TEXT // 2)).texts[3] == "ü" * (MOST_TEXT // 2)
    with pytest.raises(ValueError, match="seat 3 has 258 bytes in UTF-8: possible are 256"):
        dice.with_text(3, "ü" * 129)
    with pytest.raises(ValueError, match="expected Unicode text"):
        dice.with_text(3, "\ud800")
    with pytest.raises(ValueError, match="seat 6: there are seats 0 to 5"):
        dice.with_text(6, "")
    with pytest.raises(ValueError, match="7 texts"):
        FairDice(SECRET, ("",) * 7)


def test_chance_is_asked_only_when_it_acts() -> None:
    state = State.new(Ruleset(first_player="given"), 0)
    with pytest.raises(ValueError, match="chance does not act in the phase 'found settlement'"):
        FairDice(SECRET).outcome(state)
