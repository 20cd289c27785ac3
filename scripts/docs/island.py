"""Draw the islands of the documents: the README's picture, and where every number of the notation lies.

    python -m scripts.docs.island             # write
    python -m scripts.docs.island --check     # only say what is stale, and exit 1 if something is

The README shows a position from a game of the bots; it is stale only when the art has changed, so that the
players may learn. Another game or moment: `python -m scripts.docs.island SEED PLIES`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.history import History
from longroad.core.island.given import Island
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import SEAT_NAMES
from longroad.draw import svg

DOCS = Path("docs")
HERO = DOCS / "island.svg"
SEED, PLIES = 12, 547
WIDTH = 900  # of the pictures with all numbers
PREFIX = re.compile(r"\blr[0-9a-f]{8}-")


def position(seed: int, plies: int) -> State:
    """Return the position after some plies of a game between bots."""
    history = History(State.new(Ruleset.preset("base"), seed))
    for _ in play(history, [make_bot("novice", seed)] * history.state["players"], seed):
        if len(history.plies) == plies:
            break
    return history.state


def picture(state: State) -> str:
    """Draw a position for the README."""
    points = ", ".join(f"{SEAT_NAMES[seat]} {state['points'][seat]}" for seat in range(state["players"]))
    return svg(state, title=f"An island late in a game; visible points: {points}")


def numbered(island: str) -> str:
    """Draw an island with the numbers of its hexes, intersections, paths and harbors, and nothing else."""
    printed = State.new(Ruleset(players=2, island=island, harbors="fixed")).island
    title = (
        f"The numbers of the {island} island: hexes large, intersections round, paths square, harbors on their flags"
    )
    return svg(Island(island, harbors=printed.harbors), size=WIDTH, coordinates=True, title=title)


def coordinates() -> dict[Path, str]:
    """Return the pictures with all numbers, by file."""
    return {DOCS / f"coordinates-{island}.svg": numbered(island) for island in ("base", "extension")}


def art(text: str) -> str:
    """Return the definitions of a picture, without their prefix."""
    return PREFIX.sub("", text.partition("<defs>")[2].partition("</defs>")[0])


def stale_pictures() -> list[Path]:
    """List the pictures that would be drawn otherwise today."""
    stale = [path for path, text in coordinates().items() if _read(path) != text]
    return stale if art(_read(HERO)) == art(picture(position(SEED, PLIES))) else [HERO, *stale]


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(arguments: list[str]) -> int:
    """Write or check the pictures."""
    if "--check" in arguments:
        stale = stale_pictures()
        for path in stale:
            print(f"{path}: drawn otherwise today; run: python -m scripts.docs.island")
        return 1 if stale else 0
    seed, plies = (int(argument) for argument in arguments) if arguments else (SEED, PLIES)
    for path, text in {HERO: picture(position(seed, plies)), **coordinates()}.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
