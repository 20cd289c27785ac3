"""Report the size of the code: files and lines per folder, public names, function lengths, longest import chain."""

from __future__ import annotations

import argparse
import ast
import json
import statistics
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "longroad"
CLIENT = ROOT / "client" / "src"


def source_files() -> list[Path]:
    """The Python files of the package and the source files of the page."""
    client = [path for path in CLIENT.rglob("*") if path.suffix in {".ts", ".svelte", ".css"}]
    return sorted(PACKAGE.rglob("*.py")) + sorted(client)


def lines(path: Path) -> int:
    """Number of lines in a file."""
    return path.read_text().count("\n")


def folders() -> dict[str, tuple[int, int]]:
    """Files and lines of each folder, without its subfolders."""
    files: Counter[str] = Counter()
    length: Counter[str] = Counter()
    for path in source_files():
        folder = str(path.parent.relative_to(ROOT))
        files[folder] += 1
        length[folder] += lines(path)
    return {folder: (files[folder], length[folder]) for folder in sorted(files)}


def functions() -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of the package."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def function_lengths() -> list[int]:
    """Lines of every function, the docstring included."""
    return [(node.end_lineno or node.lineno) - node.lineno + 1 for node in functions()]


def public_names() -> int:
    """Functions and classes at the top of a module whose names do not begin with an underscore."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return sum(
        isinstance(node, kinds) and not node.name.startswith("_")
        for path in PACKAGE.rglob("*.py")
        for node in ast.parse(path.read_text()).body
    )


def longest_chain() -> list[str]:
    """The longest chain of imports between modules of the package; a cycle counts once."""
    graph = grimp.build_graph("longroad", cache_dir=None)
    open_modules: set[str] = set()

    @cache
    def below(module: str) -> list[str]:
        open_modules.add(module)
        imported = graph.find_modules_directly_imported_by(module) - open_modules
        chains: list[list[str]] = [below(other) for other in sorted(imported)]
        open_modules.discard(module)
        return [module, *max(chains, key=len, default=[])]

    return max((below(module) for module in sorted(graph.modules)), key=len)


def main() -> None:
    """Print the report as a table, or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    found = folders()
    lengths = sorted(function_lengths())
    chain = longest_chain()
    report = {
        "folders": found,
        "folders over 20 files": [folder for folder, (files, _) in found.items() if files > 20],
        "public names": public_names(),
        "functions": len(lengths),
        "function lines, median": statistics.median(lengths),
        "function lines, 95th percentile": lengths[int(len(lengths) * 0.95)],
        "modules over 400 lines": [str(p.relative_to(ROOT)) for p in source_files() if lines(p) > 400],
        "longest import chain": len(chain),
        "chain": chain,
    }
    if parser.parse_args().json:
        print(json.dumps(report, indent=1))
        return
    for folder, (files, length) in found.items():
        print(f"{files:4} files {length:6} lines  {folder}")
    for name, value in report.items():
        if name != "folders":
            print(f"{name}: {value}")


if __name__ == "__main__":
    main()
