"""Pictures show everything that is on the board, in both themes, for every ruleset, and say it in words."""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from functools import cache
from itertools import combinations
from math import dist
from pathlib import Path
from time import process_time
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
import pytest

from longroad import Game
from longroad.core.batch import Batch
from longroad.core.island.given import Island
from longroad.core.island.setup import pips_of
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.words import GENERIC_HARBOR, TERRAIN_NAMES
from longroad.draw import COORDINATES, pieces, png, svg, terrain
from longroad.draw.board import board_of, spot_of
from longroad.draw.glyphs import GLYPHS, outline
from longroad.draw.theme import LIGHT
from longroad.draw.theme import THEMES as BY_NAME
from scripts.docs import island as island_script

SVG = "{http://www.w3.org/2000/svg}"
THEMES = tuple(BY_NAME)
BASE = State.new(Ruleset.preset("base"), 5)


@cache
def midgame(preset: str, seed: int = 3, plies: int = 700) -> State:
    batch = Batch(Ruleset.preset(preset), 1, "interpreted")
    batch.play([seed], most=plies)
    return batch.state(0)


def drawn(*args: Any, **options: Any) -> Element:
    return ElementTree.fromstring(svg(*args, **options))


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if element.get("class") == name]


def titles(root: Element, name: str) -> list[str]:
    return [element.findtext(f"{SVG}title", "") for element in of_class(root, name)]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_piece_on_the_board_is_in_the_picture(preset: str, theme: str) -> None:
    state = midgame(preset)
    root, island = drawn(state, theme=theme), state.island
    assert island.terrain is not None
    assert island.tokens is not None
    assert titles(root, "hex") == [
        f"Hex {i}: {TERRAIN_NAMES[kind]}" + (f", {token}" if token else "")
        for i, (kind, token) in enumerate(zip(island.terrain, island.tokens, strict=True))
    ]
    assert [len(of_class(token, "pip")) for token in of_class(root, "token")] == [
        pips_of(t) for t in island.tokens if t
    ]
    rates = Counter(title.split(": ", 1)[1] for title in titles(root, "harbor"))
    assert rates["3:1, any resource"] == sum(kind == GENERIC_HARBOR for _, kind in island.harbors or ())
    assert len(of_class(root, "harbor")) == len(island.harbors or ())
    assert [element.get("data-hex") for element in of_class(root, "robber")] == [str(state["robber"])]
    built = {(e.get("class"), e.get("data-site"), e.get("data-seat")) for e in root.iter() if e.get("data-site")}
    assert built == {
        ("settlement" if code <= 6 else "city", str(site), str((code - 1) % 6))
        for site, code in enumerate(state["site"])
        if code
    }
    roads = Counter(int(element.get("data-seat", -1)) for element in of_class(root, "road"))
    assert [roads[seat] for seat in range(6)] == [sum(word.bit_count() for word in words) for words in state["roads"]]
    assert sum(roads.values()) > 8


@pytest.mark.parametrize("theme", THEMES)
def test_the_ids_are_unique_and_every_reference_leads_to_one(theme: str) -> None:
    texts = [svg(midgame(preset), theme=theme, coordinates=True) for preset in ("base", "duel", "extension")]
    ids: list[str] = []
    for text in texts:
        own = re.findall(r'\bid="([^"]+)"', text)
        used = re.findall(r'href="#([^"]+)"', text) + re.findall(r"url\(#([^)]+)\)", text)
        used += re.findall(r'aria-labelledby="([^"]+)"', text)[0].split()
        assert set(used) == set(own)
        ids += own
    assert len(set(ids)) == len(ids), "several pictures fit on one page"


def test_a_picture_needs_no_font_no_script_and_nothing_from_outside() -> None:
    text = svg(midgame("base"), coordinates=True, highlight=[("hex", 1)], arrows=[(("hex", 1), ("hex", 5))])
    names = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(text).iter()}
    assert not names & {"text", "tspan", "script", "style", "image", "foreignObject", "a"}
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "~" not in text


def test_a_picture_says_in_words_what_it_shows() -> None:
    state = midgame("duel")
    root = drawn(state)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A game on the base island"
    words = root.findtext(f"{SVG}desc", "")
    assert f"The robber is on hex {state['robber']}." in words
    assert "Red (neutral): " in words
    harbor = next(path for path, kind in state.island.harbors or () if kind == 1)
    assert f"{harbor} 2:1 brick" in words
    site = next(site for site, code in enumerate(state["site"]) if code == 1)
    assert re.search(rf"Blue: .*settlements [0-9, ]*\b{site}\b", words)
    assert drawn(state, title="Six < seven & '~more'").findtext(f"{SVG}title") == "Six < seven & '~more'"


def test_a_view_looks_like_its_state() -> None:
    state = midgame("base")
    assert svg(state.view(0)) == svg(state.view()) == svg(state)


def test_games_and_views_of_the_library_are_drawn_as_they_are() -> None:
    game = Game("beginner", seed=7)
    assert svg(game) == svg(game.view(1)) == svg(game.seen) == game.svg()
    assert png(game, size=64) == game.png(size=64)


def test_an_island_looks_like_a_game_that_begins_on_it() -> None:
    assert svg(BASE.island) == svg(BASE)


def test_drawing_changes_nothing_and_always_gives_the_same() -> None:
    state = midgame("base")
    before = state.to_bytes()
    assert svg(state, coordinates=True) == svg(state, coordinates=True)
    assert state.to_bytes() == before


def test_an_island_can_be_drawn_before_it_is_laid() -> None:
    root = drawn(Island("extension"), coordinates=True)
    assert titles(root, "hex") == [f"Hex {i}: land" for i in range(30)]
    assert [of_class(root, name) for name in ("token", "harbor", "robber", "settlement", "road")] == [[]] * 5
    assert root.findtext(f"{SVG}title") == "The extension island"


def test_six_and_eight_are_red_and_also_bolder() -> None:
    def pen(token: int) -> tuple[str, float]:
        art = pieces.token_art(LIGHT, token)
        (found,) = re.findall(r'stroke="(#\w+)" stroke-width="([\d.]+)"/>(?=<circle|$)', art)[-1:]
        return found[0], float(found[1])

    for token in (2, 3, 4, 5, 9, 10, 11, 12):
        assert pen(token)[0] != pen(6)[0] == pen(8)[0]
        assert pen(token)[1] < 0.8 * pen(6)[1]


# --- colour vision deficiencies ---

# Machado, Oliveira and Fernandes (2009), at full strength, on linear light.
SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def perceived(color: str, sight: str) -> tuple[float, float, float]:
    """Return a colour as lightness and two hues (CIE L*a*b*) as someone sees it."""
    light = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in light]
    r, g, b = (min(max(sum(m * c for m, c in zip(row, linear, strict=True)), 0), 1) for row in SIGHT[sight])
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(color: str, other: str, sight: str) -> float:
    return dist(perceived(color, sight), perceived(other, sight))


@pytest.mark.parametrize("sight", SIGHT)
def test_seats_differ_in_all_eyes(sight: str) -> None:
    for color, other in combinations(pieces.SEAT_COLORS, 2):
        assert difference(color, other, sight) > 20, (color, other)


@pytest.mark.parametrize("sight", SIGHT)
def test_terrain_differs_in_all_eyes(sight: str) -> None:
    grounds = [terrain.GROUNDS[kind][0] for kind in range(6)]
    for color, other in combinations(grounds, 2):
        assert difference(color, other, sight) > 12, (color, other)


@pytest.mark.parametrize("theme", THEMES)
def test_colour_is_never_alone(theme: str) -> None:
    grounds = [re.sub(r"#[0-9a-f]{6}", "", terrain.art(BY_NAME[theme], kind)) for kind in range(6)]
    assert len(set(grounds)) == 6, "pattern and icon tell terrain apart"
    marks = [re.sub(r"#[0-9a-f]{6}", "", pieces.mark(seat, 0, 0, 1)) for seat in range(6)]
    assert len(set(marks)) == 6, "and marks the seats"


# --- sizes, coordinates, highlights, arrows ---


@pytest.mark.parametrize("size", [16, 240, 1600])
def test_the_size_is_the_width(size: int) -> None:
    root = drawn(BASE, size=size)
    width, height = (float(part) for part in root.get("viewBox", "").split()[2:])
    assert root.get("width") == str(size)
    assert int(root.get("height", 0)) == round(size * height / width)


@pytest.mark.parametrize(("preset", "counts"), [("base", (19, 54, 72, 9)), ("extension", (30, 80, 109, 11))])
def test_every_place_has_its_number(preset: str, counts: tuple[int, ...]) -> None:
    state = midgame(preset)
    root = drawn(state, coordinates=True)
    for kind, count in zip(COORDINATES, counts, strict=True):
        (group,) = of_class(root, kind)
        written = [label.findtext(f"{SVG}title") for label in group]
        harbors = [path for path, _ in state.island.harbors or ()]
        assert written == [str(number) for number in (harbors if kind == "harbors" else range(count))]
        assert len(written) == count


def test_coordinates_can_be_chosen() -> None:
    root = drawn(BASE, coordinates={"sites", "paths"})
    assert [len(of_class(root, kind)) for kind in COORDINATES] == [0, 1, 1, 0]
    assert svg(BASE, coordinates="sites") == svg(BASE, coordinates=["sites"])
    assert svg(BASE, coordinates=()) == svg(BASE)


def test_highlights_and_arrows_are_where_they_were_asked_for() -> None:
    harbor = (BASE.island.harbors or ())[0][0]
    places = [("site", 17), ("path", 33), ("hex", 9), ("harbor", harbor)]
    root = drawn(BASE, highlight=places, arrows=[(("hex", 9), ("hex", 4)), (("site", 17), ("path", 33))])
    where = {element.get("transform") for element in of_class(root, "highlight")}
    board = board_of(BASE)
    assert where == {"translate({:g} {:g})".format(*(round(c, 2) for c in spot_of(board, place))) for place in places}
    assert len(of_class(root, "arrow")) == 2


@pytest.mark.parametrize("ends", [("site", "path"), ("path", "hex"), ("harbor", "site")])
def test_arrows_between_any_kinds_of_places(ends: tuple[str, str]) -> None:
    assert "nan" not in svg(BASE, arrows=[((ends[0], 0), (ends[1], 1))])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "size=0: expected a whole number from 16 to 10000"),
        ({"size": True}, "size=True"),
        ({"size": 2.5}, "size=2.5"),
        ({"theme": "sepia"}, "theme='sepia': expected one of light, dark"),
        ({"theme": ["light"]}, "theme=['light']"),
        ({"coordinates": {"roads"}}, "expected True, False or some of hexes, sites, paths, harbors"),
        ({"coordinates": 7}, "coordinates=7: expected True, False or some of hexes"),
        ({"coordinates": None}, "coordinates=None: expected True, False"),
        ({"highlight": [("site", 54)]}, "highlight: ('site', 54): expected a number from 0 to 53"),
        ({"highlight": [("hex", -1)]}, "expected a number from 0 to 18"),
        ({"highlight": [("path", True)]}, "expected a number from 0 to 71"),
        ({"highlight": [("harbor", 7)]}, "expected the coast path of a harbor"),
        ({"highlight": ["site 17"]}, "expected a pair of hex, site, path, harbor and a number"),
        ({"highlight": [(["site"], 17)]}, "expected a pair"),
        ({"highlight": 17}, "highlight=17"),
        ({"arrows": [("hex", 9)]}, "expected a pair of hex"),
        ({"arrows": [5]}, "arrows: 5: expected a pair of places"),
        ({"arrows": [(("hex", 9), ("hex", 9))]}, "an arrow leads to another place"),
        ({"title": "line\nbreak"}, "expected text without control characters"),
        ({"title": 5}, "title=5"),
    ],
)
def test_bad_arguments_are_refused_with_what_was_possible(options: dict[str, Any], message: str) -> None:
    for draw in (svg, png):
        with pytest.raises(ValueError, match=re.escape(message)):
            draw(BASE, **options)


def test_numbers_of_any_whole_type_are_taken() -> None:
    assert svg(BASE, size=np.int64(64), highlight=[("site", np.int8(17))]) == svg(  # type: ignore[arg-type,list-item]
        BASE, size=64, highlight=[("site", 17)]
    )


def test_only_boards_can_be_drawn() -> None:
    with pytest.raises(ValueError, match="'an island': expected a game, a view, a state or an island"):
        svg("an island")  # type: ignore[arg-type]


# --- PNG ---


def pixels(data: bytes) -> tuple[int, int, bytes]:
    """Read the width, height and filtered lines of a PNG."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    packed, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    return width, height, zlib.decompress(packed)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("preset", ["base", "extension"])
def test_a_png_has_the_size_asked_for_and_shows_something(preset: str, theme: str) -> None:
    state = midgame(preset)
    root = drawn(state, size=240)
    width, height, lines = pixels(png(state, size=240, theme=theme))
    assert (str(width), str(height)) == (root.get("width"), root.get("height"))
    assert len(set(lines)) > 200


def test_themes_coordinates_and_highlights_reach_the_png() -> None:
    pictures = (
        png(BASE, size=64),
        png(BASE, size=64, theme="dark"),
        png(BASE, size=64, coordinates=True),
        png(BASE, size=64, highlight=[("hex", 3)]),
        png(BASE, size=64, arrows=[(("hex", 3), ("hex", 12))]),
    )
    assert len(set(pictures)) == 5
    assert png(BASE, size=64) == pictures[0]


# --- lettering, documents, speed ---


def test_every_number_can_be_lettered() -> None:
    assert set("0123456789:") == set(GLYPHS)
    assert len({outline(str(number), 9) for number in range(110)}) == 110


def test_the_pictures_of_the_documents_are_drawn_with_today_s_art(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert island_script.stale_pictures() == [], "run: python -m scripts.docs.island"


def test_a_stale_picture_is_noticed_and_drawn_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    assert island_script.main(["--check"]) == 1
    assert island_script.main([]) == 0
    assert island_script.main(["--check"]) == 0
    assert len(list((tmp_path / "docs").glob("*.svg"))) == 3


def test_a_drawing_is_fast() -> None:
    state = midgame("extension")
    svg(state)
    times = []
    for _ in range(5):
        start = process_time()
        svg(state)
        times.append(process_time() - start)
    assert min(times) < 0.02
