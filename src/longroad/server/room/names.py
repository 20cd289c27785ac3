"""Names of players: cleaned up, and refused if they look empty or like the name of somebody else at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Final

from longroad.narration import Phrase
from longroad.server.errors import RequestError

MOST_NAME: Final = 24  # most letters of a name
MOST_NAME_BYTES: Final = 48  # bytes of UTF-8, in which letters of most alphabets have at most two
MOST_MARKS: Final = 2  # accents on one letter
BLANK: Final = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters that show nothing

# Letters that look like another one, once they are small: Cyrillic, Greek and Armenian ones, and digits.
_LOOK_ALIKES: Final = (
    ("а", "a"), ("ӓ", "a"), ("α", "a"), ("в", "b"), ("ь", "b"), ("β", "b"), ("с", "c"), ("ϲ", "c"), ("ԁ", "d"),
    ("е", "e"), ("є", "e"), ("ε", "e"), ("ғ", "f"), ("ց", "g"), ("ɡ", "g"), ("һ", "h"), ("н", "h"), ("հ", "h"),
    ("η", "n"), ("і", "i"), ("ι", "i"), ("ı", "i"), ("ӏ", "i"), ("l", "i"), ("1", "i"), ("|", "i"), ("!", "i"),
    ("ј", "j"), ("к", "k"), ("κ", "k"), ("м", "m"), ("μ", "u"), ("ո", "n"), ("п", "n"), ("о", "o"), ("ο", "o"),
    ("σ", "o"), ("օ", "o"), ("0", "o"), ("р", "p"), ("ρ", "p"), ("ԛ", "q"), ("г", "r"), ("ѕ", "s"), ("$", "s"),
    ("5", "s"), ("т", "t"), ("τ", "t"), ("ս", "u"), ("υ", "u"), ("ν", "v"), ("ѵ", "v"), ("ԝ", "w"), ("ω", "w"),
    ("ш", "w"), ("х", "x"), ("χ", "x"), ("у", "y"), ("γ", "y"), ("ү", "y"), ("з", "3"), ("ζ", "z"), ("ø", "o"),
    ("đ", "d"), ("ł", "i"),
)  # fmt: skip
_LETTERS: Final = str.maketrans(dict(_LOOK_ALIKES))
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def clean_name(name: str) -> str:
    """Clean a name up: one line, without control characters.

    >>> clean_name("  Ada\\n\\u202eLovelace ")
    'Ada Lovelace'
    """
    line = clean_line(name, MOST_NAME)
    return line.encode()[:MOST_NAME_BYTES].decode(errors="ignore").strip()


def clean_line(text: str, most: int) -> str:
    """Clean a text up: one line of at most `most` letters, without control characters."""
    letters = (" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    shown = "".join(letter for letter in letters if unicodedata.category(letter)[0] != "C")
    return " ".join(shown.split())[:most].strip()


def checked_name(name: str, others: Collection[str] = ()) -> str:
    """Clean a name up, and check that it differs from the others; none is fine. Raises `RequestError`."""
    cleaned = clean_name(name)
    if name.strip() and not _shown(cleaned):
        raise RequestError("bad_name", Phrase("error.name_empty"))
    if _most_marks(cleaned) > MOST_MARKS:
        raise RequestError("bad_name", Phrase("error.name_marks"))
    for other in others:
        if cleaned and skeleton(other) == skeleton(cleaned):
            raise RequestError("bad_name", Phrase("error.name_taken", {"name": cleaned, "other": other}))
    return cleaned


def skeleton(name: str) -> str:
    """Return what a name looks like: names with the same skeleton can be mistaken for each other.

    >>> skeleton("Ada") == skeleton("\\u0410d\\u0430") == skeleton("\\uff21DA") == skeleton(" A-d-\\u00e1")
    True
    >>> skeleton("Ada") == skeleton("Adam")
    False
    """
    shown = _shown(unicodedata.normalize("NFKD", name).casefold())
    letters = "".join(part for part in shown if unicodedata.category(part)[0] != "P" or part == "!")
    looks = (letters or shown).translate(_LETTERS)
    for pair, letter in _PAIRS:
        looks = looks.replace(pair, letter)
    return looks


def _shown(name: str) -> str:
    """Return what is seen of a name: no spaces, no accents, and no letters that show nothing."""
    return "".join(part for part in name if unicodedata.category(part)[0] not in "MZC" and part not in BLANK)


def _most_marks(name: str) -> int:
    """Count the accents on the letter that has most of them.

    >>> _most_marks("Zo\\u00eb"), _most_marks("e\\u0301\\u0302\\u0303")
    (1, 3)
    """
    most = marks = 0
    for part in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(part)[0] == "M" else 0
        most = max(most, marks)
    return most
