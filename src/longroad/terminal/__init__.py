"""A game in the terminal: watched, played and replayed."""
