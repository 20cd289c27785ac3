"""What production brings, and from which hexes."""

from __future__ import annotations

from longroad.game.game import Game
from longroad.game.snapshot import geometry_of
from longroad.server.wire.gains import NO_GAINS, Gains, gains_of
from tests.played import played


def gains_after(game: Game, *actions: str) -> Gains:
    """Push actions, and return what the last one brought."""
    for action in actions:
        before = game.seen.copy()
        game.push(action)
    return gains_of(before, game.plies[-1].code, game.seen)


def test_a_roll_pays_from_the_hexes_with_its_token() -> None:
    game = Game("beginner", chance="given")  # tokens 5 lie on pasture 15 and hills 16
    assert gains_after(game, "roll", "rolled 5") == Gains(
        {0: {"brick": 1, "wool": 1}, 2: {"wool": 1}}, {0: [15, 16], 2: [15]}
    )


def test_the_robbers_hex_pays_nothing() -> None:
    game = Game("beginner", chance="given")
    for action in ("roll", "rolled 7", "robber 15", "0 stole wool from 2"):
        game.push(action)
    assert gains_after(game, "end", "roll", "rolled 5").hexes == {0: [16]}


def test_the_second_settlement_is_paid_from_around_it_and_the_first_is_not() -> None:
    game = Game("base", players=3, seed=5, first_player="given", chance="given")
    founded = []
    while game.phase.startswith("found"):
        action = str(game.legal_actions()[0])
        gains = gains_after(game, action)
        founded += [gains] if action.startswith("settle") else []
    assert founded[:3] == [NO_GAINS] * 3
    geometry = geometry_of(game.island)
    for gains, ply in zip(founded[3:], [p for p in game.plies if p.action.kind == "settle"][3:], strict=True):
        around = geometry.site_hexes[int(str(ply.action).split()[1])]
        assert gains.hexes == {ply.seat: [hex_ for hex_ in around if geometry.resources[hex_]]}


def test_every_gain_comes_from_a_hex_of_its_resource() -> None:
    for preset in ("base", "duel", "extension"):
        paid = 0
        *_, finished = played(preset, seed=4, most=300)
        game = Game(preset, seed=4, chance="given")
        resources = geometry_of(game.island).resources
        for ply in finished.plies:
            before = game.seen.copy()
            game.push(ply)
            gains = gains_of(before, ply.code, game.seen)
            for seat, cards in gains.cards.items():
                assert set(cards) == {resources[hex_] for hex_ in gains.hexes[seat]}
                paid += 1
        assert paid > 20
