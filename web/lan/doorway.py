"""门口的页面: open a table, join one, and see why a phone cannot connect. They work without a script."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.access import everybody
from web.companion import companion
from web.lan.addresses import Address, Kind
from web.lan.qr import svg
from web.presenters.rules import set_words
from web.refused import RefusedError
from web.tables.errors import TableError
from web.tables.host_link import open_link
from web.tables.joining import open_table, table_of_code, take_place
from web.tables.members import Member, Role, TableInfo
from web.tables.roles import give_device, hand_over, member_of, needs, refused
from web.tables.store import plain_code

blueprint = Blueprint("doorway", __name__)

KINDS = {
    Kind.PRIVATE: ("手机多半用这个", "most likely for phones"),
    Kind.OTHER: ("也许可以", "perhaps"),
    Kind.SELF_GIVEN: ("没有路由器分配的地址", "no router has given it"),
    Kind.VIRTUAL: ("虚拟网卡，手机一般到不了", "virtual, hardly ever reached from a phone"),
}
"""What is said of each kind of address."""


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody has filled in to open a table; shown again where it is refused."""

    title: str = ""
    name: str = ""
    rules: str = ""
    chairs: int = 4
    chair: int | None = 0


@blueprint.get("/tables/new")
@everybody
def open_page() -> str:
    """The form that opens a table."""
    return open_form(Given(), None)


@blueprint.post("/tables/new")
@everybody
def opened() -> AnyResponse:
    """Open a table as the form says, and go there."""
    form = request.form
    given = Given(
        form.get("title", ""),
        form.get("name", ""),
        form.get("rules", ""),
        3 if form.get("chairs") == "3" else 4,
        0 if form.get("chair", "0") else None,
    )
    try:
        info, token = open_table(given.title, given.rules, {}, given.chairs, given.name, given.chair, "zh")
    except (RefusedError, TableError) as error:
        problem, status = told(error)
        return make_response(open_form(given, problem), status)
    return at_the_table(info, token)


def open_form(given: Given, problem: dict[str, str] | None) -> str:
    """The form that opens a table, filled in with what was given before."""
    rules = [(name, set_words(name)) for name in companion().house.names()]
    return render_template("open.html", rules=rules, given=given, problem=problem)


@blueprint.get("/join")
@everybody
def code_page() -> AnyResponse | str:
    """The form that asks for a table's code."""
    code = request.args.get("code", "")
    if code:
        return redirect(url_for("doorway.join_page", code=plain_code(code) or "?"), 303)
    return render_template("join_code.html", code="", problem=None)


@blueprint.get("/join/<code>")
@everybody
def join_page(code: str) -> AnyResponse:
    """The chairs of a table; who has one there is sent to it. QR codes lead here."""
    return seats_page(code, None, 200)


@blueprint.post("/join/<code>")
@everybody
def joined(code: str) -> AnyResponse:
    """Take the place that was tapped, and go to the table."""
    try:
        info = table_of_code(code)
    except RefusedError as error:
        return again(code, error)
    try:
        if member_of(info.id) is not None:
            return at_the_table(info)
        role, chair = place(request.form.get("place", ""))
        return at_the_table(info, take_place(info, role, chair, request.form.get("name", "")))
    except (RefusedError, TableError) as error:
        return seats_page(code, *told(error))


@blueprint.get("/host/<link>")
@everybody
def host_again(link: str) -> AnyResponse:
    """The link that `serve --host-link` prints: it makes this browser the host's, once."""
    tables = companion().tables
    token = open_link(tables, link)
    host = tables.member(token)
    info = None if host is None else tables.settings(host.table)
    if info is not None:
        return at_the_table(info, token)
    known = member_of(link.partition(".")[0])
    if known is not None:
        return redirect(f"/tables/{known.table}", 303)  # it was opened twice here
    gone = refused(
        "link_used",
        "This link has been used: print a new one with --host-link.",
        "链接已用过：请再打印一个。",
        404,
    )
    return again("", gone)


def place(text: str) -> tuple[Role, int | None]:
    """The button that was tapped, as a role and a chair."""
    if text in (Role.SPECTATOR.value, Role.SCREEN.value):
        return Role(text), None
    return Role.PLAYER, int(text) if text in ("0", "1", "2", "3") else None


def seats_page(code: str, problem: dict[str, str] | None, status: int) -> AnyResponse:
    """The page with a table's chairs, or the one that asks for its code again."""
    try:
        info = table_of_code(code)
    except RefusedError as error:
        return again(code, error)
    if member_of(info.id) is not None and problem is None:
        return at_the_table(info)
    doors = companion().doors
    page = make_response(
        render_template(
            "join.html",
            info=info,
            chairs=[info.on_chair(chair) for chair in range(len(info.chairs))],
            name=request.form.get("name", ""),
            secure_link=None if doors is None or request.is_secure else join_link(info),
            problem=problem,
        ),
        status,
    )
    give_device(page)
    return page


def again(code: str, error: RefusedError) -> AnyResponse:
    """The page that asks for a code, with what was wrong."""
    problem, status = told(error)
    return make_response(render_template("join_code.html", code=plain_code(code), problem=problem), status)


def at_the_table(info: TableInfo, token: str = "") -> AnyResponse:
    """Go to a table's page, with a new token where there is one."""
    answer = redirect(f"/tables/{info.id}", 303)
    if token:
        hand_over(answer, token)
    return answer


def told(error: RefusedError | TableError) -> tuple[dict[str, str], int]:
    """What a page says of a refusal, and its HTTP status."""
    message = " ".join(one.message for one in (error.problem, *getattr(error, "more", ())))
    return {"zh": error.chinese, "message": message}, error.status


@blueprint.get("/check")
@everybody
def check_page() -> str:
    """Which addresses lead here, whether a phone has got through, and the three causes when it does not."""
    doors = companion().doors
    ways = [] if doors is None else [way_form(one) for one in shown_addresses()]
    return render_template("check.html", doors=doors, ways=ways, problem=None)


@blueprint.get("/api/lan")
@everybody
def lan() -> Response:
    """The addresses for phones, the likeliest first. Other machines are told the first one only."""
    doors = companion().doors
    if doors is None:
        return jsonify({"listening": False, "addresses": [], "fingerprint": None, "reached": 0})
    return jsonify(
        {
            "listening": True,
            "addresses": [way_form(one) for one in shown_addresses()],
            "fingerprint": doors.fingerprint,
            "reached": doors.reached,
        }
    )


@blueprint.get("/api/lan/qr.svg")
@everybody
def lan_qr() -> Response:
    """The QR code of the address for phones."""
    doors = companion().doors
    if doors is None:
        raise refused(
            "not_listening", "Phones cannot reach this: start it with --lan.", "请用 --lan 启动。", 404
        )
    return picture(doors.link("/"))


@blueprint.get("/api/tables/<table>/qr.svg")
@needs(Role.PLAYER, Role.SPECTATOR, Role.SCREEN)
def table_qr(member: Member) -> Response:
    """The QR code that leads to the table's chairs."""
    info = companion().tables.settings(member.table)
    if info is None:
        raise refused("no_such_table", "There is no such table any more.", "没有这张桌子了。", 404)
    return picture(join_link(info))


def join_link(info: TableInfo) -> str:
    """The address of a table's chairs: for phones where they can reach us, else as this page was asked."""
    path = url_for("doorway.join_page", code=info.code)
    doors = companion().doors
    return request.host_url.rstrip("/") + path if doors is None else doors.link(path)


def shown_addresses() -> tuple[Address, ...]:
    """The addresses that the asker may know of: a guest does not learn of our VPN."""
    doors = companion().doors
    if doors is None:
        return ()
    known = doors.addresses()
    return known if doors.is_this_machine(request.remote_addr) else known[:1]


def way_form(address: Address) -> dict[str, str]:
    """An address with its two links and what kind it is."""
    doors = companion().doors
    chinese, english = KINDS[address.kind]
    form = {"ip": address.ip, "interface": address.interface, "zh": chinese, "en": english}
    if doors is not None:
        form["secure"] = doors.link("/", address.ip)
        form["plain"] = doors.link("/", address.ip, secure=False)
        form["qr"] = url_for("doorway.lan_qr")
    return form


def picture(text: str) -> Response:
    """A QR code as an answer."""
    return Response(svg(text), mimetype="image/svg+xml")
