"""Playing in the terminal: what is typed, what is said, what is kept; and as a person does it, in a real one."""
