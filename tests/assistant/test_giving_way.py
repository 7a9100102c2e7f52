"""A question on what is recorded already gives way to those that the thread hangs on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Discarded, TableEvent
from assistant.reconcile import Memory, Nothing, Question, Sight
from assistant.tiles import Tile
from assistant.watching.giving_way import AWAY, SHOWN, gives_way, put_again
from assistant.watching.verdicts import Mend
from tests.assistant.scripted_table.stage import Stage

OPTIONS: tuple[tuple[TableEvent, ...], ...] = ((Discarded(0, Tile.S6),), ())
ON_THE_RECORD = Question(OPTIONS, (), (Mend(0, 0, Tile.S9),))


def waiting(question: Question) -> Memory:
    return replace(Memory(), open=question, put=100.0)


def test_it_waits_for_a_while_and_is_put_again_later() -> None:
    stage = Stage()
    stage.play("0 d1s x9s |")
    memory = waiting(ON_THE_RECORD)
    assert gives_way(memory, 100.0 + SHOWN - 1, Sight()) == memory
    gone = 100.0 + SHOWN
    memory = gives_way(memory, gone, Sight())
    assert memory.open is None
    assert put_again(memory, stage.state, gone + AWAY - 1) == (memory, Nothing())
    other = replace(memory, open=Question(OPTIONS))
    assert put_again(other, stage.state, gone + AWAY) == (other, Nothing()), "one question at a time"
    again, verdict = put_again(memory, stage.state, gone + AWAY)
    assert verdict == again.open == ON_THE_RECORD
    assert again.put == gone + AWAY
    assert not again.later


def test_it_is_past_where_the_discard_is_recorded_otherwise_by_then() -> None:
    stage = Stage()
    stage.play("0 d1s x1s |")
    memory = gives_way(waiting(ON_THE_RECORD), 100.0 + SHOWN, Sight())
    memory, verdict = put_again(memory, stage.state, 100.0 + SHOWN + AWAY)
    assert verdict == Nothing()
    assert not memory.later


def test_of_two_that_gave_way_each_comes_again_in_turn() -> None:
    stage = Stage()
    stage.play("0 d1s x9s |; 1 d5p x5p |")
    other = Question(((Discarded(1, Tile.P6),), ()), (), (Mend(1, 0, Tile.P5),))
    memory = gives_way(waiting(ON_THE_RECORD), 100.0 + SHOWN, Sight())
    second = 101.0 + SHOWN
    memory = gives_way(replace(memory, open=other, put=second), second + SHOWN, Sight())
    memory, verdict = put_again(memory, stage.state, 100.0 + SHOWN + AWAY)
    assert verdict == ON_THE_RECORD
    memory = replace(memory, open=None, put=None)  # answered
    assert put_again(memory, stage.state, second + SHOWN + AWAY - 1) == (memory, Nothing())
    memory, verdict = put_again(memory, stage.state, second + SHOWN + AWAY)
    assert verdict == other
    assert not memory.later


def test_where_nobody_is_there_it_is_not_put_again() -> None:
    memory = gives_way(waiting(ON_THE_RECORD), 100.0 + SHOWN, Sight(alone=True))
    assert memory.open is None
    assert not memory.later


@pytest.mark.parametrize("question", [Question(OPTIONS), replace(ON_THE_RECORD, several=True)])
def test_no_other_question_gives_way(question: Question) -> None:
    memory = waiting(question)
    assert gives_way(memory, 1000.0, Sight()) == memory
