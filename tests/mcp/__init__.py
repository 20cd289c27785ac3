"""A seat for language models: the tools, and the server over real pipes."""
