"""Draws an island, or a position on it, as SVG or PNG.

The art is our own and needs no font: every digit is drawn. Terrain differs by ground, pattern and icon, seats by colour
and mark, so that nothing depends on colour alone. A picture describes itself in words (`<title>`, `<desc>`), has no
script and no external references; its ids begin with a hash of its content, so that many fit on one page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import blake2s
from operator import index
from typing import Any, Final, TypedDict

from longroad.draw import overlay, pieces, sea, terrain
from longroad.draw.alt_text import description_of, title_of
from longroad.draw.board import Board, Drawn, Place, board_of, coast_paths, frame_of
from longroad.draw.markup import element, number, worded
from longroad.draw.theme import THEMES, Theme

__all__ = ["COORDINATES", "LEAST_SIZE", "MOST_SIZE", "Options", "Place", "png", "svg"]

SIZE: Final = 640
LEAST_SIZE: Final = 16
MOST_SIZE: Final = 10_000
COORDINATES: Final = ("hexes", "sites", "paths", "harbors")


class Options(TypedDict, total=False):
    """The options of `svg` and `png`."""

    size: int
    theme: str
    coordinates: bool | Collection[str]
    highlight: Iterable[Place]
    arrows: Iterable[tuple[Place, Place]]
    title: str | None


def svg(
    drawn: Drawn,
    *,
    size: int = SIZE,
    theme: str = "light",
    coordinates: bool | Collection[str] = False,
    highlight: Iterable[Place] = (),
    arrows: Iterable[tuple[Place, Place]] = (),
    title: str | None = None,
) -> str:
    """Draw a game, a view, an island or a state of the core as SVG.

    The size is the width in pixels, the theme `"light"` or `"dark"`. Coordinates are the numbers of `"hexes"`,
    `"sites"` (intersections), `"paths"` and `"harbors"`, or `True` for all of them. A place is a pair such as
    `("site", 17)`, `("path", 33)`, `("hex", 9)`, or `("harbor", 5)` for the harbor at path 5. Raises `ValueError`.

    >>> from longroad import Game, Island
    >>> picture = svg(Game("base", seed=7), size=300, highlight=[("site", 17)])
    >>> picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="300"')
    True
    >>> svg(Island(), theme="sepia")
    Traceback (most recent call last):
    ...
    ValueError: theme='sepia': expected one of light, dark
    """
    board = board_of(drawn)
    return _written(
        board,
        _checked_size(size),
        _checked_theme(theme),
        _checked_coordinates(coordinates),
        [_checked_place("highlight", board, place) for place in _listed("highlight", highlight)],
        [_checked_way(board, way) for way in _listed("arrows", arrows)],
        title_of(board) if title is None else _checked_title(title),
    )


def png(
    drawn: Drawn,
    *,
    size: int = SIZE,
    theme: str = "light",
    coordinates: bool | Collection[str] = False,
    highlight: Iterable[Place] = (),
    arrows: Iterable[tuple[Place, Place]] = (),
    title: str | None = None,
) -> bytes:
    """Draw what `svg` draws as PNG, `size` pixels wide; the title is ignored. Raises `ValueError`.

    >>> from longroad import Island
    >>> png(Island(), size=32)[:4]
    b'\\x89PNG'
    """
    import resvg_py  # imported here because it is slow

    picture = svg(
        drawn, size=size, theme=theme, coordinates=coordinates, highlight=highlight, arrows=arrows, title=title
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=_checked_size(size), skip_system_fonts=True))


def _written(
    board: Board,
    size: int,
    theme: Theme,
    kinds: frozenset[str],
    places: list[Place],
    ways: list[tuple[Place, Place]],
    title: str,
) -> str:
    """Assemble the picture from the sea upwards; a `~` before an id becomes the picture's own prefix."""
    on_hexes = [place for place in places if place[0] == "hex"]
    elsewhere = [place for place in places if place[0] != "hex"]
    parts = (
        element("defs", terrain.definitions(theme, set(board.terrain)), sea.definitions(theme)),
        sea.sea(theme, board.island),
        sea.waves(theme, board),
        *sea.harbors(theme, board),
        *pieces.hexes(theme, board),
        *pieces.roads(theme, board),
        *overlay.highlights(theme, board, on_hexes),
        pieces.robber(theme, board),
        *pieces.buildings(theme, board),
        *overlay.highlights(theme, board, elsewhere),
        *overlay.coordinates(theme, board, kinds),
        *overlay.arrows(theme, board, ways),
    )
    art = "\n".join(part for part in parts if part)
    prefix = f"lr{blake2s(f'{size} {title} {art}'.encode(), digest_size=4).hexdigest()}-"
    frame = frame_of(board.island)
    return (
        element(
            "svg",
            "\n" + worded("title", title, id=f"{prefix}title"),
            "\n" + worded("desc", description_of(board), id=f"{prefix}desc"),
            "\n" + art.replace("~", prefix) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            width=size,
            height=round(size * frame.height / frame.width),
            viewBox=" ".join(map(number, (frame.left, frame.top, frame.width, frame.height))),
            role="img",
            stroke_linecap="round",
            stroke_linejoin="round",
            aria_labelledby=f"{prefix}title {prefix}desc",
        )
        + "\n"
    )


def _listed(name: str, given: Any) -> list[Any]:
    try:
        return list(given)
    except TypeError:
        raise ValueError(f"{name}={given!r}: expected a list of places") from None


def _checked_size(size: Any) -> int:
    pixels = _whole(size)
    if pixels is None or not LEAST_SIZE <= pixels <= MOST_SIZE:
        raise ValueError(f"size={size!r}: expected a whole number from {LEAST_SIZE} to {MOST_SIZE}")
    return pixels


def _whole(value: Any) -> int | None:
    """Return a whole number of any type, such as NumPy's, as an int; None for anything else."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def _checked_theme(theme: Any) -> Theme:
    if theme not in tuple(THEMES):
        raise ValueError(f"theme={theme!r}: expected one of {', '.join(THEMES)}")
    return THEMES[theme]


def _checked_coordinates(given: Any) -> frozenset[str]:
    if isinstance(given, bool):
        return frozenset(COORDINATES if given else ())
    kinds = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    if any(kind not in COORDINATES for kind in kinds):
        raise ValueError(f"coordinates={given!r}: expected True, False or some of {', '.join(COORDINATES)}")
    return frozenset(kinds)


def _checked_place(name: str, board: Board, place: Any) -> Place:
    counts = board.counts
    if not isinstance(place, tuple | list) or len(place) != 2 or place[0] not in tuple(counts):
        raise ValueError(
            f"{name}: {place!r}: expected a pair of {', '.join(counts)} and a number, such as ('site', 17)"
        )
    kind, place_number = place[0], _whole(place[1])
    if place_number is None or not 0 <= place_number < counts[kind]:
        raise ValueError(f"{name}: {place!r}: expected a number from 0 to {counts[kind] - 1}")
    if kind == "harbor" and place_number not in coast_paths(board.island):
        possible = ", ".join(map(str, coast_paths(board.island)))
        raise ValueError(f"{name}: {place!r}: expected the coast path of a harbor: {possible}")
    return kind, place_number


def _checked_way(board: Board, way: Any) -> tuple[Place, Place]:
    if not isinstance(way, tuple | list) or len(way) != 2:
        raise ValueError(f"arrows: {way!r}: expected a pair of places, such as (('hex', 9), ('hex', 4))")
    start, end = (_checked_place("arrows", board, place) for place in way)
    if start == end:
        raise ValueError(f"arrows: {way!r}: an arrow leads to another place")
    return start, end


def _checked_title(title: Any) -> str:
    if not isinstance(title, str) or not title.isprintable():
        raise ValueError(f"title={title!r:.80}: expected text without control characters")
    return title
