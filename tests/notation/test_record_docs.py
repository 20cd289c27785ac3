"""What the document says about records and verifiable dice is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from longroad.core.actions import action_first, action_kind, action_second, ply_action
from longroad.core.layout import CHANCE
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.game.fair import FairDice, verify_record
from longroad.notation.records.parts import END_TAGS, HEAD_TAGS, PUBLIC_TAGS
from longroad.notation.records.reader import InvalidRecord, read_record

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
CHAPTER = DOCUMENT[DOCUMENT.index("<!-- record -->") : DOCUMENT.index("<!-- /record -->")]


def example(fence: str, start: str) -> str:
    (found,) = re.findall(rf"```{fence}\n({re.escape(start)}.*?)```", CHAPTER, re.DOTALL)
    return str(found)


RECORD = read_record(example("text", "[Longroad"))


def test_the_record_is_canonical_and_its_chance_is_right() -> None:
    assert RECORD.text == example("text", "[Longroad")
    report = verify_record(RECORD)
    assert report.is_right
    assert (report.source, report.is_secret_kept, report.chances) == ("secret", True, 3)


def test_the_twin_has_the_same_content() -> None:
    assert RECORD.jsonl == example("json", '{"longroad"')
    assert read_record(RECORD.jsonl) == RECORD


def test_the_variations_are_canonical_and_so_is_their_twin() -> None:
    head = RECORD.text[: RECORD.text.index("\n\n") + 2]
    text = head + example("text", "0: roll\n")
    record = read_record(text)
    assert record.text == text
    assert record.jsonl.splitlines(keepends=True)[3] == example("json", '{"seat":0')
    assert read_record(record.jsonl) == record


def test_an_illegal_variation_is_reported_as_the_document_says() -> None:
    head = RECORD.text[: RECORD.text.index("\n\n") + 2]
    text = example("text", "0: roll\n").replace("stole ore", "stole brick")
    with pytest.raises(InvalidRecord) as caught:
        read_record(head + text)
    (shown,) = re.findall(r"`ply 2, line \d+: (variation 0, ply 1: .*? is not legal: )\.\.\.`", CHAPTER)
    assert caught.value.ply == 2
    assert caught.value.reason.startswith(shown)


def test_every_tag_is_named() -> None:
    for name in (*HEAD_TAGS, *END_TAGS):
        assert f"| `{name}` |" in CHAPTER
    for name in PUBLIC_TAGS:
        assert f"`{name}`" in CHAPTER or name[-1] in "1234"


def snippet() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(example("python", "import hashlib"), names)
    return names


def test_the_recipe_in_a_few_lines_computes_the_example() -> None:
    assert len(example("python", "import hashlib").replace("\n\n", "\n").splitlines()) < 30
    recipe = snippet()
    assert RECORD.ending is not None
    secret, texts = RECORD.ending.secret, (*RECORD.texts, "", "", "")
    assert recipe["roll"](secret, texts, 0) == (4, 3)
    assert recipe["outcome"]((0, 0, 0, 2, 1), secret, texts, 1) == 3
    assert recipe["roll"](secret, texts, 2) == (5, 1)


def test_the_recipe_is_what_the_dice_do() -> None:
    recipe = snippet()
    for seed in range(3):
        dice = FairDice(f"{seed:064x}").with_text(seed, "Glück").with_text(5, "\n")
        assert recipe["island_seed"](dice.secret, dice.texts) == dice.island_seed
        state = State.new(Ruleset(players=3), dice.island_seed)
        k = 0
        while state.is_chance:
            action = dice.outcome(state)
            assert recipe["roll"](dice.secret, dice.texts, k) == (action_first(action), action_second(action))
            state.apply(CHANCE, action)
            k += 1
        for limit in (1, 2, 3, 7, 36, 2**63 + 1):
            assert recipe["below"](limit, dice.secret, dice.texts, "outcome", k) == dice.number_below(
                "outcome", k, limit
            )


def test_the_example_shows_clocks_comments_absence_and_a_theft() -> None:
    assert RECORD.clocks
    assert RECORD.comments
    assert RECORD.codes[-1] >> 51 & 1
    assert 33 in {action_kind(ply_action(entry)) for entry in RECORD.codes}
