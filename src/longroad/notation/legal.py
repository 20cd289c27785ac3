"""What a seat can do, as actions and forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from longroad.core.forms import PackedForm
from longroad.core.layout import SEATS
from longroad.notation.actions import Action, action_of, is_action_code
from longroad.notation.forms import Form

MOST_SHOWN: Final = 10  # actions that `repr` lists


class LegalActions(Sequence[Action]):
    """What a seat can do: listed actions, and forms for bundles, which are too many to list.

    `in` takes an action or its notation, and is true for what is listed and for what fits a form.

    >>> from longroad import Game
    >>> legal = Game("beginner", seed=7).legal_actions()
    >>> list(legal), legal.forms
    ([Action('roll')], ())
    >>> "roll" in legal, "end" in legal
    (True, False)
    """

    __slots__ = ("codes", "packed_forms")

    def __init__(self, codes: Sequence[int], forms: Sequence[PackedForm] = ()) -> None:
        self.codes = codes
        self.packed_forms = forms

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms of the bundles that can be made.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> [form.kind for form in game.legal_actions().forms]
        ['offer']
        """
        return tuple(Form.of(form) for form in self.packed_forms)

    @property
    def by_kind(self) -> dict[str, tuple[Action, ...]]:
        """The listed actions by the word that names their kind.

        >>> from longroad import Game
        >>> {kind: len(actions) for kind, actions in Game(seed=7).legal_actions().by_kind.items()}
        {'settle': 54}
        """
        groups: dict[str, list[Action]] = {}
        for action in self:
            groups.setdefault(action.kind, []).append(action)
        return {kind: tuple(actions) for kind, actions in groups.items()}

    def to_json(self) -> dict[str, Any]:
        """Return actions and forms as objects.

        >>> from longroad import Game
        >>> Game("beginner").legal_actions().to_json()
        {'actions': [{'kind': 'roll'}], 'forms': []}
        """
        return {"actions": [action.to_json() for action in self], "forms": [form.to_json() for form in self.forms]}

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [action_of(code) for code in self.codes[index]]
        return action_of(self.codes[index])

    def __iter__(self) -> Iterator[Action]:
        return map(action_of, self.codes)

    def __contains__(self, action: object) -> bool:
        """Whether an action, its notation or its code is listed or fits a form.

        Text is read as `Game.push` reads it. Raises `InvalidNotation` for text that is not an action.
        """
        if isinstance(action, str):
            action = self._read(action)
        code = action.code if isinstance(action, Action) else action
        if type(code) is not int or not is_action_code(code):
            return False
        return code in self.codes or any(form.fits(code) for form in self.packed_forms)

    def _read(self, text: str) -> Action:
        """Read an action; an offer without seats goes to all who can be asked."""
        words = text.lower().split()
        asked = next((form.to for form in self.packed_forms if form.to), 0)
        if words[:1] == ["offer"] and "to" not in words and asked:
            words += ["to", *(str(seat) for seat in range(SEATS) if asked >> seat & 1)]
        return Action(" ".join(words))

    def __repr__(self) -> str:
        shown = [*map(str, self[:MOST_SHOWN]), *([f"{len(self) - MOST_SHOWN} more"] if len(self) > MOST_SHOWN else [])]
        return f"<LegalActions: {', '.join([*shown, *map(str, self.forms)]) or 'none'}>"
