"""The choices for a new game, and previews of islands."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from longroad.core.state import State
from longroad.notation.errors import InvalidNotation
from longroad.notation.rulesets import read_ruleset, write_ruleset
from longroad.server.errors import RequestError
from longroad.server.http.base_path import with_base
from longroad.server.http.clients import Language, registry_of, take_one
from longroad.server.http.drawings import SvgResponse, Theme
from longroad.server.http.pages import FOREVER
from longroad.server.http.problems import problems
from longroad.server.wire.meta import check_offered, meta, ruleset_of
from longroad.server.wire.render import geometry, island_svg
from longroad.server.wire.responses import MOST_SEED, Meta, Preview, PreviewRequest

choices = APIRouter(prefix="/api", tags=["choices"])


@choices.get("/meta", response_model=Meta, responses=problems(422), summary="List the choices for a game")
async def get_meta(request: Request, response: Response, words: Language) -> Meta:
    """Return the presets, options with their meanings, bots, costs and quick phrases."""
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Language"
    return meta(words.language, registry_of(request).bot_workers.readiness)


@choices.post(
    "/preview", response_model=Preview, responses=problems(403, 413, 415, 422, 429), summary="Preview an island"
)
async def preview(request: Request, body: PreviewRequest) -> Preview:
    """Return the island of a seed, or of a random seed; a game with that seed is played on it."""
    take_one(request, "previews")
    ruleset = ruleset_of(body.preset, body.options)
    seed = random.SystemRandom().randrange(MOST_SEED) if body.island_seed is None else body.island_seed
    text = write_ruleset(ruleset)
    return Preview(
        island_seed=seed,
        ruleset=text,
        options={f.name: getattr(ruleset, f.name) for f in fields(ruleset)},
        geometry=geometry(State.new(ruleset, seed).island),
        svg=with_base(request, "/api/preview.svg?") + urlencode({"preset": text, "seed": seed}, safe=":,"),
    )


@choices.get(
    "/preview.svg",
    response_class=SvgResponse,
    responses=problems(422, 429),
    summary="Draw a preview",
)
async def preview_svg(
    request: Request,
    preset: Annotated[str, Query(max_length=800, description="A preset, or a ruleset in the notation.")] = "base",
    seed: Annotated[int, Query(ge=0, lt=MOST_SEED)] = 0,
    theme: Theme = "light",
) -> Response:
    """Draw the island of a ruleset and a seed, without pieces."""
    take_one(request, "previews")
    try:
        ruleset = read_ruleset(preset)
    except InvalidNotation as error:
        raise RequestError("bad_settings", str(error)) from error
    check_offered(ruleset)
    return SvgResponse(island_svg(State.new(ruleset, seed).island, theme), headers={"Cache-Control": FOREVER})
