"""The other way to read a table: the whole log folded from its first record, nothing kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from assistant.history.records import Record
from assistant.log import by_round, counting
from assistant.round_view import RoundView, Stray, read_round
from assistant.sittings import Purse, Sitting, purses, sittings
from assistant.summary import RoundSummary, summarise
from assistant.table_view import TableView


class Whole(NamedTuple):
    """A table as its whole log says."""

    rounds: tuple[RoundView, ...]
    stray: Stray
    summaries: tuple[RoundSummary, ...]


def read_whole(records: Sequence[Record]) -> Whole:
    at = {one.seq: one.at for one in records}
    rounds: list[RoundView] = []
    stray: Stray = ()
    for group in by_round(counting(records)):
        read = read_round(group)
        if isinstance(read, RoundView):
            rounds.append(read)
        else:
            stray += read
    summaries = [summarise(one, at[one.lines[0].seq], at[one.lines[-1].seq]) for one in rounds]
    return Whole(tuple(rounds), stray, tuple(summaries))


def totals(view: TableView) -> dict[str, int]:
    """What each name has gained or lost over the rounds of a table without a side bet."""
    total: Counter[str] = Counter()
    for one in view.rounds:
        total.update(dict(zip(one.folded.state.names, one.settlement.net, strict=True)))
    return dict(total)


def purses_of(summaries: Sequence[RoundSummary]) -> dict[str, Purse]:
    """What everybody has after these rounds, those with nothing left out."""
    return {one: its for one, its in purses({}, (), summaries).items() if its.net or its.penalty}


def sittings_of(summaries: Sequence[RoundSummary]) -> list[Sitting]:
    """The sittings that the rounds make."""
    return sittings((one.started, one) for one in summaries)
