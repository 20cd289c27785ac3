"""Replays: of a finished game, and of an uploaded record."""

from __future__ import annotations

from math import floor
from pathlib import Path
from random import Random

import numpy as np
import pytest

from longroad import Game
from longroad.analysis.chances import Valuer
from longroad.bench.serving import Served
from longroad.bots.levels import make_bot
from longroad.core.actions import CARD_DRAWN, CARD_STOLEN, CARD_TAKEN, action_kind, ply_action, ply_seat
from longroad.core.layout import CHANCE
from longroad.search.evaluate import CERTAIN
from tests.browser import positions, pressing
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.setting import set_up, sit
from tests.browser.words import prefix, words


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


def finished_game() -> Game:
    """Play a whole game of novices."""
    game = Game("base", seed=12)
    bots = [make_bot("novice", seat) for seat in range(game.players)]
    while not game.is_over:
        seat = game.to_act[0]
        game.push(bots[seat].choose(game.view(seat)), seat)
    return game


def expected_table(game: Game) -> list[list[int]]:
    """Return what the library says about each seat: start, dice, thefts, cards, own and others' moves, end."""
    record = game.record
    chances = np.array(Valuer().values(list(record.states()))) / CERTAIN
    changes, seats = np.diff(chances, axis=0), np.array([ply_seat(ply) for ply in record.codes])
    kinds = np.array([action_kind(ply_action(ply)) for ply in record.codes])
    is_luck = seats == CHANCE
    is_theft = is_luck & np.isin(kinds, (CARD_STOLEN, CARD_TAKEN))
    is_draw = is_luck & (kinds == CARD_DRAWN)
    by_luck = [changes[chosen].sum(0) for chosen in (is_luck & ~is_theft & ~is_draw, is_theft, is_draw)]
    rows = []
    for seat in range(game.players):
        moves = [changes[~is_luck & ((seats == seat) == is_own), seat].sum() for is_own in (True, False)]
        row = [chances[0, seat], *(luck[seat] for luck in by_luck), *moves, chances[-1, seat]]
        rows.append([floor(100 * share + 0.5) for share in row])
    return rows


@pytest.mark.parametrize("viewport", [None, PHONE])
def test_the_tab_computes_what_was_luck(viewport: dict[str, int] | None, new_person: NewPerson, tmp_path: Path) -> None:
    game = finished_game()
    record = tmp_path / "game.longroad"
    record.write_text(game.record.text, encoding="utf-8")
    person = new_person() if viewport is None else new_person(viewport=viewport)
    person.go("/replay")
    person.page.get_by_label(words("replay.choose")).set_input_files(record)
    person.wait_for_text(words("replay.chances_sum"))
    panel = person.page.get_by_role("region", name=words("replay.chances"))
    rows = panel.get_by_role("row").all()[1:]
    table = [[int(cell.inner_text()) for cell in row.get_by_role("cell").all()] for row in rows]
    assert table == expected_table(game)
    assert not violations(person.page)


def test_without_webassembly_the_page_says_so_and_replays_all_the_same(new_person: NewPerson, tmp_path: Path) -> None:
    text, last = some_record(40)
    record = tmp_path / "game.longroad"
    record.write_text(text, encoding="utf-8")
    person = new_person()
    person.page.route("**/*.wasm", lambda route: route.fulfill(status=404))
    person.go("/replay")
    person.page.get_by_label(words("replay.choose")).set_input_files(record)
    person.wait_for_text(prefix("replay.chances_failed"))
    slide(person, 20)
    person.wait_for_text(words("replay.at", at=20, last=last))


def test_an_invalid_record_is_refused_with_a_reason(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/replay")
    person.page.get_by_text(words("replay.paste")).click()
    person.page.get_by_label(words("replay.paste_label")).fill("This is a letter to my aunt.")
    person.press(words("replay.show"))
    assert person.page.get_by_role("alert").first.inner_text().strip()
