"""Shell completion, as the shells ask for it."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from tests.starter import run_loaded

LONGROAD = [sys.executable, "-m", "longroad.cli"]


def bash_completions(line: str, folder: Path) -> list[str]:
    """Ask as bash does after a line."""
    words = line.split(" ")
    environment = {"_LONGROAD_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    with chdir(folder):
        done = run_loaded([], {**os.environ, **environment})
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("longroad re", ["replay"]),
        ("longroad play --pre", ["--preset"]),
        ("longroad play --preset du", ["duel"]),
        ("longroad play --preset ", ["base", "beginner", "traveler", "duel", "classic", "extension", "one_on_one"]),
        ("longroad play --level s", ["skilled"]),
        ("longroad play --language d", ["de"]),
        ("longroad bot n", ["novice"]),
        ("longroad mcp --bots e", ["expert"]),
        ("longroad arena novice e", ["expert"]),
        ("longroad serve --log-level w", ["warning"]),
        ("longroad replay ", ["game.longroad", "old/"]),
        ("longroad verify old/", ["old/first.jsonl"]),
        ("longroad play --resume g", ["game.longroad"]),
        ("longroad replay nowhere/", []),
    ],
)
def test_commands_options_and_values_are_completed(line: str, found: list[str], tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    for name in ("game.longroad", "picture.png", "old/first.jsonl"):
        (tmp_path / name).touch()
    completed = bash_completions(line, tmp_path)
    assert completed[: len(found)] == found
    assert "picture.png" not in completed


@pytest.mark.parametrize(
    ("shell", "part"),
    [("bash", "complete -o default -F"), ("zsh", "#compdef longroad"), ("fish", "complete --command")],
)
def test_every_shell_gets_its_script(shell: str, part: str) -> None:
    environment = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = run_loaded(["--show-completion", shell], environment)
    assert done.returncode == 0
    assert part in done.stdout
    assert "_LONGROAD_COMPLETE=complete_" in done.stdout


def test_a_real_bash_completes(tmp_path: Path) -> None:
    script = tmp_path / "completion.sh"
    environment = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    with script.open("w") as file:
        subprocess.run([*LONGROAD, "--show-completion", "bash"], stdout=file, env=environment, check=True)
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "longroad").write_text(f'#!/bin/sh\nexec {sys.executable} -m longroad.cli "$@"\n')
    (folder / "longroad").chmod(0o755)
    ask = (
        f"PATH={folder}:$PATH; source {script}; COMP_WORDS=(longroad play --preset du); COMP_CWORD=3; "
        "_longroad_completion longroad; echo ${COMPREPLY[@]}"
    )
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout == "duel\n"
