"""How the shipped weights are made: prepare, train, evaluate."""
