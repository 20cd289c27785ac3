"""What is said when there is no cluster, with a small Ray that is none; the real one plays in test_ray.py."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from longroad.arena.cluster import POSSIBLE
from longroad.cli import main


class FakeRay(ModuleType):
    """A Ray that reaches no cluster, and raises the given error."""

    def __init__(self, error: Exception) -> None:
        super().__init__("ray")
        self._error = error

    def init(self, **_: Any) -> None:
        raise self._error


@pytest.fixture
def free_port() -> Iterator[int]:
    """Yield a port at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


@pytest.fixture
def listening() -> Iterator[str]:
    """Yield an address at which somebody listens who is no cluster."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path / "games"))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setitem(sys.modules, "ray", FakeRay(AssertionError("nobody may ask Ray")))
    return tmp_path


def arena() -> int:
    return main(["arena", "random", "random", "--games", "1", "--on", "ray"])


@pytest.mark.parametrize(
    "address", ["nonsense", "ray://", "ray://nonsense", "http://127.0.0.1:1", "127.0.0.1:99999", "127.0.0.1:", ":6379"]
)
def test_an_address_that_is_none_is_quoted_with_what_was_possible(
    address: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    assert arena() == 2
    assert capsys.readouterr().err == f"longroad: --on ray: RAY_ADDRESS={address} is not an address: {POSSIBLE}\n"
    assert not (folder / "games").exists()


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_an_address_at_which_nobody_listens_is_said_at_once(
    scheme: str, free_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", f"{scheme}127.0.0.1:{free_port}")
    assert arena() == 2
    said = capsys.readouterr().err
    assert said.startswith(f"longroad: --on ray: RAY_ADDRESS={scheme}127.0.0.1:{free_port}: nothing listens there (")
    assert said.endswith(f"{POSSIBLE}\n")
    assert said.count("\n") == 1


@pytest.mark.parametrize("error", [ValueError("Ray Client\nis missing"), ConnectionError("no"), RuntimeError("old")])
def test_whatever_ray_says_of_an_address_is_said_with_it(
    error: Exception, listening: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", FakeRay(error))
    monkeypatch.setenv("RAY_ADDRESS", listening)
    assert arena() == 1
    said = capsys.readouterr().err
    assert (
        said.splitlines()[0] == f"no Ray cluster, RAY_ADDRESS={listening}: {' '.join(str(error).split())}; {POSSIBLE}"
    )
    assert "Traceback" not in said


def test_a_ray_that_cannot_start_a_cluster_of_its_own_is_quoted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", FakeRay(OSError("the disk is full")))
    assert arena() == 1
    assert capsys.readouterr().err.startswith("no Ray cluster, without a RAY_ADDRESS: the disk is full; expected")
