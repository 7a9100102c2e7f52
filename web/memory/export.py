"""导出: a table as it is, as JSON, and its rounds and payments as tables for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from assistant.history.codec import VERSION
from assistant.history.records import Record, encode_entry
from assistant.round_view import RoundView
from assistant.summary import RoundSummary, parties, summarise
from assistant.visibility import shown_payments
from web.companion import companion
from web.presenters.settle import payment_form
from web.tables.members import TableInfo, note_of
from web.tables.roles import refused

KIND = "table"
FORM = 1
"""The version of the exported form."""
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
SETTINGS = (
    "title",
    "code",
    "rules",
    "overrides",
    "chairs",
    "people",
    "fair_play",
    "language",
    "locked",
    "opened",
)
ROUND_COLUMNS = (
    "round", "started", "ended", "rules", "seat", "person", "name", "won", "self_drawn", "dealt_in",
    "kong_net", "not_ready_lost", "pig", "net", "penalty", "biggest_multiple",
)  # fmt: skip
PAYMENT_COLUMNS = (
    "round", "started", "record", "payer", "payer_name", "payee", "payee_name", "points", "reason",
    "why_zh", "why_en",
)  # fmt: skip


def table_json(info: TableInfo) -> dict[str, Any]:
    """All of a table: settings without tokens, and its records as they are. Refused while a round runs,
    since hands that others have noted are among the records.
    """
    live = companion().live.get(info.id)
    running = live.refresh().view.running
    if running is not None and not running.settlement.finished:
        raise refused(
            "round_running",
            "A round is being played: export the table when it is over.",
            "这局还没完：打完再导出。",
            409,
        )
    body = note_of(info, {})
    return {
        "tangzi": KIND,
        "version": FORM,
        "table": {"id": info.id, **{name: body[name] for name in SETTINGS}},
        "records": [record_form(one) for one in companion().tables.history.read(info.id)],
    }


def record_form(one: Record) -> dict[str, Any]:
    """A record of the log, its number being its place."""
    return {
        "at": one.at,
        "source": one.source,
        "confidence": one.confidence,
        "version": VERSION,
        "entry": encode_entry(one.entry),
    }


def rounds_csv(info: TableInfo) -> Iterator[str]:
    """A line for each person of each finished round."""
    yield from table_csv(ROUND_COLUMNS, _round_lines(info))


def payments_csv(info: TableInfo) -> Iterator[str]:
    """A line for each payment of each finished round."""
    yield from table_csv(PAYMENT_COLUMNS, _payment_lines(info))


def table_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """CSV as spreadsheets read it: UTF-8 with its mark, and no cell that they would take for a formula."""
    yield "﻿"
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    yield out.getvalue()


def harmless(cell: object) -> object:
    """A cell that no spreadsheet runs: text that would begin a formula gets an apostrophe before it."""
    if isinstance(cell, str) and cell.lstrip().startswith(DANGEROUS):
        return "'" + cell
    return cell


def when(at: float) -> str:
    """A time as ISO 8601 in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _finished(info: TableInfo) -> Iterator[tuple[int, RoundSummary]]:
    view = companion().live.get(info.id).refresh().view
    for number, one in enumerate(view.rounds.summaries(), 1):
        if one.finished:
            yield number, one
    if view.closed.running is not None:
        yield len(view.rounds), view.closed.running


def _round_lines(info: TableInfo) -> Iterator[Sequence[object]]:
    for number, one in _finished(info):
        for seat, (person, name, net, tally) in enumerate(
            zip(one.people, one.names, one.net, one.tallies, strict=True)
        ):
            yield (
                number, when(one.at), when(one.ended), one.rules, seat, person, name, tally.wins,
                tally.self_drawn, tally.dealt_in, tally.kong_net, tally.not_ready_lost, tally.pigs, net,
                tally.penalty, "" if tally.biggest is None else tally.biggest.multiple,
            )  # fmt: skip


def _payment_lines(info: TableInfo) -> Iterator[Sequence[object]]:
    view = companion().live.get(info.id).refresh().view
    for number, summary in _finished(info):
        one: RoundView = view.rounds[number - 1]
        people, names = parties(one), summarise(one).names
        for payment in shown_payments(one.settlement.payments, one.folded.state):
            form = payment_form(payment, one.folded.state.rules, one.folded.state.names)
            yield (
                number, when(summary.at), one.lines[payment.event].seq, people[payment.payer],
                names[payment.payer], people[payment.payee], names[payment.payee], payment.points,
                form["reason"], form["why"]["zh"], form["why"]["en"],
            )  # fmt: skip
