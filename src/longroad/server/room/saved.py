"""Snapshots of rooms: the state after an event as plain data, so that a long game is not folded from its beginning.

A snapshot is stored some events after the one it was made at: the log of a room is built from the events that follow.
It only saves time. One of another version is ignored, and the room is folded from all its events.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from longroad.core.actions import KIND_NAMES
from longroad.core.layout import FIELDS
from longroad.core.ruleset import RULES_VERSION
from longroad.core.state import State
from longroad.game.fair import FairDice
from longroad.notation.rulesets import write_ruleset
from longroad.server.logs import where
from longroad.server.room.chances import Chances
from longroad.server.room.state import RoomState, Seat, new_game, stored_ruleset
from longroad.server.store.changes import Snapshot
from longroad.server.wire.log import KEPT
from longroad.server.wire.messages import ChatLine, Settings

EVERY: Final = 400  # events between two snapshots
DELAY: Final = KEPT + 20  # events until one is stored
# Snapshots are read only by a program that has the same fields of a state, kinds of action and form of snapshots.
VERSION: Final = hashlib.sha256(repr((2, RULES_VERSION, FIELDS, KIND_NAMES)).encode()).hexdigest()[:16]

_log = logging.getLogger(__name__)

PLAIN: Final = (
    *("status", "last_event", "host", "chance_count", "undos", "undone_by"),
    *("started_at", "followed_by", "is_scripted"),
)


class Saver:
    """Makes the snapshots of a room whose game goes on."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._next = (state.last_event // EVERY + 1) * EVERY
        self._made: Snapshot | None = None  # but not stored yet

    def note(self) -> None:
        """Make a snapshot, if the state is far enough from the one before."""
        state = self._state
        if state.last_event >= self._next and state.game is not None:
            self._next = (state.last_event // EVERY + 1) * EVERY
            self._made = Snapshot(state.last_event, body_of(state))

    def take_due(self) -> Snapshot | None:
        """Return the snapshot that is to be stored now, if any."""
        made = self._made
        if made is None or self._state.last_event < made.number + DELAY:
            return None
        self._made = None
        return made


def body_of(state: RoomState) -> dict[str, Any]:
    """Return the state of a room whose game has begun, without its log."""
    game = state.game
    assert game is not None
    return {
        "version": VERSION,
        **{name: getattr(state, name) for name in PLAIN},
        "settings": state.settings.model_dump(mode="json"),
        "ruleset": write_ruleset(state.ruleset),
        "rules_version": RULES_VERSION,
        "seats": [asdict(seat) for seat in state.seats],
        "chances": _chances(state.chances),
        "beginning": dict(state.beginning),
        "plies": list(state.plies),
        "state": game.seen.to_bytes().hex(),
        "tags": game.tags,
        "clocks": list(game.clocks.items()),
        "decisions": list(state.decisions.items()),
        "reserves": list(state.reserves.items()),
        "dice": list(state.dice),
        "chat": [line.model_dump() for line in state.chat],
    }


def _chances(chances: Chances) -> dict[str, Any]:
    body: dict[str, Any] = {"seed": chances.seed, "script": list(chances.script)}
    if chances.dice is not None:
        body |= {"secret": chances.dice.secret, "texts": list(chances.dice.texts)}
    return body


def restored(game: str, body: Mapping[str, Any]) -> RoomState | None:
    """Return the state of a room from a snapshot; None if it is of another version, or damaged."""
    if body.get("version") != VERSION:
        return None
    try:
        return _restored(game, body)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        _log.error("the snapshot of game %s cannot be read: %s", game, where(error))
        return None


def _restored(game: str, body: Mapping[str, Any]) -> RoomState:
    state = RoomState(game)
    for name in PLAIN:
        setattr(state, name, body[name])
    state.settings = Settings.model_validate(body["settings"])
    state.ruleset = stored_ruleset(body)
    state.seats = [Seat(**seat) for seat in body["seats"]]
    state.chances = _restored_chances(body["chances"])
    state.decisions, state.reserves = dict(body["decisions"]), dict(body["reserves"])
    state.dice = tuple(body["dice"])
    state.chat.extend(ChatLine.model_validate(line) for line in body["chat"])
    _restore_game(state, body)
    return state


def _restored_chances(body: Mapping[str, Any]) -> Chances:
    dice = FairDice(body["secret"], tuple(body["texts"])) if "secret" in body else None
    return Chances(body["seed"], dice, tuple(body["script"]))


def _restore_game(state: RoomState, body: Mapping[str, Any]) -> None:
    state.beginning = body["beginning"]
    game = state.game = new_game(state.beginning)
    state.island, state.plies = game.island, list(body["plies"])
    game.resume(state.plies, State.from_bytes(bytes.fromhex(body["state"])))
    game.tags, game.clocks = dict(body["tags"]), dict(body["clocks"])
