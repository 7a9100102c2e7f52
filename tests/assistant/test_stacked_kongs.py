"""叠着的加杠: an added kong whose fourth tile hides the one below, told by a shift and by the wall; nudged
tiles that are none (RULES sections 2 and 5: the kinds of kong pay differently).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Drawn, How, Konged, TableEvent
from assistant.observation import Area, Observation, SeenPiece, Shift
from assistant.reconcile import Verdict, answered
from assistant.round import begin
from assistant.state import Phase
from assistant.tiles import Tile
from assistant.watching.stacked import across, log_odds
from assistant.watching.wall_counting import Wall, WallSeen, lacking, seen_stacks
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import BACK_SEEN, SURE
from tests.assistant.scripted_table.physical import Thing
from tests.assistant.scripted_table.stage import DEAL, Stage
from tests.assistant.table_script import acts, started

PONG = "0 d9p x9p |; 1 pong 9p x4m |; 2 d1s |; 2 x1s |; 3 d3s |; 3 x3s |; 0 d1s |; 0 x1s |"
"""Seat 1 has a pong of 9p, and it is its turn."""
KONG = "1 d9p kong+ 9p"
REST = "1 d6m x6m |; 2 d8p |; 2 x8p |; 3 d3s |; 3 x3s |; 0 d6s |; 0 x6s |"
NINE = (1, Tile.P9)
PLAIN = Shift(0.0, 0.0, 0.24, 0.01, 0.25, 0.02)
"""As a tile on another one shifts; its times are those of the kong."""


class Above(Stage):
    """A camera over the table, to which a fourth tile on a pong shows as a shift alone."""

    def __init__(
        self,
        shift: Shift = PLAIN,
        rules: str = "maomaoyu",
        wall: int | None = None,
        *,
        wall_seen: bool = True,
        behind: bool = False,
        says_yes: bool = True,
    ) -> None:
        self.shift, self.wall_seen, self.behind, self.says_yes = shift, wall_seen, behind, says_yes
        self.looked = 0.0
        self.shifts: dict[int, Shift] = {}
        """by the track of the tile across"""
        self.left = begin(started(rules, wall=wall)).wall
        self.taken_behind = 0
        super().__init__(DEAL, rules, wall=wall)

    def do(self, text: str) -> None:
        replaces = False
        for event in acts(text):
            self.table.now += 1.0
            self.table.do(event)
            if isinstance(event, Drawn):
                self.taken_behind += replaces and self.behind
                self.left -= not (replaces and self.behind)
            replaces = isinstance(event, Konged)
            if isinstance(event, Konged) and event.how is How.ADDED:
                self.put(event.seat, event.tile, self.shift)

    def put(self, seat: int, tile: Tile, shift: Shift) -> None:
        """The tile across of a pong shifts now."""
        turned = self.lying(seat, tile)[0]
        self.shifts[turned.track] = replace(shift, before=self.looked, since=self.table.now)

    def lying(self, seat: int, tile: Tile) -> list[Thing]:
        return [one for one in self.table.melds(seat) if one.tile is tile]

    def view(self) -> Observation:
        view = super().view()
        self.looked = self.table.now
        hidden = {
            top.track
            for seat in range(self.table.players)
            for tile in {one.tile for one in self.table.melds(seat)}
            for top in self.lying(seat, tile)[3:]
        }
        seen = [
            replace(piece, shift=self.shifts.get(piece.track))
            for piece in view.pieces
            if piece.track not in hidden or piece.area is not Area.MELD
        ]
        if not self.wall_seen:
            return replace(view, pieces=tuple(seen), hidden=view.hidden | {(Area.WALL, 0)})
        stacks = (self.left - self.taken_behind + 1) // 2
        wall = [SeenPiece(BACK_SEEN, Area.WALL, 0, (0.01 * n, 0.2)) for n in range(stacks)]
        return replace(view, pieces=(*seen, *wall))

    def see(self, view: Observation) -> list[Verdict]:
        """Takes one view in; a question is answered at once."""
        found = super().see(view)
        question = self.memory.open
        if question is not None:
            number, option = next(
                (number, option)
                for number, option in enumerate(question.options)
                if any(isinstance(event, Konged) for event in option) == self.says_yes
            )
            self.memory = answered(self.memory, question, number)
            self.tell(option)
            found += super().see(view)
        return found


def kongs(stage: Stage) -> list[Konged]:
    return [event for event in stage.events if isinstance(event, Konged)]


def told(text: str) -> list[TableEvent]:
    return plain(list(acts(text.replace("|", ""))))


@pytest.mark.parametrize("behind", [False, True], ids=["front", "behind"])
@pytest.mark.parametrize("wall_seen", [False, True], ids=["no_wall", "wall"])
@pytest.mark.parametrize("looks", ["|", ""], ids=["looked", "discarded_before_a_look"])
def test_a_kong_told_by_its_shift_is_recorded_in_its_turn_or_asked_once(
    looks: str, wall_seen: bool, behind: bool
) -> None:
    stage = Above(wall_seen=wall_seen, behind=behind)
    stage.play(f"{PONG}; {KONG} {looks}; {REST}")
    assert plain(stage.events) == told(f"{PONG}; {KONG}; {REST}")
    assert len(stage.questions) <= 1
    assert not stage.contradictions


def test_a_wall_that_is_one_shorter_makes_sure_of_it() -> None:
    stage = Above(wall=55)
    stage.play(f"{PONG}; {KONG} d6m x6m; 2 d8p |; {REST[22:]}")
    assert kongs(stage)
    assert not stage.questions


def test_where_its_price_hangs_on_the_drawn_tile_that_is_asked_in_one_question() -> None:
    stage = Above(rules="chengdu")
    stage.play(f"{PONG}; {KONG} |; {REST}")
    assert plain(stage.events) == told(f"{PONG}; {KONG}; {REST}")
    (question,) = stage.questions
    asked = {event.just_drawn for option in question.options for event in option if isinstance(event, Konged)}
    assert asked == {True, False}


SHIFTS = {
    "aside": replace(PLAIN, out=0.02, aside=0.2),
    "inwards": replace(PLAIN, out=-0.24),
    "half_as_far": replace(PLAIN, out=0.1),
    "much_farther": replace(PLAIN, out=0.6, aside=0.1),
    "hardly": replace(PLAIN, out=0.04, aside=0.02),
}


@pytest.mark.parametrize("shift", SHIFTS.values(), ids=SHIFTS)
@pytest.mark.parametrize("wall_seen", [False, True], ids=["no_wall", "wall"])
def test_a_nudged_pong_is_no_kong(shift: Shift, wall_seen: bool) -> None:
    stage = Above(wall_seen=wall_seen)
    stage.play(PONG)
    stage.put(*NINE, shift)
    stage.play(f"1 d9p |; 1 x9p |; {REST[12:]}")
    assert plain(stage.events) == told(f"{PONG}; 1 d9p x9p; {REST[12:]}")
    assert not stage.questions


@pytest.mark.parametrize("wall_seen", [False, True], ids=["no_wall", "wall"])
def test_a_pong_nudged_as_a_kong_shifts_but_in_anothers_turn_is_none(wall_seen: bool) -> None:
    stage = Above(wall_seen=wall_seen)
    stage.play(f"{PONG}; 1 d6m x6m |")
    stage.put(*NINE, PLAIN)
    rest = "2 d8p x8p |; 3 d3s x3s |; 0 d6s x6s |; 1 d9m x9m |; 2 d7s x7s |"
    stage.play(rest)
    assert plain(stage.events) == told(f"{PONG}; 1 d6m x6m; {rest}")
    assert not stage.questions


def test_a_doubtful_one_is_asked_and_not_again_after_a_no() -> None:
    stage = Above(replace(PLAIN, out=0.17, aside=0.06, doubt=0.05), wall_seen=False, says_yes=False)
    stage.play(PONG)
    stage.put(*NINE, stage.shift)
    rest = "1 d6m x6m |; 2 d8p x8p |; 3 d3s x3s |; 0 d6s x6s |; 1 d9m x9m |"
    stage.play(rest)
    assert len(stage.questions) == 1
    assert plain(stage.events) == told(f"{PONG}; {rest}")


def test_one_that_was_overlooked_is_told_later_by_the_wall() -> None:
    stage = Above()
    stage.play(f"{PONG}; {KONG}")
    overlooked, stage.shifts = stage.shifts, {}
    stage.play(f"| {REST}")
    assert not kongs(stage)
    stage.shifts = overlooked
    stage.play("1 d9m x9m |; 2 d7s x7s |")
    assert kongs(stage) == [Konged(1, How.ADDED, Tile.P9)]


def test_what_shifted_counts_while_another_tile_of_its_pong_is_not_found() -> None:
    stage = Above(replace(PLAIN, out=0.17, aside=0.06, doubt=0.05), wall_seen=False)
    stage.play(f"{PONG}; {KONG}")
    stage.see(stage.view())
    assert not stage.questions
    stage.do("1 d6m x6m")
    for _ in range(4):
        view = stage.view()
        away = next(one for one in view.pieces if (one.area, one.seat, one.shift) == (Area.MELD, 1, None))
        stage.see(replace(view, pieces=tuple(one for one in view.pieces if one is not away)))
    assert len(stage.questions) == 1
    assert kongs(stage) == [Konged(1, How.ADDED, Tile.P9)]


def test_a_tile_across_is_one_turned_unlike_both_others() -> None:
    pieces = [SeenPiece(SURE[3], Area.MELD, 0, (0.9, 0.05), turn) for turn in (90.0, 0.0, 0.0)]
    assert across(pieces) is pieces[0]
    turned = [replace(piece, turn=(piece.turn + 90) % 180) for piece in pieces]
    assert across(turned) is turned[0]
    assert across([replace(piece, turn=0.0) for piece in pieces]) is None
    assert across(pieces[:2]) is None


def test_the_log_odds_of_a_shift() -> None:
    assert log_odds(PLAIN) > 4.0
    assert all(log_odds(shift) < 2.0 for shift in SHIFTS.values())
    assert log_odds(replace(PLAIN, doubt=0.1)) < log_odds(PLAIN), "what is known less tells less"


WALLS = tuple(WallSeen(float(at), left, (left + 1) // 2) for at, left in enumerate(range(40, 30, -1)))


@pytest.mark.parametrize("lacks", [-1, 0, 1, 2])
def test_what_a_wall_lacks_is_learned_from_its_stacks(lacks: int) -> None:
    seen = [wall._replace(stacks=(wall.left - lacks + 1) // 2) for wall in WALLS]
    drawn = [wall._replace(stacks=(wall.left - lacks) // 2) for wall in WALLS]
    assert lacking([*seen, *drawn]) == lacks
    odd = [wall._replace(stacks=wall.stacks - 3) for wall in WALLS[:4]]
    assert lacking([*seen, *drawn, *odd]) == lacks, "a hand over a stack for a moment"


def test_seen_always_before_or_always_after_the_next_draw_a_wall_tells_nothing() -> None:
    assert lacking(WALLS) is None


def test_nothing_is_known_of_a_wall_hardly_seen() -> None:
    assert lacking(WALLS[:3]) is None
    assert lacking([wall._replace(stacks=3 * (wall.left % 4)) for wall in WALLS]) is None


def test_a_wall_under_a_hand_is_not_counted() -> None:
    pieces = tuple(SeenPiece(BACK_SEEN, Area.WALL, 0, (0.1 * n, 0.2)) for n in range(5))
    assert seen_stacks(Observation(1.0, pieces)) == 5
    assert seen_stacks(Observation(1.0, pieces, frozenset({(Area.WALL, 2)}))) is None


def test_the_wall_is_remembered_anew_after_a_kong() -> None:
    stage = Above()
    stage.play(PONG)
    before = stage.memory.walls
    assert before
    stage.play(f"{KONG}; {REST}")
    assert {wall.kongs for wall in stage.memory.walls} == {1}


def test_a_wall_as_it_is_seen_beside_a_state() -> None:
    stage = Above()
    stage.play(PONG)
    state = stage.state
    assert state.phase is Phase.DRAW
    stacks = (state.wall + 1) // 2
    assert Wall(stacks, 0).log_odds(state, replaced=False) == 0.0
    assert Wall(stacks - 2, 0).log_odds(state, replaced=False) < -2.0
    assert Wall(stacks, 2).log_odds(state, replaced=False) < -2.0
