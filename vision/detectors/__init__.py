"""Runs weights: one file a backend."""
