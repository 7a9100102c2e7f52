"""问什么: whether to take up what lies on the table, as people read it."""

from __future__ import annotations

from assistant.events import Discarded, Drawn, Gap, Melded, TableEvent, Won
from assistant.melds import Meld, MeldKind
from assistant.reconcile import Question
from assistant.tiles import Tile
from web.asked import Asked
from web.asked import question_form as on_the_page
from web.presenters.asked import lost_words, questioned
from web.presenters.watch import question_form

NAMES = ("甲", "乙", "丙", "丁")
BOTH: tuple[TableEvent, ...] = (
    Gap(checked=False),
    Drawn(1),
    Discarded(1, Tile.S3),
    Gap(),
    Melded(2, Meld(MeldKind.PONG, Tile.P5)),
)
OWN: tuple[TableEvent, ...] = (*BOTH, Drawn(3, Tile.P2), Won((3,)))
OFF: tuple[TableEvent, ...] = (*BOTH, Drawn(0), Discarded(0, Tile.P2), Won((3,)))


def test_what_all_options_say_stands_above_them() -> None:
    common, each = lost_words((OWN, OFF, ()), NAMES)
    assert common == ("乙 打三条，丙 桌上有碰五筒", "乙 discards 3s, 丙 has a pong of 5p")
    assert each == [
        ("丁 自摸", "丁 wins by self-draw"),
        ("甲 打二筒，丁 胡", "甲 discards 2p, 丁 wins"),
    ]


def test_where_no_money_is_in_doubt_one_line_takes_all_up() -> None:
    question = Question((BOTH, ()), lost=(61.2, 93.4))
    form = question_form(question, 93.4, 2)
    assert form["lost"] == [61.2, 93.4]
    assert on_the_page(Asked(2, question))["lost"] == 32
    first, told, take, no = questioned(form, NAMES).splitlines()
    assert "61" in first
    assert "93" in first
    assert "乙 打三条" in told
    assert take == "     1  照桌上的补记  take up what lies there"
    assert no == "     0  先不记  not yet"


def test_who_threw_the_tile_of_a_kong_is_said() -> None:
    options = tuple((Melded(2, Meld(MeldKind.EXPOSED_KONG, Tile.M9), giver),) for giver in (0, 3))
    _, each = lost_words(options, NAMES)
    assert [zh for zh, _ in each] == ["丙 桌上有直杠九万（甲 打的）", "丙 桌上有直杠九万（丁 打的）"]
    assert each[0][1] == "丙 has an exposed kong of 9m off 甲"
