"""Games of this server to be analysed, and how a seat asks for it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import httpx
from fastapi import FastAPI

from longroad import Game
from longroad.notation.resources import Resources
from longroad.server.room.room import Room

QUICK = {"budget": "quick"}
THREE = {"settings": {"preset": "beginner", "options": {"players": 3}, "pace": "instant"}, "wants_token": True}
SEATS = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]


def compact(found: dict[str, Any]) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


class Held(NamedTuple):
    """A room, and the tokens of its seats."""

    room: Room
    tokens: list[str]


async def three(
    app: FastAPI, client: httpx.AsyncClient, begin: str | None = None, *script: str, **settings: Any
) -> Held:
    """Start a game of three people."""
    changed = {**THREE["settings"], **settings}  # type: ignore[dict-item]
    first = (await client.post("/api/games", json={**THREE, "settings": changed, "seats": SEATS})).json()
    room: Room = await app.state.registry.find(first["game"])
    joins = [{"name": name, "wants_token": True} for name in ("Ben", "Cleo")]
    others = [(await client.post(f"/api/games/{room.id}/join", json=join)).json() for join in joins]
    await room.start(0, begin, script)
    return Held(room, [held["token"] for held in (first, *others)])


async def asked(client: httpx.AsyncClient, table: Held, by: int | None, **body: Any) -> httpx.Response:
    """Ask for the analysis of a game with the token of a seat."""
    headers = {} if by is None else {"Authorization": f"Bearer {table.tokens[by]}"}
    return await client.post(f"/api/games/{table.room.id}/analyse", json={**QUICK, **body}, headers=headers)


async def solo(app: FastAPI, client: httpx.AsyncClient, **settings: Any) -> Held:
    """Start a game of one person against bots."""
    opening = {"settings": {"preset": "beginner", "pace": "instant", **settings}, "starts": True, "wants_token": True}
    first = (await client.post("/api/games", json=opening)).json()
    room: Room = await app.state.registry.find(first["game"])
    return Held(room, [first["token"]])


def exchanged() -> tuple[str, str]:
    """Return two positions in which seats 1 and 2 hold each other's cards, which seat 0 cannot tell apart."""
    game = Game("beginner", players=3, seed=7, chance="given")
    for ply in ("roll", "rolled 2"):
        game.push(ply)
    positions = []
    for hands in ((Resources(ore=3), Resources(wool=3)), (Resources(wool=3), Resources(ore=3))):
        setup = game.edit()
        setup.hands[0] = Resources(brick=1, lumber=1, wool=1, grain=1)
        setup.hands[1], setup.hands[2] = hands
        setup.bank = None
        positions.append(setup.position)
    one, other = positions
    assert Game.from_position(one).view(0).position == Game.from_position(other).view(0).position
    return one, other
