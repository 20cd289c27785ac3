"""Losing the connection loses nothing, and spectators receive nothing that is hidden."""

from __future__ import annotations

import json
from pathlib import Path

from longroad.bench.serving import Served, reserve_port, serving
from longroad.server.wire.compact import expand
from tests.browser import positions, pressing
from tests.browser.conftest import SERVER, NewPerson
from tests.browser.setting import act, set_up, sit, watch
from tests.browser.words import words


def test_the_page_reconnects_to_the_exact_state(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    places = set_up(server, positions.main(), people=2)
    sit(person, places[0])
    person.disconnect()
    act(server, places[0], "city 39")  # from another device
    person.reconnect()
    assert person.snapshot["seats"][0]["cities"] == [39]
    assert pressing.take(person, "end")


def test_the_game_continues_after_a_restart_of_the_server(new_person: NewPerson, tmp_path: Path) -> None:
    person = new_person()
    port, held = reserve_port()
    with serving(tmp_path, SERVER, port=port) as server:
        person.address = server.address
        places = set_up(server, positions.main(), people=2)
        sit(person, places[0])
        assert pressing.take(person, "city 39")
    person.wait_for_text(words("table.reconnecting"))
    received = len(person.messages)
    with held, serving(tmp_path, SERVER, port=port):
        person.wait_until(lambda: len(person.messages) > received, "that the page is back")
        assert person.snapshot["seats"][0]["cities"] == [39]
        assert pressing.take(person, "road 41")


def test_a_spectator_never_receives_hidden_information(new_person: NewPerson, server: Served) -> None:
    watcher = new_person()
    places = set_up(server, positions.main(), ["0 drew monopoly", "0 stole brick from 1"], people=2)
    watch(watcher, places[0].game)
    for action in ("buy", "knight", "robber 5", "rob 1", "end"):
        act(server, places[0], action)
    watcher.wait_until(lambda: watcher.snapshot["turn"] != 0, "the next turn")
    for frame in watcher.frames:
        received = expand(json.loads(frame))
        assert received.get("decision") is None
        for seat in (received.get("snapshot") or {}).get("seats", ()):
            assert seat["hand"] is None, "a hand was sent"
            assert seat["cards"] is None, "cards were sent"
        assert "drew monopoly" not in frame
        assert "stole brick" not in frame
    assert any("drew ?" in frame for frame in watcher.frames)
