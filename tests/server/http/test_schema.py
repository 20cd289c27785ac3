"""Whatever the OpenAPI description allows, and much that it does not, is asked; no answer may be a surprise."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from longroad.server.http.app import Hosting, create_app
from tests.server.web import SOLO, Process

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

DESCRIPTION = create_app(Hosting("")).openapi()
schema = schemathesis.openapi.from_dict(
    DESCRIPTION, config=schemathesis.Config.from_dict({"phases": {"coverage": {"enabled": False}}})
)


@pytest.fixture(scope="module")
def seat(server: Process) -> dict[str, Any]:
    """A seat in a game that is being played."""
    seated: dict[str, Any] = httpx.post(f"{server.address}/api/games", json=SOLO).json()
    return seated


def examples(most: int) -> settings:
    """Ask so many things of each route, the same each time."""
    health = list(HealthCheck)
    return settings(max_examples=most, deadline=None, derandomize=True, database=None, suppress_health_check=health)


@schema.parametrize()
@examples(4)
def test_no_answer_is_a_surprise(case: Case[Any], server: Process, seat: dict[str, Any]) -> None:
    check_answer(case, server, seat)


@pytest.mark.slow
@schema.parametrize()
@examples(12)
def test_no_answer_to_many_questions_is_a_surprise(case: Case[Any], server: Process, seat: dict[str, Any]) -> None:
    check_answer(case, server, seat)


def check_answer(case: Case[Any], server: Process, seat: dict[str, Any]) -> None:
    headers = {}
    if "game" in case.path_parameters and len(str(case.path_parameters["game"])) % 3:  # the others are asked of no game
        case.path_parameters["game"] = seat["game"]
        headers["Authorization"] = f"Bearer {seat['token']}"
    if case.path.endswith("/events"):
        case.query = {**(case.query or {}), "seconds": 0}
    response = case.call(base_url=server.address, headers=headers, timeout=60)  # the first analysis loads the compiler
    case.validate_response(response, checks=CHECKS)


# --- what the description itself must have ----------------------------------------------------------------------------

ROUTES = [(method, path, route) for path, way in DESCRIPTION["paths"].items() for method, route in way.items()]


@pytest.mark.parametrize(("method", "path", "route"), ROUTES, ids=[f"{method} {path}" for method, path, _ in ROUTES])
def test_every_route_is_described(method: str, path: str, route: dict[str, Any]) -> None:
    assert path.startswith("/api/")
    assert route["summary"]
    assert route["description"].endswith(".")
    good = next(answer for status, answer in route["responses"].items() if status.startswith("2"))
    assert good["content"]
    for status, answer in route["responses"].items():
        if int(status) >= 400:
            assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Problem"}
    if method == "post":
        assert {"403", "413", "415"} <= set(route["responses"])


def test_the_messages_of_streams_are_described() -> None:
    schemas = DESCRIPTION["components"]["schemas"]
    assert {"Table", "Update", "Refused", "ServerMessage", "ClientMessage", "Act", "Refresh"} <= set(schemas)
    assert "HTTPValidationError" not in schemas
