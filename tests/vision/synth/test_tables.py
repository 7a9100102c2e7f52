"""A table as a plain value, and where its tiles lie."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from assistant.tiles import DECK
from tests.vision.drawn_tables import table_of
from vision.calibration import SIDES
from vision.places import Area
from vision.synth.laying import FACE_DOWN, FACE_UP, HEAP_PLACES, Lying, Manner, Plan, Pond
from vision.synth.solids import Material, corners
from vision.synth.tables import (
    UNSEEN,
    WALLS,
    Held,
    Meld,
    MeldKind,
    Side,
    TableScene,
    Wall,
    drawn_behind,
    sideways_place,
    standing,
)

PLAN = Plan(Manner(rough=0.0), Material())
EMPTY = Side()


def lay(a_scene: TableScene, plan: Plan = PLAN) -> tuple[Lying, ...]:
    return plan.lay(a_scene, (27,) * DECK)


def local(lying: Lying) -> tuple[float, float]:
    """Along and deep of a tile as the player of its side has them, in tile widths from the left corner."""
    turn = -lying.side * math.pi / 2
    x = math.cos(turn) * lying.spot.x - math.sin(turn) * lying.spot.y
    y = math.sin(turn) * lying.spot.x + math.cos(turn) * lying.spot.y
    return (x / PLAN.material.width + 14, y / PLAN.material.width + 14)


def apart(first: Lying, second: Lying) -> bool:
    """Whether two flat tiles do not lie in one another: some side of one of them parts them."""
    corner_sets = [corners(PLAN.material, one.spot.pose)[:, :2] for one in (first, second)]
    for one in (first, second):
        for turn in (0.0, math.pi / 2):
            axis = np.array([math.cos(one.spot.yaw + turn), math.sin(one.spot.yaw + turn)])
            a, b = ((points @ axis) for points in corner_sets)
            if a.max() < b.min() + 0.6 or b.max() < a.min() + 0.6:
                return True
    return False


def test_the_wall_is_taken_from_the_break_and_from_behind() -> None:
    wall = Wall(start=0, taken=53, taken_behind=3)
    assert wall.left == 52
    assert wall.places()[0] == 53
    assert [drawn_behind(number) for number in range(4)] == [106, 107, 104, 105]
    assert set(range(DECK)) - set(wall.places()) == {*range(53), 106, 107, 104}
    assert Wall(taken=DECK).places() == ()
    assert Wall(taken=DECK - 1, taken_behind=1).places() == ()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Meld(MeldKind.PONG, (1, 1)), "has 3 tiles"),
        (lambda: Meld(MeldKind.EXPOSED, (1,) * 4, sideways=4), "0 to 3"),
        (lambda: Wall(start=54), "54 stacks"),
        (lambda: Wall(taken=100, taken_behind=9), "no more than 108"),
    ],
)
def test_what_cannot_lie_is_refused(make: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make()


def test_a_scene_tells_what_no_set_can_show() -> None:
    five = table_of(Side((3,) * 5), Side((40,)))
    assert five.problems() == ("kind 3 lies there 5 times", "40 is no kind: they are 0 to 26")
    assert table_of(standing(13), wall=Wall(taken=10)).problems() == ("111 tiles lie there, of 108",)
    assert table_of(Side((UNSEEN,) * 13, discards=(3, None, 3))).known() == [3, 3]


@pytest.mark.parametrize(
    ("kind", "claimed_from", "place"),
    [
        (MeldKind.PONG, 0, 0),
        (MeldKind.PONG, 3, 1),
        (MeldKind.PONG, 2, 2),
        (MeldKind.EXPOSED, 2, 3),
        (MeldKind.EXPOSED, 0, 0),
    ],
)
def test_the_sideways_tile_points_at_who_discarded_it(kind: MeldKind, claimed_from: int, place: int) -> None:
    assert sideways_place(kind, 1, claimed_from) == place


def test_the_whole_wall_is_four_rows_of_stacks_before_the_sides() -> None:
    laid = lay(table_of(wall=Wall(start=9, taken=0)))
    assert Counter(lying.side for lying in laid) == {side: 2 * many for side, many in enumerate(WALLS)}
    assert all(lying.spot.tip == FACE_DOWN for lying in laid)
    assert {round(lying.spot.z) for lying in laid} == {10, 30}
    for lying in laid:
        along, deep = local(lying)
        assert 6.8 < along < 21.2
        assert 0.14 * 28 <= deep <= 0.22 * 28


def test_the_wall_is_drawn_clockwise_and_the_upper_tile_first() -> None:
    spots = [PLAN.wall_spot(0, place) for place in range(DECK)]
    sides = [side for side, _ in spots]
    assert [sides[n] for n in (0, 28, 54, 82)] == [0, 3, 2, 1]
    assert spots[0][1].z > spots[1][1].z
    angles = np.unwrap([math.atan2(spot.y, spot.x) for _, spot in spots])
    assert angles[-1] < angles[0] - 5


@pytest.mark.parametrize("side", range(SIDES))
@pytest.mark.parametrize("held", list(Held))
def test_a_hand_stands_before_its_player_left_to_right(side: int, held: Held) -> None:
    sides = [EMPTY] * SIDES
    sides[side] = Side(tuple(range(14)), held, drawn=True)
    laid = lay(table_of(*sides))
    assert [lying.tile for lying in laid] == list(range(14))
    places = [local(lying) for lying in laid]
    alongs = [along for along, _ in places]
    assert alongs == sorted(alongs)
    assert all(0.03 * 28 < deep < 0.08 * 28 for _, deep in places)
    assert alongs[13] - alongs[12] > 1.5 * (alongs[12] - alongs[11])
    if held is Held.STANDING:
        outwards = laid[0].spot.pose.turn[:, 2]
        angle = side * math.pi / 2
        assert outwards @ np.array([math.sin(angle), -math.cos(angle), 0]) > 0.9


def test_a_drawn_tile_moves_no_other() -> None:
    before = {lying.tile: lying.spot for lying in lay(table_of(Side(tuple(range(13)))))}
    after = {lying.tile: lying.spot for lying in lay(table_of(Side(tuple(range(14)), drawn=True)))}
    assert all(after[tile] == spot for tile, spot in before.items())


def test_melds_grow_from_the_right_corner_inwards() -> None:
    melds = (
        Meld(MeldKind.PONG, (0, 1, 2), sideways=1),
        Meld(MeldKind.EXPOSED, (3, 4, 5, 6), sideways=3),
        Meld(MeldKind.CONCEALED, (7, 8, 9, 10), middle_only=True),
        Meld(MeldKind.ADDED, (11, 12, 13, 14), sideways=0, stacked=True),
    )
    laid = {lying.tile: lying for lying in lay(table_of(Side((26,), melds=melds)))}
    assert [t for t, _ in sorted(laid.items(), key=lambda item: local(item[1])[0]) if t < 11] == [
        7, 8, 9, 10, 3, 4, 5, 6, 0, 1, 2,
    ]  # fmt: skip
    assert local(laid[2])[0] < 28 * 0.97
    sideways = [t for t, lying in laid.items() if abs(lying.spot.yaw) > 1]
    assert sideways == [1, 6, 11, 14]
    assert [t for t, lying in laid.items() if lying.spot.tip == FACE_DOWN] == [7, 10]
    assert laid[14].spot.z > laid[11].spot.z
    assert laid[14].spot[:2] == laid[11].spot[:2]
    flat = [lying for lying in laid.values() if lying.area is Area.MELD and lying.tile != 14]
    assert all(apart(a, b) for n, a in enumerate(flat) for b in flat[:n])
    assert local(laid[26])[0] < local(laid[11])[0] - 1


def test_an_added_tile_may_lie_beside() -> None:
    meld = Meld(MeldKind.ADDED, (0, 1, 2, 3), sideways=2, stacked=False)
    laid = {lying.tile: lying for lying in lay(table_of(Side(melds=(meld,))))}
    assert local(laid[3])[1] == pytest.approx(local(laid[2])[1] + 1.02)
    assert laid[3].spot.z == laid[2].spot.z


def test_neat_discards_are_rows_of_six_that_grow_towards_the_player() -> None:
    laid = lay(table_of(EMPTY, EMPTY, Side(discards=tuple(range(14)))))
    places = [local(lying) for lying in laid]
    first, second = places[:6], places[6:12]
    assert [along for along, _ in first] == sorted(along for along, _ in first)
    assert min(deep for _, deep in first) > max(deep for _, deep in second)
    assert all(0.24 * 28 < deep < 0.5 * 28 for _, deep in places)
    assert all(lying.spot.tip == FACE_UP for lying in laid)


@pytest.mark.parametrize("pond", list(Pond))
def test_discards_of_all_sides_find_room(pond: Pond) -> None:
    plan = Plan(Manner(3, pond=pond, rough=0.0), Material())
    many = 12 if pond is Pond.HEAP else 18
    laid = lay(table_of(*[Side(discards=tuple(range(many))) for _ in range(SIDES)]), plan)
    crossing = [(a, b) for n, a in enumerate(laid) for b in laid[:n] if not apart(a, b)]
    assert len(crossing) <= (4 if pond is Pond.HEAP else 0)
    reach = plan.length * 0.36
    assert all(abs(lying.spot.x) < reach and abs(lying.spot.y) < reach for lying in laid)
    assert many < HEAP_PLACES


def test_a_winning_tile_lies_beside_the_hand_or_across_before_it() -> None:
    won = Side(tuple(range(13)), Held.OPEN, won=(20,))
    beside = {lying.tile: lying for lying in lay(table_of(won))}
    assert local(beside[20])[0] > local(beside[12])[0] + 1.5
    plan = Plan(Manner(rough=0.0, won_across=True), Material())
    across = {lying.tile: lying for lying in lay(table_of(won), plan)}
    assert abs(across[20].spot.yaw) == pytest.approx(math.pi / 2)
    assert local(across[0])[0] < local(across[20])[0] < local(across[12])[0]
    assert all(apart(across[20], across[tile]) for tile in range(13))
    assert local(across[20])[1] < 0.12 * 28
