"""Positions: a state or a view as one line of text."""
