"""学牌: what was learnt from photos of a tile set, as the public form and as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from assistant.tiles import TILES, Tile
from vision.lessons import Lesson
from vision.tileset import Tileset
from web.presenters.scan import remark_form


def learn_form(
    tileset: Tileset, lessons: Sequence[Lesson], missing: Sequence[Tile], seconds: float
) -> dict[str, Any]:
    """The form of `tangzi learn` (FORMATS). `confusable`: pairs of kinds, each with the mean likelihood that
    trial views of the one (turned, softer and darker than those learnt from) are taken for the other."""
    problems = [remark_form(remark) for lesson in lessons for remark in lesson.remarks]
    if missing:
        words, names = ", ".join(map(str, missing)), "、".join(tile.chinese for tile in missing)
        message = f"{words} are in no photo: photograph them too, or they are read as before."
        problems.append(
            {"code": "missing", "message": message, "zh": f"照片里没有{names}：请补拍，不补就照旧读。"}
        )
    return {
        "set": tileset.name,
        "kinds": len(TILES) - len(missing),
        "seconds": round(seconds, 2),
        "confusable": [[str(one), str(other), share] for one, other, share in tileset.confusable],
        "missing": [str(tile) for tile in missing],
        "problems": problems,
    }


def learn_lines(form: dict[str, Any], file: Path) -> Iterable[str]:
    """A form as lines for people."""
    yield f"学会“{form['set']}”：{form['kinds']} 种牌 kinds, {form['seconds']:.1f} s, {file}"
    for one, other, share in form["confusable"]:
        yield f"  还会混 still confused: {one} {other} {100 * share:.0f} %"
    for problem in form["problems"]:
        yield f"! {problem['zh']} {problem['message']}"
