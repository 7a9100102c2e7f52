"""拍照: what was read in a photo, as the public form, and as lines for people, Chinese first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from assistant.hands import Hand
from assistant.kong_layout import face_up_kongs
from assistant.melds import Meld, MeldKind
from assistant.rules import RuleSet
from vision.frames import PictureError
from vision.pipeline import Picture
from vision.reading import Reading
from vision.remarks import Remark, kong_face_down, which_kong
from vision.seen import MeldShape
from web.presenters.hand import analyse, hand_faults
from web.presenters.hand_text import hand_lines, problem_line

COVERED = {"unseen": {"unclear_tile", "face_down"}, "wrong_size": {"no_tiles", "no_hand"}}
"""Faults of a hand that a remark of the reading has already said better."""


def scan_form(image: str, picture: Picture, rules: RuleSet) -> dict[str, Any]:
    """The form of `tangzi scan` (FORMATS) for one photo."""
    reading = picture.reading
    hand = hand_of(reading)
    problems = [remark_form(remark) for remark in remarks_under(reading, rules)]
    said = {problem["code"] for problem in problems}
    analysis = None
    if hand is not None:
        faults = hand_faults(hand)
        problems += [
            {"code": fault.code, "message": fault.message}
            for fault in faults
            if not said & COVERED.get(fault.code, set())
        ]
        if not faults:
            analysis = analyse(hand, rules)
            problems += analysis["problems"]
    return {
        "image": image,
        "width": picture.width,
        "height": picture.height,
        "tiles": [
            {
                "tile": tile.word,
                "box": [round(side, 1) for side in tile.box],
                "confidence": round(tile.confidence, 3),
            }
            for tile in reading.tiles
        ],
        "rows": [[reading.tiles[place].word for place in row] for row in reading.rows],
        "hand": None if hand is None else str(hand),
        "hand_tiles": list(reading.hand),
        "meld_tiles": [list(meld.places) for meld in reading.melds],
        "analysis": analysis,
        "problems": problems,
        "milliseconds": dict(picture.milliseconds),
        "model": picture.model,
        "backend": picture.backend,
    }


def without_analysis(form: Mapping[str, Any]) -> dict[str, Any]:
    """A scan form without what the hand is worth, and without what was odd about that: the tiles alone."""
    analysis = form["analysis"]
    advice = [] if analysis is None else analysis["problems"]
    kept = [one for one in form["problems"] if one not in advice]
    return {**form, "analysis": None, "problems": kept}


def error_form(image: str, error: PictureError) -> dict[str, Any]:
    """The form of a file that is no usable picture."""
    return {"image": image, "error": {"code": error.code, "message": str(error), "zh": error.chinese}}


def hand_of(reading: Reading) -> Hand | None:
    """手牌 as read, None where there is none."""
    melds = tuple(Meld(MeldKind(meld.shape.value), meld.tile) for meld in reading.melds)
    if not (reading.hand or melds):
        return None
    return Hand.of(reading.known, melds, reading.unseen)


def remarks_under(reading: Reading, rules: RuleSet) -> Iterable[Remark]:
    """The remarks, those on kongs as this table lays them: what lies face up, or with the outer two down."""
    options = [kind.value for kind in face_up_kongs(rules)]
    melds = {meld.places: meld for meld in reading.melds}
    for remark in reading.remarks:
        if remark.code == "which_kong":
            tile = melds[remark.places].tile
            yield which_kong(str(tile), tile.chinese, remark.places, options)
        else:
            yield remark
    for meld in reading.melds:
        concealed = meld.shape is MeldShape.CONCEALED_KONG
        if concealed and MeldKind.CONCEALED_KONG in face_up_kongs(rules):
            yield kong_face_down(str(meld.tile), meld.tile.chinese, meld.places)


def remark_form(remark: Remark) -> dict[str, Any]:
    """A remark as a problem; `tiles`: the places of the tiles it is about, `options`: answers to offer."""
    form: dict[str, Any] = {"code": remark.code, "message": remark.message, "zh": remark.chinese}
    if remark.places:
        form["tiles"] = list(remark.places)
    if remark.options:
        form["options"] = list(remark.options)
    return form


def scan_lines(form: dict[str, Any], rules: RuleSet) -> Iterable[str]:
    """A photo's form as lines for people."""
    yield f"{form['image']}：{len(form['tiles'])} 张牌 tiles, {form['milliseconds']['total']:.0f} ms"
    for row in form["rows"]:
        yield "  " + " ".join(row)
    if form["hand"] is not None:
        yield f"手牌 hand: {form['hand']}"
    if form["analysis"] is not None:
        yield from hand_lines(form["analysis"], rules)
    known = {problem["code"] for problem in (form["analysis"] or {}).get("problems", [])}
    for problem in form["problems"]:
        if problem["code"] not in known:
            yield problem_line(problem)
    if "annotated" in form:
        yield f"已画好 drawn: {form['annotated']}"
