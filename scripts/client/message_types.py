"""Write client/src/api/messages.ts, the types of the page, from the server's messages (server/wire), game/snapshot and
game/analysis.

python -m scripts.client.message_types            # write
python -m scripts.client.message_types --check    # only say whether it is stale, and exit 1 if it is

What the server sends always has all its fields. What only clients send may leave out the fields that have a default.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import sys
import tokenize
import types
from collections.abc import Iterator
from dataclasses import MISSING
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from longroad.game import analysis, snapshot
from longroad.server.wire import messages, responses
from scripts.generated import write_or_check

ROOT: Final = Path(__file__).resolve().parents[2]
TARGET: Final = ROOT / "client" / "src" / "api" / "messages.ts"
SOURCES: Final = (messages, responses)
HEAD: Final = "// Made by scripts/client/message_types.py from the messages of the server; do not change by hand.\n"
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
SAID_BY_CLIENTS: Final = (
    "ClientMessage",
    "NewGame",
    "Join",
    "SeatRequest",
    "SeatChange",
    "PreviewRequest",
    "BoardRequest",
    "CheckPosition",
    "AnalyseRoom",
)


Shape = type[Any]  # a model, or a dataclass that models hold


def is_shape(value: Any) -> bool:
    """Whether something is the class of a message, or of a part of one."""
    return inspect.isclass(value) and (issubclass(value, BaseModel) or dataclasses.is_dataclass(value))


def fields(shape: Shape) -> dict[str, Any]:
    """Return the default of each field; `MISSING` for one that is required."""
    if issubclass(shape, BaseModel):
        infos = shape.model_fields.items()
        return {
            name: MISSING if info.is_required() else info.get_default(call_default_factory=True) for name, info in infos
        }
    return {field.name: _default(field) for field in dataclasses.fields(shape)}


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def models() -> dict[str, Shape]:
    """List the shapes in the order in which they are written, the common base of messages left out."""
    return {
        name: value
        for source in SOURCES
        for name, value in vars(source).items()
        if is_shape(value)
        and value.__module__ in (source.__name__, snapshot.__name__, analysis.__name__)
        and value is not messages.Message
    }


def aliases() -> dict[str, Any]:
    """List the names that stand for a type: choices of words, counts, and messages of several kinds."""
    found = {name: value for source in SOURCES for name, value in vars(source).items() if get_origin(value) is not None}
    return {name: value for name, value in found.items() if not name.startswith("_") and name[0].isupper()}


def within(value: Any) -> Iterator[Shape]:
    """Find the models that a type is made of."""
    if is_shape(value):
        yield value
    for part in get_args(value):
        yield from within(part)


def reached(roots: list[Shape]) -> set[Shape]:
    """Find the models that others hold, however deep."""
    found: set[Shape] = set()
    waiting = list(roots)
    while waiting:
        model = waiting.pop()
        if model not in found:
            found.add(model)
            waiting += [part for hint in get_type_hints(model).values() for part in within(hint)]
    return found


def sent() -> set[Shape]:
    """Find the models that the server sends: all but those that only clients say."""
    named = {**models(), **aliases()}
    said = {part for name in SAID_BY_CLIENTS if name in named for part in within(named[name])}
    return reached([model for model in models().values() if model not in reached(list(said))])


def left_out() -> str:
    """Write what an update leaves out, by message: the fields that have a default."""
    updates = reached([messages.Update])
    lines = []
    for name, model in models().items():
        defaults = {name: value for name, value in fields(model).items() if value is not MISSING and name != "type"}
        if model in updates and defaults:
            lines.append(f"  {name}: {json.dumps(defaults)},\n")
    return f"/** What an update leaves out. */\nexport const LEFT_OUT = {{\n{''.join(lines)}}};\n"


class Writer:
    """Writes types as TypeScript."""

    def __init__(self) -> None:
        self.aliases = aliases()
        self.sent = sent()

    def written(self) -> str:
        """Return the text of the module."""
        first = [self.alias(name, value) for name, value in self.aliases.items() if not list(within(value))]
        last = [self.alias(name, value) for name, value in self.aliases.items() if list(within(value))]
        protocol = f"export const PROTOCOL = {messages.PROTOCOL};\n"
        return "\n".join([HEAD, protocol, left_out(), *first, *map(self.interface, models().values()), *last])

    def alias(self, name: str, value: Any) -> str:
        """Write a name for a type."""
        return f"export type {name} = {self.type_of(value, inside=name)};\n"

    def interface(self, model: Shape) -> str:
        """Write a model as an interface."""
        notes = comments(model)
        hints = get_type_hints(model)
        lines = [self.field(model, name, hints[name], notes.get(name, "")) for name in fields(model)]
        sentence = inspect.cleandoc(model.__doc__ or "")
        return f"/** {sentence} */\nexport interface {model.__name__} {{\n{''.join(lines)}}}\n"

    def field(self, model: Shape, name: str, hint: Any, comment: str) -> str:
        """Write a field: one that clients may leave out has a question mark."""
        is_left_out = model not in self.sent and fields(model)[name] is not MISSING and name != "type"
        is_partial = model not in self.sent and any(part in self.sent for part in within(hint))
        written = f"Partial<{self.type_of(hint)}>" if is_partial else self.type_of(hint)
        note = f" // {comment}" if comment else ""
        return f"  {name}{'?' if is_left_out else ''}: {written};{note}\n"

    def type_of(self, hint: Any, inside: str = "") -> str:
        """Write a type, by its name if it has one."""
        for name, value in self.aliases.items():
            if name != inside and value == hint:
                return name
        if hint in PLAIN:
            return PLAIN[hint]
        if is_shape(hint):
            return str(hint.__name__)
        return self.composed(get_origin(hint), get_args(hint))

    def composed(self, origin: Any, parts: tuple[Any, ...]) -> str:
        """Write a type that is made of others. Raises `ValueError` if it has no counterpart yet."""
        if origin is Annotated:
            return self.type_of(parts[0])
        if origin is Literal:
            return " | ".join(f'"{part}"' for part in parts)
        if origin in (Union, types.UnionType):
            return " | ".join(self.type_of(part) for part in parts)
        if origin is list:
            item = self.type_of(parts[0])
            return f"({item})[]" if " " in item and not item.startswith("[") else f"{item}[]"
        if origin is tuple:
            return f"[{', '.join(self.type_of(part) for part in parts)}]"
        if origin is dict:
            return f"Record<{self.type_of(parts[0])}, {self.type_of(parts[1])}>"
        raise ValueError(f"{origin}[{parts}]: no type of TypeScript is known for it")


def comments(shape: Shape) -> dict[str, str]:
    """Return the comments beside the fields of a shape, by field; those of its bases too."""
    found: dict[str, str] = {}
    for base in reversed(shape.__mro__):
        if is_shape(base) and base.__module__.startswith("longroad."):
            found |= _own_comments(base)
    return found


@cache
def _own_comments(shape: Shape) -> dict[str, str]:
    source = inspect.getsource(shape)
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    remarks = {
        token.start[0]: token.string.removeprefix("#").strip()
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type == tokenize.COMMENT and not token.string.startswith("# type:")
    }
    return {
        node.target.id: remark
        for node in body.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        for line, remark in remarks.items()
        if node.lineno <= line <= (node.end_lineno or node.lineno)
    }


def main(arguments: list[str]) -> int:
    """Write the types, or say that they are stale."""
    return write_or_check(TARGET, Writer().written(), "python -m scripts.client.message_types", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
