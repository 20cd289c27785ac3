"""Environments for learning: an action space of fixed size, observations of what a seat may know, many games a call."""
