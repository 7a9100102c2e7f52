"""What keeps the thread, or brings it back: things that are no tiles, tiles that lie still, read otherwise,
melds beside a hand, and questions about all that may have come next (DESIGN, Uncertainty meets the rules).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from assistant.events import Discarded, Drawn, How, Konged, Ponged, TableEvent, Won
from assistant.observation import BACK, CLASSES, OTHER, Area, Observation, SeenPiece
from assistant.reconcile import Memory, Question, answered
from assistant.tiles import KINDS, Tile
from assistant.watching.memory import Fresh
from assistant.watching.open_hands import of_a_row
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import SURE, either
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

OPEN = "0 d1s x9s"
THREE = f"{OPEN}; 1 d1s x1s; 2 d9m x9m"
FLAT = tuple(0.2 if kind == OTHER else 0.0 if kind == BACK else 0.8 / KINDS for kind in range(CLASSES))
"""A face that looks like no kind more than like another."""


def with_thing(stage: Stage, likelihoods: tuple[float, ...], since: float = 0.5) -> Observation:
    """A view with one thing more among the discards."""
    view = stage.view()
    thing = SeenPiece(likelihoods, Area.DISCARD, None, (0.48, 0.52), track=901, since=since)
    return replace(view, pieces=(*view.pieces, thing))


def ask(stage: Stage, see: Callable[[], Observation], views: int) -> list[Question]:
    """Looks until it is asked, and what is asked."""
    before = len(stage.questions)
    for _ in range(views):
        stage.see(see())
        if len(stage.questions) > before:
            break
    return stage.questions[before:]


def tap(stage: Stage, question: Question, wanted: TableEvent) -> None:
    """Taps the option that ends with an event."""
    (option,) = (at for at, one in enumerate(question.options) if one and plain(one[-1:]) == plain([wanted]))
    stage.memory = answered(stage.memory, question, option)
    stage.tell(question.options[option])


def read_as(
    view: Observation,
    likelihoods: tuple[float, ...],
    area: Area,
    tile: Tile,
    at: tuple[float, float] | None = None,
) -> Observation:
    """The view with the tiles of an area that are of a kind read otherwise, and where `at` says."""
    pieces = (
        replace(piece, likelihoods=likelihoods, at=at or piece.at)
        if (piece.area, piece.tile) == (area, tile)
        else piece
        for piece in view.pieces
    )
    return replace(view, pieces=tuple(pieces))


def test_a_thing_that_looks_like_no_kind_is_not_asked_about_and_holds_nothing_up() -> None:
    stage = Stage()
    text = f"{OPEN}; 1 d5p x5p; 2 d6p x6p"
    for move in text.split("; "):
        stage.do(move)
        for _ in range(12):
            stage.see(with_thing(stage, FLAT))
    assert plain(stage.events) == plain(list(acts(text)))
    assert not stage.questions
    assert not stage.contradictions


def test_what_lay_there_before_anything_happened_is_no_discard() -> None:
    stage = Stage()
    stage.memory = Memory()
    for _ in range(3):
        stage.see(with_thing(stage, SURE[Tile.P1], since=stage.table.now + 0.5))
    assert not stage.events
    stage.do(OPEN)
    for _ in range(4):
        stage.see(with_thing(stage, SURE[Tile.P1], since=1.0))
    assert stage.events == [Drawn(0), Discarded(0, Tile.S9)]
    assert not stage.questions


def test_an_older_discard_that_reads_as_another_kind_now_is_no_new_one() -> None:
    """The tracker has lost it for a moment, so that it has another number."""
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d5p x5p |; 2 d6p x6p |; 3 d3s x3s |")

    def misread() -> Observation:
        view = stage.view()
        pieces = (
            replace(piece, likelihoods=SURE[Tile.M2], track=77, at=(piece.at[0] + 0.02, piece.at[1]))
            if piece.area is Area.DISCARD and piece.tile is Tile.S9
            else piece
            for piece in view.pieces
        )
        return replace(view, pieces=tuple(pieces))

    known = len(stage.events)
    for _ in range(8):
        stage.see(misread())
    assert len(stage.events) == known
    stage.do("0 d1s x1s")
    for _ in range(4):
        stage.see(misread())
    assert plain(stage.events[known:]) == [Drawn(0), Discarded(0, Tile.S1)]


def test_a_discard_that_no_view_shows_is_asked_for_with_all_its_kinds() -> None:
    stage = Stage()
    stage.play(f"{OPEN} |")
    stage.do("1 d5p x5p; 2 d6p x6p; 3 d3s x3s")

    def without() -> Observation:
        view = stage.view()
        pieces = (one for one in view.pieces if (one.area, one.tile) != (Area.DISCARD, Tile.P5))
        return replace(view, pieces=tuple(pieces))

    (question,) = ask(stage, without, 10)
    kinds = {one[-1].tile for one in question.options if one and isinstance(one[-1], Discarded)}
    assert Tile.P5 in kinds
    assert len(kinds) > 20
    tap(stage, question, Discarded(1, Tile.P5))
    for _ in range(4):
        stage.see(without())
    assert [one for one in stage.events if isinstance(one, Discarded)][-2:] == [
        Discarded(2, Tile.P6),
        Discarded(3, Tile.S3),
    ]


def test_who_took_a_discard_that_is_gone_is_asked_of_all_that_may() -> None:
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d5p x5p |")
    stage.table.take_last()
    (question,) = ask(stage, stage.view, 14)
    offered = [one[-1] for one in question.options if one]
    wanted: list[TableEvent] = [Won((0,)), Ponged(0, Tile.P5), Konged(2, How.EXPOSED, Tile.P5)]
    assert all(one in offered for one in wanted)


def test_a_pong_that_reads_as_another_kind_is_asked_where_the_discard_is_gone() -> None:
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d5p x5p |")
    stage.do("0 pong 5p x5s")

    def misread() -> Observation:
        return read_as(stage.view(), SURE[Tile.P8], Area.MELD, Tile.P5)

    (question,) = ask(stage, misread, 14)
    tap(stage, question, Ponged(0, Tile.P5))
    for _ in range(6):
        stage.see(misread())
    assert plain(stage.events[-2:]) == [Ponged(0, Tile.P5), Discarded(0, Tile.S5)]


def test_where_the_thread_is_lost_one_question_offers_all_that_may_have_come_next() -> None:
    """Everything was answered no to; after some seconds one tap brings the round back."""
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d5p x5p |; 2 d6p x6p |")
    stage.do("3 d3s x3s")

    def misread() -> Observation:
        vector = [0.9 * one for one in either(Tile.M4, Tile.M5, 0.7)]
        for kind in (Tile.M1, Tile.M2, Tile.M7, Tile.M8, Tile.M9):
            vector[kind] = 0.02
        return read_as(stage.view(), tuple(vector), Area.DISCARD, Tile.S3)

    known = len(stage.events)
    (question,) = ask(stage, misread, 8)
    stage.memory = answered(stage.memory, question, None)
    (question,) = ask(stage, misread, 40)
    tap(stage, question, Discarded(3, Tile.S3))
    stage.do("0 d1s x1s")
    for _ in range(4):
        stage.see(misread())
    expected = [Drawn(3), Discarded(3, Tile.S3), Drawn(0), Discarded(0, Tile.S1)]
    assert plain(stage.events[known:]) == expected


def test_what_lies_where_a_claimed_tile_lay_is_another_tile() -> None:
    """Both read a little as the same third kind."""
    stage = Stage()
    stage.play(f"{OPEN} |")

    def read(tile: Tile, vector: tuple[float, ...]) -> Observation:
        return read_as(stage.view(), vector, Area.DISCARD, tile, at=(0.62, 0.45))

    stage.do("1 d5p x5p")
    stage.see(read(Tile.P5, either(Tile.P5, Tile.P8, 0.6)))
    stage.do("0 pong 5p x5s")
    stage.see(stage.view())
    stage.do("1 d9m x9m")
    for _ in range(7):
        stage.see(read(Tile.M9, either(Tile.M9, Tile.P8, 0.94)))
    assert plain(stage.events[2:]) == plain(list(acts("1 d5p x5p; 0 pong 5p x5s; 1 d9m x9m")))


def test_a_tile_that_slipped_from_a_meld_to_the_hand_wins_nothing() -> None:
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d5p x5p |; 0 pong 5p x5s |")
    known = len(stage.events)

    def slipped() -> Observation:
        view = stage.view()
        meld = [piece for piece in view.pieces if piece.area is Area.MELD and piece.seat == 0]
        kept = tuple(piece for piece in view.pieces if piece not in meld[1:])
        beside = SeenPiece(SURE[Tile.P2], Area.HAND, 0, (0.8, 0.055), track=905)
        return replace(view, pieces=(*kept, beside))

    for _ in range(8):
        stage.see(slipped())
    assert not stage.events[known:]
    stage.do("1 d9m x9m")
    for _ in range(4):
        stage.see(stage.view())
    assert plain(stage.events[known:]) == [Drawn(1), Discarded(1, Tile.M9)]


def test_an_edge_behind_an_open_row_is_no_tile_of_it() -> None:
    def seen(vector: tuple[float, ...], at: float, deep: float = 0.055) -> Fresh:
        return Fresh(SeenPiece(vector, Area.HAND, 1, (at, deep)), vector)

    tiles = tuple(seen(SURE[Tile.M3], 0.3 + 0.04 * at) for at in range(14))
    assert of_a_row((*tiles, seen(FLAT, 0.5)), 20) == tiles
    soft = seen(tuple(one * 0.9 + 0.1 / CLASSES for one in either(Tile.P8, Tile.P9, 0.52)), 0.5)
    assert of_a_row((*tiles, soft), 14) == tiles
    assert of_a_row((*tiles, soft), 15) == (*tiles, soft)
    # what reads plainly is a tile, however many there are
    assert of_a_row((*tiles, seen(SURE[Tile.P8], 0.5)), 14) == (*tiles, seen(SURE[Tile.P8], 0.5))
    # but none lies behind the row; one that won lies before it
    won = seen(SURE[Tile.P8], 0.5, 0.1)
    assert of_a_row((*tiles[1:], won, seen(SURE[Tile.P8], 0.5, 0.01)), 14) == (*tiles[1:], won)


def test_a_tile_of_a_pong_that_is_lost_from_sight_for_a_moment_is_no_fourth_one() -> None:
    """The tracker knows it anew afterwards; where it lies nothing else does."""
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d5p x5p |")
    stage.do("0 pong 5p")

    def view(shown: bool, track: int = 0) -> Observation:
        seen = stage.view()
        one = next(piece for piece in seen.pieces if (piece.area, piece.tile) == (Area.MELD, Tile.P5))
        pieces = (
            replace(piece, track=track or piece.track, likelihoods=either(Tile.P5, Tile.P8, 0.9))
            for piece in seen.pieces
            if shown or piece is not one
            if piece is one or (piece.area, piece.tile) == (Area.MELD, Tile.P5)
        )
        rest = (piece for piece in seen.pieces if (piece.area, piece.tile) != (Area.MELD, Tile.P5))
        return replace(seen, pieces=(*pieces, *rest))

    for shown, track in ((True, 0), (False, 0), (True, 501)):
        stage.see(view(shown, track))
    stage.look(4)
    assert plain(stage.events[2:]) == plain(list(acts("1 d5p x5p; 0 pong 5p")))
    assert not stage.questions


def test_back_in_step_after_a_missed_pong_with_one_tap() -> None:
    """Who gave the tile no view can tell where nobody looked meanwhile: it is asked, and the
    rest follows."""
    stage = Stage()
    text = f"{OPEN} |; 1 d5p x5p; 0 pong 5p x5s; 1 d9m x9m; 2 d6p x6p"
    stage.play(text)
    now = stage.table.now
    for _ in range(6):
        view = stage.view()
        pieces = (
            replace(piece, since=max(piece.since, now)) if piece.since > 2 else piece for piece in view.pieces
        )
        stage.see(replace(view, pieces=tuple(pieces)))
    (question,) = stage.questions
    wanted = plain(list(acts("1 d5p x5p; 0 pong 5p")))
    (chosen,) = (at for at, option in enumerate(question.options) if plain(option) == wanted)
    stage.memory = answered(stage.memory, question, chosen)
    stage.tell(question.options[chosen])
    stage.look(4)
    assert plain(stage.events) == plain(list(acts(text.replace("|", ""))))


def test_a_lost_thread_is_taken_up_with_one_tap() -> None:
    """Tiles that nothing explains lie there, so that nothing is believed: after ten seconds what has happened
    since is put to the players, all of it at once, and play is followed on.
    """
    stage = Stage()
    text = f"{THREE}; 3 d3s kong* 7s d8s x8s"
    stage.play(f"{text} |")
    places = ((0.6 + 0.04 * at, 0.05) for at in range(3))
    odd = [SeenPiece(SURE[Tile.S7], Area.MELD, 0, at, 0.0, 700 + int(100 * at[0])) for at in places]
    stage.do("0 d6m x6m; 1 d9m x9m; 2 d6p x6p")
    for _ in range(26):
        view = stage.view()
        stage.see(replace(view, pieces=(*view.pieces, *odd)))
    (question,) = stage.questions
    wanted = plain(list(acts("0 d6m x6m; 1 d9m x9m; 2 d6p x6p")))
    assert plain(list(question.options[0])) == wanted
    assert question.options[-1] == ()
    assert len(question.about) == 3
    stage.memory = answered(stage.memory, question, 0)
    stage.tell(question.options[0])
    assert plain(stage.events) == plain(list(acts(text))) + wanted
