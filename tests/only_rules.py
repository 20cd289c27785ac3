"""A pytest plugin that keeps only the tests that carry certain rule numbers.

python -m pytest -p tests.only_rules --rules PRO-4,PRO-5 tests/rules
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the numbers from the command line."""
    parser.addoption("--rules", metavar="NUMBERS", help="run only tests marked with one of these rule numbers")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that carry none of the numbers."""
    wanted = set(str(config.getoption("--rules")).split(","))
    left_out = [item for item in items if not wanted & _numbers(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if wanted & _numbers(item)]


def _numbers(item: pytest.Item) -> set[str]:
    return {str(number) for marker in item.iter_markers("rule") for number in marker.args}
