"""Whatever ends an arena ends the programs that play in it, too, with everything that they started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from longroad.arena.game import try_game
from longroad.arena.match import run_match
from longroad.arena.match_spec import MatchSpec
from longroad.arena.result import Result
from longroad.arena.results_file import ResultsFile
from longroad.arena.statistics import Sprt
from longroad.arena.workers import WorkerPool, play_locally
from longroad.bots.program.pipes import END_S
from longroad.bots.program.views import program_seed
from longroad.core.ruleset import Ruleset
from tests.bots.programs import ROOT, THINKS, WAITS_S, Outside
from tests.samples import first

if sys.platform == "win32":
    pytest.skip("sends signals, and programs play where pipes can be waited for", allow_module_level=True)

# Begins an arena as from a terminal, which ignores no signal; its workers read this file, too, but for the end of it.
ARENA = """
import signal, sys
from longroad.bots.program import pipes as program_pipes
program_pipes.END_S = {end_s}
if __name__ == "__main__":
    from longroad.cli import main
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.exit(main())
"""

PLAYS = "if kind in ('decide', 'refused') and {}: act(legal[0] if legal and kind == 'decide' else None)"


def begin(outside: Outside, folder: Path, end_s: float = END_S) -> subprocess.Popen[bytes]:
    """Begin an arena in a process of its own, with two workers."""
    script = folder / "arena.py"
    script.write_text(ARENA.format(end_s=end_s))
    arguments = [outside.entrant, "random", "--games", "4", "--workers", "2", "--results", str(folder / "games.jsonl")]
    return subprocess.Popen(
        [sys.executable, str(script), "arena", *arguments],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@pytest.mark.parametrize(
    ("number", "is_for_all"),
    first(
        3,
        [
            (signal.SIGINT, True),  # as a terminal sends it
            (signal.SIGHUP, True),  # of a terminal that is closed
            (signal.SIGKILL, False),
            (signal.SIGTERM, False),
            (signal.SIGTERM, True),
            (signal.SIGINT, False),
        ],
        unpack=True,
    ),
)
def test_whatever_ends_the_arena_ends_its_programs(tmp_path: Path, number: int, is_for_all: bool) -> None:
    outside = Outside(tmp_path, THINKS)
    arena = begin(outside, tmp_path)
    try:
        outside.wait_for(2)
        os.killpg(arena.pid, number) if is_for_all else arena.send_signal(number)
        code = arena.wait(timeout=WAITS_S)
        assert code == (130 if number == signal.SIGINT else -number)
    finally:
        arena.kill()
        is_gone = outside.is_gone(within_s=20)
    assert is_gone


def test_a_program_whose_input_ends_may_put_its_things_in_order(tmp_path: Path) -> None:
    """It has more time than usual, so that a busy machine does not matter."""
    farewell = tmp_path / "farewell"
    outside = Outside(tmp_path, THINKS.replace("time.sleep(1000)", f"sys.stdin.read(); open({str(farewell)!r}, 'w')"))
    arena = begin(outside, tmp_path, end_s=WAITS_S)
    try:
        outside.wait_for(2)
        arena.terminate()
        arena.wait(timeout=WAITS_S)
    finally:
        arena.kill()
        is_gone = outside.is_gone(within_s=WAITS_S)
    assert is_gone
    assert farewell.exists()


def test_a_test_that_has_decided_ends_programs_that_still_play(tmp_path: Path) -> None:
    """The games of the first deal wait until another one is played, and are lost; that one would never end."""
    rules = Ruleset(players=2, limit=60)
    seed = program_seed(MatchSpec(("random", "novice"), rules, seed=1).bot_seed(0, 0))
    waits = f"""
if kind == 'game': is_first = told['seed'] == {seed}
while kind == 'game' and is_first and not os.path.exists(sys.argv[0] + '.pids'): time.sleep(0.02)
{PLAYS.format("is_first")}
el"""
    outside = Outside(tmp_path, waits + THINKS.strip())
    spec = MatchSpec((outside.entrant, "novice"), rules, seed=1)
    assert program_seed(spec.bot_seed(0, 0)) == seed
    with ResultsFile(tmp_path / "games.jsonl", spec) as results_file:
        results = run_match(spec, 8, results_file, play_locally, 3, Sprt(0.05, 0.95))
    assert [result.number for result in results] == [0, 1]
    assert outside.processes
    assert outside.is_gone(within_s=10)


def test_a_worker_that_is_told_to_end_ends_its_programs_and_spoils_no_game(tmp_path: Path) -> None:
    """Only the first start of the program thinks; another worker plays the game again, from its beginning."""
    knows = "if kind == 'hello': is_second = os.path.exists(sys.argv[0] + '.pids')"
    outside = Outside(tmp_path, f"{knows}\n{PLAYS.format('is_second')}\nel{THINKS.strip()}")
    pool = WorkerPool(MatchSpec((outside.entrant, "random"), Ruleset(players=2, limit=20), seed=1), 1, try_game)
    results: list[Result] = []
    playing = threading.Thread(target=lambda: results.extend(pool.play([0])), daemon=True)
    playing.start()
    try:
        outside.wait_for(1)
        (worker,) = pool.processes
        os.kill(worker, signal.SIGTERM)
        playing.join(timeout=WAITS_S)
        assert worker not in pool.processes
    finally:
        is_gone = outside.is_gone(within_s=10)
        pool.close()
    assert is_gone
    assert [result.stats[0].late for result in results] == [0]
