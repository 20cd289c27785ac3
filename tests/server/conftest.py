"""Servers and their visitors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tests.postgres import Postgres, running_postgres
from tests.server.web import Process, running, visitor


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for this worker."""
    with running_postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    url: str = request.getfixturevalue("postgres").new_database()
    return url


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with running(tmp_path) as app:
        yield app


@pytest.fixture
async def ada(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with visitor(app) as client:
        yield client


@pytest.fixture
async def ben(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with visitor(app) as client:
        yield client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(tmp_path_factory.mktemp("server"))
    process.start()
    yield process
    if process.process is not None and process.process.poll() is None:
        process.stop()
