"""One game of the arena: whatever a bot answers, it comes to its end and is counted."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from longroad.arena import chance
from longroad.arena.game import play_game, points_by_source
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result, Times
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.history import History
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from tests.samples import presets

BOTS = "tests.arena.bots"


def test_a_game_follows_from_its_number_alone() -> None:
    spec = MatchSpec(("novice", "random", "random"), Ruleset(players=3), seed=5)
    assert play_game(spec, 4).outcome() == play_game(spec, 4).outcome()
    assert play_game(spec, 4).digest != play_game(spec, 5).digest


def test_the_arena_plays_as_bots_play_elsewhere() -> None:
    spec = MatchSpec(("novice",) * 4, Ruleset(), seed=2)
    result = play_game(spec, 0)
    history = History(State.new(spec.ruleset, spec.deal_seed(0)))
    bots = [make_bot("novice", spec.bot_seed(0, entrant)) for entrant in range(4)]
    assert len(list(play(history, bots, spec.deal_seed(0), chance.outcome))) == result.plies
    assert points_by_source(history.state) == result.points


@pytest.mark.parametrize("preset", presets(3))
def test_the_sources_add_up_to_the_points_in_every_preset(preset: str) -> None:
    ruleset = Ruleset.preset(preset).but(limit=40)
    spec = MatchSpec(("novice",) * ruleset.players, ruleset, seed=3)
    history = History(State.new(spec.ruleset, spec.deal_seed(0)))
    bots = [make_bot("novice", spec.bot_seed(0, entrant)) for entrant in range(ruleset.players)]
    for before, _ in play(history, bots, spec.deal_seed(0), chance.outcome):
        assert [sum(row) for row in points_by_source(before)] == [before.points(s) for s in range(ruleset.players)]
    result = play_game(spec, 0)
    assert result.points == points_by_source(history.state)
    assert result.plies == len(history.plies)
    assert not any(any(stats.faults) for stats in result.stats)


@pytest.mark.parametrize(
    ("bot", "raised", "illegal", "fault"),
    [
        ("Raising", True, False, "RuntimeError: I am out of my depth"),
        ("Uncallable", True, False, "takes 1 positional argument but 2 were given"),
        ("Illegal", False, True, "Roll the dice first. [TRN-1]"),
        ("Speechless", False, True, "the answer 'roll' is not an action"),
    ],
)
def test_a_fault_is_counted_and_the_default_is_played(bot: str, raised: bool, illegal: bool, fault: str) -> None:
    spec = MatchSpec((f"{BOTS}.{bot}", "novice", "random"), Ruleset(players=3, limit=400), seed=1)
    result = play_game(spec, 1)
    stats = result.stats[result.seats.index(0)]
    assert (stats.raised > 5, stats.illegal > 5) == (raised, illegal)
    assert fault in str(stats.first_fault)
    assert not any(any(c.faults) for seat, c in enumerate(result.stats) if result.seats[seat] != 0)
    assert not result.is_limited, "the game is played to its end"
    assert result.winning_entrant == 1
    assert sum(result.points[result.seats.index(1)]) >= spec.ruleset.victory_points


def test_the_limit_of_turns_ends_a_game() -> None:
    spec = MatchSpec((f"{BOTS}.Raising",) * 2, Ruleset(players=2, limit=7), seed=1)
    result = play_game(spec, 0)
    assert (result.turns, result.is_limited) == (7, True)


def program(folder: Path, answer: str) -> str:
    """Write a program that answers every spec with something, and specify it."""
    path = folder / "program.py"
    path.write_text(
        "import json, os, sys\n"
        "for line in sys.stdin:\n"
        "    told = json.loads(line)\n"
        "    if told['type'] == 'hello':\n"
        "        print(json.dumps({'type': 'hello', 'protocol': 2, 'name': 'tester'}), flush=True)\n"
        "    if told['type'] in ('decide', 'refused'):\n"
        f"        {answer}\n"
        "    if told['type'] == 'over':\n"
        f"        open({str(folder / 'ended')!r}, 'a').write('ended ')\n",
        encoding="utf-8",
    )
    return f"program:decision_s=60 {shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"


@pytest.mark.parametrize(
    ("answer", "kind"), [("print('what?', flush=True)", "illegal"), ("os._exit(1)", "raised"), ("pass", "late")]
)
def test_the_faults_of_a_program_are_counted(tmp_path: Path, answer: str, kind: str) -> None:
    spec = program(tmp_path, answer)
    if kind == "late":
        spec = spec.replace("decision_s=60", "decision_s=0.01 reserve_s=0")
    result = play_game(MatchSpec((spec, "random"), Ruleset(players=2, limit=6), seed=1), 0)
    stats = result.stats[0]
    assert getattr(stats, kind) > 1
    assert stats.warned > 0
    assert stats.first_fault
    assert stats.times.total > 2
    assert (tmp_path / "ended").exists() == (kind == "illegal"), "a program that is there hears of the end"


def test_a_game_can_be_written_down_and_read() -> None:
    result = play_game(MatchSpec(("novice", "random"), Ruleset.preset("duel"), seed=1), 0)
    again = Result.from_json(json.loads(json.dumps(result.to_json())))
    assert again.outcome() == result.outcome()
    assert [c.times for c in again.stats] == [c.times for c in result.stats]


def test_times_are_kept_within_a_few_percent() -> None:
    times = Times()
    for ms in range(1, 1001):
        times.add(float(ms))
    assert times.total == 1000
    for share in (0.01, 0.5, 0.99):
        assert times.quantile(share) == pytest.approx(1000 * share, rel=0.05)
    assert Times().quantile(0.5) is None
