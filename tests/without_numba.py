"""A pytest plugin that makes Numba unimportable, so that the tests run as they do where it is not installed.

    python -m pytest -p tests.without_numba tests/rules

Tests marked `compiled` or `gpu` are left out. Importing this module alone changes nothing.
"""

from __future__ import annotations

import sys

import pytest

COMPILERS = ("numba", "numba_cuda", "llvmlite")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Block the compilers before anything of the project is imported."""
    for package in COMPILERS:
        sys.modules[package] = None  # type: ignore[assignment]  # Python's own way to say: this import fails


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run without Numba."""
    left_out = [item for item in items if item.get_closest_marker("compiled") or item.get_closest_marker("gpu")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
