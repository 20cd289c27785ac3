"""What a program is sent: the shapes of the server's messages, nothing that is hidden, and what the schema says."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import TypeAdapter

from longroad.bots.levels import make_bot
from longroad.bots.program.bot import Limits
from longroad.bots.program.messages import Act, Clock, Greeting, Hello, Played, Refused, read, written
from longroad.bots.program.serve import KINDS, Player
from longroad.bots.program.views import begin_of, decide_of, log_of, over_of, program_seed
from longroad.bots.self_play import play
from longroad.cli import main
from longroad.game.game import Game
from longroad.game.snapshot import geometry_of, snapshot_of
from longroad.game.view import View
from longroad.notation.positions.position import write_position
from longroad.server.wire import messages, render
from scripts.docs import program_schema as script
from tests.bots.views import begun, game_view
from tests.samples import first

ROOT = Path(__file__).parent.parent.parent.parent
PAGE = ROOT / "docs" / "howto" / "program.md"
VALIDATOR = Draft202012Validator(json.loads(script.SCHEMA.read_text(encoding="utf-8")))
PRESETS = [("base", 4), ("extension", 6), ("duel", 2)]
PARTS = pytest.mark.parametrize("part", first(1, range(5)))


@cache
def views(preset: str, players: int) -> list[View]:
    """Return views of a game: of all seats that may act, every few plies; the last one shows its end."""
    history = begun(preset, 3, players=players)
    seen = []
    for number, _ in enumerate(play(history, [make_bot("novice", seat) for seat in range(players)], 3)):
        if number % 5 == 0 and not history.state.is_chance:
            seen += [game_view(history, seat) for seat in history.state.may_act]
    return [*seen, game_view(history, 0)]


def views_in(part: int, preset: str, players: int) -> list[View]:
    """Return one view of five; the first part ends with the last one."""
    return views(preset, players)[-1 - part :: -5][::-1]


def as_received(message: Any) -> Any:
    """Return a message as it arrives."""
    return json.loads(written(message))


# --- as the server says it --------------------------------------------------------------------------------------------


@PARTS
@pytest.mark.parametrize(("preset", "players"), PRESETS)
def test_a_program_sees_what_a_page_sees(preset: str, players: int, part: int) -> None:
    for view in views_in(part, preset, players):
        snapshot = as_received(snapshot_of(view))
        assert TypeAdapter(messages.Snapshot).validate_python(snapshot) == render.snapshot(view)
        if view.viewer is not None and not view.is_over:
            decision = as_received(decide_of(view, view.viewer, 7, Clock(), log_of((), ())))["decision"]
            asked = render.asked(view, view.viewer, 7, view.legal_actions())
            assert asked is not None
            plain = replace(render.decision(asked), victims={})  # which the server adds
            assert TypeAdapter(messages.Decision).validate_python(decision) == plain


@pytest.mark.parametrize(("preset", "players"), PRESETS)
def test_a_program_is_told_the_island_that_a_page_draws(preset: str, players: int) -> None:
    island = Game(preset, players=players, seed=2).view(0).island
    drawn = json.loads(TypeAdapter(messages.Geometry).dump_json(render.geometry(island)))
    geometry = as_received(geometry_of(island))
    assert {name: drawn[name] for name in geometry} == geometry


@pytest.mark.parametrize(("preset", "players"), PRESETS)
def test_nothing_that_is_hidden_is_told(preset: str, players: int) -> None:
    for view in views(preset, players):
        for seat in as_received(snapshot_of(view))["seats"]:
            is_hidden = seat["seat"] != view.viewer and not view.is_over
            assert [seat[name] is None for name in ("hand", "cards", "fresh")] == [is_hidden] * 3


# --- as the schema says it --------------------------------------------------------------------------------------------


def test_the_published_schema_is_the_one_of_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["--check"]) == 0, "run: python -m scripts.docs.program_schema"
    Draft202012Validator.check_schema(script.program_schema())


def test_a_stale_schema_is_noticed_and_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "SCHEMA", tmp_path / "schema" / "program.schema.json")
    assert script.main(["--check"]) == 1
    assert script.main([]) == 0
    assert script.main(["--check"]) == 0


@PARTS
@pytest.mark.parametrize(("preset", "players"), PRESETS)
def test_every_message_fits_the_schema(preset: str, players: int, part: int) -> None:
    before: View | None = None
    for view in views_in(part, preset, players):
        seat = view.viewer
        assert seat is not None
        log = log_of(view.log, () if before is None else before.log)
        if view.is_over:
            VALIDATOR.validate(as_received(over_of(view, log)))
        else:
            VALIDATOR.validate(as_received(decide_of(view, seat, 1, Clock(), log)))
        before = view
    assert before is not None
    VALIDATOR.validate(as_received(begin_of(before, 0, 1, Clock())))
    for message in (
        Hello(),
        Greeting(protocol=2, name="x"),
        Act(decision=1, action=None),
        Refused(decision=1, code="late", message="...", rule=None),
        Played(decision=1, action="end", code="illegal_action", message="...", rule="BLD-3"),
    ):
        VALIDATOR.validate(as_received(message))
    for wrong in ({}, {"type": "act"}, {"type": "act", "decision": "1", "action": "end"}, {"type": "hello"}):
        assert not VALIDATOR.is_valid(wrong)


def test_the_messages_of_the_page_fit_the_schema() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    kinds = set()
    for block in blocks:
        message = json.loads(block)
        VALIDATOR.validate(message)
        kinds.add(message["type"])
    assert kinds == {"hello", "game", "decide", "act", "analyse", "analysis", "refused", "played", "over"}


# --- small things -----------------------------------------------------------------------------------------------------


def test_what_was_told_before_is_not_told_again() -> None:
    game = Game("beginner", seed=7)
    for action in ("roll", "end", "roll"):
        game.push(action)
    log = game.view(0).log
    assert as_received(log_of(log, log[:3])) == {"since": 3, "plies": ["1: roll", str(game.view(0).plies[4])]}
    assert as_received(log_of(log[:2], log)) == {"since": 2, "plies": []}  # what was taken back
    assert log_of(log, ()).since == 0


def test_a_seed_is_a_whole_number_in_every_language() -> None:
    seeds: tuple[int | str, ...] = (0, 7, 2**53 - 1, 2**53, -1, "7", "a room")
    numbers = [program_seed(seed) for seed in seeds]
    assert numbers[:3] == [0, 7, 2**53 - 1]
    assert all(0 <= number < 2**53 for number in numbers)
    assert len(set(numbers)) == len(seeds)


def test_a_question_is_short() -> None:
    """A request stays within a few kilobytes, for any number of players."""
    sizes = [
        len(written(decide_of(view, view.viewer or 0, 1, Clock(), log_of((), ()))))
        for view in views("extension", 6)
        if not view.is_over
    ]
    assert max(sizes) < 8000


def test_an_answer_is_read_whole() -> None:
    act = Act(decision=3, action="end", why="Because.")
    assert read(written(act).encode(), Act) == act
    assert read(b'{"type": "hello", "protocol": 2, "name": "x", "proposes": false}', Greeting).proposes is False


def test_a_player_ignores_what_needs_no_answer() -> None:
    player = Player("novice")
    assert player.answer({"type": "played"}) is None
    assert player.answer({"type": "over"}) is None


def test_a_computer_player_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "grandmaster"]) == 2
    assert "expected one of random, learner, novice" in capsys.readouterr().err


def test_the_page_says_how_long_a_program_may_take() -> None:
    page, limits = " ".join(PAGE.read_text(encoding="utf-8").split()), Limits()
    assert f"does not answer within {limits.start_s:g} seconds" in page
    assert f"a reserve of {limits.reserve_s:g} seconds, and {limits.start_s:g} seconds to start" in page


FULL = Game("beginner").position
SEEN = [write_position(Game("beginner").view(seat).seen) for seat in (0, 1, None)]  # the game waits for seat 0
DECIDE = {"type": "decide", "decision": {"id": 1, "is_awaited": True}, "log": {"since": 0, "plies": []}}


def asked(**parts: Any) -> bytes:
    """Return a question to seat 0 of which some parts are others."""
    return json.dumps({**DECIDE, "position": SEEN[0], **parts}).encode()


POSSIBLE = "expected one of hello, game, decide, analyse, refused, played, over"
NO_MESSAGES = {
    b"garbage": f"'garbage': expected a JSON object with a type, {POSSIBLE.removeprefix('expected ')}",
    b"": f"'': expected a JSON object with a type, {POSSIBLE.removeprefix('expected ')}",
    b"[]": f"'[]': expected a JSON object with a type, {POSSIBLE.removeprefix('expected ')}",
    b"[" * 100_000: "[...': expected a JSON object",
    b"\xff\xfe": "expected a JSON object",
    b"{}": f"'{{}}': type None: {POSSIBLE}",
    b'{"type":"dance"}': f"type 'dance': {POSSIBLE}",
    b'{"type":[]}': f"type []: {POSSIBLE}",
    b'{"type":"game"}': "expected a game with a seed, a whole number",
    b'{"type":"game","seed":[]}': "expected a game with a seed, a whole number",
    b'{"type":"analyse"}': "expected analyse with decision, log and position: 'decision' is missing",
    asked(type="analyse"): "'budget' is missing",
    asked(type="analyse", budget="slow"): "this cannot be analysed: 'slow': expected one of quick, normal, deep",
    b'{"type":"decide"}': "expected decide with decision, log and position: 'decision' is missing",
    b'{"type":"decide","decision":5}': "expected decide with decision, log and position",
    json.dumps(DECIDE).encode(): "'position' is missing",
    json.dumps({**DECIDE, "position": "v2/x"}).encode(): "expected decide with decision, log and position",
    json.dumps({**DECIDE, "position": FULL}).encode(): "expected the position in the view of a seat",
    asked(log={"since": 0, "plies": ["dance"]}): "'dance' is not a ply",
    asked(log={"since": 0, "plies": [5]}): "ply 5: expected text",
    asked(log={"since": 0, "plies": ["4: roll"]}): "ply '4: roll': expected a seat from 0 to 3",
    asked(log={"since": 0, "plies": "0: roll"}): "plies '0: roll': expected a list",
    asked(log={"since": 1, "plies": []}): "since 1: 0 entries of the log were sent before",
    asked(log={"since": -1, "plies": []}): "since -1: 0 entries of the log were sent before",
    asked(log={"since": False, "plies": []}): "since False: expected a whole number",
    asked(decision={"id": 1e400, "is_awaited": True}): "id inf: expected a whole number",
    asked(decision={"id": "1", "is_awaited": True}): "id '1': expected a whole number",
    asked(decision={"id": 1, "is_awaited": "no"}): "is_awaited 'no': expected true or false",
    asked(position=SEEN[1]): "seat 1 has nothing to choose: the game waits for 0",
    asked(position=SEEN[2]): "a bot needs the view of a seat, not the public's",
    asked(position=None): "position None: expected text",
}


def test_a_question_is_answered_from_the_log_and_the_position_alone() -> None:
    player, game = Player("random"), Game("beginner", seed=7)
    for action in ("roll", "end"):
        game.push(action)
    plies = [str(ply) for ply in game.view(1).plies]
    for since in (0, 2, 3):  # what was sent before is not sent again
        log = {"since": since, "plies": plies[since:]}
        act = player.answer(json.loads(asked(position=write_position(game.view(1).seen), log=log)))
        assert isinstance(act, Act)
        assert (act.decision, act.action) == (1, "roll")


@pytest.mark.parametrize("line", NO_MESSAGES, ids=range(len(NO_MESSAGES)))
def test_a_line_that_is_no_message_is_quoted_with_what_was_possible(
    line: bytes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"type":"over"}\n' + line + b"\n"), encoding="utf-8"))
    assert main(["bot", "random"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("longroad: ")
    assert captured.err.count("\n") == 1
    assert NO_MESSAGES[line] in captured.err


def test_the_page_has_every_message_that_a_computer_player_takes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\| `(\w+)` \| .* \| .* \|$", page, re.MULTILINE)) == KINDS
