"""How a computer player looks ahead: what it measures of a position, what that is worth, and the search of a turn."""
