"""Whole games of several levels with an unlimited bank (PRO-7): they end, are verified, and nothing runs short."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from longroad import Game, IllegalAction, InvalidNotation, View
from longroad.bots.levels import make_bot
from longroad.bots.protocol import Bot
from longroad.core.check.invariants import violation
from longroad.core.check.violations import VIOLATIONS
from longroad.core.island.topology import HEX_SITES
from longroad.core.words import RESOURCE_NAMES
from longroad.game.fair import verify_record
from longroad.notation.actions import Action
from longroad.notation.positions.position import write_position
from longroad.notation.records.record import Record
from longroad.terminal.saves import load, save_copy
from tests.bots.views import quick
from tests.rules.table import Table

PRINTED = 19  # cards of each resource


def hoarder(view: View) -> Action:
    """Choose what spends nothing, if there is such an action."""
    actions = list(view.legal_actions())
    return next((action for action in actions if action.kind in ("roll", "refuse", "end")), actions[0])


def due(game: Game, total: int) -> list[Counter[str]]:
    """Return by seat what a roll yields, if all of it is paid (PRO-1)."""
    dues: list[Counter[str]] = [Counter() for _ in range(game.players)]
    terrain, tokens = game.island.terrain, game.island.tokens
    assert terrain is not None
    assert tokens is not None
    for number, token in enumerate(tokens):
        if token == total and number != game.robber:
            for site in HEX_SITES[6 * number : 6 * number + 6]:
                piece = game.piece(site)
                if piece is not None:
                    dues[piece.seat][RESOURCE_NAMES[terrain[number]]] += 1 + (piece.kind == "city")
    return dues


def in_hands(game: Game) -> list[Counter[str]]:
    hands = [hand for seat in range(game.players) if (hand := game.hand(seat)) is not None]
    return [Counter(dict(zip(RESOURCE_NAMES, hand, strict=True))) for hand in hands]


def roll_checked(game: Game) -> None:
    """Roll, and check that everybody gets everything."""
    before, seat = in_hands(game), game.to_act[0]
    pieces = game.copy()
    game.push("roll", seat)
    total = sum(game.rolled)
    if total != 7:
        assert in_hands(game) == [held + gain for held, gain in zip(before, due(pieces, total), strict=True)]


@pytest.mark.rule("PRO-7")
@pytest.mark.parametrize(
    ("seed", "levels"),
    [
        (2, ("novice", "novice", "hoarder", "hoarder")),
        (33, ("novice", "skilled", "random", "hoarder")),
    ],
)
def test_a_game_of_bots_ends_is_saved_and_verified_without_a_shortage(
    seed: int, levels: tuple[str, ...], tmp_path: Path
) -> None:
    game = Game("base", bank="unlimited", discard_limit=120, limit=120, seed=seed)
    bots: list[Bot] = [
        make_bot(hoarder if level == "hoarder" else quick(level), f"{seed} {seat}") for seat, level in enumerate(levels)
    ]
    most = 0
    while not game.is_over:
        seat = game.to_act[0]
        action = bots[seat].choose(game.view(seat))
        if action.kind == "roll":
            roll_checked(game)
        else:
            game.push(action, seat)
        most = max(most, *(sum(hand[name] for hand in in_hands(game)) for name in RESOURCE_NAMES))
    assert most > PRINTED, "the printed cards would have run short"
    assert VIOLATIONS[violation(game.seen.s, game.seen.m)] == ""
    path = tmp_path / "game.longroad"
    save_copy(path, game)
    assert load(path).game.position == game.position
    record = Record.parse(path.read_text())
    assert record.start.ruleset.bank == "unlimited"
    assert verify_record(record).is_right


# --- large bundles ----------------------------------------------------------------------------------------------------


def rich_game() -> Game:
    """Return a game in which seat 0 has 100 wool, and seat 1 has 20 ore."""
    table = Table.set_up(bank="unlimited", players=3)
    table.found()
    table.deal(0, wool=100)
    table.deal(1, ore=20)
    return Game.from_position(write_position(table), seed=1)


@pytest.mark.rule("PRO-7", "TRA-5")
def test_forty_cards_of_a_kind_are_traded_and_written_down() -> None:
    game = rich_game()
    game.push("offer 40 wool for 20 ore to 1", 0)
    game.push("accept", 1)
    game.push("deal 1", 0)
    hands = in_hands(game)
    assert (hands[0]["wool"], hands[0]["ore"], hands[1]["wool"], hands[1]["ore"]) == (60, 20, 40, 0)
    again = Game.from_record(game.record.text)
    assert again.position == game.position
    assert [ply.action.to_json() for ply in again.plies] == [ply.action.to_json() for ply in game.plies]


@pytest.mark.rule("PRO-7", "TRA-5")
@pytest.mark.parametrize(
    ("offer", "message"),
    [
        ("offer 96 wool for 1 ore", "a bundle holds at most 95 cards of a resource"),
        ("offer 1 wool for 40 ore", "a trade asks for at most 32 cards of a resource"),
    ],
)
def test_more_than_a_bundle_holds_is_refused_with_the_number_that_it_holds(offer: str, message: str) -> None:
    with pytest.raises(InvalidNotation, match=message):
        rich_game().push(offer, 0)


@pytest.mark.rule("PRO-7", "TRA-5")
def test_forty_cards_that_nobody_has_are_refused() -> None:
    with pytest.raises(IllegalAction, match="You don't have these cards"):
        rich_game().push("offer 40 brick for 1 ore", 0)
