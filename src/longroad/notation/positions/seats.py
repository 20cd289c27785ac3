"""The part of a position about a seat: its pieces, its cards, and its proposal; a table of items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from longroad.core.island.material import CITIES_EACH, ROADS_EACH, SETTLEMENTS_EACH
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT
from longroad.core.layout import (
    CARDS,
    CARDS_SIZE,
    CITY_CODE,
    DISCARDS,
    FRESH,
    HAND,
    HAND_SIZE,
    ISLAND,
    KNIGHTS,
    NOBODY,
    PHASE,
    PLAYERS,
    PROPOSAL,
    PROPOSALS,
    PROPOSED,
    RESOURCES,
    ROADS,
    SEATS,
    SITE,
    SITES,
    TRADE_CARDS,
    VIEWER,
)
from longroad.core.phases import OVER
from longroad.core.rules.hands import MOST_IN_HANDS
from longroad.core.sets import contains, include
from longroad.notation.errors import InvalidNotation, quoted
from longroad.notation.positions.compact import (
    CARD_LETTERS,
    RESOURCE_LETTERS,
    UNKNOWN,
    places,
    read_bundle,
    read_counts,
    read_number,
    read_numbers,
    write_bundle,
    write_counts,
    write_numbers,
)

MOST_DEVELOPMENT: Final = 34


class Item(NamedTuple):
    """One kind of thing that a seat has: its letter, what it means, how it is written and read."""

    letter: str
    meaning: str
    write: Callable[[list[int], list[int], int], str]  # of a seat; nothing where it has none
    read: Callable[[list[int], list[int], int, str], None]
    is_neutrals: bool = False  # whether a neutral player can have it


def is_hidden(s: list[int], seat: int) -> bool:
    """Return whether a seat's cards are hidden in this position."""
    return s[VIEWER] not in (NOBODY, seat) and s[PHASE] != OVER


def viewer_name(s: list[int]) -> str:
    """Return the name of the viewer of a position."""
    return {NOBODY: "full", SEATS: "public"}.get(s[VIEWER], f"seat{s[VIEWER]}")


# --- pieces -----------------------------------------------------------------------------------------------------------


def _buildings(letter: str, name: str, code: int, supply: int, is_neutrals: bool) -> Item:
    def write(s: list[int], m: list[int], seat: int) -> str:
        return write_numbers(site for site, built in enumerate(s[SITE : SITE + SITES]) if built == 1 + code + seat)

    def read(s: list[int], m: list[int], seat: int, text: str) -> None:
        where = f"seat {seat}'s {name}"
        sites = read_numbers(where, text, 0, ISLAND_SITE_COUNT[s[ISLAND]] - 1)
        for site in sites:
            if s[SITE + site]:
                owner = (s[SITE + site] - 1) % CITY_CODE
                raise InvalidNotation(f"{where}: on intersection {site} seat {owner} has built already")
            s[SITE + site] = 1 + code + seat
        _check_supply(where, len(sites), supply)

    return Item(letter, f"{name}, by their intersections", write, read, is_neutrals)


def _write_roads(s: list[int], m: list[int], seat: int) -> str:
    return write_numbers(places(m[ROADS + 2 * seat : ROADS + 2 * seat + 2]))


def _read_roads(s: list[int], m: list[int], seat: int, text: str) -> None:
    where = f"seat {seat}'s roads"
    paths = read_numbers(where, text, 0, ISLAND_PATH_COUNT[s[ISLAND]] - 1)
    for path in paths:
        for other in range(SEATS):
            if contains(m, ROADS + 2 * other, path):
                raise InvalidNotation(f"{where}: on path {path} seat {other} has a road already", "BLD-2")
        include(m, ROADS + 2 * seat, path)
    _check_supply(where, len(paths), ROADS_EACH)


def _check_supply(where: str, count: int, supply: int) -> None:
    if count > supply:
        raise InvalidNotation(f"{where}: {count} are too many; each player has {supply}", "BLD-6")


# --- cards ------------------------------------------------------------------------------------------------------------


def _cards(letter: str, name: str, field: int, size: int, letters: str, most: int) -> Item:
    """Return the item of cards of which others see only the number."""

    def write(s: list[int], m: list[int], seat: int) -> str:
        if s[size + seat] == 0:
            return ""
        return f"{UNKNOWN}{s[size + seat]}" if is_hidden(s, seat) else write_counts(_row(s, field, seat), letters)

    def read(s: list[int], m: list[int], seat: int, text: str) -> None:
        where = f"seat {seat}'s {name}"
        if is_hidden(s, seat) != text.startswith(UNKNOWN):
            _refuse_view(where, s, text, letters)
        if is_hidden(s, seat):
            s[size + seat] = read_number(where, text.removeprefix(UNKNOWN), 0, most)
        else:
            _put(s, field, seat, read_counts(where, text, letters))
            s[size + seat] = sum(_row(s, field, seat))

    return Item(letter, f"{name}; `?` and how many where the kinds are hidden", write, read)


def _refuse_view(where: str, s: list[int], text: str, letters: str) -> None:
    """Raise the error for cards that are hidden but should be shown, or shown but should be hidden."""
    if text.startswith(UNKNOWN):
        raise InvalidNotation(
            f"{where}: {quoted(text)} hides what the position of {viewer_name(s)!r} shows; write the "
            f"cards, such as 2{letters[2]}1{letters[4]}, or let the position be that of another seat or public"
        )
    raise InvalidNotation(
        f"{where}: {quoted(text)} shows what {viewer_name(s)!r} cannot see; write ? and the number of cards, such as ?3"
    )


def _owned(letter: str, name: str, note: str, field: int, letters: str) -> Item:
    """Return the item of cards of which others do not even see the number."""

    def write(s: list[int], m: list[int], seat: int) -> str:
        return write_counts(row, letters) if any(row := _row(s, field, seat)) else ""

    def read(s: list[int], m: list[int], seat: int, text: str) -> None:
        where = f"seat {seat}'s {name}"
        if is_hidden(s, seat):
            raise InvalidNotation(f"{where}: {quoted(text)} shows what {viewer_name(s)!r} cannot see; leave it out")
        _put(s, field, seat, read_counts(where, text, letters))

    return Item(letter, f"{name}: {note}", write, read)


def _row(s: list[int], field: int, seat: int) -> list[int]:
    """Return a seat's five counts; there are as many kinds of development cards as resources."""
    return s[field + RESOURCES * seat : field + RESOURCES * (seat + 1)]


def _put(s: list[int], field: int, seat: int, counts: list[int]) -> None:
    s[field + RESOURCES * seat : field + RESOURCES * (seat + 1)] = counts


# --- the rest ---------------------------------------------------------------------------------------------------------


def _number(letter: str, name: str, field: int, most: int) -> Item:
    def write(s: list[int], m: list[int], seat: int) -> str:
        return str(s[field + seat] or "")

    def read(s: list[int], m: list[int], seat: int, text: str) -> None:
        s[field + seat] = read_number(f"seat {seat}'s {name}", text, 0, most)

    return Item(letter, name, write, read)


def _write_trade_cards(s: list[int], m: list[int], seat: int) -> str:
    return str(s[TRADE_CARDS + seat] or "") if seat < 2 else ""


def _read_trade_cards(s: list[int], m: list[int], seat: int, text: str) -> None:
    where = f"seat {seat}'s trade cards"
    if seat > 1:
        raise InvalidNotation(f"{where}: only the two players of a duel have some", "DUO-3")
    s[TRADE_CARDS + seat] = read_number(where, text, 0, 7)


def _write_proposal(s: list[int], m: list[int], seat: int) -> str:
    return write_bundle(_row(s, PROPOSAL, seat)) if s[PROPOSED] >> seat & 1 else ""


def _read_proposal(s: list[int], m: list[int], seat: int, text: str) -> None:
    _put(s, PROPOSAL, seat, read_bundle(f"seat {seat}'s proposal", text))
    s[PROPOSED] |= 1 << seat


ITEMS: Final = (
    _buildings("s", "settlements", 0, SETTLEMENTS_EACH, True),
    _buildings("c", "cities", CITY_CODE, CITIES_EACH, False),
    Item("r", "roads, by their paths", _write_roads, _read_roads, True),
    _cards("h", "hand", HAND, HAND_SIZE, RESOURCE_LETTERS, MOST_IN_HANDS),
    _owned("x", "discards", "cards of the hand laid down after a 7, until all have", DISCARDS, RESOURCE_LETTERS),
    _cards("d", "development cards", CARDS, CARDS_SIZE, CARD_LETTERS, MOST_DEVELOPMENT),
    _owned("f", "fresh cards", "those of them bought since the seat's own turn began", FRESH, CARD_LETTERS),
    _number("k", "knights played", KNIGHTS, MOST_DEVELOPMENT),
    Item("t", "trade cards, in a duel", _write_trade_cards, _read_trade_cards),
    _number("n", "proposals made this turn", PROPOSALS, 120),
    Item("p", "open counter-offer or proposal, a bundle", _write_proposal, _read_proposal),
)
_BY_LETTER: Final = {item.letter: item for item in ITEMS}


def write_seat(s: list[int], m: list[int], seat: int) -> str:
    """Write what a seat has; nothing if it has nothing."""
    texts = ((item.letter, item.write(s, m, seat)) for item in ITEMS)
    return ",".join(letter + text for letter, text in texts if text)


def read_seat(s: list[int], m: list[int], seat: int, text: str) -> None:
    """Read what a seat has, in any order."""
    seen = set()
    for part in text.split(",") if text else ():
        item = _BY_LETTER.get(part[:1])
        if item is None:
            letters = ", ".join(_BY_LETTER)
            raise InvalidNotation(f"seat {seat}: {quoted(part)} begins with none of the letters {letters}")
        if item.letter in seen:
            raise InvalidNotation(f"seat {seat}: {quoted(part)} is the second part with the letter {item.letter}")
        if seat >= s[PLAYERS] and not item.is_neutrals:
            raise InvalidNotation(
                f"seat {seat}: {quoted(part)} is not possible; a neutral player has only s and r", "DUO-6"
            )
        seen.add(item.letter)
        item.read(s, m, seat, part[1:])
