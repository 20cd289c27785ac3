"""Puts games, decisions and verdicts into the file of the benchmark."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np

from longroad.bench.decisions import FILE, FORMAT, Candidate, Decision, DecisionGame, write_game
from longroad.notation.actions import action_of
from longroad.notation.records.record import Record
from longroad.search.weights import weights
from scripts.deciding.kernel import NODES
from scripts.deciding.sampling import sampled
from scripts.deciding.verdicts import FOUNDING_ROUNDS, STATES, verdicts_in

ROOT: Final = Path(__file__).resolve().parents[2]


def part_of(name: str) -> str:
    """Return the part of a game: those with an even seed are for tuning."""
    return "held-out" if int(name.rpartition("-")[2]) % 2 else "tuning"


def packed(path: Path, verdicts: Mapping[str, dict[str, Any]]) -> DecisionGame:
    """Return a game with the decisions that have a verdict."""
    record = Record.parse(path.read_text())
    decisions = []
    for one in sampled(path.stem, record):
        verdict = verdicts.get(f"{one.game} {one.ply}")
        if verdict is not None:
            actions = [str(action_of(code)) for code in one.actions]
            numbers = (verdict["chances"], verdict["losses"], verdict["errors"])
            candidates = tuple(Candidate(*candidate) for candidate in zip(actions, *numbers, strict=True))
            decisions.append(Decision(one.ply, one.seat, one.kind, candidates))
    preset, players, _ = path.stem.split("-")
    return DecisionGame(path.stem, f"{preset}, {players}", part_of(path.stem), record.text, tuple(decisions))


def head() -> dict[str, Any]:
    """Return how the rollouts were made; a digest names the weights of their search and of the chances at their end."""
    digest = sha256(np.array(weights(), "<i4").tobytes()).hexdigest()[:16]
    return {
        "format": FORMAT,
        "nodes": NODES,
        "states": STATES,
        "founding_rounds": FOUNDING_ROUNDS,
        "weights": digest,
    }


def lines(folder: Path) -> Iterator[str]:
    """Yield the lines of the file: how the rollouts were made, then the games."""
    yield json.dumps(head())
    verdicts = verdicts_in(folder / "verdicts")
    for path in sorted((folder / "games").glob("*.txt"), key=lambda path: (int(path.stem.rpartition("-")[2]), path)):
        game = packed(path, verdicts)
        if game.decisions:
            yield write_game(game)


def pack(folder: Path) -> None:
    """Write the file."""
    path = ROOT / "src/longroad/bench" / FILE
    text = "".join(f"{line}\n" for line in lines(folder))
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    games = text.count("\n") - 1
    print(f"{path}: {text.count('ply')} decisions of {games} games, {path.stat().st_size / 1e6:.2f} MB")
