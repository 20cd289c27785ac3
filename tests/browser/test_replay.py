"""A game is seen again: after its end, and from a record that somebody brings."""

from __future__ import annotations

from pathlib import Path
from random import Random

from longroad import Game
from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import Comes
from tests.browser.person import Person
from tests.browser.setting import set_up, sit
from tests.browser.words import words


def slide(person: Person, at: int) -> None:
    """Draw the slider to a move."""
    person.page.get_by_role("slider", name=words("replay.slider")).fill(str(at))


def some_record(plies: int) -> tuple[str, int]:
    """Play a little at random; return the record, and how many moves it has."""
    game, rng = Game("base", seed=3), Random(3)
    while len(game.plies) < plies:
        seat = game.to_act[0]
        choices = list(game.legal_actions(seat))
        game.push(rng.choice(choices), seat) if choices else game.push_default(seat)
    return game.record.text, len(game.plies)


def test_the_slider_goes_through_a_game_that_is_over(comes: Comes, server: Served) -> None:
    person = comes()
    sit(person, set_up(server, positions.almost_won())[0])
    assert pressing.take(person, "city 39")
    person.link(words("end.replay")).click()
    person.sees(words("replay.at", at=0, last=1))
    person.sees(words("replay.beginning"))
    slide(person, 1)
    person.sees(words("replay.at", at=1, last=1))
    person.page.get_by_role("heading", name=words("replay.standings")).wait_for()
    assert not person.page.get_by_text(words("replay.beginning")).count()
    person.press(words("replay.first"))
    person.sees(words("replay.at", at=0, last=1))


def test_a_record_that_somebody_brings_is_shown_move_by_move(comes: Comes, tmp_path: Path) -> None:
    text, last = some_record(40)
    record = tmp_path / "game.longroad"
    record.write_text(text, encoding="utf-8")
    person = comes()
    person.go("/")
    person.link(words("start.replay_open")).click()
    person.page.get_by_label(words("replay.choose")).set_input_files(record)
    person.sees(words("replay.at", at=0, last=last))
    slide(person, 20)
    person.press(words("replay.on"))
    person.sees(words("replay.at", at=21, last=last))
    person.press(words("replay.last"))
    person.sees(words("replay.at", at=last, last=last))


def test_what_is_no_record_is_refused_with_a_reason(comes: Comes) -> None:
    person = comes()
    person.go("/replay")
    person.page.get_by_text(words("replay.paste")).click()
    person.page.get_by_label(words("replay.paste_label")).fill("This is a letter to my aunt.")
    person.press(words("replay.show"))
    assert person.page.get_by_role("alert").first.inner_text().strip()
