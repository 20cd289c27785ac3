"""Environments outside the checkout: the wheel in one of its own, beside only those packages that it asks for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from copy import copy
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "src/longroad/server/static/index.html"


def build(folder: Path, target: str) -> Path:
    """Build the wheel or the source archive (sdist) into a folder, as `make dist` does."""
    assert PAGE.exists(), "the page is not built: make client"
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), "-t", target]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


class Environment:
    """A virtual environment with a wheel, and links to the packages that it requires."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv/bin"
        self.path: Path | None = None  # of more packages
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(self.bin / "python")]
        subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-compile", wheel], check=True)
        (self.site,) = (folder / "venv/lib").glob("python*/site-packages")
        self._link_required(self.site)

    def with_extras(self, folder: Path, *extras: str) -> Environment:
        """Return this environment with the packages of some extras, linked in a folder."""
        larger = copy(self)
        larger.path = folder
        larger._link_required(folder, *extras)
        return larger

    def _link_required(self, folder: Path, *extras: str) -> None:
        """Link the files and folders of the packages that the wheel requires."""
        (own,) = Distribution.discover(name="longroad", path=[str(self.site)])
        for package in map(distribution, required(own, extras)):
            for name in {file.parts[0] for file in package.files or []} - {"..", "__pycache__"}:
                if not (folder / name).exists():
                    (folder / name).symlink_to(Path(str(package.locate_file(name))))

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a program of the environment in its folder, without anything of the checkout in the way."""
        variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        home = {"HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        more = {} if self.path is None else {"PYTHONPATH": str(self.path)}
        return subprocess.Popen(
            [self.bin / command[0], *command[1:]],
            cwd=self.folder,
            env=variables | home | more,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str) -> tuple[int, str, str]:
        """Run a program of the environment; return its exit code, output and errors."""
        with self.start(*command) as process:
            out, errors = process.communicate(timeout=600)
        return process.returncode, out, errors


def required(package: Distribution, extras: tuple[str, ...]) -> set[str]:
    """List the packages that a package requires with some extras, and those that they require."""
    found: set[str] = set()
    left = [(package, extras)]
    while left:
        for need in needs(*left.pop()):
            if need.name not in found:
                found.add(need.name)
                left.append((distribution(need.name), tuple(need.extras)))
    return found


def needs(package: Distribution, extras: tuple[str, ...]) -> Iterator[Requirement]:
    """Yield what a package requires here, with some extras."""
    for need in map(Requirement, package.requires or []):
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield need
