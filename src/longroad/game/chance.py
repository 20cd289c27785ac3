"""Where the chance of a game comes from, and how its record says so."""

from __future__ import annotations

from typing import Final, Literal

from longroad.core.layout import SEATS
from longroad.game.fair import FairDice
from longroad.notation.records.record import Record

Chance = Literal["seed", "given"] | FairDice

CHANCE_TAGS: Final = {"Seed", "Commitment", *(f"Text{seat}" for seat in range(SEATS))}


def check_chance(chance: Chance, seed: int | None, players: int) -> None:
    """Check a source of chance. Raises `ValueError`."""
    if not isinstance(chance, FairDice) and chance not in ("seed", "given"):
        raise ValueError(f"chance={chance!r}: expected 'seed', 'given' or FairDice")
    if isinstance(chance, FairDice) and seed is not None:
        raise ValueError(f"seed={seed!r}: verifiable dice need none")
    if isinstance(chance, FairDice) and any(chance.texts[players:]):
        raise ValueError(f"chance={chance!r}: only the seats 0 to {players - 1} can add a text")


def chance_tags(chance: Chance, seed: int) -> dict[str, str]:
    """Return the tags that say where chance comes from; the dice's secret is revealed at the record's end."""
    if chance == "seed":
        return {"Seed": str(seed)}
    if chance == "given":
        return {}
    texts = {f"Text{seat}": text for seat, text in enumerate(chance.texts) if text}
    return {"Commitment": chance.commitment} | texts


def continued_tags(record: Record, chance: Chance, tags: dict[str, str]) -> dict[str, str]:
    """Return the tags for a game that continues a record; empty if its chance comes from several sources."""
    named = {name: value for name, value in record.tags.items() if name in CHANCE_TAGS}
    if chance == "given":
        return {name: value for name, value in named.items() if name != "Seed"}
    return named if named == tags else {}


def recorded_chance(record: Record) -> tuple[Chance, int | None]:
    """Return where the chance of a record comes from, and its seed."""
    secret = record.ending and record.ending.secret
    if secret:
        return FairDice(secret, record.texts), None
    return ("given", None) if record.commitment else ("seed", record.seed)
