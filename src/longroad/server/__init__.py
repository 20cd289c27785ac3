"""The server: rooms in which people and computer players play, over HTTP and WebSockets."""
