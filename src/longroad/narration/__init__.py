"""A game in sentences: what happened in a ply, and what an island looks like, for everybody or for one seat."""

from longroad.narration.catalogue import ENGLISH, Phrase, Words, languages, say, words_for, words_of
from longroad.narration.island import describe, describe_hex, describe_path, describe_site
from longroad.narration.narrator import Line, Narrator, narrate_lines
from longroad.narration.phrases import (
    AFTERWARDS,
    EVERYBODY,
    Perspective,
    cards,
    hex_phrase,
    listed,
    number_of,
    path_phrase,
    site_of,
    site_phrase,
)
from longroad.narration.plies import narrate, ply_facts
from longroad.narration.undo import undo_refusal, why_no_undo

__all__ = [
    "AFTERWARDS",
    "ENGLISH",
    "EVERYBODY",
    "Line",
    "Narrator",
    "Perspective",
    "Phrase",
    "Words",
    "cards",
    "describe",
    "describe_hex",
    "describe_path",
    "describe_site",
    "hex_phrase",
    "languages",
    "listed",
    "narrate",
    "narrate_lines",
    "number_of",
    "path_phrase",
    "ply_facts",
    "say",
    "site_of",
    "site_phrase",
    "undo_refusal",
    "why_no_undo",
    "words_for",
    "words_of",
]
