"""The source archive holds all that its own tests and checks need."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.packaging.installed import PAGE, ROOT, build

# A part of each kind: rules, schemas, documents, the page's source, scripts, workflows, doctests, the bridge.
PART = (
    "tests/rules/test_pro.py",
    "tests/notation/test_record_schema.py",
    "tests/scripts/test_docs_links.py",
    "tests/scripts/test_client_art.py",
    "tests/scripts/test_lint_rules.py",
    "tests/scripts/test_workflows.py",
    "src/longroad/notation/resources.py",
    "bridges/catanatron/match.py",
)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the source archive unpacks to."""
    archive = build(tmp_path_factory.mktemp("sdist"), "sdist")
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    (inside,) = folder.iterdir()
    return inside


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a git checkout to compare with")
def test_the_archive_holds_every_file_of_the_repository_and_the_page(unpacked: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    tracked = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    held = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert tracked - held == set()
    page = {path.relative_to(ROOT).as_posix() for path in PAGE.parent.rglob("*") if path.is_file()}
    assert page - held == set()
    assert not [name for name in held if "node_modules" in name]
    engine = {f"client/src/engine/{name}" for name in ("longroad.wasm", "plain.wasm", "weights.bin")}
    assert engine <= held, "it can be built again"


@pytest.mark.slow
def test_the_tests_of_the_archive_run(unpacked: Path) -> None:
    where = "import longroad; print(longroad.__file__)"
    variables = os.environ | {"PYTHONPATH": str(unpacked / "src")}
    from_there = subprocess.run(
        [sys.executable, "-c", where], cwd=unpacked, env=variables, check=True, capture_output=True, text=True
    )
    assert Path(from_there.stdout.strip()).is_relative_to(unpacked)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *PART]
    tested = subprocess.run(command, cwd=unpacked, env=variables, check=False, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr
