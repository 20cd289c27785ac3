"""`longroad analyse`: every seat's chance to win in a position, and the best actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import chosen_seed, completed_from, position_or_file, spaced, whole

if TYPE_CHECKING:
    from longroad.analysis import Analysis
    from longroad.analysis.budget import Budget

BUDGETS = ("quick", "normal", "deep")

BudgetName = Annotated[
    str,
    typer.Option(
        help=f"How deeply to think: {', '.join(BUDGETS)}.", metavar="LEVEL", autocompletion=completed_from(*BUDGETS)
    ),
]


@app.command()
def analyse(
    position: Annotated[
        str,
        typer.Argument(
            help="A position or a record, as text or a file with it; - reads standard input.", metavar="POSITION"
        ),
    ],
    budget: BudgetName = "normal",
    ply: Annotated[
        int | None, whole("Of a record: analyse the position before this ply, counted from 0; by default the last.")
    ] = None,
    seat: Annotated[int | None, whole("Whose decision to analyse; by default of the seat that decides.")] = None,
    everything: Annotated[
        bool, typer.Option("--everything", help="Use hidden cards too, not only what the seat may know.")
    ] = False,
    rollouts: Annotated[int | None, whole("How many rollouts to use, instead of the level's.")] = None,
    seed: Annotated[int, whole("Seed of the rollouts: the same seed gives the same analysis.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print the analysis as JSON.")] = False,
) -> None:
    """Estimate every seat's chance to win in a position, and compare the best actions."""
    from json import dumps

    from longroad.analysis import analyse as ask

    text = position_or_file(position)
    try:
        found = ask(text, _budget(budget, rollouts), ply=ply, seat=seat, everything=everything, seed=chosen_seed(seed))
    except ValueError as error:
        raise BadInput(str(error)) from error
    print(dumps(found.to_json(), indent=2, ensure_ascii=False) if json else "\n".join(_lines(found)))


def _budget(name: str, rollouts: int | None) -> Budget:
    """Return a budget by its name, with another number of rollouts if one is given. Raises `ValueError`."""
    from dataclasses import replace

    from longroad.analysis.budget import budget_of

    chosen = budget_of(name)
    return chosen if rollouts is None else replace(chosen, rollouts=rollouts)


def _lines(found: Analysis) -> list[str]:
    """Describe an analysis in lines of text."""
    from longroad.core.words import SEAT_NAMES

    chances = [
        f"{SEAT_NAMES[seat]} {100 * chance:.1f} % ± {100 * error:.1f}"
        for seat, (chance, error) in enumerate(zip(found.chances, found.errors, strict=True))
    ]
    lines = [f"chances to win: {', '.join(chances)}"]
    if not found.actions:
        return [*lines, "nothing to choose"]
    width = max(len(str(candidate.action)) for candidate in found.actions)
    lines.append(f"actions of seat {found.seat}, by {spaced(found.rollouts)} rollouts:")
    for candidate in found.actions:
        line = "".join(f", then {action}" for action in candidate.line)
        chance = f"{100 * candidate.chance:5.1f} % ± {100 * candidate.error:.1f}"
        lines.append(f"  {candidate.action!s:<{width}}  {chance}  {candidate.reason}{line and f' ({line[2:]})'}")
    return lines
