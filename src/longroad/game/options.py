"""The ruleset of a game, from what its caller names."""

from __future__ import annotations

from typing import Any

from longroad.core.island.given import Island
from longroad.core.ruleset import InvalidRuleset, Ruleset
from longroad.notation.rulesets import split_ruleset


def chosen_ruleset(
    ruleset: str | Ruleset, players: int | None, island: Island | None, options: dict[str, Any]
) -> Ruleset:
    """Return the ruleset; the given parts of an island are options too."""
    changes = dict(options)
    if players is not None:
        changes["players"] = players
    if not isinstance(island, Island | None):
        raise ValueError(f"island={island!r}: expected an Island, its notation, 'base' or 'extension'")
    if island is not None:
        parts = ("terrain", "tokens", "harbors")
        changes = {"island": island.island} | changes
        changes |= {part: "given" for part in parts if getattr(island, part) is not None}
    if isinstance(ruleset, Ruleset):
        return ruleset.but(**changes)
    if not isinstance(ruleset, str):
        raise InvalidRuleset(f"ruleset={ruleset!r:.60}: expected a preset, a ruleset as text or a Ruleset")
    name, own = split_ruleset(ruleset) if "," in ruleset else (ruleset, {})
    return Ruleset.preset(name, **(own | changes))
