"""Verifiable dice: what is promised, what follows from it, and that anybody can compute it again."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace

import pytest

from longroad.core import actions as a
from longroad.core.actions import ply_action, ply_seat
from longroad.core.check.fuzz import NUMBERS_A_PLY, any_ply
from longroad.core.history import History
from longroad.core.layout import CHANCE, CHANCES, SEATS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import DESERT
from longroad.game.fair import FairDice, verify_record
from longroad.notation.actions import write_ply
from longroad.notation.records.parts import MOST_TEXT
from longroad.notation.records.reader import read_record
from longroad.notation.records.record import Record
from tests.core.games import beginning, log_of, rules_for

SECRET = "5e" * 32


def play(dice: FairDice, number: int, most: int = 400) -> list[int]:
    """Play a random game with fair chance; return its plies."""
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
    with pytest.raises(ValueError, match="seat 3 has 258 bytes in UTF-8: expected at most 256"):
        dice.with_text(3, "ü" * 129)
    with pytest.raises(ValueError, match="expected Unicode text"):
        dice.with_text(3, "\ud800")
    with pytest.raises(ValueError, match="seat 6: expected 0 to 5"):
        dice.with_text(6, "")
    with pytest.raises(ValueError, match="7 texts"):
        FairDice(SECRET, ("",) * 7)


def test_chance_is_asked_only_when_it_acts() -> None:
    state = State.new(Ruleset(first_player="given"), 0)
    with pytest.raises(ValueError, match="chance does not act in the phase 'found settlement'"):
        FairDice(SECRET).outcome(state)


# --- verifying --------------------------------------------------------------------------------------------------------


def fair_record(number: int, dice: FairDice, most: int = 300) -> Record:
    """Return the record of a random game with fair chance, on the island that follows from the dice."""
    rules = rules_for(number)
    history = History(State.new(rules.ruleset, dice.island_seed, rules.island))
    while not history.state.is_over and len(history.plies) < most:
        state = history.state
        entry = any_ply(state.s, state.m, number, NUMBERS_A_PLY * len(history.plies))
        action = dice.outcome(state) if state.is_chance else ply_action(entry)
        history.push(ply_seat(entry), action)
    texts = {f"Text{seat}": text for seat, text in enumerate(dice.texts) if text}
    record = Record.of(history, tags={"Commitment": dice.commitment, **texts})
    return record.closed(secret=dice.secret)


DICE = FairDice(SECRET).with_text(0, "heads").with_text(1, "Glück\n")


@pytest.mark.parametrize("number", range(16))
def test_a_fair_game_is_verified_from_its_record(number: int) -> None:
    record = read_record(fair_record(number, DICE).text)
    report = verify_record(record)
    assert (report.source, report.is_secret_kept, report.differences) == ("secret", True, ())
    assert report.is_island_same is (None if record.begins_at else True)
    assert report.chances == sum(ply_seat(entry) == CHANCE for entry in record.codes) > 0
    assert report.is_right


def otherwise(record: Record, at: int) -> Record:
    """Make a roll show its faces the other way round."""
    entry = record.codes[at]
    first, second = a.action_first(ply_action(entry)), a.action_second(ply_action(entry))
    assert first != second
    turned = entry - (first << 14 | second << 17) + (second << 14 | first << 17)
    return replace(record, codes=[*record.codes[:at], turned, *record.codes[at + 1 :]])


def test_a_ply_that_was_not_fair_is_told() -> None:
    record = fair_record(0, DICE)
    rolls = [at for at, entry in enumerate(record.codes) if write_ply(entry).startswith("*: rolled")]
    at = next(at for at in rolls if record.codes[at] >> 14 & 7 != record.codes[at] >> 17 & 7)
    report = verify_record(otherwise(record, at))
    assert not report.is_right
    assert [difference.ply for difference in report.differences] == [at]
    assert report.differences[0].recorded != report.differences[0].computed == write_ply(record.codes[at])[3:]


def test_a_roll_without_faces_is_compared_by_its_sum() -> None:
    record = fair_record(0, DICE)
    plain = [entry & ~(63 << 14) if write_ply(entry).startswith("*: rolled") else entry for entry in record.codes]
    assert plain != list(record.codes)
    assert verify_record(replace(record, codes=plain)).is_right


def test_another_secret_text_commitment_or_island_is_noticed() -> None:
    record = fair_record(0, DICE)
    assert record.ending is not None
    other = FairDice("00" * 32)
    swapped = replace(record, ending=replace(record.ending, secret=other.secret))
    assert verify_record(swapped).is_secret_kept is False
    late = verify_record(replace(record, tags={**record.tags, "Text3": "me too"}))
    assert (late.is_secret_kept, late.is_island_same, late.is_right) == (True, False, False)
    assert len(late.differences) > 10
    elsewhere = fair_record(0, other)
    moved = replace(record, island=elsewhere.island, codes=(), ending=record.ending)
    assert verify_record(moved).is_island_same is False


def test_a_seeded_game_is_verified_from_its_seed() -> None:
    for number in range(8):
        history = History(beginning(number), log_of(number))
        report = verify_record(Record.of(history, tags={"Seed": str(number)}))
        assert (report.source, report.is_secret_kept, report.is_right) == ("seed", None, True)
        assert report.is_island_same
        assert not verify_record(Record.of(history, tags={"Seed": "123"})).is_right


def test_where_nothing_is_told_there_is_nothing_to_compute() -> None:
    record = fair_record(0, DICE)
    for silent in (record.edition("public"), record.edition(2), replace(record, ending=None)):
        report = verify_record(silent)
        assert (report.source, report.chances, report.is_right) == (None, 0, True)


def test_an_island_that_no_seed_makes_is_not_the_same() -> None:
    ruleset = Ruleset(terrain="given")
    made = State.new(Ruleset(), 3).island
    assert made.terrain is not None
    assert made.tokens is not None
    desert = made.terrain.index(DESERT)
    exchanged = replace(
        made,
        terrain=tuple(0 if place == desert else kind for place, kind in enumerate(made.terrain)),
        tokens=tuple(2 if place == desert else token for place, token in enumerate(made.tokens)),
        robber=desert,
    )
    record = Record(ruleset, exchanged, tags={"Seed": "1"})
    assert verify_record(record).is_island_same is False
