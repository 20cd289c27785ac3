"""`longroad verify`: check records, and compute every ply of chance again."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from longroad.cli.app import app, complain
from longroad.cli.options import complete_records, spaced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from longroad.game.fair import Report
    from longroad.notation.records.reader import InvalidRecord
    from longroad.notation.records.record import Record

STANDARD_INPUT = "-"
WRONG = 1  # the exit code if a record is wrong; one that cannot be read counts as bad input
MOST_SHOWN = 5  # differences that are listed one by one


@dataclass(frozen=True)
class Verdict:
    """The result for one record: the record, or its valid beginning and what is wrong after it."""

    name: str
    record: Record | None
    error: InvalidRecord | None = None
    line: int = 0  # of the error in the file
    chance: Report | None = None

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return self.error is None and (self.chance is None or self.chance.is_right)


@app.command()
def verify(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Records, as text or JSON Lines; - reads standard input.",
            metavar="FILE...",
            autocompletion=complete_records,
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> int:
    """Check records: hash, legality and final position, and that chance is what was promised.

    The exit code is 0 if all are right, 1 if one is wrong, and 2 if a file cannot be read.
    """
    import json as json_format

    code, objects = 0, []
    for name in files:
        try:
            content = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            code = complain(f"{name}: {reason}")
            objects.append({"record": name, "right": False, "error": {"ply": None, "line": None, "reason": reason}})
            continue
        for verdict in _verdicts_of(name, content):
            code = max(code, 0 if verdict.is_right else WRONG)
            if json:
                objects.append(_verdict_object(verdict))
            else:
                print("\n".join(_verdict_lines(verdict)), flush=True)
    if json:
        print(json_format.dumps(objects, indent=2, ensure_ascii=False))
    return code


def _verdicts_of(name: str, data: bytes) -> Iterator[Verdict]:
    """Check all records of a file."""
    from longroad.notation.records.reader import split_records

    parts: list[str | bytes] = [data]
    with suppress(UnicodeDecodeError):  # reading the record will report where
        parts = [*split_records(data.decode())]
    lines = 0
    for number, part in enumerate(parts, 1):
        yield _verdict_of(name if len(parts) == 1 else f"{name}, game {number}", part, lines)
        lines += part.count("\n") if isinstance(part, str) else 0


def _verdict_of(name: str, text: str | bytes, lines_before: int) -> Verdict:
    """Check a record."""
    from longroad.game.fair import verify_record
    from longroad.notation.records.reader import InvalidRecord, read_record

    try:
        record = read_record(text)
    except InvalidRecord as error:
        return Verdict(name, error.beginning, error, error.line + lines_before)
    return Verdict(name, record, chance=verify_record(record))


def _verdict_object(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as an object for JSON."""
    record, error, chance = verdict.record, verdict.error, verdict.chance
    values: dict[str, Any] = {"record": verdict.name, "right": verdict.is_right}
    if record is not None:
        values |= {"edition": record.edition_name, "plies": len(record.codes), "result": record.result}
    if error is not None:
        values["error"] = {"ply": error.ply, "line": verdict.line, "reason": error.reason}
    if chance is not None:
        values["chance"] = {
            "source": chance.source,
            "promised": chance.is_promised,
            "secret_kept": chance.is_secret_kept,
            "island_same": chance.is_island_same,
            "island_chosen": chance.is_island_chosen,
            "plies": chance.chances,
            "differences": [difference._asdict() for difference in chance.differences],
        }
    return values


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Describe a verdict in lines of text."""
    record, error = verdict.record, verdict.error
    yield f"{verdict.name}: {'right' if verdict.is_right else 'WRONG'}"
    if error is not None:
        where = "" if error.ply is None else f"ply {error.ply}, "
        yield f"  {where}line {verdict.line}: {error.reason}"
        valid = 0 if record is None else len(record.codes)
        yield f"  valid before that: {spaced(valid)} plies"
    elif record is not None:
        yield f"  {record.edition_name} edition, {spaced(len(record.codes))} plies, {record.result}"
        yield from _legality_lines(record)
    if verdict.chance is not None:
        yield from _chance_lines(verdict.chance)


def _legality_lines(record: Record) -> Iterator[str]:
    """Describe what is right about a record."""
    if record.viewer is None:
        checked = "every ply is legal"
    else:
        checked = "every ply is legal as far as this edition can tell"
    if record.ending is None:
        yield f"  {checked}; still going on: there is no hash and no final position to compare"
    elif record.viewer is not None:
        yield "  every ply and the final position are right as far as this edition can tell; the hash is right"
    else:
        yield f"  {checked}; final position and hash are right"


def _chance_lines(report: Report) -> Iterator[str]:
    """Describe the result about chance."""
    if report.source is None:
        missing = "does not reveal the secret that was promised" if report.is_promised else "has no secret and no seed"
        yield f"  chance NOT verified: the record {missing}"
        return
    if report.is_secret_kept is not None:
        yield f"  the secret is {'' if report.is_secret_kept else 'NOT '}the one that was promised"
    else:
        yield f"  the {report.source} was promised to nobody: it may have been chosen"
    if report.is_island_same is not None:
        follows = "follows" if report.is_island_same else "does NOT follow"
        chosen = "its own seed, which may have been chosen"
        yield f"  the island {follows} from {chosen if report.is_island_chosen else f'the {report.source}'}"
    count = len(report.differences)
    if count == 0:
        yield f"  all {spaced(report.chances)} plies of chance follow from the {report.source}"
        return
    yield f"  {spaced(count)} of {spaced(report.chances)} plies of chance do NOT follow from the {report.source}"
    for difference in report.differences[:MOST_SHOWN]:
        yield f"    ply {difference.ply}: '{difference.recorded}' should be '{difference.computed}'"
    if count > MOST_SHOWN:
        yield f"    and {spaced(count - MOST_SHOWN)} more"
