"""The invariants find what is wrong, and tell arbitrary bytes from states."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from longroad.core import layout
from longroad.core.check import ending
from longroad.core.check import violations as v
from longroad.core.check.every import violations
from longroad.core.check.invariants import FIELD_RANGES, corruption, out_of_range, violation
from longroad.core.check.violations import VIOLATIONS
from longroad.core.layout import FIELDS, STATE_BYTES, WORD_BITS
from longroad.core.phases import CARD_DRAW
from longroad.core.state import CorruptState, State
from longroad.core.words import CARD_NAMES
from tests.core.games import beginning, game, states_met, walk
from tests.rules.table import Table

GAMES = 24
# What only random play or two ways of asking can show.
NOT_OF_A_STATE = {
    v.LISTED_BUT_REFUSED,
    v.REFUSED_BUT_FITS,
    v.MAY_BUT_CANNOT,
    v.CHANGED_BY_ASKING,
    v.NOT_IN_TABLE,
    v.TOO_LONG,
}
# What one field alone does not bring about, since every cause of it has a name of its own.
NOT_BY_A_FIELD = {v.TOO_MANY_CARDS, v.STUCK, v.WRONG_WEIGHTS, v.IS_A_VIEW, v.LOOSE_ROAD, v.NO_BUILDING}


def changes(state: State, rng: random.Random, count: int) -> Iterator[tuple[str, State]]:
    """Yield copies of a state with one entry, or one bit of a word, changed to another possible value."""
    for _ in range(count):
        field = rng.choice(FIELDS)
        at = field.offset + rng.randrange(field.size)
        copy = state.copy()
        if field.block == "m":
            copy.m[at] ^= 1 << rng.randrange(WORD_BITS if field.name not in ("turns", "limit") else 10)
        else:
            least, most = FIELD_RANGES[field.name]
            copy.s[at] = rng.choice((rng.randint(least, most), min(copy.s[at] + 1, most), max(copy.s[at] - 1, least)))
        if (copy.s[at] if field.block == "s" else copy.m[at]) != (state.s[at] if field.block == "s" else state.m[at]):
            yield field.name, copy


def test_no_state_met_in_play_violates_anything() -> None:
    for data in states_met(GAMES, 80):
        state = State.from_bytes(data)
        assert VIOLATIONS[violation(state.s, state.m)] == ""
        assert state.to_bytes() == data


def test_every_violation_is_found_in_some_changed_state() -> None:
    rng = random.Random(2)  # some violations are rare: this seed meets them all
    missing = set(range(1, len(VIOLATIONS))) - NOT_OF_A_STATE - NOT_BY_A_FIELD
    for data in states_met(GAMES, 80):
        for _, changed in changes(State.from_bytes(data), rng, 160):
            missing.discard(violation(changed.s, changed.m))
        if not missing:
            break
    assert {VIOLATIONS[code] for code in missing} == set()


def test_a_view_is_no_state() -> None:
    view = beginning(0).view(1)
    assert violation(view.s, view.m) == v.IS_A_VIEW


def test_a_draw_from_nothing_is_found() -> None:
    table = Table.set_up()
    table.found()
    for kind, count in enumerate(table["deck"]):
        table.hold(0, *[CARD_NAMES[kind]] * count)
    assert violation(table.s, table.m) == 0
    table.put("phase", CARD_DRAW)
    assert violation(table.s, table.m) == v.WRONG_WEIGHTS


def test_a_player_without_a_building_is_found() -> None:
    table = Table.set_up()
    assert violation(table.s, table.m) == v.NO_BUILDING
    table.found()
    assert violation(table.s, table.m) == 0


def test_a_road_without_a_building_is_found() -> None:
    table = Table.set_up()
    table.found()
    table.pave(0, 31, 36)
    assert violation(table.s, table.m) == v.LOOSE_ROAD


def test_every_violation_is_listed() -> None:
    """Change states in several places: the first violation is among those listed."""
    rng = random.Random(5)
    for data in list(states_met(GAMES, 80))[::3]:
        state = State.from_bytes(data)
        assert violations(state.s, state.m) == []
        changed = state
        for _ in range(3):
            changed = next(copy for _, copy in changes(changed, rng, 50))
        if not out_of_range(changed.s, changed.m) and changed["players"] == state["players"]:
            first = violation(changed.s, changed.m.copy())
            assert first in (0, v.IS_A_VIEW) or first in violations(changed.s, changed.m)


def test_a_game_that_waits_for_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.set_up()
    monkeypatch.setattr(ending, "to_act", lambda s: 0)
    assert violation(table.s, table.m) == v.STUCK


# --- bytes from outside -----------------------------------------------------------------------------------------------


def accepted(data: bytes) -> State | None:
    """Read bytes; they are a state, or are refused with a sentence."""
    try:
        return State.from_bytes(data)
    except CorruptState:
        return None


def ask_everything(state: State) -> None:
    """Ask a state everything, and play on."""
    assert state.ruleset.players == state["players"]
    assert state.island is not None
    for seat in range(state["players"]):
        view = state.view(seat)
        assert view.legal(seat) == state.legal(seat)
        assert view.forms(seat) == state.forms(seat)
    state.outcomes()
    for _ in walk(state, 5, 40):
        assert VIOLATIONS[violation(state.s, state.m)] == ""


def test_bytes_of_any_length_are_told_from_states() -> None:
    rng = random.Random(5)
    for length in (0, 1, STATE_BYTES - 1, STATE_BYTES + 1):
        with pytest.raises(CorruptState, match=f"{length} bytes: a state has {STATE_BYTES}"):
            State.from_bytes(bytes(length))
    for _ in range(200):
        assert accepted(rng.randbytes(STATE_BYTES)) is None
    assert accepted(bytes(STATE_BYTES)) is None


def test_changed_bytes_are_refused_or_can_be_played_on() -> None:
    rng = random.Random(11)
    kept = 0
    for data in states_met(GAMES, 80):
        for _ in range(12):
            changed = bytearray(data)
            for _ in range(rng.choice((1, 1, 2, 4))):
                changed[rng.randrange(STATE_BYTES)] = rng.choice((rng.randrange(256), rng.randrange(8)))
            state = accepted(bytes(changed))
            if state is not None:
                kept += 1
                if kept % 8 == 0:
                    ask_everything(state)
    assert kept > 0


def test_changed_fields_are_refused_or_can_be_played_on() -> None:
    rng = random.Random(12)
    for data in states_met(GAMES, 80):
        for _, changed in changes(State.from_bytes(data), rng, 8):
            state = accepted(changed.to_bytes())
            if state is not None and rng.randrange(4) == 0:
                ask_everything(state)


# Fields that cannot be wrong by themselves: another value is another possible state.
FREE = {
    *("spiral", "cards_per_turn", "shortage", "dice", "dice_reshuffle", "discard_limit", "steal", "friendly_robber"),
    *("domestic_trade", "offers_per_turn", "proposals_per_turn", "cut_roads", "road_tie", "victory_points", "win_on"),
    *("point_cards", "special_build", "phases", "progress_cards", "limit", "terrain_by", "tokens_by", "harbors_by"),
    *(
        "neutral_site",
        "robber_start",
        "robber",
        "phase",
        "actor",
        "rolling",
        "founding_rolls",
        "rolled",
        "cards_played",
        "has_built",
    ),
    *("build_open", "knight_sold", "forced_left", "offers", "offer", "offered_to", "waiting", "accepted"),
    *("proposals", "proposal", "fresh", "knights", "trade_cards", "turns", "chances"),
}


def test_every_change_of_the_other_fields_is_noticed() -> None:
    rng = random.Random(13)
    for data in states_met(GAMES, 80):
        for name, changed in changes(State.from_bytes(data), rng, 25):
            if name not in FREE:
                assert corruption(changed.s, changed.m), name


def test_a_sentence_quotes_what_was_read() -> None:
    state = beginning(0)
    data = bytearray(state.to_bytes())
    data[layout.ROBBER] = 77
    with pytest.raises(CorruptState, match="robber holds 77, expected 0 to 29"):
        State.from_bytes(bytes(data))
    data = bytearray(state.to_bytes())
    data[layout.PLAYERS] = 5
    with pytest.raises(CorruptState, match="players=5: the base island takes 2 to 4 players"):
        State.from_bytes(bytes(data))
    data = bytearray(state.to_bytes())
    data[layout.BANK] -= 1
    with pytest.raises(CorruptState, match="the bank and the hands together do not hold all resource cards"):
        State.from_bytes(bytes(data))


def test_every_field_has_a_range() -> None:
    assert set(FIELD_RANGES) >= {field.name for field in FIELDS}
    for field in FIELDS:
        least, most = FIELD_RANGES[field.name]
        assert least <= most
        assert field.block == "m" or (least >= -128 and most <= 127)


def test_nothing_is_made_or_lost() -> None:
    for number in range(GAMES):
        state = beginning(number)
        cards, pieces = (19, 25) if state["island"] == 0 else (24, 34), (15, 5, 4)
        if state.ruleset.bank == "unlimited":
            cards = (-1, cards[1])  # the stacks count on below zero (PRO-7)
        owners = state["players"] + 2 * state["duel"]
        for state in game(number):
            resources = [state["bank"][r] + sum(hand[r] for hand in state["hand"]) for r in range(5)]
            assert resources == [cards[0]] * 5
            stack = state["deck_size"] + state["queue_size"] + sum(state["cards_size"]) + sum(state["knights"])
            assert stack <= cards[1]
            for seat in range(owners):
                codes = state["site"]
                on_board = (
                    sum(word.bit_count() for word in state["roads"][seat]),
                    codes.count(seat + 1),
                    codes.count(seat + 7),
                )
                left = state["roads_left"][seat], state["settlements_left"][seat], state["cities_left"][seat]
                assert tuple(one + other for one, other in zip(on_board, left, strict=True)) == pieces
