"""The page's judgement of decisions: what a seat could know, and losses like the library's."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from longroad.analysis.analyst import Analyst
from longroad.analysis.budget import Budget
from longroad.analysis.games import LEVELS, Judged, is_choice
from longroad.bots.beliefs.dealing import Dealer
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play, view_of
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CARD_KINDS, CARDS, CHANCE, HAND, PLAYERS, RESOURCES
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.notation.actions import action_of
from tests.scripts.vitest import vitest

TURNS = 40
MOST = 6  # decisions of each game whose losses are compared
SAMPLED, SAMPLES = 6, 500  # decisions before which hands are sampled, and how often
BUDGET = replace(LEVELS["normal"], rollouts=120, trade_states=24)


def played(preset: str) -> History:
    """Play a game of novices."""
    history = History(State.new(Ruleset.preset(preset, limit=TURNS), 5))
    for _ in play(history, [make_bot("novice", seat) for seat in range(history.state.s[PLAYERS])], 5):
        pass
    return history


def decisions(game: History) -> list[Judged]:
    """Return the decisions with a real choice."""
    found, history = [], History(game.beginning)
    for number, ply in enumerate(game.plies):
        seat, action = ply_seat(ply), ply_action(ply)
        if seat != CHANCE and is_choice(history.state, seat, action):
            found.append(Judged(number, view_of(history, seat), action))
        history.push(seat, action)
    return found


def loss(judged: Judged, budget: Budget) -> float:
    """Return what a decision lost, as the library judges it."""
    analysis = Analyst(budget).analyse(judged.view, include=[judged.action])
    return next(found.loss for found in analysis.actions if found.action == action_of(judged.action))


def mean_hands(judged: Judged) -> list[float]:
    """Return what a seat believes of all hands: the mean number of each resource and of each development card."""
    dealer, chance, players = Dealer(judged.view), Random(judged.number), judged.view.seen.s[PLAYERS]
    dealt = np.array([dealer.sample(chance).s for _ in range(SAMPLES)])
    hands = dealt[:, HAND : HAND + RESOURCES * players], dealt[:, CARDS : CARDS + CARD_KINDS * players]
    return [float(mean) for mean in np.concatenate(hands, axis=1).mean(0)]


def spread(chosen: Sequence[Any], most: int) -> list[Any]:
    """Return some of many, spread over all."""
    return [chosen[k * len(chosen) // most] for k in range(most)] if len(chosen) > most else list(chosen)


def described(game: History) -> dict[str, object]:
    """Return a game as the page's tests read it."""
    chosen = decisions(game)
    return {
        "start": b64encode(game.beginning.to_bytes()).decode(),
        "plies": [{"seat": ply_seat(ply), "action": ply_action(ply)} for ply in game.plies],
        "decisions": [judged.number for judged in chosen],
        "compared": [judged.number for judged in spread(chosen, MOST)],
        "rollouts": BUDGET.rollouts,
        "sampled": [judged.number for judged in spread(chosen, SAMPLED)],
        "samples": SAMPLES,
    }


@pytest.mark.compiled
def test_the_page_judges_decisions_as_the_library_does(tmp_path: Path) -> None:
    """In a game of each preset: the same decisions, by what their seats could know, with much the same losses."""
    games = [played(preset) for preset in PRESETS]
    file = tmp_path / "games.json"
    file.write_text(json.dumps([described(game) for game in games]))
    printed = vitest("src/engine/knowledge/beliefs", "src/engine/judging/decisions", LONGROAD_REVIEWS=str(file))
    for test in (
        "fits everything that it sees",
        "leaves the true hands possible",
        "does not depend on what is hidden",
        "does not use hidden hands in a game that begins at a position",
        "tells the beginning of a game from a position in which somebody holds more",
    ):
        assert any("✓" in line and test in line for line in printed.splitlines()), printed
    hands = [mean for game in json.loads(file.with_name("games.json.hands").read_text()) for mean in game]
    expected = [mean_hands(judged) for game in games for judged in spread(decisions(game), SAMPLED)]
    for found, mean in zip(hands, expected, strict=True):
        assert np.abs(np.array(found) - mean).max() < 0.15  # by five standard errors of half a card in 500 samples
    page = np.concatenate(json.loads(file.with_name("games.json.losses").read_text()))
    library = np.array([loss(judged, BUDGET) for game in games for judged in spread(decisions(game), MOST)])
    assert len(page) == len(library) > 40
    assert np.corrcoef(page, library)[0, 1] > 0.6
    assert abs(page.mean() - library.mean()) < 0.01  # a point of a hundred; both are about 1.5
