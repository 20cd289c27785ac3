"""The statistics of a replay, its verified dice and its downloads, also of editions that hide cards."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from longroad import Game
from longroad.core.actions import DICE_ROLLED, START_ROLLED, action_kind, ply_action, ply_seat
from longroad.core.layout import CHANCE
from longroad.core.words import RESOURCE_NAMES
from longroad.game.fair import FairDice, verify_record
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.screens import ON_SIDE
from tests.browser.test_replay import finished_game, opened, slide, usual_game
from tests.browser.words import words


def produced(game: Game) -> list[int]:
    """Count the cards that rolls brought each seat."""
    states = list(game.record.states())
    cards = np.zeros(game.players, int)
    for number, ply in enumerate(game.record.codes):
        if ply_seat(ply) == CHANCE and action_kind(ply_action(ply)) == DICE_ROLLED:
            sizes = [np.array(state["hand_size"][: game.players]) for state in states[number : number + 2]]
            cards += sizes[1] - sizes[0]
    return [int(count) for count in cards]


@cache
def verifiable_game() -> Game:
    """Return a game with verifiable dice."""
    return finished_game(FairDice("5f" * 32).with_text(2, "Glück auf"))


def test_the_tab_counts_the_game_and_verifies_its_dice(new_person: NewPerson, tmp_path: Path) -> None:
    game = verifiable_game()
    person = new_person()
    opened(person, game.record.text, tmp_path)
    kinds = [action_kind(ply_action(ply)) for ply in game.record.codes if ply_seat(ply) == CHANCE]
    rolls = sum(kind in (START_ROLLED, DICE_ROLLED) for kind in kinds)
    assert verify_record(game.record).is_right
    person.wait_for_text(words("stats.check_kept", count=rolls))
    panel = person.page.get_by_role("region", name=words("stats.production"), exact=True)
    rows = panel.get_by_role("table").first.get_by_role("row").all()[1:]
    totals = [int(row.get_by_role("cell").nth(len(RESOURCE_NAMES)).locator("b").inner_text()) for row in rows]
    assert totals == produced(game)
    trades = person.page.get_by_role("table", name=words("stats.trades"))
    given = [int(row.get_by_role("cell").nth(3).inner_text()) for row in trades.get_by_role("row").all()[1:]]
    banks = [str(ply) for ply in game.plies if ": bank " in str(ply)]
    assert given == [sum(ply.startswith(str(seat)) for ply in banks) for seat in range(game.players)]


def test_other_dice_than_promised_are_noticed(new_person: NewPerson, tmp_path: Path) -> None:
    record = verifiable_game().record
    assert record.ending is not None
    other = replace(record, ending=replace(record.ending, secret="60" * 32))
    person = new_person()
    opened(person, other.text, tmp_path)
    person.wait_for_text(words("stats.check_other_secret"))


def test_everything_can_be_downloaded_from_an_opened_record(new_person: NewPerson, tmp_path: Path) -> None:
    game = usual_game()
    person = new_person()
    opened(person, game.record.text, tmp_path)
    person.wait_for_text(words("review.sum_note"))
    slide(person, 50)
    panel = person.page.get_by_role("region", name=words("stats.downloads"))

    def saved(name: str) -> bytes:
        with person.page.expect_download() as waiting:
            panel.get_by_role("button", name=name).click()
        return waiting.value.path().read_bytes()

    assert saved(words("stats.as_text")).decode() == game.record.text
    assert saved(words("stats.as_jsonl")).decode() == game.record.jsonl
    moves = list(csv.DictReader(saved(words("stats.file_moves")).decode().splitlines()))
    assert [row["ply"] for row in moves[1:]] == [str(ply) for ply in game.plies]
    assert moves[-1][f"chance_{game.winner}"] == "1"
    counted = list(csv.DictReader(saved(words("stats.file_statistics")).decode().splitlines()))
    cards = [int(row["count"]) for row in counted if row["statistic"] == "production"]
    assert sum(cards) == sum(produced(game))
    for picture in ("stats.picture_board", "replay.chart", "replay.chances", "stats.dice", "stats.production"):
        name = words(picture)
        drawing = ElementTree.fromstring(saved(f"{name}, SVG"))
        assert drawing.tag.endswith("svg")
        assert b"blob:" not in saved(f"{name}, SVG"), "it needs nothing but itself"
        assert saved(f"{name}, PNG").startswith(b"\x89PNG")


def test_an_edition_is_replayed_with_hidden_cards_face_down(new_person: NewPerson, tmp_path: Path) -> None:
    game = usual_game()
    person = new_person(viewport=PHONE)
    opened(person, game.record.edition(1).text, tmp_path)
    person.wait_for_text(words("stats.edition_seat", name="Orange"))
    person.wait_for_text(words("stats.needs_full"))
    slide(person, 100)
    state = list(game.record.states())[100]
    standings = person.page.get_by_role("region", name=words("replay.standings"))
    hidden = [standings.get_by_text(words("replay.hand_hidden", count=state["hand_size"][seat])) for seat in (0, 2, 3)]
    assert all(one.count() for one in hidden)
    assert standings.get_by_text(words("replay.hand_hidden", count=state["hand_size"][1])).count() == 0
    panel = person.page.get_by_role("region", name=words("stats.production"), exact=True)
    rows = panel.get_by_role("table").first.get_by_role("row").all()[1:]
    assert [int(row.locator("b").last.inner_text()) for row in rows] == produced(game)
    assert not violations(person.page)


def test_after_a_monopoly_an_edition_shows_no_hands(new_person: NewPerson, tmp_path: Path) -> None:
    record = verifiable_game().record
    played = [": monopoly " in str(ply) for ply in record.plies].index(True) + 1
    person = new_person()
    opened(person, record.edition("public").text, tmp_path)
    person.wait_for_text(words("stats.edition_monopoly", at=played))
    person.wait_for_text(words("stats.check_edition"))
    standings = person.page.get_by_role("region", name=words("replay.standings"))
    slide(person, played)
    assert standings.get_by_text(words("replay.hand_unknown")).count() == record.ruleset.players
    slide(person, played - 1)
    assert standings.get_by_text(words("replay.hand_unknown")).count() == 0
    slide(person, len(record.plies))
    person.page.get_by_text(words("replay.winner"), exact=True).wait_for()


def test_on_a_german_phone_upright_or_on_its_side_no_table_is_cut_off(new_person: NewPerson, tmp_path: Path) -> None:
    person = new_person(viewport=PHONE, locale="de-DE")
    opened(person, usual_game().record.text, tmp_path)
    person.page.locator("#downloads").wait_for()
    assert person.page.locator(".statistics table").count() > 5
    cut_off = """() => {
      document.querySelectorAll('.points details').forEach((box) => (box.open = true));
      const tables = [...document.querySelectorAll('.points table.ledger')];
      return tables.filter((one) => one.scrollWidth > one.parentElement.clientWidth).map((one) => one.innerText);
    }"""
    assert person.page.evaluate(cut_off) == []
    person.page.set_viewport_size(ON_SIDE[1])
    assert person.page.evaluate(cut_off) == []
    end = person.page.get_by_role("table", name="Die Punkte aller zu Beginn jedes Zuges").get_by_role("row").last
    game = usual_game()
    assert end.get_by_role("cell").all_inner_texts() == [str(game.points(seat)) for seat in range(game.players)]
