"""Back in step from any one full view: what lies on the table is taken up as one tap, whatever was missed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from assistant.events import Discarded, Gap, How, Konged, Melded, Ponged, TableEvent, WallEmpty, Won
from assistant.melds import MeldKind
from assistant.observation import Area
from assistant.reconcile import Memory, Question, answered, retracted
from assistant.round import fold, settle
from assistant.state import WinMade
from assistant.tiles import Tile
from assistant.watching.memory import spot
from assistant.watching.noticing import notice
from assistant.watching.sight import Sight
from assistant.watching.taken_up import ENOUGH, VIEWS, as_claimed, is_adrift, taken_up
from assistant.watching.verdicts import Nothing, Verdict
from tests.assistant.scripted_table.answering import COMPARED, chosen, plain
from tests.assistant.scripted_table.stage import DEAL, Stage
from tests.assistant.table_script import acts

OPEN = "0 d1s x9s"
SIX = "1 d1s x1s; 2 d9m x9m; 3 d3s x3s; 0 d6m x6m; 1 d8m x8m; 2 d6p x6p"
PONG = "1 d1s x1s; 2 d9m x9m; 3 d3s x3s; 0 d6m x6m; 1 d5p x5p; 0 pong 5p x5s; 1 d8m x8m; 2 d6p x6p"
KONG = "1 d1s x1s; 2 d9m x9m; 3 d3s kong* 7s d8s x8s; 0 d6m x6m; 1 d8m x8m; 2 d6p x6p"
CLAIMED = "1 d1s x1s; 2 d1m x1m; 3 kong= 1m d8s x8s; 0 d6m x6m; 1 d8m x8m; 2 d6p x6p"
WIN = "1 d1s x1s; 2 d9m x9m; 3 d3s x2p; 1 win; 2 d6p x6p; 3 d8s x8s; 0 d6m x6m; 2 d9m x9m"

CASES = {
    "six discards": (SIX, 1, "3 d8s x8s"),
    "a pong": (PONG, 1, "3 d3s x3s"),
    "a concealed kong": (KONG, 5, "3 d4s x4s"),
    "an exposed kong": (CLAIMED, 5, "3 d3s x3s"),
    "a win": (WIN, 4, "3 d1p x1p"),
}
"""What nobody saw, in how many ways money may hang on it, and what comes next."""


def lost(text: str, wall: int | None = None) -> Stage:
    """A watcher that has seen the first discard alone, and several full views of what lies there now."""
    stage = Stage(wall=wall)
    stage.play(f"{OPEN} |")
    stage.do(text)
    glance(stage)
    return stage


def glance(stage: Stage) -> None:
    """One view fewer than tell anything, of which nothing is asked."""
    for _ in range(VIEWS - 1):
        stage.memory, _ = notice(stage.memory, stage.state, stage.view(), Sight())


def see(stage: Stage) -> Verdict:
    """One view; what is asked of it where nothing legal is thought of."""
    stage.memory, table = notice(stage.memory, stage.state, stage.view(), Sight())
    memory, verdict = taken_up(stage.memory, stage.state, table)
    if isinstance(verdict, Question):
        stage.memory = memory
    return verdict


def take(stage: Stage, text: str) -> Question:
    """Asks, and taps what is right."""
    question = see(stage)
    assert isinstance(question, Question)
    record = [stage.start, *acts(f"{OPEN}; {text}")]
    happened = sum(isinstance(event, COMPARED) for event in record)
    option, *_ = chosen(question, [stage.start, *stage.events], record, happened)
    assert option is not None
    stage.memory = answered(stage.memory, question, option)
    stage.tell(question.options[option])
    return question


def thrown(events: list[TableEvent]) -> Counter[tuple[object, ...]]:
    """Who threw what."""
    return Counter((one.seat, one.tile) for one in events if isinstance(one, Discarded))


def follows(stage: Stage, *moves: str) -> None:
    """What is played from here on is told as it comes."""
    for further in moves:
        known = len(stage.events)
        stage.do(further)
        stage.look(4)
        assert plain(stage.events[known:]) == plain(list(acts(further)))


@pytest.mark.parametrize(("text", "ways", "further"), CASES.values(), ids=CASES)
def test_a_watcher_that_missed_much_is_in_step_after_one_full_view(
    text: str, ways: int, further: str
) -> None:
    stage = lost(text)
    question = take(stage, text)
    assert len(question.options) == ways + 1
    assert question.options[-1] == ()
    assert question.lost is not None
    true = fold([stage.start, *acts(f"{OPEN}; {text}")]).state
    for own, other in zip(stage.state.seats, true.seats, strict=True):
        lying = Counter(tile for at, tile in enumerate(own.discards) if at not in own.taken)
        assert lying == Counter(tile for at, tile in enumerate(other.discards) if at not in other.taken)
        assert [(one.kind, one.tile) for one in own.melds] == [(one.kind, one.tile) for one in other.melds]
        assert own.status is other.status
    known = len(stage.events)
    stage.do(further)
    stage.look(4)
    assert plain(stage.events[known:]) == plain(list(acts(further)))


def test_what_nobody_saw_is_said_and_no_money_is_supposed() -> None:
    stage = lost(KONG)
    question = take(stage, KONG)
    assert sum(isinstance(one, Gap) for one in question.options[0]) > 0
    told = {
        (event.meld.kind, event.giver)
        for option in question.options
        for event in option
        if isinstance(event, Melded)
    }
    assert (MeldKind.CONCEALED_KONG, None) in told
    assert {giver for kind, giver in told if kind is MeldKind.EXPOSED_KONG} == {0, 1, 2}
    (missing,) = settle([stage.start, *stage.events])[1].missing
    number = next(at for at, event in enumerate(stage.events, 1) if isinstance(event, Gap))
    assert missing == f"check for a kong or win that nobody saw before event {number}"


def test_a_win_is_offered_off_everybody_who_may_have_paid_it() -> None:
    stage = lost(WIN)
    question = see(stage)
    assert isinstance(question, Question)
    givers = []
    for option in question.options[:-1]:
        state = fold([stage.start, *stage.events, *option]).state
        givers += [fact.giver for fact in state.facts if isinstance(fact, WinMade)]
    assert givers == [None, 2, 3, 0]


def test_a_pong_of_a_recorded_discard_that_is_gone_is_told_as_what_it_is() -> None:
    text = "1 pong 9s x4m; 2 d9m x9m; 3 d3s x3s; 0 d6m x6m"
    stage = Stage(deal={**DEAL, 1: "222456m 34777p 99s"})
    stage.play(f"{OPEN} |")
    stage.do(text)
    glance(stage)
    take(stage, text)
    assert plain(stage.events) == plain(list(acts(f"{OPEN}; {text}")))
    assert not any(isinstance(one, Gap) for one in stage.events)


def test_the_end_of_the_wall_is_taken_up_too() -> None:
    stage = lost(f"{SIX}; wall", wall=7)
    question = see(stage)
    assert isinstance(question, Question)
    assert isinstance(question.options[0][-1], WallEmpty)


def test_a_view_that_is_not_full_or_shows_too_little_takes_nothing_up() -> None:
    stage = Stage()
    stage.play(f"{OPEN} |")
    stage.do("1 d1s x1s; 2 d9m x9m")
    assert all(isinstance(see(stage), Nothing) for _ in range(VIEWS + 2))  # fewer than are worth it
    assert ENOUGH > 2
    stage = lost(SIX)
    stage.memory, table = notice(stage.memory, stage.state, stage.view(), Sight())
    assert isinstance(taken_up(stage.memory, stage.state, table)[1], Question)
    hidden = frozenset({(Area.MELD, 2)})
    view = stage.view()
    view = type(view)(view.at, view.pieces, hidden)
    _, table = notice(stage.memory, stage.state, view, Sight())
    assert isinstance(taken_up(stage.memory, stage.state, table)[1], Nothing)


def test_a_no_leaves_all_as_it_was() -> None:
    stage = lost(SIX)
    question = see(stage)
    assert isinstance(question, Question)
    before = stage.state
    stage.memory = answered(stage.memory, question, None)
    assert stage.state == before
    assert not stage.memory.left_over
    assert not is_adrift(stage.memory, stage.memory.at or 0.0)


def test_play_that_was_lost_once_more_after_a_gap_that_people_told_is_asked_about() -> None:
    stage = Stage()
    stage.play(f"{OPEN} |")
    stage.tell([Gap()])
    stage.look(1)
    stage.do("1 d1s x1s; 2 d9m x9m; 3 d3s x3s")
    glance(stage)
    take(stage, "1 d1s x1s; 2 d9m x9m; 3 d3s x3s")
    (missing,) = settle([stage.start, *stage.events])[1].missing
    assert missing.startswith("check for a kong or win that nobody saw before event ")


def took_back(stage: Stage, taken: TableEvent) -> None:
    """People took back what a camera told, by each tile that is new there."""
    for one in stage.memory.fresh:
        stage.memory = replace(stage.memory, explained=((taken, spot(one.piece)),))
        stage.memory = retracted(stage.memory, taken)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        (SIX, Discarded(0, Tile.M6)),
        (PONG, Ponged(0, Tile.P5)),
        (CLAIMED, Konged(3, How.EXPOSED, Tile.M1)),
        (WIN, Won((1,))),
    ],
    ids=["a discard", "a pong", "a kong", "a win"],
)
def test_what_people_took_back_is_not_taken_up_from_the_same_tiles(text: str, taken: TableEvent) -> None:
    stage = lost(text)
    took_back(stage, taken)
    question = see(stage)
    assert isinstance(question, Question)
    events = [event for option in question.options for event in option]
    assert events
    told = [as_claimed(event) if isinstance(event, Melded) else event for event in events]
    assert taken not in told


FOURTH = "1 d5p x5p; 0 pong 5p; 0 x5s; 1 d1s x1s; 2 d5p x5p; 3 d3s x3s; 0 d6m x6m; 1 d8m x8m"
"""The pong was recorded as a kong, so that the fourth tile of its kind cannot be told where it is thrown."""


def astray() -> Stage:
    """A watcher at that point."""
    stage = Stage()
    stage.play(f"{OPEN} |; 1 d5p x5p |")
    stage.tell([Konged(0, How.EXPOSED, Tile.P5)])
    stage.do("0 pong 5p")
    for move in FOURTH.split("; ")[2:]:
        stage.do(move)
        stage.look(4)
    return stage


def test_where_a_record_cannot_go_on_the_rest_is_taken_up() -> None:
    stage = astray()
    put: Question | None = stage.memory.open
    for _ in range(80):
        if put is not None and put.lost is not None:
            break
        if put is not None:
            stage.memory = answered(stage.memory, put, None)
        put = next((one for one in stage.look(1) if isinstance(one, Question)), None)
    assert put is not None
    assert put.lost is not None
    assert put.lost[0] < put.lost[1]
    assert thrown(list(put.options[0])) == thrown(list(acts("3 d3s x3s; 0 d6m x6m; 1 d8m x8m")))
    stage.memory = answered(stage.memory, put, 0)
    stage.tell(put.options[0])
    follows(stage, "2 d6p x6p", "3 d8s x8s")


def test_a_hand_that_is_not_watched_from_its_deal_is_taken_up() -> None:
    stage = Stage()
    stage.do(f"{OPEN}; {PONG}")
    stage.memory = Memory()
    stage.look(8)
    assert not stage.events
    (question,) = stage.questions
    assert question.lost is not None
    assert question.lost[0] == question.lost[1]
    assert isinstance(question.options[0][0], Gap)
    assert thrown(list(question.options[0])) == thrown(list(acts(f"{OPEN}; {PONG}"))) - Counter(
        [(1, Tile.P5)]
    )
    stage.memory = answered(stage.memory, question, 0)
    stage.tell(question.options[0])
    follows(stage, "3 d3s x3s", "0 d4s x4s")


def test_a_no_to_that_leaves_it_to_what_is_legal() -> None:
    stage = Stage()
    stage.do(f"{OPEN}; {SIX}")
    stage.memory = Memory()
    stage.look(4)
    stage.memory = answered(stage.memory, stage.questions[0], None)
    stage.look(6)
    assert plain(stage.events) == plain(list(acts(f"{OPEN}; {SIX}")))


def test_a_few_discards_in_the_first_view_are_told_as_ever() -> None:
    stage = Stage()
    stage.do(f"{OPEN}; 1 d1s x1s; 2 d9m x9m")
    stage.memory = Memory()
    stage.look(4)
    assert plain(stage.events) == plain(list(acts(f"{OPEN}; 1 d1s x1s; 2 d9m x9m")))


@pytest.mark.parametrize("text", [SIX, KONG])
def test_such_a_hand_is_asked_about_though_no_view_is_full(text: str) -> None:
    stage = Stage()
    stage.do(f"{OPEN}; {text}")
    stage.memory = Memory()
    for _ in range(20):
        stage.see(replace(stage.view(), hidden=frozenset({(Area.DISCARD, 2)})))
    assert not stage.events
    (question,) = stage.questions
    assert question.lost is not None
    assert all(Gap(checked=False) in option for option in question.options[:-1])
