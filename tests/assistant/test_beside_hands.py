"""放在手牌旁: melds that the camera gives to the hand beside which they lie, and concealed kongs of which the
outer two lie face down and read as faces (RULES section 2: 暗杠; SBR shows its middle two).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import How, Konged
from assistant.observation import BACK, Area, Observation, SeenPiece
from assistant.reconcile import Sight, answered
from assistant.tiles import Tile
from assistant.watching.beside import melds_beside
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import BACK_SEEN, SURE, either
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

OPEN = "0 d1s x9s |; 1 d1s x1s |; 2 d9m x9m |"
KONG = "3 d3s; 3 kong* 7s"
REST = "3 d8p x8p |; 0 d6s x6s |"
READ = either(Tile.P8, Tile.P3, 0.6)
"""A tile face down, read as a face."""


def row(*faces: tuple[tuple[float, ...], float], line: float = 0.945) -> tuple[SeenPiece, ...]:
    """A hand that stands, and faces beside it, each with how it is turned. `line`: where the hand stands."""
    backs = tuple(SeenPiece(BACK_SEEN, Area.HAND, 1, (line, 0.2 + 0.035 * at), turn=0.0) for at in range(10))
    beside = (
        SeenPiece(one, Area.HAND, 1, (0.945, 0.8 + 0.04 * at), turn=turn)
        for at, (one, turn) in enumerate(faces)
    )
    return (*backs, *beside)


def test_faces_of_one_kind_beside_a_standing_hand_are_a_meld() -> None:
    state = Stage().state
    misread = either(Tile.M5, Tile.M3, 0.9)
    pieces = row((SURE[Tile.M3], 0.0), (misread, 90.0), (misread, 90.0))
    found = melds_beside(Observation(1.0, pieces), state).lying(Area.MELD, 1)
    assert len(found) == 3
    assert {piece.tile for piece in found} == {Tile.M3}


def test_faces_of_several_kinds_beside_a_standing_hand_are_none() -> None:
    state = Stage().state
    view = Observation(1.0, row((SURE[Tile.M3], 0.0), (SURE[Tile.P5], 90.0)))
    assert melds_beside(view, state) is view
    alone = Observation(1.0, row((SURE[Tile.M3], 0.0)))
    assert melds_beside(alone, state) is alone


def test_a_concealed_kong_with_its_outer_two_down_lies_beside_the_hand() -> None:
    state = Stage().state
    kind = SURE[Tile.M8]
    pieces = row((BACK_SEEN, 90.0), (kind, 90.0), (kind, 90.0), (BACK_SEEN, 90.0))
    found = melds_beside(Observation(1.0, pieces), state).lying(Area.MELD, 1)
    assert [piece.best for piece in found] == [BACK, Tile.M8, Tile.M8, BACK]


def test_a_tile_face_down_on_the_line_of_a_meld_is_of_it() -> None:
    state = Stage().state
    kind = SURE[Tile.M8]
    pieces = row((BACK_SEEN, 0.0), (kind, 0.0), (kind, 0.0), (BACK_SEEN, 0.0), line=0.92)
    found = melds_beside(Observation(1.0, pieces), state).lying(Area.MELD, 1)
    assert [piece.best for piece in found] == [BACK, Tile.M8, Tile.M8, BACK]
    in_line = row((BACK_SEEN, 0.0), (kind, 0.0), (kind, 0.0), (BACK_SEEN, 0.0))
    found = melds_beside(Observation(1.0, in_line), state).lying(Area.MELD, 1)
    assert [piece.best for piece in found] == [Tile.M8, Tile.M8], "nothing parts them from the hand"


def test_another_face_beside_two_alike_makes_no_third_of_them() -> None:
    state = Stage().state
    kind = SURE[Tile.S2]
    view = melds_beside(Observation(1.0, row((READ, 0.0), (kind, 0.0), (kind, 0.0))), state)
    assert [piece.tile for piece in view.lying(Area.MELD, 1)] == [Tile.S2, Tile.S2]
    assert all(piece.best == BACK for piece in view.lying(Area.HAND, 1)), "nor a face of the hand"


def test_another_face_between_two_alike_is_a_third_that_is_misread() -> None:
    state = Stage().state
    kind = SURE[Tile.P4]
    pieces = row((kind, 0.0), (SURE[Tile.P2], 90.0), (kind, 90.0), (kind, 90.0))
    view = melds_beside(Observation(1.0, pieces), state)
    assert [piece.tile for piece in view.lying(Area.MELD, 1)] == [Tile.P4] * 4


def test_a_kong_with_a_ghost_among_its_tiles_is_one() -> None:
    state = Stage().state
    kind = SURE[Tile.P5]
    pieces = row((kind, 90.0), (SURE[Tile.P2], 90.0), (kind, 90.0), (kind, 90.0), (kind, 90.0))
    view = melds_beside(Observation(1.0, pieces), state)
    assert [piece.tile for piece in view.lying(Area.MELD, 1)] == [Tile.P5] * 4
    several = row((kind, 90.0), (kind, 90.0), *((SURE[one], 90.0) for one in (Tile.P2, Tile.M1, Tile.S3)))
    view = Observation(1.0, several)
    assert melds_beside(view, state) is view, "a hand that is laid open"


class Beside(Stage):
    """A camera that gives the melds of seat 3, which lie farther out than its hand stands, to that hand;
    `outer`: what it reads of the tiles face down."""

    def __init__(self, outer: tuple[float, ...], shown: str = "middle", sight: Sight | None = None) -> None:
        self.outer = outer
        super().__init__(overrides={"concealed_kong_shown": shown}, sight=sight)

    def view(self) -> Observation:
        view = super().view()
        return replace(view, pieces=tuple(map(self.as_seen, view.pieces)))

    def as_seen(self, piece: SeenPiece) -> SeenPiece:
        if piece.seat != 3 or piece.area is not Area.MELD:
            return piece
        likelihoods = self.outer if piece.best == BACK else piece.likelihoods
        return replace(piece, area=Area.HAND, at=(piece.at[0] - 0.03, piece.at[1]), likelihoods=likelihoods)


@pytest.mark.parametrize("outer", [BACK_SEEN, READ], ids=["backs", "read_as_faces"])
def test_a_concealed_kong_beside_the_hand_is_recorded_or_asked_once(outer: tuple[float, ...]) -> None:
    stage = Beside(outer)
    stage.play(f"{OPEN}; {KONG} |", views=8)
    if outer == READ:
        (question,) = stage.questions
        (number,) = (number for number, option in enumerate(question.options) if option)
        assert Konged(3, How.CONCEALED, Tile.S7) in question.options[number]
        stage.memory = answered(stage.memory, question, number)
        stage.tell(question.options[number])
    stage.play(REST)
    assert plain(stage.events) == plain(list(acts(f"{OPEN}; {KONG}; {REST}".replace("|", ""))))
    assert len(stage.questions) == (outer == READ)


def test_where_nobody_can_be_asked_two_faces_between_what_reads_as_others_are_a_kong() -> None:
    stage = Beside(READ, sight=Sight(alone=True))
    stage.play(f"{OPEN}; {KONG} |", views=8)
    stage.play(REST)
    assert plain(stage.events) == plain(list(acts(f"{OPEN}; {KONG}; {REST}".replace("|", ""))))
    assert not stage.questions


def test_where_all_four_lie_face_up_two_alike_are_no_kong() -> None:
    stage = Beside(READ, "all")
    stage.play(OPEN)
    known = len(stage.events)
    view = stage.view()
    two = tuple(
        SeenPiece(SURE[Tile.S7], Area.MELD, 3, (0.5 + 0.04 * at, 0.95), track=900 + at) for at in range(2)
    )
    for _ in range(6):
        view = replace(view, at=view.at + 0.5, pieces=(*stage.view().pieces, *two))
        stage.see(view)
    assert len(stage.events) == known
    assert not any(
        isinstance(event, Konged) for one in stage.questions for option in one.options for event in option
    )
