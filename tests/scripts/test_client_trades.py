"""The page's judgement of trades: offers, counter-offers, answers and deals ranked as the library ranks them."""

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

from longroad.analysis.analyst import Analyst, _put, _without_offers
from longroad.analysis.budget import LEVELS
from longroad.bots.beliefs.dealing import Dealer
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play, view_of
from longroad.bots.trading.bargaining import Bargainer, Decision, TradeDepth
from longroad.core.actions import CLOSE_DEAL, OFFER_TRADE, REFUSE, TAKE_PROPOSAL, action_kind, ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import OFFERS, PLAYERS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.game.view import View
from longroad.notation.actions import write_action
from longroad.search.searcher import Searcher
from tests.scripts.vitest import vitest

TABLES = ("base", "beginner", "extension")
TURNS = 60
STATES, ROUNDS = 6, 4
MOST = 4  # positions of a kind in each game
ANALYSED = 2  # from one that is also analysed with states of its own to the next
BUDGET = replace(LEVELS["normal"], rollouts=40, trade_states=32)


def played(preset: str) -> History:
    """Play a game of novices, who trade a lot."""
    history = History(State.new(Ruleset.preset(preset, limit=TURNS), 3))
    for _ in play(history, [make_bot("novice", seat) for seat in range(history.state.s[PLAYERS])], 3):
        pass
    return history


def kind_of(state: State, seat: int) -> str | None:
    """Return what a seat can trade in a state."""
    kinds = {action_kind(action) for action in state.legal(seat)}
    if REFUSE in kinds:
        return "answer"
    if kinds & {CLOSE_DEAL, TAKE_PROPOSAL}:
        return "deal"
    if seat not in state.to_act or OFFER_TRADE not in {form.kind for form in state.forms(seat)}:
        return None
    return "next offer" if state.s[OFFERS] else "first offer"


def positions(game: History) -> list[tuple[int, View]]:
    """Return some positions of every kind: the number of plies before each, and what the seat that acts knew there."""
    found: dict[str, list[tuple[int, View]]] = {}
    history = History(game.beginning)
    for number, ply in enumerate(game.plies):
        seat = ply_seat(ply)
        kind = kind_of(history.state, seat) if seat < history.state.s[PLAYERS] else None
        if kind:
            found.setdefault(kind, []).append((number, view_of(history, seat)))
        history.push(seat, ply_action(ply))
    assert {"answer", "first offer"} <= set(found)
    return [position for chosen in found.values() for position in spread(chosen, MOST)]


def spread(chosen: Sequence[Any], most: int) -> list[Any]:
    """Return some of many, spread over all."""
    return [chosen[k * len(chosen) // most] for k in range(most)] if len(chosen) > most else list(chosen)


def traded(decisions: Sequence[Decision | None]) -> list[dict[str, object]]:
    """Return what trades bring, or promise."""
    return [
        {"action": made.code, "mine": made.gain.mine, "consent": made.gain.consent, "promise": made.promise}
        for made in decisions
        if made is not None and made.gain is not None
    ]


def bargained(number: int, view: View) -> dict[str, Any]:
    """Judge all trades of a position with the library, and return the states in which it did."""
    dealer, chance, searcher = Dealer(view), Random(number), Searcher()
    states = [_without_offers(dealer.sample(chance)) for _ in range(STATES)]
    _put(searcher, states)
    depth = TradeDepth(STATES, ROUNDS, haggles=True)
    bargainer = Bargainer(searcher, view, Beliefs(), chance, depth)
    bargainer._seed = number  # which JavaScript can hold
    seat = view.viewer
    assert seat is not None
    legal = view.seen.legal(seat)
    return {
        "ply": number,
        "seat": seat,
        "states": [b64encode(state.to_bytes()).decode() for state in states],
        "seed": number,
        "offers": traded(bargainer.offers()),
        "counter": traded([bargainer.counter()]),
        "deals": traded([bargainer.accepted(legal), *bargainer.open_deals(legal)]),
    }


def ranked(view: View) -> dict[str, float]:
    """Return what every trade of a position loses by the library's analysis, and the best action first."""
    found = Analyst(BUDGET).analyse(view)
    return {write_action(one.action.code): one.loss for one in found.actions}


def written(game: History, judged: list[dict[str, Any]]) -> dict[str, object]:
    """Return a game as the page's test reads it."""
    return {
        "start": b64encode(game.beginning.to_bytes()).decode(),
        "plies": [{"seat": ply_seat(ply), "action": ply_action(ply)} for ply in game.plies],
        "turns": ROUNDS,
        "analysed": [position["ply"] for position in judged[::ANALYSED]],
        "positions": judged,
    }


def counter_loss(view: View, code: int) -> float:
    """Return what a counter-offer that was made loses by a review."""
    found = Analyst(replace(BUDGET, offers=0)).analyse(view, include=[code])
    return next(one.loss for one in found.actions if one.action.code == code)


@pytest.mark.compiled
def test_the_page_ranks_trades_as_the_library_does(tmp_path: Path) -> None:
    """In the same states to the last digit; in states of its own much alike."""
    games = [played(preset) for preset in TABLES]
    chosen = [positions(game) for game in games]
    judged = [[bargained(number, view) for number, view in own] for own in chosen]
    file = tmp_path / "trades.json"
    file.write_text(json.dumps([written(game, own) for game, own in zip(games, judged, strict=True)]))
    printed = vitest("src/engine/judging/bargaining", LONGROAD_TRADES=str(file))
    for test in ("ranks offers, counter-offers and deals", "judges counter-offers that were made", "analyses trades"):
        assert any("✓" in line and test in line for line in printed.splitlines()), printed
    pages = [losses for game in json.loads(file.with_name("trades.json.losses").read_text()) for losses in game]
    library = [ranked(view) for own in chosen for _, view in own[::ANALYSED]]
    answers = [(page, own) for page, own in zip(pages, library, strict=True) if "refuse" in own]
    assert len(answers) >= 6
    same = [next(iter(page)).split()[0] == next(iter(own)).split()[0] for page, own in answers]
    assert np.mean(same) > 0.7
    both = [(page[text], own[text]) for page, own in zip(pages, library, strict=True) for text in page if text in own]
    assert len(both) > 50
    assert np.corrcoef(np.array(both).T)[0, 1] > 0.7
    made = np.array(json.loads(file.with_name("trades.json.counters").read_text()))
    expected = [
        counter_loss(view, counter["action"])
        for own, found in zip(chosen, judged, strict=True)
        for (_, view), position in zip(own, found, strict=True)
        for counter in position["counter"]
    ]
    assert len(made) == len(expected) > 3
    assert np.abs(made - expected).max() < 0.05
