"""What a seat may know: it speaks for itself, and its log hides what was hidden from it."""

from __future__ import annotations

import pickle
import random

import pytest

import longroad as lr
from longroad.core.layout import PHASE
from longroad.core.view import PUBLIC, redact_log
from tests.played import played

PRESETS = ["base", "duel", "extension"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_seat_asks_for_itself(preset: str) -> None:
    for game in played(preset, seed=4, most=200):
        for seat in range(game.players):
            mine, whole = game.view(seat).legal_actions(), game.legal_actions(seat)
            assert (list(mine), mine.forms) == (list(whole), whole.forms)
            assert game.view(seat).why_not("end") == game.why_not("end", seat)


def test_the_public_has_no_seat_to_ask_for() -> None:
    with pytest.raises(ValueError, match="this view is the public's"):
        lr.Game("beginner").view().legal_actions()


@pytest.mark.parametrize("preset", PRESETS)
def test_the_log_of_a_view_is_that_of_its_edition(preset: str) -> None:
    for game in [game.copy() for game in played(preset, seed=2)][::20]:
        for seat in (*range(game.players), None):
            edition = game.record.edition("public" if seat is None else seat)
            assert game.view(seat).plies == edition.plies


def test_what_was_stolen_is_known_to_thief_and_victim_alone() -> None:
    game = lr.Game("beginner", players=3, chance="given")
    for action in ("roll", "rolled 7", "robber 5", "0 stole grain from 1"):
        game.push(action)
    logs = [str(game.view(seat).plies[-1]) for seat in (0, 1, 2, None)]
    assert logs == ["*: 0 stole grain from 1"] * 2 + ["*: 0 stole ? from 1"] * 2


def test_discards_are_closed_until_all_are_in() -> None:
    text = lr.Game("beginner", players=3).position.replace("h1b1l1o", "h8w").replace("h2g1o", "h8g")
    text = "/".join(field for field in text.split("/") if not field.startswith("bank"))
    game = lr.Game.from_position(text, chance="given")
    for action in ("roll", "rolled 7", "0: discard 4 wool"):
        game.push(action)
    assert [str(game.view(seat).plies[-1]) for seat in (0, 1)] == ["0: discard 4 wool", "0: discard ?"]
    game.push("1: discard 4 grain")
    assert str(game.view(1).plies[-2]) == "0: discard 4 wool"


def test_the_log_of_a_view_stays_what_it_was() -> None:
    game = lr.Game("beginner", seed=7)
    game.push("roll")
    view = game.view(1)
    game.push("end")
    game.pop()
    game.pop()
    assert [str(ply) for ply in view.plies] == ["0: roll", "*: rolled 3+3"]


def test_a_view_that_is_sent_takes_nothing_hidden_along() -> None:
    game = lr.Game("beginner", players=3, chance="given")
    for action in ("roll", "rolled 7", "robber 5", "0 stole grain from 1"):
        game.push(action)
    view = game.view(2)
    sent = pickle.loads(pickle.dumps(view))
    assert (sent, sent.plies) == (view, view.plies)
    assert vars(sent)["_log"] == tuple(ply.code for ply in view.plies) == vars(view)["_log"]
    assert str(view.plies[-1]) == "*: 0 stole ? from 1"


@pytest.mark.parametrize("preset", lr.PRESETS)
def test_a_view_can_do_what_its_seat_can_and_hides_the_rest(preset: str) -> None:
    for game in played(preset, 9, 300):
        for seat in range(game.players):
            view = game.view(seat)
            assert list(view.legal_actions(seat)) == list(game.legal_actions(seat))
            assert view.legal_actions(seat).forms == game.legal_actions(seat).forms
            assert view.hand(seat) == game.hand(seat)
            others = [other for other in range(game.players) if other != seat]
            assert all(view.hand(other) is None and view.cards(other) is None for other in others)
            assert all(view.hand_size(other) == game.hand(other).total for other in others)
            assert all(view.points(other).point_cards == 0 for other in others)


def test_a_view_cannot_be_played_on() -> None:
    view = lr.Game("beginner").view(0)
    assert not hasattr(view, "push")
    assert view == lr.Game("beginner").view(0)
    assert view != lr.Game("beginner").view(1)
    with pytest.raises(ValueError, match="chance"):
        lr.Game("base", chance="given").view(0).legal_actions(lr.CHANCE)
    assert list(lr.Game("base", chance="given").view(0).legal_actions()) == []


@pytest.mark.parametrize("preset", ["base", "duel"])
def test_a_views_log_is_the_redacted_one_also_after_taking_back(preset: str) -> None:
    rng = random.Random(2)
    for game in played(preset, 9, 500):
        for viewer, seat in ((0, 0), (PUBLIC, None)):
            expected = redact_log([ply.code for ply in game.plies], viewer, game.seen.s[PHASE])
            assert [ply.code for ply in game.view(seat).plies] == expected
        if rng.random() < 0.1:
            ply = game.pop()
            game.view(0)
            game.push(ply.action, ply.seat)


def test_a_view_holds_nothing_that_its_viewer_may_not_know() -> None:
    """Everything that hangs on a view is the core's view, which is redacted, a redacted log, and no further facts."""
    *_, game = played("base", 9, 900)
    view = game.view(1)
    facts = {name: value for name, value in vars(view).items() if name not in ("_seen", "_log")}
    assert facts == {"_at_least": {}, "_is_bank_counted": True}
    assert any(str(ply).endswith("drew ?") or "stole ?" in str(ply) for ply in view.plies)
    assert [ply.code for ply in view.plies] == list(vars(view)["_log"])
