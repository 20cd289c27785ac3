"""Takes pictures of every page and state, in light and dark, on a telephone and at a desk, into build/screens.

python -m scripts.screens [--only NAME ... | --readme] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Error, sync_playwright

from longroad.bench.chromium import FLAGS, find_chromium
from longroad.bench.serving import Served, serving
from scripts.screens import around  # noqa: F401 - registers its scenes
from scripts.screens.scenes import SCENES, Scene, at, scene
from tests.browser import hands, positions
from tests.browser.person import Person
from tests.browser.setting import act, set_up, sit, watch
from tests.browser.words import words

ROOT: Final = Path(__file__).parents[2]
HOUSE: Final = (sys.executable, "-m", "tests.browser.house")
SIZES: Final = {"desk": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
CARDS: Final = ("knight", "roadbuilding", "plenty", "monopoly")
README: Final = {  # what the README shows: a picture's name, its scene and its variant
    "start": ("start", "desk-light"),
    "table": ("mid-game", "desk-light"),
    "trade": ("mid-game-trade", "desk-dark"),
    "phone": ("mid-game", "phone-dark"),
}
MID_GAME: Final = (  # from a game of four novices
    "v2/base,first_player:given/full/b8w3g6.l10g4w9g2.dw5b11g10l5.o9l6o3b8.o12l11w4,0a.3a.17b.18a.38w.49g.61a.66l.69o/"
    "robber:13/0:s22.23.34.43,r25.26.42.50.55,h1b3l1w1o,d1k1r,k2/1:s35.44,c31,r43.46.51.57.63.67,h3b2l4g,k1/"
    "2:s4.10.12.24,r7.9.12.16.21.29.36,h1b1l1g,d1v,k1/3:s9.41.49,r14.15.59.60.61.64,h1b2w1o,k2/"
    "bank:13b13l16w14g17o/stack:7k1r2p1m4v/longest:1/turn:0.45/phase:before-roll/chances:65"
)

TO_WEBP: Final = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const written = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  const bytes = new Uint8Array(await written.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}"""


# --- the table ---


@scene
def founding(person: Person, house: Served) -> None:
    """Choosing the first site."""
    at(person, house, None, preset="base", options={"first_player": "given"})


@scene
def your_turn(person: Person, house: Served) -> None:
    """The roll is yours."""
    at(person, house, positions.before_roll())


def _is_on_turn(person: Person) -> bool:
    """Whether the next turn has come; offers are refused until then."""
    if person.decision_actions("refuse"):
        hands.take(person, "refuse")
    return bool(person.decision_actions("roll"))


@scene
def since(person: Person, house: Served) -> None:
    """Everybody else has played, and the roll is yours again."""
    begin = positions.position("base", "turn:0.13/phase:before-roll", ",h1b1l")
    at(person, house, begin, script=("rolled 4+4",), bot="novice")
    for action in ("roll", "end"):
        hands.take(person, action)
    person.until(lambda: _is_on_turn(person), "your next turn", 90)
    person.page.mouse.move(0, 0)


@scene
def main(person: Person, house: Served) -> None:
    """After the roll, with everything at hand."""
    at(person, house, positions.main())


@scene
def mid_game(person: Person, house: Served) -> None:
    """In the middle of a game: dice were rolled, and an offer was answered."""
    place = set_up(house, MID_GAME, ["rolled 4+5"], bot="novice")[0]
    act(house, place, "roll")
    act(house, place, "offer 1 lumber for 1 grain to 1 2 3")
    sit(person, place)
    person.until(lambda: not (person.snapshot.get("offer") or {}).get("waiting"), "the answers", 30)
    person.page.wait_for_timeout(1500)  # for what somebody would rather give


@scene
def mid_game_trade(person: Person, house: Served) -> None:
    """The same while an offer is put together."""
    mid_game(person, house)
    hands.compose(person, {"lumber": 2}, {"grain": 1})


@scene
def building(person: Person, house: Served) -> None:
    """The places of a road are lit."""
    at(person, house, positions.main())
    hands.choose(person, "road")


@scene
def why(person: Person, house: Served) -> None:
    """A button that is not lit tells which rule stands in the way."""
    at(person, house, positions.before_roll())
    actions = person.page.get_by_role("group", name=words("table.actions"))
    actions.get_by_role("button", name=hands.starting(words("decision.city"))).click(force=True)
    person.page.get_by_role("alertdialog").wait_for()


@scene
def table_menu(person: Person, house: Served) -> None:
    """What can be set at the table."""
    at(person, house, positions.main())
    person.press(words("controls.settings"))


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
def six(person: Person, house: Served) -> None:
    """The extension, with six."""
    at(person, house, positions.main("extension"), preset="extension")


@scene
def duel(person: Person, house: Served) -> None:
    """Two against each other, and two neutrals."""
    at(person, house, positions.main("duel"), preset="duel")


# --- taking them ---


def variants() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each size in each theme."""
    for size, viewport in SIZES.items():
        for theme in THEMES:
            wishes: dict[str, Any] = {"viewport": viewport, "color_scheme": theme, "reduced_motion": "reduce"}
            if size == "phone":
                wishes |= {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
            yield f"{size}-{theme}", wishes


def picture(
    browser: Browser, house: Served, name: str, variant: str, wishes: dict[str, Any]
) -> tuple[bytes, list[str]]:
    """Take the picture of a scene in one variant; give it, and what went wrong."""
    wrong = []
    person = Person(browser.new_context(**wishes), house.address)
    try:
        SCENES[name](person, house)
        person.page.wait_for_timeout(300)
    except (AssertionError, Error, RuntimeError, KeyError) as error:
        wrong.append(f"{name}, {variant}: {str(error).splitlines()[0][:300]}")
    taken = person.page.screenshot()
    wrong += [f"{name}, {variant}: {trouble[:200]}" for trouble in person.troubles]
    person.context.close()
    return taken, wrong


def take(browser: Browser, house: Served, names: Sequence[str], out: Path) -> list[str]:
    """Take all pictures of scenes; give what went wrong."""
    wrong = []
    for name in names:
        print(name, flush=True)
        for variant, wishes in variants():
            taken, troubles = picture(browser, house, name, variant, wishes)
            (out / f"{name}-{variant}.png").write_bytes(taken)
            wrong += troubles
    print(f"{4 * len(names)} pictures in {out}")
    return wrong


def take_for_readme(browser: Browser, house: Served, out: Path) -> list[str]:
    """Take the pictures of the README, small enough for a repository; give what went wrong."""
    wrong = []
    wishes = dict(variants())
    for name, (shown, variant) in README.items():
        taken, troubles = picture(browser, house, shown, variant, wishes[variant])
        (out / f"{name}.webp").write_bytes(as_webp(browser, taken))
        wrong += troubles
    print(f"{len(README)} pictures in {out}")
    return wrong


def as_webp(browser: Browser, png: bytes) -> bytes:
    """Convert a picture to WebP in the browser, which takes a fifth of the bytes."""
    page = browser.new_page()
    written: str = page.evaluate(TO_WEBP, base64.b64encode(png).decode())
    page.close()
    return base64.b64decode(written)


def run(arguments: list[str]) -> int:
    """Take all pictures, or those of some scenes, or those of the README, and say what could not be shown."""
    parser = argparse.ArgumentParser(description="Takes pictures of every page and state.")
    parser.add_argument("--only", nargs="+", choices=sorted(SCENES), default=list(SCENES), metavar="SCENE")
    parser.add_argument("--readme", action="store_true", help="those of the README alone, into docs/screens")
    parser.add_argument("--out", type=Path)
    wish = parser.parse_args(arguments)
    out: Path = wish.out or ROOT / ("docs" if wish.readme else "build") / "screens"
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), HOUSE) as house,
        sync_playwright() as driver,
        driver.chromium.launch(executable_path=find_chromium(), args=list(FLAGS)) as browser,
    ):
        wrong = take_for_readme(browser, house, out) if wish.readme else take(browser, house, wish.only, out)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
