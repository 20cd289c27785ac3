"""The order of legal actions cannot change unnoticed: for fixed positions of every preset it is written down.

After a change that is meant, rewrite the files from the root of the repository, and look at the difference:

    python -m tests.core.test_golden_legal
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from longroad.core import actions as a
from longroad.core.forms import PackedForm
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.words import RESOURCE_NAMES
from tests.walks import walk

GOLDEN = Path(__file__).parent / "golden"
SEED = 2
PLIES = (0, 1, 100, 250, 500, 750, 1000)  # and wherever a phase or a kind of action comes for the first time
MOST = 1500


def argument(action: int) -> str:
    """Write what an action says besides its kind."""
    kind, number = a.action_kind(action), a.action_number(action)
    if kind < a.BUILD_SETTLEMENT:
        return ""
    if kind == a.TRADE_BANK:
        return f"{number // 25} {RESOURCE_NAMES[number // 5 % 5]} for {RESOURCE_NAMES[number % 5]}"
    if kind == a.PLAY_MONOPOLY:
        return RESOURCE_NAMES[number]
    if kind == a.PLAY_PLENTY:
        taken = (a.PLENTY_FIRST[number], a.PLENTY_SECOND[number])
        return " and ".join(RESOURCE_NAMES[resource] for resource in taken if resource >= 0)
    if kind in (a.NEUTRAL_ROAD, a.NEUTRAL_SETTLEMENT):
        return f"{number} of {a.action_first(action)}"
    return str(number)


def form_line(form: PackedForm) -> str:
    """Write a form."""
    total = "" if form.total is None else f", {form.total} in all"
    to = f", to {form.to:06b}" if form.to else ""
    return f"{a.KIND_NAMES[form.kind]}: gives up to {form.give}, takes up to {form.take}{total}{to}"


def legal_lines(state: State, seat: int) -> Iterator[str]:
    """Write a seat's legal actions in their order, neighbors of a kind on one line, then its forms."""
    for kind, group in groupby(state.legal(seat), key=a.action_kind):
        yield f"{a.KIND_NAMES[kind]} {', '.join(map(argument, group))}".rstrip()
    for form in state.forms(seat):
        yield form_line(form)


def choices(state: State) -> set[str]:
    """Name the phase and the kinds of action that somebody has."""
    kinds = {a.action_kind(action) for seat in state.may_act for action in state.legal(seat)}
    return {state.phase, *(a.KIND_NAMES[kind] for kind in kinds)}


def golden_lines(preset: str) -> Iterator[str]:
    """Walk through a game of a preset, and write down what is legal at the chosen positions."""
    state = State.new(Ruleset.preset(preset), SEED)
    known: set[str] = set()
    for ply, _ in enumerate(walk(state, SEED, MOST)):
        if state.is_chance or (ply not in PLIES and choices(state) <= known):
            continue
        known |= choices(state)
        yield f"ply {ply}: {state.phase}"
        for seat in state.may_act:
            yield f"  seat {seat}"
            yield from (f"    {line}" for line in legal_lines(state, seat))


def golden_text(preset: str) -> str:
    """Return the whole text of a preset's file."""
    return "\n".join(golden_lines(preset)) + "\n"


@pytest.mark.parametrize("preset", PRESETS)
def test_legal_actions_and_their_order_are_as_written_down(preset: str) -> None:
    written = (GOLDEN / f"{preset}.txt").read_text(encoding="utf-8")
    assert golden_text(preset).splitlines() == written.splitlines(), "if this is meant: see the top of this module"


def test_nothing_else_is_written_down() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {f"{preset}.txt" for preset in PRESETS}


def test_written_positions_show_every_kind_of_choice() -> None:
    text = "".join((GOLDEN / f"{preset}.txt").read_text(encoding="utf-8") for preset in PRESETS)
    missing = {name for name in a.KIND_NAMES[1 : a.START_ROLLED] if f"    {name}" not in text}
    assert missing == set()


def main() -> None:
    """Rewrite all files."""
    GOLDEN.mkdir(exist_ok=True)
    for preset in PRESETS:
        (GOLDEN / f"{preset}.txt").write_text(golden_text(preset), encoding="utf-8")


if __name__ == "__main__":
    main()
