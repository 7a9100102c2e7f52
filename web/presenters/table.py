"""看桌面: a view of a whole table as the public form, and as lines for people, Chinese first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.hands import Hand
from assistant.tiles import TILES
from vision.calibration import Geometry
from vision.places import LaidMeld
from vision.table_picture import TablePicture
from vision.table_reading import SideReading, TableReading
from web.presenters.scan import remark_form

SIDES = ("近 near", "右 right", "对 opposite", "左 left")


def table_form(image: str, picture: TablePicture) -> dict[str, Any]:
    """The form of `tangzi table` (FORMATS). Seats are sides here: 0 is the one nearest the camera."""
    reading = picture.reading
    return {
        "image": image,
        "width": picture.frame.width,
        "height": picture.frame.height,
        "geometry": None if picture.geometry is None else corners_form(picture.geometry),
        "tiles": [
            {
                "tile": seen.word,
                "box": [round(side, 1) for side in tile.box],
                "confidence": round(seen.confidence, 3),
                "area": tile.area.value,
                "seat": tile.side,
                "at": [round(tile.at[0], 4), round(tile.at[1], 4)],
            }
            for tile, seen in zip(reading.view.tiles, reading.seen, strict=True)
        ],
        "seats": [side_form(reading, side) for side in reading.sides],
        "left": {str(TILES[kind]): left for kind, left in enumerate(reading.left)},
        "problems": [remark_form(remark) for remark in reading.remarks],
        "milliseconds": dict(picture.milliseconds),
        "model": picture.model,
        "backend": picture.backend,
    }


def corners_form(geometry: Geometry) -> list[list[float]]:
    """The corners of the playing surface in pixels: near left, near right, far right, far left."""
    return [[round(x, 1), round(y, 1)] for x, y in geometry.corners]


def side_form(reading: TableReading, side: SideReading) -> dict[str, Any]:
    """What lies before one side; `shown` holds the concealed tiles that lie open, melds stand apart."""
    shown = None
    if side.shown:
        seen = [reading.seen[place].tile for place in side.shown]
        known = [tile for tile in seen if tile is not None]
        shown = str(Hand.of(known, (), len(seen) - len(known)))
    return {
        "melds": [meld_text(meld) for meld in side.melds],
        "discards": [reading.seen[place].word for place in side.discards],
        "shown": shown,
        "face_down": side.face_down,
    }


def meld_text(meld: LaidMeld) -> str:
    """副露 in the text form, as `#p5p`."""
    return f"#{meld.shape.value}{TILES[meld.kind]}"


def table_lines(form: dict[str, Any]) -> Iterable[str]:
    """A table's form as lines for people."""
    many, time = len(form["tiles"]), form["milliseconds"]["total"]
    yield f"{form['image']}：{many} 张牌 tiles, {time:.0f} ms"
    for name, seat in zip(SIDES, form["seats"], strict=True):
        yield f"{name}"
        if seat["melds"]:
            yield f"  碰杠 melds: {' '.join(seat['melds'])}"
        if seat["discards"]:
            yield f"  堂子 discards: {' '.join(seat['discards'])}"
        if seat["shown"]:
            yield f"  亮牌 shown: {seat['shown']}"
        if seat["face_down"]:
            yield f"  暗牌 hidden: {seat['face_down']}"
    gone = [kind for kind, left in form["left"].items() if left == 0]
    if gone:
        yield f"四张都见了 all four seen: {' '.join(gone)}"
    for problem in form["problems"]:
        yield f"! {problem['zh']} {problem['message']}"
    if "annotated" in form:
        yield f"已画好 drawn: {form['annotated']}"
