"""跟桌 and 看桌子: from sights of a table to observations, events, answers and corrections."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assistant.events import Discarded, Drawn, Gap, How, Konged, Ponged, RoundStarted
from assistant.observation import BACK, Area, Observation, SeenPiece, Shift
from assistant.reconcile import Accepted, Memory, Mended, Nothing, Question
from assistant.state import RoundState
from assistant.tiles import KINDS, Tile
from assistant.watching.doubts import Doubt
from tests.assistant.scripted_table.stage import Stage
from tests.vision.drawn_tables import SCENE, detections_of, drawn, geometry_of
from tests.vision.test_table_eye import Reader
from vision.calibration import Geometry, to_table, whole_picture
from vision.detection import OTHER, Detection, sure
from vision.lifted import Lift
from vision.places import Area as Place
from vision.places import PlacedTile
from vision.table_eye import Sight
from vision.tracking import Track
from web import following as following_module
from web.following import Following, Told
from web.watching import Looker, observation_of

GEOMETRY = Geometry(whole_picture(1000, 1000).corners, (1000, 1000), dealer=2)


def piece(
    kind: int, area: Area, seat: int | None, at: tuple[float, float], track: int, since: float = 0.0
) -> SeenPiece:
    return SeenPiece(sure(kind, 0.995), area, seat, at, 0.0, track, since)


def view(at: float, *pieces: SeenPiece) -> Observation:
    """A view with four standing hands beside the pieces."""
    hands = [
        piece(BACK, Area.HAND, seat, to_table(0.2 + 0.04 * place, 0.055, seat), 1000 + 20 * seat + place)
        for seat in range(4)
        for place in range(13)
    ]
    return Observation(at, (*hands, *pieces))


def discard(kind: int, seat: int, number: int, since: float) -> SeenPiece:
    return piece(
        kind, Area.DISCARD, seat, to_table(0.4 + 0.04 * number, 0.38, seat), 100 * seat + number, since
    )


def events(following: Following, *views: Observation) -> list[object]:
    told = [one for seen in views for one in following.see(seen)]
    return [one.event if isinstance(one, Told) else one for one in told]


def test_a_discard_is_told_after_the_start_of_its_round() -> None:
    following = Following(RoundStarted(names=("A", "B", "C", "D")))
    first = discard(8, 0, 0, 2.0)
    told = events(following, view(1.0), view(2.0, first), view(2.2, first), view(2.4, first))
    assert told == [following.started, Drawn(0), Discarded(0, Tile.M9)]
    assert following.events == told
    assert following.open is None
    assert events(following, view(3.0, first)) == []


def test_a_person_outranks_the_camera() -> None:
    following = Following(RoundStarted())
    first = discard(8, 0, 0, 2.0)
    events(following, view(1.0), view(2.0, first), view(2.2, first), view(2.4, first))
    assert list(following.record(Ponged(2, Tile.M9))) == [Ponged(2, Tile.M9)]
    assert following.take_back(3) == Ponged(2, Tile.M9)
    assert following.take_back(2) == Discarded(0, Tile.M9)
    assert following.events == [following.started, Drawn(0)]
    for place in (0, 9):
        with pytest.raises(IndexError):
            following.take_back(place)
    assert events(following, view(3.0, first)) == [], (
        "what was taken back is not told again from the same tile"
    )


def test_taking_back_drops_what_no_longer_fits() -> None:
    following = Following(RoundStarted())
    list(following.record(Drawn(0), Discarded(0, Tile.M9), Ponged(2, Tile.M9), Discarded(2, Tile.P1)))
    following.take_back(2)
    assert following.events == [following.started, Drawn(0)]


@pytest.mark.parametrize("alone", [True, False])
def test_at_the_end_the_likeliest_answer_is_supposed_where_nobody_is_there(alone: bool) -> None:
    """A discard reads as one of six kinds; the next one is plain."""
    following = Following(RoundStarted(), alone=alone)
    vague = [0.0] * len(sure(8, 0.9))
    for kind, odds in {8: 0.4, 12: 0.2, 20: 0.14, 3: 0.1, 23: 0.08, 16: 0.08}.items():
        vague[kind] = odds
    first = replace(discard(8, 0, 0, 2.0), likelihoods=tuple(vague))
    second = discard(14, 1, 0, 9.0)
    told = events(following, view(1.0), *(view(2.0 + 0.4 * n, first) for n in range(15)))
    assert [type(one) for one in told] == [Question]
    assert not events(following, *(view(9.0 + 0.4 * n, first, second) for n in range(9)))
    assert not following.supposed
    ended = list(following.end())
    if not alone:
        assert not ended
        return
    assert [one.event for one in ended] == following.events
    assert Discarded(0, Tile.M9) in following.events
    assert following.events[-1] == Discarded(1, Tile.P6)
    assert [one.supposed for one in ended if one.event == Discarded(0, Tile.M9)] == [True]
    assert not ended[-1].supposed
    ((question, answer),) = following.supposed
    assert question == told[0]
    assert answer[-1] == Discarded(0, Tile.M9)


def test_a_mend_that_takes_the_ground_from_later_events_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def mends(memory: Memory, state: RoundState, *seen: object) -> tuple[Memory, Mended | Nothing]:
        first = memory.doubts[0]
        return memory, Nothing() if first.firm else Mended(first.mend, Tile.M6, 0.99)

    doubt = Doubt(0, 0, Tile.M9, (0.0,) * KINDS, (0.5, 0.5))
    monkeypatch.setattr(following_module, "step", mends)
    monkeypatch.setattr(following_module, "Memory", lambda: Memory(doubts=(doubt,)))
    following = Following(RoundStarted())
    list(following.record(Drawn(0), Discarded(0, Tile.M9), Ponged(2, Tile.M9)))
    assert list(following.see(view(1.0))) == []
    assert following.events[1:] == [Drawn(0), Discarded(0, Tile.M9), Ponged(2, Tile.M9)]


def test_an_answer_is_recorded_and_the_next_round_turns_the_names() -> None:
    following = Following(RoundStarted(names=("A", "B", "C", "D")))
    question = Question(((Drawn(0), Discarded(0, Tile.M9)), ()))
    assert list(following.answer(question, 0)) == [following.started, Drawn(0), Discarded(0, Tile.M9)]
    assert list(following.answer(question, None)) == []
    following.next_round(1)
    assert following.started.names == ("B", "C", "D", "A")
    assert following.events == []
    following.next_round(None)
    assert following.started.names == ("B", "C", "D", "A")


FIRST = Question(
    (
        (Drawn(1), Discarded(1, Tile.M5)),
        (Drawn(1), Konged(1, How.CONCEALED, Tile.P9), Drawn(1), Discarded(1, Tile.M5)),
        (),
    )
)
SECOND = Question(((Drawn(2), Discarded(2, Tile.P1)), (Drawn(2), Discarded(2, Tile.P2)), ()))


def supposed() -> Following:
    """After a discard two answers were supposed, one after the other."""
    following = Following(RoundStarted(), alone=True)
    list(following.record(Drawn(0), Discarded(0, Tile.M9)))
    for question in (FIRST, SECOND):
        list(following._accept(question, Accepted(question.options[0], 0.9, supposed=True)))
    return following


def test_late_answers_find_what_was_supposed_where_it_stands_by_now() -> None:
    following = supposed()
    assert following.correct(FIRST, 1)
    assert following.correct(SECOND, 1)
    assert following.events[1:] == [Drawn(0), Discarded(0, Tile.M9), *FIRST.options[1], *SECOND.options[1]]
    assert following.dropped() == ()
    assert not following.correct(SECOND, 0)


def test_what_no_longer_fits_after_a_late_answer_is_dropped_and_told() -> None:
    following = supposed()
    assert following.correct(FIRST, None)
    assert following.events[1:] == [Drawn(0), Discarded(0, Tile.M9)]
    assert following.dropped() == ((3, Drawn(2)), (4, Discarded(2, Tile.P1)))
    assert following.dropped() == ()
    assert not following.correct(SECOND, 1)


def test_an_answer_that_no_longer_fits_changes_nothing() -> None:
    following = supposed()
    before = list(following.events)
    with pytest.raises(ValueError, match=r"\S"):
        list(following.answer(Question(((Drawn(3), Ponged(1, Tile.S9)), ())), 0))
    assert following.events == before
    unfit = Question((SECOND.options[0], (Ponged(3, Tile.S1),), ()))
    following.supposed[1] = unfit, SECOND.options[0]
    assert not following.correct(unfit, 1)
    assert following.events == before


def test_impossible_events_are_refused() -> None:
    following = Following(RoundStarted())
    with pytest.raises(ValueError, match=r"\S"):
        list(following.record(Ponged(2, Tile.M9)))


# -- sights to observations


def track(kind: int, area: Place, side: int | None, *, number: int = 1, **more: object) -> Track:
    came = more.pop("came_from", None)
    assert came is None or isinstance(came, int)
    tile = PlacedTile(Detection((0, 0, 9, 9), 0.9, sure(kind, 0.9)), (0.5, 0.4), 90.0, area, side, **more)  # type: ignore[arg-type]
    made = Track(number, tile, 3.0, came)
    made.logs[kind] = 5.0
    return made


def test_sides_become_seats_and_standing_hands_keep_their_faces() -> None:
    seen = observation_of(
        Sight(
            7.0,
            True,
            tracks=(
                track(4, Place.HAND, 0),
                track(4, Place.HAND, 1, open=True),
                track(4, Place.DISCARD, 3, number=9),
            ),
            hidden=frozenset({(Place.HAND, 3), (Place.DISCARD, 1)}),
            edge_on=frozenset({0}),
        ),
        GEOMETRY,
    )
    assert seen.at == 7.0
    standing, shown, thrown = seen.pieces
    assert (standing.best, standing.seat) == (BACK, 2)
    assert (shown.tile, shown.seat) == (Tile.M5, 3)
    assert (thrown.seat, thrown.track, thrown.since, thrown.turn) == (1, 9, 3.0, 90.0)
    assert seen.hidden == {
        (Area.HAND, 1),
        (Area.MELD, 1),
        (Area.DISCARD, 3),
        (Area.DISCARD, None),
        (Area.HAND, 2),
    }


@pytest.mark.parametrize(
    ("maybe", "came_from", "seat"),
    [((0, 1), 1, 3), ((0, 1), 3, None), ((), 1, None), ((0, 1, 2, 3), None, None)],
)
def test_a_hand_tells_the_owner_of_a_discard_only_where_its_place_allows(
    maybe: tuple[int, ...], came_from: int | None, seat: int | None
) -> None:
    one = track(4, Place.DISCARD, None, maybe=maybe, came_from=came_from)
    (seen,) = observation_of(Sight(1.0, True, tracks=(one,)), GEOMETRY).pieces
    assert seen.seat == seat


@pytest.mark.parametrize(("other", "best"), [(0.8, 9), (0.9999, OTHER)])
def test_an_honour_on_a_sichuan_table_is_mostly_a_tile_read_badly(other: float, best: int) -> None:
    one = track(OTHER, Place.DISCARD, 0)
    one.logs[:] = np.log(1e-8)
    one.logs[OTHER], one.logs[9] = np.log(other), np.log(1 - other)
    (seen,) = observation_of(Sight(1.0, True, tracks=(one,)), GEOMETRY).pieces
    assert seen.best == best
    assert sum(seen.likelihoods) == pytest.approx(1.0)


def test_a_tile_of_a_meld_that_may_lie_on_another_says_how_it_shifted() -> None:
    pong = [track(4, Place.MELD, 0), track(4, Place.MELD, 0, number=10)]
    lifts = {10: Lift(7.0, 8.0, 0.24, 0.01, 0.25, 0.02, 3)}
    one, other = observation_of(Sight(9.0, True, tracks=tuple(pong), lifts=lifts), GEOMETRY).pieces
    assert one.shift is None
    assert other.shift == Shift(7.0, 8.0, 0.24, 0.01, 0.25, 0.02)


def test_a_side_without_a_player_has_no_seat() -> None:
    three = Geometry(GEOMETRY.corners, (1000, 1000), sides=(0, 1, 3), dealer=3)
    sight = Sight(1.0, True, tracks=(track(4, Place.DISCARD, 2),), hidden=frozenset({(Place.HAND, 2)}))
    seen = observation_of(sight, three)
    assert [one.seat for one in seen.pieces] == [None]
    assert seen.hidden == frozenset()


def test_a_looker_turns_with_the_dealer() -> None:
    picture = drawn(SCENE, 1.0)
    geometry = geometry_of(picture)
    looker = Looker(Reader(picture), geometry)
    assert looker.see(0.0, picture.pixels).observation is None
    first = looker.see(0.2, picture.pixels)
    assert first.geometry is not None
    assert first.observation is not None
    assert not first.moved
    assert len(first.observation.lying(Area.DISCARD, 0)) == len(SCENE.sides[0].discards)
    looker.turn(Geometry(geometry.corners, geometry.picture, dealer=1))
    second = looker.see(0.4, picture.pixels)
    assert second.observation is not None
    assert len(second.observation.lying(Area.DISCARD, 3)) == len(SCENE.sides[0].discards)
    # a row that stands edge-on shows no tile, but how many they are
    assert len(detections_of(picture)) + len(SCENE.sides[1].hand) >= len(second.observation.pieces)


def test_a_lost_thread_is_taken_up_and_supposed_once_nobody_answers_any_more() -> None:
    """A pong was recorded as a kong: the fourth tile of its kind cannot be told where it is thrown."""
    stage = Stage()
    following = Following(stage.start)

    def watch(text: str, views: int = 4) -> list[Told]:
        stage.do(text)
        told = []
        for _ in range(views):
            told += [one for one in following.see(stage.view()) if isinstance(one, Told)]
            question = following.open
            if question is not None and question.lost is None:
                list(following.answer(question, None))
            following.leave(question is not None and question.lost is not None)
        return told

    watch("0 d1s x9s")
    watch("1 d5p x5p")
    list(following.record(Konged(0, How.EXPOSED, Tile.P5)))
    stage.do("0 pong 5p")
    for move in ("0 x5s", "1 d1s x1s", "2 d5p x5p", "3 d3s x3s", "0 d6m x6m", "1 d8m x8m"):
        watch(move)
    told = watch("2 d6p x6p", 200)
    taken = [one for one in told if isinstance(one.event, Gap)]
    assert taken
    assert all(one.supposed for one in taken)
    question, chosen = following.supposed[-1]
    assert question.lost is not None
    assert chosen == question.options[0]
    assert [one.event for one in watch("3 d8s x8s")] == [Drawn(3), Discarded(3, Tile.S8)]
