"""Reviews in the comments of records, and as pictures."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from longroad.analysis import annotate, read_review, review
from longroad.analysis.plot import draw_review
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.record import Record
from tests.analysis.games import LITTLE, game_of

pytestmark = pytest.mark.compiled


def test_a_review_is_written_into_a_record_and_read_back() -> None:
    game = game_of("base", most=60)
    game.comments[3] = "What a start!"
    found = review(game, LITTLE, threads=1)
    for text in (annotate(game.record, found).text, annotate(game.record, found).jsonl):
        again = Record.parse(text)
        assert read_review(again) == found
        assert again.comments[3].startswith("What a start! [%chances")


def test_a_second_review_replaces_the_first() -> None:
    game = game_of("base", most=30)
    one, two = (review(game, LITTLE, threads=1, seed=seed) for seed in (1, 2))
    assert annotate(annotate(game.record, one), two) == annotate(game.record, two)


def test_a_record_without_a_review_says_so() -> None:
    record = game_of("base", most=10).record
    with pytest.raises(InvalidNotation, match=r"no review: no \[%chances \.\.\.\] before the first ply"):
        read_review(record)
    annotated = annotate(record, review(record, None))
    damaged = replace(annotated, comments={**annotated.comments, 4: "[%chances 1,2,3,4]"})
    with pytest.raises(InvalidNotation, match=r"'\[%chances 1,2,3,4\]' after ply 4"):
        read_review(damaged)


def test_a_review_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="another game"):
        annotate(game_of("base", most=11).record, review(game_of("base", most=10), None))


def test_a_review_draws_itself() -> None:
    found = review(game_of("base"), None)
    picture = found._repr_svg_()
    assert picture == draw_review(found)
    texts = {element.text for element in ElementTree.fromstring(picture).iter() if element.text}
    assert {"Blue", "Orange", "White", "Red", "decisions"} <= texts
    assert {str(ply.number) for ply in found.turning_points} & texts
    assert any(f"ply {ply.number}, " in text for text in texts for ply in found.turning_points)
