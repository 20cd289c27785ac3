"""How bots trade: what they offer, accept and refuse, and the record of what was said."""
