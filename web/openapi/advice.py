"""建议: the addresses of what a player of a table is told alone: advice, and the odds of the hidden hands."""

from __future__ import annotations

from web.openapi.shapes import (
    FLAG,
    INT,
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
)
from web.openapi.single import WORTH
from web.openapi.table import CHANCE, READ, SEAT, WRITE

WORDED = obj(code=TEXT, zh=TEXT, en=TEXT)
COPIES: Schema = {"type": "number", "minimum": 0}
WAIT = obj(
    tile=ref("Tile"),
    left=said(whole(0, 4), "copies that nobody shows or holds here"),
    last_copy=said(FLAG, "绝张: one copy is left"),
    last_live=said(FLAG, "绝张 as a pattern: the last of all tiles that can win"),
    **WORTH,
    discard=INT,
    self_draw_each=INT,
    payers=INT,
    passed=said(FLAG, "过手胡: such a win was let go"),
)
SCHEMAS: dict[str, Schema] = {
    "Odds": obj(
        records=INT,
        seats=many(obj(seat=SEAT, ready=said(CHANCE, "听牌: that the hand is ready"))),
        kinds=many(
            obj(
                tile=ref("Tile"),
                left=said(whole(0, 4), "copies that the asker neither holds nor sees"),
                risk=said(CHANCE, "点炮: that somebody wins on it"),
                cost=said(COPIES, "points it is expected to cost"),
                risks=many(obj(seat=SEAT, risk=CHANCE)),
                wall=said(COPIES, "how many of those left are expected in the wall"),
                hands=many(obj(seat=SEAT, copies=COPIES)),
            )
        ),
        safest=said(many(ref("Tile")), "the kinds in hand expected to cost least, where they differ"),
    ),
    "Advice": obj(
        records=INT,
        hand=ref("HandText"),
        ready=FLAG,
        shanten=maybe(INT),
        waits=many(WAIT),
        win=maybe(obj(how=TEXT, tile=maybe(ref("Tile")), **WORTH, each=INT, payers=many(SEAT), passed=FLAG)),
        discards=many(
            obj(
                tile=ref("Tile"),
                shanten=maybe(INT),
                useful=many(obj(tile=ref("Tile"), left=INT)),
                live=INT,
                waits=many(WAIT),
                because=many(WORDED),
            )
        ),
        warnings=many(WORDED),
        void=maybe(TEXT),
        passed=many(ref("Tile")),
        seen=by_name(INT),
    ),
}
OPERATIONS: Operations = {
    ("get", "/api/tables/{table}/advice"): operation(
        "Advice for the own hand as the record knows it",
        ref("Advice"),
        roles="host, player",
        errors=(*READ, 409),
    ),
    ("post", "/api/tables/{table}/advice"): operation(
        "Advice for a hand that is told; nothing of it is kept",
        ref("Advice"),
        obj(hand=ref("HandText")),
        roles="host, player",
        errors=WRITE,
    ),
    ("get", "/api/tables/{table}/odds"): operation(
        "What the hidden hands may hold, as odds, never as facts; the own hand as the record knows it",
        ref("Odds"),
        roles="host, player",
        errors=(*READ, 409),
    ),
    ("post", "/api/tables/{table}/odds"): operation(
        "The odds with a hand that is told; nothing of it is kept",
        ref("Odds"),
        obj(hand=ref("HandText")),
        roles="host, player",
        errors=WRITE,
    ),
}
