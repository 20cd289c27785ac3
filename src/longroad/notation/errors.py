"""The error of all text that cannot be read, and how messages quote it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LONGEST_QUOTE: Final = 40  # characters of a text that a message shows


class InvalidNotation(ValueError):
    """Text that is not what it should be, such as an action; `rule` is the rule that it breaks, if any."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(f"{message} [{rule}]" if rule else message)
        self.rule = rule


def quoted(text: str) -> str:
    """Quote a text for a message, shortened if it is long.

    >>> quoted("settle 17")
    "'settle 17'"
    >>> quoted("x" * 50)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    return repr(text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…")


def listed(words: Iterable[object]) -> str:
    """Join what is possible with commas, for the end of a message.

    >>> listed(["brick", "ore"])
    'brick, ore'
    """
    return ", ".join(map(str, words))
