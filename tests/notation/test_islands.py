"""Islands as text."""

from __future__ import annotations

import random

import pytest

from longroad.core.island.given import Island
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.notation.errors import InvalidNotation
from longroad.notation.islands import read_island, write_island
from scripts.fuzz import random_rules

from .test_rulesets import URL_SAFE

LAND = "o10w2l9.g12b6w4b10.g9l11dl3o8.l8o3g4w5.b5g6w11"


def test_the_beginner_island_has_a_name() -> None:
    island = State.new(Ruleset.preset("beginner")).island
    assert write_island(island) == "beginner,frame,robber:9"
    assert read_island("beginner,frame,robber:9") == island
    assert read_island(f"{LAND},frame,robber:9") == island
    assert read_island(f"{LAND.replace('.', '')},frame") == read_island("beginner,frame")


def test_hexes_go_in_the_order_of_their_numbers_and_rows() -> None:
    island = State.new(Ruleset.preset("extension"), 3).island
    land = write_island(island).split(",")[0]
    assert [len([c for c in row if c.isalpha()]) for row in land.split(".")] == [3, 4, 5, 4, 3, 2, 2, 4, 3]
    assert read_island(write_island(island)) == island


@pytest.mark.parametrize("name", PRESETS)
def test_made_islands_come_back(name: str) -> None:
    for seed in range(40):
        island = State.new(Ruleset.preset(name), seed).island
        text = write_island(island)
        assert read_island(text) == island
        assert set(text) <= URL_SAFE


def test_given_parts_of_islands_come_back() -> None:
    parts = [rules.island for number in range(1500) if (rules := random_rules(random.Random(number))).island]
    assert any(island.tokens is None for island in parts)
    assert any(island.terrain is None for island in parts)
    assert any(island.terrain and 5 not in island.terrain for island in parts)
    for island in parts:
        text = write_island(island)
        assert write_island(read_island(text)) == text
        assert read_island(text).terrain == island.terrain
        assert read_island(text).tokens == island.tokens
        assert sorted(read_island(text).harbors or ()) == sorted(island.harbors or ())
        assert read_island(text).robber == island.robber


def test_nothing_given_is_the_name_of_the_island() -> None:
    assert write_island(Island()) == "base"
    assert read_island("extension") == Island("extension")
    assert read_island("base,frame").harbors == read_island("beginner,frame").harbors


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has 0 hexes: expected 19"),
        ("atlantis", "'atlantis' is where hex 0 should be"),
        (LAND + ".x", "'x' is where hex 19 should be"),
        (LAND[:-3], "has 18 hexes"),
        (LAND + "w2" * 1_000_000, "has too many hexes"),
        (LAND.replace("o10", "o7"), "tokens: 7 on hex 0 (mountains)"),
        (LAND.replace("o10", "l10"), "5 forest hexes given, the base island has 4"),
        (LAND.replace("dl3", "d3l3"), "a desert has none"),
        ("beginner,", "harbors: '': expected a coast path"),
        ("beginner,1a.2b", "share intersection 4"),
        ("beginner,1a.9b", "0 lumber given, the base island has 1"),
        ("beginner,frame,robber", "'robber' is not the robber"),
        ("beginner,robber:44", "robber=44"),
        ("beginner,frame,robber:9,robber:9", "'robber:9' is too much"),
        ("base,robber:3", "given without the terrain"),
    ],
)
def test_a_wrong_island_says_why(text: str, why: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        read_island(text)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 400
