"""The public API: everything that `longroad` exports can be learned from its docstrings alone."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

import longroad as lr

EXPORTED = [name for name in lr.__all__ if inspect.isclass(getattr(lr, name))]


def public_members(cls: type) -> Iterator[tuple[str, object]]:
    """Yield the public methods and properties that a class defines in this project, its own fields left out."""
    for name in dir(cls):
        if name.startswith("_"):
            continue
        member = inspect.getattr_static(cls, name)
        if isinstance(member, staticmethod | classmethod):
            member = member.__func__
        if isinstance(member, property):
            member = member.fget
        if inspect.isfunction(member) and member.__module__.startswith("longroad"):
            yield name, member


@pytest.mark.parametrize("name", EXPORTED)
def test_every_public_method_has_an_example(name: str) -> None:
    without = [
        member
        for member, function in public_members(getattr(lr, name))
        if ">>>" not in (inspect.getdoc(function) or "")
    ]
    assert without == []


@pytest.mark.parametrize("name", EXPORTED)
def test_every_class_says_what_it_is(name: str) -> None:
    document = inspect.getdoc(getattr(lr, name))
    assert document
    assert not document.startswith(f"{name}(")


def test_there_is_a_lot_to_ask() -> None:
    assert len(list(public_members(lr.Game))) > 50


def test_exports_are_sorted_and_exist() -> None:
    assert len(set(lr.__all__)) == len(lr.__all__)
    assert all(hasattr(lr, name) for name in lr.__all__)
