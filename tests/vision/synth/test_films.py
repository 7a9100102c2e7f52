"""Films: what a frame shows is what the moves have done, however the frame was reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from assistant.tiles import DECK, KINDS
from tests.own_faces import own_faces
from vision.detection import BACK
from vision.places import Area
from vision.synth.films import Film, Frame
from vision.synth.laying import FACE_DOWN, FACE_UP, Manner, Plan, Pond
from vision.synth.moves import (
    Discard,
    Draw,
    Exchange,
    Kong,
    Missed,
    Move,
    Nudge,
    Pause,
    Pong,
    Reveal,
    SideBet,
    Sweep,
    Win,
    after,
    dealing,
    whole_wall,
)
from vision.synth.reels import RoundReel, Tempo
from vision.synth.restless import MixingReel
from vision.synth.settings import Setting, plain_setting
from vision.synth.tables import Held, MeldKind, Side, TableScene, Wall

SIZE = (640, 360)

START = TableScene(
    (
        Side((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)),
        Side((9, 9, 10, 11, 12, 13, 14, 15, 16, 17, 17, 17, 26)),
        Side((9, 9, 21, 21, 22, 22, 23, 23, 24, 24, 25, 25, 26)),
        Side((10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 0)),
    ),
    Wall(5, 52),
)
MOVES: tuple[Move, ...] = (
    Draw(0, 18),
    Discard(0, 18),
    Draw(1, 19),
    Discard(1, 26),
    Nudge(2, 8.0),
    Draw(2, 20),
    Discard(2, 9),
    Pong(1, 9, 2),
    Discard(1, 10),
    Missed(1.0),
    Draw(2, 5),
    Discard(2, 5),
    Sweep(3),
    Draw(3, 3),
    Discard(3, 0),
    Kong(0, 0, MeldKind.EXPOSED, 3),
    Draw(0, 16, behind=True),
    Discard(0, 1),
    Win((2, 3), 1, 0),
    Reveal(1),
)


@pytest.fixture(scope="module")
def setting() -> Setting:
    return plain_setting(own_faces(), size=SIZE, elevation=1.4)


def film_of(
    setting: Setting, moves: Sequence[Move] = MOVES, pond: Pond = Pond.NEAT, start: TableScene = START
) -> Film:
    plan = Plan(Manner(2, pond=pond), setting.material)
    return Film(RoundReel(start, moves, plan, seed=4), plan, setting)


@pytest.fixture(scope="module")
def film(setting: Setting) -> Film:
    return film_of(setting)


def resting(film: Film, done: int) -> int:
    """The number of the last frame at which so many moves are done."""
    return max(number for number in range(len(film)) if film.done(number) == done)


def lying(frame: Frame, area: Area, side: int) -> list[int]:
    return sorted(t.kind for t in frame.picture.tiles if t.area is area and t.side == side and t.kind < KINDS)


def test_frames_come_at_the_rate_but_for_the_missed_stretch(film: Film) -> None:
    steps = [later - earlier for earlier, later in pairwise(film.times)]
    assert film.times[0] == 0
    assert Counter(round(step, 3) for step in steps).most_common(1)[0][0] == 0.2
    assert [round(step, 1) for step in steps if step > 0.21] == [1.2]
    assert film.whole
    done = [film.done(number) for number in range(len(film))]
    assert done == sorted(done)
    assert done[-1] == len(MOVES)


def test_a_frame_is_the_same_however_it_was_reached(setting: Setting, film: Film) -> None:
    number = resting(film, 9)
    for at in (0, 3, 40):
        film.frame(at)
    jumped = film.frame(number)
    walked_film = film_of(setting)
    for walked in walked_film.frames(number - 6):
        if walked.number == number:
            break
    np.testing.assert_array_equal(jumped.picture.pixels, walked.picture.pixels)
    assert jumped.picture.tiles == walked.picture.tiles
    assert jumped.done == walked.done == 9


def test_tiles_lie_where_the_moves_have_put_them(film: Film) -> None:
    assert lying(film.frame(resting(film, 4)), Area.DISCARD, 1) == [26]
    ponged = film.frame(resting(film, 8))
    assert lying(ponged, Area.MELD, 1) == [9, 9, 9]
    assert lying(ponged, Area.DISCARD, 2) == []
    konged = film.frame(resting(film, 16))
    assert lying(konged, Area.MELD, 0) == [0, 0, 0, 0]
    assert lying(konged, Area.DISCARD, 3) == []
    end = film.frame(len(film) - 1)
    assert lying(end, Area.HAND, 2) == [1, 9, 20, 21, 21, 22, 22, 23, 23, 24, 24, 25, 25, 26]
    assert lying(end, Area.HAND, 3) == [3, *(kind for kind in range(10, 16) for _ in (0, 1))]
    assert lying(end, Area.DISCARD, 0) == [18]
    assert lying(end, Area.HAND, 1) == [11, 12, 13, 14, 15, 16, 17, 17, 17, 19]
    assert not end.moving
    assert end.hands == 0


def test_no_tile_is_lost_or_doubled(film: Film) -> None:
    for at in np.arange(0, film.reel.seconds, 0.37):
        pieces = film.reel.pieces(float(at))
        assert len({piece.number for piece in pieces}) == len(pieces) == DECK


def test_hands_carry_and_go(film: Film) -> None:
    hands = [len(film.reel.arms(at)) for at in film.times]
    assert max(hands) >= 1
    assert hands.count(0) > len(hands) // 4
    moving = next(n for n in range(len(film)) if film.frame(n).moving)
    assert film.frame(moving).hands == 1
    assert any(truth.moving for n in range(moving, moving + 3) for truth in film.frame(n).picture.tiles)


def test_a_nudged_tile_moves_a_little_and_stays_so(film: Film) -> None:
    reel = film.reel
    assert isinstance(reel, RoundReel)
    nudge = reel.steps[4]
    moved = [t for t in nudge.before if nudge.before[t].spot != nudge.after[t].spot]
    assert len(moved) == 2
    for tile in moved:
        old, new = nudge.before[tile].spot, nudge.after[tile].spot
        assert 0 < max(abs(old.x - new.x), abs(old.y - new.y)) <= 8
        assert reel.steps[-1].after[tile].spot == new


def test_a_side_bet_leaves_the_table(setting: Setting) -> None:
    reel = film_of(setting, [SideBet(), Pause(1.0)]).reel
    assert len(reel.pieces(reel.seconds)) == DECK - 1


def test_kinds_are_exchanged(setting: Setting) -> None:
    gifts = ((0, 1, (0, 0, 0)), (1, 0, (17, 17, 17)))
    reel = film_of(setting, [Exchange(gifts)]).reel
    assert isinstance(reel, RoundReel)
    hand = sorted(
        reel.kinds[t] for t, one in reel.steps[-1].after.items() if one.side == 1 and one.area is Area.HAND
    )
    assert hand == [0, 0, 0, 9, 9, 10, 11, 12, 13, 14, 15, 16, 26]
    assert len(reel.arms(reel.steps[0].start + 0.5)) == 2


def test_a_deal_takes_from_a_whole_wall(setting: Setting) -> None:
    hands = [side.hand for side in START.sides]
    reel = film_of(setting, dealing(hands), start=whole_wall(7)).reel
    assert isinstance(reel, RoundReel)
    end = reel.steps[-1].after
    for side in range(4):
        dealt = [reel.kinds[t] for t, one in end.items() if one.area is Area.HAND and one.side == side]
        assert sorted(dealt) == sorted(hands[side])
    assert sum(one.area is Area.WALL for one in end.values()) == DECK - 52


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (Discard(0, 26), "1 tiles of kind 26 are wanted"),
        (Pong(1, 9, 2), "no tile of kind 9"),
        (Kong(0, 8, MeldKind.ADDED), "no pong"),
        (Kong(0, 8, MeldKind.EXPOSED), "say which"),
        (Win((0,), 3, 1, robbed=True), "to rob"),
    ],
)
def test_what_cannot_happen_is_refused(setting: Setting, move: Move, says: str) -> None:
    moves = [Draw(0, 8), Kong(0, 8, MeldKind.CONCEALED), move] if says == "no pong" else [move]
    if says == "no pong":
        moves = [Draw(0, 7), move]
    with pytest.raises(ValueError, match=says):
        film_of(setting, moves)


def test_an_added_kong_can_be_robbed_and_a_concealed_one_lies_face_down() -> None:
    kinds = {number: number // 4 for number in range(DECK)}
    scene = TableScene(
        (Side((0, 1, 2, 3, 8)), Side((4, 5, 9)), Side(discards=(6,)), Side((40,))), Wall(taken=DECK - 1)
    )
    wall = list(range(DECK))
    scene = after(scene, Kong(0, 0, MeldKind.CONCEALED, middle_only=True), kinds.__getitem__, wall)
    scene = after(scene, Pong(1, 1, 2), kinds.__getitem__, wall)
    assert scene.sides[1].melds[0].sideways == 2
    kinds[wall[scene.wall.places()[0]]] = 1
    scene = after(scene, Draw(1, 1), kinds.__getitem__, wall)
    scene = after(scene, Kong(1, 1, MeldKind.ADDED, stacked=False), kinds.__getitem__, wall)
    assert scene.sides[1].melds[0].kind is MeldKind.ADDED
    scene = after(scene, Win((3,), 1, 1, robbed=True, shown=False), kinds.__getitem__, wall)
    assert scene.sides[1].melds[0].kind is MeldKind.PONG
    assert scene.sides[3].held is Held.DOWN
    assert kinds[scene.sides[3].won[0]] == 1
    with pytest.raises(ValueError, match="wall is empty"):
        after(scene, Draw(2, 5), kinds.__getitem__, wall)


def test_play_is_hurried_to_fit(setting: Setting) -> None:
    plan = Plan(Manner(), setting.material)
    calm = RoundReel(START, MOVES, plan, seed=4, tempo=Tempo(think=(2, 3)))
    quick = RoundReel(START, MOVES, plan, seed=4, tempo=Tempo(think=(2, 3)), most=25.0)
    assert calm.seconds > 30
    assert quick.seconds <= 25
    assert [step.move for step in quick.steps] == list(MOVES)


def test_mixing_and_building_hold_no_move(setting: Setting) -> None:
    plan = Plan(Manner(), setting.material)
    reel = MixingReel(plan, seed=3, mixing=3.0)
    film = Film(reel, plan, replace(setting, lens=replace(setting.lens, quality=None)))
    assert {film.done(number) for number in range(len(film))} == {0}
    for at in (0.0, 1.5, reel.seconds):
        pieces = reel.pieces(at)
        assert Counter(piece.kind for piece in pieces) == dict.fromkeys(range(KINDS), 4)
        assert all(abs(p.spot.x) < plan.length / 2 and abs(p.spot.y) < plan.length / 2 for p in pieces)
    early = film.frame(5)
    assert early.moving
    assert early.hands == 3
    assert {truth.area for truth in early.picture.tiles} == {Area.DISCARD}
    assert 0 < sum(truth.kind != BACK for truth in early.picture.tiles) < DECK // 2
    built = film.frame(len(film) - 1)
    assert {truth.kind for truth in built.picture.tiles} == {BACK}
    assert not built.moving
    assert all(piece.spot.tip == FACE_DOWN for piece in reel.pieces(reel.seconds))
    assert any(piece.spot.tip == FACE_UP for piece in reel.pieces(0.0))


def test_a_table_at_rest_stays_at_rest(setting: Setting) -> None:
    film = film_of(setting, [Pause(2.0)])
    frames = [film.frame(0), film.frame(len(film) - 1)]
    assert frames[0].picture.tiles == frames[1].picture.tiles
    assert not np.array_equal(frames[0].picture.pixels, frames[1].picture.pixels), "a camera's noise"
    assert film_of(setting, []).frame(0).picture.tiles == frames[0].picture.tiles
