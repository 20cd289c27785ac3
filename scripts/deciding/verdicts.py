"""Rolls all decisions out, and keeps the verdicts in a file as they become clear."""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from longroad.core.layout import PLAYERS
from longroad.notation.records.record import Record
from scripts.deciding.judging import Progress, Task, judged
from scripts.deciding.kernel import read_kernel
from scripts.deciding.rolling import Deals, Roller, cpu_roller, deals_of, gpu_roller, seed_of
from scripts.deciding.sampling import sampled

STATES: Final = 256  # samples of the hidden cards; rollouts beyond them begin with the same again, but with other dice
FOUNDING_ROUNDS: Final = 2  # that a rollout of a founding lasts after the founding; others last one round
CPU_BATCH: Final = 20_000
GPU_BATCH: Final = 300_000  # 98 GiB of an H200


class Prepared(NamedTuple):
    """A decision that is ready to be rolled out."""

    name: str
    kind: str
    players: int
    seat: int
    actions: tuple[int, ...]
    deals: Deals

    def task(self, number: int) -> Task:
        """Return the task, with the number of its deals."""
        rounds = 1 + FOUNDING_ROUNDS * self.players if self.kind == "founding" else self.players
        return Task(number, self.seat, self.actions, rounds, seed_of(self.name))


class Share(NamedTuple):
    """What is rolled out on a machine: some kinds, and of all decisions the K-th of N parts."""

    kinds: frozenset[str]
    part: int  # from 1
    parts: int
    done: frozenset[str]  # names of decisions that have a verdict

    def has(self, name: str, kind: str) -> bool:
        """Whether a decision is rolled out here."""
        return name not in self.done and kind in self.kinds and int(self.parts * _order(name)) == self.part - 1


def _order(name: str) -> float:
    """Return where a decision comes, from 0 to 1: at random, so that any beginning is a fair sample of a kind."""
    return Random(name).random()


def prepared(path: Path, share: Share) -> list[Prepared]:
    """Sample the decisions of a game, and deal the hidden cards of those that are rolled out here."""
    found = []
    for one in sampled(path.stem, Record.parse(path.read_text())):
        name = f"{one.game} {one.ply}"
        if share.has(name, one.kind):
            players = one.view.seen.s[PLAYERS]
            found.append(Prepared(name, one.kind, players, one.seat, one.actions, deals_of(one.view, name, STATES)))
    return found


def verdicts_in(folder: Path) -> dict[str, dict[str, Any]]:
    """Read all verdicts, of whatever machine, by the name of the decision."""
    lines = (line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text().splitlines())
    return {verdict["name"]: verdict for verdict in map(json.loads, lines)}


def roll(given: argparse.Namespace) -> None:
    """Roll out what has not been rolled out."""
    until = time.time() + given.seconds
    folder = given.folder / "verdicts"
    folder.mkdir(parents=True, exist_ok=True)
    paths = sorted((given.folder / "games").glob("*.txt"))
    done = frozenset(verdicts_in(folder))
    part, parts = map(int, given.part.split("/"))
    share = Share(frozenset(given.kinds.split(",")), part, parts, done)
    with get_context("spawn").Pool(given.workers) as pool:
        games = pool.map(partial(prepared, share=share), paths, chunksize=1)
    found = sorted((one for game in games for one in game), key=lambda one: _order(one.name))
    print(
        f"{len(done)} decisions are done, {len(found)} are not: {sum(len(one.actions) for one in found)} candidates",
        flush=True,
    )
    deals = [one.deals for one in found]
    roller = _roller(given, deals)
    began = time.time()

    def report(progress: Progress) -> None:
        rate = progress.rollouts / (time.time() - began)
        print(f"{time.time() - began:6.0f} s  {progress}  {rate:,.0f} rollouts/s", flush=True)

    batch = given.batch or (GPU_BATCH if given.gpu else CPU_BATCH)
    tasks = [one.task(number) for number, one in enumerate(found)]
    with open(given.results or folder / "verdicts.jsonl", "a") as file:
        for number, verdict in judged(tasks, roller, batch, until, report):
            rounded = {name: np.round(values, 6).tolist() for name, values in verdict._asdict().items()}
            print(json.dumps({"name": found[number].name, **rounded}), file=file, flush=True)


def _roller(given: argparse.Namespace, deals: list[Deals]) -> Roller:
    if not given.gpu:
        return cpu_roller(deals)
    return gpu_roller(read_kernel(given.folder / "kernel.json"), deals, given.batch or GPU_BATCH)
