"""A room: its events and state, lobby, actions, clocks, bots, and what it broadcasts."""
