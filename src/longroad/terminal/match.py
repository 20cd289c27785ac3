"""A game of one person against bots: runs the bots, narrates the game, and undoes decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from longroad.bots.levels import DEFAULT_LEVEL, LEVELS, make_bot
from longroad.bots.self_play import seats_to_ask
from longroad.core.layout import CHANCE
from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.game.view import View
from longroad.narration import ENGLISH, Line, Narrator, Perspective, Words, why_no_undo
from longroad.notation.actions import Action, Ply
from longroad.terminal.saves import LEVEL_TAG


class Match:
    """A game, the person's seat, and the log so far; `save` is called after every change."""

    def __init__(
        self,
        game: Game,
        seat: int,
        save: Callable[[Game], None] = lambda game: None,
        words: Words = ENGLISH,
        levels: Sequence[str] | None = None,  # of the bots by seat; by default the one in the game's record
    ) -> None:
        self.game = game
        self.seat = seat
        self.save = save
        self.perspective = Perspective(seat, words=words)
        self.log: list[str] = []
        source, chosen = _source(game), levels or [_level_of(game)] * game.players
        self._bots = [make_bot(level, source) for level in chosen]  # by seat; the person's bot is not used
        self._beginning = game.record.start
        self._narrator = Narrator(self._beginning, self.perspective)

    @property
    def view(self) -> View:
        """What the person may know now."""
        return self.game.view(self.seat)

    @property
    def is_waiting(self) -> bool:
        """Whether the game waits for the person."""
        return self.seat in self.game.to_act

    def new_lines(self) -> list[Line]:
        """Narrate what has happened since the last call."""
        lines = self._narrator.narrate([ply.code for ply in self.game.plies[self._narrator.count :]])
        self.log += [line.text for line in lines]
        return lines

    # --- acting -------------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Take an action for the person. Raises `IllegalAction`."""
        self._push(self.seat, action)

    def bot_acts(self) -> bool:
        """Have one bot act, if the game waits for one or one has a trade to propose; return whether one did."""
        for seat in seats_to_ask(self.game.view()):
            proposal = self._bots[seat].propose(self.game.view(seat)) if seat != self.seat else None
            if proposal is not None:
                self._push(seat, proposal)
                return True
        waiting = [seat for seat in self.game.to_act if seat not in (self.seat, CHANCE)]
        if waiting:
            seat = waiting[0]
            self._push(seat, self._bots[seat].choose(self.game.view(seat)))
        return bool(waiting)

    def automatic_action(self, refuses: bool = True) -> Action | None:
        """Return what needs no decision: to pass if nothing can be built, to refuse what the person cannot accept."""
        legal = self.view.legal_actions(self.seat)
        if self.game.phase == "special building" and len(legal) == 1:
            return legal[0]
        if refuses and "refuse" in legal.by_kind and "accept" not in legal.by_kind:
            return legal.by_kind["refuse"][0]
        return None

    def _push(self, seat: int, action: Action) -> None:
        self.game.push(action, seat)
        self.save(self.game)

    @property
    def last_decision(self) -> Ply | None:
        """The last ply that is not chance."""
        return next((ply for ply in reversed(self.game.plies) if ply.seat != CHANCE), None)

    # --- taking back --------------------------------------------------------------------------------------------------

    def why_no_undo(self) -> str | None:
        """Return why the person's last decision cannot be taken back; None if it can."""
        return why_no_undo([ply.code for ply in self.game.plies], self.game.is_over, self.perspective)

    def undo(self) -> Ply:
        """Take back the person's last decision, and return it."""
        ply = self.game.pop()
        self._narrator, self.log = Narrator(self._beginning, self.perspective), []
        self.new_lines()
        self.save(self.game)
        return ply


def _level_of(game: Game) -> str:
    """Return the level of the bots of a game, from its record."""
    level = game.tags.get(LEVEL_TAG, DEFAULT_LEVEL)
    return level if level in LEVELS else DEFAULT_LEVEL


def _source(game: Game) -> int | str:
    """Return the seed of the bots' own chance, the same when the game is resumed."""
    source = game.chance.commitment if isinstance(game.chance, FairDice) else game.seed
    assert source is not None
    return source
