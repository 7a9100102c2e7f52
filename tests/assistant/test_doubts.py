"""存疑: discards of which the kind is in doubt are recorded as the likeliest, mended where something tells
the kind, and the rest is asked once, when the round is over (DESIGN, Uncertainty meets the rules).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from assistant.events import Discarded, Konged
from assistant.observation import CLASSES, Area, Observation
from assistant.reconcile import Mended, Question, answered
from assistant.tiles import COPIES, KINDS, TILES, Tile
from assistant.watching.doubts import Doubt, shares
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import either
from tests.assistant.scripted_table.stage import DEAL, Stage
from tests.assistant.table_script import acts


class Blurred(Stage):
    """A camera to which the tiles of some kinds read as either of two, with these odds of the second."""

    alike: tuple[tuple[Tile, Tile, float], ...] = ()
    areas = frozenset({Area.DISCARD})

    def view(self) -> Observation:
        view = super().view()
        likelihoods = {tile: either(tile, other, 1 - odds) for tile, other, odds in self.alike}
        return replace(
            view,
            pieces=tuple(
                replace(piece, likelihoods=likelihoods[piece.tile])
                if piece.area in self.areas and piece.tile in likelihoods
                else piece
                for piece in view.pieces
            ),
        )


def blurred(
    *alike: tuple[Tile, Tile, float],
    deal: Mapping[int, str] = DEAL,
    overrides: Mapping[str, object] | None = None,
) -> Blurred:
    stage = Blurred(deal, overrides=overrides)
    stage.alike = alike
    return stage


def test_a_doubtful_kind_is_recorded_as_the_likeliest_and_nothing_is_asked() -> None:
    stage = blurred((Tile.S9, Tile.S8, 0.4))
    stage.play("0 d1s x9s |; 1 d1s x1s |", views=6)
    assert plain(stage.events) == plain(list(acts("0 d1s x9s; 1 d1s x1s")))
    assert not stage.questions
    (doubt,) = stage.memory.doubts
    assert (doubt.seat, doubt.number, doubt.tile) == (0, 0, Tile.S9)


def test_a_claim_tells_the_kind_of_a_doubtful_discard() -> None:
    """5p that reads rather as 8p: a pong of 5p says what it was."""
    stage = blurred((Tile.P5, Tile.P8, 0.6))
    stage.play("0 d1s x9s |; 1 d5p x5p |", views=6)
    assert stage.events[-1] == Discarded(1, Tile.P8)
    stage.play("0 pong 5p x5s |", views=6)
    assert plain(stage.events) == plain(list(acts("0 d1s x9s; 1 d5p x5p; 0 pong 5p x5s")))
    assert [one for one in stage.said if isinstance(one, Mended)]
    assert not stage.questions
    assert not stage.memory.doubts


def test_a_kong_of_the_recorded_kind_tells_that_a_doubtful_discard_is_another() -> None:
    """6s that reads rather as 7s: four others lie there as a kong."""
    stage = blurred((Tile.S6, Tile.S7, 0.6), deal={**DEAL, 0: "123789m 55p 34569s"})
    stage.play("0 d1s x6s |; 1 d1s x1s |; 2 d9m x9m |", views=6)
    assert Discarded(0, Tile.S7) in stage.events
    stage.play("3 d3s kong* 7s d8s x8s |", views=8)
    assert Discarded(0, Tile.S6) in stage.events
    assert any(isinstance(one, Konged) for one in stage.events)
    assert not stage.questions


def test_all_doubts_that_are_left_are_asked_once_when_the_round_is_over() -> None:
    stage = blurred((Tile.S9, Tile.S8, 0.55), (Tile.M9, Tile.M8, 0.4), overrides={"ending": "first_win"})
    stage.play("0 d1s x9s |; 1 d1s x1s |; 2 d9m x9m |; 3 d3s x2p |", views=6)
    assert not stage.questions
    doubts = {(one.seat, one.number, one.tile) for one in stage.memory.doubts}
    assert doubts == {(0, 0, Tile.S8), (2, 0, Tile.M9)}
    stage.play("1 win |", views=10)
    assert stage.state.finished
    (question,) = stage.questions
    assert question.several
    assert len(question.about) == 2
    assert question.options[-1] == ()
    right = [
        at
        for at, (option, mend) in enumerate(zip(question.options, question.mends, strict=False))
        if (mend.seat, option) == (0, (Discarded(0, Tile.S9),))
    ]
    stage.memory = answered(stage.memory, question, *right)
    stage.mend(*((question.mends[at], Tile.S9) for at in right))
    stage.look(6)
    assert plain(stage.events) == plain(list(acts("0 d1s x9s; 1 d1s x1s; 2 d9m x9m; 3 d3s x2p; 1 win")))
    assert len(stage.questions) == 1


def test_a_kind_that_reads_as_one_of_many_is_asked_at_once() -> None:
    stage = Stage()
    vague = [0.0] * CLASSES
    for kind, odds in ((Tile.S9, 0.6), (Tile.S8, 0.15), *((kind, 0.05) for kind in TILES[:5])):
        vague[kind] = odds
    stage.do("0 d1s x9s")
    for _ in range(6):
        view = stage.view()
        pieces = (
            replace(piece, likelihoods=tuple(vague)) if piece.area is Area.DISCARD else piece
            for piece in view.pieces
        )
        stage.see(replace(view, pieces=tuple(pieces)))
    (question,) = stage.questions
    assert not question.several
    assert not stage.events


def test_a_discard_that_a_person_said_is_right_is_not_mended_by_the_camera() -> None:
    stage = blurred((Tile.S9, Tile.S8, 0.4))
    stage.play("0 d1s x9s |; 1 d1s x1s |", views=6)
    (doubt,) = stage.memory.doubts
    question = Question(((Discarded(0, Tile.P1),), ()), (doubt.at,), (doubt.mend,))
    stage.memory = answered(stage.memory, question, 1)
    stage.alike = ((Tile.S9, Tile.S8, 0.99),)
    assert not stage.look(6)
    assert Discarded(0, Tile.S9) in stage.events


def doubt(tile: Tile, **odds: float) -> Doubt:
    likelihoods = [0.0] * KINDS
    for kind, share in odds.items():
        likelihoods[Tile[kind]] = share
    return Doubt(0, 0, tile, tuple(likelihoods), (0.5, 0.5))


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ({Tile.S6: 2, Tile.S9: 2}, (0.5, 0.5)),
        ({Tile.S6: 1, Tile.S9: 1}, (0.5, 0.5)),
        ({Tile.S6: 1, Tile.S9: 3}, (0.25, 0.25)),
        ({Tile.S6: 0, Tile.S9: 2}, (0.0, 0.0)),
    ],
)
def test_doubts_share_the_copies_there_are(left: dict[Tile, int], expected: tuple[float, ...]) -> None:
    """Two tiles that are 6s or 9s with even odds, by how many of each may lie there: as counted by hand."""
    free = [left.get(tile, COPIES) for tile in TILES]
    two = [doubt(Tile.S9, S6=0.5, S9=0.5)] * 2
    found = shares(two, free)
    assert [one.get(Tile.S6, 0.0) for one in found] == pytest.approx(expected, abs=1e-3)
    assert all(sum(one.values()) == pytest.approx(1) for one in found)


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ({"S9": 0.93, "S6": 0.05}, {"S9": 0.93, "S6": 0.05}),  # the same again: as it reads now
        ({"S4": 0.93, "S9": 0.03}, {"S4": 0.6, "S9": 0.4}),  # nudged, and another face: neither is told
        ({"S4": 0.999, "S9": 0.001}, {"S4": 0.98, "S9": 0.02}),  # far plainer than at first
    ],
)
def test_a_later_reading_of_another_kind_has_to_outweigh_the_first(
    then: dict[str, float], expected: dict[str, float]
) -> None:
    """The odds of the first and of the later reading multiplied, by hand: 0.04 x 0.93 against 0.83 x 0.03."""
    first = doubt(Tile.S9, S9=0.83, S6=0.1, S4=0.04)
    later = doubt(Tile.S9, **then).likelihoods
    for _ in range(3):  # a look more changes nothing
        first = first.read_as(later, (0.47, 0.5))
    for kind, odds in expected.items():
        assert first.likelihoods[Tile[kind]] == pytest.approx(odds, abs=0.04)


def test_a_tile_that_a_nudge_makes_another_is_asked_about_and_not_exchanged() -> None:
    stage = blurred((Tile.S9, Tile.S4, 0.17))
    stage.play("0 d1s x9s |; 1 d1s x1s |", views=6)
    stage.alike = ((Tile.S9, Tile.S4, 0.93),)
    assert not stage.look(6)
    assert Discarded(0, Tile.S9) in stage.events
    (left,) = stage.memory.doubts
    assert left.tile is Tile.S9
