"""What a view shows, in the shapes that pages and programs receive."""

from __future__ import annotations

from dataclasses import asdict, fields

import pytest

from longroad.game import snapshot as shown
from longroad.game.game import Game
from longroad.game.snapshot import decision_of, geometry_of, seat_view_of, snapshot_of
from longroad.server.wire import messages
from longroad.server.wire.render import seat_view, snapshot
from tests.played import played

# What the server tells besides, of its clocks, its drawing and its undo.
ADDED = {
    "Geometry": {"view_box", "hexes", "sites"},
    "SeatView": {"clock_s"},
    "OfferView": set(),
    "Snapshot": {"dice", "deadline_s"},
    "FormView": set(),
    "Decision": {"can_undo", "is_auto_refused", "is_automatic", "victims"},
}


@pytest.fixture
def game() -> Game:
    """A beginner's game in which seat 0 has rolled an 8."""
    game = Game("beginner", chance="given")
    for action in ("roll", "rolled 8"):
        game.push(action)
    return game


@pytest.mark.parametrize("name", ADDED)
def test_the_server_tells_all_that_is_shown_and_little_more(name: str) -> None:
    names = {field.name for field in fields(getattr(shown, name))}
    assert {field.name for field in fields(getattr(messages, name))} == names | ADDED[name]


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others(game: Game) -> None:
    own, other = (seat_view_of(game.view(0), seat) for seat in (0, 1))
    assert asdict(own) == {
        "seat": 0,
        "hand_size": 4,
        "hand": {"brick": 1, "lumber": 2, "ore": 1},
        "cards_size": 0,
        "cards": {},
        "fresh": {},
        "knights": 0,
        "road_length": 1,
        "points": 2,
        "sources": {"settlements": 2},
        "settlements": list(game.settlements(0)),
        "cities": [],
        "roads": list(game.roads(0)),
        "supply": (13, 3, 4),
        "trade_cards": 0,
    }
    assert (other.hand_size, other.hand, other.cards, other.fresh) == (3, None, None, None)


def test_a_whole_game_shows_every_hand(game: Game) -> None:
    assert [seat_view_of(game, seat).hand for seat in (0, 1)] == [
        {"brick": 1, "lumber": 2, "ore": 1},
        {"grain": 2, "ore": 1},
    ]
    assert seat_view(game, 1).hand == {"grain": 2, "ore": 1}


def test_the_server_renders_a_seat_once_for_all_who_see_it_the_same(game: Game) -> None:
    one, other = (snapshot(game.view(seat)).seats for seat in (0, 1))
    assert one[2] is other[2]
    assert (one[1].hand, other[1].hand) == (None, {"grain": 2, "ore": 1})
    game.push("end")
    assert snapshot(game.view(0)).seats[2] is one[2], "nothing of it has changed"


def test_the_library_shares_nothing_that_a_caller_could_change(game: Game) -> None:
    snapshot_of(game.view(0)).seats[2].roads.clear()
    assert snapshot_of(game.view(0)).seats[2].roads == list(game.roads(2)) != []


def test_cards_are_named_and_those_just_bought_too() -> None:
    text = Game("beginner", players=3).position.replace("h1b1l1o", "h1w1g1o")
    text = "/".join(field for field in text.split("/") if not field.startswith("bank"))
    game = Game.from_position(text, chance="given")
    for action in ("roll", "rolled 2", "buy", "0 drew monopoly"):
        game.push(action)
    own, other = (seat_view_of(game.view(seat), 0) for seat in (0, 1))
    assert (own.cards_size, own.cards, own.fresh) == (1, {"monopoly": 1}, {"monopoly": 1})
    assert (other.cards_size, other.cards, other.fresh) == (1, None, None)


def test_the_table_is_told(game: Game) -> None:
    snapshot = snapshot_of(game.view(0))
    assert (snapshot.phase, snapshot.turn, snapshot.turn_number, snapshot.to_act) == ("main", 0, 1, [0])
    assert (snapshot.rolled, snapshot.robber, snapshot.deck_size) == ([8], game.robber, 25)
    assert snapshot.bank == game.bank.to_json()
    assert (snapshot.longest_road, snapshot.largest_army, snapshot.winner) == (None, None, None)
    assert snapshot.rates == {"brick": 4, "lumber": 4, "wool": 4, "grain": 4, "ore": 4}
    assert snapshot_of(game.view()).rates == {}
    assert (snapshot.offer, snapshot.proposals, snapshot.neutral) == (None, [], [])


def test_an_offer_names_who_has_not_answered_and_who_accepted(game: Game) -> None:
    game.push("offer 1 brick for 1 grain to 1 3")
    offer = snapshot_of(game.view(2)).offer
    assert offer is not None
    assert asdict(offer) == {
        "seat": 0,
        "give": {"brick": 1},
        "take": {"grain": 1},
        "to": [1, 3],
        "accepted": [],
        "waiting": [1, 3],
    }
    game.push("1: accept")
    offer = snapshot_of(game.view(2)).offer
    assert offer is not None
    assert (offer.accepted, offer.waiting) == ([1], [3])


def test_the_prompt_follows_an_offer(game: Game) -> None:
    prompts = []
    for action in ("offer 1 brick for 1 grain to 1 3", "1: accept", "3: refuse"):
        game.push(action)
        prompts.append([decision_of(game.view(seat), seat, 1).prompt for seat in range(4)])
    assert prompts == [
        ["others_answer", "answer_offer", "may_propose", "answer_offer"],
        ["others_answer", "may_propose", "may_propose", "answer_offer"],
        ["choose_partner", "may_propose", "may_propose", "may_propose"],
    ]


def test_a_decision_lists_actions_and_forms(game: Game) -> None:
    decision = decision_of(game.view(0), 0, 7)
    assert (decision.id, decision.is_awaited, decision.prompt) == (7, True, "main")
    assert decision.actions == [str(action) for action in game.legal_actions()]
    assert [asdict(form) for form in decision.forms] == [
        {
            "kind": "offer",
            "give": {"brick": 1, "lumber": 2, "ore": 1},
            "take": {"brick": 19, "lumber": 19, "wool": 19, "grain": 19, "ore": 19},
            "total": None,
            "to": [1, 2, 3],
        }
    ]


def test_neutral_players_have_pieces_and_nothing_else() -> None:
    *_, game = (game.copy() for game in played("duel", seed=3, most=120))
    snapshot = snapshot_of(game.view(0))
    assert [seat.seat for seat in snapshot.seats + snapshot.neutral] == [0, 1, 2, 3]
    for neutral in snapshot.neutral:
        assert neutral.settlements == list(game.settlements(neutral.seat)) != []
        assert neutral.roads == list(game.roads(neutral.seat))
        assert neutral.supply == game.supply(neutral.seat)
        assert (neutral.hand, neutral.hand_size, neutral.points, neutral.sources) == (None, 0, 0, {})


@pytest.mark.parametrize(("preset", "counts"), [("base", (19, 54, 72)), ("extension", (30, 80, 109))])
def test_the_island_is_told_by_number(preset: str, counts: tuple[int, int, int]) -> None:
    island = Game(preset, seed=2).island
    geometry = geometry_of(island)
    assert (len(geometry.terrain), len(geometry.site_hexes), len(geometry.paths)) == counts
    assert len(geometry.tokens) == counts[0]
    assert {place for hexes in geometry.site_hexes for place in hexes} == set(range(counts[0]))
    assert all(1 <= len(hexes) <= 3 for hexes in geometry.site_hexes)
    assert all(0 <= first < counts[1] and 0 <= second < counts[1] for first, second in geometry.paths)
    assert {kind for _, kind in geometry.harbors} == {"generic", "brick", "lumber", "wool", "grain", "ore"}


def test_a_hex_says_what_it_yields_and_how_often() -> None:
    geometry = geometry_of(Game("beginner").island)
    first, desert = geometry.terrain.index("mountains"), geometry.terrain.index("desert")
    assert (geometry.resources[first], geometry.tokens[first], geometry.pips[first]) == ("ore", 10, 3)
    assert (geometry.resources[desert], geometry.tokens[desert], geometry.pips[desert]) == (None, 0, 0)
    assert sum(geometry.pips) == 58, "two of each token but 2 and 12 (BRD-5)"
