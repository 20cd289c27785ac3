"""What a person types: the notation, looser words, the beginnings of words, and nonsense."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.description.actions import EXAMPLES, describe_action, expected
from longroad.game.game import Game
from longroad.game.view import View
from longroad.narration import ENGLISH, Perspective
from longroad.notation.actions import Action
from longroad.terminal.completion import completions
from longroad.terminal.help import help_lines
from longroad.terminal.parser import ACTION_WORDS, COMMANDS, SYNONYMS, Command, ParseError, parse_line
from tests.rules.table import Table, bundle

ME = Perspective(0)


def founding() -> View:
    return Game("tournament", seed=1, first_player="given").view(0)


def rich() -> Table:
    """Seat 0 after its roll, with a settlement, a road and cards for everything."""
    table = Table.set_up()
    table.settle(0, 31)
    table.pave(0, 31, 37, 42)
    table.deal(0, brick=2, lumber=3, wool=5, grain=3, ore=3)
    return table


def seen(table: Table) -> View:
    return View(table.view(0))


def meant(line: str, view: View) -> str:
    """Read a line, and write what it was taken for."""
    found = parse_line(line, view, ME)
    return str(found) if isinstance(found, Action) else f"{found.word}({found.rest})"


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("city 31", "city 31"),
        ("City  31", "city 31"),
        ("build a city at 31", "city 31"),
        ("c 31", "city 31"),
        ("road 52", "road 52"),
        ("build road on path 53", "road 53"),
        ("settlement 42", "settle 42"),
        ("s 42", "settle 42"),
        ("e", "end"),
        ("done", "end"),
        ("buy a card", "buy"),
        ("end my turn", "end"),
        ("bank wool for ore", "bank 4 wool for 1 ore"),
        ("bank 4 sheep for 1 ore", "bank 4 wool for 1 ore"),
        ("offer 2 wool for 1 ore", "offer 2 wool for 1 ore to 1 2 3"),
        ("offer wool, grain for ore to white", "offer 1 wool 1 grain for 1 ore to 2"),
        ("o wool for ore", "offer 1 wool for 1 ore to 1 2 3"),
    ],
)
def test_actions_are_read_in_the_words_that_people_use(line: str, action: str) -> None:
    assert meant(line, seen(rich())) == action


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("help settle", "help(settle)"),
        ("?", "help()"),
        ("why settle 17", "why(settle 17)"),
        ("save My Game.longroad", "save(My Game.longroad)"),
        ("LOG 30", "log(30)"),
        ("q", "quit()"),
        ("und", "undo()"),
        ("map", "board()"),
    ],
)
def test_commands_are_read_by_name_beginning_and_other_names(line: str, command: str) -> None:
    assert meant(line, seen(rich())) == command


def test_enter_alone_rolls_and_takes_the_only_choice() -> None:
    assert meant("", seen(Table.set_up(rolled=False))) == "roll"
    with pytest.raises(ParseError, match=r"Enter alone decides nothing here\. Possible: .*or end"):
        meant("  ", seen(rich()))


def test_a_number_alone_is_a_place_where_only_places_are_due() -> None:
    assert meant("17", founding()) == "settle 17"
    with pytest.raises(ParseError, match="'17': a number of what"):
        meant("17", seen(rich()))


def test_colours_name_seats() -> None:
    table = Table.set_up(rolled=False)
    table.settle(1, 31)
    table.settle(2, 20)
    table.deal(1, ore=1)
    table.deal(2, ore=1)
    table.roll(7)
    table.do(0, a.action(a.MOVE_ROBBER, 11))
    assert meant("rob orange", seen(table)) == meant("rob 1", seen(table)) == "rob 1"
    assert expected(seen(table), ME) == "Who do you steal from? Rob 1 (Orange, 1 card) or rob 2 (White, 1 card)."


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("setle 17", ("Unknown: 'setle 17'", "Did you mean settle 17?")),
        ("xyzzy", ("Unknown: 'xyzzy'", "Possible: settle (54 places)")),
        ("settle", ("'settle': expected settle and a number", "Possible: settle 0, 1, 2")),
        ("settle here", ("site 'here'", "0 to 79")),
        ("offer wool", ("'offer wool': expected something like `offer 2 wool for 1 ore`",)),
        ("offer gold for ore", ("'gold' is not a resource", "brick, lumber, wool, grain, ore")),
        ("offer wool for wool", ("not traded for itself",)),
        ("ro", ("'ro' could be", "road")),
        ("é" * 500, ("Unknown: ",)),
    ],
)
def test_nonsense_is_quoted_and_answered_with_what_is_possible(line: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(ParseError) as error:
        meant(line, founding())
    assert all(part in str(error.value) for part in parts), str(error.value)
    assert len(str(error.value)) < 400


def test_a_neutral_player_need_not_be_named_where_only_one_can_build() -> None:
    table = Table.set_up(duel=True, players=2)
    table.settle(2, 20)
    table.settle(3, 35)
    table.settle(0, 31)
    table.deal(0, brick=1, lumber=1)
    table.do(0, a.action(a.BUILD_ROAD, 47))
    view = seen(table)
    assert view.phase == "neutral build"
    (path, *_) = (int(str(action).split()[1]) for action in view.legal_actions(0) if str(action).endswith("for 2"))
    assert meant(str(path), view) == meant(f"road {path}", view) == f"road {path} for 2"


# --- completion -------------------------------------------------------------------------------------------------------


def completed(text: str, view: View) -> dict[str, str]:
    return {found.text: found.description for found in completions(text, view, ME)}


def test_first_words_are_legal_kinds_and_commands() -> None:
    found = completed("", seen(rich()))
    assert {"city 31", "settle 42", "road ", "bank ", "offer ", "end", "buy"} <= set(found)
    assert "help" not in found, "commands come once something is typed"
    assert set(completed("h", seen(rich()))) == {"help", "hand", "hint"}


def test_places_come_with_what_lies_there() -> None:
    assert completed("city ", seen(rich())) == {"city 31": "forest 3, mountains 8, pasture 5: 11 of 36"}
    assert completed("r 4", seen(rich()))["road 46"] == "to site 36: forest 3, fields 4, pasture 5"


def test_every_completion_of_an_action_is_legal() -> None:
    view = seen(rich())
    for word in ("city ", "settle ", "road ", "bank "):
        for text in completed(word, view):
            assert view.is_legal(text, 0)


def test_bundles_are_completed_word_by_word() -> None:
    view = seen(rich())
    assert "1 wool" in completed("offer ", view)
    assert set(completed("offer 2 w", view)) == {"wool"}
    assert "for " in completed("offer 2 wool ", view)
    assert set(completed("offer 2 wool for 1 ", view)) == {"brick", "lumber", "grain", "ore"}
    assert "to " in completed("offer 2 wool for 1 ore ", view)
    assert set(completed("offer 2 wool for 1 ore to 1 ", view)) == {"2", "3"}


def test_nonsense_completes_to_nothing() -> None:
    for text in ("xyzzy ", "xyzzy", "ro ", "\x00", "offer offer offer "):
        completions(text, seen(rich()), ME)
    assert completed("xyzzy 1", seen(rich())) == {}


# --- help and expectations --------------------------------------------------------------------------------------------


def test_every_action_and_command_has_help() -> None:
    assert all(ENGLISH.has(f"topic.{word}") and ENGLISH.has(f"action.{word}") for word in ACTION_WORDS)
    assert all(ENGLISH.has(f"command.{word}") for word in COMMANDS)
    assert set(EXAMPLES) <= set(ACTION_WORDS)
    assert set(SYNONYMS.values()) <= {*ACTION_WORDS, *COMMANDS}
    assert not set(ACTION_WORDS) & set(COMMANDS)
    for word in (*ACTION_WORDS, *COMMANDS):
        assert help_lines(founding(), ME, word)[0].startswith(word), word
    assert "there is help on roll" in help_lines(founding(), ME, "dragons")[0]


def test_examples_can_be_read() -> None:
    for example in EXAMPLES.values():
        assert str(Action.parse(example, 0, 4)).startswith(example.split()[0])


def test_what_is_expected_is_one_sentence_for_every_phase() -> None:
    assert expected(founding(), ME).startswith("Place your first settlement: settle and a site, such as settle ")
    assert expected(seen(Table.set_up(rolled=False)), ME) == "Roll the dice (Enter)."
    assert expected(seen(rich()), ME).endswith("or end.")
    table = Table.set_up(rolled=False)
    table.deal(0, ore=9)
    table.roll(7)
    assert expected(seen(table), ME) == "A 7: discard 4 of your 9 cards, as in discard 4 ore."


def test_an_offer_to_the_person_tells_its_terms() -> None:
    table = Table.set_up()
    table.give_turn(1)
    table.deal(1, ore=1)
    table.deal(0, wool=1)
    table.do(1, bundle(a.OFFER_TRADE, 0b0001, ore=1, wool=-1))
    assert expected(seen(table), ME) == "Orange gives 1 ore for your 1 wool: accept, refuse or counter?"
    assert meant("yes", seen(table)) == "accept"
    assert meant("n", seen(table)) == "refuse"


def test_every_legal_action_has_a_few_words() -> None:
    for action in (*founding().legal_actions(0), *seen(rich()).legal_actions(0)):
        assert 3 < len(describe_action(founding(), action, ME)) < 80


def test_parse_line_returns_commands_and_actions() -> None:
    assert parse_line("hand", founding(), ME) == Command("hand", "")
    assert parse_line("settle 3", founding(), ME) == Action.parse("settle 3")
