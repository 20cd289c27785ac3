"""Records as text, like PGN for chess: tags, one ply a line, comments after a `#`, variations between `(` and `)`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from longroad.notation.records.variations import MOST_DEPTH, Variation, check_name

COMMENT: Final = "#"
CLOCK: Final = "@"
OPEN, CLOSE = "(", ")"  # of a variation
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
    return f"{write_tags(parts)}\n{_write_comment(parts.foreword)}"


def write_tags(parts: Parts) -> str:
    """Write the tags that begin a record."""
    names: list[str] = [name for name in HEAD_TAGS if name in parts.tags]
    names += in_order({name: value for name, value in parts.tags.items() if name not in HEAD_TAGS})
    return "".join(f"[{name} {_write_value(parts.tags[name])}]\n" for name in names)


def _write_comment(comment: str | None) -> str:
    r"""Write a comment, each of its lines in one of its own.

    >>> _write_comment("Bold.\n\nToo bold?")
    '# Bold.\n#\n# Too bold?\n'
    """
    if comment is None:
        return ""
    return "".join(f"{COMMENT} {line}\n" if line else f"{COMMENT}\n" for line in comment.split("\n"))


def write_ply_lines(
    ply: int, clock: int | None = None, comment: str | None = None, variations: Sequence[Variation] = ()
) -> str:
    """Write a ply with its clock, its comment and its variations, as it is appended to a game in progress."""
    timed = "" if clock is None else f" {CLOCK}{write_clock(clock)}"
    return f"{write_ply(ply)}{timed}\n{_write_comment(comment)}{''.join(map(_write_variation, variations))}"


def _write_variation(variation: Variation) -> str:
    """Write a variation: its name and its comment, its plies, and the line that closes it."""
    opening = OPEN if variation.name is None else f"{OPEN} {variation.name}"
    plies = _write_plies(variation.codes, variation.clocks, variation.comments, variation.variations)
    return f"{opening}\n{_write_comment(variation.foreword)}{plies}{CLOSE}\n"


def _write_plies(
    plies: Sequence[int],
    clocks: Mapping[int, int],
    comments: Mapping[int, str],
    variations: Mapping[int, Sequence[Variation]],
) -> str:
    """Write the plies of a game or a variation."""
    if not (clocks or comments or variations):
        return "".join(f"{write_ply(ply)}\n" for ply in plies)
    return "".join(
        write_ply_lines(ply, clocks.get(at), comments.get(at), variations.get(at, ())) for at, ply in enumerate(plies)
    )


def write_text(parts: Parts) -> str:
    """Write a record."""
    text = write_head(parts) + _write_plies(parts.plies, parts.clocks, parts.comments, parts.variations)
    if not parts.end:
        return text
    text += "\n" + "".join(f"[{name} {_write_value(parts.end[name])}]\n" for name in END_TAGS if name in parts.end)
    return f'{text}[SHA256 "{hash_of(text)}"]\n'


# --- reading ----------------------------------------------------------------------------------------------------------


def read_text(text: str) -> Parts:
    """Read the parts of a record up to the first fault, which they name."""
    return _Reader(text).parts


class _Line:
    """Plies that are being read with what belongs to them: the game's, or those of a variation."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name
        self.plies: list[int] = []
        self.clocks: dict[int, int] = {}
        self.comment_lines: dict[int, list[str]] = {}  # by the number of the ply; -1 is the foreword
        self.variations: dict[int, list[Variation]] = {}

    @property
    def last(self) -> int:
        """The number of the last ply, -1 if there is none."""
        return len(self.plies) - 1

    @property
    def comments(self) -> dict[int, str]:
        """The comments by the number of the ply; -1 is the foreword."""
        return {at: "\n".join(lines) for at, lines in self.comment_lines.items()}

    def closed(self) -> Variation:
        """Return the variation that has been read. Raises `InvalidNotation` if it has no ply."""
        comments = self.comments
        foreword = comments.pop(-1, None)
        return Variation(self.plies, self.name, foreword, self.clocks, comments, self.variations)


class _Reader:
    """Reads a record line by line: first the tags, then the plies, then the tags at the end."""

    def __init__(self, text: str) -> None:
        self.parts = Parts()
        self._lines = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
        self._read: Callable[[int, str], None] = self._read_head
        self._players: int | None = None
        self._open = [_Line()]  # the game, and the variations that are not yet closed
        self._first = 0  # lines before the first tag, which are not part of the hash
        self._number = 0
        game = self._open[0]
        self.parts.plies, self.parts.clocks = game.plies, game.clocks
        try:
            for line in self._whole_lines():
                self._read(self._number, line)
            self._check_end()
        except InvalidNotation as error:
            self._fail(str(error))
        comments = game.comments
        self.parts.foreword = comments.pop(-1, None)
        self.parts.comments = comments
        self.parts.variations = dict(game.variations)

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
        ply = self._open[0].last if len(self._open) > 1 else len(self.parts.plies)
        self.parts.fault = Fault(ply if in_plies else None, self._number, f"{self._place()}{reason}")

    def _place(self) -> str:
        """Say in which variations this line is, and at which ply of each."""
        places = zip(self._open, self._open[1:], strict=False)
        return "".join(
            f"variation {len(outer.variations.get(outer.last, ()))}, ply {inner.last + (inner is self._open[-1])}: "
            for outer, inner in places
        )

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
        """Read a ply or what belongs to it, or find that the end begins here."""
        if line[0] == COMMENT:
            self._read_comment(line)
        elif line[0] == OPEN:
            self._open_variation(line)
        elif line[0] == CLOSE:
            self._close_variation(line)
        elif line[0] == "[":
            self._begin_end(number, line)
        else:
            self._add_ply(number, line)

    def _add_ply(self, number: int, line: str) -> None:
        """Add a ply to the game, or to the variation that is open."""
        self._check_begun(line)
        within = self._open[-1]
        body, at, clock = line.partition(CLOCK)
        ply = read_ply(body, self._players)
        if at:
            within.clocks[len(within.plies)] = read_clock(clock)
        within.plies.append(ply)
        lines = self.parts.lines if len(self._open) == 1 else self.parts.variation_lines
        lines.append(number)

    def _read_comment(self, line: str) -> None:
        """Add a line of a comment to the ply before it, or to the foreword."""
        text = line[2:] if line.startswith(f"{COMMENT} ") else line[1:]
        check_comment(text)
        within = self._open[-1]
        within.comment_lines.setdefault(within.last, []).append(text)

    def _open_variation(self, line: str) -> None:
        """Begin a variation of the ply before it."""
        self._check_begun(line)
        if self._open[-1].last < 0:
            raise InvalidNotation(f"{quoted(line)}: a variation follows the ply that it replaces")
        if len(self._open) > MOST_DEPTH:
            raise InvalidNotation(f"{quoted(line)}: variations are nested at most {MOST_DEPTH} deep")
        name = line[1:].strip() or None
        if name is not None:
            check_name(name)
        self._open.append(_Line(name))

    def _close_variation(self, line: str) -> None:
        """End the variation that was opened last."""
        if line.strip() != CLOSE:
            raise InvalidNotation(f"{quoted(line)}: a line {CLOSE} alone closes a variation")
        if len(self._open) == 1:
            raise InvalidNotation(f"{quoted(line)}: no variation is open here")
        variation = self._open[-1].closed()
        self._open.pop()
        within = self._open[-1]
        within.variations.setdefault(within.last, []).append(variation)

    def _check_begun(self, line: str) -> None:
        if not self.parts.tags:
            raise InvalidNotation(f'{quoted(line)}: a record begins with [{HEAD_TAGS[0]} "1"]')

    def _begin_end(self, number: int, line: str) -> None:
        self._check_begun(line)
        self._check_closed()
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

    def _check_closed(self) -> None:
        if len(self._open) > 1:
            raise InvalidNotation(f"the variation is not closed: a line {CLOSE} is missing")

    def _check_end(self) -> None:
        self._check_closed()
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
