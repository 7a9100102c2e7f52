"""The 108 tiles: taking some out of what is left of them, and counting where they all are."""

from __future__ import annotations

from assistant.state import RoundState


def take(left: dict[str, int], hand: list[str], tiles: list[str]) -> None:
    """Moves tiles into the hand where all of them are left."""
    if all(left[tile] >= tiles.count(tile) for tile in tiles):
        for tile in tiles:
            left[tile] -= 1
            hand.append(tile)


def tiles_on_the_table(state: RoundState) -> int:
    """Tiles in hands, on the table, in the wall and in the side bet."""
    side = state.side_tile is not None
    return sum(seat.size for seat in state.seats) + sum(state.shown) + state.wall + side
