"""Games that start from a position, and people who take seats in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from longroad.bench.serving import Served
from tests.browser.person import Person

PLAYERS = {"extension": 6, "duel": 2, "one_on_one": 2}
NAMES = ("Ada", "Bela", "Chris", "Dana", "Emeka", "Fay")


class HeldSeat(NamedTuple):
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
) -> list[HeldSeat]:
    """Set up a game from a position with scripted chance: people in the first seats, bots in the others."""
    bots = PLAYERS.get(preset, 4) - people
    seats: list[dict[str, str]] = [{"kind": "person", "name": name} for name in NAMES[:people]]
    seats += [{"kind": "computer", "bot": bot}] * bots
    options = {} if begin is None or preset == "beginner" else {"first_player": "given"}
    chosen = {"preset": preset, "pace": "instant", "options": options} | settings
    body = {"new_game": {"settings": chosen, "seats": seats}, "begin": begin, "script": list(script)}
    answer = server.ask("/api/tests/games", body)
    return sorted((HeldSeat(one["game"], one["seat"], one["token"]) for one in answer), key=lambda place: place.seat)


def hold(person: Person, place: HeldSeat) -> None:
    """Store the token of a seat in a cookie."""
    name = f"longroad_{place.game}"
    person.context.add_cookies([{"name": name, "value": place.token, "url": person.address}])


def sit(person: Person, place: HeldSeat) -> None:
    """Open a game as the holder of a seat."""
    hold(person, place)
    watch(person, place.game)


def watch(person: Person, game: str) -> None:
    """Open the page of a game, and wait until it has received a snapshot."""
    person.visit(f"/game/{game}")
    person.wait_for_table()


def act(server: Served, place: HeldSeat, action: str) -> None:
    """Take an action without a page, as a program would."""
    decision = server.ask(f"/api/games/{place.game}", token=place.token)["decision"]["id"]
    message = {"type": "act", "decision": decision, "action": action}
    server.ask(f"/api/games/{place.game}/act", message, token=place.token)
