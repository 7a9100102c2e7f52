"""What is kept beside the log is what the whole log says, whatever is recorded, taken back or amended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from assistant import chapters
from assistant.chapters import FORM, MOST_KEPT, ROUND, SITTING, Chapters
from assistant.events import Discarded, Drawn, RoundStarted
from assistant.history.memory import MemoryHistory
from assistant.history.records import History, Record
from assistant.history.sql import open_history
from assistant.history.summaries import Span
from assistant.session import Session
from assistant.sittings import Sitting, sitting_of
from assistant.tiles import Tile
from tests.assistant.players.rounds import how_many
from tests.assistant.table_script import acts, started, table
from tests.assistant.whole_log import purses_of, read_whole, sittings_of

NAMES = ("A", "B", "C", "D")
HOUR = 3600.0


class Clock:
    """A minute a record; a test lets a night pass."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 60
        return self.now


def kept_sittings(history: History, table: str) -> list[Sitting]:
    """The sittings that are kept beside a table's log."""
    return [sitting_of(row.place, row.body) for row in history.summaries.rows(table, Span(SITTING, 0))]


def agrees(session: Session) -> None:
    """The session, and one that opens the table now, say what the whole log says."""
    whole = read_whole(session.history.read(session.table))
    for one in (session, Session(session.history, session.table)):
        view = one.view()
        assert view.records == len(session.history.read(session.table))
        assert tuple(view.rounds) == whole.rounds
        assert sorted(view.stray, key=lambda pair: pair[0].seq) == list(whole.stray)
        assert view.whole == (not whole.stray and not any(each.broken for each in whole.rounds))
        older = whole.summaries[: view.closed.rounds]
        assert one.summaries() == older
        assert purses_of(older) == {
            who: its for who, its in view.closed.purses.items() if its.net or its.penalty
        }
        broken = [number for number, each in enumerate(older) if each.broken]
        assert [one.number_of(place) for place in view.closed.broken] == broken
        last = whole.summaries[-1] if view.running is not None else None
        assert view.closed.running == (last if last is not None and last.finished else None)
    rows = kept_sittings(session.history, session.table)
    assert [(one.at, one.ended, one.rounds, one.tallies) for one in rows] == [
        (one.at, one.ended, one.rounds, one.tallies) for one in sittings_of(older)
    ]


def play(session: Session, rng: Random, clock: Clock) -> None:
    """Anything that somebody may do at a table."""
    records = len(session.history.read(session.table))
    some = rng.randrange(max(records, 1))
    order = list(NAMES)
    rng.shuffle(order)
    start = RoundStarted("chengdu", (), tuple(order))
    match rng.randrange(12):
        case 0 | 1:
            clock.now += rng.choice((0, 0, 7 * HOUR))
            session.record(start)
        case 2 | 3:
            session.record(next(acts(f"{rng.randrange(4)}>{rng.randrange(4)} {rng.randint(1, 9)}")))
        case 4:
            session.record(Drawn(rng.randrange(4), Tile.M1))
        case 5:
            session.record(Discarded(rng.randrange(4), rng.choice((Tile.M1, Tile.M2))))
        case 6:
            session.record(next(acts("wall")))
        case 7:
            session.retract(some)
        case 8:
            session.amend(some, rng.choice((next(acts("1>2 7")), Drawn(1, Tile.M1), start)))
        case 9:
            session.undo()
        case 10:
            session.redo()
        case 11:
            one, two = rng.sample(NAMES, 2)
            session.reseat(
                one, two, rng.randrange(len(session.view().rounds) + 1), seats_acted=rng.random() < 0.5
            )


@pytest.mark.parametrize("seed", range(how_many(25)))
def test_what_is_kept_is_what_the_whole_log_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, clock = Random(f"chapters {seed}"), Clock()
    monkeypatch.setattr(chapters, "PORTION", rng.choice((3, 20_000)))
    session = Session(MemoryHistory(), "t", clock)
    other = Session(session.history, "t", clock)
    for _ in range(60):
        play(rng.choice((session, session, session, other)), rng, clock)
        if rng.random() < 0.4:
            agrees(session)
    agrees(session)
    agrees(other)


@pytest.fixture(params=["memory", "sqlite"])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[History]:
    made = MemoryHistory() if request.param == "memory" else open_history(tmp_path / "log.sqlite")
    yield made
    made.close()


def evening(history: History, rounds: int, clock: Clock | None = None) -> Session:
    """Rounds in which money moves, the last one running."""
    session = Session(history, "t", Clock() if clock is None else clock)
    for number in range(rounds):
        for event in [started(), *acts(f"0>{number % 3 + 1} {number + 1}; wall")]:
            assert session.record(event).recorded
    return session


def test_only_the_running_round_is_read(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    session = evening(history, 30)
    read: list[tuple[int, int]] = []
    inner = type(history).read

    def spy(self: History, table: str, start: int = 0, stop: int | None = None) -> tuple[Record, ...]:
        found = inner(self, table, start, stop)
        read.append((start, len(found)))
        return found

    monkeypatch.setattr(type(history), "read", spy)
    fresh = Session(history, "t")
    assert len(fresh.view().rounds) == 30
    assert read == [(87, 3)]
    read.clear()
    fresh.record(Drawn(1))
    session.view()
    assert sum(many for _, many in read) <= 4


def test_an_old_round_is_amended_and_what_follows_is_made_again(history: History) -> None:
    session = evening(history, 6)
    before = session.view().closed.purses
    session.amend(4, next(acts("0>2 50")))
    agrees(session)
    after = session.view().closed.purses
    assert after["A"].net == before["A"].net - 48
    assert after["C"].net == before["C"].net + 48
    assert session.undo().recorded
    agrees(session)
    assert session.view().closed.purses == before


def test_a_start_taken_back_joins_two_rounds_and_parts_them_again(history: History) -> None:
    session = evening(history, 5)
    session.retract(6)
    agrees(session)
    assert len(session.view().rounds) == 4
    session.redo()
    agrees(session)
    assert len(session.view().rounds) == 5


def test_undo_goes_on_into_the_round_before(history: History) -> None:
    session = evening(history, 3)
    for left in range(8, -1, -1):
        assert session.undo().recorded
        agrees(session)
        assert sum(len(one.lines) for one in session.view().rounds) == left
    assert not session.undo().recorded
    for _ in range(9):
        assert session.redo().recorded
        agrees(session)


def test_people_who_change_places_far_back_take_their_money(history: History) -> None:
    session = evening(history, 5)
    session.reseat("A", "B", 2, seats_acted=True)
    agrees(session)
    session.undo()
    agrees(session)


def test_a_night_between_two_rounds_parts_the_sittings(history: History) -> None:
    clock = Clock()
    session = evening(history, 3, clock)
    clock.now += 7 * HOUR
    for event in [started(), *acts("1>0 5; wall"), started()]:
        session.record(event)
    agrees(session)
    rows = kept_sittings(history, "t")
    assert [one.rounds for one in rows] == [3, 1]


def test_rows_of_another_form_are_made_anew(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(history, 5)
    monkeypatch.setattr(chapters, "FORM", FORM + 1)
    session = Session(history, "t")
    agrees(session)
    found = history.summaries.head("t")
    assert found is not None
    assert found.body["form"] == FORM + 1
    assert history.summaries.count("t", Span(ROUND, 0)) == 4


def test_another_process_may_have_summed_up_first(history: History) -> None:
    session = evening(history, 3)
    other = Session(history, "t", session.clock)
    other.view()
    for event in [started(), *acts("2>1 4; wall")]:
        session.record(event)
    session.view()
    for event in [started(), *acts("2>1 4; wall"), started()]:
        other.record(event)
    agrees(other)
    agrees(session)


def test_looking_at_many_old_rounds_keeps_few(history: History) -> None:
    found = Chapters(evening(history, 20).history, "t")
    found.look()
    for number in range(19):
        assert found.round(number).lines[0].seq == 3 * number
    assert len(found._kept) <= MOST_KEPT


def test_lines_before_any_round_are_kept_apart() -> None:
    session = Session(MemoryHistory(), "t", Clock())
    for event in table("0>1 5"):
        session.record(event)
    session.retract(0)
    session.record(started())
    agrees(session)
    assert [line.seq for line, _ in session.view().stray] == [1]
    session.retract(1)
    agrees(session)
    assert session.view().whole
