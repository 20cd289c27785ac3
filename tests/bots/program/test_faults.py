"""What a program may do wrong: it is warned once, then the stated default is played, and the game goes on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.program.bot import UNUSABLE
from longroad.bots.self_play import play
from longroad.core.actions import ply_is_absent, ply_seat
from longroad.core.history import History
from longroad.game.game import Game
from tests.bots.programs import ANSWERS, NOTES, Make, codes, is_there, notes_of, opening
from tests.bots.views import begun

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
    "a long line": "act('roll', why='x' * 70_000)",
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
    received = notes_of(bot)[2:]
    assert [message["type"] for message in received] == ["decide", "refused", "played", "decide"]
    assert received[1]["code"] == received[2]["code"] == code
    assert received[2]["action"] == "roll"


def test_a_rule_that_forbids_is_named(program: Make) -> None:
    bot = program("if kind in ('decide', 'refused'): act('end')")
    bot.choose(opening())
    assert bot.faults[0].rule == "TRN-1"
    assert bot.faults[0].message == "'end' is not possible: Roll the dice first."


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
    first = bot._session.pid
    for _ in range(4):
        assert str(bot.choose(opening())) == "roll"
    assert time.monotonic() - begun_at < 200, "not as long as it sleeps"
    expected = [("late", True), ("late", False)] * 2 + [("ended", False)] * 2
    assert codes(bot) == expected
    assert [fault.played for fault in bot.faults] == [None, "roll", None, "roll", "roll", "roll"]
    assert not is_there(first)
    assert not is_there(bot._session.pid)


def test_a_flood_without_a_line_is_too_large_then_late(program: Make) -> None:
    bot = program("while kind == 'decide': os.write(1, b'x' * 65536)", limits="decision_s=3 reserve_s=0 start_s=60")
    assert str(bot.choose(opening())) == "roll"
    assert codes(bot) == [("too_large", True), ("late", False)]


def test_a_program_that_reads_nothing_is_not_waited_for(program: Make) -> None:
    """Messages fill the pipe, and are then queued on our side."""
    bot = program("time.sleep(1000)", limits=HASTY)
    bot._session._pipes.send("x" * 1_000_000)
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
    assert "not restarted" in bot.faults[2].message
    bot.over(opening())  # a program that has ended is sent nothing


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
