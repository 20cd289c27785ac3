"""Drawings as responses."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Response

Theme = Annotated[Literal["light", "dark"], Query(description="Light or dark.")]


class SvgResponse(Response):
    """A drawing."""

    media_type = "image/svg+xml"
