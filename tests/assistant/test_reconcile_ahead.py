"""Going on beside a question that nobody answers: each answer is followed, a late tap brings all that came
since, what follows may tell the answer, and money is never supposed where somebody may tap (DESIGN,
Uncertainty meets the rules).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Discarded, Drawn, How, Konged, TableEvent
from assistant.observation import Area, Observation, SeenPiece
from assistant.reconcile import Accepted, Memory, Question, Sight, answered, at_end, retracted, step
from assistant.round import apply, begin
from assistant.tiles import TILES, Tile
from assistant.watching.ahead import LONG, PATIENCE, hangs_on, is_far
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import SURE
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

VAGUE = {Tile.S9: 0.4, Tile.S4: 0.2, Tile.S5: 0.14, Tile.S6: 0.1, Tile.S7: 0.08, Tile.S8: 0.08}
OPEN = "0 d1s x9s"
AFTER = "1 d5p x5p |; 2 d6p x6p |; 3 d3s x3s |; 0 d1s x1s |"
PRICED = "0 d9p x9p |; 1 pong 9p x4m |; 2 d1s x1s |; 3 d3s x3s |; 0 d1s x1s |; 1 d9p kong+ 9p d6m x6m |"
ALONE = Sight(alone=True)


class Blurred(Stage):
    """Discards of 9s read vaguely."""

    kinds = VAGUE

    def view(self) -> Observation:
        seen = super().view()
        vague = (*(self.kinds.get(tile, 0.0) for tile in TILES), 0.0, 0.0)
        pieces = (
            replace(one, likelihoods=vague) if (one.area, one.tile) == (Area.DISCARD, Tile.S9) else one
            for one in seen.pieces
        )
        return replace(seen, pieces=tuple(pieces))


def played(text: str) -> list[TableEvent]:
    """The acts of a text that looks in between."""
    return list(acts(text.replace("|", "")))


def asked(stage: Stage, text: str = OPEN, views: int = 20) -> Question:
    """Plays acts and looks until something is asked."""
    stage.do(text)
    for _ in range(views):
        stage.see(stage.view())
        if stage.memory.open is not None:
            return stage.memory.open
    raise AssertionError("nothing was asked")


def option(question: Question, *last: object) -> int:
    """The answer that ends with an event, the last of all without one."""
    return next(at for at, one in enumerate(question.options) if one[-1:] == last)


def tap(stage: Stage, question: Question, number: int) -> None:
    """Somebody taps an answer, and its events are recorded."""
    stage.memory = answered(stage.memory, question, number)
    stage.tell(question.options[number])


@pytest.mark.parametrize("kind", [Tile.S9, Tile.S4])
def test_a_late_tap_brings_what_happened_since(kind: Tile) -> None:
    stage = Blurred()
    question = asked(stage)
    stage.play(AFTER)
    assert not stage.events
    assert is_far(stage.memory)
    tap(stage, question, option(question, Discarded(0, kind)))
    stage.look(1)
    told = [
        Discarded(0, kind) if one == Discarded(0, Tile.S9) else one
        for one in acts(f"{OPEN}; {AFTER}".replace("|", ""))
    ]
    assert plain(stage.events) == plain(told)
    assert len(stage.questions) == 1
    assert stage.memory.open is None


def test_an_answer_that_is_not_followed_is_caught_up_with_as_ever() -> None:
    stage = Blurred()
    question = asked(stage)
    stage.play("1 d5p x5p |; 2 d6p x6p |")
    followed = {one.option for one in stage.memory.ahead}
    other = next(at for at in range(len(question.options)) if at not in followed and question.options[at])
    tap(stage, question, other)
    assert not stage.memory.ahead
    stage.look(6)
    assert plain(stage.events[2:]) == plain(played("1 d5p x5p; 2 d6p x6p"))


def test_what_people_record_meanwhile_is_followed_or_ends_it() -> None:
    stage = Blurred()
    question = asked(stage)
    stage.play("1 d5p x5p |; 2 d6p x6p |")
    by_hand, other = replace_stage(stage), replace_stage(stage)
    by_hand.tell(question.options[option(question, Discarded(0, Tile.S9))])
    by_hand.look(1)
    assert plain(by_hand.events) == plain(played(f"{OPEN}; 1 d5p x5p; 2 d6p x6p"))
    other.tell([Drawn(0), Discarded(0, Tile.M1)])
    other.look(1)
    assert all(one.base == other.state for one in other.memory.ahead), "none of the old ones"
    assert other.events[:2] == [Drawn(0), Discarded(0, Tile.M1)]
    assert Discarded(2, Tile.P6) not in other.events[:3]


def test_a_part_of_an_answer_that_people_record_tells_no_answer() -> None:
    """Somebody says that 1 drew: whether what 1 laid down then is paid nobody has said."""
    stage = Stage(rules="chengdu")
    stage.play(PRICED)
    (question,) = stage.questions
    stage.play("2 d5p x5p |; 3 d6p x6p |")
    assert is_far(stage.memory)
    drawn = question.options[option(question, Konged(1, How.ADDED, Tile.P9, just_drawn=True))][:1]
    assert drawn == (Drawn(1),)
    stage.tell(drawn)
    stage.look(8)
    assert not any(isinstance(event, Konged) for event in stage.events)
    assert len(stage.questions) == 2, "it is asked about what is left"


def replace_stage(stage: Stage) -> Stage:
    """The same table, to go on otherwise."""
    other = Blurred.__new__(Blurred)
    other.__dict__.update(stage.__dict__, events=list(stage.events), said=list(stage.said))
    return other


def test_what_is_followed_ahead_of_a_record_goes_where_that_is_taken_back() -> None:
    stage = Blurred()
    stage.play("0 d1s x1s |")
    before, lines = stage.state, list(stage.events)
    asked(stage, "1 d9s x9s")
    stage.play("2 d6p x6p |")
    assert stage.memory.ahead
    stage.state = apply(apply(begin(stage.start), lines[0]), Discarded(0, Tile.S2))
    assert stage.state.events == before.events
    memory, _ = step(stage.memory, stage.state, stage.view())
    assert all(one.base == stage.state for one in memory.ahead), "it is followed over the mended record"
    stage.state = begin(stage.start)
    memory, _ = step(stage.memory, stage.state, stage.view())
    assert not memory.ahead


def test_the_kind_of_a_discard_is_supposed_after_long_and_stays_a_doubt() -> None:
    stage = Blurred()
    question = asked(stage)
    assert not hangs_on(question)
    stage.play(AFTER)
    began = stage.table.now
    while stage.memory.open is not None and stage.table.now < began + LONG + 5:
        stage.look(1)
    told = [one for one in stage.said if isinstance(one, Accepted) and one.supposed]
    assert [one.events[-1] for one in told] == [Discarded(0, Tile.S9)]
    assert 0.2 < told[0].confidence < 0.8
    assert plain(stage.events) == plain(played(f"{OPEN}; {AFTER}"))
    assert [one.tile for one in stage.memory.doubts] == [Tile.S9]


def test_money_is_never_supposed_where_somebody_may_tap() -> None:
    stage = Stage(rules="chengdu")
    stage.play(PRICED)
    (question,) = stage.questions
    assert hangs_on(question)
    stage.play("2 d5p x5p |; 3 d6p x6p |")
    stage.look(int(3 * LONG))
    assert stage.memory.open == question
    assert not any(isinstance(event, Konged) for event in stage.events)
    older = option(question, Konged(1, How.ADDED, Tile.P9, just_drawn=False))
    tap(stage, question, older)
    stage.look(1)
    assert plain(stage.events) == plain(played(f"{PRICED}; 2 d5p x5p; 3 d6p x6p"))
    assert Konged(1, How.ADDED, Tile.P9, just_drawn=False) in stage.events


def test_where_nobody_is_there_the_likeliest_is_supposed_and_marked() -> None:
    stage = Stage(rules="chengdu", sight=ALONE)
    stage.play(PRICED)
    (question,) = stage.questions
    began = stage.table.now
    stage.play("2 d5p x5p |; 3 d6p x6p |")
    while stage.memory.open is not None and stage.table.now < began + PATIENCE + 5:
        stage.look(1)
    (told,) = [one for one in stage.said if isinstance(one, Accepted) and one.supposed]
    assert told.events in question.options
    assert told.confidence == pytest.approx(0.5, abs=0.05), "no view tells which"
    assert plain(stage.events) == plain(played(f"{PRICED}; 2 d5p x5p; 3 d6p x6p"))


def test_what_is_open_when_the_last_view_has_come_is_supposed_then() -> None:
    stage = Stage(rules="chengdu", sight=ALONE)
    stage.play(PRICED)
    stage.play("2 d5p x5p |")
    while True:
        stage.memory, verdict = at_end(stage.memory, stage.state)
        if not isinstance(verdict, Accepted):
            break
        stage.said.append(verdict)
        stage.tell(verdict.events)
    assert [one.supposed for one in stage.said if isinstance(one, Accepted)][-2:] == [True, False]
    assert plain(stage.events) == plain(played(f"{PRICED}; 2 d5p x5p"))
    assert at_end(Memory(), stage.state) == (Memory(), verdict)


def test_of_two_questions_the_second_is_put_once_the_first_is_answered() -> None:
    stage = Blurred(rules="chengdu")
    stage.play(PRICED)
    (first,) = stage.questions
    stage.do("2 d5p x9s")
    stage.look(12)
    assert len(stage.questions) == 1, "one question at a time"
    stage.play("3 d6p x6p |")
    tap(stage, first, option(first, Konged(1, How.ADDED, Tile.P9, just_drawn=True)))
    stage.look(1)
    assert len(stage.questions) == 2
    second = stage.questions[-1]
    assert stage.memory.open == second
    tap(stage, second, option(second, Discarded(2, Tile.S9)))
    stage.look(1)
    assert plain(stage.events) == plain(played(f"{PRICED}; 2 d5p x9s; 3 d6p x6p"))


def test_what_follows_tells_that_a_face_was_no_discard() -> None:
    """A face comes before 2 though nothing moves, and goes; then 2 throws another tile, the others theirs."""
    stage = Stage()
    stage.play("0 d1s x9s |; 1 d5p x5p |")
    thing = SeenPiece(SURE[Tile.P1], Area.DISCARD, 2, (0.42, 0.66), track=901, since=stage.table.now + 0.5)

    for _ in range(16):
        seen = stage.view()
        stage.see(replace(seen, pieces=(*seen.pieces, thing)))
    question = stage.memory.open
    assert question is not None
    assert Discarded(2, Tile.P1) in [one[-1] for one in question.options if one]
    stage.play("2 d6p x6p |; 3 d3s x3s |; 0 d1s x1s |")
    assert stage.memory.open is None
    assert not any(one.supposed for one in stage.said if isinstance(one, Accepted))
    assert plain(stage.events) == plain(played("0 d1s x9s; 1 d5p x5p; 2 d6p x6p; 3 d3s x3s; 0 d1s x1s"))


class Littered(Blurred):
    """A face lies among a player's melds that nothing explains."""

    litter = False

    def view(self) -> Observation:
        seen = super().view()
        face = SeenPiece(SURE[Tile.M9], Area.MELD, 3, (0.31, 0.77))
        return replace(seen, pieces=(*seen.pieces, *[face] * self.litter))


def test_what_cannot_be_is_said_once_the_answer_is_told() -> None:
    stage = Littered()
    question = asked(stage)
    stage.play("1 d5p x5p |; 2 d6p x6p |")
    assert is_far(stage.memory)
    stage.litter = True
    stage.look(14)
    assert not stage.contradictions
    tap(stage, question, option(question, Discarded(0, Tile.S9)))
    stage.look(3)
    assert [one.code for one in stage.contradictions] == ["meld_unexplained"]


def test_what_people_correct_meanwhile_is_not_proposed_again_later() -> None:
    stage = Blurred()
    stage.play("0 d1s x3s |; 1 d5p x5p |; 2 d6p x6p |; 3 d3s x3s |")
    question = asked(stage, "0 d1s x9s")
    stage.play("1 d1s x1s |; 2 d1s x1s |")
    assert is_far(stage.memory)
    wrong = Discarded(1, Tile.P5)
    line = stage.events.index(wrong)
    told, stage.events, stage.state = stage.events, [], begin(stage.start)
    stage.tell([*told[:line], Discarded(1, Tile.S5), *told[line + 1 :]])
    stage.memory = retracted(stage.memory, wrong)
    stage.look(2)
    assert is_far(stage.memory)
    tap(stage, question, option(question, Discarded(0, Tile.S9)))
    stage.look(1)
    assert [event for event, _ in stage.memory.refused] == [wrong]
