"""Seeded players: walls, deals, habits and whole rounds of them, for laws and for the second pricer."""
