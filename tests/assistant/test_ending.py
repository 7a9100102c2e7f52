"""拍照结账: a round told at its end, from hands and what the players say, settled to the point."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assistant.ending import Ending, KongTold, WinTold, events_of
from assistant.events import (
    Discarded,
    Drawn,
    Gap,
    How,
    Konged,
    Melded,
    Ponged,
    Revealed,
    TableEvent,
    WallEmpty,
    Won,
)
from assistant.melds import Meld, MeldKind
from assistant.notation import parse_hand, parse_tile
from assistant.round import settle
from assistant.settlement.reckoning import Settlement
from tests.assistant.table_script import table

SMALL = "1112345678999p"
"""清一色, waits for all nine."""


def told(
    hands: Mapping[int, str], win: WinTold | None = None, *kongs: KongTold, wall_empty: bool = False
) -> Ending:
    return Ending({seat: parse_hand(hand) for seat, hand in hands.items()}, win, wall_empty, kongs)


def won(seats: str, tile: str, giver: int | None = None, **more: object) -> WinTold:
    return WinTold(tuple(map(int, seats)), parse_tile(tile), giver, **more)  # type: ignore[arg-type]


def kong(seat: int, tile: str, giver: int | None = None, **more: object) -> KongTold:
    return KongTold(seat, parse_tile(tile), giver, **more)  # type: ignore[arg-type]


def end(record: list[TableEvent], *endings: Ending) -> tuple[list[TableEvent], Settlement]:
    """The record with endings told one after the other; nothing in it may be impossible."""
    for one in endings:
        folded, _ = settle(record)
        record = [*record, *events_of(folded.state, one)]
    folded, settlement = settle(record)
    assert folded.left_out == ()
    return record, settlement


def test_a_win_off_a_discard_with_melds_nobody_recorded() -> None:
    record, settlement = end(table(""), told({1: "123m 44m 56m #p7m #p5p"}, won("1", "4m", 3)))
    assert record[1:] == [
        Gap(),
        Melded(1, Meld(MeldKind.PONG, parse_tile("7m"))),
        Melded(1, Meld(MeldKind.PONG, parse_tile("5p"))),
        Discarded(3, parse_tile("4m")),
        Won((1,), ((1, parse_hand("123m 44m 56m #p7m #p5p")),)),
    ]
    assert settlement.net == (0, 1, 0, -1)
    assert settlement.missing == ()


def test_a_self_draw_is_no_heavenly_or_earthly_win_unless_the_players_say_so() -> None:
    """天胡, 地胡: a round of which nothing was recorded shows nothing of when the win was."""
    hand = "123m 456m 77m 234p 56p"
    for seat in range(4):
        plain = end(table(""), told({seat: hand}, won(str(seat), "7p")))[1]
        assert plain.net[seat] == 3 * 2, "plain, and 1 base for the self-draw"
        first = end(table(""), told({seat: hand}, won(str(seat), "7p", first=True)))[1]
        assert first.net[seat] == 3 * 9, "the cap, and 1 base"


def test_several_win_on_one_discard() -> None:
    hands = {1: "123m 456m 77m 234p 56p", 3: "111222333p 456p 7p"}
    _, settlement = end(table(""), told(hands, won("13", "7p", 0)))
    assert settlement.winners == (1, 3)
    assert settlement.net == (-5, 1, 0, 4)


@pytest.mark.parametrize(
    ("told_kong", "letter", "events", "kong_pays"),
    [
        (kong(2, "9s"), "c", [Konged(2, How.CONCEALED, parse_tile("9s"))], (2, 2, 2)),
        (
            kong(2, "9s", 1),
            "k",
            [Discarded(1, parse_tile("9s")), Konged(2, How.EXPOSED, parse_tile("9s"))],
            (0, 2, 0),
        ),
        (
            kong(2, "9s", just_drawn=True),
            "a",
            [
                Melded(2, Meld(MeldKind.PONG, parse_tile("9s"))),
                Konged(2, How.ADDED, parse_tile("9s"), just_drawn=True),
            ],
            (1, 1, 1),
        ),
        (
            kong(2, "9s", just_drawn=False),
            "a",
            [
                Melded(2, Meld(MeldKind.PONG, parse_tile("9s"))),
                Konged(2, How.ADDED, parse_tile("9s"), just_drawn=False),
            ],
            (0, 0, 0),
        ),
    ],
    ids=["concealed", "exposed", "added", "added late"],
)
def test_a_win_on_the_replacement_after_a_kong(
    told_kong: KongTold, letter: str, events: list[TableEvent], kong_pays: tuple[int, int, int]
) -> None:
    """杠上花 1 and 根 1: four times the base, and one base more from each; the kong is paid beside it."""
    hand = f"123m 77m 234m 56s #{letter}9s"
    record, settlement = end(table(""), told({2: hand}, won("2", "7s", after_kong=told_kong)))
    assert record[2:-2] == events
    assert settlement.missing == ()
    one, two, three = (4 + 1 + more for more in kong_pays)
    assert settlement.net == (-one, -two, one + two + three, -three)


def test_a_win_off_the_discard_after_a_kong_takes_its_income() -> None:
    """杠上炮 (chengdu): three times two go to the winner, and the win is worth one doubling more."""
    win = won("1", "7p", 0, after_kong=kong(0, "9s"))
    _, settlement = end(table(""), told({1: "123m 456m 77m 234p 56p"}, win))
    assert settlement.net == (6 - 6 - 2, -2 + 6 + 2, -2, -2)


def test_a_robbed_kong() -> None:
    """抢杠胡: one doubling; the kong earns nothing."""
    record, settlement = end(table(""), told({1: "123m 456m 77m 234p 56p"}, won("1", "7p", 2, robbed=True)))
    assert Konged(2, How.ADDED, parse_tile("7p")) in record
    assert settlement.net == (0, 2, -2, 0)


def test_what_the_record_has_is_not_told_again() -> None:
    """The discard was tapped, the pong too: only the win is new."""
    record = table("0 x5p; 2 pong 5p x1m; 3 x9m")
    _, settlement = end(record, told({2: "123m 456m 78m 88m #p5p"}, won("2", "9m", 3)))
    assert settlement.net == (0, 0, 1, -1)
    again, _ = end(record, told({2: "123m 456m 78m 88m #p5p"}, won("2", "9m", 3)))
    assert again[len(record) :] == [Won((2,), ((2, parse_hand("123m 456m 78m 88m #p5p")),))]


def test_a_recorded_pong_that_lies_there_as_four_was_added_to() -> None:
    record = table("0 x5p; 2 pong 5p x1m")
    hand = {2: "123m 456m 78m 88m #k5p"}
    more, settlement = end(record, told(hand, won("2", "9m", 3), kong(2, "5p", just_drawn=True)))
    melded = [one for one in more if isinstance(one, Melded)]
    assert melded == [Melded(2, Meld(MeldKind.ADDED_KONG, parse_tile("5p")), just_drawn=True)]
    assert settlement.net == (-1, -1, 1 + 1 + 1 + 2, -3)


def test_a_kong_told_late_is_paid_by_who_was_in_then() -> None:
    """1 won before 2's concealed kong was noticed; it was made before that win, so 1 pays too."""
    first = told({1: "123m 456m 77m 234p 56p"}, won("1", "7p", 0))
    hand = {2: "123s 77s 234s 56s #c9m"}
    after = told(hand, won("2", "7s", 0))
    before = told(hand, won("2", "7s", 0), kong(2, "9m", out=()))
    one = end(table(""), first, after)[1]
    two = end(table(""), first, before)[1]
    assert one.net == (-1 - 2 - 2, 1, 2 + 2 * 2, -2)
    assert two.net == (-1 - 2 - 2, 1 - 2, 2 + 3 * 2, -2)


def test_an_empty_wall_with_a_pig_and_one_not_ready() -> None:
    """The pig pays the cap to each other player, who is not ready each ready one, and its kong goes back."""
    hands = {
        0: "123456789m 22s 34s",
        1: "1357s 246s 377p #k9s",
        2: "147m 258p 36s 147p 88s",
        3: SMALL,
    }
    record, settlement = end(table(""), told(hands, None, kong(1, "9s", 2), wall_empty=True))
    assert record[1] == Gap()
    assert next(one for one in record if isinstance(one, WallEmpty | Revealed)) == WallEmpty()
    assert settlement.missing == ()
    # pig: 8 to 0, 1, 3; not ready: 1 pays 0 its 1, and 3 its 8 (four 1p); the kong costs nobody
    assert settlement.net == (8 + 1, 8 - 1 - 8, -24, 8 + 8)


def test_hands_alone_settle_a_round_whose_end_was_tapped() -> None:
    """黄庄 was recorded first: melds and kongs told after it count as made before it, and are refunded."""
    record = table("0 x1m; wall")
    hands = {
        0: "123456789m 22s 34s",
        1: "1357s 246s 377p #c9s",
        2: "333444m 66688p 22m",
        3: "1112345678999p",
    }
    _, settlement = end(record, told(hands, None, kong(1, "9s")))
    kongs = [one for one in settlement.payments if one.reason.value in ("kong_concealed", "kong_refund")]
    assert [one.points for one in kongs] == [2] * 6
    assert settlement.missing == ()


def test_a_hand_photographed_later_gives_an_earlier_win_its_price() -> None:
    record = table("0 x7p; 1 win; 2 x9s")
    _, settlement = end(record, told({1: "123m 77m 234p 56p #p8m"}))
    assert settlement.net == (-1, 1, 0, 0)


@pytest.mark.parametrize(
    ("record", "ending", "code"),
    [
        ("", told({1: "123m 44m 56m #k7m #p5p"}, won("1", "4m", 3)), "giver_needed"),
        ("", told({1: "123m 44m 56m #k7m #p5p"}, won("1", "4m", 3), kong(1, "7m", 1)), "bad_giver"),
        ("", told({1: "123m 44m 56m #k7m #p5p"}, won("1", "4m", 3), kong(1, "7m", 2, out=(2,))), "bad_out"),
        ("0 x7m; 1 x7m; 2 x7m", told({1: "123m 44m 56m #p7m #p5p"}, won("1", "4m", 3)), "fifth_copy"),
        ("0 x5p; 2 pong 5p x1m", told({2: "123m 456m 7m 9m #p9p"}, won("2", "8m", 3)), "melds_differ"),
        ("0 x7p; 1 win", told({}, won("1", "8p", 2)), "not_in"),
    ],
    ids=["giver", "own", "out", "fifth", "differ", "out already"],
)
def test_what_cannot_be_is_refused_with_a_reason(record: str, ending: Ending, code: str) -> None:
    before = table(record)
    folded, _ = settle(before)
    faults = settle([*before, *events_of(folded.state, ending)])[0].faults
    assert code in [fault.code for _, fault in faults]


def test_a_recorded_discard_is_the_tile_that_was_claimed() -> None:
    """The discard was tapped, the pong forgotten: the table shows three of the kind, not four."""
    record = [*table("0 x5p; 1 x1m"), Melded(2, Meld(MeldKind.PONG, parse_tile("5p")), giver=0)]
    state = settle(record)[0].state
    assert state.shown[parse_tile("5p")] == 3
    unnamed = [*table("0 x5p; 1 x1m"), Melded(2, Meld(MeldKind.PONG, parse_tile("5p")))]
    assert settle(unnamed)[0].state.shown[parse_tile("5p")] == 4  # it may have been another one


def test_play_goes_on_from_a_gap_by_whoever_acts_next() -> None:
    folded, _ = settle([*table("0 x1m"), Gap(), Drawn(3), Discarded(3, parse_tile("2m"))])
    assert folded.faults == ()
    assert folded.state.turn == 0
    out_of_turn, _ = settle([*table("0 x1m"), Gap(), Drawn(3), Discarded(1, parse_tile("2m"))])
    assert [fault.code for _, fault in out_of_turn.faults] == ["out_of_turn"]


def test_nothing_can_be_claimed_over_a_gap() -> None:
    folded, _ = settle([*table("0 x1m"), Gap(), Ponged(2, parse_tile("1m"))])
    assert [fault.code for _, fault in folded.faults] == ["nothing_to_claim"]
