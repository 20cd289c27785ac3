"""Records as text, like PGN for chess: tags, one ply a line, comments after a `#`, and tags that close it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from longroad.notation.actions import Ply, write_ply
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.records.parts import (
    END_TAGS,
    HEAD_TAGS,
    REQUIRED_AT_END,
    UNWRITTEN,
    Fault,
    Parts,
    check_comment,
    check_tag,
    hash_of,
    in_order,
    players_of,
    read_clock,
    write_clock,
)

COMMENT: Final = "#"
CLOCK: Final = "@"
CUT_OFF: Final = "the text is cut off in the middle of a line"
_TAG: Final = re.compile(r'\[\s*(\w+)\s+("(?:[^"\\]|\\.)*")\s*\]\s*')


# --- writing ----------------------------------------------------------------------------------------------------------


def _write_value(value: str) -> str:
    r"""Write a tag's value in quotes, as a JSON string: what cannot be seen is escaped.

    >>> print(_write_value('"Ada"\n'))
    "\"Ada\"\n"
    """
    return UNWRITTEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def write_head(parts: Parts) -> str:
    """Write the tags that begin a record, an empty line, and the foreword: all that comes before the first ply."""
    names: list[str] = [name for name in HEAD_TAGS if name in parts.tags]
    names += in_order({name: value for name, value in parts.tags.items() if name not in HEAD_TAGS})
    tags = "".join(f"[{name} {_write_value(parts.tags[name])}]\n" for name in names)
    return f"{tags}\n{_write_comment(parts.foreword)}"


def _write_comment(comment: str | None) -> str:
    r"""Write a comment, each of its lines in one of its own.

    >>> _write_comment("Bold.\n\nToo bold?")
    '# Bold.\n#\n# Too bold?\n'
    """
    if comment is None:
        return ""
    return "".join(f"{COMMENT} {line}\n" if line else f"{COMMENT}\n" for line in comment.split("\n"))


def write_ply_lines(ply: int, clock: int | None = None, comment: str | None = None) -> str:
    """Write a ply with its clock and its comment, as it is appended to a game in progress."""
    timed = "" if clock is None else f" {CLOCK}{write_clock(clock)}"
    return f"{write_ply(ply)}{timed}\n{_write_comment(comment)}"


def write_text(parts: Parts) -> str:
    """Write a record."""
    clocks, comments = parts.clocks, parts.comments
    if clocks or comments:
        plies = [write_ply_lines(ply, clocks.get(at), comments.get(at)) for at, ply in enumerate(parts.plies)]
    else:
        plies = [f"{write_ply(ply)}\n" for ply in parts.plies]
    text = write_head(parts) + "".join(plies)
    if not parts.end:
        return text
    text += "\n" + "".join(f"[{name} {_write_value(parts.end[name])}]\n" for name in END_TAGS if name in parts.end)
    return f'{text}[SHA256 "{hash_of(text)}"]\n'


# --- reading ----------------------------------------------------------------------------------------------------------


def read_text(text: str) -> Parts:
    """Read the parts of a record up to the first fault, which they name."""
    return _Reader(text).parts


class _Reader:
    """Reads a record line by line: first the tags, then the plies, then the tags at the end."""

    def __init__(self, text: str) -> None:
        self.parts = Parts()
        self._lines = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
        self._read: Callable[[int, str], None] = self._read_head
        self._players: int | None = None
        self._comments: dict[int, list[str]] = {}  # lines by the number of the ply; -1 is the foreword
        self._first = 0  # lines before the first tag, which are not part of the hash
        self._number = 0
        try:
            for line in self._whole_lines():
                self._read(self._number, line)
            self._check_end()
        except InvalidNotation as error:
            self._fail(str(error))
        comments = {at: "\n".join(lines) for at, lines in self._comments.items()}
        self.parts.foreword = comments.pop(-1, None)
        self.parts.comments = comments

    def _whole_lines(self) -> Iterator[str]:
        """Yield all lines that are not empty, and check that the last one is complete."""
        *lines, rest = self._lines
        for self._number, line in enumerate(lines, 1):
            if line and not line.isspace():
                yield line
        self._number = len(self._lines)
        if rest:
            raise InvalidNotation(f"{CUT_OFF}: {quoted(rest)}")

    def _fail(self, reason: str) -> None:
        in_plies = self._read == self._read_ply
        self.parts.fault = Fault(len(self.parts.plies) if in_plies else None, self._number, reason)

    def _read_head(self, number: int, line: str) -> None:
        """Read a tag of the beginning, or find that the plies or the end begin here."""
        if not line.startswith("["):
            self._read = self._read_ply
            self._players = players_of(self.parts)
            self._read_ply(number, line)
            return
        name, value = _read_tag(line)
        if not self.parts.tags:
            self._first = number - 1
            if name != HEAD_TAGS[0]:
                raise InvalidNotation(f'{quoted(line)}: a record begins with [{HEAD_TAGS[0]} "1"]')
        if name in END_TAGS:
            self._begin_end(number, line)
        elif name in self.parts.tags:
            raise InvalidNotation(f"tag {name} is given twice")
        else:
            self.parts.tags[name] = value
            self.parts.tag_lines[name] = number

    def _read_ply(self, number: int, line: str) -> None:
        """Read a ply or a comment, or find that the end begins here."""
        parts = self.parts
        if line[0] == COMMENT:
            self._read_comment(line)
        elif line[0] == "[":
            self._begin_end(number, line)
        else:
            if not parts.tags:
                raise InvalidNotation(f'{quoted(line)}: a record begins with [{HEAD_TAGS[0]} "1"]')
            body, at, clock = line.partition(CLOCK)
            ply = read_ply(body, self._players)
            if at:
                parts.clocks[len(parts.plies)] = read_clock(clock)
            parts.plies.append(ply)
            parts.lines.append(number)

    def _read_comment(self, line: str) -> None:
        """Add a line of a comment to the ply before it, or to the foreword."""
        text = line[2:] if line.startswith(f"{COMMENT} ") else line[1:]
        check_comment(text)
        self._comments.setdefault(len(self.parts.plies) - 1, []).append(text)

    def _begin_end(self, number: int, line: str) -> None:
        if not self.parts.tags:
            raise InvalidNotation(f'{quoted(line)}: a record begins with [{HEAD_TAGS[0]} "1"]')
        self._read = self._read_end
        self._read_end(number, line)

    def _read_end(self, number: int, line: str) -> None:
        """Read a tag of the end."""
        end = self.parts.end
        if "SHA256" in end:
            raise InvalidNotation(f"{quoted(line)}: nothing follows the hash of a record")
        name, value = _read_tag(line)
        if name not in END_TAGS:
            raise InvalidNotation(f"tag {name} is after the plies: expected one of {', '.join(END_TAGS)}")
        if name in end:
            raise InvalidNotation(f"tag {name} is given twice")
        end[name] = value
        self.parts.tag_lines[name] = number
        if name == "SHA256":
            before = self._lines[self._first : number - 1]
            self.parts.computed_hash = hash_of("".join(f"{line}\n" for line in before))

    def _check_end(self) -> None:
        if self.parts.end:
            for name in REQUIRED_AT_END:
                if name not in self.parts.end:
                    raise InvalidNotation(f"the end is cut off: tag {name} is missing")


def _read_tag(line: str) -> tuple[str, str]:
    """Read a tag. Raises `InvalidNotation`.

    >>> _read_tag('[Seat0 "Ada"]')
    ('Seat0', 'Ada')
    """
    match = _TAG.fullmatch(line)
    if match is None:
        raise InvalidNotation(f'{quoted(line)} is not a tag: expected [Name "value"]')
    try:
        value = json.loads(match[2])
    except ValueError as error:
        raise InvalidNotation(f"{quoted(line)} is not a tag: {error}") from error
    check_tag(match[1], value)
    return match[1], value


@lru_cache(1 << 14)
def read_ply(text: str, players: int | None = None) -> int:
    """Read a ply; an offer to everybody needs to know how many play. Raises `InvalidNotation`.

    >>> write_ply(read_ply("1: offer wool for ore", 3))
    '1: offer 1 wool for 1 ore to 0 2'
    """
    return Ply.parse(text, players).code
