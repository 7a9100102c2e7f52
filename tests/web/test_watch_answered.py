"""`tangzi watch` with somebody at its terminal, a program at its pipe, and nobody there. What is seen is told
piece by piece: the pictures themselves are blank.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from assistant.tiles import Tile
from tests.end_to_end.truth_reader import TruthReader
from tests.web.tables.watched import Lying
from tests.web.waiting import PATIENCE
from vision import sources
from vision.calibration import whole_picture
from vision.detectors import opening
from vision.frames import Pixels
from vision.sources import Taken
from web import watching
from web.cli import main
from web.commands import typed, watched_table
from web.watching import Look

BLANK: Pixels = np.full((36, 64, 3), 90, np.uint8)
ASKED = 15
"""By then the second discard, out of turn, has been asked about."""


class Table:
    """A round of two discards, and the film of it: 20 frames. `type_`: called once the question is out; the
    lines that it types have been read when the next frame comes."""

    live = False

    def __init__(self, type_: Callable[[], None] | None = None, lines: int = 1) -> None:
        self.lying = Lying()
        self.number = 0
        self.read_ = threading.Semaphore(0)
        self._type, self._lines = type_, lines

    def read(self) -> Taken | None:
        self.number += 1
        if self.number == ASKED and self._type is not None:
            self._type()
            for _ in range(self._lines):
                assert self.read_.acquire(timeout=PATIENCE)
        return None if self.number > 20 else (float(self.number), BLANK)

    def close(self) -> None:
        pass

    def see(self, _: object, __: object) -> Look:
        if self.number == 4:
            self.lying.discard(0, Tile.M9)
        if self.number == 8:
            self.lying.discard(2, Tile.M5)
        return Look(self.lying.view(), moved=False, geometry=whole_picture(64, 36))

    def turn(self, _: object) -> None:
        pass


Watch = Callable[..., tuple[int, str, str]]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Watch:
    """Runs the command on a table: its status, what it printed, its messages."""

    def run(table: Table, descriptor: int | None, *options: str) -> tuple[int, str, str]:
        came = typed.Typed._came

        def counted(self: typed.Typed, lines: list[bytes], closed: bool = False) -> None:
            came(self, lines, closed)
            for _ in range(len(lines) + closed):
                table.read_.release()

        monkeypatch.setattr(typed.Typed, "_came", counted)
        monkeypatch.setattr(watched_table, "READING", 0.0)  # a test reads faster than people
        monkeypatch.setattr(typed, "descriptor", lambda: descriptor)
        monkeypatch.setattr(opening, "open_detector", lambda *_, **__: TruthReader())
        monkeypatch.setattr(sources, "open_source", lambda *_: table)
        monkeypatch.setattr(watching, "Looker", lambda *_: table)
        status = main(["watch", "film.mp4", "--dealer", "0", *options])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Both ends of a pipe."""
    read, write = os.pipe()
    yield read, write
    for end in (read, write):
        try:
            os.close(end)
        except OSError:
            continue


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals to test with")
def test_somebody_types_at_a_terminal(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    master, slave = pty.openpty()
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())  # the test itself may run in the background
    try:
        status, out, err = watch(Table(lambda: void(os.write(master, b"what\n1\n")), 2), slave)
    finally:
        os.close(master)
        os.close(slave)
    assert (status, err) == (0, "")
    assert "第 1 问：是哪一个？ Question 1: which is it?" in out
    assert "1  座位1 打五万  seat 1 discards 5m" in out
    assert "“what” is no answer: type the number of an option" in out
    assert "Question 1 is answered: 1." in out
    assert "1 打 5m  （人说的 told）" in out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals to test with")
def test_beside_json_the_terminal_shows_what_is_asked(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    master, slave = pty.openpty()
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
    try:
        status, out, err = watch(Table(lambda: void(os.write(master, b"1\n"))), slave, "--json")
    finally:
        os.close(master)
        os.close(slave)
    assert status == 0
    assert "answered" in [one["kind"] for one in lines(out)]
    assert "1  座位1 打五万  seat 1 discards 5m" in err
    assert "Question 1 is answered: 1." in err
    assert "9m" not in err


def test_a_program_answers_through_its_pipe(watch: Watch, pipe: tuple[int, int]) -> None:
    read, write = pipe
    answer = json.dumps({"question": 1, "options": [1]}).encode()
    table = Table(lambda: void(os.write(write, answer + b"\n")))
    status, out, err = watch(table, read, "--answers", "--json")
    assert (status, err) == (0, "")
    told = lines(out)
    at = [one["kind"] for one in told].index("question")
    assert [one["kind"] for one in told[at:]] == ["question", "answered", "drawn", "discarded"]
    assert [one["source"] for one in told[at:]] == ["camera", "person", "person", "person"]


def test_a_pipe_that_closes_ends_nothing(watch: Watch, pipe: tuple[int, int]) -> None:
    read, write = pipe
    status, out, err = watch(Table(lambda: os.close(write)), read, "--answers", "--json")
    assert (status, err) == (0, "")
    assert "answered" not in [one["kind"] for one in lines(out)]


def test_without_the_option_a_pipe_is_left_alone(watch: Watch, pipe: tuple[int, int]) -> None:
    """It may belong to the script that started the command."""
    read, write = pipe
    os.write(write, b"1\n")
    status, out, _ = watch(Table(), read, "--json")
    assert status == 0
    assert "answered" not in [one["kind"] for one in lines(out)]
    assert os.read(read, 9) == b"1\n"


@pytest.mark.parametrize("options", [(), ("--answers",)])
def test_a_closed_standard_input_is_no_fault(watch: Watch, options: tuple[str, ...]) -> None:
    status, out, _ = watch(Table(), None, "--json", *options)
    assert status == 0
    assert "question" in [one["kind"] for one in lines(out)]


def test_suits_and_bets_are_told_before(watch: Watch) -> None:
    options = ("--set", "void=declared", "--set", "side_bet=true", "--void", "0=m,1=p", "--side-bet", "E=7p")
    status, out, _ = watch(Table(), None, "--json", *options)
    assert status == 0
    start, *told = [one for one in lines(out) if one["kind"] != "problem"][:4]
    assert start["kind"] == "round_started"
    assert [one["kind"] for one in told] == ["void_chosen", "void_chosen", "side_bet"]
    assert {one["source"] for one in told} == {"person"}
    assert (told[1]["seat"], told[1]["suit"], told[2]["tile"]) == (1, "p", "7p")


@pytest.mark.parametrize(
    "options",
    [
        ("--void", "0=m"),
        ("--void", "m", "--set", "void=declared"),
        ("--side-bet", "E"),
        ("--side-bet", "=7p", "--set", "side_bet=true"),
    ],
)
def test_what_cannot_be_told_before_is_refused(watch: Watch, options: tuple[str, ...]) -> None:
    status, out, _ = watch(Table(), None, "--json", *options)
    assert status == 2
    assert lines(out)[0]["error"]["code"] == "bad_told"


def void(_: object) -> None:
    """Of what is written nothing is wanted."""
