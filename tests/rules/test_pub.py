"""What is public (PUB): views of states, and logs as others read them."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.actions import UNKNOWN, ply, ply_action, ply_is_absent, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE, FIELDS
from longroad.core.phases import DISCARDING
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State, View
from longroad.core.view import PUBLIC, redact_log
from longroad.core.words import CARD_NAMES, ORE, WOOL
from tests.rules.places import hex_of
from tests.rules.table import Table, bundle
from tests.walks import walk

# What everybody may know, in the rule's words and as fields.
PUBLIC_FIELDS = {
    "the board": ("terrain", "token", "harbor", "robber", "site", "roads", "settlements"),
    "hand sizes": ("hand_size",),
    "number of development cards": ("cards_size", "deck_size"),
    "knights": ("knights",),
    "special cards": ("longest", "largest", "road_length", "points"),
    "bank stacks": ("bank",),
    "rolls": ("rolls", "rolled", "dice_deck", "dice_left", "founding_rolls"),
    "offers": ("offer", "offered_to", "waiting", "accepted", "proposal", "proposed"),
    "played progress cards": ("queue", "queue_size"),
    "trade cards": ("trade_cards",),
    "pieces": ("roads_left", "settlements_left", "cities_left"),
}
PRIVATE_FIELDS = {"hand", "discards", "cards", "fresh"}
SECRET_FIELDS = {"deck"}


def log_of(table: Table, *plies: tuple[int, int]) -> History:
    """Play plies from a table."""
    history = History(table)
    for seat, action in plies:
        history.push(seat, action)
    return history


def seen(history: History, viewer: int) -> list[tuple[int, int]]:
    """Return the seats and actions of a log as a viewer reads it."""
    plies = redact_log(history.plies, viewer, history.state["phase"])
    return [(ply_seat(entry), ply_action(entry)) for entry in plies]


# --- states -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PUB-1")
@pytest.mark.parametrize("what", PUBLIC_FIELDS)
def test_public_matters_are_in_every_view(what: str) -> None:
    state = State.new(Ruleset.preset("base"), seed=3)
    for _ in walk(state, 3, 500):
        pass
    for viewer in (*range(4), PUBLIC):
        view = state.view(viewer)
        for name in PUBLIC_FIELDS[what]:
            assert view[name] == state[name]


@pytest.mark.rule("PUB-1", "PUB-2")
def test_everything_is_public_or_listed_as_private() -> None:
    hidden = {field.name for field in FIELDS if field.seen_by != "all"}
    assert hidden == PRIVATE_FIELDS | SECRET_FIELDS


@pytest.mark.rule("PUB-2")
def test_private_matters_are_in_their_owners_view_alone() -> None:
    table = Table.set_up()
    table.deal(0, brick=2)
    table.deal(1, ore=3)
    table.hold(0, "victory point", fresh=True)
    table.hold(1, "monopoly")
    for viewer in (0, 1, 2, PUBLIC):
        view = table.view(viewer)
        for name in PRIVATE_FIELDS:
            for seat in range(6):
                assert view[name][seat] == (table[name][seat] if seat == viewer else [0] * 5)
        assert view["deck"] == [0] * 5


@pytest.mark.rule("PUB-2")
def test_views_do_not_tell_apart_what_is_hidden() -> None:
    one, other = Table.set_up(), Table.set_up()
    for table, first, second in ((one, 1, 2), (other, 2, 1)):
        table.deal(first, wool=1)
        table.deal(second, ore=1)
        table.hold(first, "knight")
        table.hold(second, "victory point")
    assert one != other
    for viewer in (0, 3, PUBLIC):
        assert one.view(viewer).s == other.view(viewer).s
        assert one.view(viewer).m == other.view(viewer).m


@pytest.mark.rule("PUB-2")
def test_views_do_not_tell_what_another_seat_was_found_to_be_able_to_do() -> None:
    table = Table.set_up()
    table.settle(0, 30)
    table.fund(0, "city")
    unasked = table.view(1).m
    assert table.listed(0, a.BUILD_CITY) == [30]
    for viewer in (1, PUBLIC):
        assert table.view(viewer).m == unasked


@pytest.mark.rule("PUB-1", "PUB-2")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_seats_choices_follow_from_its_view(preset: str) -> None:
    state = State.new(Ruleset.preset(preset), seed=4)
    for number, _ in enumerate(walk(state, 4, 1200)):
        for seat in state.may_act:
            if seat != CHANCE and number % 3 == 0:
                view = state.view(seat)
                assert view.legal(seat) == state.legal(seat)
                assert view.forms(seat) == state.forms(seat)
                assert view.to_act == state.to_act
                assert view.may_act == state.may_act


@pytest.mark.rule("PUB-2")
def test_view_knows_its_seat_and_cannot_be_played_on() -> None:
    table = Table.set_up()
    assert table.view(2).viewer == 2
    assert table.view().viewer == PUBLIC
    assert isinstance(table.view(2), View)
    assert not isinstance(table.view(2), State)
    for name in ("apply", "outcomes", "points", "to_bytes"):
        assert not hasattr(table.view(2), name)


@pytest.mark.rule("PUB-2")
def test_view_is_a_copy() -> None:
    table = Table.set_up()
    table.deal(1, ore=1)
    before = table.to_bytes()
    table.view(0).s[:] = [0] * len(table.s)
    assert table.to_bytes() == before


@pytest.mark.rule("PUB-2")
def test_point_cards_are_hidden_until_the_end() -> None:
    table = Table.set_up(rolled=False, victory_points=4)
    table.build_city(0, 30)
    table.hold(0, "victory point")
    table.hold(1, "victory point", "knight")
    table.deal(1, wool=2)
    table.fund(0, "card")
    table.roll(2)
    assert table.view(2)["cards"][:2] == [[0] * 5] * 2
    assert table.view(2)["points"][0] == 2  # what is visible
    table.do(0, a.BUY_CARD)
    table.chance(CARD_NAMES.index("victory point"))
    assert table.is_over
    for viewer in (2, PUBLIC):
        assert table.view(viewer)["cards"][:2] == [[0, 0, 0, 0, 2], [1, 0, 0, 0, 1]]
        assert table.view(viewer)["hand"][1] == [0, 0, 2, 0, 0]


# --- logs -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PUB-1")
def test_trades_and_progress_cards_are_public() -> None:
    table = Table.set_up(cards_per_turn=0)
    table.deal(0, wool=6)
    table.deal(1, ore=3)
    table.deal(2, grain=1)
    table.hold(0, "year of plenty", "monopoly")
    plies = (
        (0, a.bank_trade(4, WOOL, ORE)),
        (0, bundle(a.OFFER_TRADE, to=0b1110, wool=1, ore=-1)),
        (1, a.action(a.ACCEPT)),
        (2, a.action(a.REFUSE)),
        (0, a.action(a.CLOSE_DEAL, 1)),
        (0, a.action(a.PLAY_PLENTY, 3)),
        (0, a.action(a.PLAY_MONOPOLY, ORE)),
        (0, a.action(a.END_TURN)),
    )
    history = log_of(table, *plies)
    for viewer in (0, 1, 3, PUBLIC):
        assert seen(history, viewer) == list(plies)


@pytest.mark.rule("PUB-1")
def test_yields_of_a_monopoly_are_public() -> None:
    table = Table.set_up()
    table.hold(0, "monopoly")
    table.deal(1, ore=3, wool=1)
    table.deal(2, ore=2)
    before = table.view()["hand_size"]
    table.do(0, a.PLAY_MONOPOLY, ORE)
    after = table.view()["hand_size"]
    assert [new - old for new, old in zip(after, before, strict=True)] == [5, -3, -2, 0, 0, 0]


@pytest.mark.rule("PUB-1")
def test_production_is_public() -> None:
    table = Table.set_up(rolled=False)
    table.settle(1, 19, 31)
    table.roll(3)
    assert table.view(3)["rolled"] == [3, 0]
    assert table.view(3)["hand_size"][1] == 2
    assert table.view(3)["bank"] == [19, 17, 19, 19, 19]


@pytest.mark.rule("PUB-1", "PUB-2")
def test_kind_of_a_stolen_card_is_known_to_thief_and_victim() -> None:
    table = Table.set_up(rolled=False)
    table.settle(1, 19)
    table.deal(1, ore=2, wool=1)
    stolen = a.action(a.CARD_STOLEN, ORE, 0, 1)
    plies = (
        (0, a.action(a.ROLL)),
        (CHANCE, a.action(a.DICE_ROLLED, 7)),
        (0, a.action(a.MOVE_ROBBER, hex_of("forest 3"))),
        (CHANCE, stolen),
    )
    history = log_of(table, *plies)
    for viewer in (0, 1):
        assert seen(history, viewer) == list(plies)
    for viewer in (2, 3, PUBLIC):
        assert seen(history, viewer)[:3] == list(plies[:3])
        # That a card was stolen is public, and so are the thief and the victim.
        assert seen(history, viewer)[3] == (CHANCE, a.action(a.CARD_STOLEN, UNKNOWN, 0, 1))


@pytest.mark.rule("PUB-1", "PUB-2")
@pytest.mark.parametrize("card", range(5))
def test_drawn_card_is_known_to_its_buyer(card: int) -> None:
    table = Table.set_up()
    table.fund(0, "card")
    drawn = a.action(a.CARD_DRAWN, card, 0)
    history = log_of(table, (0, a.action(a.BUY_CARD)), (CHANCE, drawn))
    assert seen(history, 0)[1] == (CHANCE, drawn)
    for viewer in (1, 2, 3, PUBLIC):
        assert seen(history, viewer) == [(0, a.BUY_CARD), (CHANCE, a.action(a.CARD_DRAWN, UNKNOWN, 0))]


@pytest.mark.rule("PUB-1", "PUB-2")
def test_discards_are_public_by_kind_once_all_are_in() -> None:
    table = Table.set_up(rolled=False)
    table.deal(0, wool=8)
    table.deal(1, ore=9)
    first, second = bundle(a.DISCARD, wool=4), bundle(a.DISCARD, ore=4)
    unknown = a.empty_bundle(a.DISCARD, 0)
    history = log_of(table, (0, a.action(a.ROLL)), (CHANCE, a.action(a.DICE_ROLLED, 7)), (0, first))
    assert seen(history, 0)[2:] == [(0, first)]
    for viewer in (1, 2, PUBLIC):
        assert seen(history, viewer)[2:] == [(0, unknown)]
    history.push(1, second)
    for viewer in (0, 1, 2, PUBLIC):
        assert seen(history, viewer)[2:] == [(0, first), (1, second)]


@pytest.mark.rule("PUB-2")
def test_both_players_see_both_sets_of_a_forced_trade_and_others_the_counts() -> None:
    table = Table.set_up(players=2, duel=True)
    table.deal(0, wool=2)
    table.deal(1, ore=3)
    taken = a.action(a.CARD_TAKEN, ORE, 0, 1)
    given = bundle(a.GIVE_CARDS, wool=1, ore=1)
    plies = [(0, a.action(a.FORCE_TRADE)), (CHANCE, taken), (CHANCE, taken), (0, given)]
    history = log_of(table, *plies)
    assert seen(history, 0) == seen(history, 1) == plies
    unknown = (CHANCE, a.action(a.CARD_TAKEN, UNKNOWN, 0, 1))
    assert seen(history, PUBLIC) == [plies[0], unknown, unknown, (0, a.empty_bundle(a.GIVE_CARDS, 0))]
    view = history.state.view()
    assert view["hand"] == [[0] * 5] * 6
    assert view["hand_size"][:2] == [2, 3]


@pytest.mark.rule("PUB-2")
def test_redacted_log_has_as_many_plies_and_the_same_seats() -> None:
    history = History(State.new(Ruleset.preset("duel"), seed=5))
    walked = State.new(Ruleset.preset("duel"), seed=5)
    for seat, action in walk(walked, 5, 800):
        history.push(seat, action)
    for viewer in (0, 1, PUBLIC):
        redacted = redact_log(history.plies, viewer, history.state["phase"])
        assert [ply_seat(entry) for entry in redacted] == [ply_seat(entry) for entry in history.plies]
        assert [a.action_kind(entry) for entry in redacted] == [a.action_kind(entry) for entry in history.plies]


@pytest.mark.rule("PUB-2")
def test_redaction_keeps_the_mark_of_an_absent_seat() -> None:
    absent = ply(1, bundle(a.DISCARD, ore=4), is_absent=True)
    assert redact_log([absent], 1, DISCARDING) == [absent]
    (redacted,) = redact_log([absent], 0, DISCARDING)
    assert redacted != absent
    assert ply_is_absent(redacted)
    assert ply_seat(redacted) == 1
