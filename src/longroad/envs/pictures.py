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
    rows = np.zeros((height, CHANNELS * width), np.uint8)
    above = bytes(CHANNELS * width)
    for y in range(height):
        start = y * (CHANNELS * width + 1)
        above = _unfiltered(packed[start], packed[start + 1 : start + 1 + CHANNELS * width], above)
        rows[y] = np.frombuffer(above, np.uint8)
    colors = rows.reshape(height, width, CHANNELS).astype(np.uint16)
    opacity = colors[..., 3:]
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


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    """Undo the filter of a line: each byte was predicted from those to the left, above, and above to the left."""
    if kind == 0:
        return line
    if kind == 2:
        total: NDArray[np.uint8] = np.frombuffer(line, np.uint8) + np.frombuffer(above, np.uint8)
        return total.tobytes()
    out = bytearray(CHANNELS) + bytearray(len(line))  # nothing to the left of the first pixel
    shifted = bytes(CHANNELS) + above
    for i, (value, up) in enumerate(zip(line, above, strict=True)):
        left = out[i]
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) >> 1
        else:
            guess = _nearest(left, up, shifted[i])
        out[i + CHANNELS] = (value + guess) & 255
    return bytes(out[CHANNELS:])


def _nearest(left: int, up: int, corner: int) -> int:
    """Return which of three neighbors is nearest to left + up - corner (Paeth's predictor)."""
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner
