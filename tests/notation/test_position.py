"""Positions as text: every state and view comes back to the byte, and each has one text."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from longroad.core import actions as a
from longroad.core.island.given import Island
from longroad.core.layout import SMALL_SIZE, WORDS_SIZE
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import Seen, State
from longroad.core.view import PUBLIC
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.fields import FIELDS
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.positions.seats import ITEMS
from tests.core.games import game
from tests.rules.table import Table, bundle
from tests.samples import by_turns, first

from .test_rulesets import URL_SAFE

DOCUMENT = Path(__file__).parents[2] / "docs" / "notation.md"
EXAMPLES = re.findall(r"^```text\n(v2/.*)\n```$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)


def same(one: Seen, other: Seen) -> bool:
    """Return whether two states or two views are the same to the byte."""
    return (
        type(one) is type(other)
        and one.s[:SMALL_SIZE] == other.s[:SMALL_SIZE]
        and one.m[:WORDS_SIZE] == other.m[:WORDS_SIZE]
    )


def check_round_trip(state: State, *viewers: int) -> str:
    """Check that a state and its views, all or some, survive a round trip through one safe line; return its text."""
    state = State(state.s, state.m)
    for seen in (*(state.view(viewer) for viewer in viewers or (*range(state["players"]), PUBLIC)), state):
        text = write_position(seen)
        back = read_position(text)
        assert same(back, seen), text
        assert write_position(back) == text
        assert set(text) <= URL_SAFE
    return text


@pytest.mark.parametrize("number", first(6, by_turns(range(36))))
def test_every_state_and_view_of_random_games_comes_back(number: int) -> None:
    rng = random.Random(number)
    for state in game(number):
        if rng.randrange(30) == 0 or state.is_over:
            check_round_trip(state)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(36, 100))
def test_states_and_views_of_many_games_come_back(number: int) -> None:
    rng = random.Random(number)
    phases = set()
    for state in game(number):
        if state.phase not in phases or rng.randrange(60) == 0:
            phases.add(state.phase)
            check_round_trip(state, rng.choice([*range(state["players"]), PUBLIC]))


@pytest.mark.parametrize("name", PRESETS)
def test_the_beginning_of_every_preset_comes_back(name: str) -> None:
    text = check_round_trip(State.new(Ruleset.preset(name), 5))
    assert text.startswith(f"v2/{name}/full/")


# --- the corners ------------------------------------------------------------------------------------------------------


def test_a_duel_between_its_rolls() -> None:
    table = Table.set_up(players=2, duel=True, rolled=False)
    table.settle(0, 17)
    table.roll(8)
    table.found()
    text = check_round_trip(table)
    assert "/phase:before-roll" in text
    assert "/rolled:8" in text


def test_discards_half_laid_down() -> None:
    table = Table.set_up(players=3, rolled=False)
    table.deal(0, wool=5, ore=3)
    table.deal(2, brick=9)
    table.roll(7)
    table.apply(0, bundle(a.DISCARD, wool=3, ore=1))
    table.found()
    text = check_round_trip(table)
    assert re.search(r"/0:s\d+,h5w3o,x3w1o/1:s\d+/2:s\d+,h9b/", text)
    assert "/owes:2" in text
    assert re.search(r"/0:s\d+,h\?8/1:s\d+/2:s\d+,h9b/", write_position(table.view(2)))


def test_a_dice_deck_and_a_recycled_queue() -> None:
    table = Table.set_up(players=3, dice="deck", progress_cards="recycled", rolled=False)
    table.hold(0, "monopoly", "knight")
    table.hold(1, "knight", fresh=True)
    table.roll(6)
    table.do(0, a.PLAY_MONOPOLY, 2)
    table.found()
    text = check_round_trip(table)
    assert re.search(r"/0:s\d+,d1k/1:s\d+,d1k,f1k/", text)
    assert "/stack:12k2r2p1m5v/queue:m/dice:1.2.3.4.4.6.5.4.3.2.1/" in text
    assert re.search(r"/0:s\d+,d\?1/1:s\d+,d1k,f1k/", write_position(table.view(1)))
    assert re.search(r"/0:s\d+,d\?1/1:s\d+,d\?1/", write_position(table.view()))


def test_a_special_build_phase_has_another_actor() -> None:
    table = Table.set_up(players=5, island="extension", special_build="after_turn")
    table.deal(2, brick=2)
    table.do(0, a.END_TURN)
    table.found()
    text = check_round_trip(table)
    assert "/turn:0.1/actor:2/phase:special-building" in text


def test_a_friendly_robber_spares_seats() -> None:
    table = Table.set_up(players=3, friendly_robber=True, rolled=False)
    table.settle(1, 19)
    table.roll(7)
    table.found()
    assert "/phase:robber-moves/rolled:7" in check_round_trip(table)


def test_what_is_done_in_a_turn() -> None:
    table = Table.set_up(players=2, duel=True, neutral_sites=(19, 44))
    table.settle(0, 10)
    table.muster(0, 1)
    table.fund(0, "card")
    table.do(0, a.RETIRE_KNIGHT)
    table.do(0, a.BUY_CARD)
    table.found()
    assert "/done:built.paid.sold" in check_round_trip(table)


def test_offers_answers_counter_offers_and_proposals() -> None:
    table = Table.set_up(players=4)
    for seat in range(4):
        table.deal(seat, wool=2, ore=2)
    table.apply(3, bundle(a.PROPOSE_TRADE, ore=1, wool=-1))
    table.apply(0, bundle(a.OFFER_TRADE, 0b1110, wool=2, ore=-1))
    table.do(1, a.ACCEPT)
    table.apply(2, bundle(a.COUNTER_OFFER, ore=2, brick=-1))
    table.found()
    text = check_round_trip(table)
    assert re.search(r"/2:s\d+,h2w2o,p2o~1b/3:s\d+,h2w2o,n1,p1o~1w/", text)
    assert "/offers:1/offer:2w~1o,1.2.3/waiting:3/accepted:1" in text


def test_founding_says_where_the_road_is_due() -> None:
    state = State.new(Ruleset(players=3, first_player="given", first_seat=2), 3)
    state.apply(2, a.action(a.BUILD_SETTLEMENT, 17))
    text = check_round_trip(state)
    assert text.startswith("v2/base,players:3,first_player:given,first_seat:2/full/")
    assert text.endswith("/2:s17/bank:19b19l19w19g19o/stack:14k2r2p2m5v/turn:2/phase:found-road/last:17")


def test_rolls_for_the_start_that_are_still_to_come() -> None:
    state = State.new(Ruleset(players=3), 3)
    for seat, total in ((0, 8), (1, 8), (2, 5), (0, 4)):
        state.apply(6, a.action(a.START_ROLLED, total, third=seat))
    assert check_round_trip(state).endswith("/phase:roll-for-start/start:4.*.-/chances:4")


def test_a_given_island_without_a_desert() -> None:
    ruleset = Ruleset(terrain="given", tokens="given")
    made = State.new(Ruleset(terrain="fixed", tokens="fixed", harbors="fixed")).island
    assert made.terrain
    assert made.tokens
    terrain = tuple(4 if kind == 5 else kind for kind in made.terrain)
    tokens = tuple(token or 12 for token in made.tokens)
    state = State.new(ruleset, 1, Island("base", terrain, tokens, robber=3))
    text = check_round_trip(state)
    assert "/robber:3,from:3/" in text
    with pytest.raises(InvalidNotation, match="does not say where it began"):
        read_position(text.replace(",from:3", ""))


def test_an_island_that_no_option_makes() -> None:
    """A game may begin on a known island, whatever the options say."""
    made = State.new(Ruleset(terrain="fixed", tokens="fixed", harbors="fixed")).island
    assert made.terrain
    assert made.tokens
    terrain = tuple(4 if kind == 5 else kind for kind in made.terrain)
    tokens = tuple(token or 12 for token in made.tokens)
    check_round_trip(State.on_island(Ruleset(), Island("base", terrain, tokens, made.harbors, 3)))


def test_long_games_have_large_numbers() -> None:
    text = write_position(State.new(Ruleset(first_player="given"), 3)) + f"/chances:{(1 << 62) - 1}"
    state = read_position(text)
    assert isinstance(state, State)
    assert check_round_trip(state) == text


# --- the document -----------------------------------------------------------------------------------------------------


def test_the_examples_of_the_document_are_positions() -> None:
    assert len(EXAMPLES) == 6
    by_hand, written = EXAMPLES[1:3]
    assert write_position(read_position(by_hand)) == written
    for text in (EXAMPLES[0], *EXAMPLES[2:]):
        assert write_position(read_position(text)) == text


def test_the_puzzle_of_the_document_has_its_solution() -> None:
    state = read_position(EXAMPLES[1])
    assert isinstance(state, State)
    assert state.points(0) == 8
    state.apply(0, a.action(a.BUILD_ROAD, 45))
    assert (state.phase, state["winner"]) == ("over", 0)


def test_the_grammar_of_the_document_names_every_field() -> None:
    grammar = DOCUMENT.read_text(encoding="utf-8").split("<!-- position -->")[1].split("```ebnf")[1].split("```")[0]
    for field in FIELDS:
        assert f'{field.label}:"' in grammar
    for item in ITEMS:
        assert f'"{item.letter}"' in grammar
