"""Our bots at other people's tables."""
