"""读手牌: a picture's detections to one player's hand, with all that must be asked about it.

Knows no rule but arithmetic: four copies of a kind, 13 - 3 x melds tiles in a hand and one more after a draw.
It never fills a gap with a guess: an unsure tile is `?`, and what cannot be told is asked in a remark.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.tiles import COPIES, KINDS, Tile
from vision import remarks
from vision.detection import NAMES, Detection
from vision.layout import Layout
from vision.remarks import Remark
from vision.rows import arrange
from vision.seen import SeenMeld, SeenTile, chinese_of


@dataclass(frozen=True, slots=True)
class Reading:
    """A picture read. `tiles` row by row; `rows` and `hand` are places in them. `hand` holds no `other` tile;
    a `back` in it is a tile nobody saw. It is empty where there is no hand."""

    tiles: tuple[SeenTile, ...]
    rows: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    melds: tuple[SeenMeld, ...]
    remarks: tuple[Remark, ...]

    @property
    def known(self) -> tuple[Tile, ...]:
        """The tiles of the hand that are named, in reading order."""
        return tuple(tile for place in self.hand if (tile := self.tiles[place].tile) is not None)

    @property
    def unseen(self) -> int:
        """Tiles of the hand that are `?` or face down."""
        return len(self.hand) - len(self.known)


def read(detections: Sequence[Detection], name_from: float) -> Reading:
    """The hand in a picture. `name_from`: the likelihood below which a tile is left `?`."""
    named = [SeenTile(one.best if one.confidence >= name_from else None, one) for one in detections]
    named, fifth = _four_of_a_kind(named)
    found = arrange(detections)
    order = [place for row in found for place in row.places]
    tiles = tuple(named[place] for place in order)
    new = {place: number for number, place in enumerate(order)}
    rows = tuple(replace(row, places=tuple(new[place] for place in row.places)) for row in found)
    hand, melds, said = Layout(tiles, rows).read()
    for kind, places in fifth:
        many = COPIES + len(places)
        said.append(remarks.fifth_copy(NAMES[kind], chinese_of(kind), many, [new[one] for one in places]))
    return Reading(tiles, tuple(row.places for row in rows), hand, melds, tuple(said))


def _four_of_a_kind(tiles: list[SeenTile]) -> tuple[list[SeenTile], list[tuple[int, list[int]]]]:
    """A set has four of each kind: of five alike the least sure one is misread, so it is left `?`."""
    places: dict[int, list[int]] = defaultdict(list)
    for place, one in enumerate(tiles):
        if one.kind is not None and one.kind < KINDS:
            places[one.kind].append(place)
    tiles, fifth = list(tiles), []
    for kind, same in sorted(places.items()):
        doubtful = sorted(same, key=lambda place: tiles[place].confidence)[: max(len(same) - COPIES, 0)]
        for place in doubtful:
            tiles[place] = SeenTile(None, tiles[place].detection)
        if doubtful:
            fifth.append((kind, doubtful))
    return tiles, fifth
