"""战绩簿: what people have done over sittings and tables, from what is kept beside the logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.chapters import SITTING, closed_of
from assistant.history.summaries import Head, Row, Summaries
from assistant.sittings import sitting_of, sittings
from assistant.tally import Adding, Tally


@dataclass(frozen=True, slots=True)
class Played:
    """One sitting of somebody at a table."""

    table: str
    place: int
    """of the sitting at its table"""
    at: float
    """when it began, seconds of the epoch"""
    ended: float
    rounds: int
    """that this person played"""
    net: int


@dataclass
class Career:
    """Somebody's rounds, whoever they were called and wherever they sat."""

    name: str
    """as they were last called"""
    total: Tally
    sittings: list[Played] = field(default_factory=list)
    """in the order they began"""

    @property
    def best(self) -> Played | None:
        """The sitting with the largest gain."""
        return max(self.sittings, key=lambda one: one.net, default=None)

    @property
    def worst(self) -> Played | None:
        """The sitting with the largest loss."""
        return min(self.sittings, key=lambda one: one.net, default=None)


def table_sittings(head: Head | None, rows: Sequence[Row]) -> list[Row]:
    """The rows of a table's sittings, the round played last among them once it is finished."""
    closed = None if head is None else closed_of(head.body)
    if closed is None:
        return []  # nobody has looked at the table since the program sums up otherwise
    if closed.running is None:
        return list(rows)
    last = sitting_of(rows[-1].place, rows[-1].body) if rows else None
    known = sittings([(closed.start, closed.running)], last)
    return [*rows[:-1], *(Row(SITTING, one.place, one.form()) for one in known)]


def all_sittings(kept: Summaries, tables: Sequence[str] | None = None) -> dict[str, list[Row]]:
    """The sittings of these tables, or of all, by table."""
    heads, rows = kept.heads(tables), kept.all(SITTING, tables)
    return {table: table_sittings(head, rows.get(table, ())) for table, head in heads.items()}


def careers(played: Mapping[str, Sequence[Row]], who: Callable[[str, str], str | None]) -> dict[str, Career]:
    """What people have done, by who they are; `who`: a table and a person of it to a key, the same key for
    the same person wherever they play, None for one who is not asked for.
    """
    sums: dict[str, Adding] = {}
    names: dict[str, tuple[float, str]] = {}
    played_by: dict[tuple[str, str, int], Played] = {}
    for table, its in played.items():
        for row in its:
            at, ended = row.body["at"], row.body["ended"]
            for person, form in row.body["people"].items():
                key = who(table, person)
                if key is None:
                    continue
                sums.setdefault(key, Adding()).add(form, table)
                names[key] = max(names.get(key, (0.0, "")), (ended, form["name"]))
                rounds, net = form.get("rounds", 0), form.get("net", 0)
                before = played_by.get((key, table, row.place))  # who joined twice plays under two ids
                if before is not None:
                    rounds, net = rounds + before.rounds, net + before.net
                played_by[key, table, row.place] = Played(table, row.place, at, ended, rounds, net)
    found = {key: Career(names[key][1], adding.total()) for key, adding in sums.items()}
    for (key, _, _), sitting in played_by.items():
        found[key].sittings.append(sitting)
    for career in found.values():
        career.sittings.sort(key=lambda one: (one.at, one.table, one.place))
    return found
