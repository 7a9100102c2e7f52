"""读桌面: one view of a whole table: each side's melds, discards in order, shown hand and face-down tiles.

Knows no rule but arithmetic. What a single view cannot tell stays open and is said in a remark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.tiles import COPIES, KINDS
from vision import remarks
from vision.calibration import SIDES, from_side
from vision.detection import BACK, NAMES
from vision.places import Area, LaidMeld, PlacedTile
from vision.placing import View
from vision.remarks import Remark
from vision.seen import MeldShape, SeenTile, chinese_of

ROW = 0.6
"""Discards whose depth differs by less than this part of a tile's height are one row."""


@dataclass(frozen=True, slots=True)
class SideReading:
    """What lies before one side. `discards` and `shown` are places in the view; `shown` is a hand that lies
    open, left to right; `face_down`: tiles of its hand that nobody sees."""

    melds: tuple[LaidMeld, ...]
    discards: tuple[int, ...]
    shown: tuple[int, ...]
    face_down: int


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """A view read. `seen` are its tiles as the public forms show them, in the order of `view.tiles`; `left`:
    how many copies of each of the 27 kinds are seen nowhere."""

    view: View
    seen: tuple[SeenTile, ...]
    sides: tuple[SideReading, ...]
    left: tuple[int, ...]
    remarks: tuple[Remark, ...]


def read_table(view: View, name_from: float) -> TableReading:
    """Read a placed view. `name_from`: the likelihood below which a tile is left `?`."""
    seen = [tile.seen(name_from) for tile in view.tiles]
    for meld in view.melds:
        # three tiles that agree on their kind name the one that alone would be `?`
        for place in meld.places:
            if seen[place].kind is None:
                seen[place] = SeenTile(meld.kind, view.tiles[place].detection)
    sides = tuple(_side(view, side) for side in range(SIDES))
    counts = _counts(view, seen)
    doubtful = _fifth(view, seen, counts)
    left = tuple(max(COPIES - counts[kind], 0) for kind in range(KINDS))
    said = _remarks(view, seen, counts, doubtful)
    return TableReading(view, tuple(seen), sides, left, tuple(said))


def _side(view: View, side: int) -> SideReading:
    tiles = view.tiles
    own = [place for place, tile in enumerate(tiles) if tile.side == side]
    melds = tuple(meld for meld in view.melds if tiles[meld.places[0]].side == side)
    discards = _in_order(
        tiles, [place for place in own if tiles[place].area is Area.DISCARD], side, view.size.high
    )
    hand = sorted(
        (place for place in own if tiles[place].area is Area.HAND),
        key=lambda place: from_side(tiles[place].at, side)[0],
    )
    shown = tuple(place for place in hand if tiles[place].open and tiles[place].best != BACK)
    hidden = sum(tiles[place].best == BACK or not tiles[place].open for place in hand)
    return SideReading(melds, discards, shown, hidden)


def _in_order(tiles: Sequence[PlacedTile], places: list[int], side: int, high: float) -> tuple[int, ...]:
    """Discards as they were laid where their rows show it: rows from the table's middle towards the player,
    each from the left to the right as that player sees it."""

    def depth(place: int) -> float:
        return from_side(tiles[place].at, side)[1]

    rows: list[list[int]] = []
    for place in sorted(places, key=depth, reverse=True):
        if rows and depth(rows[-1][0]) - depth(place) < ROW * high:
            rows[-1].append(place)
        else:
            rows.append([place])
    return tuple(
        place for row in rows for place in sorted(row, key=lambda one: from_side(tiles[one].at, side)[0])
    )


def _counts(view: View, seen: Sequence[SeenTile]) -> Counter[int]:
    """Copies of each kind that are seen; the hidden ones of a kong are known too."""
    counts = Counter(one.kind for one in seen if one.kind is not None and one.kind < KINDS)
    for meld in view.melds:
        shown = sum(seen[place].kind == meld.kind for place in meld.places)
        counts[meld.kind] += (3 if meld.shape is MeldShape.PONG else 4) - shown
    return Counter({kind: many for kind, many in counts.items() if kind is not None})


def _fifth(view: View, seen: list[SeenTile], counts: Counter[int]) -> dict[int, list[int]]:
    """A set has four of each kind: the least sure ones of more, those in melds last, are left `?`. Which they
    are, by kind."""
    found = {}
    for kind, many in sorted(counts.items()):
        if many > COPIES:
            alike = [place for place, one in enumerate(seen) if one.kind == kind]
            alike.sort(key=lambda place: (view.tiles[place].area is Area.MELD, seen[place].confidence))
            found[kind] = alike[: many - COPIES]
            for place in found[kind]:
                seen[place] = SeenTile(None, view.tiles[place].detection)
    return found


def _remarks(
    view: View, seen: Sequence[SeenTile], counts: Counter[int], doubtful: dict[int, list[int]]
) -> list[Remark]:
    if not view.tiles:
        return [remarks.no_tiles()]
    said = []
    others = [place for place, one in enumerate(seen) if one.word == "other"]
    if others:
        said.append(remarks.other_tiles(others))
    fifth = {place for places in doubtful.values() for place in places}
    unclear = [place for place, one in enumerate(seen) if one.kind is None and place not in fifth]
    if unclear:
        said.append(unclear_tiles(unclear))
    said += [
        remarks.fifth_copy(NAMES[kind], chinese_of(kind), counts[kind], places)
        for kind, places in doubtful.items()
    ]
    said += [
        remarks.which_kong(NAMES[meld.kind], chinese_of(meld.kind), meld.places)
        for meld in view.melds
        if meld.shape is MeldShape.KONG and meld.turned is None
    ]
    nobodys = [
        place for place, tile in enumerate(view.tiles) if tile.area is Area.DISCARD and tile.side is None
    ]
    if nobodys:
        said.append(whose_discards(nobodys))
    return said


def unclear_tiles(places: Sequence[int]) -> Remark:
    """Tiles of the table are left `?`."""
    many = len(places)
    return Remark(
        "unclear_tiles",
        f"{'1 tile is' if many == 1 else f'{many} tiles are'} unclear and marked ?: look at them yourself.",
        f"有 {many} 张看不清，标了 ?：请自己看一眼。",
        tuple(places),
    )


def whose_discards(places: Sequence[int]) -> Remark:
    """Discards whose place does not tell who threw them."""
    many = len(places)
    return Remark(
        "whose_discards",
        f"Where {'1 discard lies' if many == 1 else f'{many} discards lie'} does not tell whose: they are "
        "listed under no seat.",
        f"有 {many} 张打出的牌看位置分不出是谁打的：没有算到任何一家。",
        tuple(places),
    )


def no_geometry() -> Remark:
    """No table.toml was given and the table was not found."""
    return Remark(
        "no_geometry",
        "The table's edges were not found, so the picture's own were taken: give its four corners with "
        "--geometry table.toml, or take the whole table into the picture.",
        "没有找到桌边，先按整张照片当作桌面：请用 --geometry 给出桌面四角，或把整张桌子拍进来。",
    )
