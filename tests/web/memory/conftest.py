"""A table at which some rounds were played, for tests of looking back."""

from __future__ import annotations

import pytest

from assistant.events import Drawn, Won
from assistant.notation import parse_hand
from assistant.tiles import Tile
from tests.web.tables.phones import DEAL, Phones, open_phones
from web.companion import Companion


@pytest.fixture
def phones(app: Companion) -> Phones:
    """Two finished rounds: 甲 draws and deals 丙 in, three do not win; then 乙 pays 甲 by hand."""
    made = open_phones(app, rules="chengdu", set={"ending": "first_win"})
    play_round(made)
    made.start()
    made.play("1>0 5; wall", "乙")
    for who in "甲乙丙丁":
        made.post(
            "甲",
            "/events",
            event={"kind": "revealed", "seat": made.get(who)["me"]["seat"], "hand": DEAL[who]},
        )
    return made


def play_round(phones: Phones) -> None:
    """甲 deals 丙 in with 9p."""
    phones.start()
    phones.deal(DEAL)
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.play("0 x9p")
    phones.tell("丙", Won((2,), ((2, parse_hand("111456789s 22p 99p")),)))
