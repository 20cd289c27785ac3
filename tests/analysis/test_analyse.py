"""Analyses: the best actions are found, the same seed says the same, and nothing hidden is used."""

from __future__ import annotations

import json
import random

import pytest

from longroad.analysis import Analysis, Budget, analyse
from longroad.analysis.analyst import Analyst
from longroad.game.game import Game
from longroad.notation.errors import InvalidNotation
from longroad.notation.resources import Resources
from tests.analysis.games import LITTLE, PRESETS, game_of, plies_of
from tests.bots.test_no_cheating import twins
from tests.bots.views import begun, game_view

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("preset", PRESETS)
def test_every_decision_of_a_game_can_be_analysed(preset: str) -> None:
    game, kinds = game_of(preset, most=0), set()
    for number, ply in enumerate(game_of(preset).plies):
        if ply.seat < 6 and (number % 9 == 0 or game.phase not in kinds):
            kinds.add(game.phase)
            found = analyse(game.view(ply.seat), LITTLE)
            assert found.seat == ply.seat
            assert sum(found.chances) == pytest.approx(1.0)
            assert all(candidate.reason for candidate in found.actions)
            for candidate in found.actions:
                assert game.why_not(candidate.action, ply.seat) is None
                assert 0.0 <= candidate.chance <= 1.0
            if ply.seat in game.to_act:
                assert found.actions
        game.push(ply)


def test_a_victory_at_hand_is_seen() -> None:
    game = Game("beginner", players=3, seed=1, victory_points=3)
    game.push("roll")
    setup = game.edit()
    setup.hands[0] = Resources(grain=2, ore=3)
    setup.bank = None
    won = Game.from_position(setup.position, chance="given")
    found = analyse(won, "normal")
    assert found.best is not None
    assert found.best.action.kind == "city"
    assert found.best.chance == 1.0
    assert found.chances == (1.0, 0.0, 0.0)


def test_the_same_seed_gives_the_same_analysis() -> None:
    game = game_of("base", most=100)
    view = game.view(game.to_act[0] if game.to_act[0] < 6 else game.turn)
    one, same, other = (analyse(view, LITTLE, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one.rollouts == 0 or one != other


def test_what_a_seat_cannot_know_changes_nothing() -> None:
    seat, asked = 2, 0
    for game, other in twins(begun("base", 2), list(plies_of("base", 2)), seat, random.Random(2)):
        if seat in game.state.to_act and asked < 12:
            one, two = game_view(game, seat), game_view(other, seat)
            assert analyse(one, LITTLE) == analyse(two, LITTLE)
            asked += 1
    assert asked == 12


def test_everything_can_be_used_if_it_may_be() -> None:
    game = decision("main")
    everything = analyse(game, LITTLE, everything=True)
    assert everything == analyse(game, LITTLE, everything=True)
    with pytest.raises(ValueError, match="everything=True: a view hides cards"):
        analyse(game.view(game.turn), LITTLE, everything=True)


def decision(phase: str, preset: str = "base") -> Game:
    """Return a game with a choice in a phase."""
    game = game_of(preset, most=0)
    for number, ply in enumerate(game_of(preset).plies):
        if number > 40 and game.phase == phase and len(game.to_act) == 1 and len(game.legal_actions()) > 2:
            return game
        game.push(ply)
    raise AssertionError(f"no choice in {phase}")


def test_it_gets_better_while_one_looks() -> None:
    game = decision("main")
    told: list[Analysis] = []
    budget = Budget(states=2, nodes=16, candidates=3, rollouts=200, turns=2, rollout_nodes=4)
    rounds = list(analyse(game, budget, live=True, progress=told.append))
    assert rounds == told
    assert [found.rollouts for found in rounds] == sorted({found.rollouts for found in rounds})
    assert rounds[-1] == analyse(game, budget)


def test_an_action_can_be_included() -> None:
    game = decision("main")
    last = game.legal_actions()[-1]
    budget = Budget(states=2, nodes=8, candidates=1, rollouts=8, turns=1, rollout_nodes=4)
    assert last in [candidate.action for candidate in analyse(game, budget, include=[last]).actions]
    with pytest.raises(ValueError, match=r"include 'settle 0': .* \["):
        analyse(game, budget, include=["settle 0"])


def test_positions_are_analysed_as_text() -> None:
    game = decision("main")
    assert analyse(game.position, LITTLE).seat == game.turn
    assert analyse(game.view(game.turn).position, LITTLE).seat == game.turn


def test_an_analysis_is_written_as_json() -> None:
    written = json.loads(json.dumps(analyse(decision("main"), LITTLE).to_json()))
    assert len(written["chances"]) == 4
    assert all({"action", "chance", "error", "reason"} <= set(action) for action in written["actions"])


def test_what_cannot_be_analysed_is_refused() -> None:
    over = game_of("base")
    with pytest.raises(ValueError, match="the game is over"):
        analyse(over)
    game = decision("main")
    with pytest.raises(ValueError, match="the public's view"):
        analyse(game.view())
    with pytest.raises(ValueError, match="seat=3: this is the view of seat 1"):
        analyse(game.view(1), seat=3)
    with pytest.raises(ValueError, match="expected a Game, a View"):
        analyse(7)  # type: ignore[call-overload]
    with pytest.raises(InvalidNotation):
        analyse("v2/nonsense")
    with pytest.raises(ValueError, match="rollouts=0"):
        analyse(game, Budget(rollouts=0))
    with pytest.raises(ValueError, match="'slow': expected one of quick, normal, deep"):
        analyse(game, "slow")


def test_seats_that_owe_nothing_while_others_discard_only_look_on() -> None:
    game = game_of("base", most=0)
    seen = 0
    for ply in game_of("base").plies:
        if game.phase == "discarding":
            for seat in set(range(4)) - set(game.to_act):
                assert analyse(game.view(seat), LITTLE).actions == ()
                seen += 1
        game.push(ply)
    assert seen > 2


def test_a_player_who_need_not_wait_for_answers_has_a_choice() -> None:
    game = Game("beginner", seed=7, chance="given")
    for ply in ("roll", "rolled 8", "offer brick for lumber", "2: accept"):
        game.push(ply)
    found = analyse(game, LITTLE, seat=0)
    assert "deal 2" in [candidate.action for candidate in found.actions]


def test_an_offer_without_a_log_can_be_paid_by_its_maker() -> None:
    game = Game("beginner", seed=7, chance="given")
    for ply in ("roll", "rolled 8", "offer brick for lumber"):
        game.push(ply)
    position = game.view(3).position
    for seed in range(6):
        answers = analyse(position, "quick", seat=3, seed=seed).actions
        assert all(abs(answer.chance - answers[0].chance) < 0.2 for answer in answers)


def test_what_was_asked_before_changes_nothing() -> None:
    little = Budget(states=1, nodes=8, candidates=2, rollouts=4, turns=1, rollout_nodes=4, trade_states=1, offers=2)
    views = [decision("main").view(decision("main").turn), game_of("duel", most=60).view(0)]
    used, fresh = Analyst(little), Analyst(little)
    list(used.refine(views[1]))
    assert list(used.refine(views[0])) == list(fresh.refine(views[0]))


def test_offers_cannot_be_included() -> None:
    game = Game("beginner", seed=7, chance="given")
    for ply in ("roll", "rolled 8"):
        game.push(ply)
    with pytest.raises(ValueError, match="offers and proposals are found, not included"):
        analyse(game, LITTLE, include=["offer brick for ore to 1 2"])
