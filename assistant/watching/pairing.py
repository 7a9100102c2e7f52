"""对牌: which piece of a view is which tile of the record, and which are left over on both sides.

By track and place where they are known, then by kind within an area; a piece that no tile fits is fresh, a
tile without a piece is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from assistant.observation import BACK, Area, Observation, SeenPiece
from assistant.state import RoundState
from assistant.watching.laid import Laid
from assistant.watching.memory import NEAR, Spot, apart
from assistant.watching.one_place import UNPLAIN, half_seen, is_claimed
from assistant.watching.sight import face, is_scattered

FITS = 0.02
"""A piece in its tile's place is that tile from this likelihood of the kind on."""
PLAIN = 0.2
"""A piece elsewhere in the tile's area is that tile from this likelihood on."""
TOLD = 2
"""Views after which a tile that a person told is taken for a piece that reads otherwise."""
ROOM = 0.03
"""Nearer than this to where a tile lay there is no room for another."""
LIKELIER = 0.5
"""Of two new neighbours one is the tile that was known from this likelihood on."""
FAR = 0.15
"""Farther than this no tile is pushed, in table units."""
BESIDE = 3 * NEAR
"""Neighbours lie nearer than this to each other."""
HINT = 0.05
"""A discard before another player may be one that a person told from this likelihood on."""
SOON = 3.0
"""A tile that came so many seconds after one was told is not that one, unless it reads unsurely."""
LONG = 6
"""Views after which a tile of the record may be one that was taken for a new one."""
DOUBTED = 8
"""As many discards as this count for what is known beforehand of how players lay them."""
OPEN_AREAS = (Area.DISCARD, Area.MELD)


@dataclass(frozen=True, slots=True)
class Paired:
    """`pairs`: the tiles found and their pieces; `missing`: tiles not found; `fresh`: pieces of no tile that
    may lie face up, hands aside; `backs`: pieces of no tile that lie face down.
    """

    pairs: Mapping[Laid, SeenPiece]
    missing: tuple[Laid, ...]
    fresh: tuple[SeenPiece, ...]
    backs: tuple[SeenPiece, ...]


def pair(
    laid: Sequence[Laid],
    observation: Observation,
    bound: Mapping[Laid, Spot],
    absent: Mapping[Laid, int],
    known: Sequence[Spot] = (),
    offered: Laid | None = None,
    homes: Mapping[Laid, Spot] | None = None,
    told: Mapping[Laid, float] | None = None,
) -> Paired:
    """Pairs a view with the record's tiles. `bound`: where they were seen last; `absent`: in how many views
    they were not found; `known`: where unexplained pieces lay, which are no tile that was seen elsewhere;
    `offered`: the discard that somebody may have claimed; `homes`: where tiles lay that seem to lie elsewhere
    now; `told`: since when the record has tiles that no view has shown, in seconds of video.
    """
    homes = homes or {}
    pieces = [
        piece
        for piece in observation.pieces
        if piece.area in OPEN_AREAS or (piece.area is Area.UNKNOWN and face(piece.likelihoods) > 0.5)
    ]
    pairs: dict[Laid, SeenPiece] = {}
    free = dict(enumerate(pieces))
    tracks = {(piece.area, piece.track): at for at, piece in free.items() if piece.track}
    cells: dict[tuple[int, int], list[int]] = {}
    for at, piece in free.items():
        cells.setdefault(_cell(piece.at), []).append(at)
    left: list[Laid] = []
    for tile in laid:
        spot = bound.get(tile)
        found = _nearest(homes[tile], tile, pieces, free, cells, PLAIN) if tile in homes else None
        if found is None and spot is not None:
            by_track = tracks.get((spot.area, spot.track)) if spot.track else None
            if by_track in free and pieces[by_track].likelihoods[tile.kind] >= FITS:
                found = by_track
            else:
                found = _nearest(spot, tile, pieces, free, cells)
        if found is None:
            left.append(tile)
        else:
            pairs[tile] = free.pop(found)
    new = {at for at, piece in free.items() if any(place.holds(piece) for place in known)}
    kept = {at: free.pop(at) for at in new}
    still = {piece.track: piece for piece in free.values() if piece.area is Area.DISCARD and piece.track}
    left = [tile for tile in left if not _unmoved(tile, still, pairs, bound, offered)]
    free = {at: piece for at, piece in free.items() if not any(piece is one for one in pairs.values())}
    claimed = offered if is_claimed(offered, observation, free.values()) else None
    left = half_seen(left, free, pairs, bound, claimed)
    seen = [tile for tile in left if tile in bound and absent.get(tile, 0) < LONG]
    seen = _by_kind(seen, free, pairs)
    free.update(kept)
    left = _by_kind([tile for tile in left if tile not in pairs and tile not in seen], free, pairs)
    left = _strayed([*left, *seen], free, pairs, bound, absent, new)
    left = _in_place(left, free, pairs, bound)
    left = _lying(left, free, pairs, bound, absent, offered)
    left = _by_word(left, free, pairs, bound, absent, told or {})
    left = _among_the_hand(left, observation, pairs, bound)
    left = _exchanged(left, free, pairs)
    fresh = tuple(piece for piece in free.values() if face(piece.likelihoods) > 0.5)
    backs = tuple(piece for piece in free.values() if piece.likelihoods[BACK] > 0.5)
    return Paired(pairs, tuple(left), fresh, backs)


def _unmoved(
    tile: Laid,
    still: Mapping[int, SeenPiece],
    pairs: dict[Laid, SeenPiece],
    bound: Mapping[Laid, Spot],
    offered: Laid | None,
) -> bool:
    """Whether a discard that nobody can take any more lies where it lay all the time, and is paired so,
    though it reads as another kind now: a new one of its kind is not it.
    """
    spot = bound.get(tile)
    piece = still.get(spot.track) if spot is not None and spot.track else None
    if piece is None or spot is None or tile.area is not Area.DISCARD or tile == offered:
        return False
    if apart(spot, piece) >= NEAR:
        return False
    pairs[tile] = piece
    return True


def _cell(at: tuple[float, float]) -> tuple[int, int]:
    return int(at[0] / (2 * NEAR)), int(at[1] / (2 * NEAR))


def _nearest(
    spot: Spot,
    tile: Laid,
    pieces: Sequence[SeenPiece],
    free: Mapping[int, SeenPiece],
    cells: Mapping[tuple[int, int], list[int]],
    fits: float = FITS,
) -> int | None:
    """The nearest free piece in the place of a tile that may be it."""
    column, row = _cell(spot.at)
    best, least = None, NEAR
    for x in (column - 1, column, column + 1):
        for y in (row - 1, row, row + 1):
            for at in cells.get((x, y), ()):
                if at not in free:
                    continue
                piece = pieces[at]
                if piece.area is not spot.area or piece.likelihoods[tile.kind] < fits:
                    continue
                away = apart(spot, piece)
                if away < least:
                    best, least = at, away
    return best


def _ours(tile: Laid, piece: SeenPiece) -> bool:
    """Whether a piece lies where this tile may lie."""
    return piece.area is tile.area and (piece.seat is None or piece.seat == tile.seat)


def _by_kind(left: list[Laid], free: dict[int, SeenPiece], pairs: dict[Laid, SeenPiece]) -> list[Laid]:
    """Tiles that lie elsewhere now, or whose place is not known: by kind, the plainest pairs first."""
    offers = [
        (piece.likelihoods[tile.kind], -number, tile, at)
        for number, tile in enumerate(left)
        for at, piece in free.items()
        if piece.likelihoods[tile.kind] >= PLAIN and _ours(tile, piece)
    ]
    for _, _, tile, at in sorted(offers, key=lambda one: one[:2], reverse=True):
        if tile not in pairs and at in free:
            pairs[tile] = free.pop(at)
    return [tile for tile in left if tile not in pairs]


def _strayed(
    left: list[Laid],
    free: dict[int, SeenPiece],
    pairs: dict[Laid, SeenPiece],
    bound: Mapping[Laid, Spot],
    absent: Mapping[Laid, int],
    new: set[int],
) -> list[Laid]:
    """Discards that lie before another player, or in the common heap's midst: by kind alone. One whose place
    is known is looked for elsewhere, and not far, only once several views have not shown it, many where a
    piece is known as a `new` one: another of its kind may have been laid just when it was hidden.
    """
    for tile in left:
        if tile.area is not Area.DISCARD or (tile in bound and absent.get(tile, 0) < TOLD):
            continue
        able = [
            (piece.likelihoods[tile.kind], -at)
            for at, piece in free.items()
            if piece.area in (Area.DISCARD, Area.UNKNOWN) and piece.likelihoods[tile.kind] >= PLAIN
            if at not in new or tile not in bound or absent.get(tile, 0) >= LONG
            if tile not in bound or apart(bound[tile], piece) < FAR
        ]
        if able:
            pairs[tile] = free.pop(-max(able)[1])
    return [tile for tile in left if tile not in pairs]


def astray(pairs: Mapping[Laid, SeenPiece], beforehand: float) -> float:
    """How often discards lie in another player's area at this table, 0..1: `beforehand` where few lie yet,
    much where all are thrown on one heap 乱堆.
    """
    found = [(tile, piece) for tile, piece in pairs.items() if tile.area is Area.DISCARD]
    strays = sum(piece.seat not in (tile.seat, None) for tile, piece in found)
    return (strays + beforehand * DOUBTED) / (len(found) + DOUBTED)


def scattered(pairs: Mapping[Laid, SeenPiece], beforehand: float) -> float:
    """How often discards read at this table as hardly any tile does, 0..1: `beforehand` where few lie yet."""
    found = [piece for tile, piece in pairs.items() if tile.area is Area.DISCARD]
    unlike = sum(is_scattered(piece.likelihoods) for piece in found)
    return (unlike + beforehand * DOUBTED) / (len(found) + DOUBTED)


def _in_place(
    left: list[Laid], free: dict[int, SeenPiece], pairs: dict[Laid, SeenPiece], bound: Mapping[Laid, Spot]
) -> list[Laid]:
    """A piece in its tile's place that reads as another kind: the same tile, misread, where the tracker says
    that it never moved.
    """
    for tile in left:
        spot = bound.get(tile)
        if spot is None or not spot.track:
            continue
        for at, piece in free.items():
            near = apart(spot, piece) < NEAR
            if piece.track == spot.track and piece.area is spot.area and near:
                pairs[tile] = free.pop(at)
                break
    return [tile for tile in left if tile not in pairs]


def _lying(
    left: list[Laid],
    free: dict[int, SeenPiece],
    pairs: dict[Laid, SeenPiece],
    bound: Mapping[Laid, Spot],
    absent: Mapping[Laid, int],
    offered: Laid | None,
) -> list[Laid]:
    """Nobody takes a discard but the last one: a piece where an older one lay, and where there is no room for
    another, is that one, whatever it reads as now.
    """
    old = [tile for tile in left if tile.area is Area.DISCARD and tile != offered and tile in bound]
    near = sorted(
        (apart(bound[tile], piece), tile, at)
        for tile in old
        if absent.get(tile, 0) >= TOLD
        for at, piece in free.items()
        if piece.area is Area.DISCARD
    )
    for away, tile, at in near:
        if away < ROOM and tile not in pairs and at in free:
            pairs[tile] = free.pop(at)
    return [tile for tile in left if tile not in pairs]


def _among_the_hand(
    left: list[Laid], observation: Observation, pairs: dict[Laid, SeenPiece], bound: Mapping[Laid, Spot]
) -> list[Laid]:
    """A meld's tile that is given to the hand beside it, and lies where it lay."""
    faces = [piece for piece in observation.lying(Area.HAND) if face(piece.likelihoods) > 0.5]
    for tile in left:
        spot = bound.get(tile)
        if spot is None or tile.area is not Area.MELD:
            continue
        for at, piece in enumerate(faces):
            same = bool(spot.track) and piece.track == spot.track
            near = apart(spot, piece) < NEAR
            if piece.seat == tile.seat and (same or near) and piece.likelihoods[tile.kind] >= PLAIN:
                pairs[tile] = faces.pop(at)
                break
    return [tile for tile in left if tile not in pairs]


def _by_word(
    left: list[Laid],
    free: dict[int, SeenPiece],
    pairs: dict[Laid, SeenPiece],
    bound: Mapping[Laid, Spot],
    absent: Mapping[Laid, int],
    told: Mapping[Laid, float],
) -> list[Laid]:
    """A tile that a person told and several views have not shown is taken for an unexplained piece of its
    area, whatever the camera reads there: a tap outranks the camera. It may lie before somebody else where
    it may be it. A piece that came only later, and plainly is of another kind, is a later one.
    """
    for tile in left:
        if tile in bound or absent.get(tile, 0) < TOLD:
            continue
        latest = told.get(tile, inf) + SOON
        able = [
            (piece.likelihoods[tile.kind], at)
            for at, piece in free.items()
            if _ours(tile, piece)
            or (piece.area is tile.area is Area.DISCARD and piece.likelihoods[tile.kind] >= HINT)
            if piece.since <= latest or piece.confidence < UNPLAIN or piece.likelihoods[tile.kind] >= HINT
        ]
        if able:
            pairs[tile] = free.pop(max(able)[1])
    return [tile for tile in left if tile not in pairs]


def _exchanged(left: list[Laid], free: dict[int, SeenPiece], pairs: dict[Laid, SeenPiece]) -> list[Laid]:
    """Two neighbours that were found as one tile: the piece of the one that was known reads as the other one,
    which is missing, and a new piece beside it reads as the one that was known.
    """
    for tile in left:
        for known, piece in pairs.items():
            if known.kind == tile.kind or not _ours(tile, piece) or known.area is not tile.area:
                continue
            if piece.likelihoods[known.kind] >= PLAIN or piece.likelihoods[tile.kind] < PLAIN:
                continue
            able = [
                (other.likelihoods[known.kind], -at)
                for at, other in free.items()
                if _ours(known, other) and other.likelihoods[known.kind] >= LIKELIER
                if apart(other, piece) < BESIDE
            ]
            if able:
                pairs[tile], pairs[known] = piece, free.pop(-max(able)[1])
                break
    return [tile for tile in left if tile not in pairs]


def seen_counts(state: RoundState) -> tuple[int, ...]:
    """Copies of each kind whose place the record knows."""
    counts = list(state.shown)
    for own in state.seats:
        counts = [one + other for one, other in zip(counts, own.known, strict=True)]
    if state.side_tile is not None:
        counts[state.side_tile] += 1
    return tuple(counts)
