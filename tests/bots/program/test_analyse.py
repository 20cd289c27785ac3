"""Analyses by programs: what they are asked, what they answer, and what is said about answers that do not fit."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from longroad.analysis import analyse
from longroad.bots.levels import make_bot
from longroad.bots.program.bot import Program
from longroad.bots.program.session import BadProgram
from longroad.bots.self_play import play
from longroad.game.analysis import Analysis, Candidate
from longroad.game.game import Game
from longroad.game.view import View
from longroad.notation.actions import Action
from scripts.docs import program_schema as script
from tests.bots.programs import ANSWERS, NOTES, PATIENT, PLAIN, PYTHON, Make, codes, notes_of, opening
from tests.bots.test_no_cheating import twins
from tests.bots.views import begun, game_view

VALIDATOR = Draft202012Validator(json.loads(script.SCHEMA.read_text(encoding="utf-8")))
ANALYSES = "analyses=True"
FITS: dict[str, Any] = {"chances": [0.4, 0.2, 0.2, 0.2], "actions": [{"action": "roll", "chance": 0.4}]}


def saying(**analysis: Any) -> str:
    """Return what a program does that answers a request for an analysis so."""
    return f"if kind == 'analyse': say(type='analysis', decision=told['decision']['id'], **{analysis!r})"


def middle() -> View:
    """Seat 0 has rolled, and can build, trade or end its turn."""
    game = Game("beginner", seed=7, chance="given")
    for ply in ("roll", "rolled 8"):
        game.push(ply)
    return game.view(0)


# --- programs of others -----------------------------------------------------------------------------------------------


def test_a_program_says_its_chances_and_actions(program: Make) -> None:
    bot = program(saying(**FITS), greets=ANALYSES)
    assert bot.analyses
    candidate = Candidate(Action("roll"), 0.4, 0.0, "")
    assert bot.analyse(opening()) == Analysis(0, (0.4, 0.2, 0.2, 0.2), (0.0,) * 4, (candidate,))


def test_everything_that_an_analysis_can_say_is_read(program: Make) -> None:
    action = {"action": "road 50", "chance": 0.3, "error": 0.02, "reason": "Room.", "line": ["end"]}
    action |= {"loss": -0.01, "loss_error": 0.02, "rollouts": 40}
    said = {"seat": 0, "chances": [0.3, 0.3, 0.2, 0.2], "errors": [0.1] * 4, "actions": [action], "rollouts": 80}
    analysis = program(saying(**said), greets=ANALYSES).analyse(middle())
    assert analysis.to_json() == said
    assert analysis.best == Candidate(Action("road 50"), 0.3, 0.02, "Room.", (Action("end"),), -0.01, 0.02, 40)


def test_a_program_is_asked_with_what_a_decision_shows_it(program: Make) -> None:
    bot, view = program(NOTES, ANSWERS, saying(chances=[0.25] * 4, actions=[]), greets=ANALYSES), middle()
    bot.choose(view)
    bot.analyse(view, "quick", seconds=50)
    decide, asked = notes_of(bot)[-2:]
    VALIDATOR.validate(asked)
    assert (decide["type"], asked["type"]) == ("decide", "analyse")
    assert asked["budget"] == "quick"
    assert asked["clock"] == {"decision_s": 50, "reserve_s": 0.0}
    assert asked["log"] == {"since": len(view.log), "plies": []}
    for part in ("snapshot", "position"):
        assert asked[part] == decide[part]
    assert {**asked["decision"], "id": 1} == decide["decision"]


def test_a_seat_that_is_not_to_act_can_be_analysed(program: Make) -> None:
    bot = program(saying(chances=[0.25] * 4, actions=[]), greets=ANALYSES)
    assert bot.analyse(Game("beginner").view(2)) == Analysis(2, (0.25,) * 4, (0.0,) * 4)


def test_an_analysis_is_no_decision_and_no_fault(program: Make) -> None:
    bot = program(ANSWERS, saying(chances=[], actions=[]), greets=ANALYSES)
    with pytest.raises(BadProgram):
        bot.analyse(opening())
    assert str(bot.choose(opening())) == "roll"
    assert (codes(bot), bot.is_absent) == ([], False)


def test_a_program_that_does_not_analyse_plays_on(program: Make) -> None:
    for bot in (program(ANSWERS), program(ANSWERS, greets="analyses=False")):
        assert not bot.analyses
        with pytest.raises(BadProgram, match=r'tester: this program does not analyse: its hello has no "analyses"'):
            bot.analyse(opening())
        assert str(bot.choose(opening())) == "roll"


def test_the_plain_programs_keep_working() -> None:
    bot = make_bot(PLAIN, seed=1)
    assert isinstance(bot, Program)
    with bot:
        assert not bot.analyses
        assert str(bot.choose(opening())) == "roll"


# --- what does not fit ------------------------------------------------------------------------------------------------

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no chances": ({"actions": []}, "expected the fields chances, actions, type, decision and optionally errors"),
    "a field too many": ({**FITS, "mood": 1}, "expected the fields chances, actions"),
    "chances as text": ({**FITS, "chances": "much"}, "chances must be a list of numbers from 0 to 1"),
    "a chance above 1": ({**FITS, "chances": [1.5, 0, 0, 0]}, r"chances must be from 0 to 1, not 1\.5"),
    "true as a chance": ({**FITS, "chances": [True, 0, 0, 0]}, "chances must be from 0 to 1, not True"),
    "no certainty": ({**FITS, "chances": [0.1] * 4}, r"chances must add up to 1, not to 0\.4"),
    "a seat too many": ({**FITS, "chances": [0.2] * 5}, "expected one for each of 4 seats"),
    "few errors": ({**FITS, "errors": [0.1]}, "errors must be as many as chances, or none"),
    "another seat": ({**FITS, "seat": 3}, "seat 3: expected 0, whose view it is"),
    "rollouts in part": ({**FITS, "rollouts": 1.5}, "rollouts must be a whole number"),
    "no list": ({**FITS, "actions": {}}, "actions must be a list"),
    "no object": ({**FITS, "actions": ["roll"]}, "actions must be objects, not 'roll'"),
    "no action": ({**FITS, "actions": [{"chance": 0.5}]}, "expected the fields action, chance and optionally error"),
    "an action as number": ({**FITS, "actions": [{"action": 5, "chance": 0.5}]}, "must be text"),
    "a bad chance": ({**FITS, "actions": [{"action": "roll", "chance": 2}]}, "chance of 'roll' must be from 0 to 1"),
    "a bad error": (
        {**FITS, "actions": [{"action": "roll", "chance": 1, "error": -1}]},
        "errors of 'roll' must be from 0 to 1, not -1",
    ),
    "a long reason": (
        {**FITS, "actions": [{"action": "roll", "chance": 1, "reason": "x" * 301}]},
        "reason of 'roll' must be text of at most 300 letters",
    ),
    "a line as text": (
        {**FITS, "actions": [{"action": "roll", "chance": 1, "line": "end"}]},
        "line of 'roll' must be a list of actions",
    ),
    "no notation": ({**FITS, "actions": [{"action": "dance", "chance": 0.5}]}, "'dance' is not an action"),
    "not possible": (
        {**FITS, "actions": [{"action": "settle 17", "chance": 0.5}]},
        r"'settle 17' is not possible: .* \[[A-Z]+-\d+\]",
    ),
    "twice": ({**FITS, "actions": [{"action": "roll", "chance": 0.5}] * 2}, "'roll' is there twice"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_an_analysis_that_does_not_fit_is_refused_with_what_it_says(program: Make, wrong: str) -> None:
    said, message = WRONG[wrong]
    bot = program(saying(**said), greets=ANALYSES)
    with pytest.raises(BadProgram, match=f"tester: .*{message}"):
        bot.analyse(opening())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("garbage", "'garbage': this is not JSON"),
        ("[]", "a line must be an object"),
        ('{"type": "act", "decision": 1, "action": "roll"}', 'type must be "analysis"'),
        ('{"type": "analysis", "decision": 9, "chances": [1, 0, 0, 0], "actions": []}', "the decision is 1"),
        ("x" * 70_000, "a line has at most 65536 bytes"),
    ],
)
def test_a_line_that_is_no_analysis_is_quoted(program: Make, line: str, message: str) -> None:
    bot = program(f"if kind == 'analyse': print({line!r}, flush=True)", greets=ANALYSES)
    with pytest.raises(BadProgram, match=message):
        bot.analyse(opening())


def test_a_program_that_says_nothing_is_not_waited_for(program: Make) -> None:
    bot = program(ANSWERS, greets=ANALYSES)
    with pytest.raises(BadProgram, match=r"tester: there was no analysis within 0\.1 s"):
        bot.analyse(opening(), seconds=0.1)


def test_an_analysis_that_comes_late_is_no_answer_to_a_decision(program: Make) -> None:
    late = f"if kind == 'decide': say(type='analysis', decision=1, **{FITS!r})"
    bot = program(late, ANSWERS, greets=ANALYSES)
    with pytest.raises(BadProgram, match="no analysis within"):
        bot.analyse(opening(), seconds=0.1)
    assert str(bot.choose(opening())) == "roll"
    assert bot.faults == []


def test_a_program_that_has_ended_is_started_again_for_the_next_analysis(program: Make) -> None:
    bot = program("if kind == 'analyse': sys.exit(3)", greets=ANALYSES)
    for _ in range(2):
        with pytest.raises(BadProgram, match="tester: the program has ended, with exit code 3"):
            bot.analyse(opening())


def test_a_program_that_dies_in_analyses_is_there_for_decisions(program: Make) -> None:
    bot = program(ANSWERS, "if kind == 'analyse': sys.exit(3)", greets=ANALYSES)
    for _ in range(3):
        with pytest.raises(BadProgram, match="has ended"):
            bot.analyse(opening())
        assert str(bot.choose(opening())) == "roll"
    assert (codes(bot), bot.is_absent) == ([], False)


def test_what_cannot_be_analysed_is_not_asked(program: Make) -> None:
    bot = program(NOTES, saying(**FITS), greets=ANALYSES)
    history = begun("beginner", 1)
    for _ in play(history, [make_bot("random", seat) for seat in range(4)], 1):
        pass
    with pytest.raises(ValueError, match="the game is over"):
        bot.analyse(game_view(history, 0))
    with pytest.raises(ValueError, match="not the public's"):
        bot.analyse(Game("beginner").view())
    with pytest.raises(ValueError, match="budget='slow': expected one of quick, normal, deep"):
        bot.analyse(opening(), "slow")  # type: ignore[arg-type]
    assert [note["type"] for note in notes_of(bot)] == ["hello"]


# --- our own ----------------------------------------------------------------------------------------------------------


@cache
def our_own() -> Program:
    """Return one of our bots as a program; it ends with the tests."""
    bot = make_bot(f"program:{PATIENT} {PYTHON} -m longroad.cli bot novice", seed=7)
    assert isinstance(bot, Program)
    return bot


@pytest.mark.compiled
def test_our_bots_answer_with_our_own_analysis() -> None:
    for view in (middle(), Game("beginner").view(2), Game("base", seed=1, first_player="given").view(0)):
        assert our_own().analyse(view, "quick").to_json() == analyse(view, "quick", seed=7).to_json()


@pytest.mark.compiled
def test_our_own_analysis_knows_the_log() -> None:
    history = begun("base", 3)
    asked = 0
    for number, _ in enumerate(play(history, [make_bot("novice", seat) for seat in range(4)], 3)):
        if number % 40 == 39 and not history.state.is_chance and not history.state.is_over:
            view = game_view(history, history.state.to_act[0])
            assert our_own().analyse(view, "quick").to_json() == analyse(view, "quick", seed=7).to_json()
            asked += 1
    assert asked > 3


@pytest.mark.compiled
def test_what_a_seat_cannot_know_changes_nothing() -> None:
    history, seat, asked = begun("base", 2), 2, 0
    plies = [ply for _, ply in play(begun("base", 2), [make_bot("novice", each) for each in range(4)], 2)]
    for game, other in twins(history, plies, seat, random.Random(2)):
        if seat in game.state.to_act and asked < 6:
            one, two = (our_own().analyse(game_view(each, seat), "quick") for each in (game, other))
            assert one == two
            asked += 1
    assert asked == 6
