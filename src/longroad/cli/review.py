"""`longroad review`: what was luck in a game, what were decisions, and which could have been better."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.analyse import BudgetName
from longroad.cli.app import BadInput, app
from longroad.cli.options import chosen_seed, complete_records, file_text, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from longroad.analysis import Review
    from longroad.notation.records.record import Record

LEAST_SHOWN = 0.001  # of a victory that a decision must have cost to be listed


@app.command()
def review(
    file: Annotated[
        str,
        typer.Argument(
            help="A full record, as text or JSON Lines; - reads standard input.",
            metavar="FILE",
            autocompletion=complete_records,
        ),
    ],
    budget: BudgetName = "normal",
    seed: Annotated[int, whole("Seed of the rollouts: the same seed gives the same review.")] = 0,
    most: Annotated[int, whole("How many decisions of each seat to list.")] = 3,
    plot: Annotated[
        Path | None, typer.Option(help="Also draw the review into this file, as SVG.", metavar="FILE.svg")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Also write the record with the review in its comments.", metavar="FILE")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
) -> None:
    """Separate luck from decisions in a game, and list the decisions that could have been better.

    A record that was written with --out is not computed again.
    """
    from json import dumps

    from longroad.analysis import annotate
    from longroad.analysis.budget import budget_of
    from longroad.analysis.plot import draw_review
    from longroad.notation.records.record import Record

    if most < 0:
        raise BadInput(f"--most {most}: expected a whole number from 0")
    text = file_text(file)
    try:
        budget_of(budget)
        record = Record.parse(text)
        found = _reviewed(record, budget, chosen_seed(seed))
    except ValueError as error:
        raise BadInput(f"{file}: {error}") from error
    if plot is not None:
        _write(plot, draw_review(found))
    if out is not None:
        _write(out, annotate(record, found).text)
    print(dumps(found.to_json(), indent=2, ensure_ascii=False) if json else "\n".join(_lines(found, most)))


def _reviewed(record: Record, budget: str, seed: int) -> Review:
    """Return the review in a record's comments, or compute it. Raises `ValueError`."""
    from longroad.analysis import read_review
    from longroad.analysis import review as compute
    from longroad.notation.errors import InvalidNotation

    try:
        return read_review(record)
    except InvalidNotation:
        return compute(record, budget, seed=seed, progress=_progress if sys.stderr.isatty() else None)


def _progress(done: int, count: int) -> None:
    """Show how many decisions have been judged."""
    end = "\n" if done == count else ""
    print(f"\r{done} of {count} decisions", end=end, file=sys.stderr, flush=True)


def _write(path: Path, text: str) -> None:
    """Write a file. Raises `BadInput`."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error


def _lines(found: Review, most: int) -> Iterator[str]:
    """Describe a review in lines of text; all figures are points of a hundred."""
    width = max(len("seat"), *map(len, found.names))
    heads = f"{'start':>7} {'dice':>7} {'thefts':>7} {'draws':>7} {'decisions':>10} {'result':>7} {'error':>7}"
    yield f"{'seat':<{width}} {heads}"
    for seat in found.seats:
        changes = f"{100 * seat.dice:>+7.1f} {100 * seat.thefts:>+7.1f} {100 * seat.draws:>+7.1f}"
        result = f"{100 * seat.decisions:>+10.1f} {100 * seat.result:>7.1f}"
        yield f"{seat.name:<{width}} {100 * seat.start:>7.1f} {changes} {result} {100 * seat.error_rate:>7.2f}"
    yield "start + dice + thefts + draws + decisions = result; error: what a decision cost on average"
    if found.turning_points:
        yield "turning points:"
    for ply in found.turning_points:
        who, change = max(zip(found.names, ply.changes, strict=True), key=lambda pair: abs(pair[1]))
        yield f"  ply {ply.number}, {ply.ply}: {who} {100 * change:+.1f}"
    for seat in found.seats:
        yield from _costliest(found, seat.seat, most)


def _costliest(found: Review, seat: int, most: int) -> Iterator[str]:
    """List the decisions that cost a seat most."""
    listed = [ply for ply in found.costliest(seat, most) if ply.choice is not None and ply.choice.loss >= LEAST_SHOWN]
    if listed:
        yield f"{found.names[seat]} could have done better:"
    for ply in listed:
        assert ply.choice is not None
        cost = f"{100 * ply.choice.loss:.1f} ± {100 * ply.choice.loss_error:.1f}"
        yield f"  ply {ply.number}, {ply.choice.action}: {ply.choice.best} is better by {cost}. {ply.choice.reason}"
