"""Analyses: the best actions are found, the same seed says the same, and nothing hidden is used."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from longroad.analysis import Analysis, Budget, analyse
from longroad.analysis.analyst import FOUNDING_SHARE, SPECIAL_SHARE, Analyst
from longroad.core.layout import CHANCE, HAND_SIZE
from longroad.game.game import Game
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.reader import InvalidRecord
from longroad.notation.resources import Resources
from tests.analysis.games import LITTLE, game_of, offered, plies_of
from tests.bots.test_no_cheating import twins
from tests.bots.views import begun, game_view
from tests.samples import first, presets

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("every", first(1, [36, 9]))
@pytest.mark.parametrize("preset", presets(3))
def test_every_decision_of_a_game_can_be_analysed(preset: str, every: int) -> None:
    game, kinds = game_of(preset, most=0), set()
    for number, ply in enumerate(game_of(preset).plies):
        if ply.seat < 6 and (number % every == 0 or game.phase not in kinds):
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


def test_reasons_are_in_the_language_that_is_asked_for() -> None:
    game = decision("main")
    english, german = analyse(game, LITTLE), analyse(game, LITTLE, language="de")
    assert [one.action for one in german.actions] == [one.action for one in english.actions]
    assert all(one.reason != other.reason for one, other in zip(german.actions, english.actions, strict=True))
    with pytest.raises(ValueError, match="language='tlh': expected one of en, de, es, fr"):
        analyse(game, LITTLE, language="tlh")


def test_what_cannot_be_analysed_is_refused() -> None:
    over = game_of("base")
    with pytest.raises(ValueError, match="the game is over"):
        analyse(over)
    game = decision("main")
    with pytest.raises(ValueError, match="the public's view"):
        analyse(game.view())
    with pytest.raises(ValueError, match="seat=3: this is the view of seat 1"):
        analyse(game.view(1), seat=3)
    with pytest.raises(ValueError, match="expected a Game, a View, a Record"):
        analyse(7)  # type: ignore[call-overload]
    with pytest.raises(InvalidNotation):
        analyse("v2/nonsense")
    with pytest.raises(ValueError, match="rollouts=0"):
        analyse(game, Budget(rollouts=0))
    with pytest.raises(ValueError, match="'slow': expected one of quick, normal, deep"):
        analyse(game, "slow")


def test_a_view_that_contradicts_itself_is_refused() -> None:
    game = decision("main")
    position = game.view(game.turn).position
    before, _, after = position.partition("/bank:")
    with pytest.raises(InvalidNotation, match="bank"):
        analyse(f"{before}/bank:19b19l19w19g19o/{after.partition('/')[2]}")
    view = game.view(game.turn)
    view.seen.s[HAND_SIZE + (game.turn + 1) % 4] += 1
    with pytest.raises(ValueError, match="this view contradicts itself: "):
        analyse(view, LITTLE)


def test_a_moment_of_a_record_is_analysed() -> None:
    game = decision("main")
    record, ply = game_of("base").record, len(game.plies)
    expected = analyse(game, LITTLE)
    for given in (record, record.text, record.jsonl):
        assert analyse(given, LITTLE, ply=ply) == expected
    assert analyse(game.record, LITTLE) == expected  # the last position
    seen = record.edition(game.turn)
    assert analyse(game_of("base", most=30).record.edition(0), LITTLE).seat == 0
    assert seen.viewer == game.turn


@pytest.mark.parametrize("ply", [-1, 9999, True, 1.5])
def test_a_ply_that_there_is_not_is_refused(ply: int) -> None:
    record = game_of("base", most=30).record
    with pytest.raises(ValueError, match=f"ply={ply}: expected a whole number from 0 to 30"):
        analyse(record, LITTLE, ply=ply)


def test_only_a_record_has_plies() -> None:
    game = decision("main")
    for position in (game, game.view(game.turn), game.position):
        with pytest.raises(ValueError, match="ply=3: only a record has plies"):
            analyse(position, LITTLE, ply=3)
    over = game_of("base").record
    with pytest.raises(ValueError, match="the game is over"):
        analyse(over, LITTLE)
    with pytest.raises(InvalidRecord):
        analyse(over.text.replace(": roll", ": city 1", 1), LITTLE, ply=3)


@pytest.mark.parametrize("preset", ["base", "extension"])
def test_no_more_rollouts_are_used_than_the_budget_has(preset: str) -> None:
    budget = replace(LITTLE, candidates=4, rollouts=50)
    kinds = set[str]()
    game = game_of(preset, most=0)
    for ply in game_of(preset).plies:
        if ply.seat < 6 and game.phase not in kinds and len(game.legal_actions(ply.seat)) > 1:
            kinds.add(game.phase)
            found = analyse(game.view(ply.seat), budget)
            least = 2 * sum(candidate.rollouts > 0 for candidate in found.actions)
            share = FOUNDING_SHARE if game.phase.startswith("found") else 1
            share *= SPECIAL_SHARE if preset == "extension" else 1
            assert found.rollouts <= max(50 // share, least)
            assert (
                found.rollouts == 0 or found.rollouts > max(50 // share, least) - 4
            )  # no more than a remainder is left
        game.push(ply)
    assert len(kinds) > 4


def test_an_analysis_that_fails_leaves_nothing_behind() -> None:
    view = decision("main").view(decision("main").turn)
    expected = analyse(view, LITTLE)
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr("longroad.analysis.analyst.reason_for", None)
        with pytest.raises(TypeError):
            analyse(view, LITTLE)
    assert analyse(view, LITTLE) == expected


def test_several_threads_do_not_disturb_each_other() -> None:
    views = [game_of("base", most=most).view(seat) for most in (30, 80, 130) for seat in range(4)]
    expected = [analyse(view, LITTLE) for view in views]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda view: analyse(view, LITTLE), views)) == expected


def test_a_live_analysis_is_not_disturbed_by_others() -> None:
    budget = Budget(states=2, nodes=16, candidates=3, rollouts=300, turns=2, rollout_nodes=4)
    disturbed = 0
    for most in range(60, 160, 2):
        game = game_of("base", most=most)
        if game.to_act[0] == CHANCE:
            continue
        view, rounds = game.view(game.to_act[0]), list[Analysis]()
        for found in analyse(view, budget, live=True):
            rounds.append(found)
            analyse(game_of("base", most=40).view(game.to_act[0]), budget)
        assert rounds[-1] == analyse(view, budget)
        disturbed += len(rounds) > 1
    assert disturbed > 1


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
    found = analyse(offered("2: accept"), LITTLE, seat=0)
    assert "deal 2" in [candidate.action for candidate in found.actions]


def test_an_offer_without_a_log_can_be_paid_by_its_maker() -> None:
    position = offered().view(3).position
    for seed in range(6):
        answers = analyse(position, "quick", seat=3, seed=seed).actions
        assert all(abs(answer.chance - answers[0].chance) < 0.2 for answer in answers)


def test_a_counter_offer_that_gives_more_away_is_worse() -> None:
    game = offered()
    counters = ("counter 2 lumber for brick", "counter 3 lumber for brick")
    found = analyse(game, replace(LITTLE, trade_states=24, offers=0), seat=3, include=counters)
    chances = {str(answer.action): answer.chance for answer in found.actions}
    assert set(chances) == {"accept", "refuse", "counter 2 lumber for 1 brick", "counter 3 lumber for 1 brick"}
    assert chances["counter 3 lumber for 1 brick"] < chances["counter 2 lumber for 1 brick"]
    assert min(answer.loss for answer in found.actions) <= 0 < max(answer.loss for answer in found.actions)


def test_a_counter_offer_that_nobody_can_take_is_a_refusal() -> None:
    """The player on turn has a single brick, as the log shows."""
    game = offered()
    found = analyse(game, LITTLE, seat=2, include=["counter lumber for 3 brick", "counter lumber for 3 brick"])
    by_action = {str(answer.action): answer for answer in found.actions}
    assert len(by_action) == len(found.actions)
    counter, refusal = by_action["counter 1 lumber for 3 brick"], by_action["refuse"]
    assert (counter.chance, counter.loss) == (refusal.chance, refusal.loss)
    assert found.actions.index(refusal) < found.actions.index(counter)


def test_counter_offers_are_found_that_can_be_made() -> None:
    game = offered()
    budget = replace(LITTLE, trade_states=8, offers=1)
    answers = [(seat, answer) for seat in (1, 2, 3) for answer in analyse(game.view(seat), budget).actions]
    counters = [(seat, answer) for seat, answer in answers if str(answer.action).startswith("counter")]
    assert counters
    for seat, answer in counters:
        assert game.why_not(answer.action, seat) is None
        assert str(answer.action) != "counter 1 lumber for 1 brick", "that is the offer itself"
        assert answer.reason


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
