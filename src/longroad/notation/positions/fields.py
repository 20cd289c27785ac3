"""The fields of a position that belong to no seat: bank and stacks, awards, the turn, and all that is pending.

A table: each field has a label, a meaning, and functions that write and read it; empty fields are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from longroad.core.island.topology import ISLAND_HEXES, ISLAND_SITE_COUNT
from longroad.core.layout import (
    ACCEPTED,
    ACTOR,
    BUILD_OPEN,
    CARD_KINDS,
    CARDS_PLAYED,
    CHANCES,
    DECK,
    DECK_SIZE,
    DICE_DECK,
    DICE_LEFT,
    FIRST_PLAYER,
    FORCED_LEFT,
    FOUNDING_ROLLS,
    FREE_ROADS,
    HAS_BUILT,
    ISLAND,
    KNIGHT_SOLD,
    LARGEST,
    LAST_SITE,
    LONGEST,
    NEUTRAL_OWED,
    NOBODY,
    OFFER,
    OFFERED_TO,
    OFFERS,
    OWES,
    PHASE,
    PLAYERS,
    QUEUE,
    QUEUE_SIZE,
    RESOURCES,
    ROBBER,
    ROBBER_START,
    ROLLED,
    ROLLING,
    ROLLS,
    SEATS,
    SUMS,
    TERRAIN,
    TERRAIN_BY,
    TURN,
    TURNS,
    VICTIM,
    VIEWER,
    WAITING,
    WINNER,
)
from longroad.core.phases import OVER, PHASE_TABLE, ROLL_FOR_START
from longroad.core.rules.chance import DICE_WEIGHTS
from longroad.core.rules.hands import cards_of_each, put_stacks, stack_of
from longroad.core.ruleset import FIRST_BY_ROLL, GIVEN_TERRAIN
from longroad.core.sets import members
from longroad.core.words import DESERT
from longroad.notation.errors import InvalidNotation, listed, quoted
from longroad.notation.positions.compact import (
    CARD_LETTERS,
    RESOURCE_LETTERS,
    UNKNOWN,
    read_bundle,
    read_counts,
    read_number,
    read_numbers,
    set_of,
    write_bundle,
    write_counts,
    write_numbers,
)
from longroad.notation.positions.seats import MOST_DEVELOPMENT, viewer_name

MOST: Final = (1 << 62) - 1  # turns, and plies of chance
QUEUE_PLACES: Final = 9
PHASE_WORDS: Final = tuple(phase.name.replace(" ", "-") for phase in PHASE_TABLE)
YET_TO_ROLL: Final = "*"
NO_ROLL: Final = "-"
_TURN: Final = re.compile(r"([0-5])(?:\.([0-9]{1,19}))?")
_ROBBER: Final = re.compile(r"([0-9]{1,2})(?:,from:([0-9]{1,2}))?")


class Field(NamedTuple):
    """One field: its label, its meaning, how it is written (empty if it is left out) and read."""

    label: str
    meaning: str
    write: Callable[[list[int], list[int]], str]
    read: Callable[[list[int], list[int], str], None]


# --- fields of common shapes ------------------------------------------------------------------------------------------


def _number(label: str, meaning: str, offset: int, most: int) -> Field:
    def write(s: list[int], m: list[int]) -> str:
        return str(s[offset] or "")

    def read(s: list[int], m: list[int], text: str) -> None:
        s[offset] = read_number(label, text, 0, most)

    return Field(label, meaning, write, read)


def _seat(label: str, meaning: str, offset: int) -> Field:
    def write(s: list[int], m: list[int]) -> str:
        return "" if s[offset] == NOBODY else str(s[offset])

    def read(s: list[int], m: list[int], text: str) -> None:
        s[offset] = read_number(label, text, 0, SEATS - 1)

    return Field(label, meaning, write, read)


def _seats(label: str, meaning: str, offset: int) -> Field:
    def write(s: list[int], m: list[int]) -> str:
        return write_numbers(members(s[offset]))

    def read(s: list[int], m: list[int], text: str) -> None:
        s[offset] = set_of(read_numbers(label, text, 0, s[PLAYERS] - 1))

    return Field(label, meaning, write, read)


def _word(label: str, text: str, words: tuple[str, ...]) -> int:
    if text not in words:
        raise InvalidNotation(f"{label}: {quoted(text)} is not possible; expected one of {listed(words)}")
    return words.index(text)


# --- the robber -------------------------------------------------------------------------------------------------------


def _write_robber(s: list[int], m: list[int]) -> str:
    return f"{s[ROBBER]}" if s[ROBBER_START] == NOBODY else f"{s[ROBBER]},from:{s[ROBBER_START]}"


def _read_robber(s: list[int], m: list[int], text: str) -> None:
    found = _ROBBER.fullmatch(text)
    if not found:
        raise InvalidNotation(f"robber: {quoted(text)} is not a hex; expected such as 9, or 9,from:3 on a given island")
    most = ISLAND_HEXES[s[ISLAND]] - 1
    s[ROBBER] = read_number("robber", found[1], 0, most)
    s[ROBBER_START] = NOBODY if found[2] is None else read_number("robber, from", found[2], 0, most)
    if found[2] and s[TERRAIN_BY] != GIVEN_TERRAIN:
        raise InvalidNotation(f"robber: {quoted(text)} says where it began, but the ruleset does not say terrain:given")
    if found[2] is None and s[TERRAIN_BY] == GIVEN_TERRAIN and DESERT not in s[TERRAIN : TERRAIN + most + 1]:
        raise InvalidNotation(f"robber: {quoted(text)} does not say where it began, which it must without a desert")


# --- bank and stacks --------------------------------------------------------------------------------------------------


def _write_bank(s: list[int], m: list[int]) -> str:
    return write_counts([stack_of(s, resource) for resource in range(RESOURCES)], RESOURCE_LETTERS)


def _read_bank(s: list[int], m: list[int], text: str) -> None:
    counts, each = read_counts("bank", text, RESOURCE_LETTERS), cards_of_each(s)
    if max(counts) > each:
        raise InvalidNotation(f"bank: {quoted(text)} is too many; there are {each} of each resource", "SET-1")
    put_stacks(s, counts)


def is_stack_hidden(s: list[int]) -> bool:
    """Return whether the kinds of the cards in the stack are hidden in this position."""
    return s[VIEWER] != NOBODY and s[PHASE] != OVER


def _write_stack(s: list[int], m: list[int]) -> str:
    if is_stack_hidden(s) and s[DECK_SIZE]:
        return f"{UNKNOWN}{s[DECK_SIZE]}"
    return write_counts(s[DECK : DECK + CARD_KINDS], CARD_LETTERS)


def _read_stack(s: list[int], m: list[int], text: str) -> None:
    if text != "0" and is_stack_hidden(s) != text.startswith(UNKNOWN):
        shown = "such as 14k2r2p2m5v" if text.startswith(UNKNOWN) else "? and the number of cards, such as ?25"
        raise InvalidNotation(f"stack: {quoted(text)} is not what {viewer_name(s)!r} sees of it; write {shown}")
    if text.startswith(UNKNOWN):
        s[DECK_SIZE] = read_number("stack", text.removeprefix(UNKNOWN), 0, MOST_DEVELOPMENT)
    else:
        s[DECK : DECK + CARD_KINDS] = read_counts("stack", text, CARD_LETTERS)
        s[DECK_SIZE] = sum(s[DECK : DECK + CARD_KINDS])


def _write_queue(s: list[int], m: list[int]) -> str:
    return "".join(CARD_LETTERS[kind] for kind in s[QUEUE : QUEUE + s[QUEUE_SIZE]])


def _read_queue(s: list[int], m: list[int], text: str) -> None:
    if not 0 < len(text) <= QUEUE_PLACES or not set(text) <= set(CARD_LETTERS[1:4]):
        raise InvalidNotation(f"queue: {quoted(text)} is not possible; it has 1 to 9 of the letters r, p and m")
    s[QUEUE : QUEUE + len(text)] = [CARD_LETTERS.index(letter) for letter in text]
    s[QUEUE_SIZE] = len(text)


def _write_dice(s: list[int], m: list[int]) -> str:
    left = s[DICE_DECK : DICE_DECK + SUMS]
    return "" if tuple(left) == DICE_WEIGHTS else write_numbers(left)


def _read_dice(s: list[int], m: list[int], text: str) -> None:
    counts = text.split(".")
    if len(counts) != SUMS:
        raise InvalidNotation(f"dice: {quoted(text)} has {len(counts)} numbers; it has one for each sum from 2 to 12")
    for i, most in enumerate(DICE_WEIGHTS):
        s[DICE_DECK + i] = read_number(f"dice, cards with {i + 2}", counts[i], 0, most)
    s[DICE_LEFT] = sum(s[DICE_DECK : DICE_DECK + SUMS])


# --- the turn ---------------------------------------------------------------------------------------------------------


def _write_turn(s: list[int], m: list[int]) -> str:
    if s[PHASE] == ROLL_FOR_START:
        return ""
    return f"{s[TURN]}.{m[TURNS]}" if m[TURNS] else f"{s[TURN]}"


def _read_turn(s: list[int], m: list[int], text: str) -> None:
    found = _TURN.fullmatch(text)
    if not found:
        raise InvalidNotation(f"turn: {quoted(text)} is not a seat and how many turns have begun, such as 2.37")
    s[TURN] = s[ACTOR] = read_number("turn", found[1], 0, s[PLAYERS] - 1)
    m[TURNS] = read_number("turn, how many have begun", found[2] or "0", 0, MOST)


def _write_actor(s: list[int], m: list[int]) -> str:
    return "" if s[ACTOR] == s[TURN] else str(s[ACTOR])


def _read_actor(s: list[int], m: list[int], text: str) -> None:
    s[ACTOR] = read_number("actor", text, 0, s[PLAYERS] - 1)


def _write_phase(s: list[int], m: list[int]) -> str:
    return PHASE_WORDS[s[PHASE]]


def _read_phase(s: list[int], m: list[int], text: str) -> None:
    s[PHASE] = _word("phase", text, PHASE_WORDS)


def _write_start(s: list[int], m: list[int]) -> str:
    if s[FIRST_PLAYER] != FIRST_BY_ROLL:
        return ""
    return ".".join(
        YET_TO_ROLL if s[ROLLING] >> seat & 1 else str(s[FOUNDING_ROLLS + seat] or NO_ROLL)
        for seat in range(s[PLAYERS])
    )


def _read_start(s: list[int], m: list[int], text: str) -> None:
    rolls = text.split(".")
    if len(rolls) != s[PLAYERS]:
        raise InvalidNotation(
            f"start: {quoted(text)} has {len(rolls)} parts; each of {s[PLAYERS]} players has the sum rolled for the "
            f"start, {NO_ROLL} for none, or {YET_TO_ROLL} for one still to come"
        )
    for seat, roll in enumerate(rolls):
        if roll == YET_TO_ROLL:
            s[ROLLING] |= 1 << seat
        elif roll != NO_ROLL:
            s[FOUNDING_ROLLS + seat] = read_number(f"start, seat {seat}", roll, 2, 12)


def _write_last(s: list[int], m: list[int]) -> str:
    return "" if s[LAST_SITE] == NOBODY else str(s[LAST_SITE])


def _read_last(s: list[int], m: list[int], text: str) -> None:
    s[LAST_SITE] = read_number("last", text, 0, ISLAND_SITE_COUNT[s[ISLAND]] - 1)


def _write_rolled(s: list[int], m: list[int]) -> str:
    return write_numbers(s[ROLLED : ROLLED + s[ROLLS]])


def _read_rolled(s: list[int], m: list[int], text: str) -> None:
    sums = read_numbers("rolled", text, 2, 12)
    if len(sums) > 2:
        raise InvalidNotation(f"rolled: {quoted(text)} has {len(sums)} sums; a turn has one, that of a duel two")
    s[ROLLED : ROLLED + len(sums)] = sums
    s[ROLLS] = len(sums)


_DONE: Final = (("card", CARDS_PLAYED), ("built", HAS_BUILT), ("paid", BUILD_OPEN), ("sold", KNIGHT_SOLD))


def _write_done(s: list[int], m: list[int]) -> str:
    return ".".join(word for word, offset in _DONE if s[offset])


def _read_done(s: list[int], m: list[int], text: str) -> None:
    words = tuple(word for word, _ in _DONE)
    for part in text.split("."):
        _, offset = _DONE[_word("done", part, words)]
        if s[offset]:
            raise InvalidNotation(f"done: {quoted(text)} says {part} twice")
        s[offset] = 1


# --- what is pending --------------------------------------------------------------------------------------------------

_OWED: Final = ("road", "settlement")


def _write_owed(s: list[int], m: list[int]) -> str:
    return _OWED[s[NEUTRAL_OWED] - 1] if s[NEUTRAL_OWED] else ""


def _read_owed(s: list[int], m: list[int], text: str) -> None:
    s[NEUTRAL_OWED] = 1 + _word("owed", text, _OWED)


def _write_offer(s: list[int], m: list[int]) -> str:
    if s[OFFERED_TO] == 0:
        return ""
    return f"{write_bundle(s[OFFER : OFFER + RESOURCES])},{write_numbers(members(s[OFFERED_TO]))}"


def _read_offer(s: list[int], m: list[int], text: str) -> None:
    bundle, comma, asked = text.partition(",")
    if not comma:
        raise InvalidNotation(f"offer: {quoted(text)} does not say who is asked; such as 2w~1o,0.3")
    s[OFFER : OFFER + RESOURCES] = read_bundle("offer", bundle)
    s[OFFERED_TO] = set_of(read_numbers("offer, who is asked", asked, 0, s[PLAYERS] - 1))


def _write_chances(s: list[int], m: list[int]) -> str:
    return str(m[CHANCES] or "")


def _read_chances(s: list[int], m: list[int], text: str) -> None:
    m[CHANCES] = read_number("chances", text, 0, MOST)


ROBBER_FIELD: Final = Field(
    "robber", "hex of the robber; `,from:` and where it started on a given island", _write_robber, _read_robber
)
# In the order in which they are written, after the robber and the seats.
FIELDS: Final = (
    Field("bank", "resource cards in the bank", _write_bank, _read_bank),
    Field("stack", "development cards in the stack; `?` and how many in a view", _write_stack, _read_stack),
    Field("queue", "recycled progress cards under the stack, in order", _write_queue, _read_queue),
    Field("dice", "cards left in the dice deck, for the sums 2 to 12; all 36 if left out", _write_dice, _read_dice),
    _seat("longest", "holder of the longest road", LONGEST),
    _seat("largest", "holder of the largest army", LARGEST),
    Field("turn", "seat whose turn it is, and how many turns have begun", _write_turn, _read_turn),
    Field("actor", "seat that decides, if not the turn's", _write_actor, _read_actor),
    Field("phase", "phase of the game", _write_phase, _read_phase),
    Field(
        "start",
        "each player's roll for the start, `-` for none, `*` for one to come; if it is rolled for",
        _write_start,
        _read_start,
    ),
    Field("last", "intersection founded last, whose road is due", _write_last, _read_last),
    Field("rolled", "sums rolled this turn", _write_rolled, _read_rolled),
    Field(
        "done",
        "done this turn: a `card` played, something `built` or bought, something `paid` for, a knight `sold`",
        _write_done,
        _read_done,
    ),
    _number("free", "free roads still to be placed", FREE_ROADS, 2),
    _seat("victim", "seat that a card is being taken from", VICTIM),
    _seats("owes", "seats that must still discard", OWES),
    Field("owed", "what must be built for a neutral player: `road` or `settlement`", _write_owed, _read_owed),
    _number("take", "cards of a forced trade still to be taken", FORCED_LEFT, 2),
    _number("offers", "offers made this turn", OFFERS, 120),
    Field("offer", "the open offer, a bundle, and the seats asked", _write_offer, _read_offer),
    _seats("waiting", "seats asked that have not answered", WAITING),
    _seats("accepted", "seats that accepted", ACCEPTED),
    _seat("winner", "winner of a game that is over, if there is one", WINNER),
    Field("chances", "plies of chance so far", _write_chances, _read_chances),
)
BY_LABEL: Final = {field.label: field for field in (ROBBER_FIELD, *FIELDS)}
