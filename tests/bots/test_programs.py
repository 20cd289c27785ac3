"""Programs that play over standard input and output: whole games, and whatever a program may do wrong."""

from __future__ import annotations

import gc
import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.playing import play
from longroad.bots.program_messages import MOST_LINE
from longroad.bots.program_talk import BadProgram
from longroad.bots.programs import UNSAID, UNUSABLE, Program
from longroad.core.actions import ply_is_absent, ply_seat
from longroad.core.history import History
from longroad.game import Game
from longroad.notation.actions import Ply, write_ply
from longroad.server.errors import Wrong
from longroad.server.lobby import chair
from longroad.view import View
from tests.bots.looks import begun

ROOT = Path(__file__).parent.parent.parent
PYTHON = shlex.quote(sys.executable)
PATIENT = "decision_s=60 start_s=120"  # nothing but the program under test shall be late on a busy machine
PLAIN = f"program:{PATIENT} {PYTHON} -S {ROOT / 'examples' / 'plain_bot.py'}"
NODE = f"program:{PATIENT} {PYTHON} {ROOT / 'scripts' / 'with_node.py'} node {ROOT / 'examples' / 'plain_bot.mjs'}"
OURS = f"program:{PATIENT} {PYTHON} -m longroad.cli bot"

# A program that greets; what it does when it is told something stands in the place of the dots.
SOURCE = """
import json, os, subprocess, sys, time
def say(**message): print(json.dumps(message), flush=True)
def act(action, **more): say(type="act", decision=asked, action=action, **more)
asked, times = 0, 0
for line in sys.stdin:
    told = json.loads(line)
    kind = told["type"]
    if kind == "hello":
        say(type="hello", protocol=1, name="tester")
    if kind == "decide":
        asked, times, legal = told["decision"]["id"], times + 1, told["decision"]["actions"]
    ...
"""
ANSWERS = "if kind == 'decide': act(legal[0] if legal else None)"

Make = Callable[..., Program]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Make]:
    """Make programs that do what they are told in Python, and end them."""
    programs: list[Program] = []

    def make(*does: str, limits: str = PATIENT, seed: int = 1) -> Program:
        path = tmp_path / f"program{len(programs)}.py"
        path.write_text(SOURCE.replace("...", "\n    ".join(line for each in does for line in each.splitlines())))
        programs.append(Program(f"{limits} {PYTHON} -S {path}", seed))
        return programs[-1]

    yield make
    for each in programs:
        each.close()


def opening() -> View:
    """Seat 0 rolls, and nothing else."""
    return Game("beginner").view(0)


def codes(bot: Program) -> list[tuple[str, bool]]:
    """List the faults of a bot, and whether they were warnings."""
    return [(fault.code, fault.is_warning) for fault in bot.faults]


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


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
    assert bot.explain() == "I have not chosen anything yet."
    assert str(bot.choose(opening())) == "roll"
    assert bot.explain() == "I feel lucky."
    silent = program(ANSWERS)
    silent.choose(opening())
    assert silent.explain() == UNSAID


def test_a_program_proposes_when_it_is_asked(program: Make) -> None:
    game = Game("beginner", chance="given")
    game.push("roll")
    game.push("rolled 8")
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


def test_who_never_proposes_is_not_asked(program: Make, tmp_path: Path) -> None:
    game = Game("beginner", chance="given")
    game.push("roll")
    game.push("rolled 8")
    path = tmp_path / "shy.py"
    path.write_text(SOURCE.replace('name="tester"', 'name="shy", proposes=False').replace("...", "pass"))
    with Program(f"{PYTHON} -S {path}") as shy:
        assert shy.propose(game.view(1)) is None
        assert shy.faults == []


# --- what a program is told -------------------------------------------------------------------------------------------

NOTES = """
with open(sys.argv[0] + '.log', 'a') as notes: print(line, end='', file=notes)
"""


def notes_of(program: Program) -> list[dict[str, Any]]:
    """Read what a program wrote down of what it was told."""
    path = Path(program._command[-1] + ".log")
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_game_is_told_once_then_what_is_new_then_the_end(program: Make) -> None:
    bot = program(NOTES, ANSWERS, seed=77)
    history = begun("base", 3, players=3, limit=6)
    for _ in play(history, [bot, make_bot("novice", 1), make_bot("novice", 2)], 3):
        pass
    bot.close()
    told = notes_of(bot)
    assert [message["type"] for message in told[:2]] == ["hello", "game"]
    assert {message["type"] for message in told[2:-1]} == {"decide"}
    assert told[1]["seed"] == 77
    assert told[-1]["type"] == "over"
    plies: list[str] = []
    for message in told[2:]:
        log = message["log"]
        assert len(log["plies"]) < 80
        plies[log["since"] :] = log["plies"]
    assert plies == [write_ply(ply) for ply in history.redacted(0)]
    assert (told[-1]["result"], told[-1]["winner"]) == ("draw", None)
    assert told[-1]["points"] == [history.state.points(seat) for seat in range(3)]


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


# --- one warning, then the stated default -----------------------------------------------------------------------------

MALFORMED = {
    "no JSON": "print('roll', flush=True)",
    "nothing": "print(flush=True)",
    "a list": "print('[1]', flush=True)",
    "nested": "print('[' * 3000, flush=True)",
    "no text": "os.write(1, bytes([255, 254, 10]))",
    "another type": "say(type='move', decision=asked, action='roll')",
    "no action": "say(type='act', decision=asked)",
    "too many fields": "act('roll', reason='none')",
    "a number": "act(5)",
    "a decision to come": "say(type='act', decision=asked + 1, action='roll')",
    "a decision that is true": "say(type='act', decision=True, action='roll')",
    "no notation": "act('jump')",
    "another seat": "act('0: roll')",
    "a long reason": "act('roll', why='x' * 301)",
}
ILLEGAL = {"illegal": "act('end')", "null": "act(None)", "a place that is not": "act('settle 79')"}
TOO_LARGE = {
    "a long line": "act('roll', why='x' * 5000)",
    "a huge one": "os.write(1, b'x' * 60_000); os.write(1, b'y' * 60_000 + bytes([10]))",
}
WRONG = (
    [pytest.param("malformed", does, id=name) for name, does in MALFORMED.items()]
    + [pytest.param("illegal_action", does, id=name) for name, does in ILLEGAL.items()]
    + [pytest.param("too_large", does, id=name) for name, does in TOO_LARGE.items()]
)


@pytest.mark.parametrize(("code", "does"), WRONG)
def test_a_wrong_answer_is_warned_about_and_can_be_mended(program: Make, code: str, does: str) -> None:
    bot = program(f"if kind == 'decide': {does}", "if kind == 'refused': act('roll')")
    assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [(code, True)]
    assert not bot.is_absent
    assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [(code, True)] * 2


@pytest.mark.parametrize(("code", "does"), WRONG)
def test_who_is_wrong_again_gets_the_stated_default(program: Make, code: str, does: str) -> None:
    bot = program(NOTES, f"if kind in ('decide', 'refused') and times < 2: {does}", "if times == 2: act('roll')")
    assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [(code, True), (code, False)]
    assert bot.faults[1].played == "roll"
    assert bot.is_absent
    assert bot.explain() == UNUSABLE
    bot.choose(opening())  # the next decision is a new one
    assert len(bot.faults) == 2
    told = notes_of(bot)[2:]
    assert [message["type"] for message in told] == ["decide", "refused", "played", "decide"]
    assert told[1]["code"] == told[2]["code"] == code
    assert told[2]["action"] == "roll"


def test_a_rule_that_forbids_is_named(program: Make) -> None:
    bot = program("if kind in ('decide', 'refused'): act('end')")
    bot.choose(opening())
    assert bot.faults[0].rule == "TRN-1"
    assert bot.faults[0].message == "'end' is not possible: The production roll comes first."


def test_late_answers_to_earlier_decisions_are_passed_over(program: Make) -> None:
    bot = program(ANSWERS, "if kind == 'decide': act('roll')", "if kind == 'decide': act('end')")
    for _ in range(3):
        assert str(bot.choose(opening())) == "roll"
    assert bot.faults == []


def test_a_late_answer_is_warned_about_and_can_still_come(program: Make) -> None:
    limits = "decision_s=2 reserve_s=0 start_s=60"
    bot = program("if kind == 'refused': act('roll')", limits=limits)
    assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [("late", True)]


# --- programs that hang, end, or talk too much ------------------------------------------------------------------------

HASTY = "decision_s=0.2 reserve_s=0 start_s=60"


@pytest.mark.parametrize(
    "does",
    [
        pytest.param("pass", id="silent"),
        pytest.param("if kind == 'decide': time.sleep(1000)", id="reads no more"),
        pytest.param("while kind == 'decide': time.sleep(0.01); print('', end=' ', flush=True)", id="no line"),
        pytest.param("while kind == 'decide': say(type='act', decision=0, action='roll')", id="stale lines"),
        pytest.param("if kind == 'decide': sys.stdin.close(); time.sleep(1000)", id="closed its input"),
        pytest.param("import signal; signal.signal(15, lambda *_: 0); signal.signal(2, lambda *_: 0)", id="stubborn"),
    ],
)
def test_a_program_that_hangs_is_ended_and_started_once_more(program: Make, does: str) -> None:
    bot = program(does, limits=HASTY)
    begun_at = time.monotonic()
    first = bot._talk.pid
    for _ in range(4):
        assert str(bot.choose(opening())) == "roll"
    assert time.monotonic() - begun_at < 30
    expected = [("late", True), ("late", False)] * 2 + [("ended", False)] * 2
    assert codes(bot) == expected
    assert [fault.played for fault in bot.faults] == [None, "roll", None, "roll", "roll", "roll"]
    assert not is_there(first)
    assert not is_there(bot._talk.pid)


def test_a_flood_without_a_line_is_too_large_then_late(program: Make) -> None:
    bot = program("while kind == 'decide': os.write(1, b'x' * 65536)", limits="decision_s=3 reserve_s=0 start_s=60")
    assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [("too_large", True), ("late", False)]


def test_a_program_that_reads_nothing_is_not_waited_for(program: Make) -> None:
    """What is told piles up until the pipe is full, and then with us."""
    bot = program("time.sleep(1000)", limits="decision_s=0.2 reserve_s=0 start_s=60")
    bot._talk._pipes.send("x" * 1_000_000)
    assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [("late", True), ("late", False)]


def test_a_program_that_ends_is_started_once_more_and_asked_again(program: Make, tmp_path: Path) -> None:
    mark = tmp_path / "been here"
    dies = f"if kind == 'decide' and not os.path.exists({str(mark)!r}): open({str(mark)!r}, 'w'); 1 / 0"
    bot = program(dies, ANSWERS)
    assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [("ended", True)]
    assert "exit code 1" in bot.faults[0].message
    assert "ZeroDivisionError: division by zero" in bot.faults[0].message
    assert not bot.is_absent


def test_a_program_that_ends_again_is_left_alone(program: Make) -> None:
    bot = program("if kind == 'decide': sys.exit(3)")
    for _ in range(3):
        assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [("ended", True), ("ended", False), ("ended", False), ("ended", False)]
    assert "exit code 3" in bot.faults[1].message
    assert "not started any more" in bot.faults[2].message
    bot.over(opening())  # who has ended is told nothing


def test_the_next_game_begins_with_a_program_that_runs(program: Make) -> None:
    bot = program("if kind == 'game' and told['seat'] == 0: sys.exit(3)", ANSWERS)
    game = Game("beginner", seed=7)
    assert str(bot.choose(game.view(0))) == "roll"
    assert bot.is_absent
    for text in ("roll", "end"):
        game.push(text)
    assert str(bot.choose(game.view(1))) == "roll"
    assert not bot.is_absent


def test_a_chatty_program_is_read_and_only_its_last_words_are_kept(program: Make) -> None:
    chats = "if kind == 'decide': sys.stderr.write('x' * 3_000_000 + ' and then I rolled'); sys.stderr.flush()"
    bot = program(chats, ANSWERS)
    assert str(bot.choose(opening())) == "roll"
    assert bot.faults == []
    bot.close()
    assert bot.errors.endswith("and then I rolled")
    assert len(bot.errors) == 4000


def test_a_game_with_a_failing_program_is_played_to_its_end_and_says_so(program: Make) -> None:
    bot = program("if kind == 'decide': act(legal[0] if legal else None) if times < 5 else sys.exit(1)")
    history = begun("base", 3, players=3, limit=12)
    for _ in play(history, [make_bot("novice", 1), bot, make_bot("novice", 2)], 3):
        pass
    assert history.state.is_over
    absent = [ply for ply in history.plies if ply_is_absent(ply)]
    assert {ply_seat(ply) for ply in absent} == {1}
    assert len(absent) == sum(fault.played is not None for fault in bot.faults) > 3
    again = History(history.beginning, history.plies)
    assert again.state == history.state


# --- how it begins and ends -------------------------------------------------------------------------------------------


def test_a_program_ends_with_its_bot(program: Make) -> None:
    closed = program(ANSWERS)
    closed.choose(opening())
    pid = closed._talk.pid
    assert is_there(pid)
    closed.close()
    assert not is_there(pid)
    lonely = Program(shlex.join(closed._command))
    pid = lonely._talk.pid
    assert is_there(pid)
    del lonely
    gc.collect()
    assert not is_there(pid)


def test_what_a_program_started_ends_with_it(program: Make, tmp_path: Path) -> None:
    child = tmp_path / "child"
    bot = program(
        "if kind == 'decide':",
        f"    started = subprocess.Popen(['sleep', '1000']); open({str(child)!r}, 'w').write(str(started.pid))",
        ANSWERS,
    )
    bot.choose(opening())
    bot.close()
    deadline = time.monotonic() + 10
    while _runs(int(child.read_text())) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _runs(int(child.read_text()))


def _runs(pid: int) -> bool:
    """Tell whether a process is there and no corpse that nobody has buried yet."""
    state = Path(f"/proc/{pid}/stat")
    if not state.parent.parent.joinpath("self").exists():  # no such file system, as on macOS
        return is_there(pid)
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_copy_of_the_process_leaves_the_program_alone(program: Make) -> None:
    bot = program(ANSWERS)
    pid = os.fork()
    if pid == 0:
        bot.close()
        os._exit(0)
    os.waitpid(pid, 0)
    assert str(bot.choose(opening())) == "roll"
    assert bot.faults == []


BAD = {
    "program:": "which program",
    "program:decision_s=1": "which program",
    "program:decision_s=fast python x": "seconds from 0",
    "program:reserve_s=-1 python x": "seconds from 0",
    "program:python 'x": "no command line",
    "program:no-such-program-here --x": "No such file",
    f"program:{PYTHON} -S -c 1/0": "division by zero",
    f"program:{PYTHON} -S -c pass": "exit code 0",
    f"program:{PYTHON} -S -c print(5)": "a line is an object",
    f"""program:{PYTHON} -S -c 'print("x" * {MOST_LINE + 1})'""": "bytes at most",
    f"""program:{PYTHON} -S -c 'print({{"a":1}})'""": "no JSON",
    f"program:start_s=0.2 {PYTHON} -S -c 'import time; time.sleep(9)'": "does not answer the greeting",
    "program:" + shlex.join([sys.executable, "-S", "-c", """print('{"type":"hello","protocol":2,"name":"x"}')"""]): (
        "speaks protocol 2, and this is 1"
    ),
    "program:" + shlex.join([sys.executable, "-S", "-c", """print('{"type":"hello","protocol":1,"name":""}')"""]): (
        "1 to 40 letters"
    ),
}


@pytest.mark.parametrize("spec", BAD, ids=range(len(BAD)))
def test_what_is_no_program_is_said_at_once(spec: str) -> None:
    with pytest.raises(BadProgram, match=BAD[spec]):
        make_bot(spec)


def test_nobody_starts_a_program_on_somebody_elses_server() -> None:
    """Whoever opens a game on a server names one of its computer players, and no command line."""
    with pytest.raises(Wrong) as refused:
        chair(1, "computer", "", PLAIN, [])
    assert refused.value.code == "unknown_bot"
