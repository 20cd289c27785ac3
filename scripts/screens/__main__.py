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
from tests.browser import positions, pressing
from tests.browser.person import Person
from tests.browser.setting import act, set_up, sit, watch
from tests.browser.words import words

ROOT: Final = Path(__file__).parents[2]
SERVER: Final = (sys.executable, "-m", "tests.browser.server")
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
def founding(person: Person, server: Served) -> None:
    """Choosing the first site."""
    at(person, server, None, preset="base", options={"first_player": "given"})


@scene
def your_turn(person: Person, server: Served) -> None:
    """The roll is yours."""
    at(person, server, positions.before_roll())


def _is_on_turn(person: Person) -> bool:
    """Whether the next turn has come; offers are refused until then."""
    if person.decision_actions("refuse"):
        pressing.take(person, "refuse")
    return bool(person.decision_actions("roll"))


@scene
def since(person: Person, server: Served) -> None:
    """Everybody else has played, and the roll is yours again."""
    begin = positions.position("base", "turn:0.13/phase:before-roll", ",h1b1l")
    at(person, server, begin, script=("rolled 4+4",), bot="novice")
    for action in ("roll", "end"):
        pressing.take(person, action)
    person.wait_until(lambda: _is_on_turn(person), "your next turn", 90)
    person.page.mouse.move(0, 0)


@scene
def main(person: Person, server: Served) -> None:
    """After the roll, with everything at hand."""
    at(person, server, positions.main())


@scene
def mid_game(person: Person, server: Served) -> None:
    """In the middle of a game: dice were rolled, and an offer was answered."""
    place = set_up(server, MID_GAME, ["rolled 4+5"], bot="novice")[0]
    act(server, place, "roll")
    act(server, place, "offer 1 lumber for 1 grain to 1 2 3")
    sit(person, place)
    person.wait_until(lambda: not (person.snapshot.get("offer") or {}).get("waiting"), "the answers", 30)
    person.page.wait_for_timeout(1500)  # for what somebody would rather give


@scene
def mid_game_trade(person: Person, server: Served) -> None:
    """The same while an offer is put together."""
    mid_game(person, server)
    pressing.compose(person, {"lumber": 2}, {"grain": 1})


@scene
def building(person: Person, server: Served) -> None:
    """The places of a road are lit."""
    at(person, server, positions.main())
    pressing.choose(person, "road")


@scene
def why(person: Person, server: Served) -> None:
    """A disabled button shows which rule forbids the action."""
    at(person, server, positions.before_roll())
    actions = person.page.get_by_role("group", name=words("table.actions"))
    actions.get_by_role("button", name=pressing.starting(words("decision.city"))).click(force=True)
    person.page.get_by_role("alertdialog").wait_for()


@scene
def table_menu(person: Person, server: Served) -> None:
    """What can be set at the table."""
    at(person, server, positions.main())
    person.press(words("controls.settings"))


@scene
def trade_composing(person: Person, server: Served) -> None:
    """An offer is put together."""
    at(person, server, positions.main(), people=2)
    pressing.compose(person, {"wool": 1, "ore": 1}, {"brick": 1})


@scene
def trade_answering(person: Person, server: Served) -> None:
    """Somebody offers something."""
    places = set_up(server, positions.main(), people=2)
    act(server, places[0], "offer 1 wool for 1 brick to 1")
    sit(person, places[1])


@scene
def trade_counter(person: Person, server: Served) -> None:
    """Something else is asked for."""
    trade_answering(person, server)
    person.press(pressing.ending(words("trade.counter")))


@scene
def discard(person: Person, server: Served) -> None:
    """Half of a hand goes back."""
    at(person, server, positions.discarding())


@scene
def robber(person: Person, server: Served) -> None:
    """The robber is moved."""
    at(person, server, positions.robber())


@scene
def victim(person: Person, server: Served) -> None:
    """Somebody is robbed."""
    at(person, server, positions.robber())
    pressing.take(person, f"robber {positions.BUSY_HEX}")


def card_scene(card: str) -> Scene:
    """A development card is read before it is played."""

    def shown(person: Person, server: Served) -> None:
        at(person, server, positions.main())
        pressing.open_card(person, card)

    return shown


SCENES.update({f"card-{card}": card_scene(card) for card in CARDS})


@scene
def waiting(person: Person, server: Served) -> None:
    """Somebody else is on turn."""
    sit(person, set_up(server, positions.main(), people=2)[1])


@scene
def watching(person: Person, server: Served) -> None:
    """Without a seat."""
    watch(person, set_up(server, positions.main(), people=2)[0].game)


@scene
def disconnected(person: Person, server: Served) -> None:
    """The network is gone."""
    at(person, server, positions.main())
    person.disconnect()
    person.wait_for_text(words("table.reconnecting").split(".")[0])


@scene
def end(person: Person, server: Served) -> None:
    """Somebody has won."""
    at(person, server, positions.almost_won())
    pressing.take(person, "city 39")
    person.wait_for_text(words("end.standing"))


@scene
def six(person: Person, server: Served) -> None:
    """The extension, with six."""
    at(person, server, positions.main("extension"), preset="extension")


@scene
def duel(person: Person, server: Served) -> None:
    """Two against each other, and two neutrals."""
    at(person, server, positions.main("duel"), preset="duel")


# --- taking them ---


def variants() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each size in each theme."""
    for size, viewport in SIZES.items():
        for theme in THEMES:
            options: dict[str, Any] = {"viewport": viewport, "color_scheme": theme, "reduced_motion": "reduce"}
            if size == "phone":
                options |= {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
            yield f"{size}-{theme}", options


def picture(
    browser: Browser, server: Served, name: str, variant: str, options: dict[str, Any]
) -> tuple[bytes, list[str]]:
    """Take the picture of a scene in one variant; return it, and what went wrong."""
    wrong = []
    person = Person(browser.new_context(**options), server.address)
    try:
        SCENES[name](person, server)
        person.page.wait_for_timeout(300)
    except (AssertionError, Error, RuntimeError, KeyError) as error:
        wrong.append(f"{name}, {variant}: {str(error).splitlines()[0][:300]}")
    taken = person.page.screenshot()
    wrong += [f"{name}, {variant}: {trouble[:200]}" for trouble in person.errors]
    person.context.close()
    return taken, wrong


def take(browser: Browser, server: Served, names: Sequence[str], out: Path) -> list[str]:
    """Take all pictures of scenes; return what went wrong."""
    wrong = []
    for name in names:
        print(name, flush=True)
        for variant, options in variants():
            taken, errors = picture(browser, server, name, variant, options)
            (out / f"{name}-{variant}.png").write_bytes(taken)
            wrong += errors
    print(f"{4 * len(names)} pictures in {out}")
    return wrong


def take_for_readme(browser: Browser, server: Served, out: Path) -> list[str]:
    """Take the pictures of the README, small enough for a repository; return what went wrong."""
    wrong = []
    options = dict(variants())
    for name, (shown, variant) in README.items():
        taken, errors = picture(browser, server, shown, variant, options[variant])
        (out / f"{name}.webp").write_bytes(as_webp(browser, taken))
        wrong += errors
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
    options = parser.parse_args(arguments)
    out: Path = options.out or ROOT / ("docs" if options.readme else "build") / "screens"
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), SERVER) as server,
        sync_playwright() as driver,
        driver.chromium.launch(executable_path=find_chromium(), args=list(FLAGS)) as browser,
    ):
        wrong = take_for_readme(browser, server, out) if options.readme else take(browser, server, options.only, out)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
