"""学牌: what was learnt from photos of a tile set, as the public form and as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from assistant.tiles import TILES
from vision.lessons import Lesson
from vision.tileset import Tileset
from web.presenters.scan import remark_form


def learn_form(tileset: Tileset, lessons: Sequence[Lesson], seconds: float) -> dict[str, Any]:
    """The form of `tangzi learn` (FORMATS). `confusable`: pairs of kinds, each with the mean likelihood that
    trial views of the one (turned, softer and darker than those learnt from) are taken for the other."""
    problems = [remark_form(remark) for lesson in lessons for remark in lesson.remarks]
    missing = tileset.missing
    if missing:
        words, names = ", ".join(map(str, missing)), "、".join(tile.chinese for tile in missing)
        name = f'"{tileset.name}"' if " " in tileset.name else tileset.name
        again = f"tangzi learn {name} --add"
        message = (
            f"{words} were not seen: leave the rows as they lie, see to the light, and take them again with "
            f"{again}, or they are read as before."
        )
        chinese = f"没看清{names}：牌别动，调好光线，再用 {again} 补学一次；不补就照旧读。"
        problems.append({"code": "missing", "message": message, "zh": chinese})
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
