"""摄像头: the addresses of a table's camera and of the pictures it leaves."""

from __future__ import annotations

from web.openapi.joining import EVERY
from web.openapi.shapes import (
    FILE,
    FLAG,
    INT,
    NUMBER,
    TEXT,
    Operations,
    Schema,
    many,
    maybe,
    obj,
    operation,
    ref,
    said,
    whole,
    words,
)
from web.openapi.table import ONCE, READ, VIEW, WRITE

POINT: Schema = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
CORNERS: Schema = {"type": "array", "items": POINT, "minItems": 4, "maxItems": 4}
SET = {
    "address": said(maybe(TEXT), "the running camera's: a webcam's number, an address, or `phone/...`"),
    "corners": said(
        maybe(CORNERS),
        "near left, near right, far right, far left, as parts of the picture's width and height",
    ),
    "pictures": said(
        words("off", "round", "keep"), "how long evidence is kept: not, for the round, until deleted"
    ),
    "near": said(whole(0, 3), "the chair at the side nearest the camera"),
    "empty": said(whole(1, 3), "with three players: the side where nobody sits, 1 right, 2 opposite, 3 left"),
    "kept": said(INT, "pictures kept now"),
}
SCHEMAS: dict[str, Schema] = {
    "Camera": obj(
        state=words("running", "away", "ended", "broken"),
        placed=said(FLAG, "whether it is known where the table lies"),
        moved=said(FLAG, "the camera has moved: nothing is recorded until its corners are set again"),
        remark=said(
            maybe(obj(code=TEXT, zh=TEXT, en=TEXT)),
            "what should be done about the camera for it to read well",
        ),
        keep=words("off", "round", "keep"),
        question=maybe(
            obj(
                id=INT,
                options=many(many(ref("Event"))),
                mends=FLAG,
                instead=said(
                    many(obj(seat=INT, number=INT, tile=TEXT)),
                    "where it mends: for each option the recorded discard that it corrects",
                ),
                several=said(FLAG, "as many options may hold as there are such discards"),
                paired=said(
                    many(many(INT)), "two options each that hold together: those discards were exchanged"
                ),
                lost=said(
                    maybe(INT), "where it asks whether to take up what lies there: seconds since the last act"
                ),
            )
        ),
        warning=maybe(obj(id=INT, code=TEXT, zh=TEXT, en=TEXT)),
    ),
    "CameraSettings": obj(**SET),
    "CameraAnswer": obj(seq=maybe(INT), again=FLAG, problems=many(ref("Problem")), **VIEW),
}


def _set(summary: str, body: Schema) -> dict[str, object]:
    return operation(summary, ref("CameraSettings"), body, roles="host", errors=WRITE)


OPERATIONS: Operations = {
    ("get", "/api/tables/{table}/camera"): operation(
        "What is set for the table's camera", ref("CameraSettings"), roles="host", errors=READ
    ),
    ("post", "/api/tables/{table}/camera"): _set(
        "Start a camera in place of the one there was", obj(address=TEXT)
    ),
    ("post", "/api/tables/{table}/camera/stop"): _set("Stop it", obj()),
    ("post", "/api/tables/{table}/camera/settings"): _set(
        "Say how long evidence is kept, and which chair is nearest the camera",
        obj({"pictures": words("off", "round", "keep"), "near": whole(0, 3), "empty": whole(1, 3)}),
    ),
    ("post", "/api/tables/{table}/camera/corners"): _set("Say where the table lies", obj(corners=CORNERS)),
    ("get", "/api/tables/{table}/camera/picture"): operation(
        "What the camera sees, between hands or once it has moved",
        roles="host",
        errors=(*READ, 409),
        content="image/jpeg",
    ),
    ("post", "/api/tables/{table}/camera/frames"): operation(
        "One picture of the phone that is the camera",
        obj(state=TEXT, placed=FLAG),
        roles="host, screen",
        errors=(*WRITE, 413),
        upload=obj(picture=FILE),
    ),
    ("post", "/api/tables/{table}/camera/answer"): operation(
        "Answer what the camera asks; the option's events are recorded as the asker's own",
        ref("CameraAnswer"),
        obj(
            {"also": said(many(whole(0)), "more options, where `several` hold, each of another discard")},
            question=whole(0),
            option=whole(0),
            **ONCE,
        ),
        roles="host, player",
        errors=WRITE,
    ),
    ("post", "/api/tables/{table}/camera/dismiss"): operation(
        "A warning was read", ref("View"), obj(warning=whole(0)), roles="host, player", errors=WRITE
    ),
    ("get", "/api/tables/{table}/evidence/{name}"): operation(
        "The part of the picture behind a record, by its number, or behind the `question` (`question-0` and "
        "so on where it is about several discards)",
        roles=EVERY,
        errors=READ,
        content="image/jpeg",
    ),
    ("post", "/api/tables/{table}/evidence/drop"): _set("Delete every picture of the table", obj()),
}
