"""How actions and places are written, as a text for a language model."""

from __future__ import annotations

from typing import Final

from longroad.core.words import SEAT_NAMES
from longroad.mcp.seat import PASS
from longroad.narration import ENGLISH, Words, say
from longroad.terminal.parser import ACTION_WORDS

PLACES: Final = f"""\
Hexes, sites (the corners of hexes, where settlements and cities stand) and paths (their sides, where roads lie) have
numbers, row by row from the top left. Seats are numbered from 0, clockwise: {", ".join(SEAT_NAMES)}.
Resources are brick, lumber, wool, grain and ore. Cards are counts and resources: 2 wool 1 ore.
In a trade, the first cards are those that you give, the second those that you get.
`{PASS}` proposes nothing where you are asked for a proposal in another player's turn.

The actions:
"""


def notation_text(words: Words = ENGLISH) -> str:
    """Return how places and actions are written, with an example of each kind of action.

    >>> print(notation_text().splitlines()[-1])
    give CARDS, as in: give 1 wool 1 ore: give cards back
    """
    return PLACES + "\n".join(f"{_usage(word, words)}: {say(words, f'action.{word}')}" for word in ACTION_WORDS)


def _usage(word: str, words: Words) -> str:
    """Return how an action is written: the first line of its help."""
    return say(words, f"topic.{word}").partition("\n")[0]
