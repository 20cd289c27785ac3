"""A view in words: what a seat may know, what it holds, and what its actions do."""

from longroad.description.observation import describe_decision, describe_view, legal_lines

__all__ = ["describe_decision", "describe_view", "legal_lines"]
