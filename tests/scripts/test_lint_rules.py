"""The lint for rule functions accepts the subset and names every breach of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.lint_rules import lint, main, module_name

CORE = "src/longroad/core/"

GOOD = '''
from longroad.core.bits import low_bit
from longroad.core.layout import HANDS

TABLE = (1, 2, 3, 4)

@rule
def total(s: Small, m: Words, seat: int) -> int:
    """Add up a hand."""
    count: int = 0
    for k in range(5):
        count += s[HANDS + 5 * seat + k]
    while count > 7 and not (m[0] >> 3) & 1:
        count = count // 2 if seat else count - 1
    if 0 <= count < 4:
        return TABLE[count] + low_bit(m[1])
    return max(int(s[0]), abs(min(count, -1)))

@entry("void(int8[:], int64[:])")
def run(s, m):
    if total(s, m, 0):
        s[1] = True
        return
    s[2] ^= 1

def outside(*names, loud=True):
    return [f"{name}!" for name in names if loud]
'''


def whats(body: str, signature: str = "f(s, m, i)") -> list[str]:
    """Lint one rule function with the given body and list what was found."""
    indented = "\n".join("    " + line for line in body.splitlines())
    return [problem.what for problem in lint({CORE + "a.py": f"@rule\ndef {signature}:\n{indented}\n"})]


def test_the_subset_is_accepted() -> None:
    assert lint({CORE + "a.py": GOOD}) == []


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("return s[1:3]", "a slice"),
        ("return s[i, 0]", "a tuple"),
        ("a, b = 1, 2", "a tuple"),
        ("return i, i", "a tuple"),
        ("return [1]", "a list"),
        ("return {1: 2}", "a dict"),
        ("return {1}", "a set"),
        ("return [k for k in range(3)]", "a comprehension"),
        ("return {k for k in range(3)}", "a comprehension"),
        ("return {k: k for k in range(3)}", "a comprehension"),
        ("return max((k for k in range(3)), 1)", "a generator"),
        ("g = lambda: 1", "a lambda"),
        ("def g():\n    return 1", "a nested function"),
        ("class G:\n    pass", "a class"),
        ("return f'{i}'", "an f-string"),
        ("return 'red'", "a string"),
        ("return b'red'", "a bytes constant"),
        ("return 0.5", "a float"),
        ("return 1j", "a complex number"),
        ("return None", "None"),
        ("...", "an ellipsis"),
        ("return i / 2", "float division"),
        ("i /= 2\nreturn i", "float division"),
        ("return 2 ** i", "a power"),
        ("return s @ m", "a matrix product"),
        ("return i in s", "in"),
        ("return i not in s", "not in"),
        ("return s is m", "is"),
        ("return s is not m", "is not"),
        ("try:\n    pass\nfinally:\n    pass", "try"),
        ("raise ValueError", "raise"),
        ("assert i", "assert"),
        ("with s:\n    pass", "with"),
        ("yield i", "yield"),
        ("yield from s", "yield"),
        ("global x\nx = 1", "global"),
        ("import math", "an import"),
        ("from math import pi", "an import"),
        ("del i", "del"),
        ("match i:\n    case 1:\n        return 1", "match"),
        ("return s.size", "an attribute"),
        ("return np.sum(s)", "a call of 'np.sum'"),
        ("return s.copy()", "a call of 's.copy'"),
        ("return len(s)", "a call of 'len'"),
        ("return float(i)", "a call of 'float'"),
        ("print(i)", "a call of 'print'"),
        ("return i(1)", "a call of the local name 'i'"),
        ("return max(*s)", "a starred expression"),
        ("return max(1, 2, 3)", "max() with 3 arguments"),
        ("return min(s)", "min() with 1 arguments"),
        ("return int(x=1)", "a keyword argument"),
        ("for k in s:\n    pass", "a loop over something that is not range(...)"),
        ("for k in range(3, step=1):\n    pass", "a keyword argument"),
        ("k = range(3)", "range(...) outside a for loop"),
        ("return s[0][1]", "an index on something that is not a name"),
        ("return s[-1]", "a negative index"),
        ("if i:\n    return 1\nreturn", "a bare return beside returns of a value"),
    ],
)
def test_a_breach_is_named(body: str, what: str) -> None:
    assert what in whats(body)


@pytest.mark.parametrize(
    ("signature", "what"),
    [
        ("f(s, m, i=1)", "a default argument"),
        ("f(s, m, *, i)", "a keyword argument"),
        ("f(s, m, *, i=1)", "a default argument"),
        ("f(s, *m)", "a starred argument"),
        ("f(s, **m)", "a starred argument"),
    ],
)
def test_arguments_are_positional_and_without_defaults(signature: str, what: str) -> None:
    assert what in whats("return 1", signature)


@pytest.mark.parametrize("decorator", ["rule", "rule()", "entry('x')", "compile.rule", "compile.entry(1)"])
def test_every_spelling_of_the_decorator_counts(decorator: str) -> None:
    assert lint({CORE + "a.py": f"@{decorator}\ndef f(s, m):\n    return 0.5\n"})


def test_undecorated_functions_are_left_alone() -> None:
    assert lint({CORE + "a.py": "@other\ndef f(s, m):\n    return [0.5]\n"}) == []


def test_a_docstring_is_no_string_constant() -> None:
    assert whats('"""Say what it is for."""\nreturn 1') == []
    assert whats('x = 1\n"""Not a docstring."""\nreturn x') == ["a string"]


def test_annotations_are_not_run() -> None:
    assert (
        whats("k: dict[str, list[int]] = 1\nreturn k", "f(s: 'list[int]', m: tuple[int, ...]) -> dict[int, int]") == []
    )


def test_rule_functions_stand_at_module_level() -> None:
    found = lint({CORE + "a.py": "class A:\n    @rule\n    def f(s, m):\n        return 1\n"})
    assert [problem.what for problem in found] == ["rule function 'f' inside another block"]


def test_a_second_decorator_is_refused() -> None:
    found = lint({CORE + "a.py": "@rule\n@cache\ndef f(s, m):\n    return 1\n"})
    assert [problem.what for problem in found] == ["a second decorator"]


def test_an_async_rule_is_refused() -> None:
    found = lint({CORE + "a.py": "@rule\nasync def f(s, m):\n    return 1\n"})
    assert [problem.what for problem in found] == ["an async function"]


def test_tables_are_tuples() -> None:
    found = lint({CORE + "a.py": "T = [1, 2]\n@rule\ndef f(s, m):\n    return T[0]\n"})
    assert [problem.what for problem in found] == ["'T' is a module-level list, dict or set"]


def test_calls_across_modules_follow_the_imports() -> None:
    callee = "@rule\ndef g(s, m):\n    return 1\n\ndef plain(s, m):\n    return 1\n"
    for line in ("from longroad.core.b import g", "from .b import g", "from longroad.core.b import g as h"):
        name = line.split()[-1]
        caller = f"{line}\n@rule\ndef f(s, m):\n    return {name}(s, m)\n"
        assert lint({CORE + "a.py": caller, CORE + "b.py": callee}) == []
    caller = "from longroad.core.b import plain\n@rule\ndef f(s, m):\n    return plain(s, m)\n"
    assert [p.what for p in lint({CORE + "a.py": caller, CORE + "b.py": callee})] == ["a call of 'plain'"]


def test_a_built_in_that_is_rebound_is_no_longer_one() -> None:
    caller = "from longroad.core.b import abs\n@rule\ndef f(s, m):\n    return abs(1)\n"
    assert [problem.what for problem in lint({CORE + "a.py": caller})] == ["a call of 'abs'"]


def test_bit_primitives_may_be_called_in_their_own_module() -> None:
    source = (
        "def popcount(x):\n    return x.bit_count()\n\n@rule\ndef f(s, m):\n    return popcount(m[0]) + absent(1)\n"
    )
    assert [problem.what for problem in lint({CORE + "bits.py": source})] == ["a call of 'absent'"]


def test_direct_recursion_is_refused() -> None:
    assert whats("return f(s, m, i - 1)") == ["recursion: 'f' leads back to 'f'"]


def test_mutual_recursion_is_refused_across_modules() -> None:
    one = "from longroad.core.b import g\n@rule\ndef f(s, m):\n    return g(s, m)\n"
    two = "from longroad.core.a import f\n@rule\ndef g(s, m):\n    return h(s, m)\n"
    two += "@rule\ndef h(s, m):\n    return f(s, m)\n"
    found = lint({CORE + "a.py": one, CORE + "b.py": two})
    assert [(problem.path, problem.line) for problem in found] == [
        (CORE + "a.py", 4),
        (CORE + "b.py", 4),
        (CORE + "b.py", 7),
    ]


def test_a_diamond_of_calls_is_no_recursion() -> None:
    assert lint({CORE + "a.py": "\n".join(f"@rule\ndef {n}(s, m):\n    return {b}\n" for n, b in DIAMOND)}) == []


DIAMOND = [("a", "b(s, m) + c(s, m)"), ("b", "d(s, m)"), ("c", "d(s, m)"), ("d", "1")]


def test_module_names_come_from_paths() -> None:
    assert module_name("src/longroad/core/bits.py") == "longroad.core.bits"
    assert module_name("/src/elsewhere/src/longroad/core/__init__.py") == "longroad.core"


def test_the_command_prints_place_problem_and_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("@rule\ndef f(s, m):\n    return s[0] / 2\n")
    assert main([str(bad)]) == 1
    assert capsys.readouterr().out == f"{bad}:3: float division; use // on ints\n"
    bad.write_text("@rule\ndef f(s, m):\n    return s[0] // 2\n")
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "the subset holds (rule functions: 1, files: 1)\n"
