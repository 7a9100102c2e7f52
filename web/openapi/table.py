"""牌桌: the addresses of a table being played."""

from __future__ import annotations

from assistant.events import How
from assistant.history.codec import READERS
from assistant.settlement.ledger import Reason
from assistant.state import Phase, Status
from assistant.tiles import TILES
from web.openapi.joining import EVERY
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

SEAT = said(whole(0, 3), "a seat of the round in play order; 0 deals")
PARTY = said(whole(0, 4), "a seat, or the fifth person after the last")
PERSON = said(TEXT, "the id of a person; `chair:2`: of a chair nobody joined for, `~name`: a fifth person")
BILINGUAL = obj(zh=TEXT, en=TEXT)

CHANCE: Schema = {"type": "number", "minimum": 0, "maximum": 1}

EVENT = said(
    {
        "type": "object",
        "properties": {
            "kind": words(*READERS),
            "seat": SEAT,
            "tile": ref("TileOrUnseen"),
            "hand": ref("HandText"),
            "suit": words("m", "p", "s"),
            "how": words(*(how.value for how in How)),
            "just_drawn": FLAG,
            "checked": said(FLAG, "`gap`: false where a camera lost the table and nobody has looked"),
            "meld": said(TEXT, "like `#p5s`"),
            "out": many(SEAT),
            "seats": many(SEAT),
            "hands": by_name(ref("HandText")),
            "extra": many(obj({"note": TEXT}, doublings=INT)),
            "gave": TEXT,
            "got": TEXT,
            "name": TEXT,
            "from": PARTY,
            "to": PARTY,
            "points": whole(1),
            "note": TEXT,
            "rules": TEXT,
            "names": many(TEXT),
            "people": many(TEXT),
            "wall": INT,
            "chips": many(INT),
        },
        "required": ["kind"],
    },
    "an event of `tangzi settle`: each kind has its own keys",
)
SCHEMAS: dict[str, Schema] = {
    "Event": EVENT,
    "Settings": obj(
        id=TEXT,
        code=TEXT,
        title=TEXT,
        language=TEXT,
        rules=TEXT,
        set=by_name(ANY),
        fair_play=FLAG,
        locked=FLAG,
        version=INT,
    ),
    "Place": obj(
        person=PERSON,
        name=TEXT,
        chair=whole(0, 3),
        role=maybe(TEXT),
        away=FLAG,
        seat=maybe(SEAT),
        balance=maybe(INT),
    ),
    "Seat": obj(
        seat=SEAT,
        person=PERSON,
        name=TEXT,
        status=words(*(one.value for one in Status)),
        gone=FLAG,
        melds=many(TEXT),
        discards=many(ref("Tile")),
        taken=said(many(INT), "places in discards of those that were claimed or won"),
        void=maybe(words("m", "p", "s")),
        concealed=INT,
        hand=said(maybe(ref("HandText")), "null where it does not lie open to the asker"),
        mine=FLAG,
    ),
    "Payment": obj(
        {"why": BILINGUAL},
        **{"from": PARTY, "to": PARTY},
        points=whole(1),
        reason=words(*(one.value for one in Reason)),
        event=said(INT, "the line of the round, from 0"),
        payer=PERSON,
        payee=PERSON,
        seq=said(INT, "the record of the line"),
    ),
    "Line": obj(
        seq=INT,
        event=ref("Event"),
        by=maybe(TEXT),
        camera=said(maybe(CHANCE), "how sure the camera was; null where somebody told it"),
        problems=many(ref("Problem")),
    ),
    "Round": obj(
        number=whole(1),
        started=INT,
        rules=obj(name=TEXT, values=by_name(ANY)),
        people=many(PERSON),
        phase=words(*(one.value for one in Phase)),
        turn=maybe(SEAT),
        drawn=maybe(ref("Tile")),
        wall=INT,
        offer=maybe(obj(seat=SEAT, tile=ref("Tile"), kong=FLAG, winners=many(SEAT))),
        seats=many(ref("Seat")),
        left=obj(**{str(tile): INT for tile in TILES}),
        side_bet=maybe(obj(name=TEXT, tile=maybe(ref("Tile")), seat=maybe(SEAT))),
        lines=many(ref("Line")),
        payments=many(ref("Payment")),
        waiting=said(INT, "payments not shown before the round is over"),
        net=many(INT),
        winners=many(SEAT),
        penalties=many(obj(seat=SEAT, points=INT, reason=TEXT, event=INT)),
        missing=many(TEXT),
        finished=FLAG,
        next_dealer=maybe(SEAT),
        chips=maybe(many(INT)),
    ),
    "Next": obj(
        draw=maybe(SEAT),
        act=maybe(SEAT),
        discard=many(ref("Tile")),
        pong=many(SEAT),
        kong=many(obj(seat=SEAT, how=words(*(how.value for how in How)), tile=ref("Tile"))),
        win=many(SEAT),
        together=FLAG,
        **{"pass": many(SEAT)},
        void=many(SEAT),
        wall_empty=FLAG,
        opening=many(TEXT),
        other=many(TEXT),
    ),
    "Broken": obj(
        seq=INT,
        round=maybe(INT),
        people=said(many(PERSON), "who sat on its seats"),
        event=maybe(ref("Event")),
        code=TEXT,
        message=TEXT,
        zh=TEXT,
    ),
    "News": obj(
        seq=INT,
        by=maybe(TEXT),
        what=words("event", "amended", "retracted", "reseated"),
        of=maybe(INT),
        event=maybe(ref("Event")),
    ),
    "Transfer": obj(**{"from": PERSON, "to": PERSON}, points=whole(1)),
    "Money": obj(
        records=INT,
        whole=said(FLAG, "false while a broken line hides the totals"),
        balances=many(obj(person=PERSON, name=TEXT, points=maybe(INT), penalty=INT)),
        played=said(INT, "rounds so far; the last of them are listed"),
        rounds=many(
            obj(number=INT, started=INT, finished=FLAG, net=by_name(INT), missing=many(TEXT), broken=INT)
        ),
        round=maybe(INT),
        lines=many(ref("Payment")),
        transfers=maybe(many(ref("Transfer"))),
    ),
}
SCHEMAS["KongTold"] = obj(
    {
        "from": maybe(said(SEAT, "直杠: who discarded the tile")),
        "out": maybe(said(many(SEAT), "who played no more when it was made; left out: who does not now")),
        "just_drawn": maybe(said(FLAG, "弯杠: whether it was the tile just drawn")),
    },
    seat=SEAT,
    tile=ref("Tile"),
)
SCHEMAS["WinTold"] = obj(
    {
        "from": maybe(said(SEAT, "who discarded or konged the tile; left out: self-drawn")),
        "robbed": maybe(said(FLAG, "抢杠")),
        "after_kong": maybe(ref("KongTold")),
        "first": maybe(said(FLAG, "天胡, 地胡: nothing was played before that is not recorded")),
    },
    seats=many(SEAT),
    tile=ref("Tile"),
)
VIEW: dict[str, Schema] = {
    "table": ref("Settings"),
    "records": said(INT, "what the next change must expect"),
    "stamp": said(TEXT, "names the moment; the id of the stream's events"),
    "me": obj(id=TEXT, role=TEXT, name=TEXT, chair=maybe(INT), seat=maybe(SEAT)),
    "circle": many(ref("Place")),
    "rounds": INT,
    "round": maybe(ref("Round")),
    "next": maybe(ref("Next")),
    "whole": FLAG,
    "broken": many(ref("Broken")),
    "undo": maybe(INT),
    "redo": FLAG,
    "camera": said(maybe(ref("Camera")), "how the camera over the table stands; null without one"),
}
SCHEMAS["View"] = obj(**VIEW)
SCHEMAS["Told"] = obj(
    {"wall_break": obj(seat=SEAT, stacks=INT, zh=TEXT, en=TEXT)},
    seq=said(INT, "the record that was made, or had been"),
    again=said(FLAG, "whether it had been"),
    problems=many(ref("Problem")),
    **VIEW,
)
SCHEMAS["Tried"] = obj(
    records=INT,
    payments=many(
        obj({"why": BILINGUAL}, **{"from": PARTY, "to": PARTY}, points=whole(1), reason=TEXT, event=INT)
    ),
    net=many(INT),
    missing=many(TEXT),
    finished=FLAG,
    problems=many(ref("Problem")),
)
EXPECTED = said(whole(0), "how many records the asker has seen")
KEY = said({"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}, "names this tap: it counts once")
ONCE: dict[str, Schema] = {"expected": EXPECTED, "key": KEY}
READ = (401, 403, 404)
WRITE = (400, 401, 403, 404, 409, 413, 415, 422, 429)


def _act(summary: str, body: Schema, roles: str = "host, player") -> dict[str, object]:
    return operation(summary, ref("Told"), body, roles=roles, errors=WRITE)


OPERATIONS: Operations = {
    ("get", "/api/tables/{table}"): operation(
        "The whole view of the table for the asker", ref("View"), roles=EVERY, errors=READ
    ),
    ("get", "/api/tables/{table}/stream"): operation(
        "The view, and again whenever it changes, as server-sent events: `change` with the view and `news`, "
        "`gone` where the asker is at the table no longer; a comment at once and every 15 s",
        roles=EVERY,
        errors=(*READ, 429),
        content="text/event-stream",
        parameters=(
            {"name": "Last-Event-ID", "in": "header", "required": False, "schema": TEXT},
            query("last", TEXT, "the same where no header can be sent"),
        ),
    ),
    ("get", "/api/tables/{table}/money"): operation(
        "The balances, the lines of a round, and who pays whom in the end",
        ref("Money"),
        roles=EVERY,
        errors=(400, *READ),
        parameters=(query("round", whole(1), "whose lines; the last where left out"),),
    ),
    ("get", "/api/tables/{table}/record/{number}"): operation(
        "A round by its number from 1, an earlier one too, as far as it may be seen",
        obj(records=INT, round=ref("Round")),
        roles=EVERY,
        errors=READ,
    ),
    ("post", "/api/tables/{table}/events"): _act("Record what happened", obj(event=ref("Event"), **ONCE)),
    ("post", "/api/tables/{table}/settle"): operation(
        "Tell how a hand ended, from what lies on the table: recorded in one piece; with `try` only what it "
        "would come to. What a misread photo would look like (422 `doubtful`) is recorded with `anyway`",
        {"anyOf": [ref("Told"), ref("Tried")]},
        obj(
            {
                "hands": maybe(
                    said(by_name(ref("HandText")), "by seat, with melds; a winner's without the tile won on")
                ),
                "win": maybe(ref("WinTold")),
                "wall_empty": maybe(FLAG),
                "kongs": maybe(said(many(ref("KongTold")), "of kongs that lie there and no event told")),
                "try": maybe(FLAG),
                "anyway": maybe(FLAG),
            },
            **ONCE,
        ),
        roles="host, player",
        errors=WRITE,
    ),
    ("post", "/api/tables/{table}/undo"): _act("Take the last thing back", obj(**ONCE)),
    ("post", "/api/tables/{table}/redo"): _act("Let what was taken back last count again", obj(**ONCE)),
    ("post", "/api/tables/{table}/retract"): _act("Take an earlier record back", obj(seq=whole(0), **ONCE)),
    ("post", "/api/tables/{table}/amend"): _act(
        "Say what an earlier event really was", obj(seq=whole(0), event=ref("Event"), **ONCE)
    ),
    ("post", "/api/tables/{table}/rounds"): _act(
        "Start the next round: the rules and the last round say who deals, or dice, or the asker",
        obj(
            {
                "dealer": maybe(PERSON),
                "dice": maybe({"type": "array", "items": whole(1, 6), "minItems": 2, "maxItems": 2}),
                "names": maybe(said(by_name(TEXT), "names for chairs nobody has joined for")),
                "chips": maybe(said(by_name(whole(0)), "by person; left out: what the last round left")),
                "wall": maybe(whole(0, 108)),
                "anyway": said(FLAG, "although the last round has something to tell"),
            },
            **ONCE,
        ),
    ),
    ("post", "/api/tables/{table}/swap"): _act(
        "Let two people change places from a round on; one undo takes it back",
        obj(
            {
                "acts": said(
                    words("person", "seat"),
                    "whose acts were recorded",
                )
            },
            one=PERSON,
            two=PERSON,
            **{"from": said(whole(1), "the first round concerned; one more than there are: the next")},
            **ONCE,
        ),
        roles="host",
    ),
    ("post", "/api/tables/{table}/chips"): _act(
        "What each had to lose when the round began; null: no limit",
        obj({"chips": maybe(by_name(whole(0)))}, **ONCE),
        roles="host",
    ),
    ("post", "/api/tables/{table}/rules"): operation(
        "Choose the rules of the next round",
        ref("View"),
        obj({"set": maybe(by_name(ANY))}, rules=TEXT),
        roles="host",
        errors=WRITE,
    ),
    ("post", "/api/tables/{table}/fair"): operation(
        "公平: money and public tiles only, until a hand is over",
        ref("View"),
        obj(on=FLAG),
        roles="host",
        errors=WRITE,
    ),
}
