"""Which actions are legal: as words of bits, and one by one with the rule that forbids them."""
