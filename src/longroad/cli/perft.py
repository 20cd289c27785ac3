"""`longroad perft`: count sequences of plies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import Players, Preset, chosen_ruleset, chosen_seed, position_text, spaced, whole

if TYPE_CHECKING:
    from longroad.core.compile.registry import Kind
    from longroad.core.state import State

MOST_DEPTH = 60
MOST_AFTER = 100_000


@app.command()
def perft(
    position: Annotated[
        str | None,
        typer.Argument(
            help="A position to count from, as text or a file with it; by default the start of a game.",
            metavar="[POSITION]",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[int, whole("How many plies deep to count.")] = 4,
    preset: Preset = "base",
    players: Players = None,
    seed: Annotated[int, whole("Seed of the island, and of the plies of --after.")] = 0,
    after: Annotated[int, whole("Count from the position after this many random plies.")] = 0,
    divide: Annotated[bool, typer.Option("--divide", help="Also count by the first ply, at the last depth.")] = False,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Run without the compiler.")] = False,
) -> None:
    """Count the sequences of plies from a position, to check the rules and measure their speed."""
    import time

    from longroad.core.check.perft import divide as count_by_action
    from longroad.core.check.perft import perft as count
    from longroad.core.compile.registry import compiled_available

    if not 1 <= depth <= MOST_DEPTH:
        raise BadInput(f"--depth {depth}: expected a whole number from 1 to {MOST_DEPTH}")
    if not 0 <= after <= MOST_AFTER:
        raise BadInput(f"--after {after}: expected a whole number from 0 to {MOST_AFTER}")
    state = _random_state(preset, players, seed, after) if position is None else _read_state(position)
    kind: Kind = "interpreted" if interpreted or not compiled_available() else "compiled"
    count(state, 1, kind)  # compiles, or loads compiled code
    print(f"{'depth':>5} {'plies':>20} {'seconds':>10}")
    for plies in range(1, depth + 1):
        start = time.perf_counter()
        total = count(state, plies, kind)[-1]
        print(f"{plies:>5} {spaced(total):>20} {time.perf_counter() - start:>10.3f}", flush=True)
    if divide:
        from longroad.notation.actions import write_action

        totals = {write_action(action): total for action, total in count_by_action(state, depth, kind).items()}
        width = max(map(len, totals), default=0)
        for text, total in totals.items():
            print(f"{text:<{width}} {spaced(total):>20}")


def _random_state(preset: str, players: int | None, seed: int, after: int) -> State:
    """Return the start of a game of a preset, or the position after some random plies. Raises `BadInput`."""
    from longroad.core.batch import Batch

    batch = Batch(chosen_ruleset(preset, players=players, first_player="given"), 1, "interpreted")
    batch.play([chosen_seed(seed)], most=after)
    return batch.state(0)


def _read_state(position: str) -> State:
    """Read a position from its text, or from a file that contains it. Raises `BadInput`."""
    from longroad.core.state import State
    from longroad.notation.errors import InvalidNotation
    from longroad.notation.positions.position import read_position

    try:
        state = read_position(position_text(position))
    except InvalidNotation as error:
        raise BadInput(str(error)) from error
    if not isinstance(state, State):
        raise BadInput("a position that hides cards cannot be counted: expected a position with all hands")
    return state
