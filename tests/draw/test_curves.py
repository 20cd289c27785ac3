"""Curves: every name and every point is in the picture, and names do not cover each other."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

from longroad.draw.curves import HEIGHT, WIDTH, draw_curves

SPACE = "{http://www.w3.org/2000/svg}"


def test_curves_stay_within_the_picture() -> None:
    curves = {"one": [(0.0, 0.0), (7.0, 1.0)], "two": [(0.0, 0.5), (3.0, 0.99)], "<three>": [(0.0, 0.2)]}
    root = ElementTree.fromstring(draw_curves("A & B", curves, "hours", {"by luck": 0.25}))
    paths = [path for path in root.iter(f"{SPACE}path") if path.get("fill") == "none"]
    for path, spots in zip(paths, curves.values(), strict=True):
        places = [tuple(map(float, pair.split())) for pair in re.split("[ML]", path.get("d", ""))[1:]]
        assert len(places) == len(spots)
        assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in places)
    texts = {text.text: float(text.get("y", 0)) for text in root.iter(f"{SPACE}text")}
    assert {"A & B", "one", "two", "<three>", "hours", "by luck", "100 %"} <= set(texts)
    heights = sorted(texts[name] for name in curves)
    assert min(b - a for a, b in pairwise(heights)) >= 16
