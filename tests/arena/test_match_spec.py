"""Which game has which number: seats rotate, and deals are shared."""

from __future__ import annotations

import pickle
import shutil
from collections import Counter
from pathlib import Path

import grimp
import pytest

import longroad
from longroad.arena import match_spec
from longroad.arena.cluster import OtherCode, play_there
from longroad.arena.match_spec import MOST_TURNS, InvalidMatch, MatchSpec, code_digest, decisive_files
from longroad.core.ruleset import Ruleset
from longroad.core.state import State

PACKAGE = Path(longroad.__file__).parent
FOUR = MatchSpec(("novice", "random", "random", "random"), Ruleset(), seed=1)


def test_every_deal_is_played_by_everybody_in_every_seat() -> None:
    tables = [FOUR.table(number) for number in range(40)]
    for deal in range(10):
        own = [table.seats for table in tables if table.deal == deal]
        assert len(own) == FOUR.games_a_deal == 4
        assert all(sorted(column) == [0, 1, 2, 3] for column in zip(*own, strict=True))
        assert all(sorted(seats) == [0, 1, 2, 3] for seats in own)


def test_a_pool_plays_every_deal_at_every_table() -> None:
    pool = MatchSpec(("novice", "random", "random", "novice"), Ruleset(players=3))
    tables = [pool.table(number) for number in range(pool.games_a_deal)]
    assert {table.deal for table in tables} == {0}
    assert pool.table(pool.games_a_deal).deal == 1
    assert len({frozenset(table.seats) for table in tables}) == 4
    sat = Counter((seat, entrant) for table in tables for seat, entrant in enumerate(table.seats))
    assert set(sat.values()) == {3}, "everybody sits everywhere equally often"


def test_deals_differ_and_follow_from_the_seed() -> None:
    islands = {State.new(FOUR.ruleset, FOUR.deal_seed(deal)).to_bytes() for deal in range(20)}
    assert len(islands) == 20
    again = MatchSpec(FOUR.entrants, Ruleset(), seed=1)
    assert [again.deal_seed(deal) for deal in range(5)] == [FOUR.deal_seed(deal) for deal in range(5)]
    assert MatchSpec(FOUR.entrants, Ruleset(), seed=2).deal_seed(0) != FOUR.deal_seed(0)
    assert FOUR.bot_seed(0, 1) != FOUR.bot_seed(0, 2)


def test_a_game_ends_even_if_nobody_wins() -> None:
    assert FOUR.ruleset.limit == MOST_TURNS
    assert MatchSpec(FOUR.entrants, Ruleset(limit=30)).ruleset.limit == 30


def test_another_match_has_another_fingerprint() -> None:
    others = (
        MatchSpec(("random", "novice", "random", "random"), Ruleset(), seed=1),
        MatchSpec(FOUR.entrants, Ruleset(), seed=2),
        MatchSpec(FOUR.entrants, Ruleset(victory_points=8), seed=1),
        MatchSpec(FOUR.entrants, Ruleset(), seed=1, code="other"),
    )
    assert len({FOUR.fingerprint, *(other.fingerprint for other in others)}) == 5
    assert MatchSpec(FOUR.entrants, Ruleset(), seed=1).fingerprint == FOUR.fingerprint
    assert pickle.loads(pickle.dumps(FOUR)) == FOUR


def test_the_code_of_an_entrant_is_part_of_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    module = tmp_path / "ones_own_bot.py"
    digests = set()
    for text in (
        "from longroad.bots.novice import Novice as Mine",
        "from longroad.bots.random import RandomBot as Mine",
    ):
        module.write_text(text, encoding="utf-8")
        code_digest.cache_clear()
        digests.add(MatchSpec(("ones_own_bot.Mine", "novice"), Ruleset(players=2)).code)
    assert len(digests) == 2


def test_all_that_a_game_can_depend_on_is_part_of_the_match() -> None:
    """Whatever a game imports is in the digest, but for the package's own face and what only draws or tells."""
    used = grimp.build_graph("longroad").find_upstream_modules("longroad.arena.game") - {"longroad"}
    decisive = set(decisive_files())
    left_out = {name for name in used if not set(module_files(name)) <= decisive}
    assert {name.split(".")[1] for name in left_out} == {"draw", "narration"}
    assert PACKAGE / "game" / "view.py" in decisive
    assert PACKAGE / "search" / "weights.json" in decisive


def module_files(name: str) -> list[Path]:
    """Return the file of a module."""
    path = PACKAGE.joinpath(*name.split(".")[1:])
    return [path / "__init__.py"] if path.is_dir() else [path.with_suffix(".py")]


@pytest.mark.parametrize(
    "name", ["game/view.py", "game/table.py", "notation/actions.py", "core/rules/apply.py", "search/weights.json"]
)
def test_another_edition_of_decisive_code_makes_another_match(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "longroad"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    monkeypatch.setattr(match_spec, "_PACKAGE", copy)
    digests = []
    for added in ("", " ", ""):
        (copy / name).write_text((PACKAGE / name).read_text("utf-8") + added, encoding="utf-8")
        digests.append(code_digest.__wrapped__(FOUR.entrants))
    assert digests[0] == digests[2] == code_digest(FOUR.entrants)
    assert digests[0] != digests[1]


@pytest.mark.parametrize(
    ("entrants", "players", "why"),
    [
        (("novice", "random"), 3, r"2 entrants \(novice, random\) for 3 seats: expected 3 to 12"),
        (("novice",) * 13, 4, "13 entrants"),
        (("novice", "grandmaster"), 2, "'grandmaster': expected one of random"),
        (("novice", "novice:nodes=1"), 2, "'nodes' is not an option of novice"),
    ],
)
def test_a_match_that_cannot_be_played_is_quoted(entrants: tuple[str, ...], players: int, why: str) -> None:
    with pytest.raises(InvalidMatch, match=why):
        MatchSpec(entrants, Ruleset(players=players))


def test_a_machine_with_other_code_does_not_play() -> None:
    with pytest.raises(OtherCode):
        play_there(MatchSpec(("random", "random"), Ruleset(players=2), code="other"), 0)
