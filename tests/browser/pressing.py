"""Takes an action in notation by pressing the buttons that a person would press."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as Late

from tests.browser.person import Person
from tests.browser.words import prefix, words

Counts = Mapping[str, int]


def counts(text: str) -> dict[str, int]:
    """Read a bundle of the notation.

    >>> counts("2 wool 1 ore")
    {'wool': 2, 'ore': 1}
    """
    return {resource: int(number) for number, resource in re.findall(r"(\d+) ([a-z]+)", text)}


def take(person: Person, action: str) -> bool:
    """Take an action by pressing buttons, and wait until the server has confirmed it.

    Returns False if another player changed the decision before the action could be taken.
    """
    before, received = person.decision, len(person.messages)
    kind, _, rest = action.partition(" ")
    settled(person)
    if kind not in IN_TRADE_SHEET:
        close_trade_sheet(person)
    try:
        DOING[kind](person, kind, rest)
    except Late:
        if person.decision == before:
            raise
        return False
    person.wait_until(lambda: _is_answered(person, received), f"'{action}' by somebody on seat {person.seat}")
    return person.has_acted(received)


def _is_answered(person: Person, received: int) -> bool:
    return person.has_acted(received) or any(message["type"] == "refused" for message in person.messages[received:])


def starting(text: str) -> re.Pattern[str]:
    """Return a pattern for names that begin with a text."""
    return re.compile(rf"^{re.escape(text)}(?!\w)")


def ending(text: str) -> re.Pattern[str]:
    """Return a pattern for names that end with a text, perhaps after a symbol."""
    return re.compile(rf"(^|\W ){re.escape(text)}$")


def settled(person: Person) -> None:
    """Wait until the page has drawn the last message."""
    person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def undo(person: Person) -> None:
    """Undo the last placement."""
    person.button(ending(words("decision.undo"))).first.click()


def close_sheet(person: Person) -> None:
    """Close the open sheet, if there is one."""
    person.page.keyboard.press("Escape")


def close_trade_sheet(person: Person) -> None:
    """Close the sheet that trade opens on a phone, since it lies over everything else."""
    sheet = person.page.get_by_role("dialog", name=words("trade.title"), exact=True)
    if sheet.is_visible():
        close_sheet(person)
        sheet.wait_for(state="detached")


# --- places ---


def choose(person: Person, kind: str) -> None:
    """Press the button of something to build, so that its places light up."""
    actions = person.page.get_by_role("group", name=words("table.actions"))
    actions.get_by_role("button", name=starting(words(f"decision.{kind}"))).click()


def ask_why(person: Person, kind: str) -> Locator:
    """Press a disabled button, and return the explanation."""
    actions = person.page.get_by_role("group", name=words("table.actions"))
    actions.get_by_role("button", name=starting(words(f"decision.{kind}"))).click(force=True)
    answer = person.page.get_by_role("alertdialog", name=words("decision.why_title"))
    answer.wait_for()
    return answer


def place_name(kind: str, number: str, is_neutral: bool) -> str:
    """Return the beginning of the name of a place to choose."""
    if kind == "road":
        return prefix("board.road", place=prefix("board.path", path=number))
    return prefix("board.settle" if kind == "settle" else f"board.{kind}", place=prefix("board.site", site=number))


def _place(person: Person, kind: str, rest: str) -> None:
    """Choose what to build unless it is already lit, and press the place."""
    number, _, owner = rest.partition(" for ")
    place = person.button(re.compile("^" + re.escape(place_name(kind, number, False))))
    if owner:
        neutral = person.page.locator(f'[data-place="{"path" if kind == "road" else "site"}-{number}"]')
        if not neutral.count():
            person.page.get_by_role("button", name=re.compile("^" + re.escape(prefix("decision.neutral_for")))).nth(
                1
            ).click()
        place = neutral
    elif not place.count():
        choose(person, kind)
    place.first.click()


def _robber(person: Person, kind: str, rest: str) -> None:
    name = prefix("board.robber", place=prefix("board.hex", hex=rest))
    person.button(re.compile("^" + re.escape(name))).first.click()


def _rob(person: Person, kind: str, rest: str) -> None:
    wanted = words("decision.rob", name=person.name_of(int(rest))) if rest.isdigit() else words("decision.rob_nobody")
    person.button(starting(wanted)).first.click()


# --- cards ---


def open_card(person: Person, kind: str) -> None:
    """Open the sheet of a development card."""
    card = person.button(starting(f"{words(f'names.{kind}')}:")).first
    if not card.is_visible():  # it lies in a stack
        person.button(starting(words("hand.development"))).click()
    card.click()


def _play_card(person: Person, kind: str, rest: str) -> None:
    open_card(person, kind)
    person.press(words("hand.play"))
    if kind == "plenty":
        pick(person.page.get_by_role("dialog"), "trade.bank_take", counts(rest))
        person.press(words("decision.plenty"))
    elif kind == "monopoly":
        person.page.get_by_role("dialog").get_by_role("button", name=starting(words(f"names.{rest}"))).click()
        person.press(words("decision.monopoly", resource=words(f"names.{rest}")))


def _bundle(person: Person, kind: str, rest: str) -> None:
    """Put cards on the pile, and confirm."""
    pick(person.page.get_by_role("dialog"), "trade.give_one", counts(rest))
    person.button(starting(words(f"decision.{kind}"))).click()


def pick(within: Locator, key: str, wanted: Counts) -> None:
    """Press each card as often as it is wanted."""
    for resource, number in wanted.items():
        card = within.get_by_role("button", name=starting(words(key, resource=words(f"names.{resource}"))))
        for _ in range(number):
            card.click()


# --- trade ---


def trade_panel(person: Person) -> Locator:
    """Return the trade panel: beside the island, or over it on a phone."""
    name = words("trade.title")
    beside = person.page.get_by_role("region", name=name, exact=True)
    return beside.or_(person.page.get_by_role("dialog", name=name, exact=True)).first


def open_trade(person: Person) -> Locator:
    """Open the trade panel, unless it is open."""
    settled(person)
    panel = trade_panel(person)
    if not panel.is_visible():
        choose(person, "trade")
    return panel


def compose(person: Person, give: Counts, take: Counts) -> Locator:
    """Compose an offer without sending it."""
    panel = open_trade(person)
    panel.get_by_role("button", name=words("trade.clear"), exact=True).click()
    pick(panel, "trade.give_one", give)
    pick(panel, "trade.get_one", take)
    return panel


def _offer(person: Person, kind: str, rest: str) -> None:
    terms, _, to = rest.partition(" to ")
    give, _, take = terms.partition(" for ")
    if kind == "counter":
        person.button(ending(words("trade.counter"))).first.click()
    panel = compose(person, counts(give), counts(take))
    asked = [int(seat) for seat in to.split()]
    for button in panel.get_by_role("group", name=words("trade.to")).get_by_role("button").all():
        is_asked = any(words("trade.ask_seat", name=person.name_of(seat)) == _name(button) for seat in asked)
        if is_asked != (button.get_attribute("aria-pressed") == "true"):
            button.click()
    turn = person.name_of(person.snapshot["turn"])
    name = words("trade.propose", name=turn) if kind == "propose" else words(f"trade.{kind}")
    panel.get_by_role("button", name=name, exact=True).last.click()


def _name(button: Locator) -> str | None:
    return button.get_attribute("aria-label")


def _bank(person: Person, kind: str, rest: str) -> None:
    give, _, take = (side.strip() for side in rest.partition("for"))
    panel = compose(person, counts(give), counts(take))
    panel.get_by_role("button", name=words("players.bank"), exact=True).click()


def _answer(person: Person, kind: str, rest: str) -> None:
    if kind == "withdraw":
        open_trade(person)
    person.button(ending(words(f"trade.{kind}"))).first.click()


def _close(person: Person, kind: str, rest: str) -> None:
    """Complete a trade, or accept a proposal: in the sheet over the table if it is open."""
    person.page.locator(f'[data-offer="{kind} {rest}"]').last.get_by_role("button").click()


# --- everything else ---


def _press(person: Person, kind: str, rest: str) -> None:
    """Press a button that takes the action at once."""
    names = {"end": ("end", "pass"), "roll": ("roll", "roll_again")}.get(kind, (kind,))
    wanted = "|".join(re.escape(words(f"decision.{each}")) for each in names)
    person.button(re.compile(rf"^({wanted})(?!\w)")).first.click()


IN_TRADE_SHEET: Final = frozenset({"offer", "propose", "bank", "withdraw", "deal", "take"})
DOING: Final[dict[str, Callable[[Person, str, str], None]]] = {
    **dict.fromkeys(("settle", "city", "road"), _place),
    **dict.fromkeys(("knight", "roadbuilding", "plenty", "monopoly"), _play_card),
    **dict.fromkeys(("discard", "give"), _bundle),
    **dict.fromkeys(("offer", "counter", "propose"), _offer),
    **dict.fromkeys(("accept", "refuse", "withdraw"), _answer),
    **dict.fromkeys(("deal", "take"), _close),
    **dict.fromkeys(("roll", "end", "buy", "stop", "force", "calm", "retire"), _press),
    "robber": _robber,
    "rob": _rob,
    "bank": _bank,
}
