"""The report of an arena: the table of the entrants, and sentences about the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from longroad.cli.options import spaced

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from longroad.arena.game import BotFault
    from longroad.arena.match_spec import MatchSpec

ANY_WIDTH = 1000  # columns, more than a table needs
LEAST_NAME = 10  # columns into which a name may be folded


def show(report: dict[str, Any]) -> None:
    """Print the table and the notes about the games."""
    from rich.console import Console

    console = Console(highlight=False)
    table = _arena_table(report)
    if not _has_room(table, console):
        for line in _narrow_lines(table):
            console.print(line, soft_wrap=True, markup=False)
    else:
        console.print(table)
    for sentence in notes(report):
        console.print(sentence, soft_wrap=True, markup=False)


def _arena_table(report: dict[str, Any]) -> Table:
    """Return the table of the entrants' figures; equal specifications share a line."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    title = f"{report['ruleset']}, seed {report['seed']}"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("entrant", overflow="fold")
    has_luck = any(line["without_luck"] for line in report["pooled"])
    luck_columns = ("without luck", "95 %") if has_luck else ()
    for name in ("games", "wins", "win %", "95 %", *luck_columns, "rating", "ms", "99 %", "faults"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in sorted(report["pooled"], key=lambda line: -(line["win_rate"] or 0)):
        many = len(line["entrants"])
        table.add_row(
            line["name"] if many == 1 else f"{line['name']} x{many}",
            str(line["games"]),
            str(line["wins"]),
            percent(line["win_rate"]).removesuffix(" %"),
            _range(line["ci95"]),
            *(_luck_cells(line["without_luck"]) if has_luck else ()),
            f"{line['rating']['mu']:.1f}",
            milliseconds(line["ms_median"]),
            milliseconds(line["ms_99"]),
            str(line["raised"] + line["illegal"] + line["late"]),
        )
    return table


def _luck_cells(without_luck: dict[str, Any] | None) -> tuple[str, str]:
    """Return the win rate without luck, and its interval."""
    if without_luck is None:
        return "-", "-"
    return percent(without_luck["win_rate"]).removesuffix(" %"), _range(without_luck["ci95_paired"])


def _range(interval: list[float] | None) -> str:
    return "-" if interval is None else "-".join(f"{100 * bound:.1f}" for bound in interval)


def _has_room(table: Table, console: Console) -> bool:
    """Whether a table fits into the window, its names perhaps folded but not too small."""
    least = console.measure(table, options=console.options.update(width=ANY_WIDTH)).minimum
    longest = max((len(word) for name in table.columns[0].cells for word in str(name).split()), default=0)
    return least - max(longest - LEAST_NAME, 0) <= console.width


def _narrow_lines(table: Table) -> list[str]:
    """Return a table as a line for each entrant, for windows in which names would be cut off."""
    names = [str(column.header) for column in table.columns[1:]]
    lines = [str(table.title)]
    for entrant, *figures in zip(*(column.cells for column in table.columns), strict=True):
        lines.append(f"{entrant}: {', '.join(f'{name} {figure}' for name, figure in zip(names, figures, strict=True))}")
    return lines


def percent(share: float | None) -> str:
    """Return a share as text."""
    return "-" if share is None else f"{100 * share:.1f} %"


def milliseconds(ms: float | None) -> str:
    """Return a time as text."""
    return "-" if ms is None else f"{ms:.2g}" if ms < 10 else spaced(ms)


def notes(report: dict[str, Any]) -> list[str]:
    """Return sentences about the games."""
    if not report["games"]:
        return ["No game is finished."]
    turns = report["turns"]
    length = f"{turns['median']:g} turns at the median ({turns['least']} to {turns['most']})"
    said = [f"{spaced(report['games'])} games, {length}; by luck alone everybody wins {100 / report['players']:.4g} %."]
    if report["limited"]:
        said.append(f"{report['limited']} ended at the turn limit.")
    first = report["entrants"][0]["name"]
    said += [f"{first} {_lead_note(line)}" for line in report["ahead"] if line["ci95"] is not None]
    if report["sprt"]:
        said.append(f"Is the win rate of {first} {_test_note(report['sprt'])}")
    return said + [f"{line['name']}: {line['first_fault']}" for line in report["pooled"] if line["first_fault"]]


def fault_note(spec: MatchSpec, fault: BotFault) -> str:
    """Return what stopped a strict match, and how to reproduce it."""
    deal, seats = spec.table(fault.game)
    entrant = seats[fault.seat]
    made = f"make_bot({spec.entrants[entrant]!r}, {spec.bot_seed(deal, entrant)})"
    return (
        f"{spec.entrants[entrant]}, seat {fault.seat} of game {fault.game}: {fault.message}\n"
        f"Position: {fault.position}\n"
        f"Again: {made}.choose(Game.from_position(POSITION).view({fault.seat}))"
    )


def _lead_note(line: dict[str, Any]) -> str:
    """Return how far the first entrant is ahead of another, as a sentence."""
    low, high = (100 * bound for bound in line["ci95"])
    difference = f"{100 * line['difference']:+.1f} points of win rate ({low:+.1f} to {high:+.1f})"
    return f"against {line['of']} in the same deals: {difference}."


def _test_note(test: dict[str, Any]) -> str:
    """Return what a sequential test has decided, as a sentence."""
    low, high = test["bounds"]
    asked = f"at least {test['p1']:g}, or at most {test['p0']:g}?"
    luck = ", without luck" if test["is_without_luck"] else ""
    ratio = f"log-likelihood ratio {test['ratio']:.2f}, bounds {low:.2f} and {high:.2f}"
    shares = {"at least p1": f"At least {test['p1']:g}", "at most p0": f"At most {test['p0']:g}"}
    return f"{asked} {shares.get(test['decision'], 'Not decided yet')} (SPRT{luck}: {ratio})."
