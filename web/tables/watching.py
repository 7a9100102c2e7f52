"""看桌接口: the routes of a table's camera: start it, say where the table lies, answer what it asks."""

from __future__ import annotations

import re

from flask import Blueprint, Response, jsonify, request

from assistant.events import TableEvent
from assistant.problems import Problem
from assistant.reconcile import Question
from assistant.session import Outcome, Session
from web.album import Keep
from web.asked import choices
from web.cameras import PHONE, Camera, Cameras, Pushed, no_camera
from web.companion import companion
from web.feed import Corners
from web.refused import RefusedError
from web.tables.asking import live_table, number, text, told, view_form
from web.tables.errors import TableError
from web.tables.joining import known_keys
from web.tables.live import Live
from web.tables.members import Member, Role
from web.tables.roles import needs
from web.tables.telling import check_teller

blueprint = Blueprint("watching", __name__, url_prefix="/api/tables/<table>")

LARGEST_PICTURE = 4 * 1024 * 1024
"""Bytes of a picture that a phone sends."""
WIDEST = 1280
"""Pixels of the longer side of what is shown of a camera."""
ADDRESS = re.compile(r"\d{1,2}|(?:rtsp|rtsps|http|https)://[^\s]{1,500}|phone(?:/[\w-]{1,64})?", re.ASCII)


@blueprint.get("/camera")
@needs()
def settings(member: Member) -> Response:
    """What is set for the camera, and where it takes its pictures from."""
    return jsonify(settings_form(member))


def settings_form(member: Member) -> dict[str, object]:
    """The settings of the table's camera, for its host."""
    cameras = cameras_here()
    kept, camera = cameras.settings(member.table), cameras.get(member.table)
    found = None if camera is None else camera.feed.eyes.corners
    return {
        "address": None if camera is None else camera.address,
        "corners": None if found is None else list(map(list, found)),
        "pictures": kept.keep.value,
        "near": kept.near,
        "empty": kept.empty,
        "kept": len(cameras.album.names(member.table)),
    }


@blueprint.post("/camera")
@needs()
def start(member: Member) -> Response:
    """Start a camera: a webcam by its number, an address, or the phone that then sends pictures."""
    address = text(known_keys("address"), "address").strip()
    if not ADDRESS.fullmatch(address):
        raise RefusedError(
            Problem("bad_camera", "Give a webcam's number, an rtsp:// or http:// address, or “phone”."),
            chinese="请填摄像头编号、rtsp:// 或 http:// 地址，或用手机。",
        )
    if address == PHONE:
        address = f"{PHONE}/{member.id}"
    live = live_table(member)
    cameras_here().start(member.table, address, len(live.moment().info.chairs))
    return jsonify(settings_form(member))


@blueprint.post("/camera/stop")
@needs()
def stop(member: Member) -> Response:
    """Stop the camera."""
    known_keys()
    cameras_here().stop(member.table)
    return jsonify(settings_form(member))


@blueprint.post("/camera/settings")
@needs()
def change(member: Member) -> Response:
    """Say how long pictures are kept, which chair is nearest the camera, and where nobody sits."""
    body = known_keys("pictures", "near", "empty")
    changes: dict[str, object] = {}
    live = live_table(member)
    if "pictures" in body:
        if body["pictures"] not in tuple(Keep):
            said = f"pictures must be {', '.join(Keep)}."
            raise RefusedError(Problem("bad_request", said), chinese="留图须为 off、round 或 keep。")
        changes["keep"] = body["pictures"]
    players = len(live.moment().info.chairs)
    if "near" in body:
        changes["near"] = number(body, "near") % players
    if "empty" in body:
        changes["empty"] = min(max(number(body, "empty"), 1), 3)
    cameras_here().set(member.table, players, **changes)
    return jsonify(settings_form(member))


@blueprint.post("/camera/corners")
@needs()
def corners(member: Member) -> Response:
    """Say where the table lies: four corners of the playing surface as parts of the picture, from the near
    left one anticlockwise as the table is seen.
    """
    points = _points(known_keys("corners").get("corners"))
    live = live_table(member)
    cameras_here().set_corners(member.table, points, len(live.moment().info.chairs))
    return jsonify(settings_form(member))


def _points(value: object) -> Corners:
    points = value if isinstance(value, list) else []
    good = [
        (float(one[0]), float(one[1]))
        for one in points
        if isinstance(one, list)
        and len(one) == 2
        and all(
            isinstance(part, int | float) and not isinstance(part, bool) and -1 <= part <= 2 for part in one
        )
    ]
    if len(good) != 4 or len(points) != 4:
        raise RefusedError(
            Problem("bad_corners", "corners must be four points [x, y] as parts of the picture."),
            chinese="请点桌面的四个角。",
        )
    from vision.calibration import corner_problem

    if said := corner_problem(good, (1, 1)):
        zh = "这四角围不成桌面：请按近左、近右、远右、远左的顺序，点整个桌面的角。"
        raise RefusedError(Problem("bad_corners", said[1]), chinese=zh)
    return tuple(good)


@blueprint.get("/camera/picture")
@needs()
def picture(member: Member) -> Response:
    """What the camera sees, for its corners. While a hand is played and the camera stands where it was set,
    nobody gets it: it might show standing hands.
    """
    camera = running(member)
    if live_table(member).refresh().playing and camera.feed.placed and not camera.feed.moved:
        raise TableError(
            "round_running",
            "The whole picture is shown between hands, or once the camera has moved.",
            "打牌时不看全景：这局打完，或摄像头动过，再来看。",
            409,
        )
    if camera.latest is None:
        raise TableError("no_picture", "No picture has come yet: wait a moment.", "还没有画面：请稍等。", 409)
    from vision.jpeg import jpeg

    return Response(jpeg(camera.latest, WIDEST), mimetype="image/jpeg")


@blueprint.post("/camera/frames")
@needs(Role.SCREEN)
def push(member: Member) -> Response:
    """One picture of the phone that is the camera: the host's own device, or one that joined as a screen."""
    camera = running(member)
    if not isinstance(camera.source, Pushed):
        raise TableError(
            "no_phone", "The table's camera is no phone: start it so.", "现在用的不是手机摄像头。", 409
        )
    from vision.frames import PictureError, load_frame

    sent = request.files.get("picture")
    data = b"" if sent is None else sent.read(LARGEST_PICTURE + 1)
    if len(data) > LARGEST_PICTURE:
        raise RefusedError(Problem("too_large", "Send smaller pictures, at most 4 MB each."), 413)
    try:
        camera.source.push(load_frame(data).pixels)
    except PictureError as error:
        raise RefusedError(Problem(error.code, str(error)), chinese=error.chinese) from error
    return jsonify({"state": camera.feed.state, "placed": camera.feed.placed})


@blueprint.post("/camera/answer")
@needs(Role.PLAYER)
def answer(member: Member) -> Response:
    """Answer what the camera asks: the chosen option is recorded as the member's own, or as what a recorded
    discard really was."""
    body = known_keys("question", "option", "also", "expected", "key")
    asked, chosen = number(body, "question"), number(body, "option")
    also = _numbers(body, "also")
    feed, live = running(member).feed, live_table(member)
    with feed.answering(asked) as question:
        if question is None or max((chosen, *also)) >= len(choices(question)):
            raise TableError("answered", "That question is answered already.", "这个问题已经答过了。", 409)
        chosen, *further = question.whole(chosen, *also)
        form = _record(live, member, body, question, chosen, tuple(further))
        feed.answer(asked, chosen, *further)
    return jsonify({**form, **view_form(live, live.moment(), member)})


def _record(
    live: Live,
    member: Member,
    body: dict[str, object],
    question: Question,
    chosen: int,
    also: tuple[int, ...],
) -> dict[str, object]:
    """Record the options of a question that hold, nothing for one without events."""
    meant = [question.mend(one) for one in (chosen, *also)]
    if also and (not question.several or None in meant or len(set(meant)) < len(meant)):
        said = "also names more options of a question with several, each about another discard."
        raise RefusedError(Problem("bad_request", said), chinese="also 只用于一次问几张的，每张一个。")
    events = choices(question)[chosen]
    if not events:
        return {"seq": None, "again": False, "problems": []}
    moment = live.refresh()
    for event in events:
        check_teller(member, moment, event)
    lines = () if moment.last is None else moment.last.lines
    amended: list[tuple[int, TableEvent]] = []
    for one, mend in zip((chosen, *also), meant, strict=True):
        if mend is None:
            continue
        place = mend.line(line.event for line in lines)
        if place is None or getattr(lines[place].event, "tile", None) is not mend.tile:
            raise TableError(
                "answered", "That discard has been corrected already.", "那张牌已经改过了。", 409
            )
        (event,) = question.options[one]
        check_teller(member, moment, event)
        amended.append((lines[place].seq, event))

    def act(session: Session, source: str) -> Outcome:
        for seq, event in amended[:-1]:
            done = session.amend(seq, event, source=source)
            if not done.recorded:
                return done
        if amended:
            return session.amend(*amended[-1], source=source)
        for event in events[:-1]:
            done = session.record(event, source=source)
            if not done.recorded:
                return done
        return session.record(events[-1], source=source)

    return told(live, member, body, act, events[-1])


def _numbers(body: dict[str, object], key: str) -> tuple[int, ...]:
    """A list of whole numbers, empty where it is left out."""
    given = body.get(key, [])
    if not isinstance(given, list) or not all(type(one) is int and one >= 0 for one in given):
        raise RefusedError(Problem("bad_request", f"{key} must be a list of whole numbers from 0."))
    return tuple(given)


@blueprint.post("/camera/dismiss")
@needs(Role.PLAYER)
def dismiss(member: Member) -> Response:
    """The warning was read."""
    running(member).feed.dismiss(number(known_keys("warning"), "warning"))
    live: Live = live_table(member)
    return jsonify(view_form(live, live.moment(), member))


@blueprint.get("/evidence/<name>")
@needs(Role.PLAYER, Role.SPECTATOR, Role.SCREEN)
def evidence(member: Member, name: str) -> Response:
    """The part of the picture that shows what a record tells (its number), or what is asked (`question`,
    or `question-0` and so on where that is about several discards).
    """
    found = cameras_here().album.get(member.table, name)
    if found is None:
        raise TableError("no_picture", "There is no picture of this any more.", "这张图没有留。", 404)
    return Response(found, mimetype="image/jpeg")


@blueprint.post("/evidence/drop")
@needs()
def drop(member: Member) -> Response:
    """Delete every picture kept of this table."""
    known_keys()
    cameras_here().album.drop(member.table)
    camera = cameras_here().get(member.table)
    if camera is not None:
        camera.feed.tell()
    return jsonify(settings_form(member))


def cameras_here() -> Cameras:
    """The cameras of this process."""
    return companion().cameras


def running(member: Member) -> Camera:
    """The camera of the member's table; TableError where none runs."""
    camera = cameras_here().get(member.table)
    if camera is None:
        raise no_camera()
    return camera
