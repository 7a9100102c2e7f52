"""同处: what comes where a tile lay, what was told and is not seen, and a tile that is back where it lay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.notation import parse_tile
from assistant.observation import CLASSES, Area, Observation, SeenPiece
from assistant.watching.laid import Laid
from assistant.watching.memory import Fresh, Spot
from assistant.watching.one_place import homes, is_one, surer, under
from assistant.watching.pairing import pair
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

AT = (0.62, 0.74)


def reads(kind: str, surely: float) -> tuple[float, ...]:
    rest = (1 - surely) / (CLASSES - 1)
    return tuple(surely if one == parse_tile(kind) else rest for one in range(CLASSES))


def piece(
    kind: str,
    surely: float = 0.99,
    at: tuple[float, float] = AT,
    track: int = 1,
    area: Area = Area.DISCARD,
    since: float = 0.0,
) -> SeenPiece:
    return SeenPiece(reads(kind, surely), area, 0, at, track=track, since=since)


UNSURE = replace(
    piece("7p", 0.7),
    likelihoods=tuple(
        0.69 if one == parse_tile("7p") else 0.31 if one == parse_tile("6p") else 0.0
        for one in range(CLASSES)
    ),
)
"""A 6p that reads as a 7p rather."""


def thrown(kind: str, place: int = 0) -> Laid:
    return Laid(Area.DISCARD, 0, parse_tile(kind), place)


@pytest.mark.parametrize(
    ("before", "now", "others", "one"),
    [
        (piece("6p", 0.88), piece("2p", 0.57, (0.62, 0.732), 2), (), True),
        (piece("6p", 0.99), piece("2p", 0.99, (0.62, 0.74), 2), (), False),
        (piece("6p", 0.88), piece("2p", 0.57, (0.66, 0.74), 2), (), False),
        (piece("6p", 0.88), piece("2p", 0.57, AT, 2), (piece("6p", area=Area.MELD, track=3),), False),
        (piece("6p", 0.88), piece("2p", 0.57, AT, 2), (piece("6p", area=Area.HAND, track=3),), False),
        (UNSURE, piece("2p", 0.99, AT, 2), (piece("6p", area=Area.MELD, track=3),), False),
    ],
    ids=["half covered", "both plain", "beside it", "claimed for a meld", "won", "claimed, but misread"],
)
def test_two_faces_in_one_place_are_one_where_one_reads_unsurely(
    before: SeenPiece, now: SeenPiece, others: tuple[SeenPiece, ...], one: bool
) -> None:
    known = Fresh(before, before.likelihoods, views=3, gone=1)
    assert is_one(known, now, (now, *others)) is one
    assert surer(known, now) == max(before.likelihoods, now.likelihoods, key=max)


@pytest.mark.parametrize(("surely", "found"), [(0.5, True), (0.99, False)])
def test_a_discard_that_a_hand_covers_in_part_is_found_in_its_place(surely: float, found: bool) -> None:
    tile = thrown("6p")
    bound = {tile: Spot(Area.DISCARD, AT, 1)}
    paired = pair([tile], Observation(1.0, (piece("2p", surely, track=2),)), bound, {})
    assert (tile in paired.pairs) is found


@pytest.mark.parametrize(
    ("since", "surely", "taken"),
    [(9.0, 0.99, False), (9.0, 0.5, True), (1.0, 0.99, True)],
    ids=["later, and plain", "later, read unsurely", "there when it was told"],
)
def test_a_tile_that_was_told_is_no_plain_one_that_came_later(
    since: float, surely: float, taken: bool
) -> None:
    tile = thrown("6s")
    view = Observation(10.0, (piece("8s", surely, since=since),))
    paired = pair([tile], view, {}, {tile: 4}, told={tile: 2.0})
    assert (tile in paired.pairs) is taken


def test_a_tile_that_seemed_to_have_moved_is_the_one_that_lies_where_it_lay() -> None:
    tile, far = thrown("4s"), (0.465, 0.304)
    bound = {tile: Spot(Area.DISCARD, AT, 1)}
    new = piece("4s", at=far, track=2)
    paired = pair([tile], Observation(1.0, (new,)), bound, {})
    assert paired.pairs[tile] is new  # the other one is under a hand
    lay = homes({}, bound, paired.pairs)
    assert lay == bound
    back = piece("4s", track=3)
    paired = pair([tile], Observation(2.0, (new, back)), {tile: Spot(Area.DISCARD, far, 2)}, {}, homes=lay)
    assert paired.pairs[tile] is back
    assert paired.fresh == (new,)
    assert not homes(lay, {tile: Spot(Area.DISCARD, far, 2)}, paired.pairs)


@pytest.mark.parametrize(("away", "lies"), [(0.025, True), (0.036, False)])
def test_a_discard_over_a_part_of_which_another_lies_is_no_sign_of_a_push(away: float, lies: bool) -> None:
    below, over = (Laid(Area.DISCARD, 0, parse_tile(kind), place) for place, kind in enumerate(("6s", "8s")))
    bound = {below: Spot(Area.DISCARD, AT, 1)}
    pairs = {over: piece("8s", at=(AT[0] + away, AT[1]), track=2)}
    assert under([below], bound, pairs) == (frozenset({below}) if lies else frozenset())
    assert not under([below], {}, pairs), "it was seen nowhere"


def test_a_new_discard_is_told_at_once_though_one_that_is_half_covered_is_not_found() -> None:
    """Seat 0's second discard lies over a part of its first, which is found no more once the third comes."""
    stage = Stage()

    def covered(view: Observation, found: bool) -> Observation:
        mine = [one for one in view.pieces if (one.area, one.seat) == (Area.DISCARD, 0)]
        first, second, *more = sorted(mine, key=lambda one: one.since)
        moved = replace(second, at=(first.at[0] + 0.025, first.at[1]))
        others = [one for one in view.pieces if one not in mine]
        return replace(view, pieces=(*others, *([first] if found else []), moved, *more))

    text = "0 d6s x6s; 1 d1s x1s; 2 d9m x9m; 3 d3s x3s; 0 d8s x8s"
    stage.play(text.replace(";", " |;") + " |")
    for _ in range(3):
        stage.see(covered(stage.view(), found=True))
    more = "1 d1m x1m; 2 d2m x2m; 3 d4s x4s; 0 d8s x8s"
    for turn in more.split("; "):
        stage.do(turn)
        for _ in range(6):
            stage.see(covered(stage.view(), found=turn[0] != "0"))
    assert plain(stage.events) == plain(list(acts(f"{text}; {more}")))
    assert not stage.questions
