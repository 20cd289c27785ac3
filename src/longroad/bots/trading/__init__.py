"""How bots trade: what they offer, accept and refuse, and the offers and answers so far."""
