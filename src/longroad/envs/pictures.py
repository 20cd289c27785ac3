"""Pictures of a game for environments: an array of colours, SVG or text, drawn by `longroad.draw`."""

from __future__ import annotations

import struct
import zlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from longroad.core.state import State
from longroad.draw import png, svg
from longroad.draw.text import draw as draw_text

MODES: Final = ("human", "rgb_array", "ansi", "svg")
WIDTH: Final = 320  # pixels of an array
CHANNELS: Final = 4  # of a PNG with transparency, one byte each


def checked_mode(mode: str | None) -> str | None:
    """Return a render mode. Raises `ValueError` for one that does not exist."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode={mode!r}: expected one of {', '.join(MODES)}")
    return mode


def render(state: State, mode: str) -> Any:
    """Draw the public view of a state; the mode `human` prints it.

    >>> from longroad.core.ruleset import Ruleset
    >>> render(State.new(Ruleset()), "rgb_array").shape
    (281, 320, 3)
    """
    view = state.view()
    if mode == "rgb_array":
        return pixels(png(view, size=WIDTH))
    if mode == "svg":
        return svg(view)
    text = draw_text(view, color=mode == "human")
    return print(text) if mode == "human" else text


def pixels(picture: bytes) -> NDArray[np.uint8]:
    """Return the colours of a PNG of 8 bits with transparency, as `draw.png` makes it: (row, column, channel)."""
    width, height = struct.unpack(">II", picture[16:24])
    packed = zlib.decompress(b"".join(_image_parts(picture)))
    lines = np.frombuffer(packed, np.uint8).reshape(height, CHANNELS * width + 1)
    colors = _unfiltered(lines[:, 0], lines[:, 1:].reshape(height, width, CHANNELS))
    opacity = colors[..., 3:].astype(np.uint16)
    blended = (colors[..., :3] * opacity + 255 * (255 - opacity)) // 255  # on white
    result: NDArray[np.uint8] = blended.astype(np.uint8)
    return result


def _image_parts(picture: bytes) -> list[bytes]:
    """Return the parts of a PNG that hold its pixels."""
    parts, at = [], 8
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        if kind == b"IDAT":
            parts.append(picture[at + 8 : at + 8 + length])
        at += 12 + length
    return parts


def _unfiltered(kinds: NDArray[np.uint8], filtered: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Undo the filters of the lines: each byte was predicted from those to the left, above, and above to the left.

    All of these lie on the two diagonals before, so whole diagonals are computed at once.
    """
    height, width, _ = filtered.shape
    y, x = np.mgrid[:height, :width]
    skewed = np.zeros((height + width, height, CHANNELS), np.int16)  # (diagonal, row, channel)
    skewed[x + y, y] = filtered
    out = np.zeros((height + width + 2, height + 1, CHANNELS), np.int16)  # two diagonals and a row before, of zeros
    for n in range(height + width - 1):
        first, end = max(0, n - width + 1), min(height, n + 1)
        left, up, corner = out[n + 1, first + 1 : end + 1], out[n + 1, first:end], out[n, first:end]
        guesses = (np.zeros_like(left), left, up, (left + up) >> 1, _nearest(left, up, corner))
        guess = np.choose(kinds[first:end, None], guesses)
        out[n + 2, first + 1 : end + 1] = (skewed[n, first:end] + guess) & 255
    result: NDArray[np.int16] = out[x + y + 2, y + 1]
    return result


def _nearest(left: NDArray[np.int16], up: NDArray[np.int16], corner: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return which of three neighbors is nearest to left + up - corner (Paeth's predictor)."""
    to_left, to_up, to_corner = np.abs(up - corner), np.abs(left - corner), np.abs(left + up - 2 * corner)
    return np.where((to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner))
