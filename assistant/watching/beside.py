"""放在手牌旁: pongs and kongs that the camera gave to the hand beside which they lie: faces of one kind,
side by side, where the hand itself stands; and how much the tiles of a meld tell together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import exp, log
from statistics import median

from assistant.observation import BACK, CLASSES, Area, Observation, SeenPiece
from assistant.state import RoundState
from assistant.tiles import KINDS
from assistant.watching.meld_layout import lies_across
from assistant.watching.memory import Fresh, apart
from assistant.watching.sight import face, root

LEAST, MOST = 2, 4
"""So many faces may be a meld; one more may be a ghost among them."""
OUTER = 2
"""Of the faces so many at most are others: the outer ones of a concealed kong."""
STANDS = 3
"""A row with so many tiles face down, and more, stands."""
NEXT = 0.06
"""Two tiles of a meld lie nearer to each other than this, in table units."""
APART_LINES = 0.012
"""The line of a meld lies at least so far from that of the row beside it, in table units."""
ON_LINE = 0.02
"""A tile is on the line of a meld if it is no farther off, in table units."""
POSSIBLE = 0.02
"""A face may be of the kind of the others from this likelihood on. Another one beside them, mostly a tile
face down of which something is read, tells nothing."""
SURELY, ALIKE = 1e-3, 0.08
"""A tile is of any kind with this likelihood, however surely it is misread; faces are of one kind where each
is of it with this likelihood on average."""


def melds_beside(observation: Observation, state: RoundState) -> Observation:
    """The view with such tiles as melds of their players."""
    if state.finished:
        return observation
    found: dict[int, SeenPiece | None] = {}
    for seat in state.playing:
        row = observation.lying(Area.HAND, seat)
        faces = [piece for piece in row if face(piece.likelihoods) > 0.5]
        backs = [piece for piece in row if piece.likelihoods[BACK] > 0.5]
        if not LEAST <= len(faces) <= MOST + 1 or len(backs) < STANDS or not _in_a_row(faces):
            continue
        alike = _alike(faces)
        kind = _together(alike)
        if kind is None or len(alike) > MOST or len(alike) < len(faces) - OUTER:
            continue
        found |= {id(one): None for one in faces}
        between = [one for one in faces if one not in alike and _is_between(one, alike)]
        alike += between[: MOST - len(alike)]
        found |= {id(one): replace(one, area=Area.MELD, likelihoods=kind) for one in alike}
        found |= {id(one): replace(one, area=Area.MELD) for one in backs if _lies(one, alike, backs)}
    if not found:
        return observation
    pieces = (found.get(id(one), one) for one in observation.pieces)
    return replace(observation, pieces=tuple(one for one in pieces if one is not None))


def read_apart(observation: Observation) -> Observation:
    """The view with tiles of melds that were read together, as if their errors were not the same, told less
    surely: they show the same face to the same eyes.
    """
    many = Counter(piece.likelihoods for piece in observation.lying(Area.MELD))
    roots = {one: root(one) for one, pieces in many.items() if pieces > 1 and face(one) > 0.5}
    if not roots:
        return observation
    pieces = (
        replace(piece, likelihoods=roots[piece.likelihoods])
        if piece.area is Area.MELD and piece.likelihoods in roots
        else piece
        for piece in observation.pieces
    )
    return replace(observation, pieces=tuple(pieces))


def read_together(at: int, fresh: Sequence[Fresh]) -> bool:
    """Whether one of these tiles was read together with others of its meld."""
    piece = fresh[at].piece
    return piece.area is Area.MELD and any(
        one.piece is not piece and one.piece.likelihoods == piece.likelihoods for one in fresh
    )


def _in_a_row(faces: Sequence[SeenPiece]) -> bool:
    """Whether each lies beside another."""
    return all(any(apart(one, other) < NEXT for other in faces if other is not one) for one in faces)


def _alike(faces: Sequence[SeenPiece]) -> list[SeenPiece]:
    """Those of the faces that may be of the kind that they are of if they are of one."""
    logs = _logs(faces)
    kind = logs.index(max(logs))
    return [one for one in faces if one.likelihoods[kind] >= POSSIBLE]


def _is_between(one: SeenPiece, alike: Sequence[SeenPiece]) -> bool:
    """Whether a face lies among those of a meld, and so is of it, however it reads."""
    ways = [[other.at[way] for other in alike] for way in (0, 1)]
    along = max((0, 1), key=lambda way: max(ways[way]) - min(ways[way]))
    off = abs(one.at[1 - along] - median(ways[1 - along]))
    return off < ON_LINE and min(ways[along]) < one.at[along] < max(ways[along])


def _together(faces: Sequence[SeenPiece]) -> tuple[float, ...] | None:
    """What faces of one kind tell of it together; None where they are too few, or of several."""
    logs = _logs(faces)
    top = max(logs)
    if len(faces) < LEAST or top / len(faces) < log(ALIKE):
        return None
    raw = [exp(one - top) for one in logs]
    return (*(one / sum(raw) for one in raw), *(0.0,) * (CLASSES - KINDS))


def _logs(faces: Sequence[SeenPiece]) -> list[float]:
    """How likely each kind is to be that of all the faces, as logs."""
    return [sum(log(max(one.likelihoods[kind], SURELY)) for one in faces) for kind in range(KINDS)]


def _lies(back: SeenPiece, faces: Sequence[SeenPiece], backs: Sequence[SeenPiece]) -> bool:
    """Whether a tile face down lies beside the faces as they do, and not as those of the row stand: turned
    otherwise than most of them, or off their line.
    """
    if not any(apart(back, one) < NEXT and not lies_across(back.turn, one.turn) for one in faces):
        return False
    turned = sum(lies_across(back.turn, one.turn) for one in backs) > len(backs) / 2
    return turned or _off_line(back, faces, backs)


def _off_line(back: SeenPiece, faces: Sequence[SeenPiece], backs: Sequence[SeenPiece]) -> bool:
    """Whether a tile lies on the line of the faces, and that is not the line on which most of a row stand."""
    ways = [[one.at[way] for one in backs] for way in (0, 1)]
    off = min((0, 1), key=lambda way: max(ways[way]) - min(ways[way]))
    stand, lie = median(ways[off]), median(one.at[off] for one in faces)
    return abs(stand - lie) > APART_LINES and abs(back.at[off] - lie) < abs(back.at[off] - stand)
