"""The search of bots: the features of a position, its evaluation, and the search of a turn."""
