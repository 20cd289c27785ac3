"""Checks the dependencies as far as that works offline: `make audit`, a part of `make check`.

- Each locked package has one version and hashes, so that nobody can exchange it.
- Each requirement of pyproject.toml is locked, at a version that it allows.
- What is installed here is what is locked, and has a licence that is allowed; the page's packages too.

Not covered, as it needs a network: known weaknesses, and versions that were withdrawn. For these, run
`pip-audit --require-hashes -r requirements/run.txt` and `npm audit --prefix client`.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final, NamedTuple

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
RUN: Final = "run.txt"  # the lock of what is shipped or needed to play

# Words of licences under which the package may be used with Longroad's, MIT.
PERMISSIVE: Final = re.compile(
    r"MIT|BSD|0BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla Public License|Zlib|CC0|Unlicense",
    re.IGNORECASE,
)
COPYLEFT: Final = re.compile(r"GPL|General Public License", re.IGNORECASE)
# What the metadata of a package leaves out or has wrong: its licence, as its source says.
STATED: Final[Mapping[str, str]] = {
    "catanatron": "GPL-3.0",  # a test-time oracle
    "resvg-py": "MIT",  # the text of its licence
}

ENTRY: Final = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)(?: ; (?P<marker>.*?))?(?: \\)?$")
HASH: Final = re.compile(r"^\s+--hash=sha256:[0-9a-f]{64}(?: \\)?$")


class Locked(NamedTuple):
    """A locked package: for which environments, and how many hashes it has."""

    name: str
    version: str
    marker: str | None
    hashes: int

    @property
    def is_for_here(self) -> bool:
        """Whether it is meant for this Python and system."""
        return self.marker is None or Marker(self.marker).evaluate()


def read_lock(path: Path) -> tuple[list[Locked], list[str]]:
    """Return the packages of a lock file, and what is wrong with its lines."""
    found: list[Locked] = []
    wrong: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = ENTRY.match(line)
        if match is not None:
            found.append(Locked(canonicalize_name(match["name"]), match["version"], match["marker"], 0))
        elif HASH.match(line) and found:
            found[-1] = found[-1]._replace(hashes=found[-1].hashes + 1)
        elif line.strip() and not line.startswith("#"):
            wrong.append(f"{path.name}:{number}: {line.strip()[:60]!r}: expected name==version or a hash")
    return found, wrong


def check_hashes(name: str, packages: list[Locked]) -> Iterator[str]:
    """Yield packages without a hash, and those that are locked twice for one environment."""
    for package in packages:
        if package.hashes == 0:
            yield f"{name}: {package.name}=={package.version} has no hash"
    here = [package.name for package in packages if package.is_for_here]
    for twice in sorted({each for each in here if here.count(each) > 1}):
        yield f"{name}: {twice} is locked twice"


def check_ranges(wanted: list[str], packages: list[Locked], name: str) -> Iterator[str]:
    """Yield requirements that are not locked, or at a version that they do not allow."""
    versions = {package.name: package.version for package in packages if package.is_for_here}
    for requirement in map(Requirement, wanted):
        own = canonicalize_name(requirement.name)
        if own == "longroad" or (requirement.marker and not requirement.marker.evaluate()):
            continue
        if own not in versions:
            yield f"{name}: {requirement} is not locked"
        elif not requirement.specifier.contains(versions[own], prereleases=True):
            yield f"{name}: {own}=={versions[own]} is locked, but pyproject.toml asks for {requirement}"


def licence_of(package: Distribution) -> str:
    """Return the licence that the metadata of a package states."""
    metadata: Any = package.metadata
    classifiers = [text.split("::")[-1].strip() for text in metadata.get_all("Classifier", []) if "License ::" in text]
    stated = metadata.get("License-Expression") or " ".join(classifiers) or (metadata.get("License") or "")[:80]
    return STATED.get(canonicalize_name(metadata["Name"]), stated)


def is_allowed(licence: str, is_shipped: bool) -> bool:
    """Whether a package may be used under its licence; tools of development are not shipped.

    >>> is_allowed("MIT AND PSF-2.0", True), is_allowed("", True)
    (True, False)
    >>> is_allowed("LGPLv3", is_shipped=True), is_allowed("LGPLv3", is_shipped=False)
    (False, True)
    """
    if COPYLEFT.search(licence):
        return not is_shipped
    return PERMISSIVE.search(licence) is not None


def check_installed(packages: list[Locked], shipped: set[str]) -> Iterator[str]:
    """Yield packages that are installed at another version, or under a licence that is not allowed."""
    for package in packages:
        if not package.is_for_here:
            continue
        try:
            found = distribution(package.name)
        except PackageNotFoundError:
            yield f"{package.name}=={package.version} is locked, but not installed: make setup"
            continue
        if found.version != package.version:
            yield f"{package.name} {found.version} is installed, but {package.version} is locked: make setup"
        licence = licence_of(found)
        if not is_allowed(licence, package.name in shipped):
            yield f"{package.name}: the licence {licence!r} is not allowed"


def check_page(lock: Mapping[str, Any]) -> Iterator[str]:
    """Yield packages of the page without a hash, or under a licence that is not allowed."""
    for path, package in lock["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if path and "integrity" not in package:
            yield f"package-lock.json: {name} has no hash"
        if path and not is_allowed(str(package.get("license", "")), is_shipped=not package.get("dev", False)):
            yield f"package-lock.json: {name}: the licence {package.get('license')!r} is not allowed"


def wanted_of(project: Mapping[str, Any], extra: str | None, groups: tuple[str, ...]) -> list[str]:
    """List the requirements of the project with an extra, and of some groups."""
    extras: Mapping[str, list[str]] = project["project"]["optional-dependencies"]
    wanted = list(project["project"]["dependencies"])
    waiting = [extra] if extra else []
    while waiting:
        for requirement in map(Requirement, extras[waiting.pop()]):
            waiting += sorted(requirement.extras) if requirement.name == "longroad" else []
            wanted.append(str(requirement))
    for group in groups:
        wanted += [each for each in project["dependency-groups"][group] if isinstance(each, str)]
    return wanted


def problems(root: Path = ROOT) -> Iterator[str]:
    """Yield everything that is wrong."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    locks: dict[str, list[Locked]] = {}
    for path in sorted((root / "requirements").glob("*.txt")):
        locks[path.name], wrong = read_lock(path)
        yield from wrong
        yield from check_hashes(path.name, locks[path.name])
    yield from check_ranges(wanted_of(project, "all", ("build",)), locks[RUN], RUN)
    yield from check_ranges(wanted_of(project, "all", ("build", "dev")), locks["dev.txt"], "dev.txt")
    yield from check_ranges(wanted_of(project, "train", ("train",)), locks["train.txt"], "train.txt")
    yield from check_installed(locks["dev.txt"], {package.name for package in locks[RUN]})
    yield from check_page(json.loads((root / "client" / "package-lock.json").read_text(encoding="utf-8")))


def main() -> int:
    """Print what is wrong; the exit code is 1 if something is."""
    found = list(problems())
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
