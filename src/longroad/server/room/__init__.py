"""A room: its events and state, lobby, actions, clocks, computer players, and what it broadcasts."""
