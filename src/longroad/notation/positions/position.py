"""Positions as text: one line that holds a whole state or view, usable unescaped in a URL.

The fields are separated by slashes: rules version, ruleset, viewer, island, robber, seats, then the table of `fields`.
What can be derived is not written. Each position has one canonical text; the reader also accepts labelled fields,
places and counts in another order and redundant fields, and refuses duplicates and impossible positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from longroad.core.check.invariants import corruption
from longroad.core.check.view import view_corruption
from longroad.core.check.violations import (
    TOO_MANY_CARDS,
    VIOLATED_RULES,
    VIOLATIONS,
    WRONG_CARDS,
    WRONG_FOUNDING,
    WRONG_STACK,
    WRONG_STACK_SIZE,
)
from longroad.core.derive import (
    cards_held,
    cards_used,
    count_founded,
    derive_board,
    fill_bank,
    fill_stack,
    who_began,
)
from longroad.core.island.given import InvalidIsland, Island, island_of, lay_island
from longroad.core.island.material import STACK
from longroad.core.island.setup import find_hexes
from longroad.core.layout import (
    CARD_KINDS,
    CARDS_SIZE,
    DECK,
    DECK_SIZE,
    DUEL,
    FIRST,
    FIRST_PLAYER,
    ISLAND,
    NOBODY,
    PHASE,
    PLAYERS,
    RESOURCES,
    SEATS,
    VERSION,
    VIEWER,
)
from longroad.core.phases import ROLL_FOR_START
from longroad.core.rules.awards import owners
from longroad.core.rules.chance import shuffle_dice
from longroad.core.rules.hands import cards_of_each
from longroad.core.rules.start import clear
from longroad.core.ruleset import FIRST_BY_ROLL, FIRST_GIVEN, RULES_VERSION, Ruleset
from longroad.core.state import Seen, State, View, blank
from longroad.core.view import PUBLIC
from longroad.core.words import CARD_NAMES, RESOURCE_NAMES
from longroad.notation.errors import InvalidNotation, listed, quoted
from longroad.notation.islands import island_of_parts, split_island, write_harbors, write_land
from longroad.notation.positions.evidence import evidence
from longroad.notation.positions.fields import BY_LABEL, FIELDS, ROBBER_FIELD, is_stack_hidden
from longroad.notation.positions.seats import is_hidden, read_seat, viewer_name, write_seat
from longroad.notation.rulesets import read_ruleset, write_ruleset

LONGEST_TEXT: Final = 4000  # characters; no position is half as long
_VERSION: Final = re.compile(r"v([0-9]{1,9})")
_VIEWERS: Final = {"full": NOBODY, "public": PUBLIC} | {f"seat{seat}": seat for seat in range(SEATS)}
SEAT_LABELS: Final = tuple(map(str, range(SEATS)))
LABELS: Final = (ROBBER_FIELD.label, *SEAT_LABELS, *(field.label for field in FIELDS))


def write_position(seen: Seen) -> str:
    """Write a state or a view as one line.

    >>> state = State.new(Ruleset.preset("beginner"))
    >>> write_position(state)[:51]
    'v2/beginner/full/beginner,frame/robber:9/0:s39.41,r'
    >>> read_position(write_position(state)) == state
    True
    """
    s, m = seen.s, seen.m
    parts = [f"v{s[VERSION]}", write_ruleset(seen.ruleset), viewer_name(s), _write_island(seen)]
    texts = [(ROBBER_FIELD.label, ROBBER_FIELD.write(s, m))]
    texts += [(str(seat), write_seat(s, m, seat)) for seat in range(owners(s))]
    texts += [(field.label, field.write(s, m)) for field in FIELDS]
    return "/".join(parts + [f"{label}:{text}" for label, text in texts if text])


def _write_island(seen: Seen) -> str:
    island = island_of(seen.s)
    assert island.harbors is not None
    return f"{write_land(island.number, island.terrain, island.tokens)},{write_harbors(island.number, island.harbors)}"


def read_position(text: str) -> State | View:
    """Read a state, or the view of a seat or the public. Raises `InvalidNotation` with the reason.

    >>> read_position("v2/base/full")
    Traceback (most recent call last):
    ...
    longroad.notation.errors.InvalidNotation: position 'v2/base/full': it begins with version/ruleset/viewer/island
    """
    if not isinstance(text, str):
        raise InvalidNotation(f"position {text!r:.80}: expected text")
    text = text.strip()
    if len(text) > LONGEST_TEXT:
        raise InvalidNotation(f"position {quoted(text)}: {len(text)} characters are too many")
    parts = text.split("/")
    version = _read_version(parts[0])
    if len(parts) < 4:
        raise InvalidNotation(f"position {quoted(text)}: it begins with version/ruleset/viewer/island")
    ruleset = read_ruleset(parts[1], version)
    texts = _labelled(parts[4:])
    s, m = empty_blocks(ruleset, _read_island(parts[3]))
    s[VIEWER] = _read_viewer(parts[2], ruleset)
    _read_fields(s, m, texts)
    for complete in STEPS:
        complete(s, m, texts)
    derive_board(s, m)
    reason = corruption(s, m.copy()) if s[VIEWER] == NOBODY else view_corruption(s, m)
    if reason:
        code = VIOLATIONS.index(reason) if reason in VIOLATIONS else 0
        raise InvalidNotation(f"impossible position: {reason}{evidence(s, m, code)}", VIOLATED_RULES[code])
    return State(s, m) if s[VIEWER] == NOBODY else View(s, m)


# --- the beginning of the text ----------------------------------------------------------------------------------------


def _read_version(text: str) -> int:
    found = _VERSION.fullmatch(text)
    if not found:
        raise InvalidNotation(f"position: it begins with {quoted(text)} instead of the rules version, v{RULES_VERSION}")
    version = int(found[1])
    if not 1 <= version <= RULES_VERSION:
        raise InvalidNotation(
            f"position: it was written under rules version {version}, and the rules here are version {RULES_VERSION}"
        )
    return version


def _read_viewer(text: str, ruleset: Ruleset) -> int:
    possible = ["full", "public", *(f"seat{seat}" for seat in range(ruleset.players))]
    if text not in possible:
        raise InvalidNotation(f"position: {quoted(text)} is not a viewer; expected one of {listed(possible)}")
    return _VIEWERS[text]


def _labelled(parts: list[str]) -> dict[str, str]:
    """Split fields into label and text. Raises `InvalidNotation` for an unknown or repeated field."""
    texts: dict[str, str] = {}
    for part in parts:
        label, colon, text = part.partition(":")
        if not colon or label not in LABELS:
            raise InvalidNotation(f"position: {quoted(part)} has no known label: expected one of {listed(LABELS)}")
        if label in texts:
            raise InvalidNotation(f"position: the field {label} is given twice")
        texts[label] = text
    return texts


def _read_island(text: str) -> Island:
    """Read a whole island without a robber."""
    land, harbors, robber = split_island(text)
    if land.terrain is None or land.tokens is None or harbors is None:
        raise InvalidNotation(f"island: {quoted(text)} is not whole; a position needs terrain, tokens and harbors")
    if robber is not None:
        raise InvalidNotation("island: the robber has a field of its own in a position, such as robber:9")
    return island_of_parts(land, harbors, robber=0)  # its own field says where it is


def empty_blocks(ruleset: Ruleset, island: Island) -> tuple[list[int], list[int]]:
    """Return the blocks of a game on an island where nothing has happened and all hands are empty."""
    s, m = blank(ruleset)
    try:
        lay_island(s, island)
    except InvalidIsland as error:
        raise InvalidNotation(f"island: {error}") from None
    find_hexes(s)
    clear(s, m)
    shuffle_dice(s)
    return s, m


# --- the fields -------------------------------------------------------------------------------------------------------


def _read_fields(s: list[int], m: list[int], texts: dict[str, str]) -> None:
    """Read the phase, which decides whether anything is hidden, then the other fields in order."""
    for label in ("phase", "robber"):
        if label not in texts:
            raise InvalidNotation(f"position: the field {label} is missing")
    BY_LABEL["phase"].read(s, m, texts["phase"])
    if "turn" not in texts and s[PHASE] != ROLL_FOR_START:
        raise InvalidNotation("position: the field turn is missing, such as turn:0.1")
    if "start" not in texts and s[FIRST_PLAYER] == FIRST_BY_ROLL:
        raise InvalidNotation(
            "position: the field start is missing, the rolls for the start, such as start:8.5.11.5; or let the "
            "ruleset say first_player:given"
        )
    for label in LABELS:
        if label in SEAT_LABELS and label in texts:
            check_owner(s, int(label))
            read_seat(s, m, int(label), texts[label])
        elif label in texts:
            BY_LABEL[label].read(s, m, texts[label])


def check_owner(s: list[int], seat: int) -> None:
    """Check that a seat can own pieces. Raises `InvalidNotation`."""
    if seat >= owners(s):
        neutrals = ", the last two of them neutral" if s[DUEL] else ""
        raise InvalidNotation(f"position: there is no seat {seat}: expected 0 to {owners(s) - 1}{neutrals}")


def _complete_founding(s: list[int], m: list[int], texts: dict[str, str]) -> None:
    """Count the settlements founded so far; in a founding all that stand are."""
    founded = count_founded(s)
    if founded > 2 * s[PLAYERS]:
        raise InvalidNotation(
            f"phase: {founded} settlements are too many for a founding, which has {2 * s[PLAYERS]}", "SET-3"
        )


def _complete_first_seat(s: list[int], m: list[int], texts: dict[str, str]) -> None:
    """Set who began (SET-3, SET-6)."""
    first = who_began(s, m)
    given, s[FIRST] = s[FIRST], first
    if s[FIRST_PLAYER] == FIRST_GIVEN and first != given:
        raise InvalidNotation(
            f"turn: {quoted(texts.get('turn', ''))} means that seat {first} began, but the ruleset says that seat "
            f"{given} did (first_seat)",
            "SET-6",
        )


def _complete_bank(s: list[int], m: list[int], texts: dict[str, str]) -> None:
    """Put every resource card that is in no hand into the bank, unless the position says what is there."""
    if "bank" in texts:
        return
    if any(is_hidden(s, seat) for seat in range(s[PLAYERS])):
        raise InvalidNotation("position: the field bank is missing, which cannot be derived where hands are hidden")
    fill_bank(s)
    held, each = [cards_held(s, resource) for resource in range(RESOURCES)], cards_of_each(s)
    too_many = [f"{count} {name}" for count, name in zip(held, RESOURCE_NAMES, strict=True) if count > each]
    if too_many:
        raise InvalidNotation(f"impossible position: hands hold {listed(too_many)}, and there are {each}", "SET-1")


def _complete_stack(s: list[int], m: list[int], texts: dict[str, str]) -> None:
    """Put every development card that is nowhere else into the stack, unless the position says what is there."""
    if "stack" in texts:
        return
    fill_stack(s)
    if is_stack_hidden(s):
        hidden = (seat for seat in range(s[PLAYERS]) if is_hidden(s, seat))
        s[DECK_SIZE] -= sum(s[CARDS_SIZE + seat] for seat in hidden)
        s[DECK : DECK + CARD_KINDS] = [0] * CARD_KINDS
    there_are = STACK[CARD_KINDS * s[ISLAND] : CARD_KINDS * (s[ISLAND] + 1)]
    counts = [(cards_used(s, kind), there_are[kind], CARD_NAMES[kind]) for kind in range(CARD_KINDS)]
    too_many = [
        f"{used} {name} cards are held or played, and there are {all_of}"
        for used, all_of, name in counts
        if used > all_of
    ]
    if too_many:
        raise InvalidNotation(f"impossible position: {'; '.join(too_many)}", "SET-1")


# What completes a position after its fields are read, in order; each with the violations that follow where it fails.
STEPS: Final[Mapping[Callable[[list[int], list[int], dict[str, str]], None], tuple[int, ...]]] = {
    _complete_founding: (WRONG_FOUNDING,),
    _complete_first_seat: (),
    _complete_bank: (WRONG_CARDS, TOO_MANY_CARDS),
    _complete_stack: (WRONG_STACK, WRONG_STACK_SIZE),
}
