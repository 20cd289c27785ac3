"""`longroad perft`: count sequences of plies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.shared import BadInput, Players, Preset, app, chosen_ruleset, chosen_seed, spaced, whole

if TYPE_CHECKING:
    from longroad.core.compile.registry import Kind

MOST_DEPTH = 60
MOST_AFTER = 100_000


@app.command()
def perft(
    depth: Annotated[int, whole("How many plies deep to count.")] = 4,
    preset: Preset = "base",
    players: Players = None,
    seed: Annotated[int, whole("Makes the island, and the plies of --after.")] = 0,
    after: Annotated[int, whole("Count from the position after so many random plies.")] = 0,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also count by the first action, at the last depth.")
    ] = False,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Run without the compiler.")] = False,
) -> None:
    """Count the sequences of plies from a position; from the founding on, unless told otherwise."""
    import time

    from longroad.core.batch import Batch
    from longroad.core.check.perft import divide as count_by_action
    from longroad.core.check.perft import perft as count
    from longroad.core.compile.registry import compiled_available

    if not 1 <= depth <= MOST_DEPTH:
        raise BadInput(f"--depth {depth}: possible are whole numbers from 1 to {MOST_DEPTH}")
    if not 0 <= after <= MOST_AFTER:
        raise BadInput(f"--after {after}: possible are whole numbers from 0 to {MOST_AFTER}")
    ruleset = chosen_ruleset(preset, players=players, first_player="given")
    batch = Batch(ruleset, 1, "interpreted")
    batch.play([chosen_seed(seed)], most=after)
    state = batch.state(0)
    kind: Kind = "interpreted" if interpreted or not compiled_available() else "compiled"
    count(state, 1, kind)  # compiles, or loads what was compiled
    print(f"{'depth':>5} {'plies':>20} {'seconds':>10}")
    for plies in range(1, depth + 1):
        start = time.perf_counter()
        total = count(state, plies, kind)[-1]
        print(f"{plies:>5} {spaced(total):>20} {time.perf_counter() - start:>10.3f}", flush=True)
    if divide:
        for action, total in count_by_action(state, depth, kind).items():
            print(f"{action_text(action):>26} {spaced(total):>20}")


def action_text(action: int) -> str:
    """Name an action by its kind and number."""
    from longroad.core.actions import BUILD_SETTLEMENT, KIND_NAMES, OFFER_TRADE, action_kind, action_number

    kind = action_kind(action)
    if kind < BUILD_SETTLEMENT:
        return KIND_NAMES[kind]
    return f"{KIND_NAMES[kind]} {action_number(action) if kind not in range(OFFER_TRADE, OFFER_TRADE + 5) else action}"
