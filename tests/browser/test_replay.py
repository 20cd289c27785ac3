"""Replays: of a finished game, and of an uploaded record."""

from __future__ import annotations

from functools import cache
from math import floor
from pathlib import Path
from random import Random

import numpy as np

from longroad import Game
from longroad.analysis.chances import Valuer
from longroad.analysis.games import is_choice
from longroad.bench.serving import Served
from longroad.bots.levels import make_bot
from longroad.core.actions import CARD_DRAWN, CARD_STOLEN, CARD_TAKEN, action_kind, ply_action, ply_seat
from longroad.core.layout import CHANCE
from longroad.game.fair import FairDice
from longroad.search.evaluate import CERTAIN
from tests.browser import positions, pressing
from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.pressing import settled
from tests.browser.setting import set_up, sit
from tests.browser.words import prefix, words

WHITE = 2  # a seat
POINTS = 6  # that win


def slide(person: Person, at: int) -> None:
    """Drag the slider to a move."""
    person.page.get_by_role("slider", name=words("replay.slider"), exact=True).fill(str(at))


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


def finished_game(chance: FairDice | None = None) -> Game:
    """Play a whole game of novices, a short one: every state of it takes the tab some milliseconds."""
    game = Game("base", seed=12, victory_points=POINTS) if chance is None else Game("base", chance=chance)
    bots = [make_bot("novice", seat) for seat in range(game.players)]
    while not game.is_over:
        seat = game.to_act[0]
        game.push(bots[seat].choose(game.view(seat)), seat)
    return game


@cache
def usual_game() -> Game:
    """Return a game that several tests look at."""
    return finished_game()


def expected_table(game: Game) -> list[list[int]]:
    """Return what the library says: a row each for start, luck, dice, thefts, cards, own and others' moves, and end."""
    record = game.record
    chances = np.array(Valuer().values(list(record.states()))) / CERTAIN
    changes, seats = np.diff(chances, axis=0), np.array([ply_seat(ply) for ply in record.codes])
    kinds = np.array([action_kind(ply_action(ply)) for ply in record.codes])
    is_luck = seats == CHANCE
    is_theft = is_luck & np.isin(kinds, (CARD_STOLEN, CARD_TAKEN))
    is_draw = is_luck & (kinds == CARD_DRAWN)
    by_luck = [changes[chosen].sum(0) for chosen in (is_luck, is_luck & ~is_theft & ~is_draw, is_theft, is_draw)]
    columns = []
    for seat in range(game.players):
        moves = [changes[~is_luck & ((seats == seat) == is_own), seat].sum() for is_own in (True, False)]
        column = [chances[0, seat], *(luck[seat] for luck in by_luck), *moves, chances[-1, seat]]
        columns.append([floor(100 * share + 0.5) for share in column])
    return [list(row) for row in zip(*columns, strict=True)]


def opened(person: Person, record: str, folder: Path) -> None:
    """Open a record on the page for replays."""
    file = folder / "game.longroad"
    file.write_text(record, encoding="utf-8")
    person.go("/replay")
    person.page.locator("input[type=file]").set_input_files(file)


def shown_step(person: Person) -> int:
    """Return the step that the slider of the controls shows."""
    return int(person.page.get_by_role("slider", name=words("replay.slider"), exact=True).input_value())


def test_the_tab_computes_what_was_luck(new_person: NewPerson, tmp_path: Path) -> None:
    game = usual_game()
    person = new_person()
    opened(person, game.record.text, tmp_path)
    person.wait_for_text(words("review.sum_note"))
    panel = person.page.get_by_role("region", name=words("replay.chances"))
    sums = panel.get_by_role("table").filter(has_text=words("review.sum_text"))
    rows = sums.get_by_role("row").all()[1:]
    table = [[int(cell.inner_text()) for cell in row.get_by_role("cell").all()] for row in rows]
    assert table == expected_table(game)
    for viewport in (DESKTOP, PHONE):
        person.page.set_viewport_size(viewport)
        settled(person)
        assert sums.evaluate("table => table.getBoundingClientRect().right <= innerWidth")
        assert not violations(person.page)


def test_the_chart_and_its_turning_points_lead_to_their_moves(new_person: NewPerson, tmp_path: Path) -> None:
    person = new_person()
    opened(person, usual_game().record.text, tmp_path)
    panel = person.page.get_by_role("region", name=words("replay.chances"))
    turning = panel.get_by_role("list").filter(has=person.page.get_by_role("button")).get_by_role("button")
    turning.first.wait_for()
    assert turning.count() == 5
    turning.nth(2).click()
    at = shown_step(person)
    assert words("review.move", at=at) in turning.nth(2).inner_text()
    chart = panel.get_by_role("slider", name=words("review.chart_label"))
    chart.focus()
    person.page.keyboard.press("ArrowLeft")
    person.wait_until(lambda: shown_step(person) == at - 1, "the move before")
    assert chart.get_attribute("aria-valuenow") == str(at - 1)
    box = chart.bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # shows that move
    person.wait_until(lambda: shown_step(person) not in (at, at - 1), "the move under the pointer")
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 50)  # and goes back
    person.wait_until(lambda: shown_step(person) == at - 1, "the move from before")


def test_the_costliest_decisions_are_listed_and_can_be_tried_again(new_person: NewPerson, tmp_path: Path) -> None:
    game = usual_game()
    person = new_person(viewport=PHONE)
    opened(person, game.record.text, tmp_path)
    panel = person.page.get_by_role("region", name=words("review.decisions"))
    items = panel.get_by_role("listitem")
    items.nth(2).wait_for()
    panel.get_by_role("radio", name="White").check()
    panel.get_by_role("progressbar").wait_for(state="detached")
    assert all("White" in text for text in items.all_inner_texts())
    again = items.first.get_by_role("link")
    before = int((again.get_attribute("href") or "").rpartition("at=")[2])
    seat, action = ply_seat(game.record.codes[before]), ply_action(game.record.codes[before])
    assert seat == WHITE
    assert is_choice(list(game.record.states())[before], seat, action)
    items.first.get_by_role("button", name=words("review.go", at=before + 1)).click()
    person.wait_until(lambda: shown_step(person) == before + 1, "the move")
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not violations(person.page)
    again.click()
    person.page.wait_for_url(f"**/analysis?at={before}")
    person.wait_for_text(words("analysis.to_act", name="White"))


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
