"""What the architecture page names exists at that place."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WALK = PAGE[PAGE.index("### The walk of one click") : PAGE.index("### The page")]
HOP = re.compile(r"`((?:client|server)/[\w/.]+)`(?:: ((?:`[\w.]+`(?:, )?)+))?")


def source(path: str) -> str:
    return (ROOT / ("" if path.startswith("client/") else "src/longroad") / path).read_text(encoding="utf-8")


def defines(text: str, name: str) -> bool:
    """Whether a Python or TypeScript source has a function, method or class of this name."""
    return (
        re.search(rf"^\s*(async |export |private )*(def|class|function)? ?{name}\b[(:<. ]", text, re.MULTILINE)
        is not None
    )


def test_every_function_on_the_walk_of_a_click_exists() -> None:
    hops = [(path, name) for path, names in HOP.findall(WALK) for name in re.findall(r"[\w.]+", names)]
    assert len(hops) > 20
    missing = [(path, name) for path, name in hops if not all(defines(source(path), part) for part in name.split("."))]
    assert missing == []


def test_every_module_on_the_walk_of_a_click_exists() -> None:
    paths = [path for path, _ in HOP.findall(WALK) if not path.startswith("tests/")]
    assert all(source(path) for path in paths)


def test_every_part_of_a_room_is_defined_where_the_page_says() -> None:
    parts = re.findall(r"^\| `(\w+)` \(`(\w+\.py)`\)", PAGE, re.MULTILINE)
    assert len(parts) > 5
    assert [name for name, file in parts if not defines(source(f"server/room/{file}"), name)] == []
