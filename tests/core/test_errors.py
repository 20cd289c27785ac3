"""Bad input gets an exception that quotes it and says what was possible, and changes nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from longroad.core import actions as a
from longroad.core.history import History
from longroad.core.layout import CHANCE, FIELDS, STATE_BYTES
from longroad.core.legality.codes import REFUSALS
from longroad.core.ruleset import PRESETS, InvalidRuleset, Ruleset
from longroad.core.state import CorruptState, IllegalAction, State
from tests.rules.table import Table, bundle
from tests.walks import walk

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


# --- illegal actions --------------------------------------------------------------------------------------------------


def refused(state: State, seat: int, action: int) -> IllegalAction:
    """Take an action that is illegal, check that nothing changes, and return the exception."""
    before = state.to_bytes()
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, action)
    assert state.to_bytes() == before
    return caught.value


def test_illegal_action_quotes_action_and_rule_and_who_is_waited_for() -> None:
    table = Table.set_up()
    action = a.action(a.BUILD_CITY, 30)
    error = refused(table, 0, action)
    assert str(error) == (
        f"action {action} (build city) of seat 0: A city replaces one of your own settlements. [BLD-4] "
        "In the phase 'main' the game waits for seat 0."
    )
    assert isinstance(error, ValueError)
    assert error.refusal == table.why_not(0, action)


def test_message_names_all_who_are_waited_for() -> None:
    table = Table.set_up(rolled=False)
    table.deal(1, wool=8)
    table.deal(2, wool=8)
    table.do(0, a.ROLL)
    assert str(refused(table, 0, a.action(a.ROLL))).endswith("In the phase 'dice roll' the game waits for chance.")
    table.apply(CHANCE, a.action(a.DICE_ROLLED, 7))
    message = str(refused(table, 0, a.action(a.MOVE_ROBBER, 3)))
    assert message.endswith("[ROB-4] In the phase 'discarding' the game waits for seat 1 and seat 2.")


def test_game_that_is_over_waits_for_nobody() -> None:
    state = State.new(Ruleset(limit=1, first_player="given"))
    for _ in walk(state, 1, 500):
        pass
    message = str(refused(state, 0, a.action(a.ROLL)))
    assert message.endswith("The game is over. [WIN-2] In the phase 'over' the game waits for nobody.")


@pytest.mark.parametrize("action", [0, -1, -(1 << 40), a.KINDS, 63, a.KINDS | 5 << 6])
def test_what_is_no_action_is_refused(action: int) -> None:
    error = refused(Table.set_up(), 0, action)
    assert str(error).startswith(f"action {action} (none) of seat 0: There is no such action.")


@pytest.mark.parametrize(
    "action",
    [
        a.END_TURN | 1 << 6,
        a.action(a.BUILD_ROAD, 3, 1),
        a.BUY_CARD | 1 << 50,
        bundle(a.COUNTER_OFFER, to=1, brick=1, ore=-1),
        a.END_TURN | 1 << 70,
    ],
)
def test_action_that_carries_more_than_its_kind_takes_is_refused(action: int) -> None:
    assert "has parts that don't belong to it" in str(refused(Table.set_up(), 0, action))


@pytest.mark.parametrize("seat", [-1, 4, 5, 6, 7, 100])
def test_seat_that_does_not_play_cannot_act(seat: int) -> None:
    error = refused(Table.set_up(), seat, a.action(a.END_TURN))
    assert f"of seat {seat}: " in str(error)
    assert error.refusal.rule == "TRN-7"


@pytest.mark.parametrize("seat", [-1, 3, 6])
def test_question_about_a_seat_that_does_not_play_is_refused(seat: int) -> None:
    state = State.new(Ruleset(players=3))
    for ask in (state.legal, state.forms, state.points):
        with pytest.raises(ValueError, match=f"seat {seat}: expected 0 to 2"):
            ask(seat)
    if seat != 6:  # the public
        with pytest.raises(ValueError, match=f"seat {seat}: expected 0 to 2"):
            state.view(seat)


def test_every_refusal_names_a_rule_of_the_catalogue_in_a_sentence() -> None:
    numbers = set(re.findall(r"^- ([A-Z]{3}-\d+) ", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    assert REFUSALS[0] is None
    for reason in REFUSALS[1:]:
        assert reason is not None
        assert reason.rule in numbers
        assert reason.sentence[0].isupper()
        assert reason.sentence.endswith(".")


def test_chance_refuses_to_be_asked_out_of_its_phases() -> None:
    table = Table.set_up()
    assert table.outcomes() == []
    with pytest.raises(ValueError, match="chance does not act in the phase 'main'"):
        table.sample(1)
    assert refused(table, CHANCE, a.action(a.DICE_ROLLED, 6)).refusal.rule == "TRN-7"


def test_only_forms_with_a_total_are_enumerated() -> None:
    table = Table.set_up()
    table.deal(0, wool=1)
    (form,) = table.forms(0)
    with pytest.raises(ValueError, match="the bundles of kind 'offer trade' are too many to enumerate"):
        next(form.bundles())


# --- logs -------------------------------------------------------------------------------------------------------------


def test_illegal_log_tells_which_ply_is_wrong() -> None:
    state = State.new(Ruleset(players=3, first_player="given"))
    history = History(state)
    history.push(0, a.action(a.BUILD_SETTLEMENT, 8))
    with pytest.raises(
        IllegalAction, match=r"^ply 1: action \d+ \(build settlement\) of seat 0: .* \[SET-3\]"
    ) as caught:
        History(state, [*history.plies, a.ply(0, a.action(a.BUILD_SETTLEMENT, 30))])
    assert caught.value.refusal.rule == "SET-3"


def test_nothing_is_taken_back_at_the_beginning() -> None:
    history = History(State.new(Ruleset()))
    with pytest.raises(IndexError, match="there is no ply to undo"):
        history.pop_ply()


# --- rulesets ---------------------------------------------------------------------------------------------------------

FIXED = {"terrain": "fixed", "tokens": "fixed", "harbors": "fixed"}
PIECES = {"terrain": "pieces", "tokens": "pieces", "harbors": "pieces"}

COMBINATIONS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"players": 5}, "players=5: the base island takes 2 to 4 players (the extension 2 to 6)"),
    ({"players": 3, "first_player": "given", "first_seat": 3}, "first_seat=3: expected 0 to 2"),
    ({"first_seat": 1}, "first_seat=1: the first player is rolled for (first_player='given' lets you choose)"),
    (
        {"terrain": "pieces"},
        "terrain='pieces', tokens='spiral', harbors='shuffled': the Traveler's pieces carry terrain, tokens and "
        "harbors together, so all three are 'pieces' or none is",
    ),
    ({"island": "extension", **PIECES}, "island='extension': the Traveler's pieces make a base island"),
    ({"island": "extension", "terrain": "fixed"}, "terrain='fixed': the beginner island is a base island"),
    ({"tokens": "fixed"}, "tokens='fixed': the beginner's tokens lie on the beginner's terrain (terrain='fixed')"),
    ({"tokens": "given"}, "tokens='given': tokens can be given only with the terrain they lie on (terrain='given')"),
    ({"island": "extension", "harbors": "frame"}, "harbors='frame': the six frame pieces surround the base island"),
    (
        {"founding": "placed"},
        "founding='placed': the beginner's settlements stand on the beginner island "
        "(terrain, tokens and harbors 'fixed')",
    ),
    ({"duel": True}, "duel=True with players=4: the two-player game takes 2 players"),
    (
        {"duel": True, "players": 2, "island": "extension"},
        "duel=True with island='extension': the two-player game is played on the base island, which has one desert",
    ),
    (
        {"duel": True, "players": 2, "founding": "placed", **FIXED},
        "duel=True with founding='placed': the beginner's settlements are for 3 or 4 players",
    ),
    (
        {"players": 2, "founding": "placed", **FIXED},
        "founding='placed' with players=2: the beginner's settlements are for 3 or 4 players",
    ),
    (
        {"duel": True, "players": 2, "special_build": "after_turn"},
        "duel=True with special_build='after_turn': the two-player game has no special build phase",
    ),
    (
        {"neutral_sites": (19, 44)},
        "neutral_sites=(19, 44): only the two-player game (duel=True) has neutral players",
    ),
)

VALUES: tuple[tuple[dict[str, Any], str], ...] = (
    ({"players": 7}, "players=7: expected a whole number from 2 to 6"),
    ({"players": "four"}, "players='four': expected a whole number from 2 to 6"),
    ({"players": True}, "players=True: expected a whole number from 2 to 6"),
    ({"cards_per_turn": 2}, "cards_per_turn=2: expected a whole number from 0 to 1"),
    ({"discard_limit": 0}, "discard_limit=0: expected a whole number from 1 to 120"),
    ({"victory_points": 2}, "victory_points=2: expected a whole number from 3 to 20"),
    ({"limit": -1}, "limit=-1: expected a whole number from 0 to 1000000"),
    ({"limit": 1.5}, "limit=1.5: expected a whole number from 0 to 1000000"),
    ({"phases": "loose"}, "phases='loose': expected one of combined, strict"),
    ({"steal": None}, "steal=None: expected one of any, must, may"),
    ({"shortage": "all"}, "shortage='all': expected one of single, nobody"),
    ({"friendly_robber": "yes"}, "friendly_robber='yes': expected True or False"),
    (
        {"duel": True, "players": 2, "neutral_sites": (19, 54)},
        "neutral_sites=(19, 54): expected two intersections of the base island, 0 to 53",
    ),
    (
        {"duel": True, "players": 2, "neutral_sites": (19, 24)},
        "neutral_sites=(19, 24): the two are different and not next to each other (SET-4)",
    ),
)


@pytest.mark.parametrize(("options", "sentence"), COMBINATIONS + VALUES)
def test_ruleset_that_makes_no_sense_is_refused_with_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidRuleset) as caught:
        Ruleset(**options)
    assert str(caught.value) == sentence


def test_every_refused_combination_is_shown() -> None:
    source = Path(__file__).parents[2] / "src" / "longroad" / "core" / "ruleset.py"
    body = source.read_text(encoding="utf-8").split("def _check_together")[1].split("if wrong:")[0]
    assert len(COMBINATIONS) == len(re.findall(r"^        \(", body, re.MULTILINE))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Ruleset(dragons=3),  # type: ignore[call-arg]
        lambda: Ruleset().but(dragons=3),
        lambda: Ruleset.preset("base", dragons=3),
    ],
)
def test_unknown_option_is_refused_with_those_there_are(ask: Any) -> None:
    with pytest.raises(
        InvalidRuleset, match=r"option 'dragons': expected one of players, island, terrain, .*neutral_sites"
    ):
        ask()


@pytest.mark.parametrize(
    ("make", "meant"),
    [
        (lambda: Ruleset(player=3), "players"),  # type: ignore[call-arg]
        (lambda: Ruleset.preset("base", victory_point=12), "victory_points"),
        (lambda: Ruleset.preset("beginer"), "beginner"),
    ],
)
def test_a_slip_of_the_pen_is_asked_about(make: Any, meant: str) -> None:
    with pytest.raises(InvalidRuleset, match=rf"; did you mean '{meant}'\?$"):
        make()


def test_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidRuleset) as caught:
        Ruleset.preset("junior")
    assert str(caught.value) == f"preset 'junior': expected one of {', '.join(PRESETS)}"


def test_preset_refuses_what_a_ruleset_refuses() -> None:
    with pytest.raises(InvalidRuleset, match="players='5': expected a whole number"):
        Ruleset.preset("classic", players="5")


# --- states -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, 1 << 62])
def test_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=rf"seed {seed}: expected a whole number from 0 to 2\*\*62 - 1"):
        State.new(Ruleset(), seed)


def test_missing_island_is_refused() -> None:
    with pytest.raises(ValueError, match="the ruleset needs a given island"):
        State.new(Ruleset(terrain="given"))


def test_unknown_field_is_refused_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"'dragons': expected one of version, players, island, .*chances"):
        State.new(Ruleset())["dragons"]


@pytest.mark.parametrize("size", [0, 1, STATE_BYTES - 1, STATE_BYTES + 1])
def test_bytes_of_another_length_are_no_state(size: int) -> None:
    with pytest.raises(CorruptState, match=f"{size} bytes: a state has {STATE_BYTES}"):
        State.from_bytes(bytes(size))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bank", 18),
        ("bank", -1),
        ("hand_size", 3),
        ("phases", 2),
        ("phase", 17),
        ("players", 7),
        ("turn", 5),
        ("robber", 30),
    ],
)
def test_bytes_with_a_wrong_field_are_no_state(name: str, value: int) -> None:
    data = bytearray(State.new(Ruleset(first_player="given")).to_bytes())
    field = next(field for field in FIELDS if field.name == name)
    data[field.offset] = value & 255
    with pytest.raises(CorruptState, match=r"^these bytes are not a state: ."):
        State.from_bytes(bytes(data))


def test_bytes_of_a_state_are_that_state() -> None:
    state = State.new(Ruleset.preset("duel"), seed=9)
    for _ in walk(state, 9, 400):
        assert State.from_bytes(state.to_bytes()) == state
