"""Which tile won: the one that lies apart, beside a discard that lies there still or that was taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant import reconcile
from assistant.events import Discarded, Drawn, Won
from assistant.observation import Area, Observation, SeenPiece
from assistant.state import RoundState
from assistant.tiles import Tile
from assistant.watching.explanations import Explanation, Table, explain
from assistant.watching.noticing import notice
from assistant.watching.sight import Sight
from assistant.watching.taken import untold_wins
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import SURE
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

BEFORE = "0 d1s x9m |; 1 d5s x5s |"
"""Seat 2 holds a 5s itself, and wins with a 2p or a 5p."""


def test_a_self_draw_is_told_though_the_last_discard_would_do_as_well() -> None:
    """The hand that lies open holds the discard's kind, too: the tile that lies apart is another."""
    stage = Stage()
    stage.play(f"{BEFORE}; 2 d2p win |")
    assert not stage.questions
    assert stage.events[-2:] == [Drawn(2, Tile.P2), Won((2,), stage.events[-1].hands)]  # type: ignore[union-attr]


def test_a_win_off_the_discard_is_told_while_another_of_its_kind_is_in_the_hand() -> None:
    stage = Stage()
    stage.play(f"{BEFORE}; 2 d9s x9s |; 3 d2p x2p |; 2 win |")
    assert not stage.questions
    assert isinstance(stage.events[-1], Won)
    assert not isinstance(stage.events[-2], Drawn)


def test_a_discard_that_was_won_is_gone_though_another_of_its_kind_lies_there_by_now() -> None:
    """The winner's hand stands, with the tile beside it. The seat that threw it throws one more of its kind,
    and one view alone shows none in that place."""
    stage = Stage()
    stage.play("0 d1s x9m |; 1 d3m x3m |; 2 d4s x4s |; 3 d2p x2p |")
    since = stage.table.now + 0.5

    def see(*, away: bool = False) -> Observation:
        view = stage.view()
        face = SeenPiece(SURE[Tile.P2], Area.HAND, 2, (0.25, 0.945), 0.0, 970, since)
        lying = (one for one in view.pieces if not away or one.tile is not Tile.P2)
        return replace(view, pieces=(*lying, face))

    stage.see(see(away=True))
    stage.table.now += 2.0
    for _ in range(8):
        stage.see(see())
    assert not stage.questions
    assert stage.events[-3:] == [Won((2,)), Drawn(3), Discarded(3, Tile.P2)]


def test_a_discard_that_lay_beside_the_open_hand_did_not_win_though_it_is_gone_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The hand lies open, the discard's kind in it; then an arm hides the discard, or it is pushed away."""
    found: list[Explanation] = []

    def explained(state: RoundState, table: Table) -> list[Explanation]:
        found[:] = explain(state, table)
        return found

    monkeypatch.setattr(reconcile, "explain", explained)
    stage = Stage()
    stage.play(BEFORE)
    stage.play("2 d2p win")
    stage.look(2)
    stage.table.now += 0.4
    view = stage.view()
    lying = (one for one in view.pieces if not (one.area is Area.DISCARD and one.tile is Tile.S5))
    stage.see(replace(view, pieces=tuple(lying)))
    assert [type(event) for event in found[0].events] == [Drawn, Won]
    off = max(one.whole for one in found if [type(event) for event in one.events] == [Won])
    assert found[0].whole - off > 4


THREE = "0 d1s x9s |; 1 d1s x1s |; 2 d9m x9m |"


@pytest.mark.parametrize(
    "text",
    [
        "3 d3s x2p; 1 win; 2 d6m x6m; 3 d8s x8s; 0 d6m x6m",
        "3 d3s x3s; 0 d6m x5p; 2 win; 3 d8s x8s; 0 d4s x4s",
    ],
)
def test_a_discard_that_nobody_saw_and_who_won_it_are_told_by_the_open_hand(text: str) -> None:
    """Several acts come between two views; nobody drew the tile that won."""
    stage = Stage()
    stage.play(f"{THREE}; {text}")
    stage.look(6)
    assert not stage.questions
    assert plain(stage.events) == plain(list(acts(f"{THREE}; {text}".replace("|", ""))))


def test_a_discard_that_nobody_saw_may_have_been_won_by_two() -> None:
    stage = Stage()
    stage.play(f"{THREE}; 3 d3s x2p; 1,2 win; 3 d8s x8s; 0 d6m x6m")
    stage.look(6)
    (question,) = stage.questions
    assert plain(question.options[0]) == plain(list(acts("3 d3s x2p; 1,2 win")))


def test_a_hand_that_came_to_lie_open_between_two_views_came_before_a_discard_of_that_time() -> None:
    """The discard's first moment is known from pictures in which the table was not at rest."""
    stage = Stage()
    stage.play(f"{THREE}; 3 d3s x2p; 1 win; 2 d6m x6m", views=4)
    stage.table.now += 3.0
    stage.look(6)
    won = [type(event) for event in stage.events[-5:]]
    assert won == [Drawn, Discarded, Won, Drawn, Discarded]
    assert Drawn(1) not in stage.events[-4:]


@pytest.mark.parametrize("shown", [True, False], ids=["one_view_showed_it", "nobody_saw_it"])
def test_a_discard_that_lay_there_for_a_moment_was_won_by_whose_standing_hand_it_lies_beside(
    shown: bool,
) -> None:
    """One that no view has shown is asked about: a face beside a hand that stands may be none."""
    stage = Stage()
    stage.play("0 d1s x9m |; 1 d3m x3m |; 2 d4s x4s |; 3 d2p")
    if shown:
        stage.do("3 x2p")
        stage.look(1)
    since = stage.table.now + 0.5
    stage.table.now += 2.0
    for _ in range(9):
        view = stage.view()
        lying = (
            one for one in view.pieces if not (one.area is Area.DISCARD and one.tile is Tile.P2 and shown)
        )
        face = SeenPiece(SURE[Tile.P2], Area.HAND, 2, (0.25, 0.945), 0.0, 970, since)
        stage.see(replace(view, pieces=(*lying, face)))
    assert (stage.events[-3:] == [Drawn(3), Discarded(3, Tile.P2), Won((2,))]) is shown
    assert bool(stage.questions) is not shown


def test_who_drew_after_a_win_that_an_open_hand_tells_has_not_won_itself() -> None:
    """Seat 1 wins off seat 3: the turn goes to seat 2, whose row shows the tile that it drew."""
    stage = Stage()
    stage.play("0 d1s x9s |; 1 d1m x1m |; 2 d9m x9m |; 3 d2p x2p |; 1 win; 2 d8s")
    view = stage.view()
    assert sum((one.area, one.seat) == (Area.HAND, 2) for one in view.pieces) == 14
    table = notice(stage.memory, stage.state, view, Sight())[1]
    assert 2 in table.evidence.fuller
    odds = {act.events[-1]: act.odds for act in untold_wins(stage.state, table.evidence, frozenset())}
    assert odds[Won((2,))] == odds[Won((0,))]
    nobody = replace(table.evidence, hands=())
    odds = {act.events[-1]: act.odds for act in untold_wins(stage.state, nobody, frozenset())}
    assert odds[Won((2,))] > odds[Won((0,))]
