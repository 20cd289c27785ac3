"""Draw the pictures of the documents from the code: the layers, the phases, the island of the tutorial.

The pictures carry their own background and follow the reader's light or dark scheme. A library that lays out graphs
would need a program or a script from outside; here the boxes are placed by hand, and the arrows find free lanes.

`tables.py` writes and checks them.
"""

from __future__ import annotations

import ast
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from longroad.core.phases import PHASE_TABLE
from longroad.game.game import Game

PACKAGE = Path("src/longroad")
STYLE = """
:root { color-scheme: light dark }
.panel { fill: #f7f5ef } .box { fill: #ffffff; stroke: #b9b29f } .core { fill: #f3dcb4; stroke: #a97b2c }
.face { fill: #dcebe2; stroke: #3d7a5a } .text { fill: #23201a } .quiet { fill: #635d4f }
.line { fill: none; stroke: #6f6857 } .head { fill: #6f6857 } .chance { stroke-dasharray: 5 3 }
@media (prefers-color-scheme: dark) {
.panel { fill: #23252b } .box { fill: #30333b; stroke: #6d7280 } .core { fill: #54431f; stroke: #c79a4a }
.face { fill: #24463a; stroke: #66b08d } .text { fill: #f0ede6 } .quiet { fill: #bcb7ab }
.line { stroke: #a9a496 } .head { fill: #a9a496 }
}"""
SIZE = 14
LETTER = 0.53  # width of a letter, in sizes


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it, or so near that a line would seem to touch."""
        return self.x - 20 < x < self.right + 20 and self.y - 20 < y < self.bottom + 20


def drawing(width: float, height: float, title: str, parts: Iterable[str], size: int = SIZE) -> str:
    """Put the parts into a picture with letters of a size."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" '
        f'font-family="system-ui, Helvetica, Arial, DejaVu Sans, sans-serif" font-size="{size}" role="img">'
    )
    arrow = '<path class="head" d="M0 0 L9 4.5 L0 9 z"/>'
    marker = f'<marker id="head" refX="8" refY="4.5" markerWidth="9" markerHeight="9" orient="auto">{arrow}</marker>'
    return "\n".join(
        (
            head,
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}\n</style>",
            f"<defs>{marker}</defs>",
            rect(Box(0, 0, width, height), "panel", 14),
            *parts,
            "</svg>",
            "",
        )
    )


def rect(box: Box, kind: str, radius: float = 7) -> str:
    """Draw a box."""
    x, y, width, height = box
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"/>'


def text(x: float, y: float, words: str, kind: str = "text", more: str = "") -> str:
    """Write a line of text."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{" " + more if more else ""}>{escape(words, quote=False)}</text>'


def arrow(points: Sequence[tuple[float, float]]) -> str:
    """Draw an arrow through some points."""
    way = " L".join(f"{x:g} {y:g}" for x, y in points)
    return f'<path class="line" d="M{way}" marker-end="url(#head)"/>'


# --- the layers, from the import contract and the docstrings of the modules ---

WIDTH = 860
LEFT = 66
GAP = 10


def layers() -> list[list[str]]:
    """Read the layers that exist from the contract, topmost first."""
    settings = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    contract = next(contract for contract in settings["contracts"] if contract["type"] == "layers")
    named = ([name.strip(" ()") for name in layer.split("|")] for layer in contract["layers"])
    found = ([name for name in layer if module_file(name)] for layer in named)
    return [layer for layer in found if layer]


def module_file(name: str) -> Path | None:
    """Find the file of a module or package, if it exists."""
    files = (PACKAGE / f"{name}.py", PACKAGE / name / "__init__.py")
    return next((file for file in files if file.exists()), None)


def first_sentence(file: Path) -> str:
    """Read the first sentence of a module's docstring."""
    doc = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(doc.split("\n\n")[0].split()).split(". ")[0].rstrip(".") + "."


def architecture() -> str:
    """Draw the layers of the package."""
    parts: list[str] = []
    y = 22.0
    for layer in layers():
        width = (WIDTH - LEFT - 22 - GAP * (len(layer) - 1)) / len(layer)
        texts = [sentence_lines(name, width) for name in layer]
        height = 34 + 18 * max(map(len, texts))
        for place, (name, lines) in enumerate(zip(layer, texts, strict=True)):
            box = Box(LEFT + place * (width + GAP), y, width, height)
            parts += layer_box(name, lines, box)
        y += height + GAP
    parts += back_ends(y)
    y += 118
    parts.append(arrow([(30, 26), (30, y - 22)]))
    middle = y / 2
    parts.append(
        text(
            46,
            middle,
            "imports point downwards only",
            "quiet",
            f'text-anchor="middle" transform="rotate(-90 46 {middle:g})"',
        )
    )
    return drawing(WIDTH, y, "The layers of Longroad: each uses only what lies below it", parts)


def sentence_lines(name: str, width: float) -> list[str]:
    """Wrap the first sentence of a module's docstring into lines."""
    file = module_file(name)
    return textwrap.wrap(first_sentence(file), int((width - 24) / (13 * LETTER))) if file else []


def layer_box(name: str, lines: list[str], box: Box) -> Iterator[str]:
    """Draw a module or package of the layers."""
    file = module_file(name)
    suffix = "/" if file and file.name == "__init__.py" else ".py"
    kind = {"core": "core", "game": "face"}.get(name, "box")
    yield rect(box, kind)
    yield text(box.x + 12, box.y + 23, name + suffix, more='font-weight="600"')
    for number, line in enumerate(lines):
        yield text(box.x + 12, box.y + 42 + 18 * number, line, "quiet", 'font-size="13"')


BACK_ENDS = (
    ("interpreted", "plain Python over lists", "starts at once"),
    ("compiled", "Numba, for the processor", "millions of actions a second"),
    ("on a GPU", "a CUDA kernel", "one game a thread"),
)


def back_ends(y: float) -> Iterator[str]:
    """Draw the three ways in which the core runs."""
    yield text(LEFT, y + 16, "The same rule functions run in three ways:", "quiet", 'font-size="13"')
    width = (WIDTH - LEFT - 22 - 2 * GAP) / 3
    for place, (name, what, how) in enumerate(BACK_ENDS):
        box = Box(LEFT + place * (width + GAP), y + 28, width, 70)
        yield rect(box, "core")
        yield text(box.x + 12, box.y + 23, name, more='font-weight="600"')
        yield text(box.x + 12, box.y + 42, what, "quiet", 'font-size="13"')
        yield text(box.x + 12, box.y + 59, how, "quiet", 'font-size="13"')


# --- the phases ---

# Where the phases stand. Two pillars, the two halves of a turn; between them what can happen in either.
PLACES = {
    "roll for start": Box(24, 46, 150, 46),
    "found settlement": Box(24, 128, 150, 46),
    "found road": Box(24, 210, 150, 46),
    "before roll": Box(212, 46, 112, 660),
    "dice roll": Box(398, 46, 260, 46),
    "discarding": Box(398, 128, 168, 46),
    "robber moves": Box(398, 210, 260, 46),
    "victim choice": Box(398, 292, 142, 46),
    "theft": Box(570, 292, 88, 46),
    "free road": Box(398, 374, 260, 40),
    "neutral build": Box(398, 450, 260, 40),
    "forced take": Box(398, 526, 260, 40),
    "forced give": Box(398, 602, 260, 40),
    "main": Box(732, 46, 112, 660),
    "card draw": Box(902, 374, 114, 46),
    "special building": Box(212, 752, 804, 46),
}
END = "over"
LEGEND = (
    (160, "↺", "may follow itself"),
    (336, "↩", "back to before roll or main, whence it came"),
    (728, "◆", "the game may end here"),
    (24, "⬚", "chance acts"),
)


def phases() -> str:
    """Draw which phase can follow which."""
    names = [phase.name for phase in PHASE_TABLE]
    follows = {phase.name: [names[place] for place in phase.follows] for phase in PHASE_TABLE}
    returning = {name for name in names if returns(name, follows)}
    lanes = Lanes()
    ways = [
        lanes.way(name, follower)
        for name in names
        for follower in follows[name]
        if follower not in (name, END) and not (name in returning and follower in ("before roll", "main"))
    ]
    chance = {phase.name for phase in PHASE_TABLE if phase.who == "chance"}
    boxes = [
        part for name in names if name != END for part in phase_box(name, follows[name], name in returning, chance)
    ]
    legend = [text(x, 836, f"{sign} {words}", "quiet") for x, sign, words in LEGEND]
    return drawing(1040, 858, "The phases of a game and what can follow each", [*boxes, *map(arrow, ways), *legend], 16)


def returns(name: str, follows: dict[str, list[str]]) -> bool:
    """Whether a phase interrupts either half of a turn and returns to it."""
    before, after = reached("before roll", follows), reached("main", follows)
    return {"before roll", "main"} <= set(follows[name]) and name in before & after


def reached(start: str, follows: dict[str, list[str]]) -> set[str]:
    """List what can follow a half of a turn before the other half does."""
    found: set[str] = set()
    queue = [start]
    while queue:
        for follower in follows[queue.pop()]:
            if follower not in found and follower not in ("before roll", "main"):
                found.add(follower)
                queue.append(follower)
    return found


def phase_box(name: str, follows: list[str], is_returning: bool, chance: set[str]) -> Iterator[str]:
    """Draw a phase with its signs."""
    box = PLACES[name]
    kind = "face" if name in ("before roll", "main") else "box"
    yield rect(box, f"{kind} chance" if name in chance else kind)
    signs = " ".join(
        sign for sign, is_so in (("↺", name in follows), ("↩", is_returning), ("◆", END in follows)) if is_so
    )
    middle = box.x + box.width / 2
    y = box.y + box.height / 2 + 5
    if box.height > 100:
        yield text(middle, y - 12, name, more='text-anchor="middle" font-weight="600"')
        yield text(middle, y + 12, signs, "quiet", 'text-anchor="middle"')
    else:
        label = f"{name}  {signs}" if signs else name
        yield text(middle, y, label, more='text-anchor="middle"')


class Lanes:
    """Finds straight ways between boxes that touch neither another box nor each other."""

    def __init__(self) -> None:
        self.taken: list[tuple[float, float, float, float]] = []

    def way(self, name: str, follower: str) -> list[tuple[float, float]]:
        """Find a way from one box to another; raises `ValueError` if the boxes stand in each other's way."""
        for start, end in candidates(PLACES[name], PLACES[follower]):
            if self.is_free(start, end, {name, follower}):
                self.taken.append((*start, *end))
                return [start, end]
        raise ValueError(f"no straight way from {name!r} to {follower!r}: move the boxes")

    def is_free(self, start: tuple[float, float], end: tuple[float, float], ends: set[str]) -> bool:
        """Whether a way meets neither another box nor another way along itself."""
        others = [box for name, box in PLACES.items() if name not in ends]
        points = [(start[0] + (end[0] - start[0]) * k / 40, start[1] + (end[1] - start[1]) * k / 40) for k in range(41)]
        if any(box.holds(*point) for box in others for point in points):
            return False
        return not any(is_along((*start, *end), taken) for taken in self.taken)


def is_along(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Whether two straight ways run side by side too near."""
    for axis in (0, 1):
        is_same = one[axis] == one[axis + 2] and other[axis] == other[axis + 2] and abs(one[axis] - other[axis]) < 12
        low, high = sorted((one[1 - axis], one[3 - axis]))
        other_low, other_high = sorted((other[1 - axis], other[3 - axis]))
        if is_same and low <= other_high and other_low <= high:
            return True
    return False


def candidates(start: Box, end: Box) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield straight ways between two boxes, the most central first: across if they stand side by side, else down."""
    low, high = max(start.y, end.y), min(start.bottom, end.bottom)
    for y in from_middle(low + 8, high - 8):
        yield ((start.right, y), (end.x, y)) if start.x < end.x else ((start.x, y), (end.right, y))
    low, high = max(start.x, end.x), min(start.right, end.right)
    for x in from_middle(low + 10, high - 10):
        yield ((x, start.bottom), (x, end.y)) if start.y < end.y else ((x, start.y), (x, end.bottom))


def from_middle(low: float, high: float) -> Iterator[float]:
    """Yield places between two bounds, from the middle outwards."""
    middle, step = (low + high) / 2, 0.0
    while step <= (high - low) / 2:
        yield from (middle - step, middle + step)
        step += 7


# --- the logo ---


def logo() -> str:
    """Draw a hexagon with a road along three of its sides."""
    corners = [(32, 3), (57, 17.5), (57, 46.5), (32, 61), (7, 46.5), (7, 17.5)]
    around = " ".join(f"{x:g},{y:g}" for x, y in corners)
    road = " ".join(f"{x:g},{y:g}" for x, y in (corners[5], corners[4], corners[3], corners[2]))
    line = f'<polyline points="{road}" fill="none" stroke-linejoin="round" stroke-linecap="round" '
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img">',
            "<title>Longroad</title>",
            f'<polygon points="{around}" fill="#e8c77d" stroke="#8a6420" stroke-width="3" stroke-linejoin="round"/>',
            f'{line}stroke="#fbf7ec" stroke-width="9"/>',
            f'{line}stroke="#b5402c" stroke-width="6"/>',
            '<path d="M24 38 V27 L32 20 L40 27 V38 z" fill="#b5402c" stroke="#fbf7ec" stroke-width="2"/>',
            "</svg>",
            "",
        )
    )


def tutorial_island() -> str:
    """Draw the island that the tutorial plays on, with its numbers."""
    return Game("base", players=3, seed=5).svg(coordinates=["sites", "paths"])


PICTURES = {
    Path("docs/architecture.svg"): architecture,
    Path("docs/phases.svg"): phases,
    Path("docs/logo.svg"): logo,
    Path("docs/tutorial-island.svg"): tutorial_island,
}
