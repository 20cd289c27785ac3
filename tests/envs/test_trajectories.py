"""Games as steps: what the transcriber writes is what the environment shows, and its actions lead through the log."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import pytest

import longroad as lr
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.actions import OFFER_TRADE, PROPOSE_TRADE, action_kind, bank_trade, ply_action, ply_seat
from longroad.core.compile.registry import Kind
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.envs.compose import ASK, EXTRAS, PASS_STEP, SEAT, list_steps
from longroad.envs.plan import make_plan
from longroad.envs.step import chosen_action, is_allowed, write_mask
from longroad.envs.trajectories import PlayedGame, RandomGame, Trajectory, Transcriber, packed
from longroad.envs.transcribe import step_index
from longroad.envs.vector import VectorEnvironment
from tests.envs.positions import observed

BOTH = pytest.mark.parametrize("kind", ["interpreted", pytest.param("compiled", marks=pytest.mark.compiled)])


def bots_play(ruleset: Ruleset, *levels: str, seed: int) -> History:
    history = History(State.new(ruleset, seed))
    for _ in play(history, [make_bot(level, seat) for seat, level in enumerate(levels)], seed):
        pass
    return history


def written(history: History, kind: Kind = "interpreted", room: int = 512) -> Trajectory:
    ruleset = history.state.ruleset
    names = tuple(f"bot {seat}" for seat in range(ruleset.players))
    game = PlayedGame(5, history.beginning, history.plies, names)
    return next(Transcriber(ruleset, backend=kind, room=room).write([game]))


def replayed(game: Trajectory, history: History) -> list[tuple[int, int]]:
    """Take the actions of a trajectory with the log's chance, and check each; return the plies that they make."""
    state, ruleset = history.beginning.copy(), history.state.ruleset
    transcriber = Transcriber(ruleset, backend="interpreted")
    plan = make_plan(transcriber.actions, transcriber.features)
    asked = transcriber.features
    is_asked = next(at for block, at, feature in asked.columns() if feature.name == "is_asked")
    chances = iter([ply_action(entry) for entry in history.plies if ply_seat(entry) == CHANCE])
    extras, made = [0] * EXTRAS, []
    for step, index in enumerate(game.actions.tolist()):
        while state.is_chance:
            state.apply(CHANCE, next(chances))
        seat = extras[SEAT] = int(game.seats[step])
        extras[ASK] = int(game.observations[step, is_asked]) << seat
        list_steps(state.s, state.m, extras, seat)
        mask = [0] * len(transcriber.actions)
        write_mask(state.s, state.m, extras, plan, mask)
        assert packed(np.array([mask])).tolist() == game.masks[step : step + 1].tolist()
        assert is_allowed(state.s, state.m, extras, plan, index)
        assert game.points_before[step] == state.points(seat)
        if step % 40 == 0:
            assert game.observations[step].tolist() == observed(state, seat, extras)
        action = chosen_action(state.s, state.m, extras, plan, index)
        if action:
            state.apply(seat, action)
            made.append((seat, action))
    for chance in chances:
        state.apply(CHANCE, chance)
    assert state.to_bytes() == history.state.to_bytes()
    return made


def decisions(history: History) -> list[tuple[int, int]]:
    plies = [(ply_seat(entry), ply_action(entry)) for entry in history.plies]
    return [(seat, action) for seat, action in plies if seat != CHANCE]


# --- random play ------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_random_games_are_those_of_the_environment(preset: str) -> None:
    ruleset = Ruleset.preset(preset, limit=12)
    games = {game.game: game for game in Transcriber(ruleset, threads=2).write(RandomGame(k, 40 + k) for k in range(9))}
    assert sorted(games) == list(range(9))
    env = VectorEnvironment(ruleset, 1, restarts="never")
    for game in games.values():
        env.reset([game.seed or 0])
        for step in range(len(game)):
            actions = env.random_actions()
            assert (game.actions[step], game.seats[step]) == (actions[0], env.seats[0])
            assert np.array_equal(game.observations[step], env.observations[0])
            assert np.array_equal(game.masks[step], packed(env.masks)[0])
            env.step(actions)
        assert env.dones[0] == 1
        state = env.state(0)
        assert (game.winner, game.turns, game.is_over) == (state["winner"], state["turns"], True)
        assert game.points == tuple(state.points(seat) for seat in range(ruleset.players))


@pytest.mark.compiled
def test_compiled_and_interpreted_transcribers_agree() -> None:
    ruleset = Ruleset(limit=8)
    one, two = (
        {
            game.game: game
            for game in Transcriber(ruleset, backend=kind, room=100).write([RandomGame(k, k) for k in (1, 2)])
        }
        for kind in ("compiled", "interpreted")
    )
    for number, game in one.items():
        assert np.array_equal(game.observations, two[number].observations)
        assert np.array_equal(game.masks, two[number].masks)
        assert game.actions.tolist() == two[number].actions.tolist()


def test_rewards_add_up_to_the_points_at_the_end() -> None:
    game = next(Transcriber(Ruleset(domestic_trade=False), backend="interpreted").write([RandomGame(0, 3)]))
    for seat, points in enumerate(game.points):
        own = game.seats == seat
        assert game.rewards[own].sum() == points
        assert set(game.results[own].tolist()) == {1 if seat == game.winner else -1}


# --- logs -------------------------------------------------------------------------------------------------------------

TABLES = [
    (Ruleset.preset("base", limit=40), ("random", "novice", "learner", "random")),
    (Ruleset.preset("duel", limit=40), ("random", "novice")),
    (Ruleset.preset("extension", players=5, limit=20), ("random", "random", "novice", "learner", "random")),
    (Ruleset.preset("beginner", players=3, steal="may", limit=40), ("random",) * 3),
]


@BOTH
@pytest.mark.parametrize(("ruleset", "levels"), TABLES)
def test_the_actions_of_a_log_lead_through_it(ruleset: Ruleset, levels: tuple[str, ...], kind: Kind) -> None:
    history = bots_play(ruleset, *levels, seed=3)
    game = written(history, kind, room=97)
    assert game.unnumbered == 0
    assert replayed(game, history) == decisions(history)
    assert (game.winner, game.is_over, game.game, game.seed) == (history.state["winner"], True, 5, None)


@pytest.mark.compiled
@pytest.mark.parametrize("options", [{"domestic_trade": False}, {"proposals_per_turn": 0}])
def test_the_environment_repeats_a_log_that_has_its_chance(options: dict[str, Any]) -> None:
    """Without proposals the environment asks the seats in the order in which bots are asked."""
    history = bots_play(Ruleset(limit=60, **options), "novice", "random", "learner", "novice", seed=11)
    game = written(history, "compiled")
    env = VectorEnvironment(history.state.ruleset, 1, restarts="never")
    env.reset([11])
    for step in range(len(game)):
        assert env.seats[0] == game.seats[step]
        assert np.array_equal(env.observations[0], game.observations[step])
        assert np.array_equal(packed(env.masks)[0], game.masks[step])
        env.step(game.actions[step : step + 1])
    assert env.state(0).to_bytes() == history.state.to_bytes()


def test_offers_and_discards_are_composed_card_by_card() -> None:
    history = bots_play(Ruleset(limit=60), *["random"] * 4, seed=5)
    kinds = {action_kind(action) for _, action in decisions(history)}
    assert {OFFER_TRADE, PROPOSE_TRADE} <= kinds
    assert len(written(history)) > len(decisions(history))


def beginner_game(*plies: str) -> lr.Game:
    game = lr.Game("beginner", chance="given")
    for ply in plies:
        game.push(ply)
    return game


def proposal(game: lr.Game, seat: int) -> str:
    """Return a proposal of a card that a seat has."""
    give = str(game.hand(seat)).split()[1]
    return f"{seat}: propose {give} for {'ore' if give != 'ore' else 'wool'}"


def described(game: lr.Game) -> list[tuple[int, str]]:
    record = game.record
    transcriber = Transcriber(record.ruleset, backend="interpreted")
    steps = next(transcriber.write([PlayedGame(0, record.start, record.codes, record.names)]))
    texts = map(transcriber.actions.describe, steps.actions.tolist())
    return list(zip(steps.seats.tolist(), texts, strict=True))


def test_who_is_asked_and_does_not_propose_has_passed() -> None:
    start = ("roll", "rolled 8")
    assert described(beginner_game(*start)) == [(0, "roll")], "nothing is known of what follows"
    game = beginner_game(*start)
    assert described(beginner_game(*start, "end")) == [
        (0, "roll"),
        *((seat, "propose nothing") for seat in (1, 2, 3)),
        (0, "end turn"),
    ]
    game.push(proposal(game, 2))
    game.push("0: end")
    steps = described(game)
    assert [steps[0], steps[1]] == [(0, "roll"), (1, "propose nothing")]
    assert {seat for seat, _ in steps[2:5]} == {2}
    assert steps[4:] == [(2, "make the offer"), (3, "propose nothing"), (0, "end turn")]


def test_a_proposal_at_another_time_is_written_as_if_asked_for() -> None:
    game = beginner_game("roll", "rolled 8")
    game.push(proposal(game, 3))
    game.push(proposal(game, 1))
    steps = described(game)
    assert [seat for seat, _ in steps] == [0, 1, 2, 3, 3, 3, 1, 1, 1]
    assert [text for _, text in steps].count("make the offer") == 2


def test_a_worse_rate_has_no_number() -> None:
    history = with_worse_rate()
    game = written(history)
    assert game.unnumbered == 1
    transcriber = Transcriber(history.state.ruleset, backend="interpreted")
    passing = step_index(make_plan(transcriber.actions, transcriber.features), PASS_STEP)
    assert len(game) == len(decisions(history)) - 1 + game.actions.tolist().count(passing)


def with_worse_rate() -> History:
    """Return a game whose last ply is a trade at a rate of 4 where the seat has a better one."""
    for seed in range(30):
        history = bots_play(Ruleset(domestic_trade=False, limit=60), *["random"] * 4, seed=seed)
        state = history.beginning.copy()
        plies: list[int] = []
        for entry in history.plies:
            if state.phase == "main" and (worse := worse_trade(state, state["turn"])):
                return History(history.beginning, chain(plies, [worse | state["turn"] << 48]))
            state.apply(ply_seat(entry), ply_action(entry))
            plies.append(entry)
    raise AssertionError("no such game")


def worse_trade(state: State, seat: int) -> int | None:
    """Return a legal trade with the bank that is not listed."""
    legal = state.legal(seat)
    for give in range(5):
        trade = bank_trade(4, give, (give + 1) % 5)
        if trade not in legal and state.why_not(seat, trade) is None:
            return trade
    return None


def test_a_default_for_an_absent_seat_is_marked() -> None:
    history = History(State.new(Ruleset(domestic_trade=False), seed=1))
    history.resolve_chance(1)
    first = history.state.to_act[0]
    history.push_default(first)
    history.push(history.state.to_act[0], history.state.legal(history.state.to_act[0])[0])
    assert written(history).is_absent.tolist() == [True, False]


def test_an_unfinished_log_has_no_result() -> None:
    history = bots_play(Ruleset(domestic_trade=False, limit=9), *["random"] * 4, seed=1)
    beginning = History(history.beginning, history.plies[:40])
    game = written(beginning)
    assert (game.winner, game.is_over, set(game.results.tolist())) == (-1, False, {0})
