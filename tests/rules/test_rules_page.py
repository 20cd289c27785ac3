"""The rules page tells every rule of the catalogue, in every language of the page."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from longroad.core.legality.codes import REFUSALS
from longroad.core.ruleset import CHOICES, Ruleset

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "client" / "src" / "i18n"
LANGUAGES = sorted(folder.parent.name for folder in TEXTS.glob("*/rules"))


def catalogue() -> list[str]:
    """List the numbers of the catalogue."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- ([A-Z]{3}-\d+) ", text, re.MULTILINE)


def read(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_title_and_a_text(language: str) -> None:
    texts = read(TEXTS / language / "rules" / "catalogue.json")
    assert [key for key in texts if not key.endswith("_title")] == catalogue()
    assert {key.removesuffix("_title") for key in texts if key.endswith("_title")} == set(catalogue())
    assert all(text.strip() for text in texts.values())


def test_the_page_names_rules_that_it_tells() -> None:
    assert {refusal.rule for refusal in REFUSALS if refusal is not None} <= set(catalogue())


def test_rules_are_left_out_by_values_that_options_can_have() -> None:
    options = {option.name: option.default for option in fields(Ruleset)}
    for number, unused in read(ROOT / "client" / "src" / "rules" / "unused.json").items():
        assert number in catalogue()
        for name, values in unused.items():
            assert name in options
            for value in values:
                assert value in CHOICES[name] if name in CHOICES else type(value) is type(options[name]), (name, value)
