"""All invariants that a state violates, not only the first, for positions that are set up by hand."""

from __future__ import annotations

from typing import Final

from longroad.core.check.board import check_buildings, check_island, check_largest, check_longest, check_paths
from longroad.core.check.cards import (
    check_dice_deck,
    check_nobodys_cards,
    check_queue,
    check_resources,
    check_stack,
    check_trade_cards,
)
from longroad.core.check.ending import check_not_stuck, check_victory
from longroad.core.check.network import check_founded, check_joined, check_length, check_network
from longroad.core.check.pending import (
    check_discards,
    check_forced_trade,
    check_free_roads,
    check_neutral_due,
    check_robbery,
)
from longroad.core.check.trade import check_counts, check_offer, check_proposals, check_trade_time
from longroad.core.check.turns import (
    check_founding,
    check_notes,
    check_rolls,
    check_seats,
    check_start,
    check_turn_count,
)
from longroad.core.check.violations import STUCK, VIOLATIONS, WRONG_FOUNDING, WRONG_NEUTRAL, WRONG_ROBBERY
from longroad.core.compile.registry import rule
from longroad.core.layout import Block
from longroad.core.rules.awards import owners

CODES_SIZE: Final = 1 + len(VIOLATIONS)  # of a list of codes: their number, then each once


def violations(s: list[int], m: list[int]) -> list[int]:
    """Return the codes of all invariants that a state violates, in the order of the checks; each once."""
    return _listed(s, m, 1)


def violations_beside_board(s: list[int], m: list[int]) -> list[int]:
    """Return the violations of a state that do not depend on the board, which was not derived."""
    return _listed(s, m, 0)


def _listed(s: list[int], m: list[int], has_board: int) -> list[int]:
    codes = [0] * CODES_SIZE
    list_violations(s, m.copy(), has_board, codes)
    return codes[1 : 1 + codes[0]]


@rule(inline=False)
def list_violations(s: Block, m: Block, has_board: int, codes: Block) -> None:
    """List the codes of all violations; without a board only those that do not depend on it. Writes the legality words.

    `codes` has `CODES_SIZE` places.
    """
    codes[0] = 0
    _note_cards(s, codes)
    if has_board != 0:
        _note_board(s, m, codes)
    _note_turns(s, m, has_board, codes)
    _note_pending(s, m, has_board, codes)
    _note(codes, check_counts(s))
    _note(codes, check_offer(s))
    _note(codes, check_proposals(s))
    _note(codes, check_trade_time(s))
    _note_beside(codes, has_board, STUCK, check_not_stuck(s, m))


@rule(inline=False)
def _note(codes: Block, code: int) -> None:
    """Add a code to the list, unless it is there or is 0."""
    for k in range(1, 1 + codes[0]):
        if codes[k] == code:
            return
    if code != 0:
        codes[0] += 1
        codes[codes[0]] = code


@rule
def _note_beside(codes: Block, has_board: int, of_board: int, code: int) -> None:
    """Add a code, unless it depends on a board that was not derived."""
    if has_board != 0 or code != of_board:
        _note(codes, code)


@rule(inline=False)
def _note_cards(s: Block, codes: Block) -> None:
    _note(codes, check_resources(s))
    queue = check_queue(s)
    _note(codes, queue)
    if queue == 0:  # the stack counts what is in it
        _note(codes, check_stack(s))
    _note(codes, check_nobodys_cards(s))
    _note(codes, check_dice_deck(s))
    _note(codes, check_trade_cards(s))


@rule(inline=False)
def _note_board(s: Block, m: Block, codes: Block) -> None:
    _note(codes, check_island(s))
    _note(codes, check_longest(s))
    _note(codes, check_largest(s))
    _note(codes, check_buildings(s, m))
    _note(codes, check_paths(s, m))
    for seat in range(owners(s)):
        _note(codes, check_network(s, m, seat))
    for seat in range(owners(s)):
        _note(codes, check_length(s, m, seat))
    _note(codes, check_joined(s, m))
    _note(codes, check_founded(s))


@rule(inline=False)
def _note_turns(s: Block, m: Block, has_board: int, codes: Block) -> None:
    _note(codes, check_seats(s))
    _note(codes, check_turn_count(s, m))
    _note(codes, check_notes(s))
    _note(codes, check_start(s))
    _note_beside(codes, has_board, WRONG_FOUNDING, check_founding(s, m))
    _note(codes, check_rolls(s))


@rule(inline=False)
def _note_pending(s: Block, m: Block, has_board: int, codes: Block) -> None:
    _note(codes, check_discards(s))
    _note_beside(codes, has_board, WRONG_ROBBERY, check_robbery(s))
    _note(codes, check_free_roads(s))
    _note_beside(codes, has_board, WRONG_NEUTRAL, check_neutral_due(s, m))
    _note(codes, check_forced_trade(s))
    if has_board != 0:  # which points are counted on
        _note(codes, check_victory(s, m))
