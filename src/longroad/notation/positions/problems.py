"""Everything that is wrong with a position that was set up by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from longroad.core.check.every import violations, violations_beside_board
from longroad.core.check.invariants import corruption
from longroad.core.check.view import fill_in, put_some_bank
from longroad.core.check.violations import (
    TOO_MANY_CARDS,
    VIOLATED_RULES,
    VIOLATIONS,
    WRONG_CARDS,
    WRONG_CARDS_SIZE,
    WRONG_DISCARDS,
    WRONG_HAND_SIZE,
    WRONG_OFFER,
    WRONG_PROPOSAL,
    WRONG_STACK,
    WRONG_STACK_SIZE,
)
from longroad.core.derive import derive_board
from longroad.core.island.given import Island
from longroad.core.layout import NOBODY, VIEWER
from longroad.core.ruleset import Ruleset
from longroad.core.state import Seen, State, View
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.evidence import evidence
from longroad.notation.positions.fields import BY_LABEL
from longroad.notation.positions.position import LABELS, SEAT_LABELS, STEPS, check_owner, empty_blocks
from longroad.notation.positions.seats import read_seat
from longroad.notation.positions.where import Place, where

SUPPLY_RULE: Final = "BLD-6"
# What is also wrong where hidden cards cannot be filled in, and says nothing new.
_FOLLOWING: Final = frozenset(
    (
        TOO_MANY_CARDS,
        WRONG_CARDS,
        WRONG_CARDS_SIZE,
        WRONG_DISCARDS,
        WRONG_HAND_SIZE,
        WRONG_OFFER,
        WRONG_PROPOSAL,
        WRONG_STACK,
        WRONG_STACK_SIZE,
    )
)


class Problem(NamedTuple):
    """Something that is wrong with a position: the rule that it breaks, a sentence, and where.

    `rule` is empty where a value is not valid notation. `places` are pairs such as `("site", 17)`, `("path", 33)`,
    `("hex", 9)` or `("seat", 2)`; there are none where it is about the whole game. `code` is that of the violation in
    `longroad.core.check.violations`, or 0.
    """

    rule: str
    sentence: str
    places: tuple[Place, ...] = ()
    code: int = 0

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]" if self.rule else self.sentence


def find_problems(ruleset: Ruleset, island: Island, texts: Mapping[str, str]) -> list[Problem]:
    """Return what is wrong with a position, given the texts of its fields by label.

    If values cannot be read, only these problems are returned, since no rule can be checked. If a player has more
    pieces than the supply, the rest of the board is not checked.
    """
    return read_checked(ruleset, island, texts, NOBODY)[1]


def read_checked(
    ruleset: Ruleset,
    island: Island,
    texts: Mapping[str, str],
    viewer: int,
    at_least: Mapping[int, Sequence[int]] = MappingProxyType({}),
    is_bank_counted: bool = True,
) -> tuple[Seen | None, list[Problem]]:
    """Read the position of a viewer, `NOBODY` for a whole one, from texts of fields; return it, and what is wrong.

    In a view `at_least` has cards by hidden seat that are known to be held. If the bank is not counted, it need not add
    up with the hands; a bank that has no text is one that fits.
    """
    try:
        s, m = empty_blocks(ruleset, island)
    except InvalidNotation as error:
        return None, [_problem(error)]
    s[VIEWER] = viewer
    unread = list(_read(s, m, texts))
    has_too_many = any(problem.rule == SUPPLY_RULE for problem in unread)
    if any(problem.rule != SUPPLY_RULE for problem in unread):
        return None, unread
    if viewer != NOBODY and not texts.get("bank"):
        put_some_bank(s, at_least)
        texts = {**texts, "bank": BY_LABEL["bank"].write(s, m)}
    found, explained = _complete(s, m, texts)
    if not has_too_many:
        derive_board(s, m)
    whole, words = s.copy(), m.copy()
    if viewer != NOBODY:
        if not is_bank_counted:
            put_some_bank(whole, at_least)
        codes = fill_in(whole, at_least)
        found += [_explain(s, m, code) for code in codes if code not in explained]
        explained.update(codes, _FOLLOWING if codes else ())
    codes = violations_beside_board(whole, words) if has_too_many else violations(whole, words)
    found = unread + found + [_explain(s, m, code) for code in codes if code not in explained]
    reason = "" if found else corruption(whole, words)
    seen = State(s, m) if viewer == NOBODY else View(s, m)
    return seen, [*found, Problem("", reason)] if reason else found


def _read(s: list[int], m: list[int], texts: Mapping[str, str]) -> Iterator[Problem]:
    """Read every field, and every item of a seat by itself; yield a problem for each that cannot be read."""
    for label in ("phase", *(label for label in LABELS if label != "phase")):
        for part in texts.get(label, "").split(",") if label in SEAT_LABELS else [texts.get(label, "")]:
            if part == "":
                continue
            try:
                if label in SEAT_LABELS:
                    check_owner(s, int(label))
                    read_seat(s, m, int(label), part)
                else:
                    BY_LABEL[label].read(s, m, part)
            except InvalidNotation as error:
                yield _problem(error, (("seat", int(label)),) if label in SEAT_LABELS else ())
    for label in texts:
        if label not in LABELS:
            yield Problem("", f"there is no field {label!r}: expected one of {', '.join(LABELS)}")


def _complete(s: list[int], m: list[int], texts: Mapping[str, str]) -> tuple[list[Problem], set[int]]:
    """Derive what is not written; return what is wrong with it, and the violations that this explains."""
    found: list[Problem] = []
    explained: set[int] = set()
    for complete, codes in STEPS.items():
        try:
            complete(s, m, {label: text for label, text in texts.items() if text})
        except InvalidNotation as error:
            found.append(_problem(error, code=codes[0] if codes else 0))
            explained.update(codes)
    return found, explained


def _problem(error: InvalidNotation, places: tuple[Place, ...] = (), code: int = 0) -> Problem:
    sentence = str(error).removesuffix(f" [{error.rule}]").removeprefix("impossible position: ")
    return Problem(error.rule, sentence, places, code)


def _explain(s: list[int], m: list[int], code: int) -> Problem:
    return Problem(VIOLATED_RULES[code], VIOLATIONS[code] + evidence(s, m, code), where(s, m, code), code)
