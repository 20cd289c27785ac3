"""The page's check of verifiable dice: it finds what the library's finds, in sound games and in tampered ones."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from longroad import Game
from longroad.bots.levels import make_bot
from longroad.core.actions import (
    CARD_DRAWN,
    DICE_ROLLED,
    START_ROLLED,
    action_kind,
    ply_action,
    ply_seat,
    with_dice,
)
from longroad.core.layout import CHANCE
from longroad.game.fair import FairDice, verify_record
from longroad.notation.records.record import Record
from tests.scripts.vitest import vitest

SECRET = "5f" * 32


def played(ruleset: str) -> Record:
    """Play a game of novices with verifiable dice."""
    dice = FairDice(SECRET).with_text(0, "heads or harbors").with_text(1, "Glück auf")
    game = Game(f"{ruleset},limit:40", chance=dice)
    bots = [make_bot("novice", seat) for seat in range(game.players)]
    while not game.is_over:
        seat = game.to_act[0]
        game.push(bots[seat].choose(game.view(seat)), seat)
    return game.record


def without_faces(record: Record) -> Record:
    """Return a record that has only the sums of the rolls."""
    rolls = START_ROLLED, DICE_ROLLED
    is_roll = [ply_seat(ply) == CHANCE and action_kind(ply_action(ply)) in rolls for ply in record.codes]
    codes = [with_dice(ply, 0, 0) if is_one else ply for ply, is_one in zip(record.codes, is_roll, strict=True)]
    return replace(record, codes=codes)


def verified(record: Record) -> dict[str, Any]:
    """Return a game as the page gets it, and what the library finds about its dice."""
    report = verify_record(record)
    assert record.ending is not None
    chances = [action_kind(ply_action(ply)) for ply in record.codes if ply_seat(ply) == CHANCE]
    cards = sum(kind >= CARD_DRAWN for kind in chances)
    assert report.chances == len(chances) > 20
    return {
        "start": b64encode(record.start.to_bytes()).decode(),
        "plies": [{"seat": ply_seat(ply), "action": ply_action(ply)} for ply in record.codes],
        "promised": {
            "commitment": record.commitment,
            "secret": record.ending.secret,
            "texts": record.texts,
            "islandSeed": record.tags.get("IslandSeed"),
            "makesIsland": record.begins_at is None,
        },
        "rolls": len(chances) - cards,
        "cards": cards,
        "differing": [difference.ply for difference in report.differences],
        "isSecretKept": report.is_secret_kept,
        "isIslandSame": report.is_island_same,
    }


def tampered(record: Record) -> list[Record]:
    """Return a record with another secret, with another promise, and with another text."""
    assert record.ending is not None
    tags = dict(record.tags)
    return [
        replace(record, ending=replace(record.ending, secret="60" * 32)),
        replace(record, tags=tags | {"Commitment": "ab" * 32}),
        replace(record, tags=tags | {"Text1": "Glück ab"}),
    ]


@pytest.mark.compiled
def test_the_page_finds_what_verify_finds(tmp_path: Path) -> None:
    records = [played(ruleset) for ruleset in ("base", "duel", "extension", "base,dice:deck")]
    games = [verified(record) for record in (*records, without_faces(records[0]), *tampered(records[0]))]
    assert [bool(game["differing"]) for game in games] == [False] * 5 + [True, False, True]
    assert {game["isIslandSame"] for game in games} == {True, False}
    file = tmp_path / "games.json"
    file.write_text(json.dumps(games))
    printed = vitest("src/engine/fair", LONGROAD_FAIR=str(file))
    assert "✓ src/engine/fair.test.ts > finds what `longroad verify` finds" in printed
