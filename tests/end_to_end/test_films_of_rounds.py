"""A filmed round is its record: the same tiles in the same places, the same events in the same order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from assistant.events import How, Konged, Ponged
from assistant.history.codec import decode
from assistant.melds import MeldKind as RecordMeld
from assistant.round import fold, settle
from assistant.state import Status
from tests.end_to_end.films_of_rounds import (
    NONE,
    SEEN,
    FilmedRound,
    Mishaps,
    as_seen,
    film_of,
    filmed,
    played,
    striven,
)
from tests.own_faces import own_faces
from vision.places import Area
from vision.synth.laying import Manner, Plan
from vision.synth.reels import RoundReel
from vision.synth.settings import plain_setting
from vision.synth.solids import Material

PLAN = Plan(Manner(), Material())
SUITED = 27

HOUSES: list[tuple[str, dict[str, Any]]] = [
    ("chengdu", {}),
    ("sbr-2025", {}),
    ("online", {"players": 3}),
    ("chengdu", {"exchange_three": True, "concealed_kong_shown": "middle"}),
    ("maomaoyu", {"side_bet": True, "ending": "first_win"}),
    ("chengdu", {"exchange_three": True, "players": 3, "reveal_wins": "round_end"}),
]


def reel_of(round_: FilmedRound) -> RoundReel:
    return RoundReel(round_.scene, round_.moves, PLAN, seed=1)


def end_of(round_: FilmedRound) -> dict[tuple[Area, int], Counter[int]]:
    """The kinds that lie in each area of each side at the end."""
    reel = reel_of(round_)
    found: dict[tuple[Area, int], Counter[int]] = {}
    for tile, lying in reel.steps[-1].after.items():
        found.setdefault((lying.area, lying.side), Counter())[reel.kinds[tile]] += 1
    return found


@pytest.mark.parametrize(("preset", "overrides"), HOUSES)
@pytest.mark.parametrize("seed", range(6))
def test_the_table_ends_as_the_record_does(preset: str, overrides: dict[str, Any], seed: int) -> None:
    lines = played(seed, preset, overrides)
    players = int(overrides.get("players", 4))
    round_ = filmed(lines, dealer_side=seed % players, break_at=9 * seed, behind=seed % 2 == 1, seed=seed)
    state = fold([decode(line) for line in lines]).state
    laid = end_of(round_)
    assert sum(many.total() for (area, _), many in laid.items() if area is Area.WALL) == state.wall
    taken = Counter[int]()
    for seat, one in enumerate(state.seats):
        side = round_.side(seat)
        melds = [
            tile
            for meld in one.melds
            for tile in [int(meld.tile)] * (4 if meld.kind is not RecordMeld.PONG else 3)
        ]
        assert laid.get((Area.MELD, side), Counter()) == Counter(melds)
        taken += Counter(int(tile) for tile in one.discards)
        if one.status is Status.IN:
            hand = Counter({kind: many for kind, many in enumerate(one.known) if many})
            assert laid[Area.HAND, side] == hand
    kept = Counter[int]()
    for side in range(4):
        kept += laid.get((Area.DISCARD, side), Counter())
    claimed = Counter[int]()
    for event in map(decode, lines):
        if isinstance(event, Ponged) or (isinstance(event, Konged) and event.how is How.EXPOSED):
            claimed[int(event.tile)] += 1
    assert kept <= taken
    assert (taken - kept - claimed).total() <= players, "a winning discard goes to the winner"


@pytest.mark.parametrize("seed", range(4))
def test_moves_show_the_visible_lines_in_their_order(seed: int) -> None:
    lines = played(seed)
    quiet = filmed(lines, dealer_side=2, seed=seed)
    restless = filmed(lines, dealer_side=2, seed=seed, mishaps=Mishaps(0.2, 0.1, 0.05))
    wanted = tuple(as_seen(line) for line in lines if line["kind"] in SEEN)
    assert quiet.visible == restless.visible == wanted
    assert len(restless.moves) > len(quiet.moves)
    assert quiet.events_done(0) == ()
    half = quiet.events_done(len(quiet.moves) // 2)
    assert half == wanted[: len(half)]
    assert len(half) == len(quiet.moves) // 2


def test_a_played_round_settles_with_nothing_missing() -> None:
    for seed in range(6):
        _, settled = settle(decode(line) for line in played(seed))
        assert settled.finished
        assert not settled.missing


def test_a_filmed_record_has_nothing_that_the_house_adds_unseen() -> None:
    assert not any("extra" in line for line in played(10, "online", {}))


@pytest.mark.parametrize(("preset", "overrides"), HOUSES[:4])
def test_strivers_play_whole_rounds_by_the_rules(preset: str, overrides: dict[str, Any]) -> None:
    for seed in range(3):
        lines = striven(seed, preset, overrides)
        events = [decode(line) for line in lines]
        _, settled = settle(events)
        assert settled.finished
        assert not settled.missing
        assert not fold(events).faults
        round_ = filmed(lines, dealer_side=seed, seed=seed)
        assert reel_of(round_).seconds > 60
        assert lines[0]["overrides"].items() >= overrides.items()


def test_the_last_hands_lie_open_for_a_while() -> None:
    lines = next(lines for seed in range(9) if (lines := striven(seed))[-1]["kind"] == "revealed")
    reel = reel_of(filmed(lines))
    assert reel.seconds - reel.steps[-1].stop >= 8


def test_a_record_with_unknown_hands_is_refused() -> None:
    lines = [line for line in played(1) if line["kind"] != "dealt"]
    with pytest.raises(ValueError, match="tell every hand"):
        filmed(lines)


def test_a_film_of_a_round_shows_its_discards() -> None:
    lines = played(2)
    round_ = filmed(lines, dealer_side=1, mishaps=NONE)
    film = film_of(round_, 2, setting=plain_setting(own_faces(), elevation=1.45), manner=Manner(2))
    assert len(film) <= 600
    assert film.whole
    number = len(film) // 3
    while film.frame(number).moving or film.frame(number).hands:
        number += 1
    frame = film.frame(number)
    state = fold([decode(line) for line in lines[: _line_after(round_, frame.done)]]).state
    for seat, one in enumerate(state.seats):
        shown = Counter(
            truth.kind
            for truth in frame.picture.tiles
            if truth.area is Area.DISCARD and truth.side == round_.side(seat)
        )
        assert shown <= Counter(int(tile) for tile in one.discards)
    on_table = sum(t.area is Area.DISCARD and t.kind < SUITED for t in frame.picture.tiles)
    assert on_table >= sum(len(one.discards) for one in state.seats) - 4


def _line_after(round_: FilmedRound, done: int) -> int:
    """How many lines of the record are played when so many moves are done."""
    return max(line for line in round_.shows[:done] if line is not None) + 1
