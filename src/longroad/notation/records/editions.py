"""Editions for a seat or the public: following a game from which cards are missing, as far as onlookers can.

The onlooker's state lets everybody whose cards are hidden hold any card that they could, so that the engine refuses
only what can be seen to be wrong. What a monopoly yields is up to hidden hands: from there on the log alone does not
tell how many cards the others hold, and the onlooker stops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from longroad.core.actions import (
    CARD_DRAWN,
    CARD_STOLEN,
    CARD_TAKEN,
    DISCARD,
    GIVE_CARDS,
    PLAY_MONOPOLY,
    START_ROLLED,
    UNKNOWN,
    action_kind,
    action_number,
    add_count,
    bundle,
    empty_bundle,
    ply_action,
    ply_seat,
    with_number,
)
from longroad.core.layout import (
    CARD_KINDS,
    CARDS,
    CARDS_SIZE,
    CHANCE,
    DECK,
    DECK_SIZE,
    FRESH,
    HAND,
    HAND_SIZE,
    NOBODY,
    PLAYERS,
    QUEUE,
    RESOURCES,
    VIEWER,
)
from longroad.core.legality.codes import REFUSALS
from longroad.core.legality.refusal import refusal
from longroad.core.rules.apply import apply
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.robber import discard_due
from longroad.core.state import State, View
from longroad.core.view import redact_ply
from longroad.core.words import POINT_CARD
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.position import read_position
from longroad.notation.records.record import Record
from longroad.notation.records.start import begun
from longroad.notation.resources import MOST_COUNT


class Followed(NamedTuple):
    """How far an onlooker can follow an edition: the first flaw as a ply and a reason, or the view at the end."""

    flaw: tuple[int, str] | None = None
    view: View | None = None


def follow(record: Record) -> Followed:
    """Replay the edition of a seat or the public as an onlooker."""
    assert record.viewer is not None
    state: State | None = _onlooker(record)
    open_from = _open_discards(record.codes)
    for number, entry in enumerate(record.codes):
        reason = _misfit(record, entry, number >= open_from)
        if reason is None and state is not None:
            reason = _take(state, record.viewer, ply_seat(entry), ply_action(entry))
            if action_kind(ply_action(entry)) == PLAY_MONOPOLY:
                state = None
        if reason is not None:
            return Followed((number, reason))
    return Followed(view=None if state is None else state.view(record.viewer))


def edition_views(record: Record) -> Iterator[View]:
    """Yield the view at the beginning and after every ply of an edition, up to the first monopoly.

    Raises `ValueError` there, and `InvalidNotation` for a ply that onlookers can see to be illegal.
    """
    assert record.viewer is not None
    state = _onlooker(record)
    yield state.view(record.viewer)
    for number, entry in enumerate(record.codes):
        reason = _take(state, record.viewer, ply_seat(entry), ply_action(entry))
        if reason is not None:
            raise InvalidNotation(f"ply {number}, {write_ply(entry)!r}: {reason}")
        if action_kind(ply_action(entry)) == PLAY_MONOPOLY:
            raise ValueError(
                f"ply {number}, {write_ply(entry)!r}: the {record.edition_name} edition does not say how many cards "
                "it took from each hand, so the position after it is not known"
            )
        yield state.view(record.viewer)


def _open_discards(plies: Sequence[int]) -> int:
    """Return the number of the first of the discards at the end of a log, which may still be hidden."""
    number = len(plies)
    while number > 0 and action_kind(ply_action(plies[number - 1])) == DISCARD:
        number -= 1
    return number


def _onlooker(record: Record) -> State:
    """Return the state that an onlooker imagines at the beginning."""
    if record.begins_at is None:
        return begun(record.ruleset, record.island)
    seen = read_position(record.begins_at)
    state = State(seen.s, seen.m)
    state.s[VIEWER] = NOBODY
    return state


def _misfit(record: Record, entry: int, is_open: bool) -> str | None:
    """Return why a ply is in no edition for this viewer, whatever the position; discards may be hidden while open."""
    assert record.viewer is not None
    seat, action, players = ply_seat(entry), ply_action(entry), record.ruleset.players
    if seat != CHANCE and seat >= players:
        return f"there are the seats 0 to {players - 1}"
    if (seat == CHANCE) != (action_kind(action) >= START_ROLLED):
        return "chance takes its own actions and no others"
    if redact_ply(entry, record.viewer, False) != entry:
        return f"the {record.edition_name} edition cannot know this card"
    if _is_hidden(action) and redact_ply(_told(entry), record.viewer, is_open) != entry:
        return f"the {record.edition_name} edition knows this card"
    return None


def _is_hidden(action: int) -> bool:
    """Return whether the cards of an action are hidden."""
    kind = action_kind(action)
    if kind in (DISCARD, GIVE_CARDS):
        return action == empty_bundle(kind, 0)
    return kind in (CARD_DRAWN, CARD_STOLEN, CARD_TAKEN) and action_number(action) == UNKNOWN


def _told(entry: int) -> int:
    """Return a ply whose card is hidden with some card."""
    if action_kind(ply_action(entry)) in (DISCARD, GIVE_CARDS):
        return add_count(entry, 0, 1)
    return with_number(entry, 0)


def _take(state: State, viewer: int, seat: int, action: int) -> str | None:
    """Play a ply on the onlooker's state; return the rule that forbids it as far as can be seen, if one does."""
    _imagine(state, viewer)
    action = _some(state, seat, action)
    reason = REFUSALS[refusal(state.s, state.m, seat, action)]
    if reason is not None:
        return f"not legal: {reason.sentence} [{reason.rule}]"
    apply(state.s, state.m, seat, action)
    return None


def _imagine(state: State, viewer: int) -> None:
    """Fill every hidden hand with as many cards of each kind as its size; point cards do not count until shown."""
    s = state.s
    for seat in range(s[PLAYERS]):
        if seat == viewer:
            continue
        for resource in range(RESOURCES):
            s[HAND + RESOURCES * seat + resource] = s[HAND_SIZE + seat]
        for kind in range(CARD_KINDS):
            s[CARDS + CARD_KINDS * seat + kind] = 0 if kind == POINT_CARD else s[CARDS_SIZE + seat]
            s[FRESH + CARD_KINDS * seat + kind] = 0
    for kind in range(CARD_KINDS):
        s[DECK + kind] = s[DECK_SIZE]


def _some(state: State, seat: int, action: int) -> int:
    """Put some card in the place of one that is hidden."""
    kind = action_kind(action)
    if not _is_hidden(action):
        return action
    if kind in (DISCARD, GIVE_CARDS):
        return bundle(kind, _cards(FORCED_CARDS if kind == GIVE_CARDS else discard_due(state.s, seat)))
    card = state.s[QUEUE] if kind == CARD_DRAWN and state.s[DECK_SIZE] == 0 else 0
    return with_number(action, max(card, 0))


def _cards(count: int) -> list[int]:
    """Spread so many cards over the resources, no more of each than a bundle has room for."""
    return [min(max(count - MOST_COUNT * resource, 0), MOST_COUNT) for resource in range(RESOURCES)]
