"""A bot's beliefs about hidden cards: possible hands with their weights, and states that fit them."""
