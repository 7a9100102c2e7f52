"""头张: before whom the first discard of a round lies: the dealer, or the seats are not as they were told."""

from __future__ import annotations

from assistant.observation import Area, Observation
from assistant.seats import Seat
from assistant.state import RoundState
from assistant.watching.verdicts import Contradiction

DIFFERS = Contradiction(
    "dealer_differs",
    "第一张不像庄家打的：请核对谁坐庄、镜头旁边坐的是谁；没错就接着打。",
    "The first discard does not lie before the dealer: check who deals and who sits nearest the camera; if "
    "all is right, play on.",
)
"""What is said where the first discard lies before another seat."""
SURE = 2
"""Views that must agree on before whom it lies."""


def first_thrower(state: RoundState, observation: Observation) -> Seat | None:
    """The seat before which the only tile lies that was thrown yet; None where the round has gone on, none or
    several lie there, somebody has melded, or its place does not tell.
    """
    if any(one.discards or one.melds for one in state.seats):
        return None
    faces = [piece for piece in observation.pieces if piece.tile is not None]
    if any(piece.area is Area.MELD for piece in faces):
        return None
    thrown = [piece for piece in faces if piece.area is Area.DISCARD]
    return thrown[0].seat if len(thrown) == 1 else None
