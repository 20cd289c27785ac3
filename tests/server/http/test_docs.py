"""The page about the API lists all error codes."""

from __future__ import annotations

import re
from pathlib import Path

from longroad.server.errors import STATUS

PAGE = Path(__file__).parents[3] / "docs" / "howto" / "api.md"
OF_BROWSERS = {"wrong_method", "broken_game"}  # that a program meets by mistake alone


def test_every_code_stands_beside_its_status() -> None:
    rows = re.findall(r"^\| (\d{3})[^|]*\| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    documented = {
        code: int(status) for status, codes in rows for code in re.findall(r"`(\w+)`(?=[,: ])|`(\w+)`$", codes)
    }
    named = {code or last: status for (code, last), status in documented.items()}
    assert {code: status for code, status in named.items() if code in STATUS} == {
        code: status for code, status in STATUS.items() if code not in OF_BROWSERS
    }
