"""The spelling of each kind of action: one table, from which text, JSON, the JSON Schema and the grammar are made.

A kind's template names its slots. A slot knows how its value is written in text, and which values JSON may hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from longroad.core import actions as a
from longroad.core.layout import HEXES, PATHS, RESOURCES, SEATS, SITES
from longroad.core.rules.duel import FIRST_NEUTRAL
from longroad.core.rules.hands import MOST_IN_HANDS
from longroad.core.words import RESOURCE_NAMES
from longroad.notation.errors import InvalidNotation, listed, quoted
from longroad.notation.resources import Resources, read_resource

CARD_WORDS: Final = ("knight", "roadbuilding", "plenty", "monopoly", "point")
HIDDEN: Final = "?"
MOST_HIDDEN: Final = MOST_IN_HANDS // 2  # no discard has more
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a template: what stands there in text and in JSON."""

    grammar: str  # its right-hand side in the grammar
    pattern: str  # a regular expression that finds it
    read: Callable[[str], Any]  # text to the JSON value; raises `InvalidNotation`
    write: Callable[[Any], str]  # the JSON value to text
    schema: Mapping[str, Any]  # the JSON Schema of the value


def _number_slot(name: str, least: int, most: int) -> Slot:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
        if not least <= number <= most:
            raise InvalidNotation(f"{name} {quoted(text)}: expected a whole number from {least} to {most}")
        return number

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Slot(f"number (* {least} to {most} *)", r"\S+", read, str, schema)


def _word_slot(name: str, words: tuple[str, ...], missing: str = "") -> Slot:
    """Make a slot for one of several words; what is missing is written as a word of its own, and null in JSON."""

    def read(text: str) -> str | None:
        if text == missing:
            return None
        if name == "resource":
            return read_resource(text)
        if text not in words:
            raise InvalidNotation(f"{name} {quoted(text)}: expected one of {listed(words)}")
        return text

    every = (*words, missing) if missing else words
    schema = {"enum": [*words, None] if missing else list(words)}
    grammar = " | ".join(f'"{word}"' for word in every)
    return Slot(grammar, r"\S+", read, lambda value: missing if value is None else str(value), schema)


def _read_seat(text: str) -> int:
    value: int = _SEAT.read(text)
    return value


def _read_seat_or_nobody(text: str) -> int | None:
    return None if text == NOBODY else _read_seat(text)


def _read_seats(text: str) -> list[int]:
    seats = [_read_seat(word) for word in text.replace(",", " ").split()]
    if len(set(seats)) != len(seats):
        raise InvalidNotation(f"seats {quoted(text)}: one is given twice")
    return sorted(seats)


def _read_bundle(text: str) -> dict[str, int]:
    return Resources.parse(text).to_json()


def _write_bundle(value: Mapping[str, int]) -> str:
    return str(Resources.from_json(value))


def _read_cards(text: str) -> dict[str, int] | int | None:
    """Read cards, `?` where they are hidden, or `?4` where only their number is known."""
    if not text.startswith(HIDDEN):
        return _read_bundle(text)
    number = text.removeprefix(HIDDEN)
    return int(_HIDDEN_NUMBER.read(number)) if number else None


def _write_cards(value: Mapping[str, int] | int | None) -> str:
    if value is None or isinstance(value, int):
        return HIDDEN + ("" if value is None else _HIDDEN_NUMBER.write(value))
    return _write_bundle(value)


_SUM: Final = re.compile("[2-9]|1[0-2]")
_DICE: Final = re.compile(r"[1-6]\+[1-6]")


def _read_roll(text: str) -> int | list[int]:
    if _SUM.fullmatch(text):
        return int(text)
    if _DICE.fullmatch(text):
        return [int(die) for die in text.split("+")]
    raise InvalidNotation(f"roll {quoted(text)}: expected a sum from 2 to 12, such as 8, or two dice, such as 3+5")


def _write_roll(value: int | list[int]) -> str:
    return str(value) if isinstance(value, int) else "+".join(map(str, value))


_SEAT: Final = _number_slot("seat", 0, SEATS - 1)
_HIDDEN_NUMBER: Final = _number_slot("number of hidden cards", 1, MOST_HIDDEN)
_COUNTS: Final = {
    "type": "object",
    "properties": {name: {"type": "integer", "minimum": 1, "maximum": a.MOST_COUNT} for name in RESOURCE_NAMES},
    "additionalProperties": False,
}
_BUNDLE: Final = Slot(
    "count resource { count resource }", r".+?", _read_bundle, _write_bundle, _COUNTS | {"minProperties": 1}
)
_HIDDEN_BUNDLE: Final = Slot(
    f'count resource {{ count resource }} | "?" [ number (* 1 to {MOST_HIDDEN} *) ]',
    r".+",
    _read_cards,
    _write_cards,
    _COUNTS | {"type": ["object", "integer", "null"], "minProperties": 1, "minimum": 1, "maximum": MOST_HIDDEN},
)
_SEAT_LIST: Final = {"type": "array", "items": _SEAT.schema, "minItems": 1, "uniqueItems": True}
_DIE: Final = {"type": "integer", "minimum": 1, "maximum": 6}

SLOTS: Final[Mapping[str, Slot]] = {
    "site": _number_slot("site", 0, SITES - 1),
    "path": _number_slot("path", 0, PATHS - 1),
    "hex": _number_slot("hex", 0, HEXES - 1),
    "seat": _SEAT,
    "from": _SEAT,
    "victim": Slot(
        'number (* 0 to 5 *) | "nobody"', r"\S+", _read_seat_or_nobody, lambda v: NOBODY if v is None else str(v),
        {"type": ["integer", "null"], "minimum": 0, "maximum": SEATS - 1},
    ),
    "for": _number_slot("neutral player", FIRST_NEUTRAL, FIRST_NEUTRAL + 1),
    "resource": _word_slot("resource", RESOURCE_NAMES),
    "stolen": _word_slot("resource", RESOURCE_NAMES, HIDDEN),
    "card": _word_slot("card", CARD_WORDS, HIDDEN),
    "give": _BUNDLE,
    "take": _BUNDLE,
    "cards": _HIDDEN_BUNDLE,
    "to": Slot("seat { seat }", r".+", _read_seats, lambda v: " ".join(map(str, v)), _SEAT_LIST),
    "roll": Slot(
        'number (* 2 to 12 *) | die "+" die', r"\S+", _read_roll, _write_roll,
        {"oneOf": [
            {"type": "integer", "minimum": 2, "maximum": 12},
            {"type": "array", "items": _DIE, "minItems": 2, "maxItems": 2},
        ]},
    ),
}  # fmt: skip

Values = dict[str, Any]
Pack = Callable[[int, Values], int]
Unpack = Callable[[int], Values]


@dataclass(frozen=True, slots=True)
class Spelling:
    """The spelling of one kind of action: its template, and how slot values convert to the core's integer and back."""

    kind: int
    template: str
    pack: Pack
    unpack: Unpack

    @property
    def word(self) -> str:
        """The word that names the kind."""
        return next(part for part in self.template.split() if not part.startswith("{"))

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the slots, in order."""
        return tuple(re.findall(r"{(\w+)}", self.template))

    def pattern(self) -> re.Pattern[str]:
        """Return a regular expression for the text; the slots are its groups."""
        return re.compile(re.sub(r"{(\w+)}", lambda slot: f"({SLOTS[slot[1]].pattern})", self.template))

    def write(self, code: int) -> str:
        """Write an action of this kind."""
        values = self.unpack(code)
        return self.template.format(**{name: SLOTS[name].write(value) for name, value in values.items()})


# --- where the values lie in the core's integer -----------------------------------------------------------------------

_NUMBER, _FIRST, _SECOND, _THIRD = range(4)
_READERS = (a.action_number, a.action_first, a.action_second, a.action_third)


def _plain(**places: int) -> tuple[Pack, Unpack]:
    """Pack values that lie there as they are."""

    def pack(kind: int, values: Values) -> int:
        arguments = [0] * len(_READERS)
        for name, place in places.items():
            arguments[place] = values[name]
        return a.pack_action(kind, *arguments)

    return pack, lambda code: {name: _READERS[place](code) for name, place in places.items()}


def _named(words: tuple[str | int | None, ...], **places: int) -> tuple[Pack, Unpack]:
    """Pack values of which the first is the number of a word."""
    first = next(iter(places))
    pack, unpack = _plain(**places)

    def name(code: int) -> Values:
        values = unpack(code)
        return values | {first: words[values[first]]}

    return lambda kind, values: pack(kind, values | {first: words.index(values[first])}), name


def _pack_bundle(kind: int, values: Values) -> int:
    give, take = Resources.from_json(values["give"]), Resources.from_json(values["take"])
    if not give or not take:
        raise InvalidNotation(f"'{give or 'nothing'} for {take or 'nothing'}': both sides give a card (TRA-3)")
    if any(one and other for one, other in zip(give, take, strict=True)):
        raise InvalidNotation(f"'{give} for {take}': a resource is not traded for itself (TRA-4)")
    if max(take) > a.MOST_ASKED:
        raise InvalidNotation(f"'{take}': a trade asks for at most {a.MOST_ASKED} cards of a resource")
    counts = [one - other for one, other in zip(give, take, strict=True)]
    return a.bundle(kind, counts, sum(1 << seat for seat in values.get("to", ())))


def _unpack_bundle(code: int) -> Values:
    counts = [a.bundle_count(code, resource) for resource in range(RESOURCES)]
    give, take = (Resources(*(max(sign * count, 0) for count in counts)) for sign in (1, -1))
    return {"give": give.to_json(), "take": take.to_json()}


def _unpack_offer(code: int) -> Values:
    to = a.bundle_to(code)
    return _unpack_bundle(code) | {"to": [seat for seat in range(SEATS) if to >> seat & 1]}


def _pack_cards(kind: int, values: Values) -> int:
    cards = values["cards"]
    if cards == {}:
        raise InvalidNotation(f"expected at least one card, or {HIDDEN} for cards that are hidden")
    if cards is None or isinstance(cards, int):
        return a.hidden_bundle(kind, cards or 0)
    return a.bundle(kind, tuple(Resources.from_json(cards)))


def _unpack_cards(code: int) -> Values:
    number = a.hidden_number(code)
    return {"cards": _unpack_bundle(code)["give"] if number is None else number or None}


def _pack_bank(kind: int, values: Values) -> int:
    give, take = values["give"], values["take"]
    if len(give) != 1 or take not in ({name: 1} for name in RESOURCE_NAMES):
        raise InvalidNotation("a trade with the bank gives cards of one resource for one card: 'bank 4 wool for 1 ore'")
    ((name, rate),) = give.items()
    if rate not in (2, 3, 4):
        raise InvalidNotation(f"'bank {rate} {name}': expected 2, 3 or 4 cards for one (TRA-7, TRA-8)")
    return a.bank_trade(rate, RESOURCE_NAMES.index(name), RESOURCE_NAMES.index(next(iter(take))))


def _unpack_bank(code: int) -> Values:
    rate, pair = divmod(a.action_number(code), RESOURCES * RESOURCES)
    return {"give": {RESOURCE_NAMES[pair // RESOURCES]: rate}, "take": {RESOURCE_NAMES[pair % RESOURCES]: 1}}


_PLENTY: Final = tuple(
    sorted(resource for resource in pair if resource >= 0) for pair in zip(a.PLENTY_FIRST, a.PLENTY_SECOND, strict=True)
)


def _pack_plenty(kind: int, values: Values) -> int:
    counts = Resources.from_json(values["take"])
    cards = [resource for resource, count in enumerate(counts) for _ in range(count)]
    if cards not in _PLENTY:
        raise InvalidNotation(f"'plenty {counts}': it takes one or two cards (DEV-4)")
    return a.action(kind, _PLENTY.index(cards))


def _unpack_plenty(code: int) -> Values:
    cards = _PLENTY[a.action_number(code)]
    return {"take": Resources(*(cards.count(resource) for resource in range(RESOURCES))).to_json()}


def _pack_roll(kind: int, values: Values) -> int:
    roll = values["roll"]
    first, second = (0, 0) if isinstance(roll, int) else roll
    total = roll if isinstance(roll, int) else first + second
    return a.action(kind, total, first, second, values.get("seat", 0))


def _unpack_roll(code: int) -> Values:
    first = a.action_first(code)
    return {"roll": [first, a.action_second(code)] if first else a.action_number(code)}


def _unpack_start(code: int) -> Values:
    return {"seat": a.action_third(code)} | _unpack_roll(code)


_BARE: Final = _plain()
_NAMED_CARD: Final = (*CARD_WORDS, "", "", None)  # UNKNOWN is 7
_LOOT: Final = _named((*RESOURCE_NAMES, "", "", None), stolen=_NUMBER, seat=_FIRST, **{"from": _SECOND})
_VICTIMS: Final = (*range(SEATS), None)

SPELLINGS: Final[Mapping[int, Spelling]] = {
    kind: Spelling(kind, template, pack, unpack)
    for kind, template, (pack, unpack) in (
        (a.ROLL, "roll", _BARE),
        (a.END_TURN, "end", _BARE),
        (a.BUY_CARD, "buy", _BARE),
        (a.PLAY_KNIGHT, "knight", _BARE),
        (a.PLAY_ROADS, "roadbuilding", _BARE),
        (a.STOP_ROADS, "stop", _BARE),
        (a.ACCEPT, "accept", _BARE),
        (a.REFUSE, "refuse", _BARE),
        (a.WITHDRAW, "withdraw", _BARE),
        (a.FORCE_TRADE, "force", _BARE),
        (a.CALM_ROBBER, "calm", _BARE),
        (a.RETIRE_KNIGHT, "retire", _BARE),
        (a.BUILD_SETTLEMENT, "settle {site}", _plain(site=_NUMBER)),
        (a.BUILD_CITY, "city {site}", _plain(site=_NUMBER)),
        (a.BUILD_ROAD, "road {path}", _plain(path=_NUMBER)),
        (a.MOVE_ROBBER, "robber {hex}", _plain(hex=_NUMBER)),
        (a.ROB, "rob {victim}", _named(_VICTIMS, victim=_NUMBER)),
        (a.TRADE_BANK, "bank {give} for {take}", (_pack_bank, _unpack_bank)),
        (a.PLAY_PLENTY, "plenty {take}", (_pack_plenty, _unpack_plenty)),
        (a.PLAY_MONOPOLY, "monopoly {resource}", _named(RESOURCE_NAMES, resource=_NUMBER)),
        (a.CLOSE_DEAL, "deal {seat}", _plain(seat=_NUMBER)),
        (a.TAKE_PROPOSAL, "take {seat}", _plain(seat=_NUMBER)),
        (a.NEUTRAL_ROAD, "road {path} for {for}", _plain(path=_NUMBER, **{"for": _FIRST})),
        (a.NEUTRAL_SETTLEMENT, "settle {site} for {for}", _plain(site=_NUMBER, **{"for": _FIRST})),
        (a.OFFER_TRADE, "offer {give} for {take} to {to}", (_pack_bundle, _unpack_offer)),
        (a.COUNTER_OFFER, "counter {give} for {take}", (_pack_bundle, _unpack_bundle)),
        (a.PROPOSE_TRADE, "propose {give} for {take}", (_pack_bundle, _unpack_bundle)),
        (a.DISCARD, "discard {cards}", (_pack_cards, _unpack_cards)),
        (a.GIVE_CARDS, "give {cards}", (_pack_cards, _unpack_cards)),
        (a.START_ROLLED, "start {seat} rolled {roll}", (_pack_roll, _unpack_start)),
        (a.DICE_ROLLED, "rolled {roll}", (_pack_roll, _unpack_roll)),
        (a.CARD_DRAWN, "{seat} drew {card}", _named(_NAMED_CARD, card=_NUMBER, seat=_FIRST)),
        (a.CARD_STOLEN, "{seat} stole {stolen} from {from}", _LOOT),
        (a.CARD_TAKEN, "{seat} took {stolen} from {from}", _LOOT),
    )
}  # fmt: skip
assert set(SPELLINGS) == set(range(1, a.KINDS)), "every kind of action has its spelling"
