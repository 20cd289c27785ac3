"""Asks the engine: `analyse` a position, and `review` a whole game."""

from longroad.analysis.budget import Budget as Budget
from longroad.analysis.comments import annotate as annotate
from longroad.analysis.comments import read_review as read_review
from longroad.analysis.games import review as review
from longroad.analysis.positions import analyse as analyse
from longroad.analysis.reviews import Review as Review
from longroad.game.analysis import Analysis as Analysis
from longroad.game.analysis import Candidate as Candidate
