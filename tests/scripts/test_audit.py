"""The audit of dependencies notices what it is there for."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from scripts.audit import ROOT, Locked, check_hashes, check_installed, check_ranges, problems, read_lock

HASHES = " \\\n    --hash=sha256:" + "0" * 64


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of everything that the audit reads."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    (tmp_path / "client").mkdir()
    for file in ("pyproject.toml", "client/package-lock.json"):
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def test_the_project_passes() -> None:
    assert list(problems()) == []


def test_a_package_without_a_hash_is_found(copy: Path) -> None:
    path = copy / "requirements" / "run.txt"
    path.write_text(path.read_text() + "evil==1.0\n")
    assert "run.txt: evil==1.0 has no hash" in list(problems(copy))


def test_a_line_that_names_another_source_is_found(copy: Path) -> None:
    path = copy / "requirements" / "run.txt"
    path.write_text("--index-url https://elsewhere.example\n" + path.read_text())
    (found,) = problems(copy)
    assert found.startswith("run.txt:1: '--index-url https://elsewhere.example': expected name==version")


def test_a_lock_that_does_not_fit_the_project_is_found(copy: Path) -> None:
    path = copy / "pyproject.toml"
    path.write_text(path.read_text().replace('"fastapi>=0.115"', '"fastapi>=99"').replace('"rich>=13.8"', '"poor>=1"'))
    found = list(problems(copy))
    assert any("but pyproject.toml asks for fastapi>=99" in each for each in found)
    assert "run.txt: poor>=1 is not locked" in found


def test_a_package_of_the_page_without_a_hash_or_licence_is_found(copy: Path) -> None:
    path = copy / "client" / "package-lock.json"
    lock = json.loads(path.read_text())
    lock["packages"]["node_modules/evil"] = {"version": "1.0.0", "license": "SEE LICENSE"}
    path.write_text(json.dumps(lock))
    assert list(problems(copy)) == [
        "package-lock.json: evil has no hash",
        "package-lock.json: evil: the licence 'SEE LICENSE' is not allowed",
    ]


def test_what_is_installed_has_to_be_what_is_locked() -> None:
    packages = [Locked("pytest", "0.1", None, 1), Locked("no-such-package", "1.0", None, 1)]
    wrong, missing = check_installed(packages, set())
    assert "is installed, but 0.1 is locked: make setup" in wrong
    assert missing == "no-such-package==1.0 is locked, but not installed: make setup"
    assert list(check_installed([Locked("no-such-package", "1.0", "sys_platform == 'nowhere'", 1)], set())) == []


def test_what_is_copyleft_is_not_shipped() -> None:
    (package,) = [each for each in read_lock(ROOT / "requirements" / "dev.txt")[0] if each.name == "pyte"]
    assert list(check_installed([package], set())) == []
    (found,) = check_installed([package], {"pyte"})
    assert found.startswith("pyte: the licence ")


def test_versions_for_different_environments_are_no_contradiction(tmp_path: Path) -> None:
    path = tmp_path / "lock.txt"
    path.write_text(f"a==1 ; python_version < '3'{HASHES}\na==2 ; python_version >= '3'{HASHES}\n")
    packages, wrong = read_lock(path)
    assert wrong == []
    assert [package.hashes for package in packages] == [1, 1]
    assert list(check_hashes("lock.txt", packages)) == []
    assert list(check_ranges(["a>=2"], packages, "lock.txt")) == []
    assert list(check_hashes("lock.txt", [*packages, packages[1]])) == ["lock.txt: a is locked twice"]
