"""Views to events: kinds of kong, robbed ones, several winners, the wall's end, missed acts; when to ask,
when to say that something cannot be; what a tap does (DESIGN).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from assistant.events import Discarded, Revealed, TableEvent, Won
from assistant.observation import BACK, CLASSES, Area, SeenPiece
from assistant.reconcile import Accepted, Memory, Nothing, Question, step
from assistant.round import begin
from assistant.state import WinMade
from assistant.tiles import Suit, Tile
from assistant.watching.open_hands import in_play
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.negatives import building, mixing
from tests.assistant.scripted_table.noise import SURE
from tests.assistant.scripted_table.stage import DEAL, FromAbove, OverTheShoulder, Stage
from tests.assistant.table_script import acts, started

OPEN = "0 d1s x9s"
TWO = f"{OPEN}; 1 d1s x1s"
ADDED = "0 d9p x9p |; 1 pong 9p x4m |; 2 d1s x1s; 3 d3s x3s; 0 d1s x1s |; 1 d9p kong+ 9p"
THREE = f"{TWO}; 2 d9m x9m"

CASES = {
    "discards": f"{OPEN} |; 1 d1s x1s |; 2 d9m x9m |",
    "three_discards_between_two_views": f"{THREE} |",
    "pong": f"{OPEN} |; 1 d5p x5p |; 0 pong 5p |; 0 x5s |",
    "exposed_kong": "0 d1s x1m |; 3 kong= 1m |; 3 d3s x3s |",
    "exposed_kong_not_seen_happening": "0 d1s x9s |; 1 d1m x1m; 3 kong= 1m d3s x3s |",
    "concealed_kong": f"{THREE} |; 3 d3s kong* 7s |; 3 d8s x8s |",
    "concealed_kong_then_a_discard_between_two_views": f"{THREE} |; 3 d3s kong* 7s d8s x8s |",
    "two_kongs_in_a_row": "0 d1s x1m |; 3 kong= 1m d4m kong* 4m d8s x8s |",
    "added_kong": f"{ADDED} |; 1 d6m x6m |",
    "robbed_kong": (
        f"{OPEN} |; 1 d5p x5p |; 0 pong 5p x5s |; 1 d1s x1s; 2 d9m x9m; 3 d3s x3s |;"
        "0 d5p kong+ 5p |; 2 win |; 3 d8s x8s |"
    ),
    "win_on_a_discard": f"{THREE} |; 3 d3s x2p |; 1 win |; 2 d6m x6m |",
    "win_and_discard_between_two_views": f"{THREE} |; 3 d3s x2p; 1 win |; 2 d6m x6m |",
    "two_winners_of_one_discard": f"{THREE} |; 3 d3s x2p |; 1,2 win |; 3 d8s x8s |",
    "self_draw": f"{OPEN} |; 1 d2p; 1 win |; 2 d6m x6m |",
    "winner_leaves_the_turn_order": f"{OPEN} |; 1 d2p; 1 win |; 2 d6m x6m; 3 d3s x3s; 0 d6s x6s; 2 d6s x6s |",
    "nine_acts_missed": (
        f"{THREE} |; 3 d3s x3s; 0 d6m x6m; 1 d9m x9m; 2 d6p x6p; 3 d8s x8s; 0 d4s x4s; 1 d3m x3m;"
        "2 d5m x5m; 3 d1p x1p |"
    ),
}


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
@pytest.mark.parametrize("shown", ["all", "middle"])
def test_what_happened_is_recorded(text: str, shown: str) -> None:
    stage = Stage(overrides={"concealed_kong_shown": shown})
    stage.play(text)
    assert plain(stage.events) == plain(list(acts(text.replace("|", ""))))
    assert not stage.questions
    assert not stage.contradictions


def test_an_empty_wall_shows_all_hands() -> None:
    stage = Stage(wall=4)
    text = f"{THREE}; 3 d3s x3s |; wall |"
    stage.play(text)
    assert plain(stage.events) == plain(list(acts(text.replace("|", ""))))
    shown = {event.seat: str(event.hand) for event in stage.events if isinstance(event, Revealed)}
    assert shown[1] == "222456m 3477799p"
    assert len(shown) == 4


def test_a_face_misread_as_a_fifth_copy_spoils_no_other_hand() -> None:
    stage = Stage(wall=5)
    stage.play(f"{THREE}; 3 d3s kong* 7s d8s x8s |; wall")
    for _ in range(4):
        view = stage.view()
        pieces = (
            replace(piece, likelihoods=SURE[Tile.S7])
            if (piece.area, piece.seat, piece.tile) == (Area.HAND, 3, Tile.P2)
            else piece
            for piece in view.pieces
        )
        stage.see(replace(view, pieces=tuple(pieces)))
    shown = {event.seat: str(event.hand) for event in stage.events if isinstance(event, Revealed)}
    assert shown[1] == "222456m 3477799p"
    assert shown.keys() == {0, 1, 2}, "and is no tile that happens to be left"


def test_a_winner_shows_what_it_won_with() -> None:
    stage = Stage()
    stage.play(f"{THREE} |; 3 d3s x2p |; 1 win |")
    (win,) = [fact for fact in stage.state.facts if type(fact).__name__ == "WinMade"]
    assert str(win.hand) == "222456m 3477799p"  # type: ignore[union-attr]


def test_void_suits_are_told_by_first_discards() -> None:
    stage = Stage(rules="sbr-2025")
    stage.play(f"{THREE} |")
    assert [own.void for own in stage.state.seats] == [Suit.S, Suit.S, Suit.M, None]


def after_a_kong_of_7s(odds: float) -> Stage:
    """A discard that reads as 7s with these odds, else as 8s, though four 7s are a kong."""
    stage = Stage()
    stage.play(f"{THREE}; 3 d3s kong* 7s d8s x8s |")
    stage.do("0 d8s x8s")
    for _ in range(5):
        view = stage.view()
        late = max((one for one in view.pieces if one.area is Area.DISCARD), key=lambda one: one.since)
        vector = [0.0] * CLASSES
        vector[Tile.S7], vector[Tile.S8] = odds, 1 - odds
        odd = replace(late, likelihoods=tuple(vector))
        stage.see(replace(view, pieces=tuple(odd if one is late else one for one in view.pieces)))
    return stage


def test_four_of_a_kind_is_arithmetic() -> None:
    assert after_a_kong_of_7s(0.6).events[-1] == Discarded(0, Tile.S8)


def test_a_kind_that_only_arithmetic_tells_is_asked() -> None:
    """The reader may err about the other four, or about more than these two kinds."""
    stage = after_a_kong_of_7s(0.98)
    assert stage.events[-1] == Discarded(3, Tile.S8)
    (question,) = stage.questions
    assert question.options[0][-1] == Discarded(0, Tile.S8)
    assert question.options[-1] == ()


def test_occluded_is_not_gone() -> None:
    stage = Stage()
    stage.play(f"{THREE} |")
    for _ in range(12):
        view = stage.view()
        pieces = tuple(piece for piece in view.pieces if piece.area is not Area.DISCARD or piece.seat != 1)
        assert not stage.see(replace(view, pieces=pieces, hidden=frozenset({(Area.DISCARD, 1)})))


def test_a_new_discard_is_not_taken_for_one_of_its_kind_that_is_missed_just_then() -> None:
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d9s x9s |; 2 d9m x9m |; 3 d3s x3s |")
    stage.do("0 d9s x9s")
    for _ in range(2):
        view = stage.view()
        missed = [one for one in view.pieces if (one.area, one.seat) == (Area.DISCARD, 1)]
        stage.see(replace(view, pieces=tuple(one for one in view.pieces if one not in missed)))
    stage.look(2)
    assert [own.discards for own in stage.state.seats][:2] == [(Tile.S9, Tile.S9), (Tile.S9,)]
    assert not stage.questions


def test_an_unexplained_tile_is_not_taken_for_one_of_its_kind_that_is_covered() -> None:
    """Seat 0 lays a second 9s while by the record it is seat 3's turn; then its first is covered."""
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d9s x9s; 2 d9m x9m |")
    stage.do("0 d9s x9s")
    stage.look(1)
    for _ in range(3):
        view = stage.view()
        own = [one for one in view.pieces if (one.area, one.seat) == (Area.DISCARD, 0)]
        first = min(own, key=lambda one: one.since)
        stage.see(replace(view, pieces=tuple(one for one in view.pieces if one is not first)))
        assert any(one.piece.track == max(own, key=lambda one: one.since).track for one in stage.memory.fresh)


def test_a_far_row_that_is_seen_in_part_is_one_that_stands() -> None:
    stage = Stage()
    for text in (OPEN, "1 d1s x1s"):
        stage.do(text)
        for _ in range(4):
            view = stage.view()
            rows = [piece for piece in view.pieces if piece.area is Area.HAND and piece.seat == 2]
            pieces = tuple(piece for piece in view.pieces if piece.area is not Area.HAND or piece in rows[:5])
            hidden = frozenset((Area.HAND, seat) for seat in (0, 1, 3))
            stage.see(replace(view, pieces=pieces, hidden=hidden))
    assert plain(stage.events) == plain(list(acts(TWO)))


def test_a_view_told_twice_changes_nothing() -> None:
    stage = Stage()
    stage.do(OPEN)
    for _ in range(4):
        view = stage.view()
        stage.see(view)
        again = step(stage.memory, stage.state, view)
        assert again.memory == step(again.memory, stage.state, view).memory
        assert isinstance(again.verdict, Nothing)


def test_the_order_of_the_pieces_tells_nothing() -> None:
    seen: list[list[TableEvent]] = []
    for seed in range(3):
        stage = Stage()
        for part in f"{OPEN} |; 1 d5p x5p |; 0 pong 5p |; 0 x5s |".split("|"):
            stage.do(part)
            for _ in range(4):
                view = stage.view()
                pieces = list(view.pieces)
                Random(seed).shuffle(pieces)
                stage.see(replace(view, pieces=tuple(pieces)))
        seen.append(stage.events)
    assert seen[0] == seen[1] == seen[2]
    assert len(plain(seen[0])) == 6


@pytest.mark.parametrize("film", [mixing, building], ids=["mixing", "building"])
@pytest.mark.parametrize("seed", [0, 1, 22, 41, 56])
def test_no_event_where_no_round_is_played(film: object, seed: int) -> None:
    memory, state = Memory(), begin(started())
    for view in film(Random(seed), 25):  # type: ignore[operator]
        memory, verdict = step(memory, state, view)
        assert not isinstance(verdict, Accepted | Question)


def test_tiles_mixed_after_a_round_has_begun_record_nothing() -> None:
    stage = Stage()
    stage.play(f"{TWO} |")
    before = list(stage.events)
    for view in mixing(Random(1), 20):
        stage.see(replace(view, at=view.at + 100))
    assert stage.events == before
    assert not stage.questions


def test_backs_among_the_discards_are_nothing() -> None:
    stage = Stage()
    back = SeenPiece(SURE[BACK], Area.DISCARD, 0, (0.45, 0.38), 0.0, 700)
    for _ in range(6):
        view = stage.view()
        assert not stage.see(replace(view, pieces=(*view.pieces, back)))


@pytest.mark.parametrize("name", ["win_on_a_discard", "self_draw", "two_winners_of_one_discard"])
def test_hands_that_lie_open_are_seen_from_above(name: str) -> None:
    stage = FromAbove()
    stage.play(CASES[name])
    assert plain(stage.events) == plain(list(acts(CASES[name].replace("|", ""))))
    assert not stage.contradictions


def test_a_standing_hand_whose_faces_are_seen_is_no_open_one() -> None:
    stage = OverTheShoulder()
    stage.play(f"{TWO} |")
    stage.arm = True
    stage.look(2)
    stage.arm = False
    stage.play("2 d9m x9m |")
    assert plain(stage.events) == plain(list(acts(f"{TWO}; 2 d9m x9m")))
    assert not stage.questions


def test_a_row_that_is_half_hidden_stops_nothing() -> None:
    """Of the rows only one is seen whole, and one in part; the others stand edge-on to the camera."""
    stage = Stage()
    view = stage.view()
    kept = [piece for piece in view.pieces if piece.area is Area.HAND and piece.seat == 0][:1]
    kept += [piece for piece in view.pieces if piece.area is Area.HAND and piece.seat == 2]
    hidden = frozenset({(Area.HAND, 1), (Area.HAND, 2), (Area.HAND, 3)})
    assert in_play(replace(view, pieces=tuple(kept), hidden=hidden), stage.state)
    assert not in_play(replace(view, pieces=tuple(kept[:1]), hidden=hidden), stage.state)
    assert not in_play(replace(view, pieces=()), stage.state)


@pytest.mark.parametrize("opened", [False, True])
def test_a_meld_that_is_given_to_the_hand_beside_it_is_still_that_meld(opened: bool) -> None:
    stage = Stage()
    text = f"{OPEN} |; 2 pong 9s x8p |; 3 d3s x3s; 0 d6m x6m; 1 d5p x5p"
    stage.play(f"{text} |")
    if opened:
        stage.play("2 win")
        text += "; 2 win"
    for _ in range(6):
        view = stage.view()
        pieces = (
            replace(piece, area=Area.HAND) if piece.area is Area.MELD and piece.seat == 2 else piece
            for piece in view.pieces
        )
        stage.see(replace(view, pieces=tuple(pieces)))
    assert plain(stage.events) == plain(list(acts(text.replace("|", ""))))
    assert not stage.questions
    if opened:
        assert isinstance(stage.events[-1], Won)
        assert str(stage.events[-1].hand(2)) == "3488p 123456s"


def test_the_winning_tile_is_counted_once_when_hands_are_shown() -> None:
    deal = {**DEAL, 0: "123789m 11p 34559s", 3: "119m 2555899p 347s"}
    stage = Stage(deal=deal, wall=4, rules="sbr-2025")
    stage.play(f"{OPEN} |; 1 d5p x5p |; 2 win |; 3 d3s x3s |; 0 d6m x6m |; wall")
    stage.look(10)
    shown = {event.seat: str(event.hand) for event in stage.events if isinstance(event, Revealed)}
    assert shown[3] == "119m 2555899p 347s"
    assert not stage.questions


def test_an_open_hand_is_read_once_two_views_show_as_many_tiles() -> None:
    """Its winning tile lay open beside it long before, and one more of its tiles is not found at first."""
    stage = Stage(rules="sbr-2025", wall=7)
    stage.play(f"{THREE} |; 3 d3s x2p |; 1 win |; 2 d6m x6m |; 3 d8s x8s |; 0 d6s x6s |; 2 d9m x9m |; wall")
    view = stage.view()
    hand = [
        piece for piece in view.pieces if (piece.area, piece.seat) == (Area.HAND, 1) and piece.tile is Tile.P7
    ]
    stage.see(replace(view, pieces=tuple(piece for piece in view.pieces if piece is not hand[0])))
    assert not [event for event in stage.events if isinstance(event, Revealed)]
    stage.look(4)
    (win,) = [fact for fact in stage.state.facts if isinstance(fact, WinMade)]
    assert str(win.hand) == "222456m 3477799p"
