"""The messages between the server and its clients: their models, rendering and JSON."""
