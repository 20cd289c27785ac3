"""One server for all tests of analyses over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from tests.server.web import running, visitor


@pytest.fixture(scope="package")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="package")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[FastAPI]:
    """A server for all tests of this folder, so that its workers start once."""
    many = (10_000, 10_000)
    async with running(tmp_path_factory.mktemp("analysis"), analyses=many, reviews=many, malformed=many) as app:
        yield app


@pytest.fixture
async def ada(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with visitor(app) as client:
        yield client
