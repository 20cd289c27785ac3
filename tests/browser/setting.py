"""Games that begin where a test wants them to, with people who sit down at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from longroad.bench.serving import Served
from tests.browser.person import Person

PLAYERS = {"extension": 6, "duel": 2, "one_on_one": 2}
NAMES = ("Ada", "Bela", "Chris", "Dana", "Emeka", "Fay")


class Place(NamedTuple):
    """A seat of a game, and the token that holds it."""

    game: str
    seat: int
    token: str


def set_up(
    server: Served,
    begin: str | None = None,
    script: Sequence[str] = (),
    preset: str = "base",
    people: int = 1,
    bot: str = "random",
    **settings: Any,
) -> list[Place]:
    """Set a game up from a position with scripted chance: people on the first seats, computer players on the others."""
    computers = PLAYERS.get(preset, 4) - people
    seats: list[dict[str, str]] = [{"kind": "person", "name": name} for name in NAMES[:people]]
    seats += [{"kind": "computer", "bot": bot}] * computers
    options = {} if begin is None or preset == "beginner" else {"first_player": "given"}
    told = {"preset": preset, "pace": "instant", "options": options} | settings
    body = {"new_game": {"settings": told, "seats": seats}, "begin": begin, "script": list(script)}
    answer = server.ask("/api/tests/games", body)
    return sorted((Place(one["game"], one["seat"], one["token"]) for one in answer), key=lambda place: place.seat)


def sit(person: Person, place: Place) -> None:
    """Sit down at a game, as somebody whose browser has kept the token."""
    name = f"longroad_{place.game}"
    person.context.add_cookies([{"name": name, "value": place.token, "url": person.address}])
    watch(person, place.game)


def watch(person: Person, game: str) -> None:
    """Open the page of a game, and wait until it has been told how things stand."""
    person.go(f"/game/{game}")
    person.wait_for_table()


def act(server: Served, place: Place, action: str) -> None:
    """Take an action without a page, as a program would."""
    decision = server.ask(f"/api/games/{place.game}", token=place.token)["decision"]["id"]
    message = {"type": "act", "decision": decision, "action": action}
    server.ask(f"/api/games/{place.game}/act", message, token=place.token)
