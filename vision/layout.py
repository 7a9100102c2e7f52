"""摆法: the rows of a picture sorted into the player's hand, melds laid apart, and what merely lies about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision import remarks
from vision.detection import BACK, NAMES, OTHER
from vision.near_melds import doubtful_groups, is_near
from vision.remarks import Remark
from vision.rows import TOUCHING, Row
from vision.seen import MeldShape, SeenMeld, SeenTile, chinese_of, options_of

FULL = 13
"""Tiles of a hand between turns, each meld counted as three."""
AS_NEAR = (0.62, 1.6)
"""Tiles whose size lies between these parts of the hand's are as near to the camera."""
LOW = 0.6
"""What it adds to a hand's nearness to lie at the bottom of the picture instead of the top."""
AS_CLOSE = 0.7
"""A hand with less than this part of the nearest one's nearness is another player's."""
LONG = 5
"""Tiles of a row that is long enough to tell where the player sits."""
GAP = 4.0
"""Steps that rows of one line may be apart."""
LOOSE = 2.0
"""Heights of a tile that two rows of a hand may be apart: the thickness of a tile shows between them."""
BESIDE = 2.5
"""A single tile within so many steps, or heights, of the hand may be the drawn one."""


@dataclass(frozen=True, slots=True)
class Body:
    """Rows that may be the hand, with the melds that would make its size right."""

    rows: tuple[Row, ...]
    places: tuple[int, ...]
    melds: tuple[SeenMeld, ...]


class Layout:
    """The rows of one picture, sorted into hand, melds and the rest."""

    def __init__(self, tiles: tuple[SeenTile, ...], rows: tuple[Row, ...]) -> None:
        self.tiles = tiles
        self.blocks = _blocks(rows)
        self.melds: dict[SeenMeld, tuple[Row, ...]] = {}
        """Groups that lie apart and are three or four alike."""
        self.free: list[Row] = []
        """Rows that hold tiles of a hand."""
        for block in self.blocks:
            melds = self.block_melds(block)
            self.melds |= melds
            used = [row for rows in melds.values() for row in rows]
            self.free += [row for row in block if row not in used and self.own(row)]

    # -- what a row holds

    def own(self, row: Row) -> tuple[int, ...]:
        """The places of a row's tiles that can be in a hand: no honours; face-down ones among faces only."""
        shown = [place for place in row.places if self.tiles[place].kind not in (BACK, OTHER)]
        hidden = [place for place in row.places if self.tiles[place].kind == BACK]
        if len(hidden) >= len(shown):
            return ()
        return tuple(sorted(shown + hidden))

    def span(self, row: Row) -> float:
        """The middle size of a row's tiles, in pixels: the larger, the nearer to the camera."""
        spans = sorted(self.tiles[place].detection.span for place in row.places)
        return spans[len(spans) // 2]

    def meld_of(self, row: Row) -> SeenMeld | None:
        """The meld that a row is, if it is three or four alike, or four with the outer two face down."""
        kinds = [self.tiles[place].kind for place in row.places]
        if len(kinds) == 4 and kinds[0] == kinds[3] == BACK:
            kinds = kinds[1:3]
            shape = MeldShape.CONCEALED_KONG
        elif len(kinds) in (3, 4):
            shape = MeldShape.PONG if len(kinds) == 3 else MeldShape.KONG
        else:
            return None
        tile = self.tiles[row.places[1]].tile
        if tile is None or any(kind != tile for kind in kinds):
            return None
        return SeenMeld(shape, tile, row.places)

    def block_melds(self, block: list[Row]) -> dict[SeenMeld, tuple[Row, ...]]:
        """The melds of rows that touch: all of them must be melds, or a pong with its fourth tile on top."""
        alike = {row: self.meld_of(row) for row in block}
        melds: dict[SeenMeld, tuple[Row, ...]] = {meld: (row,) for row, meld in alike.items() if meld}
        rest = [row for row, meld in alike.items() if not meld]
        if not rest:
            return melds
        if len(melds) == len(rest) == 1 and len(rest[0].places) == 1:
            (meld, rows), (extra,) = next(iter(melds.items())), rest[0].places
            if meld.shape is MeldShape.PONG and self.tiles[extra].tile is meld.tile:
                added = SeenMeld(MeldShape.ADDED_KONG, meld.tile, (*meld.places, extra))
                return {added: (*rows, rest[0])}
        return {}

    # -- the hand

    def read(self) -> tuple[tuple[int, ...], tuple[SeenMeld, ...], list[Remark]]:
        """The hand, its melds, and what must be said."""
        if not self.tiles:
            return (), (), [remarks.no_tiles()]
        others = [place for place, one in enumerate(self.tiles) if one.kind == OTHER]
        said = [remarks.other_tiles(others)] if others else []
        body = self.body()
        if body is None:
            return (), (), [*said, remarks.no_hand()]
        return body.places, body.melds, [*said, *self.questions(body)]

    def body(self) -> Body | None:
        """The rows that are the hand: one row, the rows of one line, or rows above each other. First come
        those whose size fits the melds and that leave nothing beside them; where none fits, the longest row
        near the player with what belongs to it, whatever its size."""
        lines, blocks = self.lines(), self.stacks(self.blocks)
        loose = self.stacks(_blocks(self.free, LOOSE))
        choices: list[list[tuple[Row, ...]]] = [[(row,) for row in self.free], lines, blocks, loose]
        closest = self.closest()
        fits = [
            (self.left_beside(body, [*lines, *blocks]), tier, body)
            for tier, bodies in enumerate(choices)
            for rows in bodies
            if (body := self.fitting(rows)) and self.reach(rows) > AS_CLOSE * closest
        ]
        if fits:
            return min(fits, key=lambda one: (*one[:2], -len(one[2].places), -self.reach(one[2].rows)))[2]
        largest = [self.unfitting(rows) for rows in [*lines, *blocks, *loose]]
        return max(largest, key=lambda body: (self.weight(body.rows), len(body.places)), default=None)

    def closest(self) -> float:
        """How near to the player the nearest row is that is long enough for a hand, or else any row."""
        long = [row for row in self.free if len(self.own(row)) >= LONG] or self.free
        return max((self.reach((row,)) for row in long), default=0.0)

    def weight(self, rows: tuple[Row, ...]) -> float:
        """How much rows look like a hand: a long row, near to the player."""
        return max(len(self.own(row)) for row in rows) * self.reach(rows)

    def stacks(self, blocks: Sequence[Sequence[Row]]) -> list[tuple[Row, ...]]:
        """Of rows above each other those that one player has laid: they run alike, at the same distance from
        the camera, and at most one tile lies alone. A heap of discards is no stack."""
        stacks = []
        for block in blocks:
            free = [row for row in block if row in self.free]
            rows = tuple(row for row in free if len(row.places) > 1)
            tidy = all(rows[0].runs_like(row) and self.as_near(rows[0], row) for row in rows)
            if len(rows) > 1 and tidy and len(free) - len(rows) <= 1:
                stacks.append(rows)
        return stacks

    def left_beside(self, body: Body, neighbours: list[tuple[Row, ...]]) -> int:
        """Tiles in the hand's own lines and blocks that it leaves out. A single one may be the drawn tile,
        and so does not count."""
        beside = {
            row
            for rows in neighbours
            if any(row in body.rows for row in rows)
            for row in rows
            if row not in body.rows
        }
        return sum(many for row in beside if (many := len(self.own(row))) > 1)

    def lines(self) -> list[tuple[Row, ...]]:
        """The free rows that continue each other beyond gaps."""
        lines: list[list[Row]] = []
        for row in sorted(self.free, key=lambda row: -len(row.places)):
            for line in lines:
                near = any(one.apart(row)[0] < GAP * one.step for one in line)
                alike = len(row.places) == 1 or line[0].runs_like(row)
                if near and alike and line[0].in_line(row) and self.as_near(line[0], row):
                    line.append(row)
                    break
            else:
                lines.append([row])
        return [tuple(line) for line in lines]

    def as_near(self, one: Row, other: Row) -> bool:
        """Whether two rows lie about equally far from the camera."""
        return AS_NEAR[0] <= self.span(other) / self.span(one) <= AS_NEAR[1]

    def near_melds(self, rows: tuple[Row, ...]) -> list[SeenMeld]:
        """The melds that can belong to a hand, the nearest first."""
        widest = max(rows, key=lambda row: len(row.places))

        def away(meld: SeenMeld) -> float:
            gap, across = widest.apart(self.melds[meld][0])
            return max(gap, 0.0) + across

        near = [meld for meld, its in self.melds.items() if self.as_near(widest, its[0])]
        return sorted(near, key=away)

    def places(self, rows: tuple[Row, ...]) -> tuple[int, ...]:
        """The tiles of rows that a hand can hold, in reading order."""
        return tuple(sorted(place for row in rows for place in self.own(row)))

    def fitting(self, rows: tuple[Row, ...]) -> Body | None:
        """The rows as a hand, if there are melds enough to make it 13 - 3 x melds tiles, or one more."""
        places = self.places(rows)
        needed, odd = divmod(FULL + 1 - len(places), 3)
        near = self.near_melds(rows)
        if odd == 2 or not 0 <= needed <= len(near):
            return None
        return Body(rows, places, tuple(near[:needed]))

    def unfitting(self, rows: tuple[Row, ...]) -> Body:
        """The rows as a hand of a wrong size, with the melds that can be its own."""
        places = self.places(rows)
        room = max(FULL + 1 - len(places), 0) // 3
        return Body(rows, places, tuple(self.near_melds(rows)[:room]))

    def reach(self, rows: tuple[Row, ...]) -> float:
        """How near to the player rows lie: by their tiles' size and by how low they are in the picture."""
        longest = max(len(row.places) for row in rows)
        lowest = max(one.box[3] for one in self.tiles)
        return max(
            self.span(row) * (1 + LOW * row.centre[1] / lowest)
            for row in rows
            if 2 * len(row.places) >= longest
        )

    # -- what to say

    def questions(self, body: Body) -> list[Remark]:
        """What a player should be told or asked about a hand."""
        said = []
        for number, place in enumerate(body.places, 1):
            if self.tiles[place].kind is None:
                options = options_of(self.tiles[place].detection)
                words = [chinese_of(kind) for kind in options]
                said.append(remarks.unclear_tile(place, number, [NAMES[kind] for kind in options], words))
        hidden = [place for place in body.places if self.tiles[place].kind == BACK]
        if hidden:
            said.append(remarks.face_down(hidden))
        said += [
            remarks.which_kong(str(meld.tile), meld.tile.chinese, meld.places)
            for meld in body.melds
            if meld.shape is MeldShape.KONG
        ]
        said += self.doubtful_melds(body)
        used = {place for meld in body.melds for place in meld.places} | set(body.places)
        rest = [meld for meld in self.near_melds(body.rows) if meld not in body.melds]
        if rest and body.melds:
            said.append(remarks.which_melds([place for meld in rest for place in meld.places]))
        drawn = self.drawn(body)
        if drawn is not None:
            one = self.tiles[drawn]
            said.append(remarks.winning_tile(drawn, one.word, one.tile.chinese if one.tile else "看不清的牌"))
            used.add(drawn)
        strays = [
            place
            for place, one in enumerate(self.tiles)
            if place not in used and one.kind not in (BACK, OTHER)
        ]
        if strays:
            said.append(remarks.stray_tiles(strays))
        return said

    def doubtful_melds(self, body: Body) -> list[Remark]:
        """Questions about like tiles that lie neither clearly apart from the hand nor clearly in it."""
        groups = [group for row in body.rows for group in doubtful_groups(row, self.tiles)]
        groups += [
            meld.places
            for meld in body.melds
            if meld.shape in (MeldShape.PONG, MeldShape.KONG)
            and any(is_near(row, its) for row in body.rows for its in self.melds[meld])
        ]
        said = []
        for group in groups:
            tile = self.tiles[group[0]].tile or self.tiles[group[1]].tile
            if tile is not None:
                said.append(remarks.meld_or_hand(str(tile), tile.chinese, group))
        return said

    def drawn(self, body: Body) -> int | None:
        """The one tile that lies alone beside a hand between turns: the winning or drawn one (FIELD C06)."""
        if len(body.places) % 3 != FULL % 3:
            return None
        widest = max(body.rows, key=lambda row: len(row.places))
        alone = []
        for row in self.free:
            gap, across = widest.apart(row)
            near = gap < BESIDE * widest.step and across < BESIDE * widest.height
            if len(row.places) == 1 and row not in body.rows and near and self.as_near(widest, row):
                alone.append(row.places[0])
        return alone[0] if len(alone) == 1 else None


def _blocks(rows: Sequence[Row], within: float = TOUCHING) -> tuple[list[Row], ...]:
    """Rows that touch, together; `within`: how far apart they may lie, in heights of a tile."""
    blocks: list[list[Row]] = []
    for row in rows:
        touched = [
            block
            for block in blocks
            if any(row.touches(one, within) or one.touches(row, within) for one in block)
        ]
        blocks = [block for block in blocks if block not in touched]
        blocks.append([*(one for block in touched for one in block), row])
    return tuple(blocks)
