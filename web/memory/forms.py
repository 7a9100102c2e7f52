"""战绩: statistics as JSON: rates, sums and the biggest hand of each person, the net of each session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from assistant.careers import Career, Played, all_sittings, careers
from assistant.chapters import FORM
from assistant.history.summaries import Row
from assistant.summary import SIDE
from assistant.tally import BigHand, Tally
from web.companion import companion
from web.memory.people import SamePeople, key_of
from web.tables.chairs import CHAIR, chair_name
from web.tables.members import TableInfo

DIGITS = 4
"""Of a rate, which is a share from 0 to 1."""


def played_at(infos: Sequence[TableInfo]) -> dict[str, list[Row]]:
    """The sessions of these tables, as they are kept; a table that nobody has looked at yet is looked at."""
    app = companion()
    summaries = app.tables.history.summaries
    names = [info.id for info in infos]
    known = summaries.heads(names)
    for name in names:
        if name not in known or known[name].body.get("form") != FORM:
            app.live.get(name).moment()
    return all_sittings(summaries, names)


def careers_form(
    infos: Sequence[TableInfo],
    played: Mapping[str, Sequence[Row]],
    who: Callable[[str, str], str | None] | None = None,
) -> list[dict[str, Any]]:
    """Everybody's statistics, who has most rounds first; `who`: who is whom, None for who is left out."""
    chosen = SamePeople(companion().tables.history.notes).who() if who is None else who
    by_id = {info.id: info for info in infos}
    found = careers(played, chosen)
    forms = [career_form(key, career, by_id) for key, career in found.items()]
    return sorted(forms, key=lambda form: (-form["rounds"], form["name"], form["key"]))


def career_form(key: str, career: Career, infos: Mapping[str, TableInfo]) -> dict[str, Any]:
    """One person's statistics."""
    sessions = [session_form(one, infos) for one in career.sittings]
    best, worst = career.best, career.worst
    return {
        "key": key,
        "name": shown_name(key, career.name, infos),
        **tally_form(career.total, infos),
        "best_session": None if best is None else session_form(best, infos),
        "worst_session": None if worst is None else session_form(worst, infos),
        "sessions": sessions,
    }


def shown_name(key: str, name: str, infos: Mapping[str, TableInfo]) -> str:
    """What somebody is called now, else in their last round."""
    table, _, person = key.partition("/")
    info = infos.get(table)
    member = None if info is None else info.person(person)
    if member is not None:
        return member.name
    return name or (chair_name(person) if person.startswith(CHAIR) else person.removeprefix(SIDE))


def session_form(one: Played, infos: Mapping[str, TableInfo]) -> dict[str, Any]:
    """One session of somebody."""
    info = infos.get(one.table)
    return {
        "table": one.table,
        "title": "" if info is None else info.title,
        "at": one.at,
        "ended": one.ended,
        "rounds": one.rounds,
        "net": one.net,
    }


def tally_form(one: Tally, infos: Mapping[str, TableInfo]) -> dict[str, Any]:
    """What is counted, and the rates a player asks for; a rate of nothing is null."""
    return {
        "rounds": one.rounds,
        "deals": one.deals,
        "wins": one.wins,
        "win_rate": share(one.wins, one.rounds),
        "self_drawn": one.self_drawn,
        "self_draw_share": share(one.self_drawn, one.wins),
        "dealt_in": one.dealt_in,
        "deal_in_rate": share(one.dealt_in_rounds, one.rounds),
        "dealt_in_points": one.dealt_in_points,
        "mean_multiple": share(one.win_multiples, one.scored),
        "mean_win_points": share(one.win_points, one.scored),
        "kongs": one.kongs,
        "kong_net": one.kong_net,
        "checks": one.checks,
        "not_ready": one.not_ready,
        "not_ready_lost": one.not_ready_lost,
        "not_ready_gained": one.not_ready_gained,
        "pigs": one.pigs,
        "pig_lost": one.pig_lost,
        "false_wins": one.false_wins,
        "net": one.net,
        "mean_net": share(one.net, one.rounds),
        "penalty": one.penalty,
        "rounds_up": one.rounds_up,
        "best_round": one.best,
        "worst_round": one.worst,
        "biggest": None if one.biggest is None else big_form(one.biggest, infos),
    }


def share(part: int, whole: int) -> float | None:
    """One number over another, None over nothing."""
    return round(part / whole, DIGITS) if whole else None


def big_form(one: BigHand, infos: Mapping[str, TableInfo]) -> dict[str, Any]:
    """最大一胡."""
    info = infos.get(one.table)
    return {
        "multiple": one.multiple,
        "doublings": one.doublings,
        "points": one.points,
        "how": one.how,
        "hand": one.hand,
        "tile": one.tile,
        "patterns": [{"id": name, "doublings": doublings} for name, doublings in one.patterns],
        "table": one.table,
        "title": "" if info is None else info.title,
        "started": one.started,
        "at": one.at,
    }


def table_sessions(info: TableInfo, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The sessions of one table, each with what it brought to whom."""
    forms = []
    for row in rows:
        people = row.body["people"]
        forms.append(
            {
                "at": row.body["at"],
                "ended": row.body["ended"],
                "rounds": row.body["rounds"],
                "people": [
                    {
                        "person": one,
                        "name": shown_name(key_of(info.id, one), form["name"], {info.id: info}),
                        "net": form.get("net", 0),
                    }
                    for one, form in people.items()
                ],
            }
        )
    return forms
