"""Scenes of the pages around the table: start, settings, help, room, replay, and what goes wrong there."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from longroad.bench.serving import Served
from longroad.puzzles import all_puzzles
from scripts.screens.scenes import at, scene
from tests.browser import positions
from tests.browser.person import Person
from tests.browser.setting import act, set_up, sit
from tests.browser.words import words

ISLAND = 20_261  # the island of the room: one that looks like many
TIMEOUT_S = 120.0


def be(person: Person, game: str, token: str) -> None:
    """Hold a seat, as a browser that has kept the token."""
    cookie = {"name": f"longroad_{game}", "value": token, "url": person.address}
    person.context.add_cookies([cookie])  # type: ignore[list-item]


@scene
def start(person: Person, server: Served) -> None:
    """Where everything begins."""
    person.go("/")
    person.button(words("start.play_now")).wait_for()
    person.page.wait_for_load_state("networkidle")


@scene
def start_again(person: Person, server: Served) -> None:
    """The same for somebody with games to go on with."""
    at(person, server, positions.before_roll())
    person.go("/")
    person.link(words("start.open_game", title="Base game")).wait_for()
    person.page.wait_for_load_state("networkidle")


@scene
def options(person: Person, server: Served) -> None:
    """Setting a game up."""
    person.go("/new")
    person.wait_for_text(words("start.new_title"))
    person.page.wait_for_load_state("networkidle")


@scene
def settings(person: Person, server: Served) -> None:
    """What one prefers."""
    person.go("/settings")
    person.wait_for_text(words("pages.colours"))


@scene
def how_to_play(person: Person, server: Served) -> None:
    """The help."""
    person.go("/help")


@scene
def how_to_play_pictures(person: Person, server: Served) -> None:
    """The help further down, where it has pictures."""
    person.go("/help")
    person.page.get_by_role("heading", name=words("help.island")).scroll_into_view_if_needed()
    person.page.evaluate("document.getElementById('island').scrollIntoView()")


@scene
def nothing(person: Person, server: Served) -> None:
    """An address without a page."""
    person.go("/nothing-here")


@scene
def missing(person: Person, server: Served) -> None:
    """A game that does not exist."""
    person.go("/game/nosuchgame23")
    person.wait_for_text(words("pages.missing_title"))


# --- the room ---


def opened(server: Served, **more: Any) -> dict[str, Any]:
    """Open a room: Ada is host, Bela has come, a seat is open, and the computer plays."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}, {"kind": "computer"}]
    chosen = {"preset": "base", "island_seed": ISLAND} | more
    host: dict[str, Any] = server.ask("/api/games", {"settings": chosen, "seats": seats, "wants_token": True})
    guest = server.ask(f"/api/games/{host['game']}/join", {"name": "Bela", "wants_token": True})
    server.ask(f"/api/games/{host['game']}/ready", {"is_ready": True}, token=guest["token"])
    return {**host, "guest": guest["token"]}


def enter(person: Person, game: str) -> None:
    """Go into a room."""
    person.go(f"/game/{game}")
    person.wait_until(lambda: person.latest("room") is not None, "the room")


@scene
def room(person: Person, server: Served) -> None:
    """A room in which people are awaited, as its host sees it."""
    host = opened(server)
    be(person, host["game"], host["token"])
    enter(person, host["game"])


@scene
def room_guest(person: Person, server: Served) -> None:
    """The same for a guest, with dice that can be checked."""
    host = opened(server, is_verifiable=True, island_seed=None)
    server.ask(f"/api/games/{host['game']}/text", {"text": "three sheep on a hill"}, token=host["guest"])
    be(person, host["game"], host["guest"])
    enter(person, host["game"])


@scene
def room_invited(person: Person, server: Served) -> None:
    """The same for whoever comes by the link."""
    enter(person, opened(server)["game"])


@scene
def handover(person: Person, server: Served) -> None:
    """Pass and play: the screen goes to the next, and no hand is seen."""
    place = set_up(server, positions.main(), people=4, is_hotseat=True)[0]
    act(server, place, "offer 1 wool for 1 brick to 1")
    sit(person, place)
    person.button(words("controls.ready", name="Bela")).wait_for()


# --- a game seen again ---


@cache
def played(server: Served) -> str:
    """Play a game between bots to its end, with verifiable dice; return its name."""
    chosen = {"preset": "base", "pace": "instant", "is_verifiable": True}
    body = {"settings": chosen, "seats": [{"kind": "computer", "bot": "novice"}] * 4, "starts": True}
    game: str = server.ask("/api/games", body)["game"]
    end = time.monotonic() + TIMEOUT_S
    while server.ask(f"/api/games/{game}")["room"]["status"] != "over":
        if time.monotonic() > end:
            raise RuntimeError("the game to be seen again does not end")
        time.sleep(0.5)
    return game


@scene
def replay(person: Person, server: Served) -> None:
    """The game is seen again, somewhere in its middle."""
    person.go(f"/game/{played(server)}/replay?at=330")
    person.page.get_by_role("slider", name=words("replay.slider"), exact=True).wait_for(timeout=1000 * TIMEOUT_S)


@scene
def replay_open(person: Person, server: Served) -> None:
    """A file that is not a record was uploaded."""
    person.go("/replay")
    file: Any = {"name": "holiday.txt", "mimeType": "text/plain", "buffer": b"Dear diary, the sea was cold."}
    person.page.locator("input[type=file]").set_input_files(file)
    person.page.get_by_role("alert").wait_for()


@scene
def puzzle(person: Person, server: Served) -> None:
    """A puzzle that was answered, about the first settlement."""
    founding = (one for one in all_puzzles().values() if one.theme == "founding")
    chosen = next(one for one in founding if one.best.action.startswith("settle "))
    person.go(f"/puzzles?puzzle={chosen.id}")
    person.page.locator(f'[data-place="site-{chosen.best.action.removeprefix("settle ")}"]').click()
    person.wait_for_text(words("puzzles.chances"))


@scene
def hint(person: Person, server: Served) -> None:
    """The best hex for the robber, as a hint."""
    sit(person, set_up(server, positions.robber())[0])
    person.press(words("hint.title"))
    person.page.locator(".hint [aria-busy=false]").wait_for()
