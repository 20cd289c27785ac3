"""An unlimited bank (PRO-7): it always pays in full, until all hands together hold 127 cards."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.check.invariants import violation
from longroad.core.check.violations import TOO_MANY_CARDS, VIOLATIONS, WRONG_CARDS
from longroad.core.ruleset import PRESETS, InvalidRuleset, Ruleset
from longroad.core.state import CorruptState, State
from tests.rules.places import corners, site_of
from tests.rules.table import Table, before_roll, bundle
from tests.rules.test_dev import plenty
from tests.rules.test_pro import gained

MOST = 127  # cards in all hands together


def unlimited(*, rolled: bool = True, **options: object) -> Table:
    return Table.set_up(rolled=rolled, bank="unlimited", **options)


def opposite(site: int) -> int:
    """Return the corner of the mountains with the 8 that lies opposite another."""
    around = corners("mountains 8")
    return around[(around.index(site) + 3) % 6]


# --- always paid in full ----------------------------------------------------------------------------------------------


def build_at_mountains(table: Table) -> None:
    """Build a city and a settlement of somebody else at a hex, which yields three ore on an 8."""
    table.build_city(0, site_of("forest 3", "mountains 8", "pasture 5"))
    table.settle(1, opposite(site_of("forest 3", "mountains 8", "pasture 5")))


@pytest.mark.rule("PRO-7")
@pytest.mark.parametrize("shortage", ["single", "nobody"])
def test_production_is_paid_where_the_printed_cards_would_be_gone(shortage: str) -> None:
    table = unlimited(rolled=False, shortage=shortage)
    build_at_mountains(table)
    table.deal(3, ore=19)
    assert gained(table, 8) == [{"ore": 2}, {"ore": 1}, {}, {}]
    table.check()


@pytest.mark.rule("PRO-7")
def test_maritime_trade_takes_what_the_printed_cards_would_not_have() -> None:
    table = unlimited()
    table.deal(1, wool=30)
    table.deal(0, brick=4)
    table.apply(0, a.bank_trade(4, 0, 2))
    assert table.hand(0) == {"wool": 1}
    table.check()


@pytest.mark.rule("PRO-7", "DEV-4")
def test_year_of_plenty_takes_any_two_cards() -> None:
    table = unlimited()
    table.deal(1, brick=19, lumber=19, wool=19, grain=19, ore=19)
    table.hold(0, "year of plenty")
    assert len(table.listed(0, a.PLAY_PLENTY)) == 15
    table.refuse("DEV-4", 0, plenty("ore"))
    table.apply(0, plenty("ore", "ore"))
    assert table.hand(0) == {"ore": 2}
    table.check()


@pytest.mark.rule("PRO-7", "ROB-1")
def test_half_of_the_largest_hand_is_discarded() -> None:
    table = before_roll(bank="unlimited")
    table.deal(1, wool=MOST)
    table.roll(7)
    assert table.forms(1)[0].total == 63
    table.refuse("ROB-1", 1, bundle(a.DISCARD, wool=62))
    table.apply(1, bundle(a.DISCARD, wool=63))
    assert table.hand(1) == {"wool": 64}
    table.check()


@pytest.mark.rule("PRO-7", "BLD-7")
def test_payments_return_to_the_bank() -> None:
    table = unlimited()
    before = table.to_bytes()
    table.deal(0, brick=1, lumber=1)
    table.settle(0, 12)
    table.apply(0, next(action for action in table.legal(0) if a.action_kind(action) == a.BUILD_ROAD))
    assert table.hand(0) == {}
    assert table["bank"] == State.from_own_bytes(before)["bank"]
    table.check()


@pytest.mark.rule("PRO-7", "DEV-5")
def test_monopoly_brings_more_cards_than_are_printed() -> None:
    table = unlimited()
    table.deal(0, ore=40)
    table.deal(1, ore=40)
    table.deal(2, ore=47)
    table.hold(0, "monopoly")
    table.apply(0, a.action(a.PLAY_MONOPOLY, 4))
    assert table.hand(0) == {"ore": MOST}
    table.check()


@pytest.mark.rule("PRO-7", "TRA-5")
def test_an_offer_has_room_for_95_cards_and_asks_for_32_of_a_resource() -> None:
    table = unlimited()
    table.deal(0, wool=100)
    form = next(form for form in table.forms(0) if form.kind == a.OFFER_TRADE)
    assert form.give == (0, 0, 95, 0, 0)
    assert form.take == (32,) * 5
    table.apply(0, bundle(a.OFFER_TRADE, wool=95, ore=-32, to=0b1110))
    table.check()


# --- as many as fit in hands ------------------------------------------------------------------------------------------


@pytest.mark.rule("PRO-7", "PRO-4")
def test_production_fills_the_hands_to_the_last_card() -> None:
    table = unlimited(rolled=False)
    build_at_mountains(table)
    table.deal(3, wool=MOST - 3)
    assert gained(table, 8) == [{"ore": 2}, {"ore": 1}, {}, {}]
    table.check()


@pytest.mark.rule("PRO-7", "PRO-4")
def test_what_does_not_fit_in_hands_is_a_shortage() -> None:
    table = unlimited(rolled=False)
    build_at_mountains(table)
    table.deal(3, wool=MOST - 2)
    assert gained(table, 8) == [{}, {}, {}, {}]
    table.check()


@pytest.mark.rule("PRO-7", "PRO-4")
@pytest.mark.parametrize(("shortage", "gains"), [("single", {"ore": 1}), ("nobody", {})])
def test_a_single_claimant_gets_what_fits(shortage: str, gains: dict[str, int]) -> None:
    table = unlimited(rolled=False, shortage=shortage)
    table.build_city(0, site_of("forest 3", "mountains 8", "pasture 5"))
    table.deal(3, ore=MOST - 1)
    assert gained(table, 8) == [gains, {}, {}, {}]
    table.check()


@pytest.mark.rule("PRO-7", "DEV-4")
def test_year_of_plenty_takes_what_fits() -> None:
    table = unlimited()
    table.hold(0, "year of plenty", "year of plenty")
    table.deal(1, ore=MOST - 1)
    table.refuse("DEV-4", 0, plenty("ore", "ore"))
    table.refuse("DEV-4", 0, plenty("ore", "wool"))
    assert len(table.listed(0, a.PLAY_PLENTY)) == 5
    table.deal(1, wool=1)
    assert table.listed(0, a.PLAY_PLENTY) == []
    table.refuse("DEV-4", 0, plenty("ore"))


@pytest.mark.rule("PRO-7", "TRA-9")
def test_full_hands_trade_with_the_bank() -> None:
    table = unlimited()
    table.deal(0, brick=4)
    table.deal(1, ore=MOST - 4)
    table.apply(0, a.bank_trade(4, 0, 4))
    assert table.hand(0) == {"ore": 1}
    table.check()


# --- the option -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRO-7")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_limited_bank_and_can_have_another(preset: str) -> None:
    assert Ruleset.preset(preset).bank == "limited"
    ruleset = Ruleset.preset(preset, bank="unlimited")
    state = State.new(ruleset, seed=5)
    assert state.ruleset == ruleset
    assert State.new(Ruleset.preset(preset), seed=5).ruleset.bank == "limited"


@pytest.mark.rule("PRO-7")
def test_another_kind_of_bank_is_refused() -> None:
    with pytest.raises(InvalidRuleset, match="bank='empty': expected one of limited, unlimited"):
        Ruleset(bank="empty")


@pytest.mark.rule("PRO-7")
def test_a_state_with_more_cards_than_fit_is_refused() -> None:
    table = unlimited()
    table.deal(0, ore=100)
    table.deal(1, wool=28)
    assert violation(table.s, table.m) == TOO_MANY_CARDS
    with pytest.raises(CorruptState, match="more than 127 resource cards"):
        State.from_bytes(table.to_bytes())


@pytest.mark.rule("PRO-7")
def test_cards_that_nobody_was_paid_are_found() -> None:
    table = unlimited()
    table.put("hand", 1, 0, 4)
    table.put("hand_size", 1, 0)
    assert VIOLATIONS[violation(table.s, table.m)] == VIOLATIONS[WRONG_CARDS]


@pytest.mark.rule("PRO-7")
def test_a_bank_that_is_unlimited_in_part_is_found() -> None:
    table = unlimited()
    table.put("bank", 19, 1)
    assert violation(table.s, table.m) == WRONG_CARDS
