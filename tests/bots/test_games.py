"""Whole games of bots: legal, repeatable, and won by the stronger players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from longroad.bots.levels import LEVELS, make_bot
from longroad.bots.protocol import Bot
from longroad.bots.self_play import play, seats_to_ask
from longroad.core import actions as a
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.ruleset import PRESETS
from longroad.game.game import Game
from longroad.game.view import View
from longroad.notation.actions import Action
from tests.bots.views import begun, game_view, played, quick
from tests.core.games import beginning
from tests.samples import first

NEVER_CHOSEN = {a.STOP_ROADS, a.WITHDRAW}  # a novice has no use for them


class Watched:
    """A bot that records what it gets, what it answers, and its reasons."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self.bot, self.seat = bot, seat

    def choose(self, view: View) -> Action:
        self.check(view)
        action = self.bot.choose(view)
        assert action in view.legal_actions()
        self.check_reason()
        return action

    def propose(self, view: View) -> Action | None:
        self.check(view)
        action = self.bot.propose(view)
        if action is not None:
            assert action in view.legal_actions()
            assert action.kind == "propose"
            self.check_reason()
        return action

    def explain(self) -> str:
        return self.bot.explain()

    def check(self, view: View) -> None:
        assert type(view) is View
        assert view.viewer == self.seat
        assert all(view.hand(seat) is None for seat in range(view.players) if seat != self.seat)

    def check_reason(self) -> None:
        reason = self.explain()
        assert reason[0].isupper()
        assert reason.endswith(".")
        assert reason.count(".") == 1
        assert len(reason) < 110


def watched_game(history: History, seed: int) -> Iterator[int]:
    """Make novices and a random player play a game on, in turn in every seat; yield the plies."""
    players = history.state["players"]
    names = ["random" if (seat + seed) % players == 0 else "novice" for seat in range(players)]
    bots = [Watched(make_bot(name, seed), seat) for seat, name in enumerate(names)]
    yield from (ply for _, ply in play(history, bots, seed))


@pytest.mark.parametrize("number", first(24, range(60)))
def test_every_answer_is_legal_under_every_ruleset(number: int) -> None:
    """The presets come first, then random rulesets."""
    history = History(beginning(number))
    for _ in watched_game(history, number):
        pass
    assert history.state.is_over


@pytest.mark.parametrize("seed", first(1, range(3)))
@pytest.mark.parametrize("preset", PRESETS)
def test_novices_play_every_preset_to_victory(preset: str, seed: int) -> None:
    state = played(preset, seed, "novice").state
    assert state["turns"] < 300
    assert state.points(state["winner"]) >= state["victory_points"]


def test_novices_take_every_kind_of_decision() -> None:
    """Among themselves they make no offer that invites a counter-offer; a random player in seat 0 does."""
    games = [played(preset, seed, "novice") for preset, count in (("base", 4), ("duel", 12)) for seed in range(count)]
    mixed = [played("base", seed, "random", "novice") for seed in range(4)]
    plies = [ply for game in games for ply in game.plies if a.ply_seat(ply) != CHANCE]
    plies += [ply for game in mixed for ply in game.plies if a.ply_seat(ply) not in (0, CHANCE)]
    kinds = {a.action_kind(a.ply_action(ply)) for ply in plies}
    assert kinds | NEVER_CHOSEN == set(range(a.ROLL, a.START_ROLLED))


def test_a_random_player_does_whatever_is_legal() -> None:
    games = [played(preset, seed, "random") for preset in ("base", "duel") for seed in range(4)]
    kinds = {a.action_kind(a.ply_action(ply)) for game in games for ply in game.plies if a.ply_seat(ply) != CHANCE}
    assert kinds == set(range(a.ROLL, a.START_ROLLED))


# --- strength ---------------------------------------------------------------------------------------------------------


STRENGTH = [("base", 4, 12), ("duel", 2, 10), ("base", 4, 40), ("duel", 2, 30), ("extension", 6, 20)]


@pytest.mark.parametrize(
    ("preset", "players", "games"),
    [pytest.param(*game, marks=[pytest.mark.slow] * (number > 1)) for number, game in enumerate(STRENGTH)],
)
def test_a_novice_beats_random_players(preset: str, players: int, games: int) -> None:
    """It wins nine of ten games from every seat; by luck it would win one of as many as there are players."""
    wins = 0
    for number in range(games):
        levels = ["random"] * players
        levels[number % players] = "novice"
        wins += played(preset, number, *levels, players=players).state["winner"] == number % players
    assert wins >= 0.9 * games


# --- the same again ---------------------------------------------------------------------------------------------------


def test_another_seed_of_the_bots_gives_another_game() -> None:
    games = []
    for seed in (1, 2):
        history = begun("base", 3)
        for _ in play(history, [make_bot("novice", seed)] * 4, 3):
            pass
        games.append(history.plies)
    assert games[0] != games[1]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_game_and_a_bot_remembers_nothing(level: str) -> None:
    """The second time, a new bot gives each answer, as after a restart or in another process."""
    history = played("base", 4, quick(level), limit=14)
    again = begun("base", 4, limit=14)
    while len(again.plies) < len(history.plies):
        if again.state.is_chance:
            again.push(CHANCE, again.state.sample(4))
            continue
        seat, action = next_afresh(again, quick(level))
        again.push(seat, action.code)
    assert again.plies == history.plies


def next_afresh(history: History, level: str) -> tuple[int, Action]:
    for seat in seats_to_ask(game_view(history, history.state.to_act[0])):
        proposal = make_bot(level, f"4 {seat}").propose(game_view(history, seat))
        if proposal is not None:
            return seat, proposal
    seat = history.state.to_act[0]
    return seat, make_bot(level, f"4 {seat}").choose(game_view(history, seat))


def test_a_game_that_is_taken_up_again_goes_on_the_same() -> None:
    def play_on(game: Game, plies: int) -> None:
        bot = make_bot("novice", 7)
        while len(game.plies) < plies:
            seat = game.to_act[0]
            game.push(bot.choose(game.view(seat)), seat)

    game = Game("base", seed=9)
    play_on(game, 120)
    again = Game.from_record(game.record.text)
    for each in (game, again):
        play_on(each, 240)
    assert game.plies == again.plies


# --- who is asked -----------------------------------------------------------------------------------------------------


def test_proposals_are_asked_for_after_the_roll_and_after_a_closed_offer() -> None:
    game = Game("beginner", chance="given")
    asked = []
    for ply in ("roll", "rolled 8", "3: propose grain for brick", "take 3", "offer lumber for wool", "1: refuse"):
        game.push(ply)
        asked.append(seats_to_ask(game.view()))
    assert asked == [(), (1, 2, 3), (), (1, 2, 3), (), ()]


def test_nobody_is_asked_who_may_not_propose() -> None:
    game = Game("beginner", chance="given", domestic_trade=False)
    game.push("roll")
    game.push("rolled 8")
    assert seats_to_ask(game.view()) == ()


def test_a_seat_that_was_asked_says_the_same_again() -> None:
    history = begun("base", 6)
    asked = 0
    for _ in play(history, [make_bot("novice", 1)] * 4, 6):
        for seat in () if history.state.is_over or history.state.is_chance else seats_to_ask(game_view(history, 0)):
            bot = make_bot("novice", 1)
            assert bot.propose(game_view(history, seat)) == bot.propose(game_view(history, seat))
            asked += 1
    assert asked > 50
