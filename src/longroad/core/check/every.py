"""All invariants that a state violates, not only the first, for positions that are set up by hand."""

from __future__ import annotations

from longroad.core.check import board, cards, ending, network, pending, trade, turns
from longroad.core.check.violations import STUCK, WRONG_FOUNDING, WRONG_NEUTRAL, WRONG_ROBBERY
from longroad.core.rules.awards import owners


def violations(s: list[int], m: list[int]) -> list[int]:
    """Return the codes of all invariants that a state violates, in the order of the checks; each once."""
    found = [*_of_cards(s), *_of_board(s, m), *_of_play(s, m)]
    return list(dict.fromkeys(code for code in found if code != 0))


def violations_beside_board(s: list[int], m: list[int]) -> list[int]:
    """Return the violations of a state that do not depend on the board, which was not derived."""
    found = dict.fromkeys([*_of_cards(s), *_of_play(s, m)])
    return [code for code in found if code not in (0, WRONG_FOUNDING, WRONG_ROBBERY, WRONG_NEUTRAL, STUCK)]


def _of_cards(s: list[int]) -> list[int]:
    queue = cards.check_queue(s)
    return [
        cards.check_resources(s),
        queue,
        0 if queue else cards.check_stack(s),  # it counts what is in the queue
        cards.check_nobodys_cards(s),
        cards.check_dice_deck(s),
        cards.check_trade_cards(s),
    ]


def _of_board(s: list[int], m: list[int]) -> list[int]:
    return [
        board.check_island(s),
        board.check_longest(s),
        board.check_largest(s),
        board.check_buildings(s, m),
        board.check_paths(s, m),
        *(network.check_network(s, m, seat) for seat in range(owners(s))),
        *(network.check_length(s, m, seat) for seat in range(owners(s))),
        network.check_joined(s, m),
        network.check_founded(s),
    ]


def _of_play(s: list[int], m: list[int]) -> list[int]:
    return [
        turns.check_seats(s),
        turns.check_turn_count(s, m),
        turns.check_notes(s),
        turns.check_start(s),
        turns.check_founding(s, m),
        turns.check_rolls(s),
        pending.check_discards(s),
        pending.check_robbery(s),
        pending.check_free_roads(s),
        pending.check_neutral_due(s, m),
        pending.check_forced_trade(s),
        ending.check_victory(s, m),
        trade.check_counts(s),
        trade.check_offer(s),
        trade.check_proposals(s),
        trade.check_trade_time(s),
        ending.check_not_stuck(s, m.copy()),
    ]
