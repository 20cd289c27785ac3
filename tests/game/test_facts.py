"""Views from plain facts: the same as a game's own, and everything that is wrong is listed."""

from __future__ import annotations

from typing import Any

import pytest

from longroad import Cards, Game, InvalidSetup, Piece, Resources, View
from longroad.analysis import analyse
from longroad.bots.levels import make_bot
from longroad.core.layout import FIRST, FIRST_PLAYER, HARBORS_BY, LIMIT, ROBBER_START, TERRAIN_BY, TOKENS_BY

PLAYERS = 3


@pytest.fixture(scope="module")
def game() -> Game:
    """Play with novices until somebody can do anything."""
    game, bot = Game("base", players=PLAYERS, seed=5), make_bot("novice", 1)
    while len(game.plies) < 250 or game.phase != "main":
        seat = game.to_act[0]
        game.push(bot.choose(game.view(seat)), seat)
    return game


def facts(game: Game, **changed: Any) -> dict[str, Any]:
    """Return what the player on turn knows of a game."""
    setup, own = game.edit(), game.turn
    known = {
        "seat": own,
        "island": game.island,
        "hands": [hand if seat == own else hand.total for seat, hand in enumerate(setup.hands)],
        "cards": [cards if seat == own else sum(cards) for seat, cards in enumerate(setup.cards)],
        "fresh_cards": setup.fresh_cards[own],
        "bank": game.bank,
        "stack_size": game.deck_size,
    }
    same = ["robber", "turn", "turn_number", "phase", "rolled", "buildings", "roads", "knights"]
    same += ["longest_road", "largest_army", "fields"]
    return known | {name: getattr(setup, name) for name in same} | changed


def view(game: Game, **changed: Any) -> View:
    return View.from_facts(**facts(game, **changed))


def problems(game: Game, **changed: Any) -> list[str]:
    with pytest.raises(InvalidSetup) as caught:
        view(game, **changed)
    return [str(problem) for problem in caught.value.problems]


def test_facts_of_a_game_are_its_view(game: Game) -> None:
    made, own = view(game), game.view(game.turn)
    differing = {place for place, (one, two) in enumerate(zip(made.seen.s, own.seen.s, strict=True)) if one != two}
    assert differing <= {
        FIRST,
        FIRST_PLAYER,
        HARBORS_BY,
        ROBBER_START,
        TERRAIN_BY,
        TOKENS_BY,
    }  # the island is given here
    assert [m for n, m in enumerate(made.seen.m) if n != LIMIT] == [m for n, m in enumerate(own.seen.m) if n != LIMIT]
    assert list(made.legal_actions()) == list(own.legal_actions())


def test_bots_and_analyses_take_it(game: Game) -> None:
    for made in (view(game), view(game, bank=None), view(game, bank=Resources(*[19] * 5), bank_adds_up=False)):
        assert make_bot("novice", 1).choose(made) in game.legal_actions()
        best = analyse(made, "quick").best
        assert best is not None
        assert best.action in game.legal_actions()


def test_without_rolls_for_the_start_the_turn_says_who_began(game: Game) -> None:
    setup = game.edit()
    made = view(game, fields={"chances": setup.fields["chances"]})
    assert made.ruleset.first_seat == (game.turn - game.turn_number + 1) % PLAYERS


def test_an_unknown_bank_holds_what_the_hands_do_not(game: Game) -> None:
    made = view(game, bank=None)
    assert (made.bank.total, made.is_bank_counted) == (game.bank.total, False)


def test_a_founding_is_told_too() -> None:
    game = Game("base", players=PLAYERS, seed=3)
    game.push("settle 10")
    assert list(view(game).legal_actions()) == list(game.legal_actions())
    game.push(next(iter(game.legal_actions())))
    assert list(view(game).legal_actions()) == list(game.legal_actions())
    assert list(view(game, fields={}).legal_actions()) == list(game.legal_actions())


def test_known_cards_of_others_are_kept(game: Game) -> None:
    other = (game.turn + 1) % PLAYERS
    hand = game.hand(other)
    hands = facts(game)["hands"]
    hands[other] = hand
    assert view(game, hands=hands).at_least(other) == hand
    assert view(game, at_least={other: hand}).at_least(other) == hand


def test_everything_wrong_is_listed_at_once(game: Game) -> None:
    found = problems(
        game,
        roads={**game.edit().roads, 0: 1},
        knights=[0, 0, 3],
        largest_army=None,
        bank=Resources(ore=19),
        log=["0: roll", "0: fly"],
    )
    rules = ("SET-1", "AWD-5", "BLD-1")
    assert all(any(text.endswith(f"[{rule}]") for text in found) for rule in rules)
    assert any(text.startswith("log, ply 1: 'fly' is not an action") for text in found)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"robber": 77}, "robber: '77' is not possible"),
        ({"hands": [3, 3, 3]}, "the own hand, is 3: expected Resources"),
        ({"hands": [Resources(), "many", -1]}, "hands[2] is -1: expected Resources, or the number of cards"),
        ({"cards": [Cards()]}, "cards has 1 seats: expected 3"),
        ({"seat": 5}, "seat is 5: expected 0 to 2"),
        ({"at_least": {7: Resources(ore=1)}}, "at_least[7]"),
        ({"stack_size": 33}, "[SET-1]"),
        ({"buildings": {0: Piece("castle", 0)}}, "building 'castle' at 0"),
        ({"island": "base"}, "expected one with terrain, tokens and harbors"),
        ({"bank": 19}, "bank is 19: expected Resources or None"),
    ],
)
def test_what_is_wrong_is_quoted(game: Game, changed: dict[str, Any], expected: str) -> None:
    assert expected in "; ".join(problems(game, **changed))


def test_nobody_holds_more_than_there_is(game: Game) -> None:
    other = (game.turn + 1) % PLAYERS
    assert "[SET-1]" in "; ".join(problems(game, at_least={other: Resources(ore=19, wool=19)}))
