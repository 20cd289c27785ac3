"""The parts of a record before they are interpreted: tags, plies with what belongs to them, and the tags at the end.

The text format and its JSON Lines twin both read into these parts and are both written from them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from longroad.core.layout import SEATS
from longroad.core.rng import MOST_SEED
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.rulesets import read_ruleset

if TYPE_CHECKING:
    from longroad.notation.records.variations import Variation

FORMAT_VERSION: Final = 1
MOST_TEXT: Final = 256  # bytes of UTF-8 that a seat may add to the dice

# The tags that begin and end every record.
REQUIRED: Final = ("Longroad", "Rules", "Ruleset", "Island", "Edition")
HEAD_TAGS: Final = ("Longroad", "Rules", "Ruleset", "Island", "Begin", "Edition")
END_TAGS: Final = ("Result", "Termination", "Secret", "Position", "SHA256")
REQUIRED_AT_END: Final = ("Result", "Position", "SHA256")

# The tags that are known, in the order in which they are written; all others follow by the alphabet.
TEXT_TAGS: Final = tuple(f"Text{seat}" for seat in range(SEATS))
PUBLIC_TAGS: Final = (
    *("Event", "Site", "Date", "Round"),
    *(f"Seat{seat}" for seat in range(SEATS)),
    *("TimeControl", "IslandSeed", "Commitment"),
    *TEXT_TAGS,
)
SEED_TAGS: Final = ("Seed", "IslandSeed")  # of all chance, or of the island alone
TAG_ORDER: Final = (*PUBLIC_TAGS, "Seed")
_PLACES: Final = {name: place for place, name in enumerate(TAG_ORDER)}

# Control characters, what other programs take for the end of a line, and halves of characters.
UNWRITTEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
HALVES: Final = re.compile("[\ud800-\udfff]")
HEXADECIMAL: Final = re.compile(r"[0-9a-f]{64}")  # of a SHA-256 or a secret
TAG_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9]{0,39}")
_OF_SEAT: Final = re.compile(r"(?:Seat|Text)([0-9]+)")
_CLOCK: Final = re.compile(r"([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?")
MOST_CLOCK: Final = 10_000 * 3_600_000 - 1  # milliseconds


class Fault(NamedTuple):
    """The first error of a record: its ply, if it is in one, its line, and the reason."""

    ply: int | None
    line: int
    reason: str


@dataclass(slots=True)
class Parts:
    """The parts of a record as they stand in its text, up to the first fault."""

    tags: dict[str, str] = field(default_factory=dict)
    foreword: str | None = None
    plies: list[int] = field(default_factory=list)
    clocks: dict[int, int] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    variations: dict[int, Sequence[Variation]] = field(default_factory=dict)
    end: dict[str, str] = field(default_factory=dict)
    tag_lines: dict[str, int] = field(default_factory=dict)  # in which line each tag stands
    lines: list[int] = field(default_factory=list)  # in which line each ply stands
    variation_lines: list[int] = field(default_factory=list)  # the same for plies of variations, if not in their ply's
    computed_hash: str | None = None
    fault: Fault | None = None

    @property
    def is_hash_wrong(self) -> bool:
        """Whether the hash in the text is not the hash of the text."""
        return self.computed_hash is not None and self.computed_hash != self.end.get("SHA256")


def hash_of(text: str) -> str:
    """Return the hash that closes a text: the SHA-256 of its bytes in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def players_of(parts: Parts) -> int | None:
    """Return how many play, if the ruleset can be read."""
    try:
        return read_ruleset(parts.tags.get("Ruleset", "")).players
    except InvalidNotation:
        return None


def in_order(tags: Mapping[str, str]) -> list[str]:
    """Return the names of tags in the order in which they are written."""
    return sorted(tags, key=lambda name: (_PLACES.get(name, len(_PLACES)), name))


def check_tag(name: str, value: str) -> None:
    """Check that a tag can be written. Raises `InvalidNotation`."""
    if not isinstance(name, str) or not TAG_NAME.fullmatch(name):
        raise InvalidNotation(f"tag {quoted(str(name))}: a name is a capital, then letters and digits, 40 at most")
    if not isinstance(value, str) or HALVES.search(value):
        raise InvalidNotation(f"tag {name}: its value is not Unicode text")


def check_meaning(name: str, value: str, players: int) -> None:
    """Check that a tag with a meaning is valid for this number of players. Raises `InvalidNotation`."""
    match = _OF_SEAT.fullmatch(name)
    if match is not None and match[1] not in map(str, range(players)):
        raise InvalidNotation(f"tag {name}: expected a seat from 0 to {players - 1}")
    if name in TEXT_TAGS and len(value.encode()) > MOST_TEXT:
        raise InvalidNotation(f"tag {name}: a text has at most {MOST_TEXT} bytes of UTF-8, not {len(value.encode())}")
    if name == "Commitment" and not HEXADECIMAL.fullmatch(value):
        raise InvalidNotation(f"tag {name}: {quoted(value)} is not SHA-256, which has 64 hexadecimal digits")
    if name in SEED_TAGS and not (value.isascii() and value.isdigit() and len(value) < 20 and int(value) <= MOST_SEED):
        raise InvalidNotation(f"tag {name}: {quoted(value)}: expected a whole number from 0 to 2**62 - 1")


def check_comment(comment: str) -> None:
    """Check that a comment can be written. Raises `InvalidNotation`."""
    if not isinstance(comment, str):
        raise InvalidNotation(f"comment {comment!r}: expected text")
    found = UNWRITTEN.search(comment.replace("\n", ""))
    if found is not None:
        raise InvalidNotation(f"comment {quoted(comment)}: no comment holds the character {found[0]!a}")


def check_clock(clock: int) -> None:
    """Check that a clock can be written. Raises `InvalidNotation`."""
    if type(clock) is not int or not 0 <= clock <= MOST_CLOCK:
        raise InvalidNotation(f"clock {clock!r}: expected 0 to {MOST_CLOCK} milliseconds")


def write_clock(clock: int) -> str:
    """Write milliseconds as hours, minutes and seconds.

    >>> write_clock(899_200)
    '0:14:59.2'
    """
    seconds, thousandths = divmod(clock, 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


def read_clock(text: str) -> int:
    """Read a clock. Raises `InvalidNotation`.

    >>> read_clock("0:14:59.2")
    899200
    """
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise InvalidNotation(f"clock {quoted(text)}: expected hours, minutes and seconds, such as 0:14:59.2")
    hours, minutes, seconds = int(match[1]), int(match[2]), int(match[3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((match[4] or "").ljust(3, "0"))
