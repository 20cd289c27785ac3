"""The texts of the page, from its own message files: tests look for what people read."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

MESSAGES = Path(__file__).parents[2] / "client" / "src" / "i18n"


@cache
def area(name: str, language: str = "en") -> dict[str, str | dict[str, str]]:
    """Read the messages of one area."""
    (file,) = (MESSAGES / language).rglob(f"{name}.json")
    read: dict[str, str | dict[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return read


def words(key: str, language: str = "en", /, **values: object) -> str:
    """Return a message, such as `decision.roll`; `count` selects the plural form."""
    name, _, rest = key.partition(".")
    message = area(name, language)[rest]
    if isinstance(message, dict):
        message = message["one" if values.get("count") == 1 and "one" in message else "other"]
    return re.sub(r"\{(\w+)\}", lambda found: str(values[found[1]]), message)


def prefix(key: str, **values: object) -> str:
    """Return a message up to the first placeholder without a value."""
    name, _, rest = key.partition(".")
    message = area(name)[rest]
    assert isinstance(message, str)
    for found in re.finditer(r"\{(\w+)\}", message):
        if found[1] not in values:
            message = message[: message.index(found[0])]
            break
    return re.sub(r"\{(\w+)\}", lambda found: str(values[found[1]]), message)
