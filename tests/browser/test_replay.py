"""Replays: of a finished game, and of an uploaded record."""

from __future__ import annotations

from pathlib import Path
from random import Random

from longroad import Game
from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.setting import set_up, sit
from tests.browser.words import words


def slide(person: Person, at: int) -> None:
    """Drag the slider to a move."""
    person.page.get_by_role("slider", name=words("replay.slider")).fill(str(at))


def some_record(plies: int) -> tuple[str, int]:
    """Play some random plies; return the record, and its number of moves."""
    game, rng = Game("base", seed=3), Random(3)
    while len(game.plies) < plies:
        seat = game.to_act[0]
        choices = list(game.legal_actions(seat))
        game.push(rng.choice(choices), seat) if choices else game.push_default(seat)
    return game.record.text, len(game.plies)


def test_the_slider_steps_through_a_finished_game(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.almost_won())[0])
    assert pressing.take(person, "city 39")
    person.link(words("end.replay")).click()
    person.wait_for_text(words("replay.at", at=0, last=1))
    person.wait_for_text(words("replay.beginning"))
    slide(person, 1)
    person.wait_for_text(words("replay.at", at=1, last=1))
    person.page.get_by_role("heading", name=words("replay.standings")).wait_for()
    assert not person.page.get_by_text(words("replay.beginning")).count()
    person.press(words("replay.first"))
    person.wait_for_text(words("replay.at", at=0, last=1))


def test_an_uploaded_record_is_replayed_move_by_move(new_person: NewPerson, tmp_path: Path) -> None:
    text, last = some_record(40)
    record = tmp_path / "game.longroad"
    record.write_text(text, encoding="utf-8")
    person = new_person()
    person.go("/")
    person.link(words("start.replay_open")).click()
    person.page.get_by_label(words("replay.choose")).set_input_files(record)
    person.wait_for_text(words("replay.at", at=0, last=last))
    slide(person, 20)
    person.press(words("replay.on"))
    person.wait_for_text(words("replay.at", at=21, last=last))
    person.press(words("replay.last"))
    person.wait_for_text(words("replay.at", at=last, last=last))


def test_an_invalid_record_is_refused_with_a_reason(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/replay")
    person.page.get_by_text(words("replay.paste")).click()
    person.page.get_by_label(words("replay.paste_label")).fill("This is a letter to my aunt.")
    person.press(words("replay.show"))
    assert person.page.get_by_role("alert").first.inner_text().strip()
