"""What a hand can pay for, asked for one piece or for all at once."""

from __future__ import annotations

from itertools import product

from longroad.core.island.material import CARD_AT, CITY_AT, ROAD_AT, SETTLEMENT_AT
from longroad.core.layout import HAND, RESOURCES, SMALL_SIZE
from longroad.core.rules.hands import PAYS_CARD, PAYS_CITY, PAYS_ROAD, PAYS_SETTLEMENT, affordable, can_pay

PIECES = {PAYS_ROAD: ROAD_AT, PAYS_SETTLEMENT: SETTLEMENT_AT, PAYS_CITY: CITY_AT, PAYS_CARD: CARD_AT}


def test_a_hand_affords_the_pieces_that_it_can_pay() -> None:
    seat = 2
    s = [0] * SMALL_SIZE
    for hand in product(range(5), repeat=RESOURCES):
        s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)] = hand
        assert affordable(s, seat) == sum(can_pay(s, seat, cost) << piece for piece, cost in PIECES.items())
