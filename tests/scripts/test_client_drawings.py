"""Islands that the page draws again while they are edited: as the server draws them, in Node.js."""

from __future__ import annotations

import json
from pathlib import Path

from longroad.server.drafts import checked
from longroad.server.wire.responses import CheckPosition
from tests.scripts.vitest import vitest


def drawing(preset: str, seed: int) -> dict[str, object]:
    """Return the island of a new game, with its drawings."""
    found = checked(CheckPosition(preset=preset, island_seed=seed, draws=True))
    parts: dict[str, object] = json.loads(found.model_dump_json(include={"geometry", "svg", "svg_dark"}))
    return parts


def test_the_page_draws_islands_as_the_server_does(tmp_path: Path) -> None:
    file = tmp_path / "drawings.json"
    pairs = [[drawing(preset, seed) for seed in (1, 2)] for preset in ("base", "classic", "extension")]
    file.write_text(json.dumps(pairs))
    printed = vitest("src/editor/redraw.test.ts", LONGROAD_DRAWINGS=str(file))
    for test in ("look as the server draws them", "are not made where something is missing"):
        assert any("✓" in line and test in line for line in printed.splitlines()), printed
