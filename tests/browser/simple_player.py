"""A simple player for the page: chooses from the messages that the page receives."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

# The kinds of action, best first; others are chosen only if there is nothing else.
FIRST: Final = ("city", "settle", "take", "deal", "buy", "roll", "robber", "rob", "knight", "plenty", "monopoly")
LATER: Final = ("road", "roadbuilding", "bank", "stop", "refuse", "withdraw", "end")


class SimplePlayer:
    """Chooses actions; settles where the dice yield most, builds what it can, and ends its turn."""

    def __init__(self, geometry: Mapping[str, Any], seed: int = 1) -> None:
        self._rng = Random(seed)
        self._worth = [sum(geometry["pips"][h] for h in near) for near in geometry["site_hexes"]]
        self._roads_this_turn = 0

    def choose(self, decision: Mapping[str, Any], snapshot: Mapping[str, Any], seat: int) -> str | None:
        """Choose a legal action, or fill in the form of a discard; return None if there is neither."""
        due = next((form for form in decision["forms"] if form["total"] is not None), None)
        if due is not None:
            return self._discard(due)
        kinds: dict[str, list[str]] = {}
        for action in decision["actions"]:
            kinds.setdefault(action.split()[0], []).append(action)
        for kind in (*FIRST, *LATER):
            if kind in kinds and self._is_wanted(kind, kinds, snapshot["seats"][seat]):
                return self._best(kind, kinds[kind], snapshot["seats"][seat])
        return self._rng.choice(decision["actions"]) if decision["actions"] else None

    def _is_wanted(self, kind: str, kinds: Mapping[str, list[str]], own: Mapping[str, Any]) -> bool:
        """Whether a kind of action is worth it: roads only towards room to build, trades only for missing cards."""
        if kind == "road" and "end" in kinds:
            return len(own["roads"]) < 2 * (len(own["settlements"]) + len(own["cities"])) + 2
        if kind == "bank":
            return self._trade(kinds["bank"], own) is not None
        return True

    def _best(self, kind: str, actions: list[str], own: Mapping[str, Any]) -> str:
        if kind in ("settle", "city"):
            return max(actions, key=lambda action: self._worth[int(action.split()[1])])
        if kind == "bank":
            return self._trade(actions, own) or actions[0]
        return self._rng.choice(actions)

    def _trade(self, actions: list[str], own: Mapping[str, Any]) -> str | None:
        """Return a trade of spare cards for missing ones, or None."""
        hand = own["hand"] or {}
        for action in actions:
            give, _, take = action.removeprefix("bank ").partition(" for ")
            held, given = hand.get(give.split()[-1], 0), int(give.split()[0]) if give.split()[0].isdigit() else 1
            if take.split()[-1] not in hand and held - given >= 1:
                return action
        return None

    def _discard(self, form: Mapping[str, Any]) -> str:
        held = [resource for resource, count in form["give"].items() for _ in range(count)]
        chosen = self._rng.sample(held, form["total"])
        cards = " ".join(f"{chosen.count(resource)} {resource}" for resource in form["give"] if resource in chosen)
        return f"{form['kind']} {cards}"
