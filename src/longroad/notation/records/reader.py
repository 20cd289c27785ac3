"""Reads records: errors name their line and ply, and keep the valid beginning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from longroad.core.actions import ply_action, ply_seat
from longroad.core.island.given import InvalidIsland, Island
from longroad.core.layout import CARDS_SIZE, DECK_SIZE, DUEL, HAND_SIZE, PLAYERS, SEATS
from longroad.core.rules.awards import owners
from longroad.core.ruleset import RULES_VERSION, Ruleset
from longroad.core.state import IllegalAction, Seen, State, View
from longroad.core.view import PUBLIC
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.islands import read_island
from longroad.notation.positions.fields import BY_LABEL
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.positions.seats import ITEMS
from longroad.notation.records.editions import follow
from longroad.notation.records.endings import Ending, check_result
from longroad.notation.records.jsonl import read_jsonl
from longroad.notation.records.parts import (
    FORMAT_VERSION,
    HEAD_TAGS,
    HEXADECIMAL,
    REQUIRED,
    Fault,
    Parts,
    check_meaning,
)
from longroad.notation.records.record import Record
from longroad.notation.records.start import begun
from longroad.notation.records.text import read_text
from longroad.notation.records.variations import play_variations
from longroad.notation.rulesets import read_ruleset

SEEN_AT_THE_END: Final = ("robber", "bank", "queue", "dice", "longest", "largest", "turn", "rolled", "chances")
_EDITION: Final = re.compile(r"full|public|seat([0-5])")
_VERSION: Final = re.compile(r"[1-9][0-9]{0,8}")


class InvalidRecord(InvalidNotation):
    """A record that is cut off, corrupted or illegal, or cannot be replayed.

    `reason` says why, `line` is the line and `ply` the ply of the error, if it is in one (the first is 0), and
    `beginning` is the record of everything valid before it, if there is any.
    """

    def __init__(self, fault: Fault, beginning: Record | None = None) -> None:
        where = f"line {fault.line}" if fault.ply is None else f"ply {fault.ply}, line {fault.line}"
        super().__init__(f"{where}: {fault.reason}")
        self.ply, self.line, self.reason = fault
        self.beginning = beginning


def read_record(text: str | bytes) -> Record:
    """Read and check a record, as text or as JSON Lines. Raises `InvalidRecord`."""
    parts = _read_parts(text)
    record = _headed(parts)
    final = _replayed(record, parts) if record.viewer is None else _followed(record, parts)
    if parts.fault is not None:
        is_in_tags = parts.fault.ply is None and not parts.plies and not parts.end
        raise InvalidRecord(parts.fault, None if is_in_tags else record)
    return _ended(record, parts, final) if parts.end else record


def read_records(text: str) -> Iterator[Record]:
    """Read the records of a text one after the other; each begins with its own first tag. Raises `InvalidRecord`."""
    for one in split_records(text):
        yield read_record(one)


def split_records(text: str) -> list[str]:
    """Split a text that holds several records, as text or JSON Lines, at the lines with which they begin.

    >>> split_records('[Longroad "1"]\\n[Rules "2"]\\n\\n[Longroad "1"]\\n')
    ['[Longroad "1"]\\n[Rules "2"]\\n\\n', '[Longroad "1"]\\n']
    """
    starts = [found.start() for found in _FIRST_LINE.finditer(text)]
    return [text[start:end] for start, end in zip([0, *starts[1:]], [*starts[1:], len(text)], strict=True)]


_FIRST_LINE: Final = re.compile(r'^(?:\[\s*Longroad\s|\{\s*"longroad")', re.MULTILINE)


def _read_parts(text: Any) -> Parts:
    """Read the parts of a text; bytes that are not UTF-8 end it, with a fault."""
    if not isinstance(text, str | bytes):
        return Parts(fault=Fault(None, 1, f"{text!r:.80} is not a record: expected text, or its bytes"))
    if isinstance(text, str):
        return _parts_of(text)
    try:
        return _parts_of(text.decode())
    except UnicodeDecodeError as error:
        whole = text[: text.rfind(b"\n", 0, error.start) + 1].decode()
        parts = _parts_of(whole)
        if parts.fault is None or parts.fault.line > whole.count("\n"):
            ply = len(parts.plies) if parts.tags and not parts.end else None
            parts.fault = Fault(ply, whole.count("\n") + 1, f"byte {error.start} is not UTF-8")
        return parts


def _parts_of(text: str) -> Parts:
    begins = text.lstrip("\ufeff \t\r\n")[:100]
    if begins and begins[0] not in "[{":
        reason = f'this is not a record: it begins with {quoted(begins.splitlines()[0])} instead of [Longroad "1"]'
        return Parts(fault=Fault(None, 1, reason))
    return read_jsonl(text) if begins.startswith("{") else read_text(text)


# --- the tags ---------------------------------------------------------------------------------------------------------


def _headed(parts: Parts) -> Record:
    """Build the record of all parts but the end, and check its tags."""
    tags = parts.tags
    name = HEAD_TAGS[0]
    try:
        for name in REQUIRED:
            if name not in tags:
                raise InvalidNotation(f"tag {name} is missing")
        name = "Longroad"
        _read_version(tags[name], FORMAT_VERSION, FORMAT_VERSION, "the format")
        name = "Rules"
        version = _read_version(tags[name], 1, RULES_VERSION, "the rules")
        name = "Ruleset"
        ruleset = read_ruleset(tags[name], version)
        name = "Island"
        island = read_island(tags[name])
        name = "Edition"
        viewer = _read_edition(tags[name], ruleset)
        name = "Begin"
        beginning = _read_beginning(tags.get(name), ruleset, island, viewer)
        others = {name: value for name, value in tags.items() if name not in HEAD_TAGS}
        for name, value in others.items():
            check_meaning(name, value, ruleset.players)
    except (InvalidNotation, InvalidIsland) as error:
        if parts.fault is not None and not parts.plies and not parts.end:
            raise InvalidRecord(parts.fault._replace(ply=None)) from error
        raise InvalidRecord(Fault(None, parts.tag_lines.get(name, 1), str(error))) from error
    variations = parts.variations if viewer is None else {}  # see `_followed`
    return Record(
        ruleset,
        island,
        parts.plies,
        others,
        parts.clocks,
        parts.comments,
        parts.foreword,
        beginning,
        viewer,
        variations=variations,
    )


def _read_version(text: str, least: int, most: int, what: str) -> int:
    if not _VERSION.fullmatch(text):
        raise InvalidNotation(f"{quoted(text)} is not a version of {what}: expected a whole number from 1 on")
    if not least <= int(text) <= most:
        known = f"only version {most}" if least == most else f"versions {least} to {most}"
        raise InvalidNotation(
            f"the record was written under version {text} of {what}; this program knows {known} and cannot replay it"
        )
    return int(text)


def _read_edition(text: str, ruleset: Ruleset) -> int | None:
    match = _EDITION.fullmatch(text)
    if match is None or (match[1] and int(match[1]) >= ruleset.players):
        raise InvalidNotation(f"edition {quoted(text)}: expected full, public or seat0 to seat{ruleset.players - 1}")
    return None if text == "full" else int(match[1] or PUBLIC)


def _read_beginning(text: str | None, ruleset: Ruleset, island: Island, viewer: int | None) -> str | None:
    """Read the beginning of a game, and check that a game can begin there."""
    if text is None:
        begun(ruleset, island)
        return None
    seen = read_position(text)
    _check_viewer(seen, viewer)
    _check_same(seen, ruleset, island)
    return write_position(seen)


def _check_viewer(seen: Seen, viewer: int | None) -> None:
    whose = seen.viewer if isinstance(seen, View) else None
    if whose != viewer:
        raise InvalidNotation("the position is not that of the viewer of this edition")


# --- the plies and the end --------------------------------------------------------------------------------------------


def _until(record: Record, count: int) -> Record:
    """Return the first `count` plies of a record."""
    return replace(
        record,
        codes=record.codes[:count],
        clocks={at: clock for at, clock in record.clocks.items() if at < count},
        comments={at: comment for at, comment in record.comments.items() if at < count},
        variations={at: variations for at, variations in record.variations.items() if at < count},
    )


def _replayed(record: Record, parts: Parts) -> State:
    """Replay a full record, and check its variations."""
    state = record.start
    lines = iter(parts.variation_lines)  # in text; in JSON Lines they are in the line of their ply
    for number, entry in enumerate(record.codes):
        variations = record.variations.get(number, ())
        before = state.copy() if variations else state
        try:
            state.apply(ply_seat(entry), ply_action(entry))
        except IllegalAction as error:
            fault = Fault(number, parts.lines[number], _illegal("", entry, error, parts))
            raise InvalidRecord(fault, _until(record, number)) from error
        for step in play_variations(variations, before):
            line = next(lines, parts.lines[number])
            if step.error is not None:
                fault = Fault(number, line, _illegal(step.place, step.code, step.error, parts))
                raise InvalidRecord(fault, _without_variations(_until(record, number + 1), number)) from step.error
    return state


def _illegal(place: str, entry: int, error: IllegalAction, parts: Parts) -> str:
    rule = f"{error.refusal.sentence} [{error.refusal.rule}]"
    return f"{place}{quoted(write_ply(entry))} is not legal: {rule}{_corruption(parts)}"


def _without_variations(record: Record, number: int) -> Record:
    return replace(record, variations={at: many for at, many in record.variations.items() if at != number})


def _followed(record: Record, parts: Parts) -> View | None:
    """Check that an edition is legal and shows what its viewer may know; return the view at its end."""
    if parts.variations:
        number = min(parts.variations)
        line = next(iter(parts.variation_lines), parts.lines[number])
        reason = f"the {record.edition_name} edition has no variations: they would show what it hides"
        raise InvalidRecord(Fault(number, line, reason), _until(record, number + 1))
    flaw, view = follow(record)
    if flaw is not None:
        number, why = flaw
        reason = f"{quoted(write_ply(record.codes[number]))}: {why}{_corruption(parts)}"
        raise InvalidRecord(Fault(number, parts.lines[number], reason), _until(record, number))
    return view


def _corruption(parts: Parts) -> str:
    return " (the hash also says that the text was changed)" if parts.is_hash_wrong else ""


def _ended(record: Record, parts: Parts, final: Seen | None) -> Record:
    """Close a record, and check its end."""
    end = parts.end
    name = "SHA256"
    try:
        if parts.is_hash_wrong:
            raise InvalidNotation(f"the text was changed: its hash is {parts.computed_hash}, not {quoted(end[name])}")
        name = "Position"
        seen = _read_final(end[name], record, final)
        name = "Secret"
        if name in end and (record.viewer is not None or not HEXADECIMAL.fullmatch(end[name])):
            raise InvalidNotation("a secret has 64 hexadecimal digits, and is only in full editions")
        name = "Result"
        ending = Ending(end[name], _as_written_now(end["Position"]), end.get("Secret"), end.get("Termination"))
        check_result(ending, seen)
    except InvalidNotation as error:
        raise InvalidRecord(Fault(None, parts.tag_lines[name], str(error)), record) from error
    return replace(record, ending=ending)


def _as_written_now(text: str) -> str:
    """Rewrite a position of an earlier version of the rules."""
    return text if text.startswith(f"v{RULES_VERSION}/") else write_position(read_position(text))


def _read_final(text: str, record: Record, final: Seen | None) -> Seen:
    """Read the final position, and check that the plies lead there."""
    seen = final
    if record.viewer is not None:
        seen = read_position(text)
        _check_viewer(seen, record.viewer)
        _check_same(seen, record.ruleset, record.island)
        if final is not None and seen.is_over and not _is_same_to_onlookers(seen, final):
            raise InvalidNotation("the plies lead to another position: what onlookers see differs")
        if final is None or seen.is_over:  # hidden points may have won
            return seen
    assert final is not None
    assert seen is not None
    reached = write_position(final)
    if _as_written_now(text) != reached:
        raise InvalidNotation(f"the plies lead to another position: {reached}")
    return seen


def _is_same_to_onlookers(seen: Seen, final: Seen) -> bool:
    """Return whether a final position looks the same to onlookers as the one that they followed the game to.

    If hidden points have won, the game seems to go on to them: a neutral player may even have built once more (DUO-5).
    """
    is_followed = final.is_over or not seen.s[DUEL]
    return _onlookers_part(seen, is_followed) == _onlookers_part(final, is_followed)


def _onlookers_part(seen: Seen, with_neutral: bool) -> list[object]:
    """Return what onlookers see of a position, the same whether hidden points have won or the game goes on."""
    s, m = seen.s, seen.m
    labels = [label for label in SEEN_AT_THE_END if with_neutral or label != "longest"]
    fields = [BY_LABEL[label].write(s, m) for label in labels]
    seats = owners(s) if with_neutral else s[PLAYERS]
    pieces = [item.write(s, m, seat) for item in ITEMS if item.letter in "scrk" for seat in range(seats)]
    return [*fields, *pieces, s[HAND_SIZE : HAND_SIZE + SEATS], s[CARDS_SIZE : CARDS_SIZE + SEATS], s[DECK_SIZE]]


def _check_same(seen: Seen, ruleset: Ruleset, island: Island) -> None:
    """Check that a position is one of this game."""
    if seen.ruleset != ruleset:
        raise InvalidNotation("the position has another ruleset than the game")
    parts = attrgetter("island", "terrain", "tokens", "harbors")  # the robber moves
    if parts(seen.island) != parts(island):
        raise InvalidNotation("the position has another island than the game")
