"""Weights as data, and the recipe that makes them. Nothing imports this at run time."""
