"""The command line, run as people run it: in a terminal, through pipes, and with nonsense."""

from __future__ import annotations

import errno
import json
import math
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from longroad import __version__
from longroad.bots.levels import LEVELS
from longroad.cli import main
from longroad.cli.options import PRESETS
from longroad.core.compile.registry import compiled_available
from longroad.core.ruleset import RULES_VERSION
from longroad.game.game import Game
from tests.samples import presets
from tests.starter import run_loaded, starter

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
BLOCK = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **changes}


def piped(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command whose output goes into pipes."""
    return run_loaded(arguments, environment())


def python(program: str) -> str:
    """Run a program in a fresh Python process."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment(), check=True
    )
    return done.stdout


def in_terminal(*arguments: str, **changes: str) -> tuple[int, str]:
    """Run a command in a pseudo-terminal of 80 columns; return its exit code and all that it wrote there."""
    leader, follower = pty.openpty()
    env = environment(COLUMNS="80", LINES="50", **changes)
    process = starter().launch(arguments, terminal=follower, environment=env)
    os.close(follower)
    written = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError as error:
            if error.errno != errno.EIO:  # how Linux says that the last writer has gone
                raise
            break
        if not part:
            break
        written += part
    os.close(leader)
    return process.wait(), written.decode().replace("\r\n", "\n")


# --- play -------------------------------------------------------------------------------------------------------------


def test_play_shows_a_whole_game_in_a_terminal() -> None:
    code, output = in_terminal("play", "--watch", "--seed", "7", "--speed", "0")
    assert code == 0
    assert "\x1b[" in output, "a terminal gets colour"
    text = ESCAPE.sub("", output)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert text.count("mountains") > 6, "the island is drawn more than once"
    assert re.search(r"^\w+ rolls \d+: \w+ gets \d+ \w+", text, re.MULTILINE)
    assert re.search(r"^\w+ builds a settlement at site \d+ \(", text, re.MULTILINE)
    assert re.search(r"^\w+ wins with 1[01] points\.$", text, re.MULTILINE)
    assert "settlements" in text
    assert re.search(r"^(Blue|Orange|White|Red) has won\.\s*$", text.strip().splitlines()[-1])


def test_a_terminal_can_ask_for_no_colour() -> None:
    code, output = in_terminal("play", "--watch", "--seed", "7", "--speed", "0", NO_COLOR="1")
    assert code == 0
    assert not re.search(r"\x1b\[[0-9;]*[34]8;5", output)
    assert "mountains" in output


def test_play_into_a_pipe_is_instant_and_without_colour() -> None:
    done = piped("play", "--watch", "--seed", "7", "--speed", "0.001")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "2:1" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("has won.")


def test_play_in_plain_words_draws_nothing() -> None:
    done = piped("play", "--watch", "--seed", "7", "--plain")
    assert "\x1b" not in done.stdout
    assert "+-" not in done.stdout
    assert re.search(r"^Row 5: ", done.stdout, re.MULTILINE)
    assert re.search(r"^(\w+): 1[01] points \(\d from \w+.*\)\.$", done.stdout, re.MULTILINE)


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command in this process; return what it printed."""
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_the_same_seed_shows_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "play", "--watch", "--seed", "7") == shown(capsys, "play", "--watch", "--seed", "7")
    assert shown(capsys, "play", "--watch", "--seed", "8") != shown(capsys, "play", "--watch", "--seed", "7")


def test_a_game_without_a_seed_tells_how_to_see_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    first = shown(capsys, "play", "--watch", "--plain")
    again = re.search(r"longroad (play --watch --preset base --players 4 --seed \d+)", first)
    assert again is not None
    assert shown(capsys, *again[1].split(), "--plain") == first


@pytest.mark.parametrize("preset", presets(3))
def test_every_preset_can_be_watched(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = shown(capsys, "play", "--watch", "--preset", preset, "--seed", "2")
    assert max(len(line) for line in output.splitlines()) <= 80
    assert output.splitlines()[-1].endswith("has won.")


def test_the_number_of_players_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    output = shown(capsys, "play", "--watch", "--preset", "extension", "--players", "5", "--seed", "2", "--plain")
    assert "Green rolls" in output
    assert "Purple" not in output


def test_play_neither_needs_nor_loads_the_compiler() -> None:
    run = "from longroad.cli import main; main(['play', '--watch', '--seed', '7'])\n"
    with_compiler = python(run + "import sys; assert 'numba' not in sys.modules")
    assert python(BLOCK + run) == with_compiler == piped("play", "--watch", "--seed", "7").stdout


def test_a_reader_that_leaves_early_is_no_error() -> None:
    process = starter().launch(["play", "--watch", "--seed", "7"], environment=environment())
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    complaints = process.stderr.read()
    process.stderr.close()
    process.wait()
    assert "Traceback" not in complaints


# --- perft ------------------------------------------------------------------------------------------------------------


def counts(output: str) -> list[int]:
    """Read the counts of perft, which are grouped in thousands."""
    return [int(line[5:26].replace(" ", "")) for line in output.splitlines()[1:]]


@pytest.mark.compiled
def test_perft_counts_the_founding() -> None:
    done = piped("perft", "--depth", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert counts(done.stdout) == [54, 144, 7236, 19248]


def test_perft_runs_interpreted_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert counts(shown(capsys, "perft", "--depth", "3", "--interpreted", "--seed", "9")) == [54, 144, 7236]


def test_perft_divided_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, "perft", "--depth", "2", "--interpreted", "--divide").splitlines()
    divided = [int(line.rsplit(maxsplit=1)[1]) for line in lines if line.startswith("settle ")]
    assert len(divided) == 54
    assert sum(divided) == 144


def test_perft_can_start_later_in_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    output = shown(capsys, "perft", "--depth", "1", "--interpreted", "--after", "1")
    assert counts(output)[0] in (2, 3), "the roads at a founding settlement"


def test_perft_counts_from_a_position_and_divides_in_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game("beginner", chance="given")
    file = tmp_path / "position.txt"
    file.write_text(game.position + "\n", encoding="utf-8")
    for given in (game.position, str(file)):
        lines = shown(capsys, "perft", given, "--depth", "2", "--interpreted", "--divide").splitlines()
        assert counts("\n".join(lines[:3])) == [1, 11], "a sum of two dice"
        assert lines[3].split() == ["roll", "11"]
    game.push("roll")
    lines = shown(capsys, "perft", game.position, "--depth", "1", "--interpreted", "--divide").splitlines()
    assert [line.split() for line in lines[2:]] == [["rolled", str(roll), "1"] for roll in range(2, 13)]


def test_perft_of_no_position_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game("beginner", seed=7)
    for given, why in (
        ("nowhere.txt", "nowhere.txt: No such file or directory"),
        (str(tmp_path), "Is a directory"),
        (game.position.replace("base", "chess").replace("beginner", "chess"), "chess"),
        (game.view(0).position, "hides cards"),
    ):
        assert main(["perft", given]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert len(captured.err.splitlines()) == 1
        assert why in captured.err


# --- bench ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_bench_measures_and_signs() -> None:
    done = piped("bench", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["catanatron_games_per_s"] > 0
    assert figures["interpreted_games_per_s"] > 0
    assert figures["start_s"] > 0
    assert figures["state_bytes"] < 1024
    assert re.fullmatch("[0-9a-f]{8}", figures["signature"])
    assert figures["machine"]["catanatron"] == "3.2.1"
    if compiled_available():
        for name in ("random4", "trade4", "extension6", "duel2", "threads1", "threads2"):
            assert figures[f"{name}_actions_per_s"] > figures[f"{name}_decisions_per_s"] > 0
            assert figures[f"{name}_games_per_s"] >= figures[f"{name}_games_per_s_median"] > 0
        ratio = figures["random4_games_per_s"] / figures["catanatron_games_per_s"]
        assert figures["ratio_catanatron"] == pytest.approx(ratio)
        assert figures["threads2_ratio"] > 0
        assert figures["compiled_start_s"] > figures["start_s"]


def measured(part: str, bounds: dict[str, tuple[float, float]]) -> dict[str, Any]:
    """Return figures within bounds; those of a busy machine may be far off, and are measured again."""
    for _ in range(5):
        done = piped("bench", part, "--quick", "--json")
        assert done.returncode == 0, done.stderr
        figures: dict[str, Any] = json.loads(done.stdout)
        off = {name: figures[name] for name, (low, high) in bounds.items() if not low < figures[name] < high}
        if not off:
            return figures
    raise AssertionError(f"expected figures within {bounds}, measured {off}")


@pytest.mark.compiled
def test_bench_measures_webassembly_next_to_native_code() -> None:
    plausible = {"wasm_games_ratio": (0.05, 5.0), "wasm_search_ratio": (0.05, 5.0), "wasm_first_answer_ms": (0, 5000)}
    figures = measured("--wasm", plausible)
    assert figures["wasm_brotli_kb"] < 80 < figures["wasm_kb"]


@pytest.mark.compiled
def test_bench_measures_the_environments_next_to_catanatron() -> None:
    least = {"vector_steps_per_s": (100_000, math.inf), "ratio_catanatron_steps": (3, math.inf)}
    figures = measured("--envs", {**least, "pettingzoo_step_us": (0, 1000)})
    assert figures["catanatron_engine"] == "3.2.1"
    assert figures["ratio_catanatron_steps"] == figures["ratio_catanatron_engine"]
    assert figures["ratio_catanatron_env"] is None
    assert "Catanatron 3.2.1 has no environment" in figures["catanatron_env"]
    assert "PYTHONPATH" in figures["catanatron_env"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--wasm --server", "--server and --wasm: expected one at a time"),
        ("--decisions --wasm", "--wasm and --decisions: expected one at a time"),
        ("--wasm --cold", "--cold: not with --wasm"),
        ("--wasm --part tuning", "--part: needs --decisions"),
    ],
)
def test_measurements_that_exclude_each_other_are_refused(arguments: str, why: str) -> None:
    done = piped("bench", *arguments.split())
    assert done.returncode == 2
    assert why in " ".join(done.stderr.split())


def test_bench_table_says_what_is_not_installed(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    from longroad import bench
    from longroad.cli.bench import BENCH_ROWS, LIBRARY_NOTES, bench_table

    machine = {"processor": "a processor", "cores": 2, "python": "3.11", "numba": None, "catanatron": None}
    figures: dict[str, object] = {"machine": machine, "threads2_ratio": None, "start_s": 0.2, "compiled_start_s": None}
    figures |= {"cold_compile_s": None, "state_bytes": 1000, "signature": "0123abcd"}
    figures |= dict.fromkeys(LIBRARY_NOTES, 1.5)
    for name in BENCH_ROWS:
        figures |= dict.fromkeys(bench.rates(name, [bench.Sample(1, 1, 1, 1.0)]))
    figures |= bench.rates("interpreted", [bench.Sample(70, 90_000, 60_000, 1.0)])
    Console(width=80).print(bench_table(figures))
    output = capsys.readouterr().out
    assert re.search(r"Catanatron +│ +not installed", output)
    assert re.search(r"interpreted, bank trade only +│ +70 │ +0\.09", output)
    assert "0123abcd" in output


# --- help and nonsense ------------------------------------------------------------------------------------------------


def test_help_lists_the_commands_and_loads_next_to_nothing() -> None:
    loaded = "import sys\nfrom longroad.cli import main\nmain(['--help'])\nprint('numpy' in sys.modules)"
    output = python(loaded)
    assert all(command in output for command in ("play", "perft", "bench"))
    assert output.splitlines()[-1] == "False"


def test_no_command_gives_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "perft" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["", "play", "bench", "perft", "arena", "games", "verify", "replay", "bot", "mcp"])
def test_the_help_shows_no_value_beside_flags(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    shown = capsys.readouterr().out
    assert "--help" in shown
    assert "bool" not in shown.lower()


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"longroad {__version__}, rules version {RULES_VERSION}\n"


@pytest.mark.parametrize("module", ["longroad", "longroad.cli"])
def test_python_runs_the_command_line_by_its_module(module: str) -> None:
    command = [sys.executable, "-m", module]
    printed = subprocess.run([*command, "--version"], capture_output=True, text=True, env=environment(), check=True)
    assert printed.stdout.startswith(f"longroad {__version__}")
    wrong = subprocess.run([*command, "nonsense"], capture_output=True, text=True, env=environment(), check=False)
    assert wrong.returncode == 2


def test_help_names_every_preset() -> None:
    from longroad.core import ruleset

    assert tuple(ruleset.PRESETS) == PRESETS


def test_help_names_every_level(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "bot", "mcp"):
        assert all(name in shown(capsys, command, "--help") for name in LEVELS)


@pytest.mark.parametrize("level", ["random", "skilled"])
def test_other_levels_can_be_watched(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = shown(capsys, "play", "--watch", "--preset", "duel", "--seed", "2", "--level", level, "--plain")
    assert f"2 bots ({level})" in output
    assert output.splitlines()[-1].endswith("has won.")


NONSENSE = {
    "dance": ("'dance'", "bench, bot, games, mcp, perft, play"),
    "play --presett base": ("--presett", "--preset, --players"),
    "play --level grandmaster": ("grandmaster", "random, learner, novice, skilled, expert"),
    "play --preset chess": ("'chess'", "base, beginner, traveler"),
    "play --players 9": ("9", "2 to 6"),
    "play --players 5": ("5", "2 to 4 players"),
    "play --players four": ("'four'", "a whole number"),
    "play --preset duel --players 4": ("4", "takes 2 players"),
    "play --seed -1": ("-1", "from 0"),
    "play --seed 1.5": ("'1.5'", "a whole number"),
    "play --speed fast": ("'fast'", "a number"),
    "play --speed -2": ("-2", "from 0"),
    "play --speed nan": ("nan", "from 0"),
    "play chess": ("chess", "--preset"),
    "play --terminal --seat 4": ("4", "0 to 3, or blue, orange, white, red"),
    "play --terminal --seat pink": ("pink", "blue, orange"),
    "play --terminal --name \udcff": ("udcff", "printable"),
    "play --verifiable --seed 3": ("3", "need no seed"),
    "play --resume missing.longroad": ("missing.longroad", "No such file"),
    "replay": ("Missing argument", "FILE"),
    "replay missing.longroad": ("missing.longroad", "No such file"),
    "replay pyproject.toml": ("pyproject.toml", "not a record"),
    "replay pyproject.toml --ply x": ("'x'", "a whole number"),
    "perft --depth 0": ("0", "1 to"),
    "perft --depth deep": ("'deep'", "a whole number"),
    "perft --depth": ("--depth", "argument"),
    "perft --after -4": ("-4", "0 to"),
    "bench --jason": ("--jason", "--json"),
}


@pytest.mark.parametrize("given", NONSENSE)
def test_nonsense_gets_one_line_that_quotes_it_and_says_what_is_possible(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(given.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert all(part in captured.err for part in NONSENSE[given])


def test_nonsense_ends_a_process_with_code_2_and_no_traceback() -> None:
    done = piped("play", "--watch", "--preset", "chess")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "longroad: preset 'chess': expected one of base, beginner, traveler, duel, classic, extension, one_on_one, "
        "tournament\n"
    )


@pytest.mark.parametrize("arguments", [["--watch", "--seat", "1"], ["--watch", "--seat", "green"]])
def test_who_watches_has_no_seat(arguments: list[str]) -> None:
    done = piped("play", *arguments)
    assert done.returncode == 2
    assert f"--seat {arguments[-1]}: a game to watch has none" in done.stderr


def test_the_command_that_shows_a_game_again_stands_in_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    output = shown(capsys, "play", "--watch", "--preset", "one_on_one", "--seed", "7")
    assert output.splitlines()[1] == "longroad play --watch --preset one_on_one --players 2 --seed 7"


def test_a_port_is_no_option_of_the_terminal() -> None:
    done = piped("play", "--watch", "--port", "8000")
    assert done.returncode == 2
    assert "--port 8000: only the page has one" in done.stderr
