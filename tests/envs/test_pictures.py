"""The colours of a PNG are read whatever filters its lines have."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from longroad.envs.pictures import pixels

WIDTH, HEIGHT = 9, 11


def predicted(kind: int, left: int, up: int, corner: int) -> int:
    """Return what a filter predicts, as PNG's specification says it."""
    distance = {near: abs(left + up - corner - near) for near in (corner, up, left)}
    nearest = min((left, up, corner), key=lambda near: distance[near])
    return (0, left, up, (left + up) // 2, nearest)[kind]


def written(colors: np.ndarray, kinds: list[int]) -> bytes:
    """Write colours as a PNG whose lines have these filters."""
    padded = np.pad(colors.astype(int), ((1, 0), (1, 0), (0, 0)))
    packed = bytearray()
    for y, kind in enumerate(kinds):
        packed.append(kind)
        for x in range(WIDTH):
            for channel in range(4):
                left, up, corner = padded[y + 1, x, channel], padded[y, x + 1, channel], padded[y, x, channel]
                packed.append((padded[y + 1, x + 1, channel] - predicted(kind, left, up, corner)) % 256)
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)), (b"IDAT", zlib.compress(packed)))
    parts = [struct.pack(">I", len(data)) + name + data + struct.pack(">I", 0) for name, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_all_filters_are_undone() -> None:
    rng = np.random.default_rng(1)
    colors = rng.integers(0, 256, (HEIGHT, WIDTH, 4))
    colors[..., 3] = 255
    for kinds in ([0] * HEIGHT, [1] * HEIGHT, [2] * HEIGHT, [3] * HEIGHT, [4] * HEIGHT, [k % 5 for k in range(HEIGHT)]):
        assert (pixels(written(colors, kinds)) == colors[..., :3]).all()


def test_what_is_transparent_is_white() -> None:
    colors = np.zeros((HEIGHT, WIDTH, 4), int)
    colors[:, 1:, 3] = 128
    picture = pixels(written(colors, [4] * HEIGHT))
    assert (picture[:, 0] == 255).all()
    assert (picture[:, 1:] == 127).all()
