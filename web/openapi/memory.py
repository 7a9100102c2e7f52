"""回忆: the addresses of what has been played."""

from __future__ import annotations

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
    query,
    ref,
    said,
    whole,
)
from web.openapi.table import BILINGUAL, PARTY, PERSON, READ, SEAT

AT = said(NUMBER, "seconds of the epoch")
RATE = maybe(said(NUMBER, "a share or a mean; null of nothing"))
SESSION = obj(table=TEXT, title=TEXT, at=AT, ended=AT, rounds=INT, net=INT)
BIG = obj(
    multiple=INT,
    doublings=INT,
    points=INT,
    how=TEXT,
    hand=TEXT,
    tile=TEXT,
    patterns=many(obj(id=TEXT, doublings=INT)),
    table=TEXT,
    title=TEXT,
    started=INT,
    at=AT,
)
COUNTED = (
    "rounds", "deals", "wins", "self_drawn", "dealt_in", "dealt_in_points", "kongs", "kong_net", "checks",
    "not_ready", "not_ready_lost", "not_ready_gained", "pigs", "pig_lost", "false_wins", "net", "penalty",
    "rounds_up",
)  # fmt: skip
RATES = ("win_rate", "self_draw_share", "deal_in_rate", "mean_multiple", "mean_win_points", "mean_net")
DAYS = maybe(said(whole(1, 36500), "null: for good"))
SCHEMAS: dict[str, Schema] = {
    "Career": obj(
        key=said(TEXT, "the table, / and the person; `me` for the asker"),
        name=TEXT,
        **dict.fromkeys(COUNTED, INT),
        **dict.fromkeys(RATES, RATE),
        best_round=maybe(INT),
        worst_round=maybe(INT),
        biggest=maybe(BIG),
        best_session=maybe(SESSION),
        worst_session=maybe(SESSION),
        sessions=many(SESSION),
    ),
    "Retention": obj(tables=DAYS, corrections=DAYS, pictures=DAYS),
    "Memory": obj(
        owner=said(FLAG, "whether it is asked on the machine that the program runs on"),
        tables=many(
            obj(
                id=TEXT,
                title=TEXT,
                code=TEXT,
                opened=AT,
                rounds=INT,
                sessions=INT,
                last=maybe(AT),
                people=many(TEXT),
            )
        ),
        people=many(ref("Career")),
        retention=maybe(ref("Retention")),
    ),
    "Statistics": obj(
        people=many(ref("Career")),
        sessions=many(obj(at=AT, ended=AT, rounds=INT, people=many(obj(person=PERSON, name=TEXT, net=INT)))),
    ),
    "Replay": obj(
        number=whole(1),
        rounds=INT,
        people=many(PERSON),
        names=many(TEXT),
        rules=obj(name=TEXT, values={"type": "object", "additionalProperties": {}}),
        finished=FLAG,
        net=many(INT),
        missing=many(TEXT),
        steps=many(
            obj(
                step=INT,
                seq=INT,
                event=said(maybe(ref("Event")), "null for a line that is not for the asker"),
                zh=TEXT,
                en=TEXT,
                problems=many(ref("Problem")),
                payments=many(
                    obj(
                        {"why": BILINGUAL},
                        **{"from": PARTY, "to": PARTY},
                        points=whole(1),
                        reason=TEXT,
                        event=INT,
                    )
                ),
                net=said(many(INT), "by seat, after this step"),
                wall=INT,
                turn=maybe(SEAT),
                seats=many(
                    obj(
                        seat=SEAT,
                        status=TEXT,
                        melds=many(TEXT),
                        discards=many(ref("Tile")),
                        taken=many(INT),
                        void=maybe(TEXT),
                        concealed=INT,
                        hand=maybe(ref("HandText")),
                    )
                ),
            )
        ),
    ),
    "Imported": obj(table=TEXT, title=TEXT, code=TEXT, records=INT, known=INT),
    "Deleted": obj(
        {"title": TEXT, "rounds": INT, "pictures": INT, "person": PERSON}, table=TEXT, records=INT
    ),
}
EVERY = "host, player, spectator, screen, owner"
WRITE = (400, 401, 403, 404, 409, 413, 415, 429)
SURE = obj(sure=said(FLAG, "true: somebody was asked and is sure"))

OPERATIONS: Operations = {
    ("get", "/memory"): operation(
        "What was played, with statistics",
        content="text/html",
        parameters=(query("page", whole(1), "which fifty tables"),),
    ),
    ("get", "/memory/{table}"): operation(
        "One table: statistics, rounds, export, deletion",
        content="text/html",
        parameters=(query("page", whole(1), "which fifty rounds"),),
        more={303: "to the door, for who has no place there"},
    ),
    ("get", "/memory/{table}/rounds/{number}"): operation(
        "A round step by step",
        content="text/html",
        parameters=(query("step", whole(0), "the last where left out"),),
        more={303: "to the door, for who has no place there", 404: "no such round"},
    ),
    ("get", "/api/memory"): operation(
        "The tables the asker may look back at, and statistics: for the owner of everybody", ref("Memory")
    ),
    ("post", "/api/memory/import"): operation(
        "Put an exported table in; what is there already is not put in twice",
        ref("Imported"),
        upload=obj({"copy": said(TEXT, "`yes`: as another table")}, table=FILE),
        roles="owner",
        errors=WRITE,
        more={201: "with what was added"},
    ),
    ("post", "/api/memory/retention"): operation(
        "For how many days tables, pictures, and what corrections taught are kept",
        ref("Retention"),
        obj({"tables": DAYS, "corrections": DAYS, "pictures": DAYS}),
        roles="owner",
        errors=WRITE,
    ),
    ("post", "/api/memory/people"): operation(
        "Say that two people of different tables are one; or, without `two`, that one is nobody else",
        obj(same=many(many(TEXT))),
        obj({"two": maybe(TEXT)}, one=said(TEXT, "the table, / and the person")),
        roles="owner",
        errors=WRITE,
    ),
    ("get", "/api/tables/{table}/statistics"): operation(
        "What everybody has done at this table", ref("Statistics"), roles=EVERY, errors=READ
    ),
    ("get", "/api/tables/{table}/rounds/{number}"): operation(
        "A round step by step, as the asker may know it", ref("Replay"), roles=EVERY, errors=READ
    ),
    ("get", "/api/tables/{table}/export.json"): operation(
        "All of the table as it is, between rounds",
        obj(
            tangzi=TEXT,
            version=INT,
            table={"type": "object", "additionalProperties": {}},
            records=many({"type": "object", "additionalProperties": {}}),
        ),
        roles="host, owner",
        errors=(*READ, 409),
    ),
    ("get", "/api/tables/{table}/rounds.csv"): operation(
        "A line for each person of each finished round",
        content="text/csv",
        roles="host, player, owner",
        errors=READ,
    ),
    ("get", "/api/tables/{table}/payments.csv"): operation(
        "A line for each payment of each finished round",
        content="text/csv",
        roles="host, player, owner",
        errors=READ,
    ),
    ("post", "/api/tables/{table}/members/{who}/forget"): operation(
        "Delete a person's data; the rounds stay, with somebody nameless in them",
        ref("Deleted"),
        SURE,
        roles="host, owner",
        errors=WRITE,
    ),
    ("post", "/api/tables/{table}/delete"): operation(
        "Delete the table with all its rounds", ref("Deleted"), SURE, roles="host, owner", errors=WRITE
    ),
}
