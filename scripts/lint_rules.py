"""Check that every rule function stays within the subset that all three back ends understand.

A rule function carries `@rule` or `@entry`. The same source runs interpreted over lists, compiled by Numba, and in a
CUDA kernel, so it may use little more than integers, indexing, `if`, `while` and `for ... in range(...)`.

    python scripts/lint_rules.py [file or folder ...]      # src/longroad/core, search and envs by default
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

DECORATORS = {"rule", "entry"}
PRIMITIVES = "longroad.core.bits"
# The built-in functions that all back ends know -> how many arguments they take here.
BUILTINS = {"range": (1, 2, 3), "int": (1,), "bool": (1,), "abs": (1,), "min": (2,), "max": (2,)}

Rule = tuple[str, str]  # (module, function)

FLOW = "kernels assume legality and never raise; check before, or return a code"
TABLE = "use a module-level tuple of ints, flattened, and index it with one number"
MODULE_LEVEL = "write a rule function at module level and call it"

FORBIDDEN: dict[type[ast.AST], tuple[str, str]] = {
    ast.Slice: ("a slice", "loop over the indices"),
    ast.Tuple: ("a tuple", "return and assign one value at a time; " + TABLE),
    ast.List: ("a list", TABLE),
    ast.Dict: ("a dict", TABLE),
    ast.Set: ("a set", "use a bit mask"),
    ast.ListComp: ("a comprehension", "write a loop"),
    ast.SetComp: ("a comprehension", "write a loop"),
    ast.DictComp: ("a comprehension", "write a loop"),
    ast.GeneratorExp: ("a generator", "write a loop"),
    ast.Lambda: ("a lambda", MODULE_LEVEL),
    ast.FunctionDef: ("a nested function", MODULE_LEVEL),
    ast.AsyncFunctionDef: ("a nested function", MODULE_LEVEL),
    ast.ClassDef: ("a class", "keep classes out of rule functions"),
    ast.JoinedStr: ("an f-string", "return a code; text belongs to the facade"),
    ast.Try: ("try", FLOW),
    ast.TryStar: ("try", FLOW),
    ast.Raise: ("raise", FLOW),
    ast.Assert: ("assert", FLOW),
    ast.With: ("with", "call things directly"),
    ast.AsyncWith: ("with", "call things directly"),
    ast.AsyncFor: ("async for", "use for ... in range(...)"),
    ast.Await: ("await", "rule functions run to their end"),
    ast.Yield: ("yield", "write the results into an array argument"),
    ast.YieldFrom: ("yield", "write the results into an array argument"),
    ast.Global: ("global", "keep what changes in the state"),
    ast.Nonlocal: ("nonlocal", "keep what changes in the state"),
    ast.Import: ("an import", "import at the top of the module"),
    ast.ImportFrom: ("an import", "import at the top of the module"),
    ast.Delete: ("del", "let the name be"),
    ast.Match: ("match", "use if and elif"),
    ast.Starred: ("a starred expression", "name every value"),
    ast.Attribute: ("an attribute", "import the name itself: from module import NAME"),
    ast.Div: ("float division", "use // on ints"),
    ast.Pow: ("a power", "shift, multiply, or look it up in a table"),
    ast.MatMult: ("a matrix product", "write the loop"),
    ast.In: ("in", "compare one by one, or use a bit mask"),
    ast.NotIn: ("not in", "compare one by one, or use a bit mask"),
    ast.Is: ("is", "use =="),
    ast.IsNot: ("is not", "use !="),
}

FORBIDDEN_CONSTANTS: dict[type, tuple[str, str]] = {
    str: ("a string", "return a code; text belongs to the facade"),
    bytes: ("a bytes constant", TABLE),
    float: ("a float", "use integers"),
    complex: ("a complex number", "use integers"),
    type(None): ("None", "use -1 or 0 for 'nothing', and a bare return"),
    type(...): ("an ellipsis", "write the body"),
}

MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


class Problem(NamedTuple):
    """One breach of the subset: where it stands, what it is and what to do instead."""

    path: str
    line: int
    what: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}; {self.instead}"


@dataclass
class Module:
    """What the lint knows of one source file."""

    path: str
    name: str
    rules: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = field(default_factory=dict)
    imports: dict[str, Rule] = field(default_factory=dict)  # local name -> (module, name there)
    defined: set[str] = field(default_factory=set)  # undecorated functions at module level
    mutable: set[str] = field(default_factory=set)  # module-level names bound to a list, dict or set


def is_rule(node: ast.AST) -> bool:
    """Say whether a definition carries one of the decorators."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(
        decorator_name(decorator) in DECORATORS for decorator in node.decorator_list
    )


def decorator_name(decorator: ast.expr) -> str:
    """Name a decorator, called or not: rule for @rule, @rule(...) and @compile.rule."""
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else ""


def module_name(path: str) -> str:
    """Turn src/longroad/core/bits.py into longroad.core.bits."""
    parts = list(Path(path).with_suffix("").parts)
    if "src" in parts:
        parts = parts[len(parts) - parts[::-1].index("src") :]
    return ".".join(part for part in parts if part != "__init__")


def read_module(path: str, tree: ast.Module) -> Module:
    """Collect the rule functions, imports and constants of one file."""
    module = Module(path, module_name(path))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if is_rule(node):
                module.rules[node.name] = node
            else:
                module.defined.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            origin = absolute_import(module.name, node)
            module.imports |= {alias.asname or alias.name: (origin, alias.name) for alias in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, MUTABLE):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            module.mutable |= {target.id for target in targets if isinstance(target, ast.Name)}
    return module


def absolute_import(importer: str, node: ast.ImportFrom) -> str:
    """Name the module that a from-import reads, relative imports included."""
    if not node.level:
        return node.module or ""
    package = importer.split(".")[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def lint(sources: Mapping[str, str]) -> list[Problem]:
    """List what breaks the subset in the given sources (path -> text), in order of place."""
    trees = {path: ast.parse(text, path) for path, text in sources.items()}
    modules = [read_module(path, tree) for path, tree in trees.items()]
    known = {(module.name, name) for module in modules for name in module.rules}
    problems = [problem for path, tree in trees.items() for problem in misplaced(path, tree)]
    calls: dict[Rule, list[tuple[Rule, Problem]]] = {}
    for module in modules:
        for name, function in module.rules.items():
            checker = RuleChecker(module, known, function)
            problems += checker.check()
            calls[module.name, name] = checker.calls
    return sorted({*problems, *recursions(calls)})


def misplaced(path: str, tree: ast.Module) -> Iterator[Problem]:
    """Report rule functions that are not at module level."""
    for node in ast.walk(tree):
        if is_rule(node) and node not in tree.body:
            assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield Problem(path, node.lineno, f"rule function '{node.name}' inside another block", MODULE_LEVEL)


def recursions(calls: Mapping[Rule, list[tuple[Rule, Problem]]]) -> Iterator[Problem]:
    """Report every call that leads back to the function that makes it."""
    for caller, callees in calls.items():
        for callee, place in callees:
            if caller in reachable(callee, calls):
                yield place


def reachable(start: Rule, calls: Mapping[Rule, list[tuple[Rule, Problem]]]) -> set[Rule]:
    """Collect the functions that a function may call, itself included."""
    seen, waiting = {start}, [start]
    while waiting:
        for callee, _ in calls.get(waiting.pop(), []):
            if callee not in seen:
                seen.add(callee)
                waiting.append(callee)
    return seen


class RuleChecker(ast.NodeVisitor):
    """Walks one rule function and notes what breaks the subset and which rule functions it calls."""

    def __init__(self, module: Module, known: set[Rule], function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.module = module
        self.known = known
        self.function = function
        self.problems: list[Problem] = []
        self.calls: list[tuple[Rule, Problem]] = []
        self.locals = {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)} | {
            name.id for name in ast.walk(function) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        }

    def check(self) -> list[Problem]:
        """Return the problems of the function, filling in its calls on the way."""
        if isinstance(self.function, ast.AsyncFunctionDef):
            self.note(self.function, "an async function", "use a plain def")
        if len(self.function.decorator_list) > 1:
            self.note(self.function, "a second decorator", "leave only the one that registers the rule")
        self.check_arguments(self.function.args)
        self.check_returns()
        body = self.function.body
        for statement in body[1:] if ast.get_docstring(self.function, clean=False) is not None else body:
            self.visit(statement)
        return self.problems

    def note(self, node: ast.AST, what: str, instead: str) -> None:
        """Remember a problem at a node, or at the function where the node has no line of its own."""
        self.problems.append(Problem(self.module.path, getattr(node, "lineno", self.function.lineno), what, instead))

    def check_arguments(self, arguments: ast.arguments) -> None:
        """Allow positional arguments without defaults only."""
        if arguments.defaults or any(default is not None for default in arguments.kw_defaults):
            self.note(self.function, "a default argument", "let every caller name the value")
        if arguments.vararg or arguments.kwarg:
            self.note(self.function, "a starred argument", "name every argument")
        if arguments.kwonlyargs:
            self.note(self.function, "a keyword argument", "pass arguments by position")

    def check_returns(self) -> None:
        """Forbid functions that return now an int and now nothing."""
        returns = [node for node in ast.walk(self.function) if isinstance(node, ast.Return)]
        if any(node.value for node in returns):
            for node in returns:
                if node.value is None:
                    self.note(node, "a bare return beside returns of a value", "return an int everywhere")

    def visit(self, node: ast.AST) -> None:
        """Report a forbidden node, and continue inside it unless it opens a scope of its own."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.operator | ast.cmpop) and type(child) in FORBIDDEN:
                self.note(node, *FORBIDDEN[type(child)])  # operators have no line of their own
        if isinstance(node, ast.expr | ast.stmt) and type(node) in FORBIDDEN:
            self.note(node, *FORBIDDEN[type(node)])
            return
        super().visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Skip the annotation, which is not run."""
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Allow ints and booleans only."""
        if type(node.value) in FORBIDDEN_CONSTANTS:
            self.note(node, *FORBIDDEN_CONSTANTS[type(node.value)])

    def visit_Name(self, node: ast.Name) -> None:
        """Forbid reading a list, dict or set of the module."""
        if node.id in self.module.mutable and node.id not in self.locals:
            self.note(node, f"'{node.id}' is a module-level list, dict or set", TABLE)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Allow one index on a name; an index that is a tuple or a slice is noted as such."""
        if not isinstance(node.value, ast.Name):
            self.note(node, "an index on something that is not a name", "flatten the table and compute one index")
        if isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.op, ast.USub):
            self.note(node, "a negative index", "count from the start")
        self.visit(node.value)
        if isinstance(node.slice, ast.Slice):
            self.note(node, *FORBIDDEN[ast.Slice])
        else:
            self.visit(node.slice)

    def visit_For(self, node: ast.For) -> None:
        """Allow loops over range(...) only."""
        if is_range(node.iter):
            assert isinstance(node.iter, ast.Call)
            self.check_call_shape(node.iter)
        else:
            self.note(node, "a loop over something that is not range(...)", "use for ... in range(...), or while")
            self.visit(node.iter)
        for part in [node.target, *node.body, *node.orelse]:
            self.visit(part)

    def visit_Call(self, node: ast.Call) -> None:
        """Allow calls of rule functions, of primitives and of a few built-ins."""
        if not isinstance(node.func, ast.Name):
            self.note(node, f"a call of '{ast.unparse(node.func)}'", "call a rule function by its plain name")
        elif is_range(node):
            self.note(node, "range(...) outside a for loop", "use it only as for ... in range(...)")
        else:
            self.check_callee(node, node.func.id)
        self.check_call_shape(node)

    def check_call_shape(self, node: ast.Call) -> None:
        """Check the arguments of a call: by position, and as many as a built-in takes here."""
        if node.keywords:
            self.note(node, "a keyword argument", "pass arguments by position")
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in BUILTINS and len(node.args) not in BUILTINS[name]:
            counts = " or ".join(map(str, BUILTINS[name]))
            self.note(node, f"{name}() with {len(node.args)} arguments", f"give it {counts}")
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            self.visit(argument)

    def check_callee(self, node: ast.Call, name: str) -> None:
        """Check that a called name is a rule function, a primitive or an allowed built-in."""
        if name in self.locals:
            self.note(node, f"a call of the local name '{name}'", MODULE_LEVEL)
            return
        target = self.module.imports.get(name, (self.module.name, name))
        if target in self.known:
            loop = Problem(
                self.module.path, node.lineno, f"recursion: '{name}' leads back to '{self.function.name}'", "use a loop"
            )
            self.calls.append((target, loop))
        elif not self.is_primitive(target) and not (name in BUILTINS and target[0] == self.module.name):
            self.note(node, f"a call of '{name}'", f"call rule functions, bit primitives or {', '.join(BUILTINS)}")

    def is_primitive(self, target: Rule) -> bool:
        """Say whether a name comes from the module of bit primitives."""
        module, name = target
        return module == PRIMITIVES and (self.module.name != PRIMITIVES or name in self.module.defined)


def is_range(node: ast.expr) -> bool:
    """Say whether an expression is a call of range."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def python_files(arguments: list[str]) -> list[Path]:
    """List the sources named on the command line, the core's unless some are given."""
    parts = [Path("src/longroad") / part for part in ("core", "search", "envs")]
    roots = [Path(argument) for argument in arguments] or parts
    return sorted(path for root in roots for path in (root.rglob("*.py") if root.is_dir() else [root]))


def main(arguments: list[str]) -> int:
    """Print the problems, one a line, and return 1 if there are any."""
    sources = {str(path): path.read_text(encoding="utf-8") for path in python_files(arguments)}
    problems = lint(sources)
    for problem in problems:
        print(problem)
    if not problems:
        count = sum(is_rule(node) for text in sources.values() for node in ast.parse(text).body)
        print(f"the subset holds (rule functions: {count}, files: {len(sources)})")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
