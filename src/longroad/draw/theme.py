"""The colours of a picture, in the light and the dark theme."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

_COLOR: Final = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything that is not painted in terrain colours."""

    name: str
    deep: str  # the sea at the frame
    sea: str  # and near the island
    shallows: tuple[str, str, str]  # the water along the coast, from the outermost band
    foam: str
    wave: str
    sand: str  # the beach, and the paths between the hexes
    shore: str  # its edge
    paper: str  # tokens, harbors, labels
    paper_edge: str
    ink: str
    red: str  # of the tokens 6 and 8
    pier: str
    plank: str
    shadow: str
    shadow_strength: float
    halo: str  # around pieces
    halo_strength: float
    accent: str  # highlights and arrows
    accent_edge: str
    night: float  # how much the colours of terrain are darkened


LIGHT: Final = Theme(
    name="light",
    deep="#2c7398",
    sea="#3f8fb2",
    shallows=("#4a9abb", "#5fabc6", "#83c3d2"),
    foam="#d9eff0",
    wave="#7fbcd3",
    sand="#f3e4bd",
    shore="#cfae72",
    paper="#fbf3df",
    paper_edge="#b59a66",
    ink="#2e2a26",
    red="#c4201f",
    pier="#7b5633",
    plank="#c39a66",
    shadow="#1c2a30",
    shadow_strength=0.28,
    halo="#fff8e6",
    halo_strength=0.45,
    accent="#ff2e93",
    accent_edge="#ffffff",
    night=0.0,
)
DARK: Final = Theme(
    name="dark",
    deep="#0b1a27",
    sea="#12293b",
    shallows=("#163247", "#1c3f57", "#25506a"),
    foam="#5b8798",
    wave="#2f566f",
    sand="#8a7a58",
    shore="#5c4f36",
    paper="#efe3c6",
    paper_edge="#6d5c3a",
    ink="#211d19",
    red="#b81714",
    pier="#4d3823",
    plank="#8a6c47",
    shadow="#000000",
    shadow_strength=0.4,
    halo="#f7ecd2",
    halo_strength=0.5,
    accent="#ff3f9c",
    accent_edge="#ffffff",
    night=0.34,
)
THEMES: Final[Mapping[str, Theme]] = {theme.name: theme for theme in (LIGHT, DARK)}

NIGHT: Final = "#0c1824"
WARM_NIGHT: Final = "#2a1406"  # for what would turn green in a blue one


def mixed(color: str, other: str, part: float) -> str:
    """Mix a fraction of another colour into a colour.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(color[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in pairs)


@cache
def lit(theme: Theme, art: str, night: str = NIGHT, strength: float = 1) -> str:
    """Adapt the colours of a piece of art to a theme: in the dark theme they are darker.

    >>> lit(DARK, '<path fill="#ffffff"/>') == lit(LIGHT, '<path fill="#ffffff"/>')
    False
    """
    return _COLOR.sub(lambda color: mixed(color[0], night, strength * theme.night), art) if theme.night else art
