"""入座: the addresses that open a table, join it, and say where phones come in."""

from __future__ import annotations

from web.openapi.shapes import (
    ANY,
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
    query,
    ref,
    said,
    whole,
    words,
)

SEATS: dict[str, Schema] = {
    "code": said(TEXT, "the join code"),
    "version": INT,
    "locked": FLAG,
    "chairs": many(maybe(ref("Member"))),
    "people": many(ref("Member")),
}
SCHEMAS: dict[str, Schema] = {
    "Member": obj(
        id=TEXT,
        role=words("host", "player", "spectator", "screen"),
        chair=maybe(whole(0, 3)),
        name=TEXT,
        away=FLAG,
    ),
    "Seats": obj(**SEATS),
    "Joined": obj(id=TEXT, title=TEXT, page=TEXT, join=TEXT, **SEATS, member=ref("Member")),
    "Lan": obj(listening=FLAG, addresses=many(ANY), fingerprint=maybe(TEXT), reached=INT),
}
EVERY = "host, player, spectator, screen"
MEMBER_ERRORS = (400, 401, 403, 404, 409, 413, 415, 429)

OPERATIONS: Operations = {
    ("post", "/api/tables"): operation(
        "Open a table; its cookie makes the asker its host",
        ref("Joined"),
        obj(
            {
                "title": maybe(TEXT),
                "rules": maybe(TEXT),
                "set": maybe(by_name(ANY)),
                "chairs": whole(3, 4),
                "name": maybe(TEXT),
                "chair": maybe(whole(0, 3)),
                "language": maybe(words("zh", "en")),
            }
        ),
        status=201,
        errors=(400, 403, 413, 415, 429),
    ),
    ("post", "/api/tables/join"): operation(
        "Take a place at a table by its code",
        ref("Joined"),
        obj(
            {
                "role": maybe(words("player", "spectator", "screen")),
                "chair": maybe(whole(0, 3)),
                "name": maybe(TEXT),
            },
            code=TEXT,
        ),
        errors=(400, 403, 404, 409, 413, 415, 429),
    ),
    ("post", "/api/tables/{table}/members/{who}/rename"): operation(
        "Call oneself otherwise; the host anybody",
        ref("Seats"),
        obj(name=TEXT),
        roles=EVERY,
        errors=MEMBER_ERRORS,
    ),
    ("post", "/api/tables/{table}/members/{who}/sign_out"): operation(
        "End a token; the chair waits for the same person", ref("Seats"), roles=EVERY, errors=MEMBER_ERRORS
    ),
    ("post", "/api/tables/{table}/members/{who}/remove"): operation(
        "End somebody's token and free the chair", ref("Seats"), roles="host", errors=MEMBER_ERRORS
    ),
    ("post", "/api/tables/{table}/chairs/{chair}/free"): operation(
        "End the token of whoever sits on a chair, and free it",
        ref("Seats"),
        roles="host",
        errors=MEMBER_ERRORS,
    ),
    ("post", "/api/tables/{table}/lock"): operation(
        "Let nobody new join, or let them again",
        ref("Seats"),
        obj(on={"type": "boolean"}),
        roles="host",
        errors=MEMBER_ERRORS,
    ),
    ("get", "/api/tables/{table}/qr.svg"): operation(
        "The QR code that leads to the table's chairs",
        content="image/svg+xml",
        roles=EVERY,
        errors=(401, 403, 404),
    ),
    ("get", "/api/lan"): operation("The addresses for phones, the likeliest first", ref("Lan")),
    ("get", "/api/lan/qr.svg"): operation(
        "The QR code of the address for phones", content="image/svg+xml", errors=(404,)
    ),
    ("get", "/tables/new"): operation("The form that opens a table", content="text/html"),
    ("post", "/tables/new"): operation(
        "Open a table as the form says",
        content="text/html",
        more={303: "to the table", 400: "the form again"},
    ),
    ("get", "/tables/{table}"): operation(
        "The page of a table",
        content="text/html",
        more={303: "to the door, for who has no place there"},
    ),
    ("get", "/host/{link}"): operation(
        "The host's own link, once",
        content="text/html",
        status=303,
        more={404: "used, or none"},
    ),
    ("get", "/join"): operation(
        "The form that asks for a table's code",
        content="text/html",
        parameters=(query("code", TEXT, "the code, which leads on"),),
        more={303: "to the chairs"},
    ),
    ("get", "/join/{code}"): operation(
        "The chairs of a table", content="text/html", more={303: "to the table", 404: "no such code"}
    ),
    ("post", "/join/{code}"): operation(
        "Take the place that was tapped", content="text/html", more={303: "to the table", 404: "no such code"}
    ),
    ("get", "/check"): operation("Why a phone cannot connect", content="text/html"),
}
