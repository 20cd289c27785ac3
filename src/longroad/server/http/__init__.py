"""The HTTP API and WebSockets: the application, its routes, guards and limits."""
