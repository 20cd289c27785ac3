"""The states of pages and tables, and how to get to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.person import Person
from tests.browser.setting import PLAYERS, HeldSeat, act, hold, set_up, sit, watch
from tests.browser.words import words

Gets = Callable[[Person, Served], object]
Does = Callable[[Person], object]


def page(path: str, key: str) -> Gets:
    """Open a page, and wait for a text that it shows once it is loaded."""

    def get(person: Person, server: Served) -> None:
        person.visit(path)
        person.wait_for_text(words(key))

    return get


def set_up_with(mode: str) -> Gets:
    """Open the set-up of a kind of game, and wait until it is chosen."""

    def get(person: Person, server: Served) -> None:
        person.visit(f"/new?with={mode}")
        chosen = person.page.get_by_role("radio", name=pressing.starting(words(f"start.mode_{mode}")), checked=True)
        chosen.wait_for()

    return get


def at(
    begin: str | None, *steps: Callable[[Person], object], preset: str = "base", seat: int = 0, **settings: Any
) -> Gets:
    """Open a table at a position, and do something there."""

    def get(person: Person, server: Served) -> None:
        sit(person, set_up(server, begin, preset=preset, people=PLAYERS.get(preset, 4), **settings)[seat])
        for step in steps:
            step(person)
        pressing.settled(person)

    return get


def asked(person: Person, server: Served) -> None:
    """Have an offer to answer."""
    places = set_up(server, positions.main(), people=4)
    sit(person, places[1])
    act(server, places[0], "offer 1 wool for 1 brick to 1 2")
    person.wait_for_text(words("trade.accept"))


def counters(person: Person) -> None:
    """Compose a counter-offer."""
    person.button(pressing.ending(words("trade.counter"))).first.click()
    pressing.trade_panel(person).wait_for()


def answered(person: Person, server: Served) -> None:
    """Have an open offer that one player refused, one accepted and one has not answered."""
    places = set_up(server, positions.main(), people=4)
    sit(person, places[0])
    pressing.take(person, "offer 1 wool for 1 brick to 1 2 3")
    act(server, places[1], "accept")
    act(server, places[2], "refuse")
    person.wait_until(lambda: "deal 1" in person.decision_actions(), "the answers")


def waiting(person: Person, server: Served) -> None:
    """Wait for another player's turn; somebody has left, so the log begins with a line of no turn."""
    places = set_up(server, positions.main(), people=4)
    server.ask(f"/api/games/{places[2].game}/leave", {}, token=places[2].token)
    sit(person, places[1])
    pressing.settled(person)


def watching(person: Person, server: Served) -> None:
    """Watch others play."""
    place = set_up(server, positions.main(), people=4)[0]
    act(server, place, "road 41")
    watch(person, place.game)


def replayed(person: Person, server: Served) -> None:
    """Watch a replay."""
    WON(person, server)
    person.link(words("end.replay")).click()
    person.page.get_by_role("slider", name=words("replay.slider"), exact=True).fill("1")


def in_room(person: Person, server: Served) -> None:
    """Wait in a room as its host."""
    seats = [
        {"kind": "person", "name": "Ada"},
        {"kind": "open"},
        {"kind": "computer", "bot": "novice"},
        {"kind": "open"},
    ]
    received = server.ask("/api/games", {"settings": {"is_verifiable": True}, "seats": seats, "wants_token": True})
    hold(person, HeldSeat(received["game"], received["seat"], received["token"]))
    person.visit(f"/game/{received['game']}")
    person.button(words("lobby.start")).wait_for()


def at_room(person: Person, server: Served) -> None:
    """Open the room of somebody else."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]
    person.visit(f"/game/{server.ask('/api/games', {'seats': seats})['game']}")
    person.page.get_by_label(words("lobby.name_needed")).wait_for()


def plays(kind: str) -> Callable[[Person], object]:
    """Play a card, up to the choice that it needs."""

    def step(person: Person) -> None:
        pressing.open_card(person, kind)
        person.press(words("hand.play"))

    return step


def opens(kind: str) -> Callable[[Person], object]:
    """Open the sheet of a card."""
    return partial(pressing.open_card, kind=kind)


def presses(key: str) -> Callable[[Person], object]:
    """Press a button."""
    return lambda person: person.press(words(key))


def types(key: str) -> Callable[[Person], object]:
    """Press a key."""
    return lambda person: person.page.keyboard.press(key)


def composes(person: Person) -> None:
    """Compose an offer."""
    pressing.compose(person, {"wool": 2}, {"ore": 1})


def nothing(person: Person) -> None:
    """Leave the page as it is."""


def wins(person: Person) -> None:
    """Build the winning city, and wait for the result."""
    pressing.take(person, "city 39")
    person.page.locator("dialog[open]").wait_for()


MAIN: Final = positions.main()
WON: Final = at(positions.almost_won(), wins)
MOVE: Final = f"robber {positions.BUSY_HEX}"

# In one's own turn, one after the other: most of it is closed with Escape, the last ones may stay open.
TURN: Final[dict[str, Does]] = {
    "main": nothing,
    "building": partial(pressing.choose, kind="city"),
    "card knight": opens("knight"),
    "year of plenty": plays("plenty"),
    "monopoly": plays("monopoly"),
    "help at the table": types("?"),
    "everything one can do": types("a"),
    "settings of the table": presses("controls.settings"),
    "chat": types("c"),
    "composing": composes,
    "text board": types("w"),
    "disconnected": Person.disconnect,
}

STATES: Final[dict[str, Gets]] = {
    "start": page("/", "start.presets"),
    "set-up": page("/new", "start.options_text"),
    "set-up with friends": set_up_with("friends"),
    "set-up around one screen": set_up_with("hotseat"),
    "settings": page("/settings", "pages.colours"),
    "help": page("/help", "help.words_text"),
    "rules": page("/rules", "catalogue.END-2"),
    "a record to be opened": page("/replay", "replay.choose"),
    "nothing here": page("/nothing-here", "app.not_found"),
    "no such game": page("/game/aaaaaaaaaaaa", "pages.missing_title"),
    "room of one's own": in_room,
    "room of somebody else": at_room,
    "founding": at(None, options={"first_player": "given"}),
    "before the roll": at(positions.before_roll()),
    "answered": answered,
    "answering": asked,
    "discarding": at(positions.discarding()),
    "robber": at(positions.robber()),
    "card point": at(positions.main(own=f",{positions.RICH},d1v"), opens("point")),
    "free roads": at(MAIN, lambda person: pressing.take(person, "roadbuilding")),
    "waiting": waiting,
    "watching": watching,
    "duel": at(positions.main("duel"), preset="duel"),
    "extension": at(positions.main("extension"), preset="extension"),
    "end": WON,
    "replay": replayed,
}

CARDS: Final[dict[str, Does]] = {f"card {kind}": opens(kind) for kind in ("roadbuilding", "plenty", "monopoly")}

# What follows some of these states on the same page: why not, a counter-offer, the victim, the table after the end.
NEXT: Final[dict[str, Does]] = {
    "before the roll": partial(pressing.ask_why, kind="city"),
    "answering": counters,
    "robber": lambda person: pressing.take(person, MOVE),
    "duel": presses("duel.help"),
    "end": presses("end.view_island"),
}
