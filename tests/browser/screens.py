"""Measures what is on the screen: what a tap would hit, what is cut off, and how large targets are."""

from __future__ import annotations

import math
from typing import Any, Final

from playwright.sync_api import ViewportSize

from tests.browser.person import Person

# Telephones with the bars of their browser, upright and on their side.
UPRIGHT: Final[tuple[ViewportSize, ...]] = ({"width": 390, "height": 664}, {"width": 360, "height": 640})
ON_SIDE: Final[tuple[ViewportSize, ...]] = ({"width": 664, "height": 390}, {"width": 844, "height": 390})
SMALLEST: Final[ViewportSize] = {"width": 320, "height": 568}
TARGET: Final = 44  # pixels
OFF_COAST: Final = 45  # from a coast path to its harbor, in units of the drawing

# What lies over a site or harbor, by its number; a point of the island is hit where nothing lies over it.
COVERED: Final = """([sites, harbors]) => {
  const board = document.getElementById("board");
  const matrix = board.getScreenCTM();
  const found = [];
  for (const [kind, spots] of [["site", sites], ["harbor", harbors]])
    spots.forEach(([x, y], number) => {
      const at = new DOMPoint(x, y).matrixTransform(matrix);
      const hit = document.elementFromPoint(at.x, at.y);
      const over = hit ? hit.outerHTML.slice(0, 120) : "off the screen";
      if (!hit || !board.contains(hit)) found.push(`${kind} ${number}: ${over}`);
    });
  return found;
}"""
# Targets that are smaller than a finger: a press 21 pixels off their middle hits something else. What is scrolled out
# of sight does not count, nor do sites, where a second tap confirms.
SMALL: Final = """([size, within]) => {
  const half = size / 2 - 1;
  const kinds = "button, a[href], input, select, summary, [role=button], [role=tab]";
  const seen = [...document.querySelectorAll(`${within} :is(${kinds})`)];
  return seen.flatMap((one) => {
    if (one.dataset.place || one.disabled) return [];
    const target = one.matches("input") ? (one.closest("label") ?? one) : one;
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hits = (right, down) => target.contains(document.elementFromPoint(x + right, y + down));
    if (box.width === 0 || !hits(0, 0)) return [];
    const is_large = box.width >= size && box.height >= size;
    const is_hit = hits(-half, 0) && hits(half, 0) && hits(0, -half) && hits(0, half);
    const size_of = `${box.width.toFixed()}x${box.height.toFixed()}`;
    return is_large || is_hit ? [] : [`${size_of} ${target.outerHTML.slice(0, 140)}`];
  });
}"""
# What must be scrolled to: the page itself, and parts of the table that lie outside of the window.
SCROLLED: Final = """() => {
  const root = document.documentElement;
  const found = [];
  if (root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollHeight} pixels high`);
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} pixels wide`);
  const parts = "button, a, [role=status], .hand, .player, .bank > *";
  for (const one of document.querySelectorAll(`.game :is(${parts})`)) {
    const box = one.getBoundingClientRect();
    const is_out = box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1;
    if (box.width && is_out && !one.closest("dialog, [popover], .log, .chat, .trade"))
      found.push(`${one.outerHTML.slice(0, 120)} ends at ${box.right.toFixed()},${box.bottom.toFixed()}`);
  }
  return found;
}"""
# Elements whose content is wider than they are, and targets that end beyond the window, unless a row can be swiped.
SPILLED: Final = """(selector) => {
  const shown = [...document.querySelectorAll(selector)].filter((one) => one.getBoundingClientRect().width > 0);
  const wide = shown.filter((one) => one.scrollWidth > one.clientWidth + 1);
  const targets = [...document.querySelectorAll(`${selector} :is(button, input, a)`)];
  const isSwiped = (one) => one.closest(".phrases") !== null;
  const out = targets.filter((one) => !isSwiped(one) && one.getBoundingClientRect().right > innerWidth + 1);
  return [...wide, ...out].map((one) => `${one.outerHTML.slice(0, 120)} is too wide`);
}"""
# Elements that lie over each other, of those that should be side by side.
OVERLAPS: Final = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]);
  const shown = boxes.filter(([, box]) => box.width > 0);
  return shown.flatMap(([one, a], i) => shown.slice(i + 1).flatMap(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 1 && down > 1 ? [`${one.className} and ${other.className}`] : [];
  }));
}"""


def touch(viewport: ViewportSize) -> dict[str, Any]:
    """Return the options of a person with a telephone."""
    return {"viewport": viewport, "has_touch": True, "is_mobile": True}


def covered(person: Person) -> list[str]:
    """Return the sites and harbors of the island that something lies over, or that are off the screen."""
    geometry = person.latest("geometry")
    harbors = [_off_the_coast(geometry, path) for path, _ in geometry["harbors"]]
    found: list[str] = person.page.evaluate(COVERED, [geometry["sites"], harbors])
    return found


def _off_the_coast(geometry: dict[str, Any], path: int) -> tuple[float, float]:
    """Return where a harbor is drawn: off its coast path, away from the land."""
    ends = [geometry["sites"][end] for end in geometry["paths"][path]]
    middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
    land = min(geometry["hexes"], key=lambda hex_: math.dist(hex_, middle))
    part = 1 + OFF_COAST / math.dist(land, middle)
    return land[0] + part * (middle[0] - land[0]), land[1] + part * (middle[1] - land[1])


def small_targets(person: Person, within: str = "body") -> list[str]:
    """Return the targets that a finger misses."""
    found: list[str] = person.page.evaluate(SMALL, [TARGET, within])
    return found


def out_of_sight(person: Person) -> list[str]:
    """Return what one must scroll to."""
    found: list[str] = person.page.evaluate(SCROLLED)
    return found


def overlapping(person: Person, selector: str) -> list[str]:
    """Return the elements that lie over each other."""
    found: list[str] = person.page.evaluate(OVERLAPS, selector)
    return found


def spilling(person: Person, selector: str) -> list[str]:
    """Return the elements that their content is too wide for, and what ends beyond the window in them."""
    found: list[str] = person.page.evaluate(SPILLED, selector)
    return found


def box_of(person: Person, selector: str) -> tuple[float, ...]:
    """Return left, top, width and height of an element."""
    box = person.page.locator(selector).first.bounding_box()
    assert box is not None, f"{selector} is not shown"
    return box["x"], box["y"], box["width"], box["height"]
