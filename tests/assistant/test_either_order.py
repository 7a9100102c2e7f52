"""谁先谁后: two discards that came while nobody could see which hand laid which are recorded in the likelier
order; a claim turns it, or people do when the round is over (DESIGN, Uncertainty meets the rules).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from assistant.events import Discarded, TableEvent
from assistant.observation import Area, Observation
from assistant.reconcile import Mend, Mended, Question, answered, kept
from assistant.tiles import Tile
from assistant.watching.either_order import in_other_order
from tests.assistant.scripted_table.answering import all_corrected, plain
from tests.assistant.scripted_table.stage import DEAL, OneHeap
from tests.assistant.table_script import acts

TURNS = ("0 d1s x9s", "1 d1s x1s", "2 d9m x9m", "3 d3s x3s", "0 d6m x6m")


class Seldom(OneHeap):
    """A camera to which tiles came when it saw them first."""

    def view(self) -> Observation:
        view = super().view()
        self.came = {piece.track: self.came.get(piece.track, view.at) for piece in view.pieces}
        return replace(
            view, pieces=tuple(replace(piece, since=self.came[piece.track]) for piece in view.pieces)
        )

    came: Mapping[int, float] = {}


class Crossed(Seldom):
    """Where seat 1 threw its 5s and seat 2 its 5p, each lies where the other's would."""

    def view(self) -> Observation:
        view = super().view()
        lie = {piece.tile: piece.at for piece in view.pieces if piece.area is Area.DISCARD}
        turned: dict[Tile | None, tuple[float, float] | None] = {
            Tile.S5: lie.get(Tile.P5),
            Tile.P5: lie.get(Tile.S5),
        }
        if None in turned.values():
            return view
        return replace(
            view, pieces=tuple(replace(one, at=turned.get(one.tile) or one.at) for one in view.pieces)
        )


def mingled(overrides: Mapping[str, object] | None = None, stage_of: type[Seldom] = Seldom) -> Seldom:
    """A table where all throw on one heap, which the camera has learnt."""
    stage = stage_of(DEAL, overrides=overrides)
    for turn in TURNS:
        stage.play(f"{turn} |", views=6)
        question = stage.memory.open
        if question is not None:
            right = [plain(list(one)) for one in question.options].index(plain(list(acts(turn))))
            stage.memory = answered(stage.memory, question, right)
            stage.tell(question.options[right])
    stage.look(6)
    assert plain(stage.events) == told("")
    stage.said.clear()
    return stage


def told(further: str) -> list[TableEvent]:
    """The plain events of the turns until now, and of these."""
    return plain(list(acts("; ".join((*TURNS, *filter(None, [further]))))))


PAIRS = ("1 d5s x5s; 2 d5p x5p", "1 d5p x5p; 2 d5s x5s")


@pytest.mark.parametrize("pair", PAIRS)
def test_two_tiles_seen_at_once_are_recorded_as_they_lie_and_nothing_is_asked(pair: str) -> None:
    stage = mingled()
    stage.do(pair)
    stage.look(6)
    assert not stage.questions
    (swap,) = stage.memory.swaps
    assert plain(stage.events) == told(pair), "each lies rather before the seat that threw it"
    assert 0.6 < swap.odds < 0.95
    spots = {laid.tile: place.at for laid, place in stage.memory.bound}
    for at, tile in zip(swap.at, (swap.first.tile, swap.second.tile), strict=True):
        assert at == pytest.approx(spots[tile], abs=0.005)


def test_two_tiles_that_came_at_once_are_looked_at_once_more() -> None:
    """A hand that passes leaves a face for a moment."""
    stage = mingled()
    stage.do(PAIRS[0])
    stage.look(4)
    assert not stage.memory.swaps
    stage.look(1)
    assert len(stage.memory.swaps) == 1
    assert not stage.questions


@pytest.mark.parametrize(("stage_of", "turned"), [(Seldom, 0), (Crossed, 1)])
def test_a_claim_tells_which_of_the_two_was_thrown_last(stage_of: type[Seldom], turned: int) -> None:
    stage = mingled(stage_of=stage_of)
    stage.do(PAIRS[0])
    stage.look(6)
    stage.play("0 pong 5p x1m |", views=8)
    assert plain(stage.events) == told(f"{PAIRS[0]}; 0 pong 5p x1m")
    assert not stage.questions
    assert not stage.memory.swaps, "a claim settles it"
    mended = [one for one in stage.said if isinstance(one, Mended)]
    assert len(mended) == turned, "they were recorded the other way round at first"
    assert all(len(one.all) == len(one.each) == 2 for one in mended)


@pytest.mark.parametrize("pair", PAIRS)
def test_what_is_left_is_asked_once_when_the_round_is_over(pair: str) -> None:
    stage = mingled({"ending": "first_win"})
    stage.do(pair)
    stage.look(6)
    stage.play("3 d3s x2p |", views=6)
    stage.play("1 win |", views=10)
    assert stage.state.finished
    (question,) = stage.questions
    assert question.several
    assert question.paired == ((0, 1),)
    assert question.whole(1) == (1, 0)
    assert len(question.about) == 2
    truth = list(acts("; ".join((*TURNS, pair))))
    right = all_corrected(question, truth)
    stage.memory = answered(stage.memory, question, right[0])
    stage.mend(*mends(question, *question.whole(right[0])))
    stage.look(6)
    assert plain(stage.events) == told(f"{pair}; 3 d3s x2p; 1 win")
    assert len(stage.questions) == 1
    assert not {Tile.S5, Tile.P5} & {laid.tile for laid, _ in stage.memory.absent}, "each lies where it lay"


def mends(question: Question, *chosen: int) -> list[tuple[Mend, Tile]]:
    """What the chosen options put in the stead of what."""
    found: list[tuple[Mend, Tile]] = []
    for option in chosen:
        mend = question.mend(option)
        if mend is not None:
            (event,) = question.options[option]
            assert isinstance(event, Discarded)
            found.append((mend, event.tile))
    return found


def test_two_discards_in_the_other_order_lie_where_they_lay() -> None:
    stage = mingled()
    stage.do(PAIRS[0])
    stage.look(6)
    (swap,) = stage.memory.swaps
    memory = in_other_order(stage.memory, swap)
    before, after = ({laid.tile: place for laid, place in one.bound} for one in (stage.memory, memory))
    assert before == after
    seats = {laid.tile: laid.seat for laid, _ in memory.bound}
    assert seats[swap.first.tile] == swap.second.seat
    assert seats[swap.second.tile] == swap.first.seat
    (other,) = memory.swaps
    assert other.exchanged() == swap
    assert other.otherwise().seats[1].discards[-1] is swap.first.tile


def test_what_the_record_does_not_take_is_left_to_people() -> None:
    stage = mingled()
    stage.do(PAIRS[0])
    stage.look(6)
    (swap,) = stage.memory.swaps
    (mend, tile), also = swap.turned
    memory = kept(stage.memory, Mended(mend, tile, 0.99, (also,)))
    assert [one.firm for one in memory.swaps] == [True]
