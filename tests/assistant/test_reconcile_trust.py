"""A reader that is sure and wrong: what people tell makes its readings count for less, and is said."""

from __future__ import annotations

from dataclasses import replace

from assistant.events import Discarded, Drawn
from assistant.observation import BACK, CLASSES, Area, Observation, SeenPiece
from assistant.reconcile import Contradiction, answered
from assistant.tiles import TILES, Tile
from assistant.watching.memory import Fresh, Memory, spot
from assistant.watching.trust import MISREAD, amazed, dulled, is_misread
from tests.assistant.scripted_table.noise import BACK_SEEN
from tests.assistant.scripted_table.stage import Stage


def reads(tile: Tile, odds: float, other: Tile) -> tuple[float, ...]:
    vector = [0.0] * CLASSES
    vector[tile], vector[other] = odds, 1 - odds
    return tuple(vector)


def asked_about(likelihoods: tuple[float, ...]) -> Memory:
    """A question was asked about one tile, of three kinds."""
    piece = SeenPiece(likelihoods, Area.DISCARD, 0, (0.5, 0.4), track=3)
    kinds = (Tile.S4, Tile.S5, Tile.S9)
    doubtful = tuple((Discarded(0, kind), spot(piece)) for kind in kinds)
    return replace(Memory(), fresh=(Fresh(piece, likelihoods),), doubtful=doubtful)


def test_a_sure_reading_that_a_person_contradicts_is_counted() -> None:
    sure, doubted = reads(Tile.S4, 0.95, Tile.S5), reads(Tile.S4, 0.6, Tile.S5)
    assert amazed(asked_about(sure), (Drawn(0), Discarded(0, Tile.S9))) == 1
    assert amazed(asked_about(sure), (Discarded(0, Tile.S4),)) == 0
    assert amazed(asked_about(doubted), (Discarded(0, Tile.S9),)) == 0, "it was not sure"
    assert amazed(asked_about(sure), ()) == 0, "what it is nobody said"


def test_readings_count_for_less_once_several_were_wrong() -> None:
    pieces = (
        SeenPiece(reads(Tile.S4, 0.98, Tile.S5), Area.DISCARD, 0, (0.5, 0.4)),
        SeenPiece(BACK_SEEN, Area.WALL, None, (0.5, 0.2)),
    )
    view = Observation(1.0, pieces)
    assert dulled(replace(Memory(), amazed=MISREAD - 1), view) is view
    seen = dulled(replace(Memory(), amazed=MISREAD), view)
    assert seen.pieces[0].confidence == 0.875
    assert seen.pieces[1].likelihoods[BACK] == BACK_SEEN[BACK]


def test_that_a_set_is_misread_is_said_once() -> None:
    stage = Stage()
    stage.play("0 d1s x9s |")
    stage.memory = replace(stage.memory, amazed=MISREAD)
    assert is_misread(stage.memory)
    stage.look(4)
    said = [one for one in stage.said if isinstance(one, Contradiction)]
    assert [one.code for one in said] == ["faces_misread"]
    assert said[0].zh.endswith("。")
    stage.play("1 d1s x1s |")
    assert stage.events[-1] == Discarded(1, Tile.S1), "a tile that reads beyond doubt is believed still"


def test_after_none_of_these_all_that_may_have_come_next_is_asked() -> None:
    """A discard reads as one of five kinds, too many to be left open, and is none of them."""
    stage = Stage()
    stage.do("0 d1s x9s")
    vague = {Tile.S4: 0.7, Tile.S5: 0.1, Tile.S6: 0.08, Tile.S7: 0.06, Tile.S8: 0.06}
    misread = (*(vague.get(tile, 0.0) for tile in TILES), 0.0, 0.0)

    def view() -> Observation:
        seen = stage.view()
        pieces = (
            replace(one, likelihoods=misread) if (one.area, one.tile) == (Area.DISCARD, Tile.S9) else one
            for one in seen.pieces
        )
        return replace(seen, pieces=tuple(pieces))

    for _ in range(20):
        stage.see(view())
        question = stage.memory.open
        if question is not None and Discarded(0, Tile.S9) in [
            option[-1] for option in question.options if option
        ]:
            break
        if question is not None:
            stage.memory = answered(stage.memory, question, None)
    assert question is not None
    assert len(stage.questions) == 2
    right = next(at for at, option in enumerate(question.options) if Discarded(0, Tile.S9) in option)
    stage.memory = answered(stage.memory, question, right)
    assert stage.memory.amazed == 1
