"""Takes pictures of every page and state, in light and dark, on a telephone and at a desk, into build/screens.

python -m scripts.screens [--only NAME ...] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Error, sync_playwright
from tests.browser import hands, positions
from tests.browser.person import Person
from tests.browser.setting import act, set_up, sit, watch
from tests.browser.words import words

from longroad.bench.chromium import FLAGS, find_chromium
from longroad.bench.serving import Served, serving

ROOT: Final = Path(__file__).parents[1]
HOUSE: Final = (sys.executable, "-m", "tests.browser.house")
SIZES: Final = {"desk": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
CARDS: Final = ("knight", "roadbuilding", "plenty", "monopoly")

Scene = Callable[[Person, Served], None]
SCENES: dict[str, Scene] = {}


def scene(taken: Scene) -> Scene:
    """Note a scene by the name of its function."""
    SCENES[taken.__name__.replace("_", "-")] = taken
    return taken


def at(person: Person, house: Served, begin: str | None, **wishes: Any) -> None:
    """Sit down at a game that begins from a position."""
    sit(person, set_up(house, begin, **wishes)[0])
    person.page.get_by_role("main").wait_for()


# --- the pages around the table ---


@scene
def start(person: Person, house: Served) -> None:
    """Where everything begins."""
    person.go("/")
    person.button(words("start.play_now")).or_(person.page.get_by_text(words("start.play_now"))).first.wait_for()


@scene
def options(person: Person, house: Served) -> None:
    """Setting a game up."""
    person.go("/new")
    person.sees(words("start.new_title"))


@scene
def settings(person: Person, house: Served) -> None:
    """What one prefers."""
    person.go("/settings")
    person.sees(words("pages.colours"))


@scene
def how_to_play(person: Person, house: Served) -> None:
    """The help."""
    person.go("/help")


@scene
def nothing(person: Person, house: Served) -> None:
    """An address without a page."""
    person.go("/nothing-here")


@scene
def room(person: Person, house: Served) -> None:
    """A room in which people are awaited."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}, {"kind": "computer"}]
    host = house.ask("/api/games", {"settings": {"preset": "base"}, "seats": seats})
    house.ask(f"/api/games/{host['game']}/join", {"name": "Bela"})
    cookie = {"name": f"longroad_{host['game']}", "value": host["token"], "url": person.address}
    person.context.add_cookies([cookie])  # type: ignore[list-item]
    person.go(f"/game/{host['game']}")
    person.until(lambda: person.latest("room") is not None, "the room")


# --- the table ---


@scene
def founding(person: Person, house: Served) -> None:
    """Choosing the first site."""
    at(person, house, None, preset="base", options={"first_player": "given"})


@scene
def your_turn(person: Person, house: Served) -> None:
    """The roll is yours."""
    at(person, house, positions.before_roll())


@scene
def main(person: Person, house: Served) -> None:
    """After the roll, with everything at hand."""
    at(person, house, positions.main())


@scene
def building(person: Person, house: Served) -> None:
    """The places of a road are lit."""
    at(person, house, positions.main())
    hands.choose(person, "road")


@scene
def trade_composing(person: Person, house: Served) -> None:
    """An offer is put together."""
    at(person, house, positions.main(), people=2)
    hands.compose(person, {"wool": 1, "ore": 1}, {"brick": 1})


@scene
def trade_answering(person: Person, house: Served) -> None:
    """Somebody offers something."""
    places = set_up(house, positions.main(), people=2)
    act(house, places[0], "offer 1 wool for 1 brick to 1")
    sit(person, places[1])


@scene
def trade_counter(person: Person, house: Served) -> None:
    """Something else is asked for."""
    trade_answering(person, house)
    person.press(hands.ending(words("trade.counter")))


@scene
def discard(person: Person, house: Served) -> None:
    """Half of a hand goes back."""
    at(person, house, positions.discarding())


@scene
def robber(person: Person, house: Served) -> None:
    """The robber is moved."""
    at(person, house, positions.robber())


@scene
def victim(person: Person, house: Served) -> None:
    """Somebody is robbed."""
    at(person, house, positions.robber())
    hands.take(person, f"robber {positions.BUSY_HEX}")


def card_scene(card: str) -> Scene:
    """A development card is read before it is played."""

    def shown(person: Person, house: Served) -> None:
        at(person, house, positions.main())
        hands.open_card(person, card)

    return shown


SCENES.update({f"card-{card}": card_scene(card) for card in CARDS})


@scene
def waiting(person: Person, house: Served) -> None:
    """Somebody else is on turn."""
    sit(person, set_up(house, positions.main(), people=2)[1])


@scene
def watching(person: Person, house: Served) -> None:
    """Without a seat."""
    watch(person, set_up(house, positions.main(), people=2)[0].game)


@scene
def disconnected(person: Person, house: Served) -> None:
    """The network is gone."""
    at(person, house, positions.main())
    person.break_line()
    person.sees(words("table.reconnecting").split(".")[0])


@scene
def end(person: Person, house: Served) -> None:
    """Somebody has won."""
    at(person, house, positions.almost_won())
    hands.take(person, "city 39")
    person.sees(words("end.standing"))


@scene
def replay(person: Person, house: Served) -> None:
    """The game is seen again."""
    end(person, house)
    person.go(f"/game/{person.game}/replay")
    person.page.get_by_role("slider").wait_for()


@scene
def six(person: Person, house: Served) -> None:
    """The extension, with six."""
    at(person, house, positions.main("extension"), preset="extension")


@scene
def duel(person: Person, house: Served) -> None:
    """Two against each other, and two neutrals."""
    at(person, house, positions.main("duel"), preset="duel")


# --- taking them ---


def variants() -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each size in each theme."""
    for size, viewport in SIZES.items():
        for theme in THEMES:
            wishes: dict[str, Any] = {"viewport": viewport, "color_scheme": theme, "reduced_motion": "reduce"}
            if size == "phone":
                wishes |= {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
            yield f"{size}-{theme}", wishes


def take(browser: Browser, house: Served, name: str, out: Path) -> list[str]:
    """Take the pictures of a scene; give what went wrong."""
    wrong = []
    for variant, wishes in variants():
        person = Person(browser.new_context(**wishes), house.address)
        try:
            SCENES[name](person, house)
            person.page.wait_for_timeout(300)
        except (AssertionError, Error, RuntimeError, KeyError) as error:
            wrong.append(f"{name}, {variant}: {str(error).splitlines()[0][:300]}")
        person.page.screenshot(path=out / f"{name}-{variant}.png")
        wrong += [f"{name}, {variant}: {trouble[:200]}" for trouble in person.troubles]
        person.context.close()
    return wrong


def run(arguments: list[str]) -> int:
    """Take all pictures, or those of some scenes, and say what could not be shown."""
    parser = argparse.ArgumentParser(description="Takes pictures of every page and state.")
    parser.add_argument("--only", nargs="+", choices=sorted(SCENES), default=list(SCENES), metavar="SCENE")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screens")
    wish = parser.parse_args(arguments)
    wish.out.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), HOUSE) as house,
        sync_playwright() as driver,
        driver.chromium.launch(executable_path=find_chromium(), args=list(FLAGS)) as browser,
    ):
        for name in wish.only:
            print(name, flush=True)
            wrong += take(browser, house, name, wish.out)
    print("\n".join(wrong))
    print(f"{4 * len(wish.only)} pictures in {wish.out}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
