"""Computer players: what they are asked (`protocol`), which there are (`levels`), and they themselves."""
