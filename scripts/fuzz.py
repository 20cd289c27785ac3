"""Play random games over all presets, player counts and options, and check the rules on the way.

    python scripts/fuzz.py                         # a million games
    python scripts/fuzz.py --games 5000 --seed 7   # fewer, others
    python scripts/fuzz.py --seconds 60            # as many as fit
    python scripts/fuzz.py --seed 7 --game 123     # one of them alone, at every ply, interpreted

Invariants are checked at every ply in one game of a hundred, legality both ways on the way, and at every turn in the
others. Every game has a limit of turns, so each must end. The first violation stops the run: the game is shown with the
command that repeats it, and its log, made as short as it can be, is written to a file.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import random
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from longroad.core import layout
from longroad.core.actions import KIND_NAMES, action_kind, ply_action, ply_seat
from longroad.core.check.fuzz import (
    GUESSES_FROM,
    NUMBERS_A_PLY,
    PHASE_COUNT,
    SEEN_WORDS,
    any_ply,
    follow,
    fuzz_games,
)
from longroad.core.check.invariants import violation
from longroad.core.check.legality import check_legality
from longroad.core.check.violations import TOO_LONG, VIOLATIONS
from longroad.core.compile.registry import backend
from longroad.core.island.given import Island
from longroad.core.island.topology import SITE_NEIGHBORS
from longroad.core.legality.refusal import refusal
from longroad.core.phases import OVER, PHASE_TABLE
from longroad.core.ruleset import CHOICES, PRESETS, InvalidRuleset, Ruleset
from longroad.core.state import State, template
from longroad.core.words import DESERT

GAMES = 1_000_000
SAME_RULES = 20  # games in a row with the same ruleset
BATCH = 50 * SAME_RULES
THOROUGH_ONE_IN = 100
MOST_PLIES = 2_000_000
SHORTEN_SECONDS = 60.0


# --- random rulesets --------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Rules:
    """What a game is played by: a ruleset, and an island or parts of one if it is given."""

    ruleset: Ruleset
    island: Island | None = None


def random_rules(rng: random.Random) -> Rules:
    """Choose a preset with any number of players it takes, or any options that make sense, or a given island."""
    limit = rng.choice((rng.randint(1, 12), 100, 300, 300, 800))
    if rng.random() < 0.25:
        return Rules(_random_preset(rng).but(limit=limit))
    ruleset = random_ruleset(rng).but(limit=limit)
    return _random_given(rng, ruleset) if rng.random() < 0.15 else Rules(ruleset)


def _random_preset(rng: random.Random) -> Ruleset:
    name = rng.choice(sorted(PRESETS))
    players = PRESETS[name]["players"]
    if players == 6:
        players = rng.choice((5, 6))
    elif players == 4:
        players = rng.choice((3, 4, 5, 6)) if name == "classic" else rng.choice((3, 4))
    return Ruleset.preset(name, players=players)


def random_ruleset(rng: random.Random) -> Ruleset:
    """Choose every option at random, until they make sense together."""
    while True:
        options: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items()}
        options |= _random_numbers(rng, rng.randint(2, 6))
        if options["players"] > 4:
            options["island"] = "extension"
        if rng.random() < 0.8:
            options |= rng.choice(_EASY_ISLANDS)
        if "given" in (options["terrain"], options["tokens"], options["harbors"]):
            continue
        try:
            return Ruleset(**options)
        except InvalidRuleset:
            continue


_EASY_ISLANDS: tuple[dict[str, str], ...] = (
    *({"terrain": "random", "tokens": tokens, "harbors": "shuffled"} for tokens in ("spiral", "random")),
    *({"terrain": "random", "tokens": "spiral", "harbors": harbors} for harbors in ("free", "frame")),
    {"terrain": "pieces", "tokens": "pieces", "harbors": "pieces"},
    {"terrain": "fixed", "tokens": "fixed", "harbors": "fixed"},
)


def _random_numbers(rng: random.Random, players: int) -> dict[str, Any]:
    is_duel = players == 2 and rng.random() < 0.5
    numbers: dict[str, Any] = {
        "players": players,
        "first_seat": rng.choice((0, rng.randrange(players))),
        "cards_per_turn": rng.choice((0, 1)),
        "dice_reshuffle": rng.choice((0, 1, 5, rng.randint(0, 35), 35)),
        "discard_limit": rng.choice((7, 9, rng.randint(1, 30), 120)),
        "offers_per_turn": rng.choice((0, 1, 3, 20)),
        "proposals_per_turn": rng.choice((0, 1, 3, 10)),
        "victory_points": rng.choice((3, 5, 8, 10, 10, 12, rng.randint(3, 20))),
        "friendly_robber": rng.random() < 0.3,
        "domestic_trade": rng.random() < 0.7,
        "duel": is_duel,
    }
    if is_duel:
        numbers |= {"island": "base", "special_build": "off"}
        if rng.random() < 0.3:
            numbers["neutral_sites"] = _random_neutral_sites(rng)
    return numbers


def _random_neutral_sites(rng: random.Random) -> tuple[int, int]:
    while True:
        one, other = rng.sample(range(54), 2)
        if other not in SITE_NEIGHBORS[3 * one : 3 * one + 3]:
            return one, other


def _random_given(rng: random.Random, ruleset: Ruleset) -> Rules:
    """Return an island, or parts of one, laid out in another way; perhaps without a desert."""
    if ruleset.founding == "placed" or ruleset.terrain == "pieces":
        return Rules(ruleset)
    laid = State.new(ruleset.but(limit=0), rng.randrange(1 << 40)).island
    parts = rng.choice((("terrain",), ("terrain", "tokens"), ("harbors",), ("terrain", "tokens", "harbors")))
    options: dict[str, Any] = dict.fromkeys(parts, "given")
    given: dict[str, Any] = {part: getattr(laid, part) for part in parts}
    if "terrain" in parts and rng.random() < 0.5:
        given["robber"] = rng.randrange(len(given["terrain"]))
    if "tokens" in parts and not ruleset.duel and rng.random() < 0.4:
        given |= _without_desert(rng, given["terrain"], given["tokens"])
    if "terrain" in parts and "tokens" not in parts and ruleset.tokens == "fixed":
        options["tokens"] = "spiral"
    return Rules(ruleset.but(**options), Island(island=ruleset.island, **given))


def _without_desert(rng: random.Random, terrain: tuple[int, ...], tokens: tuple[int, ...]) -> dict[str, Any]:
    """Exchange one desert for another terrain."""
    place = terrain.index(DESERT)
    kinds, numbers = list(terrain), list(tokens)
    kinds[place] = rng.randrange(DESERT)
    numbers[place] = rng.choice([number for number in set(tokens) if number and tokens.count(number) < 3])
    return {"terrain": tuple(kinds), "tokens": tuple(numbers), "robber": rng.randrange(len(terrain))}


# --- games ------------------------------------------------------------------------------------------------------------


def rules_of(seed: int, game: int) -> Rules:
    """Return the rules of a game of a run."""
    return random_rules(random.Random(f"{seed}/{game // SAME_RULES}"))


def seed_of(seed: int, game: int) -> int:
    """Return a game's own seed, for its island, chance and choices."""
    return (seed % (1 << 22)) << 40 | game


@dataclasses.dataclass
class Batch:
    """Some games of a run, and what became of them."""

    games: range
    plies: int
    turns: int
    failed: int | None
    seen: list[int]


def play_batch(seed: int, games: range) -> Batch:
    """Play games compiled."""
    count = len(games)
    small = np.zeros((count, layout.SMALL_ROW), np.int8)
    words = np.zeros((count, layout.WORDS_ROW), np.int64)
    for first in range(0, count, SAME_RULES):
        rules = rules_of(seed, games[first])
        s, m = template(rules.ruleset, rules.island)
        small[first : first + SAME_RULES, : len(s)] = s
        words[first : first + SAME_RULES, : len(m)] = m
    seeds = np.array([seed_of(seed, game) for game in games], np.int64)
    thorough = np.array([game % THOROUGH_ONE_IN == 0 for game in games], np.int64)
    codes, plies, seen = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count * SEEN_WORDS, np.int64)
    entry = backend("compiled").entry(fuzz_games)
    entry(small, words, 0, count, seeds, thorough, MOST_PLIES, codes, plies, seen)
    failed = next((game for game, code in zip(games, codes, strict=True) if code), None)
    union = np.bitwise_or.reduce(seen.reshape(count, SEEN_WORDS), axis=0)
    return Batch(games, int(plies.sum()), int(words[:, layout.TURNS].sum()), failed, [int(word) for word in union])


def play_run(
    seed: int, games: int, seconds: float, workers: int, quiet: bool = False
) -> tuple[int, int | None, list[int]]:
    """Play a run; return how many games were played, the first that failed if one did, and what was seen."""
    start, done, plies, turns = time.monotonic(), 0, 0, 0
    seen = [0] * SEEN_WORDS
    batches = (range(first, min(first + BATCH, games)) for first in range(0, games, BATCH))
    backend("compiled").entry(fuzz_games)
    with ThreadPoolExecutor(workers) as pool:
        for batch in _in_order(pool, seed, batches, 2 * workers):
            if batch.failed is not None:
                return done, batch.failed, seen
            done += len(batch.games)
            plies, turns = plies + batch.plies, turns + batch.turns
            seen = [one | other for one, other in zip(seen, batch.seen, strict=True)]
            spent = time.monotonic() - start
            if not quiet:
                _print_progress(done, games, plies, turns, spent, seconds)
            if seconds and spent > seconds:
                break
    return done, None, seen


def _in_order(pool: ThreadPoolExecutor, seed: int, batches: Iterator[range], ahead: int) -> Iterator[Batch]:
    """Keep some batches going, and yield them in order."""
    pending: list[Future[Batch]] = [pool.submit(play_batch, seed, batch) for batch in islice(batches, ahead)]
    try:
        while pending:
            yield pending.pop(0).result()
            if (following := next(batches, None)) is not None:
                pending.append(pool.submit(play_batch, seed, following))
    finally:
        for future in pending:
            future.cancel()


_progress = threading.local()


def _print_progress(done: int, games: int, plies: int, turns: int, spent: float, seconds: float) -> None:
    """Print the progress every few seconds."""
    left = spent * (games - done) / done
    if seconds:
        left = max(min(left, seconds - spent), 0)
    if spent - getattr(_progress, "last", -10.0) < (1 if sys.stderr.isatty() else 30) and done < games:
        return
    _progress.last = spent
    line = f"{done:,} games, {turns:,} turns, {plies:,} plies, no violation; {left / 60:.1f} minutes left   "
    print(line, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def unseen(seen: list[int]) -> list[str]:
    """Return what the table of phases has and a run has not shown."""
    missing = []
    for number, phase in enumerate(PHASE_TABLE):
        missing += [
            f"{phase.name} -> {PHASE_TABLE[after].name}" for after in phase.follows if not seen[number] >> after & 1
        ]
        missing += [
            f"{phase.name}: {KIND_NAMES[kind]}" for kind in phase.kinds if not seen[PHASE_COUNT + number] >> kind & 1
        ]
    return missing


# --- one game, interpreted --------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Failure:
    """A game up to its violation."""

    rules: Rules
    seed: int
    code: int
    plies: list[int]


def play_one(rules: Rules, seed: int, guess_from: int = GUESSES_FROM) -> Failure:
    """Play one game interpreted, with all checks at every ply, to its end or its first violation."""
    state = State.new(rules.ruleset, seed, rules.island)
    s, m = state.s, state.m
    plies: list[int] = []
    code = violation(s, m)
    while not code and s[layout.PHASE] != OVER:
        k = NUMBERS_A_PLY * len(plies)
        plies.append(any_ply(s, m, seed, k))
        code = follow(s, m, plies[-1]) or violation(s, m) or check_legality(s, m, seed, k + guess_from)
        if not code and len(plies) == MOST_PLIES:
            code = TOO_LONG
    return Failure(rules, seed, code, plies)


def replayed(failure: Failure, plies: list[int]) -> list[int] | None:
    """Replay what is legal of some plies; return those taken until the violation, if it comes."""
    state = State.new(failure.rules.ruleset, failure.seed, failure.rules.island)
    taken: list[int] = []
    for ply in plies:
        if refusal(state.s, state.m, ply_seat(ply), ply_action(ply)):
            continue
        taken.append(ply)
        if (follow(state.s, state.m, ply) or violation(state.s, state.m)) == failure.code:
            return taken
    return None


def shortened(failure: Failure, seconds: float = SHORTEN_SECONDS) -> list[int]:
    """Leave plies out, in ever smaller pieces, as long as the violation still comes."""
    until = time.monotonic() + seconds
    plies = replayed(failure, failure.plies) or failure.plies
    piece = len(plies) // 2
    while piece and time.monotonic() < until:
        at = 0
        while at < len(plies) and time.monotonic() < until:
            shorter = replayed(failure, plies[:at] + plies[at + piece :])
            if shorter is not None and len(shorter) < len(plies):
                plies = shorter
            else:
                at += piece
        piece //= 2
    return plies


def show(failure: Failure, seed: int, game: int, folder: Path) -> None:
    """Print a failure with the command that repeats it, and write its log."""
    changed = {
        field.name: getattr(failure.rules.ruleset, field.name)
        for field in dataclasses.fields(Ruleset)
        if getattr(failure.rules.ruleset, field.name) != field.default
    }
    print(
        f"\nGame {game} of seed {seed}, after ply {len(failure.plies)}: {VIOLATIONS[failure.code] or 'no violation'}."
    )
    print(f"Ruleset({', '.join(f'{name}={value!r}' for name, value in changed.items())}), seed {failure.seed}")
    if failure.rules.island:
        print(failure.rules.island)
    print(f"Repeat it with: python scripts/fuzz.py --seed {seed} --game {game}")
    if not failure.code:
        return
    plies = shortened(failure)
    path = folder / f"fuzz-{seed}-{game}.json"
    log = {
        "violation": VIOLATIONS[failure.code],
        "ruleset": changed,
        "island": failure.rules.island and dataclasses.asdict(failure.rules.island),
        "seed": failure.seed,
        "plies": plies,
        "kinds": [f"{ply_seat(ply)}: {KIND_NAMES[action_kind(ply)]}" for ply in plies],
    }
    path.write_text(json.dumps(log, indent=1) + "\n")
    print(f"Its log, shortened to {len(plies)} plies, is in {path}")


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Play random games and check the rules on the way.")
    parser.add_argument("--games", type=int, default=GAMES, help="how many games (a million)")
    parser.add_argument("--seconds", type=float, default=0, help="stop after this time")
    parser.add_argument("--seed", type=int, default=0, help="which games (0)")
    parser.add_argument("--game", type=int, help="play this game of the run alone, interpreted, checked at every ply")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="threads (one a core)")
    parser.add_argument("--folder", type=Path, default=Path(), help="where the log of a failure goes")
    options = parser.parse_args(arguments)
    failed = options.game
    if failed is None:
        start = time.monotonic()
        done, failed, seen = play_run(options.seed, options.games, options.seconds, options.workers)
        if failed is None:
            print(f"\n{done:,} games of seed {options.seed} in {time.monotonic() - start:.0f} s, no violation.")
            if missing := unseen(seen):
                print("In the table of phases, but never seen: " + "; ".join(missing))
            return 0
    failure = play_one(rules_of(options.seed, failed), seed_of(options.seed, failed))
    if not failure.code and options.game is None:
        print("The compiled rules found a violation that the interpreted ones do not find:")
    show(failure, options.seed, failed, options.folder)
    return int(bool(failure.code) or options.game is None)


if __name__ == "__main__":
    sys.exit(main())
