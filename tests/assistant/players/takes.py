"""Taking tiles out of what is left of the 108."""

from __future__ import annotations


def take(left: dict[str, int], hand: list[str], tiles: list[str]) -> None:
    """Moves tiles into the hand where all of them are left."""
    if all(left[tile] >= tiles.count(tile) for tile in tiles):
        for tile in tiles:
            left[tile] -= 1
            hand.append(tile)
