"""When to record at once, when to look again, when to ask, and what a tap does (DESIGN)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant import reconcile
from assistant.events import Discarded, Drawn, How, Konged, Won
from assistant.observation import BACK, CLASSES, Area, Observation, SeenPiece
from assistant.reconcile import Mend, answered, retracted
from assistant.round import begin
from assistant.tiles import Tile
from assistant.watching.explanations import Explanation, explain
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.physical import Habits
from tests.assistant.scripted_table.stage import DEAL, OneHeap, Stage
from tests.assistant.table_script import acts

OPEN = "0 d1s x9s"
TWO = f"{OPEN}; 1 d1s x1s"
ADDED = "0 d9p x9p |; 1 pong 9p x4m |; 2 d1s x1s; 3 d3s x3s; 0 d1s x1s |; 1 d9p kong+ 9p"
THREE = f"{TWO}; 2 d9m x9m"


def test_an_added_kong_asks_what_its_price_depends_on() -> None:
    stage = Stage(rules="chengdu")
    stage.play(f"{ADDED} |")
    (question,) = stage.questions
    told = [option[-1] for option in question.options]
    assert told == [Konged(1, How.ADDED, Tile.P9, drawn) for drawn in (True, False)]
    stage.memory = answered(stage.memory, question, 0)
    stage.tell(question.options[0])
    stage.play("1 d6m x6m |")
    assert stage.state.seats[1].discards[-1] is Tile.M6
    assert len(stage.questions) == 1


def test_a_heap_is_told_apart_by_turn() -> None:
    stage = Stage(habits=Habits(heap=True))
    stage.play(f"{OPEN} |; 1 d5p x5p |; 0 pong 5p |; 0 x5s |; 1 d9m x9m |; 2 d6p x6p |")
    assert [own.discards for own in stage.state.seats] == [
        (Tile.S9, Tile.S5),
        (Tile.P5, Tile.M9),
        (Tile.P6,),
        (),
    ]


BLURRED = (Tile.S1, Tile.S2, Tile.S3, Tile.S4, Tile.S5)
"""Kinds that a discard reads as a little each."""


def doubtful(
    view: Observation, tile: Tile, other: Tile, odds: float, further: tuple[Tile, ...] = ()
) -> Observation:
    """The view with a discard of this kind read as either of two, or a little as one of others."""
    vector = [0.0] * CLASSES
    rest = 0.1 if further else 0.0
    vector[tile], vector[other] = odds * (1 - rest), (1 - odds) * (1 - rest)
    for kind in further:
        vector[kind] = rest / len(further)
    pieces = (
        replace(piece, likelihoods=tuple(vector))
        if piece.area is Area.DISCARD and piece.tile is tile
        else piece
        for piece in view.pieces
    )
    return replace(view, pieces=tuple(pieces))


def test_what_is_close_is_asked_once() -> None:
    stage = Stage()
    stage.do(OPEN)
    for _ in range(8):
        stage.see(doubtful(stage.view(), Tile.S9, Tile.S8, 0.6, BLURRED))
    (question,) = stage.questions
    assert [option[-1] for option in question.options[:2]] == [Discarded(0, Tile.S9), Discarded(0, Tile.S8)]
    assert question.about
    assert not stage.events
    stage.memory = answered(stage.memory, question, 1)
    stage.tell(question.options[1])
    for _ in range(4):
        told = stage.see(doubtful(stage.view(), Tile.S9, Tile.S8, 0.6, BLURRED))
        assert not told, "a tap outranks the camera"


def test_what_a_person_took_back_is_not_proposed_again_from_the_same_tile() -> None:
    stage = Stage()
    stage.play(f"{OPEN} |")
    assert stage.events == [Drawn(0), Discarded(0, Tile.S9)]
    stage.memory = retracted(stage.memory, Discarded(0, Tile.S9))
    stage.state, stage.events = begin(stage.start), []
    assert not stage.look(5)
    last = stage.table.last
    assert last is not None
    last.at, last.track = (0.55, 0.35), 999  # laid elsewhere it counts anew
    stage.look(4)
    assert stage.events == [Drawn(0), Discarded(0, Tile.S9)]


def test_a_tap_outranks_the_camera() -> None:
    stage = Stage()
    stage.do(OPEN)
    stage.tell((Drawn(0), Discarded(0, Tile.S8)))
    assert not stage.look(6), "the camera reads 9s where a person told 8s"
    stage.play("1 d1s x1s |")
    assert stage.events[-1] == Discarded(1, Tile.S1)


def test_a_discard_out_of_turn_is_asked_then_said_and_changes_nothing() -> None:
    stage = Stage()
    stage.table.discard(2, Tile.M9)
    stage.look(6)
    (question,) = stage.questions
    assert () in question.options
    stage.memory = answered(stage.memory, question, question.options.index(()))
    stage.look(10)
    assert not stage.events
    assert [one.code for one in stage.contradictions] == ["out_of_turn"]
    assert stage.contradictions[0].zh.endswith("。")
    assert stage.contradictions[0].en.endswith(".")


@pytest.mark.parametrize(("lies", "asked"), [(1, 0), (2, 1)])
def test_the_next_discard_bears_out_one_that_lies_before_another_player(lies: int, asked: int) -> None:
    """The first one lies before seat 1, the second one before `lies`."""
    stage = Stage()
    before = {Tile.S9: 1, Tile.S1: lies}
    for turn, views in (("0 d1s x9s", 3), ("1 d1s x1s", 6)):
        stage.do(turn)
        for _ in range(views):
            view = stage.view()
            pieces = (
                replace(one, seat=before[one.tile]) if one.tile in before and is_thrown(one) else one
                for one in view.pieces
            )
            stage.see(replace(view, pieces=tuple(pieces)))
    assert len(stage.questions) == asked
    if not asked:
        assert plain(stage.events) == plain(list(acts("0 d1s x9s; 1 d1s x1s")))


def is_thrown(piece: SeenPiece) -> bool:
    return piece.area is Area.DISCARD


def test_a_plain_discard_is_told_by_the_first_view_after_a_move() -> None:
    stage = Stage()
    stage.play(f"{THREE} |")
    for text in ("3 d3s x3s", "0 d6m x6m", "1 d9m x9m"):
        stage.do(text)
        stage.look(1)
        assert plain(stage.events[-2:]) == plain(list(acts(text)))


def test_a_heap_is_learnt_from_a_few_answers() -> None:
    """At first a tile before another player is asked; once many turn out to lie so, turn order tells."""
    stage = OneHeap()
    turns = ["0 d1s x9s", "1 d1s x1s", "2 d9m x9m", "3 d3s x3s", "0 d6m x6m", "1 d9m x9m", "2 d6p x6p"]
    asked = []
    for number, turn in enumerate(turns):
        stage.play(f"{turn} |", views=6)
        if stage.memory.open is not None:
            asked.append(number)
            question = stage.memory.open
            options = [plain(list(one)) for one in question.options]
            right = options.index(plain(list(acts(turn))))
            stage.memory = answered(stage.memory, question, right)
            stage.tell(question.options[right])
            stage.look(2)
    assert plain(stage.events) == plain(list(acts("; ".join(turns))))
    assert asked
    assert max(asked) < 4


def test_a_win_that_no_hand_tells_is_asked() -> None:
    stage = Stage()
    stage.play(f"{THREE} |; 3 d3s x2p |")
    stage.do("1 win")
    before = tuple(stage.events)
    for _ in range(12):
        view = stage.view()
        pieces = tuple(piece for piece in view.pieces if piece.area is not Area.HAND or piece.seat != 1)
        stage.see(replace(view, pieces=pieces, hidden=frozenset({(Area.HAND, 1)})))
    (question,) = stage.questions
    assert (Won((1,)),) in question.options
    assert tuple(stage.events) == before


def test_tiles_of_a_heap_are_told_apart_by_when_they_were_seen() -> None:
    stage = Stage(habits=Habits(heap=True))
    stage.play("0 d1s x9s |; 1 d1s x1s |; 2 d9m x9m |; 3 d3s x3s |")
    stage.do("0 d6m x6m")
    stage.see(doubtful(stage.view(), Tile.M6, Tile.M5, 0.8))
    stage.do("1 d5m x5m")
    for _ in range(8):
        stage.see(doubtful(stage.view(), Tile.M6, Tile.M8, 0.8))
    assert plain(stage.events[-4:]) == plain(list(acts("0 d6m x6m; 1 d5m x5m")))
    assert not stage.questions


def test_what_does_not_read_plainly_is_looked_at_again() -> None:
    stage = Stage()
    stage.do(OPEN)
    for _ in range(3):
        assert not stage.see(doubtful(stage.view(), Tile.S9, Tile.P1, 0.8))


def test_a_view_that_shows_nothing_new_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    stage.table.discard(2, Tile.M9)
    stage.look(16)
    assert stage.memory.open is not None
    stage.memory = replace(stage.memory, ahead=())  # the record itself, with no answer followed
    searched: list[object] = []

    def search(*given: object) -> tuple[Explanation, ...]:
        searched.append(given)
        return explain(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(reconcile, "explain", search)
    stage.look(6)
    assert not searched
    stage.do("0 d1s x9s")
    stage.look(1)
    assert searched


def test_the_same_doubt_in_view_after_view_is_a_doubt_still() -> None:
    stage = Stage()
    stage.do(OPEN)
    for _ in range(5):
        stage.see(doubtful(stage.view(), Tile.S9, Tile.S8, 0.85, BLURRED))
    assert stage.questions
    assert not stage.events


def test_after_none_of_these_other_kinds_of_the_same_tile_are_asked() -> None:
    stage = Stage()
    stage.do(OPEN)
    vector = [0.0] * CLASSES
    for kind, odds in ((Tile.S6, 0.5), (Tile.S5, 0.24), (Tile.S4, 0.13), (Tile.S8, 0.07), (Tile.S9, 0.06)):
        vector[kind] = odds
    asked = []
    for _ in range(40):
        view = stage.view()
        pieces = (
            replace(piece, likelihoods=tuple(vector)) if piece.area is Area.DISCARD else piece
            for piece in view.pieces
        )
        stage.see(replace(view, pieces=tuple(pieces)))
        if stage.memory.open is not None:
            told = [option[-1] for option in stage.memory.open.options if option]
            asked.append({one.tile for one in told if isinstance(one, Discarded)})
            stage.memory = answered(stage.memory, stage.memory.open, None)
    assert asked[0] == {Tile.S6, Tile.S5, Tile.S4, Tile.S8}
    assert Tile.S9 in asked[1]
    assert not asked[0] & asked[1]
    assert not stage.events


def test_a_fifth_copy_asks_which_discard_was_read_wrongly() -> None:
    """A 6s that always reads as 7s is recorded so; then a kong of 7s cannot be, until that is put right."""
    stage = Stage(deal={**DEAL, 0: "123789m 55p 34569s"})

    def look(text: str, views: int) -> None:
        stage.do(text)
        for _ in range(views):
            stage.see(doubtful(stage.view(), Tile.S6, Tile.S7, 0.02))

    for text in ("0 d1s x6s", "1 d1s x1s", "2 d9m x9m"):
        look(text, 4)
    assert Discarded(0, Tile.S7) in stage.events
    look("3 d3s kong* 7s", 10)
    (question,) = [one for one in stage.questions if one.mends]
    assert question.options[0] == (Discarded(0, Tile.S6),)
    assert question.options[-1] == ()
    assert question.mend(0) == Mend(0, 0, Tile.S7)
    assert question.mend(len(question.options) - 1) is None
    stage.memory = answered(stage.memory, question, 0)
    line = question.mends[0].line(stage.events)
    assert line is not None
    told = [*stage.events[:line], Discarded(0, Tile.S6), *stage.events[line + 1 :]]
    stage.state, stage.events = begin(stage.start), []
    stage.tell(told)
    look("3 d8s x8s", 6)
    text = "0 d1s x6s; 1 d1s x1s; 2 d9m x9m; 3 d3s kong* 7s d8s x8s"
    assert plain(stage.events) == plain(list(acts(text)))


def test_another_discard_of_the_same_kind_lies_where_the_claimed_one_lay() -> None:
    deal = {**DEAL, 2: "12345699s 34499p", 3: "111444m 2699p 777s"}
    stage = Stage(deal=deal)
    stage.play(f"{TWO}; 2 d9m x9m |; 3 d3s x9p |")
    stage.do("2 pong 9p x4p; 3 d9p x9p")
    stage.look(5)
    assert plain(stage.events) == plain(list(acts(f"{TWO}; 2 d9m x9m; 3 d3s x9p; 2 pong 9p x4p; 3 d9p x9p")))
    assert not stage.questions


def test_a_kong_of_a_kind_that_lies_elsewhere_is_one_of_what_it_looks_like_next() -> None:
    stage = Stage()
    text = "0 d1s x1m |; 3 kong= 1m |; 3 d3s x3s |; 0 d6m x6m; 1 d9m x9m; 2 d9m x9m |"
    stage.play(text)
    stage.do("3 d4m kong* 4m")
    for _ in range(8):
        view = stage.view()
        pieces = (
            replace(piece, likelihoods=vague(Tile.M1, Tile.M4, 0.97))
            if (piece.area, piece.tile) == (Area.MELD, Tile.M4)
            else piece
            for piece in view.pieces
        )
        stage.see(replace(view, pieces=tuple(pieces)))
    kong = Konged(3, How.CONCEALED, Tile.M4)
    options = [one for question in stage.questions for option in question.options for one in option]
    assert kong in stage.events or kong in options


def vague(tile: Tile, other: Tile, odds: float) -> tuple[float, ...]:
    vector = [0.0] * CLASSES
    vector[tile], vector[other] = odds, 1 - odds
    return tuple(vector)


@pytest.mark.parametrize(
    "reads_as",
    [
        {BACK: 0.999, int(Tile.S9): 0.001},
        {
            3: 0.02,
            4: 0.02,
            5: 0.02,
            6: 0.02,
            int(Tile.P3): 0.5,
            int(Tile.P2): 0.39,
            7: 0.02,
            int(Tile.S9): 0.01,
        },
    ],
)
def test_a_discard_that_cannot_be_read_is_asked_and_the_thread_goes_on(reads_as: dict[int, float]) -> None:
    """It lies among the discards and reads as a back, or as kinds that it is not."""
    vector = tuple(reads_as.get(kind, 0.0) for kind in range(CLASSES))

    def misread(view: Observation) -> Observation:
        pieces = (
            replace(piece, likelihoods=vector, since=came)
            if piece.area is Area.DISCARD and piece.seat == 3 and piece.tile is Tile.S9
            else piece
            for piece in view.pieces
        )
        return replace(view, pieces=tuple(pieces))

    stage = Stage()
    stage.play(f"{THREE} |")
    known, came = len(stage.events), stage.view().at
    moves = {0: "3 d9s x9s", 20: "0 d6m x6m", 40: "1 d9m x9m"}
    asked = 0
    for number in range(120):
        if number in moves:
            stage.do(moves[number])
        stage.see(misread(stage.view()))
        question = stage.memory.open
        if question is None:
            continue
        asked += 1
        right = [at for at, one in enumerate(question.options) if Discarded(3, Tile.S9) in one]
        stage.memory = answered(stage.memory, question, right[0] if right else None)
        if right:
            stage.tell(question.options[right[0]])
    assert plain(stage.events[known:]) == plain(list(acts("; ".join(moves.values()))))
    assert 1 <= asked <= 8


def test_a_discard_before_another_player_of_which_the_kind_alone_is_in_doubt_is_recorded_with_it() -> None:
    """The next one tells that nobody else can have thrown it: what it is is asked in the end."""
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d1s x1s |")
    for text, views in (("2 d9m x6s", 2), ("3 d3s x3s", 9)):
        stage.do(text)
        for _ in range(views):
            view = doubtful(stage.view(), Tile.S6, Tile.S9, 0.75)
            astray = {(Area.DISCARD, 2): 3}
            pieces = (
                replace(one, seat=astray.get((one.area, one.seat or 0), one.seat)) for one in view.pieces
            )
            stage.see(replace(view, pieces=tuple(pieces)))
    assert plain(stage.events) == plain(list(acts(f"{TWO}; 2 d9m x6s; 3 d3s x3s")))
    assert [one.tile for one in stage.memory.doubts] == [Tile.S6]
    assert not stage.questions
