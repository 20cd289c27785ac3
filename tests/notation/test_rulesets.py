"""Rulesets as text."""

from __future__ import annotations

import random
import string

import pytest

from longroad.core.ruleset import CHOICES, PRESETS, Ruleset
from longroad.notation.errors import InvalidNotation
from longroad.notation.rulesets import read_ruleset, write_ruleset
from scripts.fuzz import random_rules

URL_SAFE = set(string.ascii_letters + string.digits + "-._~/:,!*()@?")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_name(name: str) -> None:
    assert write_ruleset(Ruleset.preset(name)) == name
    assert read_ruleset(name) == Ruleset.preset(name)


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        (Ruleset(players=3), "base,players:3"),
        (Ruleset.preset("classic", players=5), "classic,players:5"),
        (Ruleset.preset("classic", players=5, special_build="off"), "classic,players:5,special_build:off"),
        (Ruleset.preset("duel", neutral_sites=(19, 44)), "duel,neutral_sites:19.44"),
        (Ruleset(first_player="given", first_seat=2, limit=60), "base,first_player:given,first_seat:2,limit:60"),
        (Ruleset(friendly_robber=True, domestic_trade=False), "base,friendly_robber:yes,domestic_trade:no"),
        (Ruleset(terrain="fixed", tokens="fixed", harbors="fixed", dice="deck"), "tournament,dice:deck"),
    ],
)
def test_differences_follow_the_nearest_preset(ruleset: Ruleset, text: str) -> None:
    assert write_ruleset(ruleset) == text
    assert read_ruleset(text) == ruleset


def test_random_rulesets_come_back() -> None:
    for number in range(500):
        ruleset = random_rules(random.Random(number)).ruleset
        text = write_ruleset(ruleset)
        assert read_ruleset(text) == ruleset
        assert set(text) <= URL_SAFE


def test_options_may_be_in_any_order_and_superfluous() -> None:
    assert write_ruleset(read_ruleset("base,limit:9,victory_points:10,players:03")) == "base,players:3,limit:9"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it begins with '': expected one of base, beginner"),
        ("chess", "'chess'"),
        ("base,speed:9", "'speed:9' is not an option:value: expected one of players, island"),
        ("base,players", "'players' is not an option:value"),
        ("base,", "'' is not an option:value"),
        ("base,players:3,players:3", "players is given twice"),
        ("base,players:three", "players is 'three': expected 2 to 6"),
        ("base,players:9", "players=9: expected a whole number from 2 to 6"),
        ("base,players:5", "the base island takes 2 to 4 players"),
        ("base,limit:" + "9" * 5000, "limit is '99999"),
        ("base,players:\u0663", "expected 2 to 6"),
        ("base,duel:maybe", "duel is 'maybe': expected one of no, yes"),
        ("duel,neutral_sites:19", "expected two intersections"),
        ("duel,neutral_sites:19.19", "the two are different"),
    ],
)
def test_a_wrong_ruleset_says_why(text: str, why: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        read_ruleset(text)
    assert why in str(refused.value)


def test_the_words_of_options_are_url_safe() -> None:
    words = [*PRESETS, *CHOICES, *(value for values in CHOICES.values() for value in values)]
    assert set("".join(words)) <= set(string.ascii_lowercase + string.digits + "_")
