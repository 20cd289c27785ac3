"""Positions that tests and screenshots start from, written by hand in the notation; seat 0 decides unless noted."""

from __future__ import annotations

from typing import Final

LAND: Final = "beginner,frame/robber:9"
RICH: Final = "h4b4l4w4g4o"
CARDS: Final = "d1k1r1p1m"
OWN: Final = "0:s39.41,r42.43.44.50.60"  # room for settlements on 29 and 30
OTHERS: Final = "1:s14.40,r15.58,h2b1g1o/2:s12.31,r11.37,h1b1l1w1o/3:s13.28,r20.34,h1b2l1g"  # all can pay a brick
BUSY_HEX: Final = 4  # beside two other players
OTHERS_OF_TWO: Final = "1:s14.40,r15.58,h2b1g1o"
NEUTRALS: Final = "2:s12,r6.10.11/3:s31,r37"

# By preset: the ruleset, and the other seats. All but the extension have the same land.
TABLES: Final = {
    "base": ("base,first_player:given", OTHERS),
    "beginner": ("beginner", OTHERS),
    "traveler": ("traveler,first_player:given", OTHERS),
    "classic": ("classic,first_player:given", OTHERS),
    "tournament": ("tournament,first_player:given", OTHERS),
    "one_on_one": ("one_on_one,first_player:given", OTHERS_OF_TWO),
    "duel": ("duel,first_player:given", f"{OTHERS_OF_TWO},t3/{NEUTRALS}"),
}
EXTENSION: Final = (
    "v2/extension,first_player:given/full/"
    "b6l10w11.g3w9o4l11.l8b5dw5o8.o9g6w2o10.b12l3l12.b4w9.w8o3.db10l11g6.g2g5g4,"
    "0a.3g.17a.23b.38a.74a.81a.82o.98w.103l.106w/robber:18/"
    "{own}/1:s32.49,r38.70,h2b1g1o/2:s17.25,r11.19.37,h2w/3:s0.44,r1.2.3.63,h1o/4:s8.59,r12.75.79,h1b1l/5:s5,h1o/"
)


def position(preset: str, tail: str, own: str = f",{RICH},{CARDS}") -> str:
    """Write a position of a preset: what seat 0 has besides its pieces, and the remaining fields."""
    if preset == "extension":
        return EXTENSION.format(own=f"0:s29.68,r41.42.97.98{own}") + tail
    ruleset, others = TABLES[preset]
    trade_cards = ",t4" if preset == "duel" else ""
    return f"v2/{ruleset}/full/{LAND}/{OWN}{own}{trade_cards}/{others}/{tail}"


def rolled(preset: str) -> str:
    """Return the rolls before the main phase: two in a duel."""
    return "rolled:5.6" if preset == "duel" else "rolled:6"


def main(preset: str = "base", own: str = f",{RICH},{CARDS}") -> str:
    """After the roll, with a full hand and one card of each kind."""
    return position(preset, f"turn:0.13/phase:main/{rolled(preset)}", own)


def before_roll(preset: str = "base") -> str:
    """Before the roll."""
    return position(preset, "turn:0.13/phase:before-roll")


def robber(preset: str = "base") -> str:
    """After a 7 that made nobody discard."""
    return position(preset, "turn:0.13/phase:robber-moves/rolled:7", ",h1b1l")


def discarding(preset: str = "base", owes: str = "0") -> str:
    """After a 7 that halves a hand."""
    return position(preset, f"turn:0.13/phase:discarding/rolled:7/owes:{owes}")


def almost_won(preset: str = "base") -> str:
    """One city short of winning."""
    own = "0:s39,c41,r42.43.44.50.60"
    cards = ",h4b4l4w4g4o,d4v,k3"
    text = position(preset, f"turn:0.37/phase:main/{rolled(preset)}/largest:0", cards)
    return text.replace(OWN, own)
