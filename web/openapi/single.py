"""单手: the addresses about one hand, and the pages."""

from __future__ import annotations

from assistant.tiles import TILES
from web.openapi.shapes import (
    ANY,
    FILE,
    FLAG,
    INT,
    NUMBER,
    TEXT,
    Operations,
    Schema,
    by_name,
    many,
    maybe,
    obj,
    operation,
    ref,
    said,
    whole,
    words,
)

TILE_WORDS = tuple(str(tile) for tile in TILES)
WORTH: dict[str, Schema] = {
    "doublings": said(INT, "before the cap"),
    "multiple": said(INT, "2 to the doublings the cap leaves"),
    "patterns": many(obj(id=TEXT, doublings=INT)),
}
SCHEMAS: dict[str, Schema] = {
    "Tile": said(words(*TILE_WORDS), "万 m, 筒 p, 条 s"),
    "TileOrUnseen": words(*TILE_WORDS, "?"),
    "HandText": said(TEXT, "`123m 55p #p5s`; unseen tiles as ?"),
    "Problem": obj(
        {
            "zh": TEXT,
            "tiles": many(INT),
            "options": many(TEXT),
            "event": INT,
            "fatal": said(FLAG, "nothing can be recorded with it"),
            "doubtful": said(FLAG, "recorded only if sent `anyway`: it looks like a misread photo"),
        },
        code=TEXT,
        message=TEXT,
    ),
    "Worth": obj(**WORTH, discard=INT, self_draw_each=INT),
    "Wait": obj(tile=ref("Tile"), left=whole(0, 4), last_copy=FLAG, **WORTH, discard=INT, self_draw_each=INT),
    "Useful": obj(tile=ref("Tile"), left=whole(1, 4)),
    "Discard": obj(
        tile=ref("Tile"),
        shanten=maybe(INT),
        useful=many(ref("Useful")),
        live=whole(0),
    ),
    "Hand": obj(
        hand=ref("HandText"),
        rules=TEXT,
        ready=FLAG,
        shanten=maybe(INT),
        waits=many(ref("Wait")),
        dead=FLAG,
        win=maybe(ref("Worth")),
        discards=many(ref("Discard")),
        useful=said(many(ref("Useful")), "what brings a hand between turns nearer to ready"),
        problems=many(ref("Problem")),
    ),
    "Rules": obj(
        rules=many(obj({"values": by_name(ANY)}, name=TEXT, zh=TEXT, en=TEXT, problems=many(ref("Problem")))),
        keys=many(
            obj(
                key=TEXT,
                zh=TEXT,
                en=TEXT,
                words=many(TEXT),
                meanings=by_name(obj(zh=TEXT, en=TEXT)),
                numbers=maybe(many(INT)),
                flag=FLAG,
            )
        ),
    ),
    "Scan": obj(
        {"hand_tiles": many(INT), "meld_tiles": many(many(INT)), "backend": TEXT},
        image=TEXT,
        width=INT,
        height=INT,
        tiles=many(obj(tile=TEXT, box=many(NUMBER), confidence=NUMBER)),
        rows=many(many(TEXT)),
        hand=maybe(ref("HandText")),
        analysis=maybe(ref("Hand")),
        problems=many(ref("Problem")),
        milliseconds=by_name(NUMBER),
        model=TEXT,
    ),
}
SCHEMAS["Hands"] = obj(
    photos=many(
        obj(
            {
                "hands": said(many(ref("Scan")), "from the top of the photo down, without analysis"),
                "error": obj({"zh": TEXT}, code=TEXT, message=TEXT),
            },
            image=TEXT,
        )
    )
)
HAND_BODY = obj(
    {
        "seen": maybe(said(TEXT, "tiles visible elsewhere")),
        "void": maybe(said(TEXT, "the suit laid down 定缺")),
        "rules": maybe(TEXT),
        "set": maybe(said(by_name(ANY), "rule keys to change")),
    },
    hand=ref("HandText"),
)
OPERATIONS: Operations = {
    ("get", "/"): operation("The companion page", content="text/html"),
    ("get", "/manifest.webmanifest"): operation(
        "What a phone needs to put the page on its home screen", content="application/manifest+json"
    ),
    ("get", "/worker.js"): operation("The script that shows the offline page", content="text/javascript"),
    ("get", "/offline"): operation("The page shown while this machine does not answer", content="text/html"),
    ("get", "/api/"): operation("The page that documents this API", content="text/html"),
    ("get", "/api/openapi.json"): operation("This document", ANY),
    ("get", "/static/{filename}"): operation("A file of the page", content="", more={404: "no such file"}),
    ("get", "/api/rules"): operation("The rule sets and every rule key", ref("Rules")),
    ("post", "/api/hand"): operation(
        "What a hand waits for, and what it is worth", ref("Hand"), HAND_BODY, errors=(400, 403, 413, 415)
    ),
    ("post", "/api/scan"): operation(
        "A photo to its tiles and the hand they make",
        ref("Scan"),
        upload=obj({"rules": TEXT, "set": many(TEXT), "tileset": TEXT}, photo=FILE),
        errors=(400, 403, 404, 409, 413, 415, 503),
    ),
    ("post", "/api/hands"): operation(
        "One to four photos to the hands that lie apart in them; a file that is no picture is its error",
        ref("Hands"),
        upload=obj(
            {"rules": TEXT, "set": many(TEXT)},
            photo={"type": "array", "items": FILE, "maxItems": 4},
        ),
        errors=(400, 403, 413, 415, 503),
    ),
}
