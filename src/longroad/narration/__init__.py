"""A game in words: what happened in a ply, and how an island looks, for everybody's eyes or those of one seat."""

from longroad.narration.island import describe, describe_hex, describe_path, describe_site
from longroad.narration.phrases import (
    AFTERWARDS,
    EVERYBODY,
    Voice,
    cards,
    hex_phrase,
    listed,
    number_of,
    path_phrase,
    site_phrase,
)
from longroad.narration.plies import narrate
from longroad.narration.undo import why_no_undo

__all__ = [
    "AFTERWARDS",
    "EVERYBODY",
    "Voice",
    "cards",
    "describe",
    "describe_hex",
    "describe_path",
    "describe_site",
    "hex_phrase",
    "listed",
    "narrate",
    "number_of",
    "path_phrase",
    "site_phrase",
    "why_no_undo",
]
