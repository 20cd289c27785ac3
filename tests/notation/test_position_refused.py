"""What is not a position is refused with its reason, and by `InvalidNotation` alone."""

from __future__ import annotations

import random
import time
import timeit
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroad.core.check.invariants import violation
from longroad.core.state import State, View
from longroad.core.view import PUBLIC
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.position import read_position, write_position
from tests.core.games import states_met
from tests.samples import first

from .test_position import EXAMPLES

BY_HAND = EXAMPLES[1]  # without bank and stack
PUZZLE = EXAMPLES[2]
OFFER = EXAMPLES[3]
DUEL = EXAMPLES[4]
SPECIAL = EXAMPLES[5]


def reason(text: str) -> str:
    """Return the reason for which a text is refused."""
    with pytest.raises(InvalidNotation) as refused:
        read_position(text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("example", "old", "new", "why"),
    [
        (PUZZLE, "v2/", "v3/", "written under rules version 3, and the rules here are version 2"),
        (PUZZLE, "v2/", "2/", "begins with '2' instead of the rules version, v2"),
        (PUZZLE, "beginner,players:3", "beginer", "it begins with 'beginer': expected one of base, beginner"),
        (PUZZLE, "/full/", "/seat3/", "'seat3' is not a viewer; expected one of full, public, seat0, seat1, seat2"),
        (PUZZLE, ",frame/", ",frame,robber:4/", "the robber has a field of its own"),
        (PUZZLE, "/beginner,frame/", "/base/", "'base' is not whole"),
        (PUZZLE, "/beginner,frame/", "/beginner/", "'beginner' is not whole"),
        (BY_HAND, ",d1v", ",d6v", "6 victory point cards are held or played, and there are 5"),
        (BY_HAND, ",k3", ",k15", "15 knight cards are held or played, and there are 14"),
        (PUZZLE, "/robber:4", "", "the field robber is missing"),
        (PUZZLE, "/robber:4", "/robber:19", "robber: '19' is not possible; expected 0 to 18"),
        (PUZZLE, "/robber:4", "/robber:4,from:4", "the ruleset does not say terrain:given"),
        (PUZZLE, "/robber:4", "/robber:four", "'four' is not a hex"),
        (PUZZLE, "/phase:main", "", "the field phase is missing"),
        (
            PUZZLE,
            "/phase:main",
            "/phase:play",
            "'play' is not possible; expected one of roll-for-start, found-settlement",
        ),
        (PUZZLE, "/phase:main", "/phase:main/phase:main", "the field phase is given twice"),
        (PUZZLE, "/phase:main", "/stage:main", "'stage:main' has no known label: expected one of robber, 0"),
        (PUZZLE, "/turn:0.31", "", "the field turn is missing"),
        (PUZZLE, "/turn:0.31", "/turn:3.31", "expected 0 to 2"),
        (PUZZLE, "/turn:0.31", "/turn:1.31", "'1.31' means that seat 1 began, but the ruleset says that seat 0"),
        (PUZZLE, "/turn:0.31", "/turn:", "turn: '' is not a seat and how many turns have begun"),
        (PUZZLE, "/turn:0.31", "/turn:0.9999999999999999999", "expected 0 to 4611686018427387903"),
        (PUZZLE, "/turn:0.31", "/turn:0", "seat 1 began"),
        (PUZZLE, "s29,", "s54,", "seat 0's settlements: '54' is not possible; expected 0 to 53"),
        (PUZZLE, "s29,", "s39,", "seat 0's cities: on intersection 39 seat 0 has built already"),
        (PUZZLE, "s29,", "s34,", "two buildings are next to each other"),
        (PUZZLE, "s29,", "s29.29,", "'29.29' says the same twice"),
        (PUZZLE, "s29,", "s0.2.4.6.26.29,", "6 are too many; each player has 5"),
        (PUZZLE, "s29,", "s29,s12,", "seat 0: 's12' is the second part with the letter s"),
        (PUZZLE, "s29,", "z29,", "seat 0: 'z29' begins with none of the letters s, c, r, h, x, d"),
        (PUZZLE, "s29,", "S29,", "begins with none of the letters"),
        (PUZZLE, "1:s14.40,r15.58", "1:s14.40,r15.60", "seat 1's roads: on path 60 seat 0 has a road already"),
        (PUZZLE, "/2:", "/3:", "there is no seat 3: expected 0 to 2"),
        (PUZZLE, "h1b1l", "h1b1x", "seat 0's hand: '1b1x' is not a count of cards; it is written such as 2w1o"),
        (PUZZLE, "h1b1l", "h1b1b", "counts b twice"),
        (PUZZLE, "h1b1l", "h2b1l", "(brick: 18 in the bank, 2 in hands; there are 19)"),
        (PUZZLE, "h1b1l", "h", "'' is not a count of cards"),
        (PUZZLE, "h1b1l", "h?2", "'?2' hides what the position of 'full' shows"),
        (PUZZLE, "h1b1l", "h25b", "brick: 18 in the bank, 25 in hands"),
        (PUZZLE, "d1v", "d?1", "'?1' hides what"),
        (PUZZLE, "d1v", "d3v", "(stack:11k2r2p2m4v; no queue; there are 14k2r2p2m5v)"),
        (PUZZLE, "d1v", "d1v,f1k", "more development cards are fresh than are held (0:d1v,f1k)"),
        (PUZZLE, "stack:11k", "stack:?", "stack: '?2r2p2m4v' is not what 'full' sees of it; write such as 14k2r2p2m5v"),
        (PUZZLE, "/largest:0", "", "the largest army is with the wrong seat (no largest; knights played: 3.0.0)"),
        (PUZZLE, "/largest:0", "/largest:0/longest:0", "(longest:0; roads of 4.1.1)"),
        (PUZZLE, ",k3", ",k3,t2", "trade cards, or has some outside the two-player game"),
        (PUZZLE, "2:s12.31,", "2:s12.31,t1,", "seat 2's trade cards: only the two players of a duel have some"),
        (PUZZLE, "beginner,players:3", "extension", "island='base': the ruleset's is 'extension'"),
        (PUZZLE, "beginner,players:3", "beginner,players:3,limit:30", "the number of turns does not fit (turn:0.31"),
        (PUZZLE, "/rolled:6", "", "the rolls of the turn do not fit the phase (no rolled; no done; phase:main)"),
        (PUZZLE, "/rolled:6", "/rolled:6.8.9", "has 3 sums"),
        (PUZZLE, "/rolled:6", "/rolled:6.8", "the rolls of the turn do not fit"),
        (
            PUZZLE,
            "/rolled:6",
            "/rolled:6/done:sung",
            "done: 'sung' is not possible; expected one of card, built, paid, sold",
        ),
        (PUZZLE, "/rolled:6", "/rolled:6/done:card.card", "says card twice"),
        (
            PUZZLE,
            "/rolled:6",
            "/rolled:6/free:1",
            "free roads still to be placed do not fit the phase (free:1; no done",
        ),
        (PUZZLE, "/rolled:6", "/rolled:6/winner:0", "the winner has not won (winner:0; turn:0.31; phase:main)"),
        (PUZZLE, "/rolled:6", "/rolled:6/queue:m", "(queue:m)"),
        (PUZZLE, "/rolled:6", "/rolled:6/queue:kv", "it has 1 to 9 of the letters r, p and m"),
        (PUZZLE, "/rolled:6", "/rolled:6/dice:1.2", "has 2 numbers; it has one for each sum"),
        (
            PUZZLE,
            "/rolled:6",
            "/rolled:6/dice:0.0.0.0.0.0.0.0.0.0.1",
            "the dice deck holds cards that it cannot hold (dice",
        ),
        (PUZZLE, "/rolled:6", "/rolled:6/start:5.6.7", "the rolls for the start do not fit"),
        (PUZZLE, "/phase:main/rolled:6", "/phase:over/rolled:6", "the winner has not won"),
        (PUZZLE, "d1v", "d3v", "are not all"),
        (OFFER, "0:s18.30,r27.29.36,h?6", "0:s18.30,r27.29.36,h6w", "shows what 'seat1' cannot see; write ?"),
        (OFFER, "h1l1o", "h?2", "'?2' hides what the position of 'seat1' shows"),
        (OFFER, "h?6", "h?7", "(84 in the bank, 12 in hands; there are 19 of each resource)"),
        (OFFER, "h?6", "h?999", "expected 0 to 127"),
        (OFFER, "h?3,", "h?3,x1w,", "seat 2's discards: '1w' shows what 'seat1' cannot see; leave it out"),
        (OFFER, "/bank:16b18l18w17g15o", "", "the field bank is missing, which cannot be derived where hands"),
        (OFFER, "stack:?22", "stack:?23", "development cards in the stack"),
        (OFFER, "stack:?22", "stack:22k", "is not what 'seat1' sees of it; write ? and the number"),
        (OFFER, "/start:2.11.4", "", "the field start is missing"),
        (OFFER, "/start:2.11.4", "/start:2.11", "has 2 parts; each of 3 players"),
        (OFFER, "/start:2.11.4", "/start:2.13.4", "start, seat 1: '13' is not possible; expected 2 to 12"),
        (OFFER, "/start:2.11.4", "/start:12.11.4", "the rolls for the start do not fit (start:12.11.4"),
        (OFFER, "1w~1l,1.2", "1w~1l", "does not say who is asked"),
        (OFFER, "1w~1l,1.2", "1w,1.2", "'1w' is not a bundle; one is written such as 2w~1o"),
        (OFFER, "1w~1l,1.2", "1w~0,1.2", "is a gift"),
        (OFFER, "1w~1l,1.2", "1w~1w,1.2", "has a resource on both sides"),
        (OFFER, "1w~1l,1.2", "1w~1l,0.1.2", "the open offer or an answer to it cannot have been made"),
        (OFFER, "1w~1l,1.2", "7w~1l,1.2", "the open offer or an answer"),
        (OFFER, "p1o~1l", "p2o~1l", "an open proposal cannot have been made (0:h?6; 1:h1l1o,p2o~1l; 2:h?3)"),
        (DUEL, "2:s19,", "2:s19,h1w,", "seat 2: 'h1w' is not possible; a neutral player has only s and r"),
        (
            DUEL,
            "x2l1g1o",
            "x2l1g",
            "the discards owed or laid down do not fit (owes:1; phase:discarding; 0:h4l2g2o,x2l1g",
        ),
        (DUEL, "/owes:1", "/owes:0.1", "the discards owed"),
        (DUEL, "/3:s34", "/4:s34", "expected 0 to 3, the last two of them neutral"),
        (
            SPECIAL,
            "/actor:4",
            "",
            "turn it is, or that decides, is wrong (turn:3.11; no actor; phase:special-building)",
        ),
        (SPECIAL, "/dice:1.1.2", "/dice:2.1.2", "dice, cards with 2: '2' is not possible; expected 0 to 1"),
        (SPECIAL, "public", "public ", "'public ' is not a viewer"),
    ],
)
def test_a_wrong_position_says_why(example: str, old: str, new: str, why: str) -> None:
    assert old in example
    assert why in reason(example.replace(old, new, 1))


def test_a_founding_with_too_many_settlements_is_refused() -> None:
    pieces = "0:s0.2.4/1:s6.26/turn:0/phase:found-settlement"
    text = f"v2/base,players:2,first_player:given/full/beginner,frame/robber:9/{pieces}"
    assert "5 settlements are too many for a founding, which has 4" in reason(text)


def test_hands_with_more_than_there_is_are_refused_without_a_bank() -> None:
    text = PUZZLE.replace("/bank:18b18l19w19g19o", "").replace("h1b1l", "h20b")
    assert "hands hold 20 brick, and there are 19" in reason(text)


@pytest.mark.parametrize(
    "text", ["", "v2", "v2/base", "v2/base/full", "/", "//////", "v2/base/full/beginner,frame", "\n"]
)
def test_too_short_a_text_is_refused(text: str) -> None:
    reason(text)


@pytest.mark.parametrize("value", [None, 5, b"v2/base/full"])
def test_what_is_no_text_is_refused(value: Any) -> None:
    assert reason(value) == f"position {value!r}: expected text"


def test_a_huge_text_is_refused_at_once() -> None:
    began = time.process_time()  # whatever else the machine does
    for text in ("v" * 10**7, "v2/" * 10**6, PUZZLE + "9" * 10**6, "v2/base/full/" + "w2" * 10**6):
        assert len(reason(text)) < 200
    assert time.process_time() - began < 1


def test_order_and_superfluous_words_do_not_matter() -> None:
    freely = (
        "v02/beginner,victory_points:10,players:3/full/o10w2l9g12b6w4b10g9l11dl3o8l8o3g4w5b5g6w11,frame/phase:main/2:r37.11,s31.12,h0"
        "/0:k3,c41.39,h1l1b,d1v,r60.50.44.43.42,s29/1:s14.40,r15.58/turn:0.031/largest:0/rolled:6/robber:04\n"
    )
    assert write_position(read_position(freely)) == PUZZLE


def test_the_stack_of_a_view_can_be_worked_out() -> None:
    assert write_position(read_position(OFFER.replace("/stack:?22", ""))) == OFFER


# --- any text at all --------------------------------------------------------------------------------------------------


def check_only_invalid_notation(text: str) -> None:
    """See that a text is refused as it should be, or is a position that comes back."""
    try:
        seen = read_position(text)
    except InvalidNotation:
        return
    assert isinstance(seen, State | View)
    canonical = write_position(seen)
    assert write_position(read_position(canonical)) == canonical
    if isinstance(seen, State):
        assert violation(seen.s, seen.m) == 0


@settings(deadline=None)
@given(st.text())
def test_random_text_raises_only_invalid_notation(text: str) -> None:
    check_only_invalid_notation(text)


@settings(deadline=None)
@given(st.text(alphabet="v2/base,full.seat0:rob?~*-_hkdx", max_size=80))
def test_random_text_that_looks_right_raises_only_invalid_notation(text: str) -> None:
    check_only_invalid_notation("v2/base/full/beginner,frame/" + text)


def some_texts() -> list[str]:
    """Return positions met in random games, of different viewers."""
    texts = []
    for number, data in enumerate(states_met(24, 60)):
        state = State.from_bytes(data)
        viewer = (number % (state["players"] + 1) or PUBLIC + 1) - 1
        texts.append(write_position(state if number % 2 else state.view(viewer)))
    return texts


NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "5",
    "6",
    "7",
    "9",
    "12",
    "19",
    "24",
    "25",
    "53",
    "54",
    "72",
    "127",
    "128",
    "255",
    "9" * 19,
    "9" * 40,
)


def mutated(text: str, other: str, rng: random.Random) -> str:
    """Change a text a little: a character, a number, fields cut, swapped or taken from another."""
    at = rng.randrange(len(text))
    way = rng.randrange(7)
    fields, others = text.split("/"), other.split("/")
    if way == 0:
        return text[:at] + text[at + rng.randrange(1, 3) :]
    if way == 1:
        return text[:at] + rng.choice("abcdfghklmnoprstvwx0123456789-._~/:,*?\u0661 ") + text[at + rng.randrange(2) :]
    if way == 2:
        return text[:at] + rng.choice(NUMBERS) + text[at:].lstrip("0123456789")
    if way == 3:
        del fields[rng.randrange(len(fields))]
    elif way == 4:
        one, two = rng.randrange(len(fields)), rng.randrange(len(fields))
        fields[one], fields[two] = fields[two], fields[one]
    elif way == 5:
        fields[rng.randrange(len(fields))] = rng.choice(others)
    else:
        return text[:at]
    return "/".join(fields)


@pytest.mark.parametrize("count", first(1, [800, 4000]))
def test_mutated_positions_raise_only_invalid_notation(count: int) -> None:
    texts = some_texts()
    rng = random.Random(1)
    assert len(texts) > 100
    for _ in range(count):
        text = rng.choice(texts)
        for _ in range(rng.choice((1, 1, 2))):
            text = mutated(text or "v1", rng.choice(texts), rng)
        check_only_invalid_notation(text)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_spliced_positions_raise_only_invalid_notation(data: st.DataObject) -> None:
    one, two = data.draw(st.sampled_from(EXAMPLES)), data.draw(st.sampled_from(EXAMPLES))
    cut, paste = data.draw(st.integers(0, len(one))), data.draw(st.integers(0, len(two)))
    check_only_invalid_notation(one[:cut] + data.draw(st.text(max_size=3)) + two[paste:])


def test_reading_and_writing_are_fast() -> None:
    """Under 3 milliseconds and 1; twice that here, where others may be at work."""
    for text in EXAMPLES:
        seen = read_position(text)
        assert min(timeit.repeat(lambda: read_position(text), number=1, repeat=20)) < 0.006  # noqa: B023
        assert min(timeit.repeat(lambda: write_position(seen), number=1, repeat=20)) < 0.002  # noqa: B023
