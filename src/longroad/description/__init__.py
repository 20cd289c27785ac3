"""A view in words: what a seat may know, what it holds, and what its actions do."""
