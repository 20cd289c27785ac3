"""Write scenes on which the page is developed without a server: moments of real games, as one seat sees them.

python -m scripts.client.scenes

Each scene of client/src/mock/scenes.json is a table and the updates that follow. The drawings of the islands, beside it
in islands/, are not kept in git.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from longroad.bots.levels import make_bot
from longroad.bots.protocol import Bot
from longroad.core.history import History
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC
from longroad.core.words import SEAT_NAMES
from longroad.game.view import View
from longroad.server.wire import render
from longroad.server.wire.messages import ChatLine, Decision, LogEntry, Room, Seat, Settings, Snapshot, Table, Update

FOLDER: Final = Path(__file__).parents[2] / "client" / "src" / "mock"
NAMES: Final = ("Ada", "Bertil", "Chandra", "Dolores", "Emeka", "Fjola")
LOG_ENTRIES: Final = 40  # entries of the log in a table
AFTERWARDS: Final = 12  # updates that follow
MOST_PLIES: Final = 4000
MOST_GAMES: Final = 30


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a game: the first that suits, seen by a seat, or by the public."""

    name: str
    suits: Callable[[View, int], bool]  # the view and how many plies there were
    viewer: int | None = 0
    preset: str = "base"
    players: int = 4
    seed: int = 12  # of the first game that is looked at


def awaits(phase: str, plies: int, actions: int = 0) -> Callable[[View, int], bool]:
    """Whether the viewer must act in a phase, late enough and with enough to choose from."""
    return lambda view, count: (
        view.phase == phase and view.viewer in view.to_act and count >= plies and len(view.legal_actions()) >= actions
    )


SCENES: Final = (
    Scene("founding", awaits("found settlement", 4), seed=3),
    Scene("roll", awaits("before roll", 150)),
    Scene("turn", awaits("main", 200, 12)),
    Scene("discard", awaits("discarding", 60)),
    Scene("robber", awaits("robber moves", 60)),
    Scene("victim", awaits("victim choice", 40)),
    Scene("waiting", lambda view, plies: view.phase == "before roll" and view.turn == 2 and plies > 200),
    Scene("watching", lambda view, plies: view.phase == "main" and plies > 250, viewer=None),
    Scene("over", lambda view, plies: view.is_over),
    Scene("six", awaits("main", 350), preset="extension", players=6, seed=5),
    Scene("duel", awaits("main", 200), preset="duel", players=2, seed=5),
)


class Performance:
    """A game between bots, as one viewer sees it."""

    def __init__(self, scene: Scene, seed: int) -> None:
        self.scene, self.seed = scene, seed
        self.history = History(State.new(Ruleset.preset(scene.preset, players=scene.players), seed))
        self.bots: list[Bot] = [make_bot("novice", seed) for seed in range(scene.players)]
        self.log: list[LogEntry] = []
        self.dice: list[int] = []
        self.chance()

    @property
    def view(self) -> View:
        """What the scene's viewer sees."""
        return self.view_of(PUBLIC if self.scene.viewer is None else self.scene.viewer)

    @property
    def snapshot(self) -> Snapshot:
        """The same as it is sent."""
        return render.snapshot(self.view, self.dice)

    def view_of(self, viewer: int) -> View:
        """Return what a seat may know."""
        return View(self.history.state.view(viewer), self.history.redacted(viewer))

    def push(self, seat: int, action: int) -> None:
        """Take an action, and add it to the log."""
        before = self.history.state.copy()
        self.history.push(seat, action)
        ply = self.history.plies[-1]
        names = render.seat_names(NAMES[: self.scene.players])
        event = len(self.history.plies)
        viewer = self.scene.viewer
        entry = render.ply_entries(before, ply, self.history.state, [viewer], event, names)[viewer].render()
        self.log.append(entry)
        if entry.ply is not None and " rolled " in entry.ply and "+" in entry.ply:
            self.dice = [int(face) for face in entry.ply.rpartition(" ")[2].split("+")]

    def chance(self) -> None:
        """Push outcomes of chance until a player must decide."""
        while self.history.state.is_chance:
            self.push(6, self.history.state.sample(self.seed))

    def step(self) -> None:
        """Push the decision of the first player to act."""
        seat = self.history.state.to_act[0]
        self.push(seat, self.bots[seat].choose(self.view_of(seat)).code)
        self.chance()

    def moments(self) -> Iterator[int]:
        """Play on; count the plies."""
        while len(self.history.plies) < MOST_PLIES:
            yield len(self.history.plies)
            if self.view.is_over:
                return
            self.step()

    def table(self) -> Table:
        """Return everything that the viewer may know now."""
        view, event = self.view, len(self.history.plies)
        chat = [
            ChatLine(event=3, seat=1, name=NAMES[1], text="Good luck, everyone!"),
            ChatLine(event=9, seat=0, name=NAMES[0], text="You too."),
        ]
        return Table(
            event=event,
            room=self.room(),
            geometry=render.geometry(self.history.state.island),
            snapshot=self.snapshot,
            decision=decision_in(view, event, can_undo=bool(event % 2)),
            log=self.log[-LOG_ENTRIES:],
            chat=chat,
        )

    def room(self) -> Room:
        """Return who sits where."""
        seats = [
            Seat(seat=seat, kind="computer" if seat else "person", name=NAMES[seat], colour=SEAT_NAMES[seat].lower())
            for seat in range(self.scene.players)
        ]
        return Room(
            game=self.scene.name,
            status="over" if self.view.is_over else "playing",
            settings=Settings(preset=self.scene.preset),
            ruleset=self.scene.preset,
            seats=seats,
            you=self.scene.viewer,
            is_host=self.scene.viewer == 0,
            watchers=1,
        )

    def updates(self) -> list[Update]:
        """Play on a little, and add it to the log."""
        updates: list[Update] = []
        while len(updates) < AFTERWARDS and not self.view.is_over:
            known = len(self.log)
            self.step()
            event = len(self.history.plies)
            decision = decision_in(self.view, event)
            updates.append(Update(event=event, snapshot=self.snapshot, decision=decision, log=self.log[known:]))
        return updates


def decision_in(view: View, event: int, can_undo: bool = False) -> Decision | None:
    """Return what is expected of the seat whose view it is; None where it can do nothing, and for the public."""
    if view.viewer is None or view.is_over:
        return None
    asked = render.asked(view, view.viewer, event, view.legal_actions(), can_undo)
    return None if asked is None else render.decision(asked)


def performed(scene: Scene) -> Performance:
    """Play until the moment has come. Raises `ValueError` if it does not come."""
    for seed in range(scene.seed, scene.seed + MOST_GAMES):
        performance = Performance(scene, seed)
        for plies in performance.moments():
            if scene.suits(performance.view, plies):
                return performance
    raise ValueError(f"{scene.name}: no such moment in {MOST_GAMES} games")


def draw(performance: Performance) -> None:
    """Draw the island by day and by night."""
    (FOLDER / "islands").mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        drawing = render.island_svg(performance.history.state.island, theme)
        (FOLDER / "islands" / f"{performance.scene.name}-{theme}.svg").write_text(drawing, encoding="utf-8")


def main() -> int:
    """Write all scenes."""
    scenes: dict[str, Any] = {}
    for scene in SCENES:
        performance = performed(scene)
        draw(performance)
        table = performance.table().model_dump(mode="json")
        updates = [update.model_dump(mode="json") for update in performance.updates()]
        scenes[scene.name] = {"table": table, "updates": updates}
    lines = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(scene, separators=(',', ':'))}" for name, scene in scenes.items()
    )
    (FOLDER / "scenes.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
