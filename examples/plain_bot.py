"""A bot that plays over standard input and output: plain Python, without dependencies and without rules of the game.

    longroad arena "program:python examples/plain_bot.py" novice novice novice

It reads one JSON object per line and answers each `decide` with an `act`. docs/howto/program.md explains the messages.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

LIKES = (
    "city",
    "settle",
    "knight",
    "plenty",
    "monopoly",
    "roadbuilding",
    "buy",
)  # what to do in a turn, best first
WANTS = ("city", "settlement", "card")  # what to save for
MOST_ROADS = 13

Counts = dict[str, int]
Answer = tuple[str | None, str]  # an action in notation, and why


class Bot:
    """Plays a seat in a game."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.me: int = game["seat"]
        self.geometry = game["geometry"]
        self.costs: dict[str, Counts] = game["costs"]
        self.rng = Random(game["seed"])  # the same seed gives the same game
        self.plies: list[str] = []
        self.offered = 0  # the last turn in which something was offered
        self.snapshot: dict[str, Any] = {}

    def update_log(self, log: dict[str, Any]) -> None:
        """Add what has happened to the log."""
        self.plies[log["since"] :] = log["plies"]

    def decide(self, snapshot: dict[str, Any], decision: dict[str, Any]) -> Answer:
        """Answer a decision."""
        self.snapshot = snapshot
        forms = {form["kind"]: form for form in decision["forms"]}
        if not decision["is_awaited"]:
            return self.propose(forms["propose"])
        kinds: dict[str, list[str]] = {}
        for action in decision["actions"]:
            kinds.setdefault(action.split()[0], []).append(action)
        for form in forms.values():
            if form["total"]:
                return f"{form['kind']} {self.fill(form)}", "I keep what builds next."
        if "refuse" in kinds:
            return self.answer_offer(kinds)
        return self.pending(kinds) or self.turn(kinds, forms)

    # --- required actions ---------------------------------------------------------------------------------------------

    def pending(self, kinds: dict[str, list[str]]) -> Answer | None:
        """Found, roll, move the robber, rob, and place free roads."""
        if "robber" in kinds:
            return max(kinds["robber"], key=self.harm), "It hurts the others there."
        if "rob" in kinds:
            return max(kinds["rob"], key=self.cards_of), "Most cards are there."
        if "end" in kinds:
            return None
        if "settle" in kinds:
            return max(kinds["settle"], key=self.worth), "The dice yield most there."
        if "roll" in kinds:
            return "roll", "My turn begins."
        return self.rng.choice(next(iter(kinds.values()))), "Something has to be done."

    def answer_offer(self, kinds: dict[str, list[str]]) -> Answer:
        """Accept an offer that helps towards the next building; its `give` is what this seat would get."""
        offer = self.snapshot["offer"]
        if "accept" in kinds and self.is_nearer(offer["take"], offer["give"]):
            return "accept", "It brings me nearer to what I want to build."
        return "refuse", "It does not help me."

    def fill(self, form: dict[str, Any]) -> str:
        """Fill a form that has a total, with the most plentiful cards."""
        left, cards = dict(form["give"]), dict.fromkeys(form["give"], 0)
        for _ in range(form["total"]):
            most = max(left, key=lambda name: left[name])
            left[most] -= 1
            cards[most] += 1
        return " ".join(f"{count} {name}" for name, count in cards.items() if count)

    # --- its turn -----------------------------------------------------------------------------------------------------

    def turn(self, kinds: dict[str, list[str]], forms: dict[str, dict[str, Any]]) -> Answer:
        """Close deals, build the best thing, trade for missing cards, then end the turn."""
        if "deal" in kinds:
            return kinds["deal"][0], "Somebody accepts."
        for taken in kinds.get("take", ()):
            proposal = next(each for each in self.snapshot["proposals"] if each["seat"] == int(taken.split()[1]))
            if self.is_nearer(proposal["take"], proposal["give"]):
                return taken, "What is proposed helps me."
        for kind in LIKES:
            if kind in kinds:
                best = max(kinds[kind], key=self.worth) if kind in ("city", "settle") else self.rng.choice(kinds[kind])
                return best, "It is the best thing that I can do now."
        if "road" in kinds and len(self.mine["roads"]) < MOST_ROADS and self.rng.random() < 0.5:
            return self.rng.choice(kinds["road"]), "I need room."
        for trade in kinds.get("bank", ()):
            _, count, give, _, _, take = trade.split()
            if self.is_nearer({give: int(count)}, {take: 1}):
                return trade, "The bank has what I lack."
        if "offer" in forms and self.offered < self.snapshot["turn_number"] and (sides := self.trade(forms["offer"])):
            self.offered = self.snapshot["turn_number"]
            return f"offer {sides}", "Perhaps somebody has what I lack."
        return "end", "There is nothing more to do."

    def propose(self, form: dict[str, Any]) -> Answer:
        """Sometimes propose a trade to the player on turn; None means no proposal."""
        sides = self.trade(form) if self.rng.random() < 0.1 else None
        return (f"propose {sides}", "Perhaps we both gain.") if sides else (None, "")

    def trade(self, form: dict[str, Any]) -> str | None:
        """Return a trade of one card for a missing one, or None."""
        for give in form["give"]:
            for take in form["take"]:
                if give != take and self.is_nearer({give: 1}, {take: 1}):
                    return f"1 {give} for 1 {take}"
        return None

    # --- evaluation ---------------------------------------------------------------------------------------------------

    @property
    def mine(self) -> dict[str, Any]:
        """This seat in the snapshot."""
        seat: dict[str, Any] = self.snapshot["seats"][self.me]
        return seat

    def lacks(self, hand: Counts) -> int:
        """Count the cards that are missing for the nearest goal."""
        wanted = (self.costs[name] for name in WANTS)
        return min(sum(max(0, n - hand.get(name, 0)) for name, n in cost.items()) for cost in wanted)

    def is_nearer(self, give: Counts, take: Counts) -> bool:
        """Whether a trade brings the nearest goal nearer."""
        hand = self.mine["hand"]
        after = {name: hand.get(name, 0) - give.get(name, 0) + take.get(name, 0) for name in {*hand, *take}}
        return self.lacks(after) < self.lacks(hand)

    def worth(self, action: str) -> int:
        """Count in how many of 36 rolls a place yields something, and a little for variety."""
        hexes: list[int] = self.geometry["site_hexes"][int(action.split()[1])]
        pips: int = sum(self.geometry["pips"][each] for each in hexes)
        return pips + len({self.geometry["terrain"][each] for each in hexes})

    def harm(self, action: str) -> int:
        """Count the buildings of others at a hex, minus five for each of its own."""
        place, total = int(action.split()[1]), 0
        for seat in self.snapshot["seats"]:
            sites = seat["settlements"] + seat["cities"]
            beside: int = sum(place in self.geometry["site_hexes"][site] for site in sites)
            total += -5 * beside if seat["seat"] == self.me else beside
        return total

    def cards_of(self, action: str) -> int:
        """Return the hand size of a victim; 0 for nobody."""
        victim = action.split()[1]
        return -1 if victim == "nobody" else int(self.snapshot["seats"][int(victim)]["hand_size"])


def say(**message: Any) -> None:
    """Write a message as one line, and flush it."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer messages until the input ends."""
    bot: Bot | None = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="hello", protocol=2, name="plain bot")
        elif message["type"] == "game":
            bot = Bot(message)
        elif message["type"] == "decide" and bot is not None:
            bot.update_log(message["log"])
            action, why = bot.decide(message["snapshot"], message["decision"])
            say(type="act", decision=message["decision"]["id"], action=action, why=why)
        elif message["type"] == "refused":
            print(f"refused: {message['message']}", file=sys.stderr)


if __name__ == "__main__":
    main()
