"""Verifiable dice: a secret that is committed to before anybody adds a text, and outcomes that follow from both.

The SHA-256 of the secret is published first, so that the secret cannot be changed; then each seat may add a text, so
that nobody who knows the secret could predict the outcomes when choosing it. Once the secret is revealed, everybody can
compute the island and every ply of chance again. docs/notation.md has the recipe in a few lines.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from longroad.core.actions import (
    DICE_ROLLED,
    START_ROLLED,
    action_first,
    action_kind,
    action_number,
    ply_action,
    ply_seat,
    with_dice,
)
from longroad.core.island.given import InvalidIsland, Island
from longroad.core.layout import CHANCE, CHANCES, SEATS
from longroad.core.state import State
from longroad.notation.actions import write_action
from longroad.notation.records.parts import MOST_TEXT
from longroad.notation.records.record import Record

RECIPE: Final = "longroad fair 1"  # the first line of every message; a new recipe gets a new number
DRAW_BITS: Final = 64  # of a digest, that a number is drawn from
SEED_BITS: Final = 62

_SECRET: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class FairDice:
    """A secret of 32 bytes (in hexadecimal digits) and the seats' texts. Raises `ValueError` if they are invalid.

    >>> dice = FairDice("00" * 32).with_text(0, "for luck").with_text(2, "Glück")
    >>> dice.commitment[:16], dice.texts
    ('66687aadf862bd77', ('for luck', '', 'Glück', '', '', ''))
    >>> from longroad.core.ruleset import Ruleset
    >>> state = State.new(Ruleset(), dice.island_seed)
    >>> action_number(dice.outcome(state))
    4
    """

    secret: str = field(repr=False)
    texts: tuple[str, ...] = ("",) * SEATS

    def __post_init__(self) -> None:
        if not isinstance(self.secret, str) or not _SECRET.fullmatch(self.secret):
            raise ValueError("secret: expected 64 hexadecimal digits in small letters")
        if len(self.texts) > SEATS:
            raise ValueError(f"{len(self.texts)} texts: expected at most {SEATS}")
        for seat, text in enumerate(self.texts):
            _check_text(seat, text)
        object.__setattr__(self, "texts", (*self.texts, *[""] * (SEATS - len(self.texts))))

    @classmethod
    def new(cls) -> FairDice:
        """Make dice with a fresh secret.

        >>> len(FairDice.new().secret)
        64
        """
        return cls(secrets.token_hex(32))

    def with_text(self, seat: int, text: str) -> FairDice:
        """Return these dice with a seat's text, which replaces the one it had.

        >>> FairDice("00" * 32).with_text(1, "mine").texts[1]
        'mine'
        """
        if seat not in range(SEATS):
            raise ValueError(f"seat {seat!r}: expected 0 to {SEATS - 1}")
        _check_text(seat, text)
        return replace(self, texts=(*self.texts[:seat], text, *self.texts[seat + 1 :]))

    @property
    def commitment(self) -> str:
        """What is published before anybody adds a text: the SHA-256 of the secret.

        >>> FairDice("00" * 32).commitment[:16]
        '66687aadf862bd77'
        """
        return _commitment_of(self.secret)

    @property
    def island_seed(self) -> int:
        """The seed from which the ruleset makes the island.

        >>> FairDice("00" * 32).island_seed == FairDice("00" * 32).with_text(0, "for luck").island_seed
        False
        """
        return int.from_bytes(self._digest("island", 0, 0)[:8], "big") >> DRAW_BITS - SEED_BITS

    def outcome(self, state: State) -> int:
        """Return the action of chance that comes next; a roll comes with the faces of its dice.

        >>> from longroad.core.ruleset import Ruleset
        >>> action = FairDice("00" * 32).outcome(State.new(Ruleset()))
        >>> action_kind(action) == START_ROLLED, 2 <= action_number(action) <= 12
        (True, True)
        """
        if not state.is_chance:
            raise ValueError(f"chance does not act in the phase {state.phase!r}")
        k = state.m[CHANCES]
        outcomes = state.outcomes()
        action = _chosen(outcomes, self.number_below("outcome", k, sum(weight for _, weight in outcomes)))
        if action_kind(action) not in (START_ROLLED, DICE_ROLLED):
            return action
        total = action_number(action)
        least, most = max(1, total - 6), min(6, total - 1)
        first = least + self.number_below("faces", k, most - least + 1)
        return with_dice(action, first, total - first)

    def number_below(self, purpose: str, k: int, limit: int) -> int:
        """Draw a number from 0 to limit - 1, each equally likely: draws that would be biased are repeated.

        >>> FairDice("00" * 32).number_below("outcome", 0, 36) in range(36)
        True
        """
        whole = (1 << DRAW_BITS) // limit * limit
        attempt = 0
        while (number := int.from_bytes(self._digest(purpose, k, attempt)[:8], "big")) >= whole:
            attempt += 1
        return number % limit

    def _digest(self, purpose: str, k: int, attempt: int) -> bytes:
        """Return the HMAC of a purpose, the number of the ply of chance, an attempt, and all texts."""
        message = "\n".join((RECIPE, purpose, str(k), str(attempt), *_hashes_of(self.texts)))
        return hmac.digest(bytes.fromhex(self.secret), message.encode(), "sha256")


@lru_cache(4096)  # the texts of a game do not change
def _hashes_of(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(hashlib.sha256(text.encode()).hexdigest() for text in texts)


def _chosen(outcomes: list[tuple[int, int]], number: int) -> int:
    """Return the outcome whose weight a number falls on."""
    for action, weight in outcomes:
        if number < weight:
            return action
        number -= weight
    raise AssertionError("the number is below the sum of the weights")


def _commitment_of(secret: str) -> str:
    """Return the SHA-256 of a secret in hexadecimal digits.

    >>> _commitment_of("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def _check_text(seat: int, text: str) -> None:
    """Check that a seat can add a text. Raises `ValueError`."""
    if not isinstance(text, str) or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError(f"the text of seat {seat}: expected Unicode text")
    size = len(text.encode())
    if size > MOST_TEXT:
        raise ValueError(f"the text of seat {seat} has {size} bytes in UTF-8: expected at most {MOST_TEXT}")


# --- verifying --------------------------------------------------------------------------------------------------------


class Difference(NamedTuple):
    """A ply of chance that differs from the computed one, both as text."""

    ply: int
    recorded: str
    computed: str


@dataclass(frozen=True, slots=True)
class Report:
    """The result of computing the chance of a record again.

    `source` is what it was computed from: the dice's "secret", the "seed", or None if the record has neither, or has a
    seed where a secret was promised. `is_promised` says whether the record has a commitment. `is_secret_kept` and
    `is_island_same` are None where there is nothing to compare. `is_island_chosen` says whether the island has a seed
    of its own, which somebody may have chosen.
    """

    source: str | None
    is_promised: bool = False
    is_secret_kept: bool | None = None
    is_island_same: bool | None = None
    is_island_chosen: bool = False
    chances: int = 0
    differences: tuple[Difference, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether nothing differs from what was computed."""
        return self.is_secret_kept is not False and self.is_island_same is not False and not self.differences


def verify_record(record: Record) -> Report:
    """Compute the island and every ply of chance of a full record again. Raises `IllegalAction` if a ply is illegal.

    An edition that hides something has neither secret nor seed, so there is nothing to compute. Where a secret was
    promised, a seed does not replace it. An island with a seed of its own has to follow from that.
    """
    secret = record.ending.secret if record.ending is not None else None
    seed, is_promised = record.seed, record.commitment is not None
    if record.viewer is None and secret is not None:
        dice = FairDice(secret, record.texts)
        is_kept = record.commitment == dice.commitment if is_promised else None
        return _compared(record, Report("secret", is_promised, is_kept), dice.island_seed, dice.outcome)
    if record.viewer is not None or seed is None or is_promised:
        return Report(None, is_promised)
    return _compared(record, Report("seed"), seed, lambda state: state.sample(seed))


def _compared(record: Record, report: Report, island_seed: int, outcome: Callable[[State], int]) -> Report:
    """Compare a record with the computed island and outcomes."""
    chances, differences = 0, []
    for number, (state, entry) in enumerate(zip(record.states(), record.codes, strict=False)):
        if ply_seat(entry) == CHANCE:
            chances += 1
            computed = _as_recorded(outcome(state), ply_action(entry))
            if computed != ply_action(entry):
                differences.append(Difference(number, write_action(ply_action(entry)), write_action(computed)))
    own_seed = record.island_seed
    made = _made(record, island_seed if own_seed is None else own_seed)
    return replace(
        report,
        is_island_same=None if record.begins_at is not None else made == record.start.island,
        is_island_chosen=own_seed is not None,
        chances=chances,
        differences=tuple(differences),
    )


def _as_recorded(computed: int, recorded: int) -> int:
    """Drop the faces of the dice where a record has only the sum."""
    if action_kind(recorded) in (START_ROLLED, DICE_ROLLED) and action_first(recorded) == 0:
        return with_dice(computed, 0, 0)
    return computed


def _made(record: Record, seed: int) -> Island | None:
    """Make the island from the seed and the given parts, as the ruleset says; None if that fails."""
    ruleset, island = record.ruleset, record.island
    given = [part for part in ("terrain", "tokens", "harbors") if getattr(ruleset, part) == "given"]
    parts = {part: getattr(island, part) for part in given}
    if "terrain" in parts:
        parts["robber"] = island.robber
    try:
        return State.new(ruleset, seed, Island(island.island, **parts) if parts else None).island
    except InvalidIsland:
        return None
