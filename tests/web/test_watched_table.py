"""A watched table line by line: what is asked, answered and told before; what is seen comes bit by bit."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.events import Discarded, Drawn, RoundStarted, SideBet, VoidChosen, Won
from assistant.reconcile import Mend, Question
from assistant.tiles import TILES, Suit, Tile
from tests.web.tables.watched import Lying
from web.cli import main
from web.commands import watched_table
from web.commands.settle import read_rounds
from web.commands.typed import Came, Typed
from web.commands.watched_table import WatchedTable
from web.presenters.watch import line_of, question_form

DECLARED = RoundStarted(overrides=(("void", "declared"),))


class Lines(Typed):
    """What people type, told by a test."""

    terminal = False

    def __init__(self, *, closed: bool = False) -> None:
        self.waiting: list[str] = []
        self.later: list[list[str]] = []
        """what they type while they are waited for, each time"""
        self.over = closed
        self.came: float | None = None
        """when it was typed, now where that is not told"""

    @property
    def closed(self) -> bool:
        return self.over and not self.waiting

    def lines(self) -> list[Came]:
        lines, self.waiting = self.waiting, []
        return [(line, time.monotonic() if self.came is None else self.came) for line in lines]

    def wait(self) -> None:
        if self.later:
            self.waiting += self.later.pop(0)
        else:
            self.over = True


class Table:
    """A watched table and all its lines."""

    def __init__(
        self, started: RoundStarted | None = None, before: tuple[VoidChosen | SideBet, ...] = ()
    ) -> None:
        self.lying = Lying()
        self.typed = Lines()
        self.watched = WatchedTable(started or RoundStarted(), before, self.typed)
        self.lines: list[dict[str, Any]] = []

    def _take(self, forms: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
        new = list(forms)
        self.lines += new
        return new

    def views(self, many: int = 8) -> list[dict[str, Any]]:
        return [
            one
            for _ in range(many)
            for one in self._take(self.watched.view(self.lying.view(), self.lying.at))
        ]

    def type(self, *lines: str) -> list[dict[str, Any]]:
        self.typed.waiting += lines
        return self._take(self.watched.heard(self.lying.at))

    def over(self) -> list[dict[str, Any]]:
        return self._take(self.watched.over(self.lying.at))


@pytest.fixture
def doubtful() -> Table:
    """A discard out of turn: did the player before throw it?"""
    table = Table()
    table.views(3)
    table.lying.discard(0, Tile.M9)
    table.views(4)
    table.lying.discard(2, Tile.M5)
    (question,) = table.views()
    assert (question["kind"], question["id"]) == ("question", 1)
    return table


def kinds(forms: list[dict[str, Any]]) -> list[str]:
    return [one["kind"] for one in forms]


def test_an_answer_is_told_and_recorded(doubtful: Table) -> None:
    told = doubtful.type("1")
    assert kinds(told) == ["answered", "drawn", "discarded"]
    assert (told[0]["question"], told[0]["options"], told[0]["source"]) == (1, [1], "person")
    assert (told[2]["seat"], told[2]["tile"], told[2]["source"]) == (1, "5m", "person")
    (again,) = doubtful.type("1")
    assert "No question waits" in again["message"]
    (again,) = doubtful.type("1:1")
    assert "has been answered" in again["message"]


def test_none_of_these_and_a_json_line_are_answers(doubtful: Table) -> None:
    told = doubtful.type('{"question": 1, "options": []}')
    assert (told[0]["kind"], told[0]["options"]) == ("answered", [])
    assert not {"drawn", "discarded"} & set(kinds(told))


def test_a_wrong_answer_leaves_the_question_open(doubtful: Table) -> None:
    for text, word in (("7", "no option 7"), ("what", "is no answer"), ("4:1", "no question 4")):
        (said,) = doubtful.type(text)
        assert (said["kind"], said["code"]) == ("problem", "bad_answer")
        assert word in said["message"]
        assert said["zh"]
    assert kinds(doubtful.type("1"))[0] == "answered"


def shown(table: Table) -> float:
    """When the open question was shown."""
    (one,) = table.watched._questions.open()
    return one.shown


def test_what_was_typed_before_a_question_was_read_is_no_answer_to_it(doubtful: Table) -> None:
    doubtful.typed.came = shown(doubtful) - 0.01
    (said,) = doubtful.type("1")
    assert "has only just come up" in said["message"]
    assert kinds(doubtful.type("1:1"))[0] == "answered", "its number says which is meant"


def test_nobody_reads_a_question_in_no_time(doubtful: Table) -> None:
    doubtful.typed.terminal = True
    doubtful.typed.came = shown(doubtful) + 0.9 * watched_table.READING
    (said,) = doubtful.type("1")
    assert "has only just come up" in said["message"]
    doubtful.typed.came = shown(doubtful) + 1.1 * watched_table.READING
    assert kinds(doubtful.type("1"))[0] == "answered"


def test_what_comes_later_may_settle_a_question(doubtful: Table) -> None:
    """The tile is taken away again: nobody need answer."""
    doubtful.lying.pieces.pop()
    told = doubtful.views()
    assert ("settled", 1) in [(one["kind"], one.get("question")) for one in told]
    (said,) = doubtful.type("1:1")
    assert "needs no answer any more" in said["message"]


@pytest.mark.parametrize("several", [False, True])
def test_a_question_that_gave_way_is_not_told_and_keeps_its_number(
    monkeypatch: pytest.MonkeyPatch, several: bool
) -> None:
    """Nobody has said whether the 9m was one."""
    table = Table()
    table.views(3)
    table.lying.discard(0, Tile.M9)
    assert kinds(table.views(6))[-1] == "discarded"
    asked = Question(((Discarded(0, Tile.M8),), ()), (), (Mend(0, 0, Tile.M9),), several)
    table.watched._questions.put(asked)
    assert table.views(2) == []
    (said,) = table.type("1:1")
    assert "has given way" in said["message"]
    following = table.watched.following
    with monkeypatch.context() as patched:
        patched.setattr(following, "see", lambda _: iter((asked,)))
        again = table.views(1)
    assert [(one["kind"], one["id"]) for one in again] == [("question", 1)]
    following._mend((asked.mends[0], Discarded(0, Tile.M8)))
    assert [(one["kind"], one["question"]) for one in table.views(1)] == [("settled", 1)]


def test_after_the_last_picture_what_is_open_may_be_answered(
    doubtful: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    doubtful.typed.later = [["what"], ["1"]]
    told = doubtful.over()
    assert kinds(told) == ["problem", "answered", "drawn", "discarded"]
    assert "Enter alone leaves it" in capsys.readouterr().err


@pytest.mark.parametrize("later", [[[""], ["1"]], []])
def test_an_empty_line_or_a_closed_input_leaves_it(doubtful: Table, later: list[list[str]]) -> None:
    doubtful.typed.later = later
    told = doubtful.over()
    assert "answered" not in kinds(told)
    assert all(one["supposed"] for one in told)


def test_a_question_of_the_last_round_takes_no_answer(doubtful: Table) -> None:
    doubtful.watched.next_round(None)
    (said,) = doubtful.type("1:1")
    assert "is of a round that is over" in said["message"]


@pytest.fixture
def alone(doubtful: Table) -> Table:
    """Nobody is there to answer any more, and so the discard is supposed."""
    doubtful.typed.over = True
    assert doubtful.type() == []
    told = doubtful.views(30)
    assert kinds(told) == ["drawn", "discarded"]
    return doubtful


def test_where_nobody_answers_the_likeliest_is_supposed_and_said_to_be(alone: Table) -> None:
    for line in alone.lines[-2:]:
        assert (line["supposed"], line["question"], line["source"]) == (True, 1, "camera")
        assert "推定，第 1 问没人答 supposed, question 1 is not answered" in line_of(line)
    alone.lying.discard(3, Tile.M6)
    assert kinds(alone.views()) == ["drawn", "discarded"]
    assert not any(one.get("supposed") for one in alone.lines[-2:])


def test_a_late_answer_says_that_it_was_so(alone: Table) -> None:
    before = list(alone.watched.following.events)
    told = alone.type("1")
    assert [told[0]["kind"], told[0]["options"], kinds(told[0]["events"])] == [
        "answered",
        [1],
        ["drawn", "discarded"],
    ]
    assert alone.watched.following.events == before
    (again,) = alone.type("1:1")
    assert "has been answered" in again["message"]


def test_a_late_answer_takes_the_place_of_what_was_supposed(alone: Table) -> None:
    told = alone.type("1:0")
    assert (told[0]["kind"], told[0]["events"]) == ("answered", [])
    assert len(alone.watched.following.events) == 3


def test_what_no_longer_fits_after_a_late_answer_is_told_and_not_settled(
    alone: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone.lying.discard(3, Tile.M6)
    assert kinds(alone.views()) == ["drawn", "discarded"]
    told = alone.type("1:0")
    assert kinds(told)[:2] == ["answered", "dropped"]
    assert [(one["kind"], one["seat"]) for one in told[1]["events"]] == [("drawn", 2), ("discarded", 2)]
    assert "seat 2 discards 6m" in line_of(told[1])
    record = tmp_path / "round.jsonl"
    record.write_text("".join(json.dumps(line) + "\n" for line in alone.lines))
    assert main(["settle", str(record), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["problems"] == []
    (settled,) = read_rounds(str(record))
    assert settled.events == alone.watched.following.events


def test_a_record_whose_dropped_lines_are_others_says_so(
    alone: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone.lying.discard(3, Tile.M6)
    alone.views()
    alone.type("1:0")
    (dropped,) = [line for line in alone.lines if line["kind"] == "dropped"]
    dropped["places"] = [1, 2]
    record = tmp_path / "round.jsonl"
    record.write_text("".join(json.dumps(line) + "\n" for line in alone.lines))
    assert main(["settle", str(record), "--json"]) == 0
    assert "bad_field" in [one["code"] for one in json.loads(capsys.readouterr().out)["problems"]]


def test_who_is_away_is_not_waited_for_and_may_come_back(
    doubtful: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question waits longer for people who are there."""
    assert doubtful.views(10) == []
    monkeypatch.setattr(watched_table, "PATIENCE", 5.0)
    assert kinds(doubtful.views(10)) == ["drawn", "discarded"]
    assert doubtful.lines[-1]["supposed"] is True
    assert doubtful.type("1:1")[0]["kind"] == "answered"
    assert not doubtful.watched.following._sight.alone


def test_at_the_end_nobody_has_answered(doubtful: Table) -> None:
    doubtful.views(4)
    told = doubtful.over()
    assert [(one["kind"], one.get("supposed")) for one in told] == [("drawn", True), ("discarded", True)]


def test_what_is_told_before_the_round_comes_first() -> None:
    suits = tuple(VoidChosen(seat, suit) for seat, suit in enumerate((Suit.M, Suit.P, Suit.S, Suit.M)))
    table = Table(DECLARED, suits)
    first = table.views(1)
    assert kinds(first) == ["round_started", *["void_chosen"] * 4]
    assert {one["source"] for one in first[1:]} == {"person"}
    table.lying.discard(0, Tile.P9)
    told = table.views(4)
    assert kinds(told) == ["drawn", "discarded"], "a suit that was told is not supposed from a discard"
    (said,) = table.type("void 1=s")
    assert "recorded already" in said["message"]


def test_a_void_suit_that_nobody_told_is_supposed() -> None:
    table = Table(DECLARED)
    table.views(2)
    table.lying.discard(0, Tile.P9)
    told = table.views(4)
    (void,) = [one for one in told if one["kind"] == "void_chosen"]
    assert (void["seat"], void["suit"], void["supposed"], void["source"]) == (0, "p", True, "camera")
    assert "supposed from the first discard" in line_of(void)
    assert kinds(table.type("void 1=m")) == ["void_chosen"]


def test_a_side_bet_is_told_while_nothing_is_played() -> None:
    table = Table(RoundStarted(overrides=(("side_bet", True),)))
    assert table.type("bet E=7p") == []
    assert kinds(table.views(1)) == ["round_started", "side_bet"]
    (said,) = table.type("void 0=m")
    assert "declare no void suit" in said["message"]


def test_every_line_is_told_to_people_in_both_languages(doubtful: Table) -> None:
    doubtful.type("what", "1")
    texts = [line_of(one, ("甲", "B", "", "")) for one in doubtful.lines]
    question = next(text for text in texts if "?" in text and "Question 1" in text)
    assert "B 打五万  B discards 5m" in question
    assert "0  都不是，没发生  none of these" in question
    assert any("第 1 问答了 1。 Question 1 is answered: 1." in text for text in texts)
    assert any("人说的 told" in text for text in texts)


def test_a_round_has_started_before_its_first_question() -> None:
    table = Table()
    table.views(3)
    piece = table.lying.discard(0, Tile.M9)
    vague = [0.0] * len(piece.likelihoods)
    for kind, odds in {8: 0.4, 12: 0.2, 20: 0.14, 3: 0.1, 23: 0.08, 16: 0.08}.items():
        vague[kind] = odds
    table.lying.pieces[-1] = replace(piece, likelihoods=tuple(vague))
    told = table.views(20)
    assert kinds(told) == ["round_started", "question"]
    assert kinds(table.type("1")) == ["answered", "drawn", "discarded"]


def test_of_one_discard_many_kinds_stand_in_one_line_and_a_self_draw_is_called_one() -> None:
    kinds = tuple((Drawn(1), Discarded(1, tile)) for tile in TILES[:6])
    question = Question((((Won((1,))),), *kinds, (Drawn(1), Won((1,))), ()))
    shown = line_of(question_form(question, 3.0, 4)).splitlines()
    assert [line.strip() for line in shown[1:]] == [
        "1  座位1 胡  seat 1 wins",
        "座位1 打 seat 1 discards:  2 一万 1m   3 二万 2m   4 三万 3m   5 四万 4m   6 五万 5m   7 六万 6m",
        "8  座位1 自摸  seat 1 wins by self-draw",
        "0  都不是，没发生  none of these",
    ]


def test_doubtful_discards_stand_a_line_each() -> None:
    mends = (Mend(0, 1, Tile.S6), Mend(0, 1, Tile.S6), Mend(2, 0, Tile.P1))
    options = tuple(
        (Discarded(one.seat, tile),) for one, tile in zip(mends, (Tile.S9, Tile.S8, Tile.P2), strict=True)
    )
    shown = line_of(question_form(Question((*options, ()), (), mends, True), 3.0, 4))
    assert "座位0 的第 2 张，记成六条" in shown
    assert "seat 0's discard 2, recorded as 6s, is:  1 九条 9s   2 八条 8s" in shown
    assert "3 二筒 2p" in shown
    assert "none of them is wrong" in shown


def test_the_lines_of_an_answered_table_settle(
    doubtful: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doubtful.type("1")
    record = tmp_path / "round.jsonl"
    record.write_text("".join(json.dumps(line) + "\n" for line in doubtful.lines))
    assert main(["settle", str(record), "--json"]) == 0
    settled = json.loads(capsys.readouterr().out)
    assert settled["problems"] == []
    assert not any("answer question" in what for what in settled["missing"])
