"""The page's engine: its layout is up to date, and it finds the chances that the library finds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest

from longroad.analysis.chances import Valuer
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import PLAYERS
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from scripts.client import engine

ROOT = Path(__file__).parents[2]


def test_the_layout_is_up_to_date() -> None:
    assert (engine.FOLDER / "layout.ts").read_text(encoding="utf-8") == engine.layout_text()


def test_without_numba_the_module_that_is_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, weights = tmp_path / "longroad.wasm", tmp_path / "weights.bin"
    monkeypatch.setattr(engine, "compiled_available", lambda: False)
    monkeypatch.setattr(engine, "MODULE", module)
    monkeypatch.setattr(engine, "WEIGHTS", weights)
    assert engine.main([]) == 1
    assert "longroad[fast]" in capsys.readouterr().err
    module.write_bytes(b"built before")
    weights.write_bytes(b"")
    assert engine.main([]) == 0
    assert module.read_bytes() == b"built before"


def game(preset: str) -> dict[str, object]:
    """Play a game of novices; return its start, its plies, and the chances after each of them."""
    history = History(State.new(Ruleset.preset(preset, limit=60), 5))
    bots = [make_bot("novice", seat) for seat in range(history.state.s[PLAYERS])]
    states = [before for before, _ in play(history, bots, 5)] + [history.state]
    return {
        "start": b64encode(states[0].to_bytes()).decode(),
        "plies": [{"seat": ply_seat(ply), "action": ply_action(ply)} for ply in history.plies],
        "chances": Valuer().values(states),
    }


@pytest.mark.compiled
def test_the_page_finds_the_same_chances_as_the_library(tmp_path: Path) -> None:
    """At every ply of a game of each preset, to the last bit; the page's own code runs in Node.js."""
    games = tmp_path / "games.json"
    games.write_text(json.dumps([game(preset) for preset in PRESETS]))
    node = [sys.executable, str(ROOT / "scripts/with_node.py"), "npm", "--prefix", str(ROOT / "client"), "exec", "--"]
    done = subprocess.run(
        [*node, "vitest", "run", "src/engine", "--reporter=verbose"],
        cwd=ROOT / "client",
        env={**os.environ, "LONGROAD_GAMES": str(games), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓ src/engine/chances.test.ts > the engine > finds the same chances as the library" in done.stdout
