"""The island: its shape, its material, how one is set up from options, and islands given explicitly."""
