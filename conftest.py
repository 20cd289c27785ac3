"""Settings of pytest: which modules are searched for doctests, examples of Hypothesis, and interrupts."""

import signal
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

if find_spec("hypothesis"):  # the environments for several versions of Numba have none
    from hypothesis import HealthCheck, settings

    # The same examples in every run, however long a busy machine takes; --hypothesis-profile=default tries others.
    settings.register_profile(
        "same", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("same")

# A shell's background job ignores the interrupt, and so would every program that a test starts to interrupt it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Skip the search for doctests, which would import the module, where there is no prompt."""
    found = yield
    if file_path.suffix == ".py" and ">>>" not in file_path.read_text(encoding="utf-8"):
        return [node for node in found if not isinstance(node, DoctestModule)]
    return found
