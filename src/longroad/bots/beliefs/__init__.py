"""What a bot knows about hidden cards: possible hands with their weights, and deals that fit them."""
