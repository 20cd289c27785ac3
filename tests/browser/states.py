"""The states of pages and tables, and how to get to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.person import Person
from tests.browser.setting import PLAYERS, act, set_up, sit, watch
from tests.browser.words import words

Gets = Callable[[Person, Served], object]


def page(path: str, key: str) -> Gets:
    """Open a page, and wait for a text that it shows once it is loaded."""

    def get(person: Person, server: Served) -> None:
        person.go(path)
        person.wait_for_text(words(key))

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


def countering(person: Person, server: Served) -> None:
    """Compose a counter-offer."""
    asked(person, server)
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


def watching(person: Person, server: Served) -> None:
    """Watch others play."""
    place = set_up(server, positions.main(), people=4)[0]
    act(server, place, "road 41")
    watch(person, place.game)


def replayed(person: Person, server: Served) -> None:
    """Watch a replay."""
    WON(person, server)
    person.link(words("end.replay")).click()
    person.page.get_by_role("slider", name=words("replay.slider")).fill("1")


def in_room(person: Person, server: Served) -> None:
    """Wait in a room as its host."""
    seats = [
        {"kind": "person", "name": "Ada"},
        {"kind": "open"},
        {"kind": "computer", "bot": "novice"},
        {"kind": "open"},
    ]
    received = server.ask("/api/games", {"settings": {"is_verifiable": True}, "seats": seats, "wants_token": True})
    person.context.add_cookies(
        [{"name": f"longroad_{received['game']}", "value": received["token"], "url": person.address}]
    )
    person.go(f"/game/{received['game']}")
    person.button(words("lobby.start")).wait_for()


def at_room(person: Person, server: Served) -> None:
    """Open the room of somebody else."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]
    person.go(f"/game/{server.ask('/api/games', {'seats': seats})['game']}")
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


MAIN: Final = positions.main()
WON: Final = at(positions.almost_won(), lambda person: pressing.take(person, "city 39"))

STATES: Final[dict[str, Gets]] = {
    "start": page("/", "start.presets"),
    "set-up": page("/new", "start.options_text"),
    "set-up with friends": page("/new?with=friends", "start.options_text"),
    "set-up around one screen": page("/new?with=hotseat", "start.options_text"),
    "settings": page("/settings", "pages.colours"),
    "help": page("/help", "help.words_text"),
    "a record to be opened": page("/replay", "replay.choose"),
    "nothing here": page("/nothing-here", "app.not_found"),
    "no such game": page("/game/aaaaaaaaaaaa", "pages.missing_title"),
    "room of one's own": in_room,
    "room of somebody else": at_room,
    "founding": at(None, options={"first_player": "given"}),
    "before the roll": at(positions.before_roll()),
    "main": at(MAIN),
    "building": at(MAIN, partial(pressing.choose, kind="city")),
    "why not": at(positions.before_roll(), partial(pressing.ask_why, kind="city")),
    "composing": at(MAIN, composes),
    "answered": answered,
    "answering": asked,
    "countering": countering,
    "discarding": at(positions.discarding()),
    "robber": at(positions.robber()),
    "victim": at(positions.robber(), lambda person: pressing.take(person, f"robber {positions.BUSY_HEX}")),
    **{f"card {kind}": at(MAIN, opens(kind)) for kind in ("knight", "roadbuilding", "plenty", "monopoly")},
    "card point": at(positions.main(own=f",{positions.RICH},d1v"), opens("point")),
    "year of plenty": at(MAIN, plays("plenty")),
    "monopoly": at(MAIN, plays("monopoly")),
    "free roads": at(MAIN, lambda person: pressing.take(person, "roadbuilding")),
    "waiting": at(MAIN, seat=1),
    "watching": watching,
    "disconnected": at(MAIN, lambda person: person.disconnect()),
    "help at the table": at(MAIN, types("?")),
    "everything one can do": at(MAIN, types("a")),
    "settings of the table": at(MAIN, presses("controls.settings")),
    "chat": at(MAIN, types("c")),
    "text board": at(MAIN, types("w")),
    "duel": at(positions.main("duel"), preset="duel"),
    "extension": at(positions.main("extension"), preset="extension"),
    "end": WON,
    "after the end": at(
        positions.almost_won(), lambda person: pressing.take(person, "city 39"), presses("end.view_island")
    ),
    "replay": replayed,
}
