"""Actions, plies, forms and resources as text and JSON: round trips, the reader's patience, and errors that help."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroad.core import actions as a
from longroad.core.actions import action_kind, ply_action
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_log
from longroad.notation.actions import Action, Ply, is_action_code, usage
from longroad.notation.errors import InvalidNotation
from longroad.notation.forms import Form
from longroad.notation.resources import Resources
from longroad.notation.spelling import SPELLINGS
from tests.core.games import log_of
from tests.walks import walk

# One example of every kind, as the document spells it.
EXAMPLES = {
    a.ROLL: "roll",
    a.END_TURN: "end",
    a.BUY_CARD: "buy",
    a.PLAY_KNIGHT: "knight",
    a.PLAY_ROADS: "roadbuilding",
    a.STOP_ROADS: "stop",
    a.ACCEPT: "accept",
    a.REFUSE: "refuse",
    a.WITHDRAW: "withdraw",
    a.FORCE_TRADE: "force",
    a.CALM_ROBBER: "calm",
    a.RETIRE_KNIGHT: "retire",
    a.BUILD_SETTLEMENT: "settle 17",
    a.BUILD_CITY: "city 17",
    a.BUILD_ROAD: "road 33",
    a.MOVE_ROBBER: "robber 9",
    a.ROB: "rob 2",
    a.TRADE_BANK: "bank 4 wool for 1 ore",
    a.PLAY_PLENTY: "plenty 1 wool 1 ore",
    a.PLAY_MONOPOLY: "monopoly wool",
    a.CLOSE_DEAL: "deal 2",
    a.TAKE_PROPOSAL: "take 2",
    a.NEUTRAL_ROAD: "road 33 for 2",
    a.NEUTRAL_SETTLEMENT: "settle 17 for 3",
    a.OFFER_TRADE: "offer 2 wool for 1 ore to 1 3",
    a.COUNTER_OFFER: "counter 1 ore for 2 wool",
    a.PROPOSE_TRADE: "propose 1 ore for 2 wool",
    a.DISCARD: "discard 2 wool 1 ore",
    a.GIVE_CARDS: "give 1 wool 1 ore",
    a.START_ROLLED: "start 2 rolled 3+5",
    a.DICE_ROLLED: "rolled 3+5",
    a.CARD_DRAWN: "0 drew knight",
    a.CARD_STOLEN: "0 stole wool from 2",
    a.CARD_TAKEN: "0 took wool from 1",
}


@pytest.mark.parametrize(("kind", "text"), EXAMPLES.items())
def test_every_kind_has_its_words(kind: int, text: str) -> None:
    action = Action.parse(text)
    assert action_kind(action.code) == kind
    assert str(action) == text
    assert Action.from_json(action.to_json()) == action
    assert Action.from_json(json.loads(json.dumps(action.to_json()))) == action
    assert pickle.loads(pickle.dumps(action)) == action


def test_no_kind_is_left_out() -> None:
    assert set(EXAMPLES) == set(SPELLINGS) == set(range(1, a.KINDS))


@pytest.mark.parametrize("number", range(30))
def test_whatever_is_played_can_be_written_and_read(number: int) -> None:
    for code in set(log_of(number)):
        ply = Ply.from_code(code)
        assert ply.code == code
        assert Ply.parse(str(ply)) == ply
        assert Action.from_json(ply.action.to_json()) == ply.action


@pytest.mark.parametrize("viewer", [0, PUBLIC])
@pytest.mark.parametrize("number", range(8))
def test_what_is_hidden_can_be_written_too(number: int, viewer: int) -> None:
    log = log_of(number)
    for code in redact_log(log, viewer, 0):
        ply = Ply.from_code(code)
        assert Ply.parse(str(ply)).code == code
        assert Action.from_json(ply.action.to_json()).code == ply_action(code)


@pytest.mark.parametrize("preset", PRESETS)
def test_legal_actions_and_forms_of_a_walk_make_the_round_trip(preset: str) -> None:
    state = State.new(Ruleset.preset(preset), 5)
    for _ in walk(state, 5, 400):
        for seat in range(state["players"]):
            for code in state.legal(seat):
                assert Action.parse(str(Action(code))).code == code
            for form in map(Form.of, state.forms(seat)):
                assert Form.parse(str(form)) == form
                assert form.core in state.forms(seat)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("  Settle   17 ", "settle 17"),
        ("SETTLE 017", "settle 17"),
        ("discard sheep, wood and 2 wheat", "discard 1 lumber 1 wool 2 grain"),
        ("plenty ore ore", "plenty 2 ore"),
        ("plenty ore", "plenty 1 ore"),
        ("offer wool for 2 clay to 3, 1", "offer 1 wool for 2 brick to 1 3"),
        ("bank 3 sheep for rock", "bank 3 wool for 1 ore"),
    ],
)
def test_the_reader_is_patient(typed: str, meant: str) -> None:
    assert str(Action.parse(typed)) == meant


def test_an_offer_to_nobody_in_particular_goes_to_all_others() -> None:
    assert str(Action.parse("offer wool for ore", seat=1, players=3)) == "offer 1 wool for 1 ore to 0 2"
    with pytest.raises(InvalidNotation, match="to TO"):
        Action.parse("offer wool for ore")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected one of roll"),
        ("fly 17", "expected one of roll"),
        ("build 17", "did you mean 'settle', 'city' or 'road'?"),
        ("pass", "did you mean 'end'?"),
        ("trade wool", "did you mean 'offer' or 'bank'?"),
        ("settel 17", "did you mean 'settle'"),
        ("settle", "expected 'settle SITE'"),
        ("settle here", "site 'here': expected a whole number from 0 to 79"),
        ("settle 80", "site '80': expected"),
        ("settle -1", "site '-1'"),
        ("settle 1e3", "site '1e3'"),
        ("road 109", "path '109': expected a whole number from 0 to 108"),
        ("robber 30", "hex '30'"),
        ("rob 6", "seat '6'"),
        ("road 33 for 1", "neutral player '1'"),
        ("monopoly gold", "'gold' is not a resource: expected one of brick, lumber, wool, grain, ore"),
        ("offer wool for wool to 1", "not traded for itself"),
        ("offer wool for ore to 1 1", "twice"),
        ("bank 5 wool for 1 ore", "expected 2, 3 or 4"),
        ("bank 4 wool for 2 ore", "one card"),
        ("plenty 3 ore", "one or two cards"),
        ("discard 99 wool", "at most 95"),
        ("discard wool 2", "of which resource"),
        ("discard 1 9lumber", "expected counts and resources"),
        ("rolled 13", "a sum from 2 to 12"),
        ("rolled 1+7", "two dice"),
        ("rolled 6+06", "two dice"),
        ("rolled 08", "a sum from 2 to 12"),
        ("0 drew wool", "card 'wool': expected one of knight"),
        ("settle " + "9" * 10_000, "10007 characters"),
    ],
)
def test_what_is_no_action_is_quoted_and_what_was_possible_said(text: str, message: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        Action.parse(text)
    assert message in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    "values",
    [
        None,
        [],
        {},
        {"kind": "build"},
        {"kind": ["settle"]},
        {"kind": "settle"},
        {"kind": "settle", "site": True},
        {"kind": "settle", "site": 17.0},
        {"kind": "settle", "site": "17"},
        {"kind": "settle", "site": 17, "path": 3},
        {"kind": "offer", "give": 3, "take": {"ore": 1}, "to": [1]},
        {"kind": "offer", "give": {"wool": 1}, "take": {"ore": 1}, "to": 1},
        {"kind": "offer", "give": {"wool": 1}, "take": {"ore": 1}, "to": []},
        {"kind": "offer", "give": {"wool": 0}, "take": {"ore": 1}, "to": [1]},
        {"kind": "discard", "cards": {"wool": -1}},
        {"kind": "discard", "cards": {"gold": 1}},
        {"kind": "rolled", "roll": [3]},
        {"kind": "rolled", "roll": [3, 9]},
    ],
)
def test_objects_that_are_no_actions_are_refused(values: object) -> None:
    with pytest.raises(InvalidNotation):
        Action.from_json(values)  # type: ignore[arg-type]


WORDS = st.sampled_from(
    [*" ".join(EXAMPLES.values()).split(), "?", "!", ":", "*", "nobody", "-1", "99", "²", "wood", "+", "", "İ", "\n"]
)


@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=60))
def test_text_raises_only_invalid_notation(text: str) -> None:
    for read in (Action.parse, Ply.parse, Form.parse, Resources.parse):
        try:
            value = read(text)
        except InvalidNotation:
            continue
        assert read(str(value)) == value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
SLOT_NAMES = sorted({name for spelling in SPELLINGS.values() for name in spelling.slots})


@given(st.dictionaries(st.sampled_from(["kind", *SLOT_NAMES]), JSON, max_size=5), st.sampled_from(sorted(SPELLINGS)))
def test_objects_raise_only_invalid_notation(values: dict[str, object], kind: int) -> None:
    spelling = SPELLINGS[kind]
    for given_values in (values, {"kind": spelling.word} | {name: values.get(name) for name in spelling.slots}):
        try:
            action = Action.from_json(given_values)
        except InvalidNotation:
            continue
        assert action.to_json() == given_values


@given(st.integers(-5, (1 << 54)) | st.integers(0, 1 << 24))
def test_an_integer_is_an_action_just_if_it_can_be_written(code: int) -> None:
    if is_action_code(code):
        assert Action.parse(str(Action(code))).code == code
    else:
        with pytest.raises(InvalidNotation, match="no action has this code"):
            Action(code)


@pytest.mark.parametrize("value", [None, 1.5, b"roll", ["roll"]])
def test_what_is_neither_text_nor_a_code_is_quoted(value: Any) -> None:
    with pytest.raises(InvalidNotation, match="expected text or a code"):
        Action(value)


def test_an_action_is_made_from_text_in_any_spelling() -> None:
    assert Action("settle 17") == Action(" Settle  17 ") == Action.parse("settle 17")
    with pytest.raises(InvalidNotation, match="'fly 17' is not an action"):
        Action("fly 17")


@pytest.mark.parametrize("text", ["roll", "settle 17", "offer 2 wool for 1 ore to 1 3", "discard 4 wool", "rolled 3+5"])
def test_the_representation_of_actions_and_plies_can_be_evaluated(text: str) -> None:
    action, ply = Action(text), Ply(2, Action(text), is_absent=True)
    assert eval(repr(action)) == action
    assert eval(repr(ply)) == ply


def test_an_action_equals_its_canonical_text_and_has_its_hash() -> None:
    action = Action("settle 17")
    assert action == "settle 17"
    assert action == "settle 17"
    assert hash(action) == hash("settle 17")
    assert {action: 1}["settle 17"] == 1  # type: ignore[index]
    for other in ("Settle 17", "settle  17", "settle 18", 1101, None):
        assert action != other


@pytest.mark.rule("TRA-3")
@pytest.mark.parametrize("text", ["offer 1 wool for 0 ore to 1", "counter 0 wool for 1 ore", "propose 1 ore for 0 ore"])
def test_a_gift_is_refused_with_its_rule(text: str) -> None:
    with pytest.raises(InvalidNotation, match=r"both sides give a card \(TRA-3\)"):
        Action(text)


@pytest.mark.parametrize("text", ["discard 0 wool", "give 0 ore"])
def test_a_bundle_of_no_cards_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="expected at least one card"):
        Action(text)


def test_an_action_cannot_be_changed() -> None:
    action = Action.parse("roll")
    with pytest.raises(AttributeError):
        action.code = 2
    assert {action: 1}[Action.parse("roll")] == 1


def test_usage_shows_the_slots() -> None:
    assert usage(SPELLINGS[a.OFFER_TRADE]) == "offer GIVE for TAKE to TO"


@pytest.mark.parametrize("text", ["", "settle 17", "7: roll", "*!: end", "2 roll", "!: roll", "x: roll", "2!!: roll"])
def test_what_is_no_ply_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        Ply.parse(text)


NO_FORMS = (
    "",
    "discard",
    "discard any of 2 wool",
    "offer any of 2 wool for any of 3 ore",
    "roll 2 of 1 ore",
    "discard 2 of 1 gold",
)


@pytest.mark.parametrize("text", NO_FORMS)
def test_what_is_no_form_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        Form.parse(text)


def test_values_can_be_asked_for_without_reading_text() -> None:
    offer = Action.parse("offer 2 wool for 1 ore to 1 3")
    assert (offer.give, offer.take, offer.to) == (Resources(wool=2), Resources(ore=1), (1, 3))
    assert (offer.place, offer.seat) == (None, None)
    assert Action.parse("discard 2 wool 1 ore").give == Resources(wool=2, ore=1)
    assert Action.parse("discard ?").give == Resources()
    assert Action.parse("robber 9").place == 9
    assert Action.parse("settle 17 for 3").seat == 3
    assert Action.parse("0 stole wool from 2").seat == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_a_form_can_be_filled_in(preset: str) -> None:
    state = State.new(Ruleset.preset(preset), 8)
    for _ in walk(state, 8, 300):
        for seat in range(state["players"]):
            for form in map(Form.of, state.forms(seat)):
                if form.total is None:
                    give = Resources(*(int(i == list(form.give).index(max(form.give))) for i in range(5)))
                    action = form.action(give, Resources(*(int(not cards) for cards in give)))
                else:
                    action = next(form.actions())
                    assert form.action(action.give) == action
                assert state.why_not(seat, action.code) is None


def test_a_form_without_a_total_is_not_enumerated() -> None:
    with pytest.raises(ValueError, match="too many"):
        list(Form.parse("propose any of 2 wool for any of 19 ore").actions())
