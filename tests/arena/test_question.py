"""Which game has which number: seats rotate, and deals are shared."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path

import pytest

from longroad.arena.cluster import OtherCode, play_there
from longroad.arena.question import MOST_TURNS, InvalidQuestion, Question, code_digest
from longroad.core.ruleset import Ruleset
from longroad.core.state import State

FOUR = Question(("novice", "random", "random", "random"), Ruleset(), seed=1)


def test_every_deal_is_played_by_everybody_in_every_seat() -> None:
    tables = [FOUR.table(number) for number in range(40)]
    for deal in range(10):
        own = [table.seats for table in tables if table.deal == deal]
        assert len(own) == FOUR.games_a_deal == 4
        assert all(sorted(column) == [0, 1, 2, 3] for column in zip(*own, strict=True))
        assert all(sorted(seats) == [0, 1, 2, 3] for seats in own)


def test_a_pool_plays_every_deal_at_every_table() -> None:
    pool = Question(("novice", "random", "random", "novice"), Ruleset(players=3))
    tables = [pool.table(number) for number in range(pool.games_a_deal)]
    assert {table.deal for table in tables} == {0}
    assert pool.table(pool.games_a_deal).deal == 1
    assert len({frozenset(table.seats) for table in tables}) == 4
    sat = Counter((seat, entrant) for table in tables for seat, entrant in enumerate(table.seats))
    assert set(sat.values()) == {3}, "everybody sits everywhere equally often"


def test_deals_differ_and_follow_from_the_seed() -> None:
    islands = {State.new(FOUR.ruleset, FOUR.deal_seed(deal)).to_bytes() for deal in range(20)}
    assert len(islands) == 20
    again = Question(FOUR.entrants, Ruleset(), seed=1)
    assert [again.deal_seed(deal) for deal in range(5)] == [FOUR.deal_seed(deal) for deal in range(5)]
    assert Question(FOUR.entrants, Ruleset(), seed=2).deal_seed(0) != FOUR.deal_seed(0)
    assert FOUR.bot_seed(0, 1) != FOUR.bot_seed(0, 2)


def test_a_game_ends_even_if_nobody_wins() -> None:
    assert FOUR.ruleset.limit == MOST_TURNS
    assert Question(FOUR.entrants, Ruleset(limit=30)).ruleset.limit == 30


def test_another_question_has_another_fingerprint() -> None:
    others = (
        Question(("random", "novice", "random", "random"), Ruleset(), seed=1),
        Question(FOUR.entrants, Ruleset(), seed=2),
        Question(FOUR.entrants, Ruleset(victory_points=8), seed=1),
        Question(FOUR.entrants, Ruleset(), seed=1, code="other"),
    )
    assert len({FOUR.fingerprint, *(other.fingerprint for other in others)}) == 5
    assert Question(FOUR.entrants, Ruleset(), seed=1).fingerprint == FOUR.fingerprint
    assert pickle.loads(pickle.dumps(FOUR)) == FOUR


def test_the_code_of_an_entrant_is_part_of_the_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    module = tmp_path / "ones_own_bot.py"
    digests = set()
    for text in (
        "from longroad.bots.novice import Novice as Mine",
        "from longroad.bots.random import RandomBot as Mine",
    ):
        module.write_text(text, encoding="utf-8")
        code_digest.cache_clear()
        digests.add(Question(("ones_own_bot.Mine", "novice"), Ruleset(players=2)).code)
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("entrants", "players", "why"),
    [
        (("novice", "random"), 3, r"2 entrants \(novice, random\) for 3 seats: possible are 3 to 12"),
        (("novice",) * 13, 4, "13 entrants"),
        (("novice", "grandmaster"), 2, "'grandmaster': there are the computer players"),
        (("novice", "novice:nodes=1"), 2, "'nodes' is no option of novice"),
    ],
)
def test_a_question_that_nobody_can_answer_is_quoted(entrants: tuple[str, ...], players: int, why: str) -> None:
    with pytest.raises(InvalidQuestion, match=why):
        Question(entrants, Ruleset(players=players))


def test_a_machine_with_other_code_does_not_play() -> None:
    with pytest.raises(OtherCode):
        play_there(Question(("random", "random"), Ruleset(players=2), code="other"), 0)
