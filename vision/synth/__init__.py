"""Draws tiles, hands and whole tables with the truth beside them: for training, tests and the demo."""
