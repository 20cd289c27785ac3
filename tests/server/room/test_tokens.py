"""Tokens do not last for ever: they expire with their game, and can be revoked."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from longroad.server.errors import RequestError
from longroad.server.room.tokens import TOKEN_LIFE_S
from tests.server.rooms import Listener, people_at, registry_at, settle

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("age_s", "holds"), [(TOKEN_LIFE_S - 3600, True), (TOKEN_LIFE_S + 3600, False)])
async def test_a_token_expires_when_nothing_has_happened_for_long(tmp_path: Path, age_s: float, holds: bool) -> None:
    async with registry_at(tmp_path) as registry:
        room, held = await people_at(registry, 3)
    with sqlite3.connect(tmp_path / "games.db") as database:
        database.execute("UPDATE events SET at = at - ?", (age_s,))
    async with registry_at(tmp_path) as registry:
        again = await registry.find(room.id)
        assert again.viewer_of(held[1].token) == (1 if holds else None)


async def test_a_revoked_token_holds_nothing_not_even_after_a_restart(tmp_path: Path) -> None:
    async with registry_at(tmp_path) as registry:
        room, held = await people_at(registry, 3)
        async with Listener(room, 1) as thief, Listener(room, 2) as other:
            assert await registry.revoke(room.id, 1) == [1]
            await settle()
            assert thief.tables[-1].room.you is None, "whoever uses it only watches from now on"
            assert thief.tables[-1].decision is None
            assert [table.room.you for table in other.tables] == [2]
        assert [room.viewer_of(each.token) for each in held] == [0, None, 2]
        assert await registry.revoke(room.id, 1) == []
        with pytest.raises(RequestError):
            await registry.revoke(room.id, 7)
    async with registry_at(tmp_path) as registry:
        again = await registry.find(room.id)
        assert [again.viewer_of(each.token) for each in held] == [0, None, 2]
        assert await again.revoke() == [0, 2]
        assert again.viewer_of(held[0].token) is None
