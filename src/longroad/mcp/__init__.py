"""A seat for language models, over the Model Context Protocol."""
