"""What nobody saw is asked for by name and never guessed; what can be told from the rest is."""

from __future__ import annotations

import pytest

from assistant.round import settle
from tests.assistant.table_script import table

SEEN = "0 x9m; 1 x9m; 2 x5p; 1 win '123456789m 55p 99p'; 2 x1s; 3 x1s; 0 x1s"


def test_a_round_of_discards_wins_and_reveals_alone_settles() -> None:
    """No draw is recorded and no deal; the wall is counted all the same."""
    told = "; wall; 0 reveal '2446688m 135799s'; 2 reveal '2223477s 666888p'; 3 reveal '34577m 55566644s'"
    folded, settlement = settle(table(SEEN + told, wall=6))
    assert settlement.net == (-3, 1, 1, 1)
    assert settlement.missing == ()
    assert folded.faults == ()
    assert folded.state.wall == 0


def test_hands_that_decide_are_asked_for_and_the_rest_is_paid() -> None:
    """0 is not ready and 2 is: that much is certain while 3 hides its hand."""
    told = "; wall; 0 reveal '2446688m 135799s'; 2 reveal '2223477s 666888p'"
    _, settlement = settle(table(SEEN + told, wall=6))
    assert settlement.missing == ("reveal seat 3's hand",)
    assert settlement.net == (-2, 1, 1, 0)


def test_a_win_is_priced_once_its_hand_is_revealed() -> None:
    hidden = "0 d? x9m; 1 d? x5p; 2 win; 3 d? x1s"
    _, settlement = settle(table(hidden))
    assert settlement.missing == ("reveal seat 2's hand",)
    assert settlement.net == (0, 0, 0, 0)
    for told in ("123456789m 55p 99p", "123456789m 555p 99p"):
        _, settlement = settle(table(f"{hidden}; 2 reveal '{told}'"))
        assert settlement.missing == ()
        assert settlement.net == (0, -1, 1, 0)


def test_melds_may_be_repeated_with_a_told_hand() -> None:
    acts = "0 d? x5p; 1 pong 5p x9s; 2 d? x9p; 1 win '123456m 78m 9m 9p #p5p'; 2 d? x1s"
    folded, settlement = settle(table(acts))
    assert folded.faults == ()
    assert settlement.net == (0, 1, -1, 0)


def test_a_self_draw_nobody_saw_asks_for_the_tile() -> None:
    hidden = "0 d? x9m; 1 d? x9m; 2 d? win '123456789m 55p 99p'"
    _, settlement = settle(table(hidden))
    assert settlement.missing == ("tell the tile seat 2 won on (event 6)",)
    _, settlement = settle(table("0 d? x9m; 1 d? x9m; 2 d? win '123456789m 555p 99p'"))
    assert settlement.missing == ()
    assert settlement.net == (-9, -9, 27, -9), "地胡"


def test_a_winner_may_show_a_hand_that_was_no_win() -> None:
    folded, settlement = settle(
        table(
            "0 d? x9m; 1 d? x5p; 2 win; 3 d? x1s; 2 reveal '123456789m 147p 9p'",
            overrides={"false_win.pays": 1},
        )
    )
    assert [fault.code for _, fault in folded.faults] == ["false_win"]
    assert settlement.winners == ()
    assert settlement.net == (1, 1, -3, 1)


@pytest.mark.parametrize(
    ("hand", "net", "missing"),
    [
        # the only tile nobody saw is the one just drawn, and 5p was not there before: it was drawn
        ("123456m 55p 78s 1s 9m 9s", (3, -1, -1, -1), ()),
        # 5p was in the hand before the draw
        ("123456m 555p 78s 1s 9s", (0, 0, 0, 0), ()),
        # nothing is known
        ("", (0, 0, 0, 0), ("tell the tile seat 0 drew before it added 5p (event 14)",)),
    ],
    ids=["told by the rest", "held before", "nobody knows"],
)
def test_an_added_kong_is_paid_where_the_drawn_tile_is_certain(
    hand: str, net: tuple[int, ...], missing: tuple[str, ...]
) -> None:
    deal = {0: hand} if hand else {}
    acts = "0 d8m x8m; 1 d? x5p; 0 pong 5p x9s; 1 d? x1p; 2 d? x1p; 3 d? x1p; 0 d? kong+ 5p d? x1s"
    _, settlement = settle(table(acts, deal))
    assert settlement.net == net
    assert settlement.missing == missing


def test_a_late_kong_needs_no_question_where_every_added_kong_is_paid() -> None:
    acts = "0 d8m x8m; 1 d? x5p; 0 pong 5p x9s; 1 d? x1p; 2 d? x1p; 3 d? x1p; 0 d? kong+ 5p d? x1s"
    _, settlement = settle(table(acts, rules="maomaoyu"))
    assert settlement.missing == ()
    assert settlement.net == (3, -1, -1, -1)


def test_a_side_bet_tile_nobody_saw_is_asked_for() -> None:
    _, settlement = settle(table("bet ?; 0 d? kong* 1m", overrides={"side_bet": True}))
    assert settlement.missing == ("tell the tile of E's side bet (event 1)",)
    assert settlement.net == (6, -2, -2, -2, 0)


def test_leaving_with_four_tiles_left_asks_for_the_hands_it_may_have_to_pay() -> None:
    _, settlement = settle(table("0 d? x9s; 1 left", wall=4, overrides={"left_early.multiple": 3}))
    assert settlement.missing == tuple(f"reveal seat {seat}'s hand" for seat in (2, 3, 0))
    assert settlement.net == (0, 0, 0, 0)


def test_who_holds_fourteen_tiles_when_the_wall_ends_counts_its_best_discard() -> None:
    """RULES 11.4: 0 drew the last tile: without 1s it is ready for 5p and 9p, without 9p for 5p with a root
    and more.
    """
    deal = {0: "123456789m 55p 99p", 1: "2446688m 135799s", 2: "13355779m 3579s 9s", 3: "2233446p 11s 6788s"}
    _, settlement = settle(table("0 d1s; wall", deal, wall=1))
    assert settlement.net == (3, -1, -1, -1)


@pytest.mark.parametrize(
    "hand", ["123456789m 55p 9p", "123456789m 555p 99p"], ids=["one too few", "one too many"]
)
def test_a_wrong_number_of_tiles_is_reported_and_not_ready(hand: str) -> None:
    """相公 (RULES 11.12)."""
    acts = "0 x9m; 1 x9m; 2 x4s; 3 x4s; wall"
    shown = {1: "2446688m 135799s", 2: "13355779m 3579s 9s", 3: "2233446p 11s 6788s"}
    told = "".join(f"; {seat} reveal '{text}'" for seat, text in shown.items())
    folded, settlement = settle(table(f"{acts}{told}; 0 reveal '{hand}'", wall=4))
    assert [fault.code for _, fault in folded.faults] == ["wrong_size"]
    assert settlement.net == (0, 0, 0, 0)


def test_a_hand_of_a_wrong_number_cannot_win() -> None:
    folded, settlement = settle(table("0 d? x5p; 1 win '123456789m 5p 99p'"))
    assert [fault.code for _, fault in folded.faults] == ["wrong_size", "false_win"]
    assert settlement.winners == ()


def test_a_void_suit_nobody_recorded_is_judged_by_the_suits_and_said() -> None:
    acts = "0 x9m; 1 x9m; 2 x1s; 3 x1s; wall; 0 reveal '2446688m 135799s'"
    folded, _ = settle(table(acts, overrides={"void": "declared"}, wall=4))
    assert "void_unknown" in [fault.code for _, fault in folded.faults]
