"""What people type while a table is watched: how it is read, and that nothing waits for it."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from assistant.events import Discarded, RoundStarted, SideBet, VoidChosen
from assistant.reconcile import Mend, Question
from assistant.round import begin
from assistant.state import RoundState
from assistant.tiles import Suit, Tile
from tests.web.waiting import PATIENCE
from web.commands import typed as typed_module
from web.commands.answers import (
    Answer,
    Before,
    Leave,
    NotToldError,
    Unclear,
    not_at_this_table,
    read_line,
    side_bet,
    void_suits,
)
from web.commands.open_questions import NoAnswerError, OpenQuestions
from web.commands.typed import Typed, descriptor, is_terminal


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("2", Answer(None, (2,))),
        (" ２ ", Answer(None, (2,))),
        ("0", Answer(None, ())),
        ("3:2", Answer(3, (2,))),
        ("3：1 4", Answer(3, (1, 4))),
        ("1,4", Answer(None, (1, 4))),
        ("1、1", Answer(None, (1,))),
        ("", Leave()),
        ('{"question": 3, "options": [2]}', Answer(3, (2,))),
        ('{"question": 3, "options": []}', Answer(3, ())),
        ("void 0=m,1=条", Before((VoidChosen(0, Suit.M), VoidChosen(1, Suit.S)))),
        ("定缺 3=万", Before((VoidChosen(3, Suit.M),))),
        ('{"void": {"0": "p"}}', Before((VoidChosen(0, Suit.P),))),
        ("bet E=7p", Before((SideBet("E", Tile.P7),))),
        ("叫马 老五", Before((SideBet("老五", None),))),
        ('{"side_bet": {"name": "E", "tile": "7p"}}', Before((SideBet("E", Tile.P7),))),
        ('{"side_bet": {"name": "E"}}', Before((SideBet("E", None),))),
    ],
)
def test_what_a_line_says(line: str, meant: object) -> None:
    assert read_line(line) == meant


@pytest.mark.parametrize(
    "line",
    ["yes", "3:", ":2", "0 1", "-1", "void", "void m", "void 4=m", "void 0=m,0=p", "bet E=77p", "bet =7p",
     "{", "[]{", '{"question": true, "options": [1]}', '{"question": 1, "options": [-1]}', '{"options": [1]}',
     '{"question": 1, "options": [0, 1]}', '{"void": "m"}', '{"void": {"x": "m"}}', '{"side_bet": {}}',
     "x" * 500],
)  # fmt: skip
def test_what_cannot_be_understood_is_one_sentence(line: str) -> None:
    found = read_line(line)
    assert isinstance(found, Unclear)
    zh, en = found.words
    assert zh.endswith("。")
    assert en.endswith(".")
    assert len(en) < 200


def under(rules: str, **changes: object) -> RoundState:
    return begin(RoundStarted(rules, tuple(changes.items())))


def test_void_suits_and_bets_of_other_tables_are_refused() -> None:
    plain, declared = under("chengdu"), under("sbr-2025")
    assert not_at_this_table(void_suits("0=m"), declared) is None
    for told, state, word in (
        (void_suits("0=m"), plain, "void=declared"),
        (void_suits("3=m"), under("chengdu", players=3, void="declared"), "0 to 2"),
        ((side_bet("E"),), plain, "side_bet=true"),
    ):
        wrong = not_at_this_table(told, state)
        assert wrong is not None
        assert word in wrong[1]
    with pytest.raises(NotToldError, match="0=m"):
        void_suits("who knows")


def asked(*, several: bool = False, mends: bool = False) -> Question:
    options = tuple((Discarded(0, tile),) for tile in (Tile.S6, Tile.S9, Tile.P1))
    places = (Mend(0, 1, Tile.S8), Mend(0, 1, Tile.S8), Mend(0, 2, Tile.S8)) if mends else ()
    return Question((*options, ()) if mends else ((), *options), (), places, several)


def test_the_newest_open_question_is_meant_and_an_older_one_by_its_number() -> None:
    questions = OpenQuestions()
    first, second = questions.put(asked()), questions.put(asked())
    assert (first.id, second.id) == (1, 2)
    assert questions.asked(Answer(None, (1,))) == (second, (1,)), "what did not happen is not counted"
    assert questions.asked(Answer(1, ())) == (first, ())
    second.over = ("已经答过了", "has been answered")
    assert questions.asked(Answer(None, (3,))) == (first, (3,))
    assert questions.open() == (first,)


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (Answer(None, (4,)), "no option 4: choose 1-3"),
        (Answer(None, (1, 2)), "takes one option"),
        (Answer(7, (1,)), "no question 7"),
        (Answer(0, (1,)), "no question 0"),
        (Answer(1, (1,)), "has been answered"),
    ],
)
def test_an_answer_that_does_not_fit_is_one_sentence(answer: Answer, word: str) -> None:
    questions = OpenQuestions()
    questions.put(asked()).over = ("已经答过了", "has been answered")
    questions.put(asked())
    with pytest.raises(NoAnswerError, match=word) as refused:
        questions.asked(answer)
    assert refused.value.words[0].endswith("。")
    questions.close(("是上一局的", "is of a round that is over"))
    with pytest.raises(NoAnswerError, match="No question waits"):
        questions.asked(Answer(None, (1,)))


def test_of_several_discards_each_is_one_tile() -> None:
    questions = OpenQuestions()
    one = questions.put(asked(several=True, mends=True))
    assert questions.asked(Answer(None, (1, 3))) == (one, (0, 2))
    with pytest.raises(NoAnswerError, match="about one tile"):
        questions.asked(Answer(None, (1, 2)))


# -- reading


@pytest.fixture
def pipe() -> Iterator[tuple[Typed, Callable[[bytes], None], Callable[[], None]]]:
    """A reader of a pipe, what writes into it, and what closes it."""
    read, write = os.pipe()
    ends = [write]
    made = Typed(read)

    def close() -> None:
        while ends:
            os.close(ends.pop())

    yield made, lambda data: (os.write(write, data), None)[1], close
    made.stop()
    close()
    made._thread.join(PATIENCE)
    os.close(read)


def test_lines_are_there_once_they_are_whole(
    pipe: tuple[Typed, Callable[[bytes], None], Callable[[], None]],
) -> None:
    typed, write, close = pipe
    typed.start()
    assert typed.lines() == []
    write("2\r\n3:1 4\n定".encode()[:-1])
    typed.wait()
    lines = typed.lines()
    while len(lines) < 2:
        typed.wait()
        lines += typed.lines()
    assert [text for text, _ in lines] == ["2", "3:1 4"]
    assert 0 <= time.monotonic() - lines[0][1] < 60
    assert not typed.closed
    write("定".encode()[-1:])
    close()
    typed.wait()
    assert [text for text, _ in typed.lines()] == ["定"]
    typed.wait()
    assert typed.closed


def test_nothing_waits_while_nothing_is_typed(
    pipe: tuple[Typed, Callable[[bytes], None], Callable[[], None]],
) -> None:
    typed, _, close = pipe
    typed.start()
    for _ in range(1000):
        assert typed.lines() == []
    waiting = threading.Thread(target=typed.wait)
    waiting.start()
    close()
    waiting.join(PATIENCE)
    assert not waiting.is_alive()


def test_a_closed_input_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.close(write)
    os.close(read)
    assert not is_terminal(read)
    typed = Typed(read)
    typed.start()
    typed.wait()
    assert typed.closed
    monkeypatch.setattr(sys, "stdin", None)
    assert descriptor() is None


@pytest.mark.skipif(sys.platform == "win32", reason="a Windows console has no jobs in the background")
def test_in_the_background_the_terminal_is_left_to_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A read would stop the program."""
    import pty

    master, slave = pty.openpty()
    try:
        os.write(master, b"2\n")
        monkeypatch.setattr(typed_module, "TICK", 0.01)
        monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp() + 1)
        assert not typed_module._ready(slave)
        monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
        assert typed_module._ready(slave)
        assert is_terminal(slave)
    finally:
        os.close(master)
        os.close(slave)
