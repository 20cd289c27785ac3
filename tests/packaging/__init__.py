"""The package as others get it: built, installed outside the checkout, and without its extras."""
