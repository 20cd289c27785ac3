"""The texts of the page, the log and the terminal use the words of the glossary, and none of those it replaces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from longroad.narration import languages, words_of

ROOT = Path(__file__).parents[2]
COLUMNS = {"en": 0, "de": 2, "es": 3, "fr": 4}
NOT = 5
OWN_WORDS = {"file", "session", "replay"}  # areas of the terminal, whose commands speak of records


def rows() -> list[list[str]]:
    """Read the table of the glossary."""
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return table[2:]


def texts(message: Any) -> Iterator[str]:
    """Yield the texts of a message and its forms."""
    if isinstance(message, str):
        yield message
    else:
        for one in message.values():
            yield from texts(one)


def everything(language: str) -> dict[str, str]:
    """Return all texts of a language by file or key, in lower case."""
    found = {
        str(file.relative_to(ROOT)): " | ".join(texts(json.loads(file.read_text(encoding="utf-8"))))
        for file in (ROOT / "client" / "src" / "i18n" / language).rglob("*.json")
    }
    for key, message in words_of(language)._messages.items():
        if key.partition(".")[0] not in OWN_WORDS | {"violation", "flaw", "topic"}:
            found[key] = " | ".join(texts(message))
    return {where: re.sub(r"\{\w+\}", "…", text).lower() for where, text in found.items()}


def test_the_glossary_has_a_column_for_each_language() -> None:
    assert set(COLUMNS) == set(languages())
    assert all(len(row) == NOT + 1 for row in rows())


@pytest.mark.parametrize("language", COLUMNS)
def test_every_word_of_the_glossary_is_used(language: str) -> None:
    text = " | ".join(everything(language).values())
    assert [row[COLUMNS[language]] for row in rows() if row[COLUMNS[language]].lower() not in text] == []


@pytest.mark.parametrize("language", COLUMNS)
def test_replaced_words_do_not_come_back(language: str) -> None:
    replaced = [
        word.strip().removeprefix(f"{language}: ").lower()
        for row in rows()
        for word in row[NOT].split(";")
        if word.strip().startswith(f"{language}: ")
    ]
    assert replaced or language not in {"en", "de"}
    found = [
        (where, word)
        for where, text in everything(language).items()
        for word in replaced
        if re.search(rf"\b{re.escape(word)}\b", text)
    ]
    assert found == []
