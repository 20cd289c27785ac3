"""What is hidden stays so: with other hidden outcomes, everybody else receives the same bytes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from longroad.bots.levels import make_bot
from longroad.core import actions as a
from longroad.core.layout import CHANCE
from longroad.core.view import PUBLIC, redact_ply
from longroad.game.game import Game
from longroad.notation.actions import Ply, write_ply
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from tests.server.rooms import Listener, act, game_of, next_asked, people_at, registry_at, run

SEVEN = "rolled 3+4"
VIEWERS = (None, 0, 1, 2)


async def received_by_all(
    registry: RoomRegistry, script: tuple[str, ...], actions: list[tuple[int, str]], **settings: Any
) -> dict[Any, str]:
    """Play the same actions over scripted outcomes, and return what each viewer received."""
    room, _ = await people_at(registry, 3, preset="beginner", script=script, **settings)
    listener = {viewer: Listener(room, viewer) for viewer in VIEWERS}
    for ear in listener.values():
        await ear.__aenter__()
    for seat, action in actions:
        await act(room, seat, action)
        await asyncio.sleep(0)
    for ear in listener.values():
        await ear.__aexit__()
    tables = {viewer: room.table(viewer).model_dump_json() for viewer in VIEWERS}
    return {viewer: without_names(listener[viewer].text + tables[viewer], room) for viewer in VIEWERS}


def without_names(text: str, room: Room) -> str:
    assert room.state.commitment is not None
    return text.replace(room.id, "game").replace(room.state.commitment, "commitment")


def test_a_stolen_card_is_known_to_thief_and_victim_alone(tmp_path: Path) -> None:
    async def work() -> None:
        actions = [(0, "roll"), (0, "robber 5"), (0, "end"), (1, "roll")]
        async with registry_at(tmp_path) as registry:
            one, other = [
                await received_by_all(registry, (SEVEN, f"0 stole {card} from 1", "rolled 1+1"), actions)
                for card in ("grain", "ore")
            ]
        assert one[0] != other[0]
        assert one[1] != other[1]
        assert one[2] == other[2]
        assert one[None] == other[None]

    run(work())


def test_a_drawn_card_is_known_to_its_buyer_alone(tmp_path: Path) -> None:
    async def work() -> None:
        begin = (
            Game("beginner", players=3)
            .position.replace("h1b1l1o/", "h1w1g1o/")
            .replace("bank:18b17l18w17g16o", "bank:19b18l17w16g16o")
        )
        actions = [(0, "roll"), (0, "buy"), (0, "end"), (1, "roll")]
        async with registry_at(tmp_path) as registry:
            scripts = [("rolled 1+1", f"0 drew {card}", "rolled 1+1") for card in ("knight", "point", "monopoly")]
            received = [await received_by_all(registry, script, actions, begin=begin) for script in scripts]
        for viewer in (None, 1, 2):
            assert len({texts[viewer] for texts in received}) == 1
        assert len({texts[0] for texts in received}) == 3

    run(work())


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_spectators_and_seats_receive_no_hidden_card(preset: str, tmp_path: Path) -> None:
    """Whatever is received tells hands and cards of its own seat only, and plies as the rules redact them."""

    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            count = {"base": 3, "duel": 2, "extension": 5}[preset]
            room, _ = await people_at(registry, count, preset=preset)
            viewers = (None, 0, count - 1)
            listener = {viewer: Listener(room, viewer) for viewer in viewers}
            for ear in listener.values():
                await ear.__aenter__()
            bot = make_bot("novice", 5)
            while room.status != "over" and room.last_event < 300:
                seat = await next_asked(room)
                await act(room, seat, str(bot.choose(game_of(room).view(seat))))
                await asyncio.sleep(0)
            for ear in listener.values():
                await ear.__aexit__()
            stored = await registry.store.read(room.id)
            assert stored is not None
            plies = {event.number: Ply.parse(event.body["ply"]).code for event in stored.events if "ply" in event.body}
            assert room.state.chances.dice is not None
            secret = room.state.chances.dice.secret
            for viewer, ear in listener.items():
                assert secret not in ear.text
                check_received(ear, viewer, plies)

    run(work())


def check_received(ear: Listener, viewer: int | None, plies: dict[int, int]) -> None:
    eyes = PUBLIC if viewer is None else viewer
    for update in ear.updates:
        body = json.loads(update.model_dump_json())
        if body["snapshot"]["phase"] == "over":
            continue
        for seat in body["snapshot"]["seats"]:
            assert (seat["hand"] is None) == (seat["seat"] != viewer)
            assert (seat["cards"] is None) == (seat["seat"] != viewer)
            assert "point_cards" not in seat["sources"] or seat["seat"] == viewer
        assert viewer is not None or body["decision"] is None
        for happening in update.log:
            if happening.event not in plies or happening.is_undone:
                continue
            ply = plies[happening.event]
            kind = a.action_kind(a.ply_action(ply))
            if kind != a.DISCARD:
                assert happening.ply == write_ply(redact_ply(ply, eyes, False))
            if a.ply_seat(ply) == CHANCE and kind == a.CARD_DRAWN and eyes != a.action_first(a.ply_action(ply)):
                assert happening.sentences == []
            assert kind in (a.DICE_ROLLED, a.BUILD_SETTLEMENT) or not happening.gains
