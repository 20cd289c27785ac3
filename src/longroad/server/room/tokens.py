"""The tokens that hold the seats of a room, by seat, as hashes."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Final

TOKEN_BYTES: Final = 24  # 192 bits, too many to guess
TOKEN_LIFE_S: Final = 180 * 24 * 3600.0  # after the last event of its game


def new_token() -> str:
    """Return a random token that holds a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def still_valid(hashes: Mapping[int, str], last_event_at: float, now: float) -> dict[int, str]:
    """Return the hashes of tokens that hold seats, none if nothing has happened in the game for long.

    >>> still_valid({0: "abc"}, 1000.0, 2000.0), still_valid({0: "abc"}, 1000.0, 1001.0 + TOKEN_LIFE_S)
    ({0: 'abc'}, {})
    """
    return dict(hashes) if now - last_event_at <= TOKEN_LIFE_S else {}


class Tokens:
    """The tokens of one room. Several seats may have the same one, where people share a screen."""

    def __init__(self, hashes: Mapping[int, str]) -> None:
        self.hashes = dict(hashes)

    def seats(self, token: str | None) -> list[int]:
        """List the seats that a token holds."""
        return self._held_by(hash_of(token)) if token else []

    def hash_at(self, seat: int | None) -> str | None:
        """Return the hash of the token that holds a seat; None if nobody holds it."""
        return None if seat is None else self.hashes.get(seat)

    def seat_now(self, viewer: int | None, hashed: str | None) -> int | None:
        """Return the current seat of the person who sat on `viewer` with this hash; None if they have left."""
        if viewer is None or self.hashes.get(viewer) == hashed:
            return viewer
        return min(self._held_by(hashed), default=None)

    def update(self, changes: Mapping[int, str | None]) -> None:
        """Update which hash holds which seat."""
        self.hashes = {seat: held for seat, held in (self.hashes | dict(changes)).items() if held is not None}

    def _held_by(self, hashed: str | None) -> list[int]:
        return [seat for seat, held in self.hashes.items() if held == hashed]
