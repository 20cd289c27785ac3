"""A view in words."""
