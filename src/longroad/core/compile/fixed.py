"""Rule functions for one ruleset: its fields, which no rule changes, become constants, and less code is left."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any, Final

NO_FIELD: Final = -1


def with_fixed(function: Callable[..., Any], fields: Mapping[int, int]) -> FunctionType:
    """The same function where `s[FIELD]`, for these fields of the block `s`, is the number given here.

    >>> DUEL, TURN = 3, 4
    >>> def seats(s): return 2 if s[DUEL] else s[TURN]
    >>> with_fixed(seats, {DUEL: 1})([0])
    2

    Raises `ValueError` if the function changes one of them.
    """
    assert isinstance(function, FunctionType)
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    assert isinstance(tree.body[0], ast.FunctionDef)
    tree.body[0].decorator_list = []
    fixed = ast.fix_missing_locations(_Fixer(function, fields).visit(tree))
    module = compile(fixed, inspect.getsourcefile(function) or function.__module__, "exec", dont_inherit=True)
    codes = [constant for constant in module.co_consts if isinstance(constant, CodeType)]
    (code,) = (code for code in codes if code.co_name == function.__name__)
    twin = FunctionType(code, function.__globals__, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


class _Fixer(ast.NodeTransformer):
    """Replaces fields of the block `s` that are named in the module of a function."""

    def __init__(self, function: FunctionType, fields: Mapping[int, int]) -> None:
        self._function, self._fields = function, fields

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Replace what is read from a fixed field."""
        self.generic_visit(node)
        match node:
            case ast.Subscript(value=ast.Name("s"), slice=ast.Name(name)):
                number = self._fields.get(self._function.__globals__.get(name, NO_FIELD))
                return node if number is None else self._number(node, number)
        return node

    def _number(self, node: ast.Subscript, number: int) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            raise ValueError(f"{self._function.__qualname__} changes {ast.unparse(node)}, which was to be fixed")
        return ast.Constant(number)
