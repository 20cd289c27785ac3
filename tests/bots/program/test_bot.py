"""Programs that play over standard input and output: whole games, and what they are sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.program.bot import UNSAID, Program
from longroad.bots.self_play import play
from longroad.core.actions import ply_is_absent
from longroad.game.game import Game
from longroad.game.view import View
from longroad.notation.actions import Ply, write_ply
from tests.bots.programs import ANSWERS, NOTES, PATIENT, PLAIN, PYTHON, ROOT, SOURCE, Make, notes_of, opening
from tests.bots.views import begun

NODE = f"program:{PATIENT} {PYTHON} {ROOT / 'scripts' / 'with_node.py'} node {ROOT / 'examples' / 'plain_bot.mjs'}"
OURS = f"program:{PATIENT} {PYTHON} -m longroad.cli bot"


def rolled() -> Game:
    """Seat 0 has rolled, and whoever waits may propose a trade."""
    game = Game("beginner", chance="given")
    game.push("roll")
    game.push("rolled 8")
    return game


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), [("base", 4), ("extension", 6), ("duel", 2)])
def test_the_examples_play_whole_games_without_a_fault(preset: str, players: int) -> None:
    history = begun(preset, 2, players=players)
    specs = [PLAIN, NODE] * (players // 2)
    bots = [make_bot(spec, seat) for seat, spec in enumerate(specs)]
    for _ in play(history, bots, 2):
        pass
    assert history.state.is_over
    assert history.state["winner"] >= 0
    for bot in bots:
        assert isinstance(bot, Program)
        assert bot.faults == []
        assert bot.errors == ""
        bot.close()
    assert not any(ply_is_absent(ply) for ply in history.plies)


@pytest.mark.slow
@pytest.mark.parametrize("spec", [PLAIN, NODE], ids=["python", "node"])
def test_an_example_plays_the_same_game_for_the_same_seed(spec: str) -> None:
    games = []
    for _ in range(2):
        history = begun("base", 5, limit=12)
        with Program(spec.removeprefix("program:"), seed=3) as bot:
            for _ in play(history, [bot, *(make_bot("novice", seat) for seat in (1, 2, 3))], 5):
                pass
        games.append(history.plies)
    assert games[0] == games[1]


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players", "limit"), [("base", 3, 60), ("extension", 5, 30), ("duel", 2, 60)])
def test_our_players_answer_as_programs_what_they_answer_here(preset: str, players: int, limit: int) -> None:
    games = []
    for spec in (f"{OURS} novice", "novice"):
        history = begun(preset, 4, players=players, limit=limit)
        bots = [make_bot(spec if seat == 0 else "novice", seat) for seat in range(players)]
        for _ in play(history, bots, 4):
            pass
        games.append(history.plies)
    assert games[0] == games[1]


def test_a_program_says_why(program: Make) -> None:
    bot = program("if kind == 'decide': act('roll', why='I feel lucky.')")
    assert bot.name == "tester"
    assert bot.explain() == "I haven't chosen anything yet."
    assert str(bot.choose(opening())) == "roll"
    assert bot.explain() == "I feel lucky."
    silent = program(ANSWERS)
    silent.choose(opening())
    assert silent.explain() == UNSAID


def test_a_program_proposes_when_it_is_asked(program: Make) -> None:
    game = rolled()
    proposes = "if kind == 'decide' and not told['decision']['is_awaited']: act('propose 1 ore for 1 wool')"
    assert str(program(proposes).propose(game.view(1))) == "propose 1 ore for 1 wool"
    assert program(ANSWERS).propose(game.view(1)) is None
    nonsense = program("if kind in ('decide', 'refused'): act('propose 9 ore for 1 wool')")
    assert nonsense.propose(game.view(1)) is None
    assert [(fault.code, fault.is_warning, fault.played) for fault in nonsense.faults] == [
        ("illegal_action", True, None),
        ("illegal_action", False, None),
    ]
    assert not nonsense.is_absent


def test_who_never_proposes_is_not_asked(tmp_path: Path) -> None:
    game = rolled()
    path = tmp_path / "shy.py"
    path.write_text(SOURCE.replace('name="tester"', 'name="shy", proposes=False').replace("...", "pass"))
    with Program(f"{PYTHON} -S {path}") as shy:
        assert shy.propose(game.view(1)) is None
        assert shy.faults == []


# --- what a program is sent -------------------------------------------------------------------------------------------


def test_a_game_is_told_once_then_what_is_new_then_the_end(program: Make) -> None:
    bot = program(NOTES, ANSWERS, seed=77)
    history = begun("base", 3, players=3, limit=6)
    for _ in play(history, [bot, make_bot("novice", 1), make_bot("novice", 2)], 3):
        pass
    bot.close()
    received = notes_of(bot)
    assert [message["type"] for message in received[:2]] == ["hello", "game"]
    assert {message["type"] for message in received[2:-1]} == {"decide"}
    assert received[1]["seed"] == 77
    assert received[-1]["type"] == "over"
    plies: list[str] = []
    for message in received[2:]:
        log = message["log"]
        assert len(log["plies"]) < 80
        plies[log["since"] :] = log["plies"]
    assert plies == [write_ply(ply) for ply in history.redacted(0)]
    assert (received[-1]["result"], received[-1]["winner"]) == ("draw", None)
    assert received[-1]["points"] == [history.state.points(seat) for seat in range(3)]


def test_a_discard_that_is_laid_open_is_told_anew(program: Make) -> None:
    bot = program(NOTES, ANSWERS)
    for text in ("1: discard ?", "1: discard 4 wool"):
        bot.choose(View(opening().seen, [Ply.parse("0: roll").code, Ply.parse(text).code]))
    logs = [message["log"] for message in notes_of(bot) if message["type"] == "decide"]
    assert logs == [
        {"since": 0, "plies": ["0: roll", "1: discard ?"]},
        {"since": 1, "plies": ["1: discard 4 wool"]},
    ]


def test_another_game_is_told_as_one(program: Make) -> None:
    bot = program(NOTES, ANSWERS)
    for seed in (1, 2, 2):
        bot.choose(Game("base", seed=seed, first_player="given").view(0))
    kinds = [message["type"] for message in notes_of(bot)]
    assert kinds == ["hello", "game", "decide", "game", "decide", "decide"]


def test_the_reserve_is_used_by_who_takes_longer(program: Make) -> None:
    slow = "if kind == 'decide': time.sleep(0.6 if times == 1 else 0)"
    bot = program(NOTES, slow, ANSWERS, limits="decision_s=0.3 reserve_s=100 start_s=60")
    bot.choose(opening())
    bot.choose(opening())
    first, second = (message["clock"] for message in notes_of(bot) if message["type"] == "decide")
    assert first == {"decision_s": 0.3, "reserve_s": 100}
    assert 60 < second["reserve_s"] < 99.8
    assert bot.faults == []
