"""Records as JSON Lines, the twin of the text for programs: a header, one object a ply, the end, and a hash."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from longroad.core.actions import ply, ply_action, ply_is_absent, ply_seat
from longroad.core.layout import CHANCE, SEATS
from longroad.notation.actions import Action
from longroad.notation.errors import InvalidNotation, listed, quoted
from longroad.notation.records.parts import (
    END_TAGS,
    HEAD_TAGS,
    UNWRITTEN,
    Fault,
    Parts,
    check_clock,
    check_comment,
    check_tag,
    hash_of,
    in_order,
)
from longroad.notation.records.text import CUT_OFF
from longroad.notation.records.variations import MOST_DEPTH, Variation

HASH_KEY: Final = "sha256"
MOST_CACHED: Final = 200  # letters of a line that is remembered: a comment or a variation can make one very long
NUMBERS: Final = ("Longroad", "Rules")  # tags that are numbers here
HEAD_KEYS: Final = {name.lower(): name for name in HEAD_TAGS}
END_KEYS: Final = {name.lower(): name for name in END_TAGS if name != "SHA256"}
MOST_NUMBER: Final = 10**9


# --- writing ----------------------------------------------------------------------------------------------------------


def _write_object(values: Mapping[str, Any]) -> str:
    """Write an object in a line; what cannot be seen is escaped."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return UNWRITTEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def _head_object(parts: Parts) -> dict[str, Any]:
    """Return the object of the first line."""
    tags = parts.tags
    head: dict[str, Any] = {
        name.lower(): int(tags[name]) if name in NUMBERS else tags[name] for name in HEAD_TAGS if name in tags
    }
    head["tags"] = {name: tags[name] for name in in_order(tags) if name not in HEAD_TAGS}
    if parts.foreword is not None:
        head["comment"] = parts.foreword
    return head


def ply_object(
    entry: int, clock: int | None = None, comment: str | None = None, variations: Sequence[Variation] = ()
) -> dict[str, Any]:
    """Return the object of a ply; the seat of chance is null."""
    seat = ply_seat(entry)
    values: dict[str, Any] = {"seat": None if seat == CHANCE else seat, "action": Action(ply_action(entry)).to_json()}
    if ply_is_absent(entry):
        values["absent"] = True
    if clock is not None:
        values["clock_ms"] = clock
    if comment is not None:
        values["comment"] = comment
    if variations:
        values["variations"] = [_variation_object(variation) for variation in variations]
    return values


def _variation_object(variation: Variation) -> dict[str, Any]:
    words = {"name": variation.name, "comment": variation.foreword}
    clocks, comments, inner = variation.clocks, variation.comments, variation.variations
    plies = [
        ply_object(entry, clocks.get(at), comments.get(at), inner.get(at, ()))
        for at, entry in enumerate(variation.codes)
    ]
    return {key: text for key, text in words.items() if text is not None} | {"plies": plies}


@lru_cache(1 << 14)
def _plain_line(entry: int) -> str:
    """Write a ply without anything that belongs to it."""
    return _write_object(ply_object(entry))


def write_ply_object(
    entry: int, clock: int | None = None, comment: str | None = None, variations: Sequence[Variation] = ()
) -> str:
    """Write the line of a ply, as it is appended to a game in progress."""
    if clock is None and comment is None and not variations:
        return _plain_line(entry)
    return _write_object(ply_object(entry, clock, comment, variations))


def write_jsonl(parts: Parts) -> str:
    """Write a record."""
    clocks, comments, variations = parts.clocks, parts.comments, parts.variations
    plies = [
        write_ply_object(entry, clocks.get(at), comments.get(at), variations.get(at, ()))
        for at, entry in enumerate(parts.plies)
    ]
    text = _write_object(_head_object(parts)) + "".join(plies)
    if not parts.end:
        return text
    text += _write_object({key: parts.end[name] for key, name in END_KEYS.items() if name in parts.end})
    return text + _write_object({HASH_KEY: hash_of(text)})


# --- reading ----------------------------------------------------------------------------------------------------------


def read_jsonl(text: str) -> Parts:
    """Read the parts of a record up to the first fault, which they name."""
    parts = Parts()
    *lines, rest = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
    before = next((at for at, line in enumerate(lines) if line and not line.isspace()), 0)
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            if not line or line.isspace():
                continue
            if "SHA256" in parts.end:
                raise InvalidNotation(f"{quoted(line)}: nothing follows the hash of a record")
            _read_line(parts, lines, number, before)
        number += 1
        if rest or not lines:
            raise InvalidNotation(f"{CUT_OFF}: {quoted(rest)}")
        if parts.end and "SHA256" not in parts.end:
            raise InvalidNotation("the end is cut off: the hash is missing")
    except InvalidNotation as error:
        parts.fault = Fault(len(parts.plies) if parts.tags and not parts.end else None, number, str(error))
    return parts


def _read_line(parts: Parts, lines: list[str], number: int, before: int) -> None:
    """Read a line; empty lines before the first are not part of the hash."""
    line = lines[number - 1]
    if not parts.tags:
        _read_head(parts, read_object(line))
        return
    if parts.end:
        parts.end["SHA256"] = _texts(read_object(line), {HASH_KEY: "SHA256"}, (HASH_KEY,))["SHA256"]
        parts.tag_lines["SHA256"] = number
        parts.computed_hash = hash_of("".join(f"{line}\n" for line in lines[before : number - 1]))
        return
    try:
        read = _read_short(line) if len(line) <= MOST_CACHED else _read_ply(line)
    except _EndBegins:
        parts.end.update(_texts(read_object(line), END_KEYS, ("result", "position")))
        parts.tag_lines.update(dict.fromkeys(parts.end, number))
        return
    number_of_ply = len(parts.plies)
    if read.clock is not None:
        parts.clocks[number_of_ply] = read.clock
    if read.comment is not None:
        parts.comments[number_of_ply] = read.comment
    if read.variations:
        parts.variations[number_of_ply] = read.variations
    parts.plies.append(read.code)
    parts.lines.append(number)


class _EndBegins(Exception):
    """A line that is not a ply, but the end."""


def read_object(line: str) -> dict[str, Any]:
    """Read the object in a line. Raises `InvalidNotation`."""
    try:
        values = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"{quoted(line)} is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise InvalidNotation(f"{quoted(line)}: expected a JSON object")
    return values


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key is given twice")
    return values


def _check_keys(values: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...]) -> None:
    for key in required:
        if key not in values:
            raise InvalidNotation(f"key {key!r} is missing")
    for key in values:
        if key not in required and key not in optional:
            raise InvalidNotation(f"key {quoted(key)}: expected one of {listed((*required, *optional))}")


def _texts(values: Mapping[str, Any], names: Mapping[str, str], required: tuple[str, ...]) -> dict[str, str]:
    """Return the values of an object that are texts, under the names of their tags."""
    _check_keys(values, required, tuple(names))
    for key, value in values.items():
        check_tag(names[key], value)
    return {name: values[key] for key, name in names.items() if key in values}


def _read_head(parts: Parts, values: dict[str, Any]) -> None:
    required = tuple(key for key in HEAD_KEYS if key != "begin")
    _check_keys(values, required, ("begin", "tags", "comment"))
    for name in NUMBERS:
        number = values[name.lower()]
        if type(number) is not int or not 0 < number < MOST_NUMBER:
            raise InvalidNotation(f"{name.lower()} {quoted(repr(number))}: expected a whole number from 1 on")
        values[name.lower()] = str(number)
    tags = values.get("tags", {})
    if not isinstance(tags, dict):
        raise InvalidNotation(f"tags {quoted(repr(tags))}: expected an object")
    for name, value in tags.items():
        check_tag(name, value)
        if name in HEAD_TAGS or name in END_TAGS:
            raise InvalidNotation(f"tag {name} has its own key")
    if "comment" in values:
        check_comment(values["comment"])
        parts.foreword = values["comment"]
    head = {key: value for key, value in values.items() if key in HEAD_KEYS}
    parts.tags = _texts(head, HEAD_KEYS, required) | tags


class _ReadPly(NamedTuple):
    """A ply and what belongs to it."""

    code: int
    clock: int | None
    comment: str | None
    variations: tuple[Variation, ...]


def _read_ply(line: str) -> _ReadPly:
    """Read the line of a ply. Raises `InvalidNotation`, or `_EndBegins`."""
    values = read_object(line)
    if "result" in values:
        raise _EndBegins
    return _ply_of(values)


_read_short = lru_cache(1 << 14)(_read_ply)


def _ply_of(values: Mapping[str, Any], depth: int = 0) -> _ReadPly:
    """Read the object of a ply within `depth` variations. Raises `InvalidNotation`."""
    _check_keys(values, ("seat", "action"), ("absent", "clock_ms", "comment", "variations"))
    seat, absent = values["seat"], values.get("absent", False)
    if seat is not None and (type(seat) is not int or not 0 <= seat < SEATS):
        raise InvalidNotation(f"seat {quoted(repr(seat))}: expected 0 to {SEATS - 1}, or null for chance")
    if type(absent) is not bool or (absent and seat is None):
        raise InvalidNotation(f"absent {quoted(repr(absent))}: expected true, and a seat")
    if "clock_ms" in values:
        check_clock(values["clock_ms"])
    if "comment" in values:
        check_comment(values["comment"])
    entry = ply(CHANCE if seat is None else seat, Action.from_json(values["action"]).code, absent)
    variations = _variations_of(values["variations"], depth + 1) if "variations" in values else ()
    return _ReadPly(entry, values.get("clock_ms"), values.get("comment"), variations)


def _variations_of(values: Any, depth: int) -> tuple[Variation, ...]:
    """Read the variations of a ply. Raises `InvalidNotation`."""
    _check_list(values, "variations")
    if depth > MOST_DEPTH:
        raise InvalidNotation(f"variations are nested at most {MOST_DEPTH} deep")
    return tuple(_variation_of(value, at, depth) for at, value in enumerate(values))


def _variation_of(values: Any, at: int, depth: int) -> Variation:
    """Read a variation; an error says in which ply of which variation it is. Raises `InvalidNotation`."""
    place = f"variation {at}: "
    try:
        if not isinstance(values, dict):
            raise InvalidNotation(f"{quoted(repr(values))}: expected an object")
        _check_keys(values, ("plies",), ("name", "comment"))
        _check_list(values["plies"], "plies")
        plies: list[_ReadPly] = []
        for number, value in enumerate(values["plies"]):
            place = f"variation {at}, ply {number}: "
            if not isinstance(value, dict):
                raise InvalidNotation(f"{quoted(repr(value))}: expected an object")
            plies.append(_ply_of(value, depth))
        place = f"variation {at}: "
        return _line_of(plies, values)
    except InvalidNotation as error:
        raise InvalidNotation(f"{place}{error}") from error


def _line_of(plies: Sequence[_ReadPly], values: Mapping[str, Any]) -> Variation:
    """Return the variation of plies that have been read, with its name and its comment."""
    for key in ("name", "comment"):
        if key in values and not isinstance(values[key], str):
            raise InvalidNotation(f"{key} {quoted(repr(values[key]))}: expected text")
    return Variation(
        [read.code for read in plies],
        values.get("name"),
        values.get("comment"),
        {at: read.clock for at, read in enumerate(plies) if read.clock is not None},
        {at: read.comment for at, read in enumerate(plies) if read.comment is not None},
        {at: read.variations for at, read in enumerate(plies)},
    )


def _check_list(values: Any, what: str) -> None:
    """Check that a value is a list with something in it. Raises `InvalidNotation`."""
    if not isinstance(values, list) or not values:
        raise InvalidNotation(f"{what} {quoted(repr(values))}: expected a list that is not empty")
