"""回忆页: the list of what was played with statistics, one table's rounds, a round step by step. They show
all without a script; what changes something, and stepping by keys, needs one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from assistant.melds import MeldKind
from assistant.notation import parse_hand
from assistant.rule_words import PatternId
from assistant.summary import RoundSummary
from assistant.tiles import Tile
from web.access import everybody
from web.companion import companion
from web.memory import plots
from web.memory.access import is_owner
from web.memory.forms import careers_form, played_at, table_sessions
from web.memory.people import key_of
from web.memory.replay import replayed
from web.memory.routes import memory_form
from web.presenters.rules import set_words, value_lines
from web.tables.members import Member, Role, TableInfo
from web.tables.roles import member_of

blueprint = Blueprint("memory_pages", __name__, url_prefix="/memory")

PAGE = 50
"""Rounds, or tables, listed on one page."""
MOST_PEOPLE = 24
"""People whose statistics one page shows, those with most rounds."""
PLOTTED = 200
"""Rounds of a running total, the last ones."""
HOW = {
    "self_draw": ("自摸", "self-drawn"),
    "discard": ("点炮", "on a discard"),
    "robbed_kong": ("抢杠", "robbed kong"),
}
STATUS = {"won": ("已胡", "won"), "left": ("离桌", "left"), "broke": ("输光", "out of chips")}


@blueprint.get("")
@everybody
def list_page() -> str:
    """Every table that the asker may look at, with statistics over all of them."""
    form = memory_form()
    people, tables = list_of(form["people"]), list_of(form["tables"])
    drawn = [(one, session_bars(one)) for one in people[:MOST_PEOPLE]]
    pages = max(-(-len(tables) // PAGE), 1)
    page = min(max(number_of("page") or 1, 1), pages)
    return render_template(
        "memory.html",
        form=form,
        tables=tables[(page - 1) * PAGE : page * PAGE],
        everybody=people,
        people=drawn,
        page=page,
        pages=pages,
        **words(),
    )


@blueprint.get("/<table>")
@everybody
def table_page(table: str) -> str | Response:
    """One table: its people's statistics, its rounds, what can be done with it."""
    found = looked_at(table)
    if found is None:
        return redirect("/join", 303)
    info, member = found
    played = played_at([info])
    people = careers_form([info], played, key_of)
    view = companion().live.get(info.id).refresh().view
    rounds = len(view.rounds)
    pages = max(-(-rounds // PAGE), 1)
    page = min(max(number_of("page") or pages, 1), pages)
    first = (page - 1) * PAGE
    summaries = list(view.rounds.summaries(first, PAGE))
    if page == pages and view.closed.running is not None:
        summaries.append(view.closed.running)
    return render_template(
        "memory_table.html",
        info=info,
        owner=is_owner(),
        host=is_owner() or (member is not None and member.role is Role.HOST),
        player=is_owner() or (member is not None and member.role in (Role.HOST, Role.PLAYER)),
        member=member,
        people=[(one, session_bars(one)) for one in people],
        total=running_total(info),
        sessions=table_sessions(info, played.get(info.id, [])),
        rounds=[round_line(number, one) for number, one in enumerate(summaries, first + 1)],
        running=view.running is not None and not view.running.settlement.finished,
        count=rounds,
        page=page,
        pages=pages,
        **words(),
    )


@blueprint.get("/<table>/rounds/<int:number>")
@everybody
def replay_page(table: str, number: int) -> str | Response:
    """A round at one step."""
    found = looked_at(table)
    if found is None:
        return redirect("/join", 303)
    info, member = found
    form = replayed(info, member, number)
    asked = number_of("step")
    last = len(form["steps"]) - 1
    step = last if asked is None else min(max(asked, 0), last)
    rules = form["rules"]
    return render_template(
        "memory_replay.html",
        info=info,
        form=form,
        step=form["steps"][step],
        last=last,
        rules_name=set_words(rules["name"]),
        rule_lines=value_lines(rules["values"]),
        **words(),
    )


def list_of(value: object) -> list[dict[str, Any]]:
    """A list of a form."""
    assert isinstance(value, list)
    return value


def looked_at(table: str) -> tuple[TableInfo, Member | None] | None:
    """The table and who asks; None where it is not for them."""
    info, member = companion().tables.settings(table), member_of(table)
    return None if info is None or (member is None and not is_owner()) else (info, member)


def number_of(name: str) -> int | None:
    """A whole number of the address, None where it is left out or none."""
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def round_line(number: int, one: RoundSummary) -> dict[str, Any]:
    """A round in the list."""
    return {
        "number": number,
        "at": one.at,
        "finished": one.finished,
        "broken": one.broken,
        "winners": [one.names[seat] for seat in one.winners],
        "net": list(zip(one.names, one.net, strict=True)),
    }


def session_bars(career: dict[str, Any]) -> Markup:
    """What each session brought somebody."""
    points = [plots.Point(day(one["at"]), one["net"]) for one in career["sessions"]]
    if len(points) < 2:
        return Markup("")
    return Markup(plots.bars(f"{career['name']} 每场输赢 net of each session", points))


def running_total(info: TableInfo) -> dict[str, Any]:
    """How the money of a table went, round by round: the plot, and the numbers of it."""
    view = companion().live.get(info.id).refresh().view
    skip = max(view.closed.rounds - PLOTTED, 0)
    summaries = list(view.rounds.summaries(skip, PLOTTED))
    if view.closed.running is not None:
        summaries.append(view.closed.running)
    total: dict[str, int] = {}
    names: dict[str, str] = {}
    rows: list[dict[str, int]] = []
    for one in summaries:
        for who, name, net in zip(one.people, one.names, one.net, strict=True):
            total[who] = total.get(who, 0) + net
            names[who] = name
        rows.append(dict(total))
    names |= {one.id: one.name for one in info.people if one.id in names}
    lines = [plots.Line(name, tuple(row.get(who, 0) for row in rows)) for who, name in names.items()]
    svg = plots.lines("累计输赢 running total", lines) if len(rows) > 1 else ""
    return {"svg": Markup(svg), "first": skip + 1, "lines": lines}


def day(at: float) -> str:
    """A day on this machine's calendar."""
    return datetime.fromtimestamp(at).strftime("%m-%d")


def moment(at: float) -> str:
    """A time on this machine's clock."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def percent(value: float | None) -> str:
    """A share as a player says it."""
    return "–" if value is None else f"{100 * value:.1f}%"


def plain(value: float | None) -> str:
    """A mean."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def signed(value: int | None) -> str:
    """Points with their sign."""
    return "–" if value is None else f"{value:+d}".replace("-", "−") if value else "0"


def pattern(name: str) -> str:
    """A pattern as players call it."""
    return PatternId(name).chinese if name in tuple(PatternId) else name


def faces(text: str | None) -> list[list[tuple[str, str]]]:
    """The tiles of a hand's text, each meld apart: the drawing of each tile and its name."""
    if not text:
        return []
    hand = parse_hand(text)
    groups = [[face(tile) for tile in hand.tiles] + [("back", "没见到的牌")] * hand.unseen]
    for meld in hand.melds:
        covered = (0, 3) if meld.kind is MeldKind.CONCEALED_KONG else ()
        groups.append([("back", "牌背") if at in covered else face(meld.tile) for at in range(meld.size)])
    return [group for group in groups if group]


def discards(seat: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The discards of a seat's form in order; the third of each says whether it lies there no more."""
    taken = seat["taken"]
    return [(*face(text), "taken" if at in taken else "") for at, text in enumerate(seat["discards"])]


def face(tile: Tile | str) -> tuple[str, str]:
    """The drawing of a tile and its name."""
    if isinstance(tile, str):
        if tile == "?":
            return "unknown", "没见到的牌"
        (tile,) = parse_hand(tile).tiles
    return str(tile), tile.chinese


def words() -> dict[str, Any]:
    """What the templates call."""
    return {
        "moment": moment,
        "day": day,
        "percent": percent,
        "plain": plain,
        "signed": signed,
        "pattern": pattern,
        "faces": faces,
        "face": face,
        "discards": discards,
        "how_words": HOW,
        "status_words": STATUS,
        "tile_url": lambda name: url_for("static", filename=f"tiles/{name}.svg"),
    }
